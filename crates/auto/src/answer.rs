//! What is measured of an answer, beside the page as a whole: what its confidence is judged by.
//!
//! The expected F1 takes every block for itself and the probabilities for exact. Who has seen how answers turn out
//! knows more: that one in many pieces is worse than it looks, or one on which readability agrees better.

use super::choose::{Choice, Order};
use super::columns::{ColumnSink, Names, Values};
use dehusk_blocks::features::{Family, NO_ANCESTOR, Tag};
use dehusk_extract::Document;

/// What is measured of each block, to be averaged over what the answer keeps.
const MEASURES: [&str; 12] = [
    "link_density",
    "punctuation",
    "in_li",
    "in_td",
    "in_p",
    "inside",
    "siblings",
    "vote_readability",
    "negative",
    "comment",
    "related",
    "position",
];
const READABILITY: usize = 7;

/// The numbers of an answer that keeps the first blocks of an order. `votes` say which
/// blocks readability keeps.
pub(super) fn values(
    document: &Document,
    votes: &[f32],
    order: &Order,
    choice: &Choice,
) -> Vec<f32> {
    let mut values = Values::default();
    give(document, votes, order, choice, &mut values);
    values.0
}

/// The names of [`values`].
pub(super) fn names() -> Vec<String> {
    let document = Document::new(dehusk_page::Page::parse(""));
    let order = Order::new(&[], &[]);
    let mut names = Names::default();
    give(&document, &[], &order, &order.choice(0, 1.0), &mut names);
    names.0
}

fn give(
    document: &Document,
    votes: &[f32],
    order: &Order,
    choice: &Choice,
    sink: &mut dyn ColumnSink,
) {
    let count = choice.keep.iter().filter(|&&keep| keep).count();
    likelihood(order, count, sink);
    place(order, count, &choice.keep, sink);
    let words = order.words(count);
    let (mut sums, mut voted) = ([0.0; MEASURES.len()], 0.0);
    for (block, (keep, weight)) in choice.keep.iter().zip(order.weights).enumerate() {
        let measures = measures(document, votes, block);
        voted += measures[READABILITY] * weight;
        if *keep {
            sums.iter_mut().zip(measures).for_each(|(sum, value)| *sum += value * weight);
        }
    }
    sink.add("given_agrees_readability", 2.0 * sums[READABILITY] / (words + voted).max(1.0));
    for (name, sum) in MEASURES.iter().zip(sums) {
        sink.add_to("given_", name, sum / words.max(1.0));
    }
}

/// How much is kept, and how likely it is.
fn likelihood(order: &Order, count: usize, sink: &mut dyn ColumnSink) {
    let (words, content) = (order.words(count), order.content(count));
    let (all, all_content) = (order.words(order.blocks.len()), order.content(order.blocks.len()));
    sink.add("given_expected", order.expected(count, 1.0));
    sink.add("given_last", order.probability(count.saturating_sub(1)));
    sink.add("given_next", order.probability(count));
    sink.add("given_share", words / all.max(1.0));
    sink.add("given_log_words", words.ln_1p());
    sink.add("given_log_blocks", (count as f32).ln_1p());
    sink.add("given_probability", content / words.max(1.0));
    sink.add("given_recall", content / all_content.max(1e-6));
    sink.add("given_lost", (all_content - content) / (all - words).max(1.0));
    sink.add("given_content", all_content / all.max(1.0));
}

/// Where it stands in the page, and in how many pieces.
fn place(order: &Order, count: usize, keep: &[bool], sink: &mut dyn ColumnSink) {
    let blocks = keep.len().max(1) as f32;
    let runs = keep.iter().zip(keep.iter().skip(1)).filter(|(a, b)| a != b).count() as f32;
    let first = keep.iter().position(|&k| k).unwrap_or(0);
    let end = keep.iter().rposition(|&k| k).map_or(0, |last| last + 1);
    let span: f32 = order.weights.get(first..end).unwrap_or_default().iter().sum();
    sink.add("given_runs", runs);
    sink.add("given_runs_share", runs / blocks);
    sink.add("given_first", first as f32 / blocks);
    sink.add("given_end", end as f32 / blocks);
    sink.add("given_filled", count as f32 / end.saturating_sub(first).max(1) as f32);
    sink.add("given_span", span / order.words(count).max(1.0));
}

fn measures(document: &Document, votes: &[f32], block: usize) -> [f32; MEASURES.len()] {
    let features = document.features();
    if block >= features.len() {
        return Default::default();
    }
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
        votes.get(block).copied().unwrap_or_default(),
        family(Family::Negative),
        family(Family::Comment),
        family(Family::Related),
        features.place(block).position,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input, vote};
    use dehusk_page::Page;

    fn of(probabilities: &[f32], count: usize) -> Vec<(String, f32)> {
        let html = "<p>one two three four</p>".repeat(probabilities.len());
        let document = Document::new(Page::parse(html));
        let (votes, weights) = (vote::of(&document), input::weights(&document));
        let order = Order::new(probabilities, &weights);
        let values = values(&document, &votes, &order, &order.choice(count, 1.0));
        names().into_iter().zip(values).collect()
    }

    fn value(values: &[(String, f32)], name: &str) -> f32 {
        values.iter().find(|(n, _)| n == name).map(|(_, value)| *value).unwrap()
    }

    #[test]
    fn what_is_kept_is_measured() {
        let found = of(&[0.9, 0.1, 0.7, 0.1], 2);
        let expected = [
            ("given_share", 0.5),
            ("given_last", 0.7),
            ("given_next", 0.1),
            ("given_probability", 0.8),
            ("given_runs", 3.0),
            ("given_end", 0.75),
            ("given_span", 1.5),
            ("given_in_p", 1.0),
            ("given_in_li", 0.0),
        ];
        for (name, expected) in expected {
            assert!((value(&found, name) - expected).abs() < 1e-4, "{name}");
        }
    }

    #[test]
    fn an_answer_of_nothing_has_numbers() {
        for values in [of(&[], 0), of(&[0.2, 0.1], 0)] {
            assert!(values.iter().all(|(_, value)| value.is_finite()));
        }
    }
}
