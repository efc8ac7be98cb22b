//! What a page says about itself, against what people noted: title, author, date of publication.
//!
//! Exact is the same text but for blanks. Fuzzy forgives what readers would not call wrong: a title counts
//! by the tokens it shares, authors by the names they share, in any order and without "by", a date by its
//! day. What was noted and not found counts as wrong.

use super::{Prf, bag_of_words};
use crate::corpus::Record;
use crate::tokens::{Vocabulary, tokens};
use dehusk::Metadata;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How near a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Nearness {
    /// 1 if it is the same, else 0.
    pub exact: f64,
    /// From 0, nothing in common, to 1.
    pub fuzzy: f64,
}

/// The metadata of a page, each where the gold has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MetadataScores {
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Nearness>,
    /// The authors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Nearness>,
    /// The date of publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Nearness>,
}

impl MetadataScores {
    /// Whether a record has anything to compare with.
    pub fn has_gold(record: &Record) -> bool {
        let fields = [&record.title, &record.author, &record.published];
        fields.iter().any(|field| known(field).is_some())
    }

    /// Compares what was found with what a record says.
    pub fn of(record: &Record, found: &Metadata) -> MetadataScores {
        let text = |field: &Option<dehusk::article::Sourced<String>>| {
            field.as_ref().map(|f| f.value.clone()).unwrap_or_default()
        };
        let names: Vec<&str> = found.authors.iter().map(|a| a.value.as_str()).collect();
        MetadataScores {
            title: known(&record.title).map(|gold| title(gold, &text(&found.title))),
            author: known(&record.author).map(|gold| author(gold, &names)),
            published: known(&record.published)
                .and_then(|gold| published(gold, &text(&found.published))),
        }
    }
}

fn known(field: &Option<String>) -> Option<&str> {
    field.as_deref().filter(|text| !text.trim().is_empty())
}

fn title(gold: &str, found: &str) -> Nearness {
    let mut vocabulary = Vocabulary::default();
    let (gold_tokens, tokens) = (vocabulary.encode(gold), vocabulary.encode(found));
    Nearness { exact: same(gold, found), fuzzy: bag_of_words(&gold_tokens, &tokens).f1 }
}

fn same(a: &str, b: &str) -> f64 {
    f64::from(u8::from(a.split_whitespace().eq(b.split_whitespace())))
}

fn author(gold: &str, found: &[&str]) -> Nearness {
    let (wanted, got) = (names(gold), found.iter().flat_map(|n| names(n)).collect::<BTreeSet<_>>());
    let hit = wanted.intersection(&got).count();
    Nearness {
        exact: same(gold, &found.join(", ")),
        fuzzy: Prf::from_counts(hit, got.len(), wanted.len()).f1,
    }
}

/// Words that stand before names in bylines, and between them.
const BEFORE: [&str; 9] = ["by", "von", "par", "por", "di", "door", "av", "af", "written"];
const BETWEEN: [&str; 8] = ["and", "und", "et", "y", "e", "en", "og", "och"];

/// The names in a byline, each as its tokens.
fn names(byline: &str) -> BTreeSet<Vec<String>> {
    let mut names = BTreeSet::new();
    for part in byline.split([',', ';', '&', '|', '/', '\n']) {
        let words = tokens(part);
        for name in words.split(|word| BETWEEN.contains(&word.as_str())) {
            let start = name.iter().position(|word| !BEFORE.contains(&word.as_str()));
            names.insert(start.map(|start| name[start..].to_vec()).unwrap_or_default());
        }
    }
    names.remove(&Vec::new());
    names
}

/// None where the gold has no day to compare with.
fn published(gold: &str, found: &str) -> Option<Nearness> {
    let day = day(gold)?;
    let fuzzy = f64::from(u8::from(self::day(found) == Some(day)));
    Some(Nearness { exact: same(gold, found), fuzzy })
}

/// The day of an ISO 8601 date.
fn day(date: &str) -> Option<&str> {
    let day = date.trim().get(..10)?;
    let shape =
        |(i, b): (usize, u8)| if matches!(i, 4 | 7) { b == b'-' } else { b.is_ascii_digit() };
    day.bytes().enumerate().all(shape).then_some(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(exact: f64, fuzzy: f64) -> Nearness {
        Nearness { exact, fuzzy }
    }

    #[test]
    fn titles_count_by_their_tokens() {
        assert_eq!(title("On  bread", "On bread"), near(1.0, 1.0));
        assert_eq!(title("On bread", "ON BREAD!"), near(0.0, 1.0));
        assert_eq!(title("On bread", "On bread | The Site"), near(0.0, 2.0 / 3.0));
        assert_eq!(title("On bread", ""), near(0.0, 0.0));
    }

    #[test]
    fn authors_count_as_a_set() {
        assert_eq!(author("Ann Baker, Bo Miller", &["Ann Baker", "Bo Miller"]), near(1.0, 1.0));
        assert_eq!(
            author("By Bo Miller and Ann Baker", &["Ann Baker", "Bo Miller"]),
            near(0.0, 1.0)
        );
        assert_eq!(author("Ann Baker", &["Ann Baker", "Bo Miller"]), near(0.0, 2.0 / 3.0));
        assert_eq!(author("Ann Baker", &[]), near(0.0, 0.0));
    }

    #[test]
    fn dates_count_by_their_day() {
        assert_eq!(published("2020-01-02", "2020-01-02T03:04:05Z"), Some(near(0.0, 1.0)));
        assert_eq!(published("2020-01-02", "2020-01-03"), Some(near(0.0, 0.0)));
        assert_eq!(published("2020-01-02", ""), Some(near(0.0, 0.0)));
        assert_eq!(published("last week", "2020-01-02"), None);
        assert_eq!(published("éééééééééé", "2020-01-02"), None);
    }

    #[test]
    fn only_what_the_gold_has_is_compared() {
        let record = Record {
            title: Some("On bread".into()),
            author: Some(" ".into()),
            ..Record::default()
        };
        assert!(MetadataScores::has_gold(&record));
        let scores = MetadataScores::of(&record, &Metadata::default());
        assert_eq!(
            scores,
            MetadataScores { title: Some(near(0.0, 0.0)), ..MetadataScores::default() }
        );
    }
}
