//! Telling the name of the site from the rest of a title.

use crate::metadata::text;

/// Marks that separate a title from the name of the site.
const MARKS: &[char] = &[
    '|', '-', '–', '—', '»', '«', '·', '•', '~', '⋆', '>', '/', ':', '›', '‹', '＿', '｜', '_',
    '@', '―',
];

/// Letters of a site's name.
const MAX_NAME: usize = 60;

/// Rounds of taking something off the ends of a title: `title | section | site`.
const ROUNDS: usize = 3;

/// The names a site is known by.
#[derive(Debug, Default)]
pub(in crate::metadata) struct Sites {
    /// Their keys.
    names: Vec<String>,
    /// The host without its public part, as a key: `bbc` for `bbc.co.uk`.
    host: String,
    /// The key of the whole host.
    address: String,
    /// Whether the page is the front page, which is about the site.
    is_front: bool,
}

impl Sites {
    /// The names the page gives, and its host.
    pub fn new(names: impl IntoIterator<Item = String>, host: Option<&str>) -> Sites {
        let names = names.into_iter().filter(|n| !n.contains("://")).map(|n| text::key(&n));
        // A longer one is a title.
        let names = names.filter(|n| (2..=MAX_NAME).contains(&n.chars().count())).collect();
        let labels: Vec<_> = host.unwrap_or_default().split('.').collect();
        // The last label is public, and so is a short one before it, as in `co.uk`.
        let public = if labels.len() > 2 && labels[labels.len() - 2].len() <= 3 { 2 } else { 1 };
        let own = &labels[..labels.len().saturating_sub(public)];
        Sites {
            names,
            host: text::key(&own.concat()),
            address: text::key(host.unwrap_or_default()),
            is_front: false,
        }
    }

    /// The names of the site on its front page, where they begin a title and are no addition to it.
    pub fn on_front(self, is_front: bool) -> Sites {
        Sites { is_front, ..self }
    }

    /// Whether a part of a title is the name of the site.
    pub fn is_site(&self, part: &str) -> bool {
        let key = text::key(part);
        let words = part.split_whitespace().count();
        if key.is_empty() {
            return true;
        }
        let named = self.names.iter().any(|name| {
            *name == key
                || (words <= 4 && name.len() >= 3 && (key.starts_with(name) || key.ends_with(name)))
                || (words >= 2 && key.len() >= 6 && name.contains(&key))
        });
        named || self.is_host(part, &key)
    }

    /// Whether a text is one of the names the page gives its site.
    pub fn is_named(&self, text: &str) -> bool {
        let key = text::key(text);
        self.names.contains(&key) || (key.len() >= 4 && self.host == key)
    }

    fn is_host(&self, part: &str, key: &str) -> bool {
        let host = &self.host;
        if host.len() < 3 || key.len() < 3 {
            return false;
        }
        let bare = key.strip_prefix("the").unwrap_or(key);
        let whole = host == bare
            || (key.len() >= 6 && self.address.ends_with(key))
            || (bare.len() >= 4 && (host.starts_with(bare) || host.ends_with(bare)));
        let in_words = || {
            let mut words =
                part.split_whitespace().map(text::key).filter(|w| w.len() >= 3).peekable();
            words.peek().is_some() && words.all(|w| host.contains(&w))
        };
        // `Example News` of example.com.
        let begins = host.len() >= 4
            && bare.starts_with(host.as_str())
            && part.split_whitespace().count() <= 4;
        whole || in_words() || begins
    }

    /// Takes the site's name off the ends of a title; what was taken last is given as well.
    pub fn strip<'t>(&self, title: &'t str) -> (&'t str, Option<&'t str>) {
        let (mut title, mut taken) = (title.trim(), None);
        for _ in 0..ROUNDS {
            let Some((rest, part)) = self.strip_one(title) else { break };
            (title, taken) = (rest, Some(part));
        }
        (title, taken.filter(|part| !text::key(part).is_empty()))
    }

    fn strip_one<'t>(&self, title: &'t str) -> Option<(&'t str, &'t str)> {
        let cuts = cuts(title);
        let last = cuts.last().map(|&(start, end)| (&title[..start], &title[end..]));
        let first = cuts.first().map(|&(start, end)| (&title[end..], &title[..start]));
        let first = first.filter(|_| !self.is_front);
        [last, first].into_iter().flatten().find_map(|(rest, part)| {
            let (rest, part) = (rest.trim(), part.trim());
            let says = text::key(rest).chars().count() >= 2 && !says_nothing(rest);
            (says && self.is_site(part)).then_some((rest, part))
        })
    }
}

