//! Addresses of articles: four ways sites write them, and what is hung on them that means nothing.

use crate::article::Article;
use crate::calendar::{DAY, civil};
use crate::chance::Chance;

/// Syllables of slugs, which are Latin whatever the language.
const SYLLABLES: [&str; 16] = [
    "ba", "cor", "di", "fen", "ga", "hol", "ki", "lum", "mar", "ne", "por", "ri", "sta", "tel",
    "vo", "zu",
];

/// How a site writes the address of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `/politics/2024/05/12/some-words-123.html`
    Dated,
    /// `/politics/some-words-123`
    Short,
    /// `/index.php?option=article&id=123`, where the path says nothing.
    Query,
    /// `/politics/article.aspx?articleid=123`
    Mixed,
}

impl Style {
    /// One of the four.
    pub fn of(chance: &mut Chance) -> Style {
        let all = [Style::Dated, Style::Dated, Style::Short, Style::Query, Style::Mixed];
        chance.pick(&all).copied().unwrap_or(Style::Short)
    }

    /// The path and query of an article, under the slug of a section.
    pub fn target(self, article: &Article, slug: &str, key: u64) -> String {
        let number = article.number;
        match self {
            Style::Dated => {
                let (year, month, day) = civil(article.published.div_euclid(DAY));
                let words = words(key, number);
                format!("/{slug}/{year:04}/{month:02}/{day:02}/{words}-{number}.html")
            }
            Style::Short => format!("/{slug}/{}-{number}", words(key, number)),
            Style::Query => format!("/index.php?option=article&id={number}"),
            Style::Mixed => format!("/{slug}/article.aspx?articleid={number}"),
        }
    }

    /// The same article where another address leads to it too.
    pub fn elsewhere(self, article: &Article, other_slug: &str, key: u64) -> String {
        match self {
            Style::Query => self.target(article, other_slug, key) + "&view=full",
            _ => self.target(article, other_slug, key),
        }
    }
}

/// Hangs parameters on an address that change nothing of the page.
pub fn track(target: &str, chance: &mut Chance) -> String {
    let joint = if target.contains('?') { '&' } else { '?' };
    let more = match chance.below(4) {
        0 => "utm_source=rss&utm_medium=feed".to_string(),
        1 => format!("utm_source=letter&utm_campaign=week{}", chance.between(1, 52)),
        2 => format!("sid={:08x}", chance.next() >> 32),
        _ => format!("ref={}", ["home", "section", "search"][chance.below(3)]),
    };
    format!("{target}{joint}{more}")
}

/// The number of the article that an address leads to, whatever else hangs on it.
pub fn number(target: &str) -> Option<u64> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let named = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        matches!(name, "id" | "articleid").then(|| value.parse().ok()).flatten()
    };
    query.split('&').find_map(named).or_else(|| {
        let last = path.rsplit('/').next()?.trim_end_matches(".html");
        last.rsplit_once('-')?.1.parse().ok()
    })
}

/// Latin words that stay with an article.
pub fn words(key: u64, number: u64) -> String {
    let mut chance = Chance::of(&[key, number, 0x51a6]);
    let word = |chance: &mut Chance| {
        let count = chance.between(2, 3);
        (0..count).filter_map(|_| chance.pick(&SYLLABLES).copied()).collect::<String>()
    };
    (0..3).map(|_| word(&mut chance)).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_leads_back_to_its_article() {
        let article = Article {
            number: 123,
            title: String::new(),
            author: 0,
            section: 0,
            published: crate::calendar::START,
            parts: Vec::new(),
        };
        let mut chance = Chance::of(&[1]);
        for style in [Style::Dated, Style::Short, Style::Query, Style::Mixed] {
            let target = style.target(&article, "sport", 9);
            assert_eq!(number(&target), Some(123), "{target}");
            for _ in 0..20 {
                let tracked = track(&target, &mut chance);
                assert_eq!(number(&tracked), Some(123), "{tracked}");
            }
            let elsewhere = style.elsewhere(&article, "city", 9);
            assert_ne!(elsewhere, target);
            assert_eq!(number(&elsewhere), Some(123));
        }
        assert_eq!([number("/"), number("/sport/"), number("/a-b")], [None; 3]);
    }
}
