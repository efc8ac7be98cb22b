//! The measures by name, as tables and gates speak of them.
//!
//! A measure over many pages is either a mean of page values or a ratio of summed counts. Both are a small
//! vector a page, summed, then finished, which is also all that resampling for confidence needs.

use crate::measures::{Confusion, Prf, ShingleCounts};
use crate::results::Outcome;

/// Numbers a page adds to a sum at most.
pub const PARTS: usize = 5;

/// What a page adds to a sum.
pub type Parts = [f64; PARTS];

/// Parts of which the first are given and the rest is nothing.
fn parts<const N: usize>(first: [f64; N]) -> Option<Parts> {
    let mut parts = Parts::default();
    parts.iter_mut().zip(first).for_each(|(part, value)| *part = value);
    Some(parts)
}

/// A named measure.
#[derive(Debug)]
pub struct Measure {
    /// The name in tables and on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Whether a smaller value is better.
    pub smaller_is_better: bool,
    parts: fn(&Outcome) -> Option<Parts>,
    finish: fn(Parts, f64) -> f64,
}

impl Measure {
    /// What a page adds, if the page has what the measure needs.
    pub fn parts(&self, outcome: &Outcome) -> Option<Parts> {
        (self.parts)(outcome)
    }

    /// The value of `pages` pages whose parts were summed.
    pub fn finish(&self, sum: Parts, pages: usize) -> f64 {
        (self.finish)(sum, pages.max(1) as f64)
    }

    /// The value over many pages; none where no page has what it needs.
    pub fn over<'a>(&self, outcomes: impl IntoIterator<Item = &'a Outcome>) -> Option<f64> {
        let (mut sum, mut pages) = (Parts::default(), 0);
        for parts in outcomes.into_iter().filter_map(|outcome| self.parts(outcome)) {
            sum.iter_mut().zip(parts).for_each(|(s, p)| *s += p);
            pages += 1;
        }
        (pages > 0).then(|| self.finish(sum, pages))
    }

    /// The value of one page.
    pub fn value(&self, outcome: &Outcome) -> Option<f64> {
        self.parts(outcome).map(|parts| self.finish(parts, 1))
    }

    /// Whether `a` is better than `b`.
    pub(crate) fn is_better(&self, a: f64, b: f64) -> bool {
        if self.smaller_is_better { a < b } else { a > b }
    }
}

/// A measure that is the mean of a page value.
macro_rules! mean {
    ($name:literal, $about:literal, $value:expr) => {
        Measure {
            name: $name,
            about: $about,
            smaller_is_better: false,
            parts: |outcome| {
                outcome.text.as_ref().map($value).and_then(|value: f64| parts([value]))
            },
            finish: |sum, pages| sum[0] / pages,
        }
    };
}

