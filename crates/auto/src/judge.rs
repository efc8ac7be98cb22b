//! A model's answer about a document, step by step.

use super::answer;
use super::choose::{Choice, Order, choose};
use super::comments;
use super::context::Context;
use super::forest::{Forest, probability};
use super::input;
use super::model::Model;
use super::overview::Overview;
use super::table::Table;
use super::vote;
use dehusk_extract::{Document, PageType};

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
    pub fn new(document: &Document, probabilities: Vec<f32>) -> FirstPass {
        let weights = input::weights(document);
        let choice = choose(&probabilities, &weights, 1.0);
        let page = Overview::new(document, &probabilities, &weights, &choice).values();
        FirstPass { weights, probabilities, choice, page }
    }

    /// Sets the columns of the second model in a table that has those of the first for all blocks.
    pub fn complete(&self, document: &Document, kinds: &[f32], table: &mut Table) {
        let page: Vec<f32> = self.page.iter().chain(kinds).copied().collect();
        input::second(&self.context(document), &page, 0..table.rows(), table);
    }

    fn context<'d>(&'d self, document: &'d Document) -> Context<'d> {
        Context::new(document, &self.probabilities, &self.weights, &self.choice)
    }
}

/// What the models over blocks say of a document, before an answer is chosen.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// Whether readability keeps each block, 1 or 0.
    pub votes: Vec<f32>,
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
        let votes = vote::of(document);
        let mut first = Vec::with_capacity(votes.len());
        let mut last = Table::default();
        for rows in input::chunks(votes.len()) {
            if document.page().deadline().is_over() {
                // What there is no time for is not kept.
                first.resize(votes.len(), 0.0);
                break;
            }
            last = input::first_of(document, &votes, rows);
            first.extend(probabilities(&self.first, &last));
        }
        let first = FirstPass::new(document, first);
        let kinds = kinds(&self.kinds, &first.page);
        let page: Vec<f32> = first.page.iter().chain(&kinds).copied().collect();
        let mut probabilities = self.second_look(document, &votes, &first, &page, last);
        comments::set_aside(document, &kinds, &first.weights, &mut probabilities);
        Weighed { votes, weights: first.weights, probabilities, page, kinds }
    }

    /// What the second model says of each block that it is asked for, and the first one of the others. It goes backward,
    /// since the table of the last rows is still at hand: for most pages that is the only one.
    fn second_look(
        &self,
        document: &Document,
        votes: &[f32],
        first: &FirstPass,
        page: &[f32],
        last: Table,
    ) -> Vec<f32> {
        let context = first.context(document);
        let mut probabilities = first.probabilities.clone();
        let mut last = Some(last);
        for rows in input::chunks(votes.len()).rev() {
            let at_hand = last.take();
            let asked = &mut probabilities[rows.clone()];
            let is_over = document.page().deadline().is_over();
            if is_over || !asked.iter().any(|&p| is_doubtful(p)) {
                continue;
            }
            let table = || input::first_of(document, votes, rows.clone());
            let mut table = at_hand.unwrap_or_else(table);
            input::second(&context, page, rows.clone(), &mut table);
            ask_second(&self.second, &table, asked);
        }
        probabilities
    }

    /// Chooses an answer. `beta` is how much more recall counts than precision.
    pub fn decide(&self, document: &Document, weighed: Weighed, beta: f32) -> Judgement {
        let Weighed { votes, weights, probabilities, page, kinds } = weighed;
        let order = Order::new(&probabilities, &weights);
        let choice = order.choice(order.largest(beta), beta);
        let mut confidence_input = answer::values(document, &votes, &order, &choice);
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

/// Puts what the second model says in the place of what the first one said of the doubtful blocks of a table.
fn ask_second(forest: &Forest, table: &Table, probabilities: &mut [f32]) {
    let is_asked = |row: usize| probabilities.get(row).is_some_and(|&p| is_doubtful(p));
    let sums = forest.sums_where(table, is_asked);
    for (place, sum) in probabilities.iter_mut().zip(sums).filter(|(p, _)| is_doubtful(**p)) {
        *place = probability(TRUST * sum);
    }
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
