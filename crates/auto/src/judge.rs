//! A model's answer about a document, step by step.

use super::alike;
use super::answer::Given;
use super::appeals;
use super::beside;
use super::choose::{Choice, Order, choose};
use super::coherence::cohere;
use super::comments;
use super::context::Context;
use super::forest::{Forest, probability};
use super::input;
use super::left_alike::LeftAlike;
use super::lexicon::Scores;
use super::model::Model;
use super::overview::Overview;
use super::table::Table;
use super::units::Units;
use dehusk_extract::{Diagnosis, Document, PageType, Trouble};

/// What a model says of a document.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// How likely each block is content.
    pub probabilities: Vec<f32>,
    /// What the probabilities alone would keep.
    pub choice: Choice,
    /// The blocks to keep.
    pub keep: Vec<bool>,
    /// What looks like it and is not kept.
    pub left_alike: LeftAlike,
    /// How likely the page is of each kind, in the order of [`PageType::ALL`].
    pub kinds: Vec<f32>,
    /// The numbers the confidence is judged by.
    pub confidence_input: Vec<f32>,
    /// The F1 this answer is estimated to get.
    pub confidence: f32,
    /// How likely its F1 is poor.
    pub risk: f32,
}

/// What is known after the first model.
pub struct FirstPass {
    /// What each block weighs.
    pub weights: Vec<f32>,
    /// How likely each block is content.
    pub probabilities: Vec<f32>,
    /// The answer so far.
    pub choice: Choice,
    /// The page as a whole.
    pub page: Vec<f32>,
    /// The blocks, the likeliest first.
    likeliest: Vec<u32>,
}

impl FirstPass {
    /// Of a document and what the first model says of its blocks.
    pub fn new(document: &Document, probabilities: Vec<f32>) -> FirstPass {
        let weights = input::weights(document);
        let order = Order::new(&probabilities, &weights);
        let choice = order.choice(order.largest(1.0), 1.0);
        let likeliest = order.blocks;
        let page = Overview::new(document, &probabilities, &weights, &choice).values();
        FirstPass { weights, probabilities, choice, page, likeliest }
    }

    /// What the second model sees of those blocks that it is asked for, and which these are.
    pub fn second_table(
        &self,
        document: &Document,
        scores: &Scores,
        kinds: &[f32],
    ) -> (Vec<u32>, Table) {
        let asked = self.doubtful();
        let page = self.page_and(kinds);
        let table = input::second(document, scores, &self.context(document), &page, &asked);
        (asked, table)
    }

    /// The blocks that the first model did not settle.
    fn doubtful(&self) -> Vec<u32> {
        let is_doubtful = |block: &u32| self.probabilities[*block as usize] >= SURELY_NOT;
        (0..self.probabilities.len() as u32).filter(is_doubtful).collect()
    }

    fn page_and(&self, kinds: &[f32]) -> Vec<f32> {
        self.page.iter().chain(kinds).copied().collect()
    }

    fn context<'d>(&'d self, document: &'d Document) -> Context<'d> {
        Context::new(document, &self.probabilities, &self.weights, &self.choice, &self.likeliest)
    }
}

/// What the models over blocks say of a document, before an answer is chosen.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// What each block weighs.
    pub weights: Vec<f32>,
    /// How likely each block is content.
    pub probabilities: Vec<f32>,
    /// The page as a whole, and how likely it is of each kind.
    pub page: Vec<f32>,
    /// How likely the page is of each kind, in the order of [`PageType::ALL`].
    pub kinds: Vec<f32>,
}

/// What is chosen of a document by that.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What the models say.
    pub weighed: Weighed,
    /// What the probabilities alone would keep.
    pub choice: Choice,
    /// The blocks to keep.
    pub keep: Vec<bool>,
}

impl Answer {
    /// Whether the page is a list of things or of other pages.
    pub fn is_list(&self) -> bool {
        is_list(&self.weighed.kinds)
    }

    /// The most likely kind of page.
    pub fn page_type(&self) -> Option<PageType> {
        most_likely(&self.weighed.kinds)
    }
}

impl Model {
    /// How likely each block of a document is content.
    pub fn weigh(&self, document: &Document) -> Weighed {
        let blocks = document.blocks().len();
        let scores = self.lexicon.scores(document);
        let mut first = Vec::with_capacity(blocks);
        for rows in input::chunks(blocks) {
            if document.page().deadline().is_over() {
                // What there is no time for is not kept.
                first.resize(blocks, 0.0);
                break;
            }
            first.extend(probabilities(&self.first, &input::first(document, &scores, rows)));
        }
        let first = FirstPass::new(document, first);
        let kinds = kinds(&self.kinds, &first.page);
        let page = first.page_and(&kinds);
        let mut probabilities = self.second_look(document, &scores, &first, &page);
        alike::draw_together(document, &kinds, &first.weights, &mut probabilities);
        comments::set_aside(document, &kinds, &first.weights, &mut probabilities);
        beside::set_aside(document, &kinds, &first.weights, &mut probabilities);
        appeals::set_aside(document, &first.weights, &mut probabilities);
        Weighed { weights: first.weights, probabilities, page, kinds }
    }

