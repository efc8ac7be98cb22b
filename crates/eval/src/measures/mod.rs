//! The measures of the field, each from gold and extracted tokens to a number.
//!
//! They take token numbers, not text, so that each can be checked against a worked example by hand; the
//! one place that goes from texts to all of them is [`PageScores::of`].

mod aligned;
mod bags;
mod blocks;
mod edit;
mod rouge;
mod shingles;
mod snippets;

pub(crate) use aligned::Leaves;
pub use bags::bag_of_words;
pub(crate) use bags::{jaccard, word_sets};
pub(crate) use blocks::{BlockGold, auc};
pub use blocks::{BlockOutcome, Confusion, labels_of_pieces};
pub use edit::lcs;
pub(crate) use rouge::rouge_lsum;
#[cfg(test)]
pub(crate) use shingles::shingle_f1;
pub use shingles::{ShingleCounts, shingles};
pub use snippets::{SnippetCounts, snippets};

use crate::tokens::Vocabulary;

/// Precision, recall and their harmonic mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Prf {
    /// Share of what was extracted that is right.
    pub precision: f64,
    /// Share of what is right that was extracted.
    pub recall: f64,
    /// Harmonic mean of the two.
    pub f1: f64,
}

impl Prf {
    /// From counts. No gold and nothing extracted is right; anything extracted without gold is wrong.
    pub fn from_counts(hit: usize, extracted: usize, gold: usize) -> Prf {
        match (extracted, gold) {
            (0, 0) => Prf { precision: 1.0, recall: 1.0, f1: 1.0 },
            (_, 0) => Prf { precision: 0.0, recall: 1.0, f1: 0.0 },
            (0, _) => Prf { precision: 0.0, recall: 0.0, f1: 0.0 },
            _ => Prf::from_shares(hit as f64 / extracted as f64, hit as f64 / gold as f64),
        }
    }

    /// From precision and recall.
    pub fn from_shares(precision: f64, recall: f64) -> Prf {
        let sum = precision + recall;
        let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        Prf { precision, recall, f1 }
    }
}

/// All text measures of one page with a gold text.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct PageScores {
    /// Longest common subsequence of tokens (ROUGE-L).
    pub lcs: Prf,
    /// ROUGE-LSum: the union of the longest common subsequences line by line.
    pub rouge_lsum: Prf,
    /// Token edit distance divided by the longer text's tokens: 0 is identical.
    pub levenshtein: f64,
    /// The same number of edits divided by the longer text's characters.
    #[serde(default)]
    pub edits_per_char: f64,
    /// Shared tokens over all tokens, as sets.
    pub jaccard: f64,
    /// Bag of words: tokens with their counts.
    pub bow: Prf,
    /// Bag of words as the thesis defines it: distinct tokens.
    pub word_set: Prf,
    /// Runs of four tokens with their counts.
    pub shingles: Prf,
    /// The counts behind `shingles`, from which article-extraction-benchmark's corpus figure is made.
    pub shingle_counts: ShingleCounts,
    /// Tokens of the gold.
    pub gold_tokens: usize,
    /// Tokens that were extracted.
    pub extracted_tokens: usize,
    /// Tokens of the longest common subsequence: what micro averages are made of.
    pub lcs_tokens: usize,
}

impl PageScores {
    /// Scores an extracted text against the gold text.
    pub fn of(gold: &str, extracted: &str) -> PageScores {
        Gold::new(gold).score(extracted)
    }
}

/// A gold text made ready for the texts of many extractors.
#[derive(Debug)]
pub struct Gold {
    vocabulary: Vocabulary,
    lines: Vec<Vec<u32>>,
    tokens: Vec<u32>,
    chars: usize,
}

impl Gold {
    /// Reads the tokens of a gold text.
    pub fn new(gold: &str) -> Gold {
        let mut vocabulary = Vocabulary::default();
        let lines = vocabulary.encode_lines(gold);
        let tokens = lines.concat();
        Gold { vocabulary, lines, tokens, chars: gold.chars().count() }
    }

    /// Scores an extracted text.
    pub fn score(&mut self, extracted: &str) -> PageScores {
        let text_lines = self.vocabulary.encode_lines(extracted);
        let (gold, text) = (self.tokens.as_slice(), text_lines.concat());
        let common = edit::lcs_length(gold, &text);
        let counts = shingles(gold, &text, 4);
        let edits = edit::edits(gold, &text);
        PageScores {
            lcs: Prf::from_counts(common, text.len(), gold.len()),
            rouge_lsum: rouge_lsum(&self.lines, &text_lines),
            levenshtein: edit::share(edits, gold.len().max(text.len())),
            edits_per_char: edit::share(edits, self.chars.max(extracted.chars().count())),
            jaccard: jaccard(gold, &text),
            bow: bag_of_words(gold, &text),
            word_set: word_sets(gold, &text),
            shingles: counts.prf(),
            shingle_counts: counts,
            gold_tokens: gold.len(),
            extracted_tokens: text.len(),
            lcs_tokens: common,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers for the words of the thesis's examples, which tell capitals apart.
    pub(super) fn numbers(texts: &[&str]) -> Vec<Vec<u32>> {
        let mut seen: Vec<&str> = Vec::new();
        let mut number = |word| {
            seen.iter().position(|&w| w == word).unwrap_or_else(|| {
                seen.push(word);
                seen.len() - 1
            }) as u32
        };
        let mut encode = |text: &&'static str| text.split(' ').map(&mut number).collect();
        let texts: Vec<&'static str> =
            texts.iter().map(|t| &*Box::leak(t.to_string().into_boxed_str())).collect();
        texts.iter().map(&mut encode).collect()
    }

    #[test]
    fn chapter_four_edit_distance_is_a_half() {
        let t = numbers(&["A black dog chases a cat", "A lion chases a zebra"]);
        let scores = PageScores::of("A black dog chases a cat", "A lion chases a zebra");
        assert_eq!(scores.levenshtein, 0.5);
        assert_eq!(scores.edits_per_char, 3.0 / 24.0);
        assert_eq!(edit::edits(&t[0], &t[1]), 3);
    }

    #[test]
    fn chapter_four_jaccard_is_three_eighths() {
        let t = numbers(&["A black dog chases a cat", "A lion chases a zebra"]);
        assert_eq!(jaccard(&t[0], &t[1]), 3.0 / 8.0);
    }

    #[test]
    fn chapter_four_rouge_is_four_of_seven_and_four_of_six() {
        let t = numbers(&["The bus is on the highway", "A Red bus is on the road"]);
        for score in [rouge_lsum(&t[..1], &t[1..]), lcs(&t[0], &t[1])] {
            assert_eq!(score.precision, 4.0 / 7.0);
            assert_eq!(score.recall, 4.0 / 6.0);
        }
    }

    #[test]
    fn chapter_four_sentence_has_four_runs_of_four() {
        let t = numbers(&["A dog chases a cat for fun"]);
        let counts = shingles(&t[0], &t[0], 4);
        assert_eq!((counts.hit, counts.extra, counts.missed), (4, 0, 0));
    }

    #[test]
    fn an_empty_gold_wants_nothing() {
        assert_eq!(PageScores::of("", "").lcs.f1, 1.0);
        assert_eq!(PageScores::of("", "word").lcs.f1, 0.0);
        assert_eq!(PageScores::of("word", "").lcs.f1, 0.0);
    }
}