/// Every measure.
pub static MEASURES: &[Measure] = &[
    mean!("lcs", "longest common subsequence of tokens (ROUGE-L), F1, mean over pages", |t| t
        .lcs
        .f1),
    mean!("lcs_p", "its precision", |t| t.lcs.precision),
    mean!("lcs_r", "its recall", |t| t.lcs.recall),
    Measure {
        name: "lcs_micro",
        about: "the same over all tokens of all pages at once",
        smaller_is_better: false,
        parts: |o| {
            let t = o.text.as_ref()?;
            parts([t.lcs_tokens as f64, t.extracted_tokens as f64, t.gold_tokens as f64])
        },
        finish: |[hit, extracted, gold, ..], _| f1(hit, extracted, gold),
    },
    mean!("lsum", "ROUGE-LSum, line by line, F1, mean over pages", |t| t.rouge_lsum.f1),
    mean!("lsum_p", "its precision", |t| t.rouge_lsum.precision),
    mean!("lsum_r", "its recall", |t| t.rouge_lsum.recall),
    Measure {
        name: "edit",
        about: "token edit distance over the longer text, mean over pages: 0 is identical",
        smaller_is_better: true,
        parts: |o| parts([o.text.as_ref()?.levenshtein]),
        finish: |sum, pages| sum[0] / pages,
    },
    Measure {
        name: "edit_chars",
        about: "token edits over the longer text's characters, mean over pages (as the thesis's figures are)",
        smaller_is_better: true,
        parts: |o| parts([o.text.as_ref()?.edits_per_char]),
        finish: |sum, pages| sum[0] / pages,
    },
    mean!("jaccard", "shared over all distinct tokens, mean over pages", |t| t.jaccard),
    mean!("bow", "bag of words with counts, F1, mean over pages", |t| t.bow.f1),
    mean!("bow_p", "its precision", |t| t.bow.precision),
    mean!("bow_r", "its recall", |t| t.bow.recall),
    mean!("wordset", "distinct words, F1, mean over pages (the thesis's bag of words)", |t| t
        .word_set
        .f1),
    mean!("sh4_page", "runs of four tokens, F1, mean over pages (the thesis's 4-gram)", |t| t
        .shingles
        .f1),
    Measure {
        name: "sh4",
        about: "runs of four tokens from normalised counts (article-extraction-benchmark)",
        smaller_is_better: false,
        parts: |o| {
            let ShingleCounts { hit, extra, missed } = o.text.as_ref()?.shingle_counts;
            let sum = (hit + extra + missed).max(1) as f64;
            parts([hit as f64 / sum, extra as f64 / sum, missed as f64 / sum])
        },
        finish: |[hit, extra, missed, ..], _| f1(hit, hit + extra, hit + missed),
    },
    Measure {
        name: "snip",
        about: "snippets in and out, balanced accuracy over all pages (trafilatura)",
        smaller_is_better: false,
        parts: |o| {
            let s = o.snippets.as_ref()?;
            parts([s.found as f64, s.wanted as f64, s.absent as f64, s.unwanted as f64])
        },
        finish: |[found, wanted, absent, unwanted, _], _| {
            let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 1.0 };
            (share(found, wanted) + share(absent, unwanted)) / 2.0
        },
    },
    Measure {
        name: "words",
        about: "words of labelled blocks, F1 on content",
        smaller_is_better: false,
        parts: |o| parts_of(&o.blocks.as_ref()?.words),
        finish: |sum, _| confusion(sum).prf().f1,
    },
    Measure {
        name: "words2",
        about: "words of labelled blocks, comments among the content, F1 of both classes weighted by their size",
        smaller_is_better: false,
        parts: |o| parts_of(&o.blocks.as_ref()?.words_with_comments),
        finish: |sum, _| confusion(sum).weighted_f1(),
    },
    Measure {
        name: "word_accuracy",
        about: "words of labelled blocks, share decided right",
        smaller_is_better: false,
        parts: |o| parts_of(&o.blocks.as_ref()?.words),
        finish: |sum, _| confusion(sum).accuracy(),
    },
    Measure {
        name: "word_fpr",
        about: "words of labelled blocks, share of the rest that was kept",
        smaller_is_better: true,
        parts: |o| parts_of(&o.blocks.as_ref()?.words),
        finish: |sum, _| confusion(sum).false_positive_rate(),
    },
    Measure {
        name: "nodes",
        about: "text nodes of labelled blocks, F1 on content",
        smaller_is_better: false,
        parts: |o| parts_of(&o.blocks.as_ref()?.nodes),
        finish: |sum, _| confusion(sum).prf().f1,
    },
    Measure {
        name: "leaves",
        about: "text nodes of labelled blocks and media, F1 on content",
        smaller_is_better: false,
        parts: |o| parts_of(&o.blocks.as_ref()?.leaves),
        finish: |sum, _| confusion(sum).prf().f1,
    },
    Measure {
        name: "auc",
        about: "area under the ROC curve of the blocks' scores, by words, mean over pages",
        smaller_is_better: false,
        parts: |o| {
            let scored = o.blocks.as_ref()?.scored.iter().copied();
            parts([crate::measures::auc(scored)?])
        },
        finish: |sum, pages| sum[0] / pages,
    },
    Measure {
        name: "failed",
        about: "share of pages without an answer: panics, time-outs, pages that can not be read",
        smaller_is_better: true,
        parts: |o| parts([f64::from(u8::from(o.failure.is_some()))]),
        finish: |sum, pages| sum[0] / pages,
    },
    Measure {
        name: "conf_error",
        about: "how far the confidence is from the lcs F1, mean over pages: 0 is always right",
        smaller_is_better: true,
        parts: |o| confidence(o).and_then(|(said, is)| parts([(said - is).abs()])),
        finish: |sum, pages| sum[0] / pages,
    },
    Measure {
        name: "conf_corr",
        about: "correlation of the confidence with the lcs F1; 0 where one of them does not vary",
        smaller_is_better: false,
        parts: |o| confidence(o).and_then(|(x, y)| parts([x, y, x * x, y * y, x * y])),
        finish: correlation,
    },
    Measure {
        name: "type",
        about: "share of pages whose type was told right, of those where one was told and is known",
        smaller_is_better: false,
        parts: |o| parts([f64::from(u8::from(o.page_type.as_ref()?.right))]),
        finish: |sum, pages| sum[0] / pages,
    },
];