    /// What the second model says of each block that it is asked for, and the first one of the others.
    fn second_look(
        &self,
        document: &Document,
        scores: &Scores,
        first: &FirstPass,
        page: &[f32],
    ) -> Vec<f32> {
        let context = first.context(document);
        let mut probabilities = first.probabilities.clone();
        for blocks in first.doubtful().chunks(input::CHUNK) {
            if document.page().deadline().is_over() {
                break;
            }
            let table = input::second(document, scores, &context, page, blocks);
            for (&block, sum) in blocks.iter().zip(self.second.sums(&table)) {
                probabilities[block as usize] = probability(TRUST * sum);
            }
        }
        probabilities
    }

    /// Chooses an answer. `beta` is how much more recall counts than precision.
    pub fn decide(&self, document: &Document, mut weighed: Weighed, beta: f32) -> Answer {
        let Weighed { weights, probabilities, .. } = &mut weighed;
        document.derived::<Units>().even_out(probabilities, weights);
        let choice = choose(probabilities, weights, beta);
        let keep = cohere(document, probabilities, weights, &choice);
        Answer { weighed, choice, keep }
    }

    /// Says how good an answer is.
    pub fn estimate(&self, document: &Document, answer: Answer) -> Judgement {
        let Answer { weighed, choice, keep } = answer;
        let Weighed { weights, probabilities, page, kinds } = weighed;
        let left_alike = LeftAlike::of(document, &keep);
        let given =
            Given { document, probabilities: &probabilities, weights: &weights, keep: &keep };
        let mut confidence_input = given.values(&left_alike);
        confidence_input.extend(page);
        let confidence = self.confidence.sum(&confidence_input).clamp(0.0, 1.0);
        let risk = probability(self.risk.sum(&confidence_input));
        Judgement {
            probabilities,
            choice,
            keep,
            left_alike,
            kinds,
            confidence_input,
            confidence,
            risk,
        }
    }

    /// Judges a document. `beta` is how much more recall counts than precision.
    pub fn judge(&self, document: &Document, beta: f32) -> Judgement {
        self.estimate(document, self.decide(document, self.weigh(document), beta))
    }
}

/// The risk from which it is told: two of three poor answers are above it, and one of fifteen good ones.
const RISKY: f32 = 0.07;

/// Below this the first model is right often enough: such blocks do not see the second one.
const SURELY_NOT: f32 = 0.02;

/// How much of the second model's log-odds counts. On pages unlike those it has learned from it is surer than it should
/// be, and an answer that trusts it less is better there; on pages like them it is as good.
const TRUST: f32 = 0.93;

/// What a forest says of each row, as probabilities.
pub fn probabilities(forest: &Forest, table: &Table) -> Vec<f32> {
    forest.sums(table).into_iter().map(probability).collect()
}

/// How likely the page is of each kind.
pub fn kinds(forests: &[Forest], page: &[f32]) -> Vec<f32> {
    let sums: Vec<f32> = forests.iter().map(|forest| forest.sum(page)).collect();
    let largest = sums.iter().copied().fold(f32::MIN, f32::max);
    let shares: Vec<f32> = sums.iter().map(|sum| (sum - largest).exp()).collect();
    let total: f32 = shares.iter().sum();
    shares.into_iter().map(|share| share / total.max(f32::MIN_POSITIVE)).collect()
}

fn is_kind_of_list(kind: PageType) -> bool {
    matches!(kind, PageType::Listing | PageType::Collection)
}

/// Whether a page is a list of things or of other pages, which are two kinds that are hard to tell apart: both together
/// must be likelier than any other.
fn is_list(kinds: &[f32]) -> bool {
    let of = |kind: PageType| kinds.get(kind as usize).copied().unwrap_or(0.0);
    let lists = of(PageType::Listing) + of(PageType::Collection);
    let others = PageType::ALL.into_iter().filter(|kind| !is_kind_of_list(*kind));
    others.map(of).all(|other| other < lists)
}

fn most_likely(kinds: &[f32]) -> Option<PageType> {
    let best = kinds.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    PageType::ALL.get(best.0).copied()
}

impl Judgement {
    /// What to tell the user where the answer is more likely to be poor than others.
    pub fn doubtful(&self) -> Option<Diagnosis> {
        let one_in = (1.0 / self.risk).round();
        let evidence = match self.risk > 0.5 {
            true => "most of them".to_string(),
            false => format!("about one in {one_in}"),
        };
        (self.risk >= RISKY).then(|| Diagnosis::new(Trouble::Doubtful, evidence))
    }

    /// The most likely kind of page.
    pub fn page_type(&self) -> Option<PageType> {
        most_likely(&self.kinds)
    }

    /// What to tell the user where the answer may be cut. A list of links is cut by its nature.
    pub fn cut(&self, document: &Document) -> Option<Diagnosis> {
        if is_list(&self.kinds) {
            return None;
        }
        let kept = document.blocks().iter().zip(&self.keep).filter(|(_, keep)| **keep);
        let words: u32 = kept.map(|(block, _)| block.words).sum();
        self.left_alike.diagnosis(document, words as f32)
    }
}
