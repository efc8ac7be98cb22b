//! The page as a whole, once the first model has spoken: what its kind, the second model and the
//! confidence are judged by.

use super::address::Address;
use super::choose::{Choice, choose};
use super::columns::{ColumnSink, Names, Values};
use dehusk_blocks::features::{BlockFeatures, Family, Markup, NO_ANCESTOR, Tag, TextFeatures};
use dehusk_extract::Document;
use std::sync::LazyLock;

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
        let mut values = Values(Vec::with_capacity(EXPECTED));
        self.give(&mut values);
        values.0
    }

    fn give(&self, sink: &mut dyn ColumnSink) {
        let sums = Sums::of(self);
        self.sizes(&sums, sink);
        self.surroundings(sink);
        self.answer(&sums, sink);
        self.declared(sink);
    }

    fn sizes(&self, sums: &Sums, sink: &mut dyn ColumnSink) {
        let facts = self.document.facts();
        let words = facts.words.max(1) as f32;
        let blocks = facts.blocks.max(1) as f32;
        sink.add("page_log_blocks", blocks.ln());
        sink.add("page_log_words", words.ln());
        sink.add("page_words_per_block", words / blocks);
        sink.add("page_link_density", facts.link_words as f32 / words);
        sink.add("page_long_share", facts.long_words as f32 / words);
        sink.add("page_longest_block", sums.longest as f32);
        sink.add("page_content_share", facts.content_share);
        for (name, sum) in MEASURES.iter().zip(sums.all) {
            sink.add_to("page_", name, sums.mean(sum));
        }
    }

    /// The share of the page's words inside each kind of element.
    fn surroundings(&self, sink: &mut dyn ColumnSink) {
        let features = self.document.features();
        let total = self.weights.iter().sum::<f32>().max(1.0);
        // Blocks stand in far fewer kinds of surroundings than there are blocks.
        let mut words = vec![0.0; features.surroundings().len()];
        for (block, weight) in self.weights.iter().enumerate() {
            words[features.surrounding(block)] += weight;
        }
        let mut tags = [0.0; Tag::ALL.len()];
        let mut families = [0.0; Family::ALL.len()];
        for (around, words) in features.surroundings().iter().zip(words) {
            let add =
                |sum: &mut f32, near: u8| *sum += if near == NO_ANCESTOR { 0.0 } else { words };
            tags.iter_mut().zip(Tag::ALL).for_each(|(s, &t)| add(s, around.tags.get(t)));
            families.iter_mut().zip(Family::ALL).for_each(|(s, &f)| add(s, around.families.get(f)));
        }
        for (sum, tag) in tags.iter().zip(Tag::ALL) {
            sink.add_to("page_in_", tag.name(), sum / total);
        }
        for (sum, family) in families.iter().zip(Family::ALL) {
            sink.add_to("page_in_family_", family.name(), sum / total);
        }
    }

    /// What the answer keeps.
    fn answer(&self, sums: &Sums, sink: &mut dyn ColumnSink) {
        let all = sums.mean(sums.kept_words);
        let keep = &self.choice.keep;
        let runs = keep.iter().zip(keep.iter().skip(1)).filter(|(a, b)| a != b).count();
        let first = keep.iter().position(|&k| k).unwrap_or(0);
        sink.add("answer_expected", self.choice.expected);
        sink.add("answer_cut", self.choice.cut);
        sink.add("answer_share", all);
        sink.add("answer_log_words", (all * sums.words).ln_1p());
        sink.add("answer_log_blocks", (keep.iter().filter(|&&k| k).count() as f32).ln_1p());
        sink.add("answer_probability", sums.mean(sums.probability));
        sink.add("answer_most", self.probabilities.iter().copied().fold(0.0, f32::max));
        sink.add("answer_doubt", sums.mean(sums.doubt));
        sink.add("answer_runs", runs as f32);
        sink.add("answer_runs_share", runs as f32 / keep.len().max(1) as f32);
        sink.add("answer_first", first as f32 / keep.len().max(1) as f32);
        for (name, sum) in KEPT_MEASURES.iter().zip(sums.kept) {
            sink.add_to("answer_", name, sums.mean(sum) / all.max(1e-6));
        }
    }

    fn declared(&self, sink: &mut dyn ColumnSink) {
        let kinds = self.document.facts().declared;
        sink.add_flag("declared_article", kinds.article);
        sink.add_flag("declared_product", kinds.product);
        sink.add_flag("declared_list", kinds.list);
        sink.add_flag("declared_forum", kinds.forum);
        sink.add_flag("declared_site", kinds.site);
        let address = Address::of(self.document);
        sink.add_flag("declared_questions", kinds.questions);
        sink.add_flag("declared_faq", kinds.faq);
        sink.add_flag("address_thread", address.thread);
        sink.add_flag("address_forum", address.forum);
        let markup = self.document.facts().markup.to_vec();
        for (name, value) in Markup::names().iter().zip(markup) {
            sink.add_to("markup_", name, value);
        }
    }
}