/// Titles that only mean something beside the name of the site.
pub(super) fn says_nothing(title: &str) -> bool {
    let title = title.trim().to_lowercase();
    [
        "home",
        "home page",
        "homepage",
        "index",
        "start",
        "startseite",
        "accueil",
        "inicio",
        "главная",
        "首页",
        "首頁",
        "ホーム",
    ]
    .contains(&title.as_str())
}

/// Whether a character separates, for titles that begin with one.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c, '|' | '-' | '–' | '—' | '»' | '·' | '•' | ':') || c.is_whitespace()
}

/// The separators of a title as ranges, white space around them included.
pub(super) fn cuts(title: &str) -> Vec<(usize, usize)> {
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for (at, mark) in title.char_indices().filter(|(_, c)| MARKS.contains(c)) {
        let (before, after) = (&title[..at], &title[at + mark.len_utf8()..]);
        let start =
            before.trim_end_matches(|c: char| c.is_whitespace() || MARKS.contains(&c)).len();
        let end = title.len()
            - after.trim_start_matches(|c: char| c.is_whitespace() || MARKS.contains(&c)).len();
        let spaced =
            (before.ends_with(char::is_whitespace), after.starts_with(char::is_whitespace));
        let separates = match mark {
            '|' | '｜' | '＿' | '»' | '«' => true,
            // Some systems join title, section and site so.
            '_' if title.contains(' ') && after.starts_with(char::is_uppercase) => true,
            // Chinese titles are joined without white space.
            '_' | '-' if is_wide(before.chars().next_back()) || is_wide(after.chars().next()) => {
                true
            }
            ':' => spaced.1 || is_wide(after.chars().next()),
            _ => spaced == (true, true) || cuts.last().is_some_and(|&(s, e)| s < at && at < e),
        };
        if separates && start > 0 && end < title.len() && cuts.last().is_none_or(|c| c.1 <= at) {
            cuts.push((start, end));
        }
    }
    cuts
}

fn is_wide(c: Option<char>) -> bool {
    c.is_some_and(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sites() -> Sites {
        Sites::new(["The Daily Husk".to_string()], Some("news.dailyhusk.co.uk"))
    }

    #[test]
    fn names_are_taken_off() {
        for title in [
            "Corn is up | The Daily Husk",
            "Corn is up - The Daily Husk",
            "The Daily Husk: Corn is up",
            "Corn is up – DailyHusk",
            "Corn is up — Daily Husk News",
            "The Daily Husk » Corn is up",
            "Corn is up | News | The Daily Husk",
            "Corn is up|The Daily Husk",
            "Corn is up :: The Daily Husk",
            "Corn is up · dailyhusk.co.uk",
            "Corn is up | The Daily Husk |",
        ] {
            let (title_only, _) = sites().strip(title);
            assert!(
                title_only == "Corn is up" || title_only == "Corn is up | News",
                "{title}: {title_only}"
            );
        }
        assert_eq!(sites().strip("Corn is up - The Daily Husk").1, Some("The Daily Husk"));
    }

    #[test]
    fn other_parts_stay() {
        for title in [
            "Corn - a history",
            "Corn: a history of the husk",
            "Well-known corn",
            "Corn | Wheat",
            "9/11 and 24-hour news",
            "A / B",
            "The Daily Husk",
            "C++ :: a tour",
        ] {
            assert_eq!(sites().strip(title), (title, None), "{title}");
        }
    }

    #[test]
    fn east_asian_titles() {
        let sites = Sites::new(["新闻网".to_string()], None);
        assert_eq!(sites.strip("玉米价格上涨_新闻网").0, "玉米价格上涨");
        assert_eq!(sites.strip("玉米价格上涨-新闻网").0, "玉米价格上涨");
    }

    #[test]
    fn odd_titles_are_survived() {
        for title in ["", "|", " | | ", "- - -", "_é_", "::::", "a | ", " | a"] {
            let _ = sites().strip(title);
        }
    }
}
