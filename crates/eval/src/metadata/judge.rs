//! One value against what people noted.
//!
//! A title is right with the same letters and digits, whatever their case. Authors are right with the same
//! names in any order and without "by". A date is right by its day, or as far as the gold knows it. A
//! language is right by its code. How near a wrong value is counts beside it: a title by the tokens it
//! shares, authors by the names.

use super::Told;
use crate::corpus::Record;
use crate::measures::{Prf, bag_of_words};
use crate::tokens::{Vocabulary, is_ideograph, tokens};
use serde::Serialize;
use std::collections::BTreeSet;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    /// The title.
    Title,
    /// The authors.
    Author,
    /// The date of publication.
    Date,
    /// The language of the text.
    Language,
}

impl Field {
    /// All of them.
    pub const ALL: [Field; 4] = [Field::Title, Field::Author, Field::Date, Field::Language];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Author => "author",
            Field::Date => "date",
            Field::Language => "language",
        }
    }

    /// What people noted; none where they noted nothing.
    pub fn gold(self, record: &Record) -> Option<&str> {
        let field = match self {
            Field::Title => &record.title,
            Field::Author => &record.author,
            Field::Date => &record.published,
            Field::Language => &record.lang,
        };
        field.as_deref().map(str::trim).filter(|text| !text.is_empty())
    }

    /// What a program says, in one line.
    pub fn told(self, told: &Told) -> String {
        let value = match self {
            Field::Title => &told.title,
            Field::Author => return told.author.join(", "),
            Field::Date => &told.published,
            Field::Language => &told.language,
        };
        value.clone().unwrap_or_default()
    }
}

/// What became of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is what people noted.
    Right,
    /// It is something else.
    Wrong,
    /// People noted something, the program nothing.
    Missed,
    /// People noted nothing, the program something.
    Invented,
    /// Nobody noted anything.
    Silent,
}

/// A verdict, and how near the value is where there was one to find: from 0, nothing in common, to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// What became of it.
    pub verdict: Verdict,
    /// How near it is.
    pub near: f64,
}

/// Compares a value with the gold; none where the gold is nothing to compare with.
pub fn judge(field: Field, record: &Record, told: &Told) -> Option<Judged> {
    let found = field.told(told);
    let near = match field.gold(record) {
        None => {
            let verdict = match found.trim().is_empty() {
                true => Verdict::Silent,
                false => Verdict::Invented,
            };
            return Some(Judged { verdict, near: 0.0 });
        }
        Some(gold) => match field {
            Field::Title => title(gold, &found),
            Field::Author => author(gold, &told.author),
            Field::Date => date(gold, &found)?,
            Field::Language => same(primary(gold) == primary(&found)),
        },
    };
    let verdict = match () {
        () if found.trim().is_empty() => Verdict::Missed,
        () if near >= 1.0 => Verdict::Right,
        () => Verdict::Wrong,
    };
    Some(Judged { verdict, near })
}

fn same(equal: bool) -> f64 {
    f64::from(u8::from(equal))
}

fn title(gold: &str, found: &str) -> f64 {
    let mut vocabulary = Vocabulary::default();
    let (gold_tokens, found_tokens) = (vocabulary.encode(gold), vocabulary.encode(found));
    // The same tokens in another order are not the same title.
    match gold_tokens == found_tokens || letters(gold) == letters(found) {
        true => 1.0,
        false => bag_of_words(&gold_tokens, &found_tokens).f1.min(0.99),
    }
}

/// Letters and digits alone: `e-mail` is `email`.
fn letters(text: &str) -> String {
    tokens(text).concat()
}

fn author(gold: &str, found: &[String]) -> f64 {
    let wanted = names(gold);
    let got: BTreeSet<String> = found.iter().flat_map(|name| names(name)).collect();
    let hit = wanted.intersection(&got).count();
    Prf::from_counts(hit, got.len(), wanted.len()).f1
}

