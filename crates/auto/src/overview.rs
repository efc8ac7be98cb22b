//! The page as a whole, once the first model has spoken: what its kind, the second model and the
//! confidence are judged by.

use super::choose::{Choice, choose};
use super::columns::{ColumnSink, Names, Values};
use dehusk_blocks::features::{Family, Markup, NO_ANCESTOR, Tag};
use dehusk_extract::Document;

/// What is measured of a page and an answer about its blocks.
pub struct Overview<'d> {
    document: &'d Document,
    probabilities: &'d [f32],
    weights: &'d [f32],
    choice: &'d Choice,
}

impl<'d> Overview<'d> {
    /// Of a document, the blocks' probabilities and weights, and what was chosen by them.
    pub fn new(
        document: &'d Document,
        probabilities: &'d [f32],
        weights: &'d [f32],
        choice: &'d Choice,
    ) -> Overview<'d> {
        Overview { document, probabilities, weights, choice }
    }

    /// The names of [`Overview::values`].
    pub fn names() -> Vec<String> {
        let document = Document::new(dehusk_page::Page::parse(""));
        let choice = choose(&[], &[], 1.0);
        let mut names = Names::default();
        Overview::new(&document, &[], &[], &choice).give(&mut names);
        names.0
    }

    /// All numbers.
    pub fn values(&self) -> Vec<f32> {
        let mut values = Values::default();
        self.give(&mut values);
        values.0
    }

    fn give(&self, sink: &mut dyn ColumnSink) {
        self.sizes(sink);
        self.surroundings(sink);
        self.answer(sink);
        self.declared(sink);
    }

    /// The mean of something over blocks, weighted by words.
    fn mean(&self, of: impl Fn(usize) -> f32) -> f32 {
        let sum: f32 = self.weights.iter().enumerate().map(|(n, w)| of(n) * w).sum();
        sum / self.weights.iter().sum::<f32>().max(1.0)
    }

    fn sizes(&self, sink: &mut dyn ColumnSink) {
        let (facts, features) = (self.document.facts(), self.document.features());
        let words = facts.words.max(1) as f32;
        let blocks = facts.blocks.max(1) as f32;
        let longest = self.document.blocks().iter().map(|b| b.words).max().unwrap_or(0);
        sink.add("page_log_blocks", blocks.ln());
        sink.add("page_log_words", words.ln());
        sink.add("page_words_per_block", words / blocks);
        sink.add("page_link_density", facts.link_words as f32 / words);
        sink.add("page_long_share", facts.long_words as f32 / words);
        sink.add("page_longest_block", longest as f32);
        sink.add("page_content_share", facts.content_share);
        sink.add("page_punctuation", self.mean(|n| features.text(n).punctuation_ratio));
        sink.add("page_digits", self.mean(|n| features.text(n).digit_ratio));
        sink.add("page_dates", self.mean(|n| features.text(n).dates as f32));
        sink.add("page_depth", self.mean(|n| features.place(n).depth as f32));
        sink.add("page_repeats", self.mean(|n| features.likeness(n).repeats as f32));
        sink.add("page_siblings_1", self.mean(|n| (features.siblings(n)[0] as f32).ln_1p()));
        sink.add("page_siblings_2", self.mean(|n| (features.siblings(n)[1] as f32).ln_1p()));
        sink.add("page_siblings_3", self.mean(|n| (features.siblings(n)[2] as f32).ln_1p()));
    }

    /// The share of the page's words inside each kind of element.
    fn surroundings(&self, sink: &mut dyn ColumnSink) {
        let total = self.weights.iter().sum::<f32>().max(1.0);
        let mut tags = vec![0.0; Tag::ALL.len()];
        let mut families = vec![0.0; Family::ALL.len()];
        let features = self.document.features();
        for (block, weight) in self.weights.iter().enumerate() {
            let add =
                |sum: &mut f32, near: u8| *sum += if near == NO_ANCESTOR { 0.0 } else { *weight };
            let (near, named) = (features.tags(block), features.families(block));
            tags.iter_mut().zip(Tag::ALL).for_each(|(s, &t)| add(s, near.get(t)));
            families.iter_mut().zip(Family::ALL).for_each(|(s, &f)| add(s, named.get(f)));
        }
        for (sum, tag) in tags.iter().zip(Tag::ALL) {
            sink.add_to("page_in_", tag.name(), sum / total);
        }
        for (sum, family) in families.iter().zip(Family::ALL) {
            sink.add_to("page_in_family_", family.name(), sum / total);
        }
    }

    /// What the answer keeps.
    fn answer(&self, sink: &mut dyn ColumnSink) {
        let kept = |n: usize| self.choice.keep.get(n).copied().unwrap_or(false);
        let features = self.document.features();
        let share = |of: &dyn Fn(usize) -> f32| self.mean(|n| if kept(n) { of(n) } else { 0.0 });
        let all = share(&|_| 1.0);
        let of_kept = |part: f32| part / all.max(1e-6);
        let keep = &self.choice.keep;
        let runs = keep.iter().zip(keep.iter().skip(1)).filter(|(a, b)| a != b).count();
        let doubt = self.mean(|n| self.probabilities[n] * (1.0 - self.probabilities[n]));
        let kept_words = all * self.weights.iter().sum::<f32>();
        let first = keep.iter().position(|&k| k).unwrap_or(0);
        sink.add("answer_expected", self.choice.expected);
        sink.add("answer_cut", self.choice.cut);
        sink.add("answer_share", all);
        sink.add("answer_log_words", kept_words.ln_1p());
        sink.add("answer_log_blocks", (keep.iter().filter(|&&k| k).count() as f32).ln_1p());
        sink.add("answer_probability", self.mean(|n| self.probabilities[n]));
        sink.add("answer_most", self.probabilities.iter().copied().fold(0.0, f32::max));
        sink.add("answer_doubt", doubt);
        sink.add("answer_runs", runs as f32);
        sink.add("answer_runs_share", runs as f32 / keep.len().max(1) as f32);
        sink.add("answer_first", first as f32 / keep.len().max(1) as f32);
        sink.add("answer_link_density", of_kept(share(&|n| features.text(n).link_density)));
        sink.add(
            "answer_long",
            of_kept(share(&|n| f32::from(u8::from(features.text(n).words >= 15)))),
        );
        sink.add("answer_punctuation", of_kept(share(&|n| features.text(n).punctuation_ratio)));
        sink.add(
            "answer_inside",
            of_kept(share(&|n| f32::from(u8::from(features.content(n).inside)))),
        );
        for (name, tag) in [
            ("list", Tag::Li),
            ("table", Tag::Td),
            ("paragraph", Tag::P),
            ("article", Tag::Article),
        ] {
            let near = share(&|n| f32::from(u8::from(features.tags(n).get(tag) != NO_ANCESTOR)));
            sink.add_to("answer_in_", name, of_kept(near));
        }
    }

    fn declared(&self, sink: &mut dyn ColumnSink) {
        let kinds = self.document.facts().declared;
        sink.add_flag("declared_article", kinds.article);
        sink.add_flag("declared_product", kinds.product);
        sink.add_flag("declared_list", kinds.list);
        sink.add_flag("declared_forum", kinds.forum);
        sink.add_flag("declared_site", kinds.site);
        let markup = self.document.facts().markup.to_vec();
        for (name, value) in Markup::names().iter().zip(markup) {
            sink.add_to("markup_", name, value);
        }
    }
}