/// The measure of that name.
pub fn find(name: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|m| m.name == name)
}

fn f1(hit: f64, extracted: f64, gold: f64) -> f64 {
    let share = |whole: f64| if whole > 0.0 { hit / whole } else { 0.0 };
    Prf::from_shares(share(extracted), share(gold)).f1
}

/// What an extractor said of a page, and what is true of it.
pub(crate) fn confidence(outcome: &Outcome) -> Option<(f64, f64)> {
    Some((f64::from(outcome.confidence?), outcome.text.as_ref()?.lcs.f1))
}

/// Pearson's correlation from sums; spreads as small as rounding count as none.
fn correlation([x, y, xx, yy, xy]: Parts, pages: f64) -> f64 {
    let spread = |sum: f64, squares: f64| squares / pages - (sum / pages).powi(2);
    let (of_x, of_y) = (spread(x, xx), spread(y, yy));
    let common = xy / pages - (x / pages) * (y / pages);
    if of_x.min(of_y) > 1e-9 { (common / (of_x * of_y).sqrt()).clamp(-1.0, 1.0) } else { 0.0 }
}

fn parts_of(c: &Confusion) -> Option<Parts> {
    parts([c.hit as f64, c.extra as f64, c.missed as f64, c.dropped as f64])
}

fn confusion(parts: Parts) -> Confusion {
    let [hit, extra, missed, dropped, _] = parts.map(|part| part.round() as usize);
    Confusion { hit, extra, missed, dropped }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::{PageScores, shingle_f1};

    #[test]
    fn normalised_shingles_agree_with_the_measure_they_name() {
        let pages =
            [PageScores::of("a b c d e f g", "a b c d e x y"), PageScores::of("a b", "b a c d e")];
        let direct = shingle_f1(pages.iter().map(|p| &p.shingle_counts)).f1;
        let measure = find("sh4").expect("a measure");
        let outcomes = pages.map(|text| Outcome { text: Some(text), ..Outcome::default() });
        assert!((measure.over(&outcomes).expect("pages") - direct).abs() < 1e-12);
    }

    #[test]
    fn confidence_is_compared_with_what_is_true() {
        let page = |confidence: f32, text: &str| Outcome {
            text: Some(PageScores::of("a b c d", text)),
            confidence: Some(confidence),
            ..Outcome::default()
        };
        let value = |name: &str, pages: &[Outcome]| find(name).expect("a measure").over(pages);
        // True values are 1, 2/3 and 0.
        let pages = [page(1.0, "a b c d"), page(0.75, "a b"), page(0.5, "z")];
        let error = value("conf_error", &pages).expect("pages");
        assert!((error - (0.0 + 1.0 / 12.0 + 0.5) / 3.0).abs() < 1e-9, "{error}");
        let correlation = value("conf_corr", &pages).expect("pages");
        assert!((correlation - 0.981_98).abs() < 1e-5, "{correlation}");
        assert_eq!(value("conf_corr", &pages[..1]), Some(0.0));
        assert_eq!(value("conf_error", &[Outcome::default()]), None);
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = MEASURES.iter().map(|m| m.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), MEASURES.len());
    }
}