/// Numbers for which there is room at once.
const EXPECTED: usize = 128;

/// What is measured of each block, to be averaged over all.
const MEASURES: [&str; 8] = [
    "punctuation",
    "digits",
    "dates",
    "depth",
    "repeats",
    "siblings_1",
    "siblings_2",
    "siblings_3",
];

/// What is measured of each block, to be averaged over what the answer keeps.
const KEPT_MEASURES: [&str; 8] = [
    "link_density",
    "long",
    "punctuation",
    "inside",
    "in_list",
    "in_table",
    "in_paragraph",
    "in_article",
];

/// Sums over the blocks of a page, in words.
#[derive(Default)]
struct Sums {
    words: f32,
    kept_words: f32,
    probability: f32,
    doubt: f32,
    all: [f32; MEASURES.len()],
    kept: [f32; KEPT_MEASURES.len()],
    /// The words of the longest block.
    longest: u32,
}

impl Sums {
    fn of(overview: &Overview) -> Sums {
        let features = overview.document.features();
        let logarithms = Logarithms::get();
        let mut sums = Sums::default();
        for (block, (&weight, &p)) in
            overview.weights.iter().zip(overview.probabilities).enumerate()
        {
            let text = features.text(block);
            let [first, second, third, _] =
                features.siblings(block).map(|siblings| logarithms.of(siblings));
            sums.words += weight;
            sums.longest = sums.longest.max(text.words);
            sums.probability += p * weight;
            sums.doubt += p * (1.0 - p) * weight;
            let values = [
                text.punctuation_ratio,
                text.digit_ratio,
                text.dates as f32,
                features.place(block).depth as f32,
                features.likeness(block).repeats as f32,
                first,
                second,
                third,
            ];
            sums.all.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * weight);
            if overview.choice.keep.get(block) == Some(&true) {
                sums.keep(&overview.document.features(), block, &text, weight);
            }
        }
        sums
    }

    fn keep(&mut self, features: &BlockFeatures, block: usize, text: &TextFeatures, weight: f32) {
        let flag = |is: bool| f32::from(u8::from(is));
        let near = |tag| flag(features.tags(block).get(tag) != NO_ANCESTOR);
        let values = [
            text.link_density,
            flag(text.words >= 15),
            text.punctuation_ratio,
            flag(features.content(block).inside),
            near(Tag::Li),
            near(Tag::Td),
            near(Tag::P),
            near(Tag::Article),
        ];
        self.kept_words += weight;
        self.kept.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * weight);
    }

    /// The mean of what was summed up, over all words.
    fn mean(&self, sum: f32) -> f32 {
        sum / self.words.max(1.0)
    }
}

/// The logarithms of small counts and one: blocks have mostly few siblings.
struct Logarithms([f32; 64]);

impl Logarithms {
    fn get() -> &'static Logarithms {
        static KNOWN: LazyLock<Logarithms> =
            LazyLock::new(|| Logarithms(std::array::from_fn(|count| (count as f32).ln_1p())));
        &KNOWN
    }

    fn of(&self, count: u32) -> f32 {
        self.0.get(count as usize).copied().unwrap_or_else(|| (count as f32).ln_1p())
    }
}
