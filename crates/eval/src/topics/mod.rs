//! What a page is about: the 27 topics of the thesis, told from its text.
//!
//! The thesis asked a service for the topic of each gold text. Here a naive Bayes classifier is trained on what pages
//! declare of themselves: words of their section, their keywords and the folders of their address that name a topic.
//! That is a noisy teacher, so how often it is right about what pages of other hosts declare is always told with it.

mod words;

pub use words::TOPICS;

use crate::corpus::Record;
use crate::tokens::tokens;
use dehusk::Metadata;
use dehusk::extractor::Document;
use std::collections::{HashMap, HashSet};

/// Letters of a text that are looked at, as many as the thesis sent.
const LETTERS: usize = 1000;
/// Pages that a word has to stand on to be learned.
const LEAST: u32 = 2;
/// What is added to every count.
const SMOOTHING: f64 = 0.3;
/// Letters of a word at least; shorter ones mostly tell nothing.
const SHORTEST: usize = 3;

/// What is known of a page: the distinct words of its text, and the topic it declares.
#[derive(Clone, Debug)]
pub struct Example {
    /// The words.
    pub words: HashSet<String>,
    /// The topic, by its place in [`TOPICS`].
    pub declared: Option<usize>,
    /// The part it falls into when pages are parted by host.
    pub part: usize,
}

/// Parts of a cross-validation.
const PARTS: usize = 5;

impl Example {
    /// Of a page with its gold text; without one all of the page's text is read.
    pub fn of(record: &Record, document: &Document) -> Example {
        let gold = record.gold.as_str();
        let text = match gold.is_empty() {
            false => beginning(gold),
            true => {
                let texts: Vec<String> = document.blocks().texts().map(|t| t.to_string()).collect();
                beginning(&texts.join("\n")).to_string().into()
            }
        };
        let words = tokens(&text).into_iter().filter(|word| is_telling(word)).collect();
        Example { words, declared: declared(record, document), part: record.part(PARTS) }
    }
}

fn beginning(text: &str) -> std::borrow::Cow<'_, str> {
    text.char_indices().nth(LETTERS).map_or(text, |(end, _)| &text[..end]).into()
}

fn is_telling(word: &str) -> bool {
    word.chars().count() >= SHORTEST && !word.bytes().all(|b| b.is_ascii_digit())
}

/// The topic that most of the declaring words name; none where none does, or two are named as often.
pub fn declared(record: &Record, document: &Document) -> Option<usize> {
    let metadata = Metadata::of(document);
    let path = record.url.as_deref().and_then(|url| url.split_once("://")?.1.split_once('/'));
    let folders = path.and_then(|(_, path)| path.rsplit_once('/')).map(|(folders, _)| folders);
    let said = metadata.section.iter().chain(&metadata.tags).map(|said| said.value.as_str());
    let mut votes = [0_usize; TOPICS.len()];
    // A section says more than one of many keywords.
    let section = metadata.section.iter().map(|said| said.value.as_str());
    for said in said.chain(section).chain(folders) {
        for topic in tokens(said).iter().filter_map(|word| words::declared_by(word)) {
            votes[topic] += 1;
        }
    }
    let most = votes.iter().copied().max().filter(|&most| most > 0)?;
    let mut named = votes.iter().enumerate().filter(|(_, n)| **n == most);
    let first = named.next().map(|(topic, _)| topic);
    if named.next().is_some() { None } else { first }
}

/// Naive Bayes over the words that a text has.
#[derive(Clone, Debug)]
pub struct Classifier {
    /// The logarithm of each topic's share of pages.
    priors: Vec<f64>,
    /// The logarithm of how often a word is one of a topic's, a topic each.
    words: HashMap<String, Vec<f64>>,
}

