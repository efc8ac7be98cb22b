//! The answers there are to choose from, and what is measured of each.
//!
//! The expected F1 takes every block for itself and the probabilities for exact. A model that has seen how
//! answers turn out knows more: that where the comments are not kept the related links are not either, or that
//! an answer on which readability agrees is better than it looks. So the answer with the largest expected F1 is
//! compared with those at other cuts, by what each of them keeps and by what they differ in.

use super::choose::{Choice, Order};
use super::named::{Names, Sink, Values};
use super::table::Table;
use crate::Document;
use dehusk_blocks::Features;
use dehusk_blocks::features::{FAR, Family, Tag};

/// The cuts at which answers are made, beside the one with the largest expected F1.
const CUTS: [f32; 12] = [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02];
/// How much the expected F1 counts beside what the model says: both err, in different ways, and on pages unlike
/// all that were learned from the expected F1 errs less.
const EXPECTED: f32 = 4.0;

/// What is measured of each block, to be averaged over what an answer keeps.
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
type Sums = [f32; MEASURES.len()];

/// One answer that could be given.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The answer.
    pub choice: Choice,
    /// What is measured of it.
    pub values: Vec<f32>,
}

/// All that could be given for a document; the one with the largest expected F1 is at `best`.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// From the one that keeps least to the one that keeps most.
    pub list: Vec<Candidate>,
    /// Where the one with the largest expected F1 stands.
    pub best: usize,
}

impl Candidates {
    /// Of a document whose table has the columns of the first model.
    pub fn new(
        document: &Document,
        table: &Table,
        probabilities: &[f32],
        weights: &[f32],
        page: &[f32],
        beta: f32,
    ) -> Candidates {
        let order = Order::new(probabilities, weights);
        let largest = order.largest(beta);
        let mut counts = vec![largest];
        // Who prefers precision or recall is not asking for what is best in both.
        if beta == 1.0 {
            counts.extend(CUTS.iter().map(|&cut| order.count_above(cut)).filter(|&n| n > 0));
        }
        counts.sort_unstable();
        counts.dedup();
        let work = Work::new(document, table, &order, largest);
        let candidate = |&count: &usize| {
            let choice = order.choice(count, beta);
            let mut values = Values::default();
            work.give(count, &choice.keep, &mut values);
            values.0.extend_from_slice(page);
            Candidate { choice, values: values.0 }
        };
        let list: Vec<Candidate> = counts.iter().map(candidate).collect();
        let best = counts.iter().position(|&count| count == largest).unwrap_or(0);
        Candidates { list, best }
    }

    /// The names of what is measured of an answer itself; those of the page follow.
    pub fn names() -> Vec<String> {
        let document = Document::new(dehusk_page::Page::parse(""));
        let (table, order) = (Table::new(0, 0), Order::new(&[], &[]));
        let mut names = Names::default();
        Work::new(&document, &table, &order, 0).give(0, &[], &mut names);
        names.0
    }

    /// The one to give, by how much better each is said to be than the one with the largest expected F1.
    pub fn choose(self, gains: &[f32]) -> Option<Candidate> {
        let expected = |n: usize| self.list.get(n).map_or(0.0, |c| c.choice.expected);
        let score = |n: usize| gains.get(n).copied().unwrap_or(0.0) + EXPECTED * expected(n);
        // Of two that are the same, the expected one.
        let mut chosen = self.best;
        for n in 0..self.list.len() {
            if score(n) > score(chosen) {
                chosen = n;
            }
        }
        self.list.into_iter().nth(chosen)
    }
}

/// Sums over the blocks in the order of their probability, so that an answer costs no walk over its blocks.
struct Work<'a> {
    order: &'a Order<'a>,
    /// Measures of the first so many blocks, each times its words.
    sums: Vec<Sums>,
    largest: usize,
}

