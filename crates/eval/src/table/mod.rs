//! Tables: a row an extractor, a column a group of pages.

pub mod measure;
mod print;
pub mod summary;

pub(crate) use print::quote;

use crate::results::PageResult;
use measure::Measure;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use summary::{Bootstrap, Summary};

/// What a column is.
pub type GroupOf<'a> = &'a dyn Fn(&PageResult) -> Option<String>;

/// One measure over extractors and groups.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// The measure's name.
    pub measure: String,
    /// The groups, in the order of their names.
    pub groups: Vec<String>,
    /// The extractors that have the measure on any page, with a cell a group.
    pub rows: Vec<Row>,
}

/// An extractor's row.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The extractor.
    pub extractor: String,
    /// A cell a group; none where no page of the group has what the measure needs.
    pub cells: Vec<Option<Summary>>,
    /// The mean over the groups: every group weighs the same.
    pub macro_mean: Option<f64>,
    /// Over all pages at once.
    pub all: Option<Summary>,
}

impl Table {
    /// Makes a table of one measure; pages that `group` gives nothing for are left out.
    pub fn new(results: &[PageResult], measure: &Measure, group: GroupOf<'_>) -> Table {
        let mut grouped: BTreeMap<String, Vec<&PageResult>> = BTreeMap::new();
        for result in results {
            if let Some(name) = group(result) {
                grouped.entry(name).or_default().push(result);
            }
        }
        let names: BTreeSet<&str> =
            results.iter().flat_map(|r| r.extractors.keys().map(String::as_str)).collect();
        let has_parts = |pages: &[&PageResult]| {
            pages.iter().any(|r| r.extractors.values().any(|o| measure.parts(o).is_some()))
        };
        grouped.retain(|_, pages| has_parts(pages));
        let mut bootstrap = Bootstrap::default();
        let rows = names.into_iter().map(|name| row(name, measure, &grouped, &mut bootstrap));
        let rows = rows.filter(|row| row.all.is_some()).collect();
        Table { measure: measure.name.into(), groups: grouped.into_keys().collect(), rows }
    }

    /// Puts the best row first, by the macro mean.
    pub fn sorted(mut self) -> Table {
        let smaller = measure::find(&self.measure).is_some_and(|m| m.smaller_is_better);
        self.rows.sort_by(|a, b| {
            let key = |row: &Row| {
                row.macro_mean.unwrap_or(if smaller { f64::INFINITY } else { f64::NEG_INFINITY })
            };
            let order = key(a).total_cmp(&key(b));
            if smaller { order } else { order.reverse() }
        });
        self
    }
}

fn row(
    name: &str,
    measure: &Measure,
    groups: &BTreeMap<String, Vec<&PageResult>>,
    bootstrap: &mut Bootstrap,
) -> Row {
    let mut summary = |pages: &[&PageResult]| {
        bootstrap.summarise(measure, pages.iter().filter_map(|r| r.extractors.get(name)))
    };
    let cells: Vec<Option<Summary>> = groups.values().map(|pages| summary(pages)).collect();
    let values: Vec<f64> = cells.iter().flatten().map(|s| s.value).collect();
    let macro_mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
    let everything: Vec<&PageResult> = groups.values().flatten().copied().collect();
    Row { extractor: name.into(), cells, macro_mean, all: summary(&everything) }
}
