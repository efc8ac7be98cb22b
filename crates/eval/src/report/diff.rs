//! Gold and extracted text, word by word, with what only one of them has marked.

use crate::tokens::is_ideograph;
use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::time::{Duration, Instant};

/// Words of a text that are compared; past it, pages are lists and dumps that no one reads side by side.
const MOST_WORDS: usize = 30_000;
/// Two texts that have little in common take long to compare; what is found by then is marked.
const TIME: Duration = Duration::from_secs(2);

/// One side as runs that alternate: found in both texts, then in this one alone, and so on.
type Runs = Vec<String>;

/// Both sides.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Marked {
    /// The gold; what is its alone was missed.
    pub gold: Runs,
    /// The extracted text; what is its alone should not be there.
    pub extracted: Runs,
    /// Whether a side is longer than shown.
    pub cut: bool,
}

/// Marks the differences, and keeps about `limit` bytes of each side as they will be in the file.
pub fn mark(gold: &str, extracted: &str, limit: usize) -> Marked {
    let (gold, more_gold) = words(gold);
    let (extracted, more) = words(extracted);
    let texts = |words: &[Word<'_>]| words.iter().map(|w| w.text.to_string()).collect::<Vec<_>>();
    // Anchored on rare words: an article inside a long page is found as a whole, where the shortest edit
    // script would gather its words one by one from menus.
    let ops = capture_diff_slices_deadline(
        Algorithm::Histogram,
        &texts(&gold),
        &texts(&extracted),
        Some(Instant::now() + TIME),
    );
    let (mut left, mut right) = (Side::new(limit), Side::new(limit));
    for op in ops {
        let same = matches!(op, DiffOp::Equal { .. });
        left.add(&gold[op.old_range()], !same);
        right.add(&extracted[op.new_range()], !same);
    }
    let cut = more_gold || more || left.cut || right.cut;
    Marked { gold: left.runs, extracted: right.runs, cut }
}

/// A word and the space after it. An ideograph is a word by itself, as it is a token.
struct Word<'a> {
    text: &'a str,
    after: &'static str,
}

fn words(text: &str) -> (Vec<Word<'_>>, bool) {
    let mut out = Vec::new();
    for line in text.lines() {
        for chunk in line.split_whitespace() {
            split_ideographs(chunk, &mut out);
            if let Some(last) = out.last_mut() {
                last.after = " ";
            }
            if out.len() > MOST_WORDS {
                return (out, true);
            }
        }
        if let Some(last) = out.last_mut() {
            last.after = "\n";
        }
    }
    (out, false)
}

fn split_ideographs<'a>(chunk: &'a str, out: &mut Vec<Word<'a>>) {
    let mut rest = chunk;
    while let Some(first) = rest.chars().next() {
        let len = if is_ideograph(first) {
            first.len_utf8()
        } else {
            rest.find(is_ideograph).unwrap_or(rest.len())
        };
        let (text, more) = rest.split_at(len);
        out.push(Word { text, after: "" });
        rest = more;
    }
}

/// One side as it grows.
struct Side {
    runs: Runs,
    left: usize,
    cut: bool,
}

impl Side {
    fn new(limit: usize) -> Side {
        Side { runs: Vec::new(), left: limit, cut: false }
    }

    fn add(&mut self, words: &[Word<'_>], alone: bool) {
        for word in words {
            let size = size_in_file(word.text) + word.after.len();
            if self.cut || size > self.left {
                self.cut = true;
                return;
            }
            self.left -= size;
            let run = self.run(alone);
            run.push_str(word.text);
            run.push_str(word.after);
        }
    }

    /// The last run if it is of that kind, else a new one. Runs of both kinds take turns, and the first
    /// is one of both texts.
    fn run(&mut self, alone: bool) -> &mut String {
        while self.runs.is_empty() || self.runs.len().is_multiple_of(2) != alone {
            self.left = self.left.saturating_sub(3);
            self.runs.push(String::new());
        }
        let last = self.runs.len() - 1;
        &mut self.runs[last]
    }
}

/// Bytes as escaped JSON in a script element.
fn size_in_file(text: &str) -> usize {
    let size = |c: char| match c {
        '<' | '\0'..='\x1f' => 6,
        '"' | '\\' => 2,
        c => c.len_utf8(),
    };
    text.chars().map(size).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_side_has_alone_is_marked() {
        let marked = mark("One two three\nfour", "Menu one One two four", 1000);
        assert_eq!(marked.gold, ["One two ", "three\n", "four\n"]);
        assert_eq!(marked.extracted, ["", "Menu one ", "One two four\n"]);
        assert!(!marked.cut);
    }

    #[test]
    fn ideographs_are_compared_one_by_one() {
        let marked = mark("日本語", "日本人", 1000);
        assert_eq!(marked.gold, ["日本", "語\n"]);
        assert_eq!(marked.extracted, ["日本", "人\n"]);
    }

    #[test]
    fn an_article_inside_a_long_page_is_found_whole() {
        let common = ["the", "of", "and", "a", "in", "to", "post"];
        let noise = |from: usize| -> String {
            (from..from + 3000).map(|i| format!("{} menu{} ", common[i % 7], i % 90)).collect()
        };
        let gold: String =
            (0..300).map(|i| format!("{} word{} ", common[(i * i) % 7], i % 150)).collect();
        let marked = mark(&gold, &format!("{}{gold}{}", noise(0), noise(9)), 1_000_000);
        assert_eq!(marked.gold.len(), 1, "{:?}", marked.gold);
    }

    #[test]
    fn space_is_no_difference() {
        assert_eq!(mark("a\n\n b", "a b", 1000).extracted, ["a b\n"]);
    }

    #[test]
    fn a_long_text_is_cut_by_its_size_in_the_file() {
        let marked = mark(&"< ".repeat(500), "", 700);
        assert!(marked.cut);
        assert_eq!(marked.gold.concat().matches('<').count(), 99);
        assert!(!mark("", "", 700).cut);
    }
}
