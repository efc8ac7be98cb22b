//! Why a block was kept or dropped, in words. Most pages are never explained, so this is done on demand.

use super::class::class;
use super::input;
use super::judge::{FirstPass, is_doubtful, kinds, probabilities};
use super::model::Model;
use super::page_type::PageType;
use crate::selection::Explain;
use crate::{Document, Verdict};
use std::sync::Arc;

/// Features that are named.
const NAMED: usize = 3;

/// What is needed to explain an answer.
#[derive(Debug)]
pub(super) struct Explanation {
    pub model: Arc<Model>,
    pub probabilities: Vec<f32>,
    pub keep: Vec<bool>,
    /// What the probabilities alone would have kept.
    pub chosen: Vec<bool>,
    pub page_type: Option<PageType>,
}

impl Explain for Explanation {
    fn verdicts(&self, document: &Document) -> Vec<Verdict> {
        let names = input::names();
        let table = input::first(document);
        let first = probabilities(&self.model.first, &table);
        let pass = FirstPass::new(document, table, first.clone());
        let kinds = kinds(&self.model.kinds, &pass.page);
        let table = pass.into_second_table(document, &kinds);
        let verdict = |block: usize| {
            let row = table.row(block);
            let forest =
                if is_doubtful(first[block]) { &self.model.second } else { &self.model.first };
            let why = in_words(&forest.influences(&row), &row, &names);
            self.verdict(document, block, why)
        };
        (0..document.blocks().len().min(self.keep.len())).map(verdict).collect()
    }
}

impl Explanation {
    fn verdict(&self, document: &Document, block: usize, why: String) -> Verdict {
        let (keep, score) = (self.keep[block], self.probabilities[block]);
        let reason = match (keep, self.chosen[block]) {
            (true, false) => format!("kept with what is around it; {why}"),
            (false, true) => format!("dropped for what is around it; {why}"),
            _ => why,
        };
        let mut verdict =
            if keep { Verdict::keep(score, reason) } else { Verdict::drop(score, reason) };
        verdict.class = keep.then(|| class(document, self.page_type, block));
        verdict
    }
}

/// The features that moved a block most, with their values and which way they moved it.
fn in_words(influences: &[(usize, f32)], row: &[f32], names: &[String]) -> String {
    let mut strongest = influences.to_vec();
    strongest.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let word = |&(feature, influence): &(usize, f32)| {
        let name = names.get(feature)?.replace('_', " ");
        let value = (row.get(feature)? * 100.0).round() / 100.0;
        Some(format!("{name} {value} ({influence:+.1})"))
    };
    strongest.iter().take(NAMED).filter_map(word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_come_first_whichever_way() {
        let names = ["text_words", "tag", "place_depth", "x"].map(String::from);
        let row = [12.0, 0.0, 4.126, 1.0];
        let words = in_words(&[(0, 0.2), (1, -0.9), (2, 0.5), (3, 0.0)], &row, &names);
        assert_eq!(words, "tag 0 (-0.9), place depth 4.13 (+0.5), text words 12 (+0.2)");
    }
}
