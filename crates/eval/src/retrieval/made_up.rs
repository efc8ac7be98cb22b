//! A made-up collection: pages whose content is known, and topics whose answers are.
//!
//! A topic is an article; its query is one to five of the words that come back in it and that other articles have too.
//! A page is relevant where it is about them: each comes back in its content, not in its furniture. A word that is
//! there once or twice means nothing, and so do the titles of other articles, which stand on every page: that misleads.

use super::{Judgements, Topic};
use crate::tokens::tokens;
use dehusk_synth::{Page, Web};
use std::collections::{BTreeMap, HashMap};

/// Topics, as many as TREC had.
pub const TOPICS: usize = 50;
/// The language of the pages.
const LANGUAGE: &str = "en";
/// Words shorter than this are no query.
const SHORTEST: usize = 4;
/// How often each word of a query has to be in a page that is about it; twice that is grade 2.
const ABOUT: usize = 3;
/// One page in so many has a word, or it is no query: names that one article has by itself make a search easy.
const RAREST: usize = 50;

/// A collection.
#[derive(Debug)]
pub struct MadeUp {
    /// Pages by their names.
    pub pages: Vec<(String, String)>,
    /// What is asked.
    pub topics: Vec<Topic>,
    /// What the right answers are.
    pub judgements: Judgements,
}

/// So many documents of each of so many sites.
pub fn collection(seed: u64, sites: usize, documents: u64) -> MadeUp {
    let web = Web::new(seed).with_duplicates(0);
    let known =
        (0..).map(|index| web.site(index)).filter(|site| site.language().code() == LANGUAGE);
    let pages: Vec<Page> = known
        .take(sites)
        .flat_map(|site| (0..documents).map(move |number| site.page(number)))
        .collect();
    let contents: Vec<BTreeMap<String, usize>> =
        pages.iter().map(|page| counts(&page.gold())).collect();
    let topics: Vec<Topic> = topics(&contents);
    let name = |page: &Page| format!("s{:04}-d{:06}", page.site, page.number);
    let mut judgements = Judgements::default();
    for topic in &topics {
        for (page, content) in pages.iter().zip(&contents) {
            let least =
                topic.query.split(' ').map(|word| content.get(word).copied().unwrap_or(0)).min();
            match least.unwrap_or(0) {
                n if n < ABOUT => {}
                n => judgements.add(&topic.id, &name(page), if n < 2 * ABOUT { 1 } else { 2 }),
            }
        }
    }
    let pages = pages.into_iter().map(|page| (name(&page), page.html)).collect();
    MadeUp { pages, topics, judgements }
}

fn counts(text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    tokens(text).into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
    counts
}

/// Queries of one to five words, each of an article of its own, spread evenly over all.
fn topics(contents: &[BTreeMap<String, usize>]) -> Vec<Topic> {
    let mut pages_with: HashMap<&str, usize> = HashMap::new();
    contents.iter().flatten().for_each(|(word, _)| *pages_with.entry(word).or_default() += 1);
    let all = contents.len() as f64;
    let weight = |word: &str, count: usize| {
        let with = pages_with.get(word).copied().unwrap_or(0) as f64;
        count as f64 * (all / (1.0 + with)).ln()
    };
    let topic = |number: usize| {
        let content = contents.get(number * contents.len() / TOPICS)?;
        let usable = |word: &str| {
            word.len() >= SHORTEST
                && !word.starts_with(|c: char| c.is_ascii_digit())
                && pages_with.get(word).is_some_and(|&with| with * RAREST >= contents.len())
        };
        let mut words: Vec<(&String, f64)> = content
            .iter()
            .filter(|(word, count)| usable(word) && **count >= ABOUT)
            .map(|(word, &count)| (word, weight(word, count)))
            .collect();
        words.sort_by(|a, b| b.1.total_cmp(&a.1));
        let words: Vec<&str> =
            words.iter().take(1 + number % 5).map(|(word, _)| word.as_str()).collect();
        (!words.is_empty()).then(|| Topic { id: (number + 1).to_string(), query: words.join(" ") })
    };
    (0..TOPICS).filter_map(topic).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_article_of_a_topic_is_an_answer_to_it() {
        let made = collection(3, 4, 60);
        assert_eq!(made.pages.len(), 240);
        assert!(made.topics.len() > 40);
        for topic in &made.topics {
            let place = (topic.id.parse::<usize>().unwrap() - 1) * 240 / TOPICS;
            assert!(made.judgements.grade(&topic.id, &made.pages[place].0) > 0, "{topic:?}");
            assert!((1..=5).contains(&topic.query.split(' ').count()));
        }
    }
}
