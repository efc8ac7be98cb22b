//! What is measured of an answer, beside the page as a whole: what its confidence is judged by.
//!
//! The expected F1 takes every block for itself and the probabilities for exact. Who has seen how answers turn out
//! knows more: that one in many pieces is worse than it looks, or one that leaves out what looks like the rest of it.

use super::columns::{ColumnSink, Names, Values};
use super::left_alike::LeftAlike;
use dehusk_blocks::features::{Family, NO_ANCESTOR, Tag};
use dehusk_extract::Document;

/// What is measured of each block, to be averaged over what the answer keeps.
const MEASURES: [&str; 11] = [
    "link_density",
    "punctuation",
    "in_li",
    "in_td",
    "in_p",
    "inside",
    "siblings",
    "negative",
    "comment",
    "related",
    "position",
];

/// An answer: which blocks it keeps, how likely each is content, and what it weighs.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub document: &'a Document,
    pub probabilities: &'a [f32],
    pub weights: &'a [f32],
    pub keep: &'a [bool],
}

impl Given<'_> {
    /// The numbers of the answer.
    pub fn values(&self, left: &LeftAlike) -> Vec<f32> {
        let mut values = Values::default();
        self.give(left, &mut values);
        values.0
    }

    fn give(&self, left: &LeftAlike, sink: &mut dyn ColumnSink) {
        let sums = Sums::of(self);
        self.likelihood(&sums, sink);
        self.place(&sums, sink);
        sink.add("given_left_alike", left.words() / sums.kept.max(1.0));
        sink.add("given_left_behind", left.behind() / sums.kept.max(1.0));
        let mut means = [0.0; MEASURES.len()];
        for (block, weight) in
            self.weights.iter().enumerate().filter(|(block, _)| self.keep[*block])
        {
            let measures = measures(self.document, block);
            means.iter_mut().zip(measures).for_each(|(sum, value)| *sum += value * weight);
        }
        for (name, sum) in MEASURES.iter().zip(means) {
            sink.add_to("given_", name, sum / sums.kept.max(1.0));
        }
    }

    /// How much is kept, and how likely it is.
    fn likelihood(&self, sums: &Sums, sink: &mut dyn ColumnSink) {
        let blocks = self.keep.iter().filter(|&&keep| keep).count();
        sink.add("given_expected", sums.expected());
        sink.add("given_least", sums.least_kept);
        sink.add("given_most_left", sums.most_left);
        sink.add("given_share", sums.kept / sums.all.max(1.0));
        sink.add("given_log_words", sums.kept.ln_1p());
        sink.add("given_log_blocks", (blocks as f32).ln_1p());
        sink.add("given_probability", sums.kept_content / sums.kept.max(1.0));
        sink.add("given_recall", sums.kept_content / sums.content.max(1e-6));
        let left = sums.content - sums.kept_content;
        sink.add("given_lost", left / (sums.all - sums.kept).max(1.0));
        sink.add("given_content", sums.content / sums.all.max(1.0));
        sink.add("given_doubt", sums.doubt / sums.all.max(1.0));
    }

    /// Where it stands in the page, and in how many pieces.
    fn place(&self, sums: &Sums, sink: &mut dyn ColumnSink) {
        let keep = self.keep;
        let blocks = keep.len().max(1) as f32;
        let count = keep.iter().filter(|&&keep| keep).count();
        let runs = keep.iter().zip(keep.iter().skip(1)).filter(|(a, b)| a != b).count() as f32;
        let first = keep.iter().position(|&k| k).unwrap_or(0);
        let end = keep.iter().rposition(|&k| k).map_or(0, |last| last + 1);
        let span: f32 = self.weights.get(first..end).unwrap_or_default().iter().sum();
        sink.add("given_runs", runs);
        sink.add("given_runs_share", runs / blocks);
        sink.add("given_first", first as f32 / blocks);
        sink.add("given_end", end as f32 / blocks);
        sink.add("given_filled", count as f32 / end.saturating_sub(first).max(1) as f32);
        sink.add("given_span", span / sums.kept.max(1.0));
    }
}

