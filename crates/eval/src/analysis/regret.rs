//! Where an extractor is furthest below the best one: the pages to look at first.

use crate::results::PageResult;
use crate::table::measure::Measure;
use serde::Serialize;

/// A page where another extractor did better.
#[derive(Clone, Debug, Serialize)]
pub struct Regret {
    /// The corpus.
    pub corpus: String,
    /// The page.
    pub id: String,
    /// The extractor's value.
    pub value: f64,
    /// The best value there.
    pub best: f64,
    /// Who has it.
    pub winner: String,
}

impl Regret {
    /// How far the extractor is from the best.
    pub fn gap(&self) -> f64 {
        (self.best - self.value).abs()
    }
}

/// The pages where `extractor` is not the best, the furthest first.
pub fn regrets(results: &[PageResult], extractor: &str, measure: &Measure) -> Vec<Regret> {
    let mut regrets: Vec<Regret> =
        results.iter().filter_map(|r| regret(r, extractor, measure)).collect();
    regrets.sort_by(|a, b| b.gap().total_cmp(&a.gap()));
    regrets
}

fn regret(result: &PageResult, extractor: &str, measure: &Measure) -> Option<Regret> {
    let value = measure.value(result.extractors.get(extractor)?)?;
    let others = result.extractors.iter().filter_map(|(name, o)| Some((name, measure.value(o)?)));
    let better = |a: &(&String, f64), b: &(&String, f64)| {
        if measure.is_better(a.1, b.1) {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Less
        }
    };
    let (winner, best) = others.max_by(better)?;
    measure.is_better(best, value).then(|| Regret {
        corpus: result.corpus.clone(),
        id: result.id.clone(),
        value,
        best,
        winner: winner.clone(),
    })
}