impl Classifier {
    /// Learns from the pages that declare a topic.
    pub fn train<'e>(examples: impl Iterator<Item = &'e Example>) -> Classifier {
        let mut pages = vec![0.0; TOPICS.len()];
        let mut totals = vec![0.0; TOPICS.len()];
        let mut counts: HashMap<&str, (u32, Vec<f64>)> = HashMap::new();
        for example in examples {
            let Some(topic) = example.declared else { continue };
            pages[topic] += 1.0;
            for word in &example.words {
                let (all, of_topics) =
                    counts.entry(word).or_insert_with(|| (0, vec![0.0; TOPICS.len()]));
                *all += 1;
                of_topics[topic] += 1.0;
                totals[topic] += 1.0;
            }
        }
        counts.retain(|_, (all, _)| *all >= LEAST);
        let all: f64 = pages.iter().sum();
        let kinds = counts.len().max(1) as f64;
        let share = |count: f64, topic: usize| {
            ((count + SMOOTHING) / (totals[topic] + SMOOTHING * kinds)).ln()
        };
        let word = |(word, (_, of_topics)): (&str, (u32, Vec<f64>))| {
            let shares = of_topics.iter().enumerate().map(|(topic, &n)| share(n, topic)).collect();
            (word.to_string(), shares)
        };
        // A topic of which no page is known is never told.
        let prior = |&n: &f64| if n > 0.0 { (n / all).ln() } else { f64::NEG_INFINITY };
        Classifier {
            priors: pages.iter().map(prior).collect(),
            words: counts.into_iter().map(word).collect(),
        }
    }

    /// The likeliest topic of some words; none where nothing was learned.
    pub fn topic(&self, words: &HashSet<String>) -> Option<usize> {
        let mut scores = self.priors.clone();
        // In an order that does not depend on the run: sums of floats do.
        let mut known: Vec<(&String, &Vec<f64>)> =
            words.iter().filter_map(|word| self.words.get_key_value(word)).collect();
        known.sort_unstable_by_key(|(word, _)| *word);
        for (_, shares) in known {
            scores.iter_mut().zip(shares).for_each(|(score, share)| *score += share);
        }
        let best = scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        best.1.is_finite().then_some(best.0)
    }
}

/// How often the topic that a page declares is told right by those that saw no page of its host.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Pages that declare a topic.
    pub pages: usize,
    /// Of which so many are told right.
    pub right: usize,
    /// So many declare the topic that is declared most often.
    pub largest: usize,
}

/// Five-fold cross-validation over hosts.
pub fn accuracy(examples: &[Example]) -> Accuracy {
    let mut accuracy = Accuracy::default();
    let mut declared = [0; TOPICS.len()];
    for part in 0..PARTS {
        let classifier = Classifier::train(examples.iter().filter(|e| e.part != part));
        for example in examples.iter().filter(|e| e.part == part) {
            let Some(topic) = example.declared else { continue };
            declared[topic] += 1;
            accuracy.pages += 1;
            accuracy.right += usize::from(classifier.topic(&example.words) == Some(topic));
        }
    }
    accuracy.largest = declared.into_iter().max().unwrap_or(0);
    accuracy
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::extractor::Page;

    fn topic(name: &str) -> Option<usize> {
        TOPICS.iter().position(|(topic, _)| *topic == name)
    }

    fn of(html: &str, url: &str) -> Option<usize> {
        let record = Record { url: Some(url.into()), ..Record::default() };
        declared(&record, &Document::new(Page::parse(html)))
    }

    #[test]
    fn a_page_declares_its_topic_by_section_keywords_and_folders() {
        let section = "<meta property=article:section content='Football'><p>x";
        assert_eq!(of(section, "http://a.example/x.html"), topic("Sports"));
        assert_eq!(of("<p>x", "http://a.example/travel/x.html"), topic("Travel"));
        // The name of the page is no folder, and what is named as often as another is not told.
        assert_eq!(of("<p>x", "http://a.example/travel"), None);
        assert_eq!(of("<p>x", "http://a.example/travel/health/x"), None);
        let both = "<meta name=keywords content='hotels, wine'><p>x";
        assert_eq!(of(both, "http://a.example/reise/x"), topic("Travel"));
    }

    #[test]
    fn words_declare_one_topic_each() {
        let mut all: Vec<&str> = TOPICS.iter().flat_map(|(_, words)| words.split(' ')).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn topics_are_told_by_words() {
        let example = |text: &str, topic: usize, part: usize| Example {
            words: text.split(' ').map(str::to_string).collect(),
            declared: Some(topic),
            part,
        };
        let examples: Vec<Example> = (0..20)
            .map(|n| match n % 2 {
                0 => example("goal match referee said", 4, n / 4),
                _ => example("oven butter flour said", 12, n / 4),
            })
            .collect();
        let classifier = Classifier::train(examples.iter());
        let words = |text: &str| text.split(' ').map(str::to_string).collect();
        assert_eq!(classifier.topic(&words("the referee said")), Some(4));
        assert_eq!(classifier.topic(&words("butter unknown")), Some(12));
        assert_eq!(accuracy(&examples), Accuracy { pages: 20, right: 20, largest: 10 });
        assert_eq!(Classifier::train([].iter()).topic(&words("said")), None);
    }
}
