//! Scores of every extractor with their intervals: by corpus, type of page, language, complexity and year.

use super::{all_results, extractors};
use crate::groups::group_names;
use crate::reproduce::{
    Cell, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Head, Unit,
};
use crate::results::PageResult;
use crate::table::Table;
use crate::table::measure::{self, Measure};
use std::collections::{BTreeMap, HashMap};

pub static CORPORA: Experiment =
    Experiment::new("own", "corpora", "All extractors on all corpora", |context| {
        by(context, "corpus", &["lcs", "snip", "lcs_p", "lcs_r"])
    })
    .with_corpora(Corpora::All);
pub static TYPES: Experiment =
    Experiment::new("own", "types", "All extractors by type of page", |context| {
        by(context, "type", &["lcs"])
    })
    .with_corpora(Corpora::All);
pub static LANGUAGES: Experiment =
    Experiment::new("own", "languages", "All extractors by language", |context| {
        by(context, "lang", &["lcs"])
    })
    .with_corpora(Corpora::All);
pub static COMPLEXITY: Experiment =
    Experiment::new("own", "complexity", "All extractors by how much of a page is content", |c| {
        by(c, "complexity", &["lcs"])
    })
    .with_corpora(Corpora::All);
pub static YEARS: Experiment =
    Experiment::new("own", "years", "All extractors by the year of the page", |context| {
        by(context, "year", &["lcs"])
    })
    .with_corpora(Corpora::All);

/// A group of fewer pages says nothing.
const LEAST: usize = 15;

fn by(
    context: &mut Context<'_>,
    grouping: &str,
    measures: &[&str],
) -> Result<Finding, ExperimentError> {
    let results = all_results(context)?;
    let measures = measures.iter().filter_map(|name| measure::find(name));
    let grids = measures.filter_map(|measure| grid(&results, measure, grouping));
    let mut finding = Finding { grids: grids.collect(), ..Finding::default() };
    if finding.grids.is_empty() {
        let what = format!("no group by {grouping} has {LEAST} pages with a gold");
        return Err(ExperimentError::Nothing(what));
    }
    finding = finding.with_note(INTERVALS).with_note(LEARNED);
    finding.notes.extend(extractors().1);
    Ok(finding)
}

const INTERVALS: &str = "Below each value the 95 % interval, by 500 resamplings of the pages; in brackets the pages of a group. The mean gives every group the same weight, and the rows are in its order.";
const LEARNED: &str = "auto has learned from pages of these corpora, and so have the extractors that are learned: their figures say less about pages they have not seen. `own auto` has auto on pages it has not seen.";

/// A measure over the groups that are large enough, the best row first.
pub(super) fn grid(results: &[PageResult], measure: &Measure, grouping: &str) -> Option<Grid> {
    let names = group_names(results, grouping);
    let has = |r: &PageResult| r.extractors.values().any(|o| measure.parts(o).is_some());
    let mut sizes: BTreeMap<&String, usize> = BTreeMap::new();
    let counted = results.iter().zip(&names).filter(|(result, _)| has(result));
    counted.filter_map(|(_, name)| name.as_ref()).for_each(|n| *sizes.entry(n).or_default() += 1);
    sizes.retain(|_, pages| *pages >= LEAST);
    let groups: HashMap<(&str, &str), String> = results
        .iter()
        .zip(&names)
        .filter_map(|(r, name)| {
            let name = name.as_ref()?;
            let size = sizes.get(name)?;
            Some(((r.corpus.as_str(), r.id.as_str()), format!("{name} ({size})")))
        })
        .collect();
    let group = |r: &PageResult| groups.get(&(r.corpus.as_str(), r.id.as_str())).cloned();
    let table = Table::new(results, measure, &group).sorted();
    (!table.groups.is_empty()).then(|| with_mean(measure.about, &table))
}

/// A table as a grid with the mean over its groups in front.
fn with_mean(title: &str, table: &Table) -> Grid {
    let names = ["mean"].into_iter().chain(table.groups.iter().map(String::as_str));
    let mut grid = Grid::new(title, names.map(|name| Head::new(name, Unit::Share)));
    for row in &table.rows {
        let mean = row.macro_mean.map(Cell::from);
        let cells = row.cells.iter().map(|cell| cell.map(Cell::from));
        grid.add_cells(&row.extractor, [mean].into_iter().chain(cells).collect());
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::PageScores;
    use crate::results::Outcome;

    #[test]
    fn small_groups_are_left_out_and_the_best_is_first() {
        let page = |i: usize, lang: &str| {
            let outcome = |text| Outcome {
                text: Some(PageScores::of("a b c d", text)),
                ..Outcome::default()
            };
            PageResult {
                corpus: "news".into(),
                id: i.to_string(),
                lang: Some(lang.into()),
                extractors: [("bad".into(), outcome("x")), ("good".into(), outcome("a b c d"))]
                    .into(),
                ..PageResult::default()
            }
        };
        let pages: Vec<PageResult> =
            (0..LEAST).map(|i| page(i, "en")).chain([page(99, "de")]).collect();
        let lcs = measure::find("lcs").expect("a measure");
        let grid = grid(&pages, lcs, "lang").expect("a group");
        let columns: Vec<&str> = grid.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(columns, ["mean", "en (15)"]);
        assert_eq!(grid.rows[0].0, "good");
        assert_eq!(grid.get("good", "en (15)").and_then(|c| c.interval), Some([1.0, 1.0]));
    }
}