/// Words that stand before names in bylines, and between them.
const BEFORE: [&str; 9] = ["by", "von", "par", "por", "di", "door", "av", "af", "written"];
const BETWEEN: [&str; 8] = ["and", "und", "et", "y", "e", "en", "og", "och"];

/// The names in a byline, each as its letters.
fn names(byline: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let parts = byline.split([',', ';', '&', '|', '/', '\n', '、', '，']).flat_map(unspaced);
    for part in parts {
        let words = tokens(part);
        for name in words.split(|word| BETWEEN.contains(&word.as_str())) {
            let start = name.iter().position(|word| !BEFORE.contains(&word.as_str()));
            names.insert(start.map(|start| name[start..].concat()).unwrap_or_default());
        }
    }
    names.remove("");
    names
}

/// Names in ideographs have no spaces, so a space stands between two of them.
fn unspaced(part: &str) -> Vec<&str> {
    let letters = || part.chars().filter(|c| !c.is_whitespace());
    match letters().all(is_ideograph) {
        true => part.split_whitespace().collect(),
        false => vec![part],
    }
}

/// None where the gold is no date.
fn date(gold: &str, found: &str) -> Option<f64> {
    let (gold, found) = (parts(gold), parts(found));
    (!gold.is_empty()).then(|| same(found.starts_with(&gold)))
}

/// Year, month and day, as many as a text begins with.
fn parts(date: &str) -> Vec<u16> {
    let day = date.trim().split([' ', 'T', 't']).next().unwrap_or_default();
    let numbers = day.split(['-', '/', '.']).map_while(|part| part.parse().ok());
    let parts: Vec<u16> = numbers.take(3).collect();
    if parts.first().is_some_and(|year| (1000..3000).contains(year)) { parts } else { Vec::new() }
}

fn primary(language: &str) -> String {
    language.split(['-', '_']).next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_right_by_their_letters() {
        assert_eq!(title("On  bread", "ON BREAD!"), 1.0);
        assert_eq!(title("E-mail", "Email"), 1.0);
        assert_eq!(title("On bread", "On bread | The Site"), 2.0 / 3.0);
        assert_eq!(title("On bread", "Bread on"), 0.99);
        assert_eq!(title("On bread", ""), 0.0);
    }

    #[test]
    fn authors_count_as_a_set() {
        let near = |gold: &str, found: &[&str]| {
            author(gold, &found.iter().map(|f| f.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(near("Ann Baker, Bo Miller", &["Ann Baker", "Bo Miller"]), 1.0);
        assert_eq!(near("By Bo Miller and Ann Baker", &["Ann Baker; Bo Miller"]), 1.0);
        assert_eq!(near("Ann Baker", &["Ann Baker", "Bo Miller"]), 2.0 / 3.0);
        assert_eq!(near("王建宏 张文攀", &["王建宏", "张文攀"]), 1.0);
        assert_eq!(near("Ann Baker", &[]), 0.0);
    }

    #[test]
    fn dates_count_as_far_as_the_gold_knows_them() {
        assert_eq!(date("2020-01-02", "2020-01-02T03:04:05Z"), Some(1.0));
        assert_eq!(date("2020-1-2 03:04", "2020-01-02"), Some(1.0));
        assert_eq!(date("2020-01-02", "2020-01-03"), Some(0.0));
        assert_eq!(date("2020-01", "2020-01-03"), Some(1.0));
        assert_eq!(date("2020-01-02", "2020-01"), Some(0.0));
        assert_eq!(date("2020-01-02", ""), Some(0.0));
        assert_eq!(date("last week", "2020-01-02"), None);
    }

    #[test]
    fn nothing_noted_is_silence_or_invention() {
        let record = Record { title: Some("On bread".into()), ..Record::default() };
        let told = Told { author: vec!["Ann".into()], ..Told::default() };
        let verdict = |field| judge(field, &record, &told).map(|j| j.verdict);
        assert_eq!(verdict(Field::Title), Some(Verdict::Missed));
        assert_eq!(verdict(Field::Author), Some(Verdict::Invented));
        assert_eq!(verdict(Field::Date), Some(Verdict::Silent));
    }
}