impl<'a> Work<'a> {
    fn new(document: &Document, table: &Table, order: &'a Order<'a>, largest: usize) -> Work<'a> {
        let mut sums = Vec::with_capacity(order.blocks.len() + 1);
        let mut sum = [0.0; MEASURES.len()];
        sums.push(sum);
        for &block in &order.blocks {
            let block = block as usize;
            let weight = order.weights.get(block).copied().unwrap_or(0.0);
            let measures = measures(document, table, block);
            sum.iter_mut().zip(measures).for_each(|(sum, value)| *sum += value * weight);
            sums.push(sum);
        }
        Work { order, sums, largest }
    }

    fn give(&self, count: usize, keep: &[bool], sink: &mut dyn Sink) {
        self.answer(count, sink);
        self.place(count, keep, sink);
        self.difference(count, sink);
        let kept = self.order.words(count);
        for (name, sum) in MEASURES.iter().zip(self.sums[count]) {
            sink.add_to("candidate_", name, sum / kept.max(1.0));
        }
    }

    /// What is kept, and how likely it is.
    fn answer(&self, count: usize, sink: &mut dyn Sink) {
        let order = self.order;
        let (words, content) = (order.words(count), order.content(count));
        let (all, all_content) =
            (order.words(order.blocks.len()), order.content(order.blocks.len()));
        let expected = order.expected(count, 1.0);
        let largest = order.expected(self.largest, 1.0);
        sink.add("candidate_expected", expected);
        sink.add("candidate_largest", largest);
        sink.add("candidate_below_largest", expected - largest);
        sink.add("candidate_last", order.probability(count.saturating_sub(1)));
        sink.add("candidate_next", order.probability(count));
        sink.add("candidate_share", words / all.max(1.0));
        sink.add("candidate_log_words", words.ln_1p());
        sink.add("candidate_log_blocks", (count as f32).ln_1p());
        sink.add("candidate_probability", content / words.max(1.0));
        sink.add("candidate_recall", content / all_content.max(1e-6));
        sink.add("candidate_lost", (all_content - content) / (all - words).max(1.0));
        sink.add("candidate_content", all_content / all.max(1.0));
        let both = self.sums[count][READABILITY];
        let kept = self.sums[order.blocks.len()][READABILITY];
        sink.add("candidate_agrees_readability", 2.0 * both / (words + kept).max(1.0));
    }

    /// Where it stands in the page, and in how many pieces.
    fn place(&self, count: usize, keep: &[bool], sink: &mut dyn Sink) {
        let blocks = keep.len().max(1) as f32;
        let runs = keep.iter().zip(keep.iter().skip(1)).filter(|(a, b)| a != b).count() as f32;
        let first = keep.iter().position(|&k| k).unwrap_or(0);
        let end = keep.iter().rposition(|&k| k).map_or(0, |last| last + 1);
        let span: f32 = self.order.weights.get(first..end).unwrap_or_default().iter().sum();
        sink.add("candidate_runs", runs);
        sink.add("candidate_runs_share", runs / blocks);
        sink.add("candidate_first", first as f32 / blocks);
        sink.add("candidate_end", end as f32 / blocks);
        sink.add("candidate_filled", count as f32 / end.saturating_sub(first).max(1) as f32);
        sink.add("candidate_span", span / self.order.words(count).max(1.0));
    }

    /// What it keeps beyond the one with the largest expected F1, or less than it.
    fn difference(&self, count: usize, sink: &mut dyn Sink) {
        let order = self.order;
        let (low, high) = (count.min(self.largest), count.max(self.largest));
        let words = order.words(high) - order.words(low);
        let content = order.content(high) - order.content(low);
        let side = (count as f32 - self.largest as f32).clamp(-1.0, 1.0);
        let of_largest = order.words(self.largest).max(1.0);
        sink.add("candidate_side", side);
        sink.add("candidate_difference", words / of_largest);
        sink.add("candidate_difference_probability", content / words.max(1e-6));
        sink.add("candidate_largest_log_words", of_largest.ln_1p());
        for (at, name) in MEASURES.iter().enumerate() {
            let sum = self.sums[high][at] - self.sums[low][at];
            sink.add_to("candidate_difference_", name, sum / words.max(1e-6));
        }
    }
}

fn measures(document: &Document, table: &Table, block: usize) -> Sums {
    let Some(features) = document.features().get(block) else { return Sums::default() };
    let flag = |is: bool| f32::from(u8::from(is));
    let tag = |tag| flag(features.tags.get(tag) != FAR);
    let family = |family| flag(features.families.get(family) != FAR);
    [
        features.text.link_density,
        features.text.punctuation_ratio,
        tag(Tag::Li),
        tag(Tag::Td),
        tag(Tag::P),
        flag(features.content.inside),
        features.siblings[1] as f32,
        table.get(block, Features::LEN),
        family(Family::Negative),
        family(Family::Comment),
        family(Family::Related),
        features.place.position,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto::input;
    use dehusk_page::Page;

    fn candidates(probabilities: &[f32], beta: f32) -> Candidates {
        let html = "<p>one two three four</p>".repeat(probabilities.len());
        let document = Document::new(Page::parse(html));
        let table = input::first(&document);
        let weights = input::weights(&document);
        Candidates::new(&document, &table, probabilities, &weights, &[7.0], beta)
    }

    #[test]
    fn every_answer_is_a_cut_and_measured() {
        let found = candidates(&[0.97, 0.6, 0.1], 1.0);
        let kept: Vec<usize> =
            found.list.iter().map(|c| c.choice.keep.iter().filter(|&&k| k).count()).collect();
        assert_eq!((kept, found.best), (vec![1, 2, 3], 1));
        let width = Candidates::names().len() + 1;
        assert!(found.list.iter().all(|c| c.values.len() == width && c.values[width - 1] == 7.0));
        assert!(found.list.iter().all(|c| c.values.iter().all(|v| v.is_finite())));
    }

    #[test]
    fn the_expected_one_is_given_unless_another_is_said_to_be_better() {
        let keep =
            |gains: &[f32]| candidates(&[0.97, 0.6, 0.1], 1.0).choose(gains).unwrap().choice.keep;
        assert_eq!(keep(&[0.0; 3]), [true, true, false]);
        assert_eq!(keep(&[0.0, 0.0, 2.0]), [true, true, true]);
        assert_eq!(keep(&[]), [true, true, false]);
    }

    #[test]
    fn a_preference_leaves_one_answer() {
        assert_eq!(candidates(&[0.97, 0.6, 0.1], 2.5).list.len(), 1);
        assert_eq!(candidates(&[], 1.0).list.len(), 1);
    }
}