/// Sums over the blocks of an answer, in words.
#[derive(Default)]
struct Sums {
    all: f32,
    kept: f32,
    /// What can be expected to be content, of all and of what is kept.
    content: f32,
    kept_content: f32,
    doubt: f32,
    /// The least likely block that is kept, and the likeliest that is not.
    least_kept: f32,
    most_left: f32,
}

impl Sums {
    fn of(given: &Given) -> Sums {
        let mut sums = Sums { least_kept: 1.0, ..Sums::default() };
        for ((&p, &weight), &keep) in given.probabilities.iter().zip(given.weights).zip(given.keep)
        {
            sums.all += weight;
            sums.content += p * weight;
            sums.doubt += p * (1.0 - p) * weight;
            if keep {
                sums.kept += weight;
                sums.kept_content += p * weight;
                sums.least_kept = sums.least_kept.min(p);
            } else {
                sums.most_left = sums.most_left.max(p);
            }
        }
        sums
    }

    /// The F1 that can be expected.
    fn expected(&self) -> f32 {
        2.0 * self.kept_content / (self.kept + self.content).max(f32::MIN_POSITIVE)
    }
}

/// The names of [`Given::values`].
pub(super) fn names() -> Vec<String> {
    let document = Document::new(dehusk_page::Page::parse(""));
    let given = Given { document: &document, probabilities: &[], weights: &[], keep: &[] };
    let mut names = Names::default();
    given.give(&LeftAlike::default(), &mut names);
    names.0
}

fn measures(document: &Document, block: usize) -> [f32; MEASURES.len()] {
    let features = document.features();
    let (tags, families) = (features.tags(block), features.families(block));
    let text = features.text(block);
    let flag = |is: bool| f32::from(u8::from(is));
    let tag = |tag| flag(tags.get(tag) != NO_ANCESTOR);
    let family = |family| flag(families.get(family) != NO_ANCESTOR);
    [
        text.link_density,
        text.punctuation_ratio,
        tag(Tag::Li),
        tag(Tag::Td),
        tag(Tag::P),
        flag(features.content(block).inside),
        features.siblings(block)[1] as f32,
        family(Family::Negative),
        family(Family::Comment),
        family(Family::Related),
        features.place(block).position,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input;
    use dehusk_page::Page;

    fn of(probabilities: &[f32], keep: &[bool]) -> Vec<(String, f32)> {
        let html = "<p>one two three four</p>".repeat(probabilities.len());
        let document = Document::new(Page::parse(html));
        let weights = input::weights(&document);
        let given = Given { document: &document, probabilities, weights: &weights, keep };
        names().into_iter().zip(given.values(&LeftAlike::default())).collect()
    }

    fn value(values: &[(String, f32)], name: &str) -> f32 {
        values.iter().find(|(n, _)| n == name).map(|(_, value)| *value).unwrap()
    }

    #[test]
    fn what_is_kept_is_measured() {
        let found = of(&[0.9, 0.1, 0.7, 0.1], &[true, false, true, false]);
        let expected = [
            ("given_share", 0.5),
            ("given_least", 0.7),
            ("given_most_left", 0.1),
            ("given_probability", 0.8),
            ("given_runs", 3.0),
            ("given_end", 0.75),
            ("given_span", 1.5),
            ("given_in_p", 1.0),
            ("given_in_li", 0.0),
            ("given_expected", 12.8 / 15.2),
        ];
        for (name, expected) in expected {
            assert!((value(&found, name) - expected).abs() < 1e-4, "{name}");
        }
    }

    #[test]
    fn an_answer_of_nothing_has_numbers() {
        for values in [of(&[], &[]), of(&[0.2, 0.1], &[false, false])] {
            assert!(values.iter().all(|(_, value)| value.is_finite()));
        }
    }
}
