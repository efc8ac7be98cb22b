//! The tables of a report, every measure by every grouping, as compact data for the script.

use crate::groups::{GROUPINGS, JOINT_GROUPINGS, group_names};
use crate::results::PageResult;
use crate::table::Table;
use crate::table::measure::Measure;
use crate::table::summary::Summary;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::thread;

/// Columns a table has at most; the pages of smaller groups share one.
const MOST_GROUPS: usize = 16;
const OTHERS: &str = "(others)";
/// A longer name of a group is cut: it comes from a page's record and heads a column.
const LONGEST_NAME: usize = 40;

/// All tables.
#[derive(Serialize)]
pub struct Tables {
    measures: Vec<MeasureData>,
    groupings: Vec<GroupingData>,
}

#[derive(Serialize)]
struct MeasureData {
    name: &'static str,
    about: &'static str,
    smaller: bool,
}

#[derive(Serialize)]
struct GroupingData {
    name: &'static str,
    /// Small groups that share a column.
    folded: usize,
    /// One a measure.
    tables: Vec<TableData>,
}

#[derive(Serialize)]
struct TableData {
    groups: Vec<String>,
    rows: Vec<RowData>,
}

#[derive(Serialize)]
struct RowData {
    extractor: String,
    mean: Option<f64>,
    all: Option<Cell>,
    cells: Vec<Option<Cell>>,
}

/// Value, interval, median, pages.
#[derive(Serialize)]
struct Cell(f64, f64, f64, f64, usize);

/// Makes all tables. Groupings by host are left out: there are as many as pages.
pub fn tables(results: &[PageResult], measures: &[&'static Measure]) -> Tables {
    let names = GROUPINGS.iter().map(|(name, _)| *name).filter(|name| *name != "host");
    // Resampling for the intervals is what takes time, so each grouping has its thread.
    let groupings = thread::scope(|scope| {
        let jobs: Vec<_> = names
            .chain(JOINT_GROUPINGS)
            .map(|name| scope.spawn(move || grouping(results, measures, name)))
            .collect();
        let done = jobs
            .into_iter()
            .map(|job| job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        done.flatten().collect()
    });
    let data = |m: &&'static Measure| MeasureData {
        name: m.name,
        about: m.about,
        smaller: m.smaller_is_better,
    };
    Tables { measures: measures.iter().map(data).collect(), groupings }
}

/// None where no page has a group.
fn grouping(
    results: &[PageResult],
    measures: &[&'static Measure],
    name: &'static str,
) -> Option<GroupingData> {
    let (groups, folded) = fold_small(group_names(results, name));
    let groups: HashMap<(&str, &str), &String> = results
        .iter()
        .zip(&groups)
        .filter_map(|(r, group)| Some(((r.corpus.as_str(), r.id.as_str()), group.as_ref()?)))
        .collect();
    if groups.is_empty() {
        return None;
    }
    let of =
        |r: &PageResult| groups.get(&(r.corpus.as_str(), r.id.as_str())).map(|g| g.to_string());
    let tables = measures.iter().map(|m| table(Table::new(results, m, &of).sorted())).collect();
    Some(GroupingData { name, folded, tables })
}

/// Cuts long names, and puts all but the largest groups into one.
fn fold_small(groups: Vec<Option<String>>) -> (Vec<Option<String>>, usize) {
    let short = |name: String| name.chars().take(LONGEST_NAME).collect::<String>();
    let groups: Vec<Option<String>> = groups.into_iter().map(|g| g.map(short)).collect();
    let mut sizes: BTreeMap<&String, usize> = BTreeMap::new();
    groups.iter().flatten().for_each(|group| *sizes.entry(group).or_default() += 1);
    if sizes.len() <= MOST_GROUPS {
        return (groups, 0);
    }
    let mut order: Vec<(usize, &String)> = sizes.into_iter().map(|(name, n)| (n, name)).collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let small: Vec<String> =
        order.split_off(MOST_GROUPS - 1).into_iter().map(|(_, name)| name.clone()).collect();
    let fold = |group: String| if small.contains(&group) { OTHERS.to_string() } else { group };
    (groups.into_iter().map(|g| g.map(fold)).collect(), small.len())
}

fn table(table: Table) -> TableData {
    let row = |row: crate::table::Row| RowData {
        extractor: row.extractor,
        mean: row.macro_mean.map(round),
        all: row.all.map(cell),
        cells: row.cells.into_iter().map(|c| c.map(cell)).collect(),
    };
    TableData { groups: table.groups, rows: table.rows.into_iter().map(row).collect() }
}

fn cell(s: Summary) -> Cell {
    Cell(round(s.value), round(s.low), round(s.high), round(s.median), s.pages)
}

/// Three decimals: what is shown, and little to load. With more, the script would round a second time
/// and show other figures than the tables at a terminal.
pub(super) fn round(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_groups_share_a_column() {
        let many: Vec<Option<String>> = (0..30)
            .flat_map(|i| vec![Some(format!("group {i:02}")); if i < 3 { 5 } else { 1 }])
            .chain([None])
            .collect();
        let (groups, folded) = fold_small(many);
        let names: std::collections::BTreeSet<_> = groups.iter().flatten().collect();
        assert_eq!((names.len(), folded), (MOST_GROUPS, 30 - MOST_GROUPS + 1));
        assert_eq!(groups.iter().flatten().filter(|g| *g == "group 00").count(), 5);
        assert_eq!(groups.iter().flatten().filter(|g| *g == OTHERS).count(), folded);
        assert_eq!(groups.last(), Some(&None));
    }
}
