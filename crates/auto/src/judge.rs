//! A model's answer about a document, step by step.

use super::answer;
use super::choose::{Choice, Order, choose};
use super::comments;
use super::forest::{Forest, probability};
use super::input;
use super::model::Model;
use super::overview::Overview;
use super::table::Table;
use dehusk_extract::Document;
use dehusk_extract::PageType;

/// What a model says of a document.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// How likely each block is content.
    pub probabilities: Vec<f32>,
    /// The blocks to keep.
    pub choice: Choice,
    /// How likely the page is of each kind, in the order of [`PageType::ALL`].
    pub kinds: Vec<f32>,
    /// The numbers the confidence is judged by.
    pub confidence_input: Vec<f32>,
    /// The F1 this answer is estimated to get.
    pub confidence: f32,
}

/// What is known after the first model.
pub struct FirstPass {
    /// The columns of the first model; the rest is still empty.
    pub table: Table,
    /// What each block weighs.
    pub weights: Vec<f32>,
    /// How likely each block is content.
    pub probabilities: Vec<f32>,
    /// The answer so far.
    pub choice: Choice,
    /// The page as a whole.
    pub page: Vec<f32>,
}

impl FirstPass {
    /// Of a document and what the first model says of its blocks.
    pub fn new(document: &Document, table: Table, probabilities: Vec<f32>) -> FirstPass {
        let weights = input::weights(document);
        let choice = choose(&probabilities, &weights, 1.0);
        let page = Overview::new(document, &probabilities, &weights, &choice).values();
        FirstPass { table, weights, probabilities, choice, page }
    }

    /// The table with all columns set.
    pub fn into_second_table(self, document: &Document, kinds: &[f32]) -> Table {
        let FirstPass { mut table, weights, probabilities, choice, page } = self;
        input::second(document, &probabilities, &weights, &choice, &page, kinds, &mut table);
        table
    }
}

/// What the models over blocks say of a document, before an answer is chosen.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// All columns.
    pub table: Table,
    /// What each block weighs.
    pub weights: Vec<f32>,
    /// How likely each block is content.
    pub probabilities: Vec<f32>,
    /// The page as a whole, and how likely it is of each kind.
    pub page: Vec<f32>,
    /// How likely the page is of each kind, in the order of [`PageType::ALL`].
    pub kinds: Vec<f32>,
}

impl Model {
    /// How likely each block of a document is content.
    pub fn weigh(&self, document: &Document) -> Weighed {
        let table = input::first(document);
        let first = probabilities(&self.first, &table);
        let first = FirstPass::new(document, table, first);
        let kinds = kinds(&self.kinds, &first.page);
        let (weights, sure) = (first.weights.clone(), first.probabilities.clone());
        let page = first.page.iter().chain(&kinds).copied().collect();
        let table = first.into_second_table(document, &kinds);
        let mut probabilities = second_probabilities(&self.second, &table, &sure);
        comments::set_aside(document, &kinds, &weights, &mut probabilities);
        Weighed { table, weights, probabilities, page, kinds }
    }

    /// Chooses an answer. `beta` is how much more recall counts than precision.
    pub fn decide(&self, document: &Document, weighed: Weighed, beta: f32) -> Judgement {
        let Weighed { table, weights, probabilities, page, kinds } = weighed;
        let order = Order::new(&probabilities, &weights);
        let choice = order.choice(order.largest(beta), beta);
        let mut confidence_input = answer::values(document, &table, &order, &choice);
        confidence_input.extend(page);
        let confidence = self.confidence.sum(&confidence_input).clamp(0.0, 1.0);
        Judgement { probabilities, choice, kinds, confidence_input, confidence }
    }

    /// Judges a document. `beta` is how much more recall counts than precision.
    pub fn judge(&self, document: &Document, beta: f32) -> Judgement {
        self.decide(document, self.weigh(document), beta)
    }
}

/// Below this the first model is right often enough: such blocks do not see the second one.
const SURELY_NOT: f32 = 0.02;

/// How much of the second model's log-odds counts. On pages unlike those it has learned from it is surer than it should
/// be, and an answer that trusts it less is better there; on pages like them it is as good.
const TRUST: f32 = 0.93;

/// Whether a block is one for the second model.
pub fn is_doubtful(first: f32) -> bool {
    first >= SURELY_NOT
}

/// What the second model says of each block that it is asked for, and the first one of the others.
fn second_probabilities(forest: &Forest, table: &Table, first: &[f32]) -> Vec<f32> {
    let sums = forest.sums_where(table, |row| first.get(row).is_some_and(|&p| is_doubtful(p)));
    let probability = |(sum, &first): (f32, &f32)| {
        if is_doubtful(first) { probability(TRUST * sum) } else { first }
    };
    sums.into_iter().zip(first).map(probability).collect()
}

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

impl Judgement {
    /// The most likely kind of page.
    pub fn page_type(&self) -> Option<PageType> {
        let best = self.kinds.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        PageType::ALL.get(best.0).copied()
    }
}
