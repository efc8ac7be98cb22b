//! `dehusk eval table`.

use super::args::{By, TableArgs, TableFormat};
use super::{Outcome, measures, read};
use dehusk_eval::groups::group_names;
use dehusk_eval::results::PageResult;
use dehusk_eval::table::metadata::MetadataTable;
use dehusk_eval::table::{Table, measure};
use std::collections::HashMap;
use std::process::ExitCode;

/// Prints tables of a run.
pub fn table(args: &TableArgs) -> Outcome {
    let results = read(&args.results)?;
    if args.metadata {
        return metadata(&results, args.format);
    }
    let groups = groups(&results, args.by);
    let group = |r: &PageResult| groups.get(&(r.corpus.as_str(), r.id.as_str())).cloned();
    let tables: Vec<Table> = measures(&args.measures)?
        .into_iter()
        .map(|m| Table::new(&results, m, &group).sorted())
        .collect();
    let found = tables.iter().any(|t| !t.groups.is_empty());
    match args.format {
        TableFormat::Text => {
            tables.iter().filter(|t| !t.groups.is_empty()).for_each(|t| println!("{t}"))
        }
        TableFormat::Csv => {
            let mut lines = tables.iter().map(Table::csv).collect::<Vec<_>>();
            lines
                .iter_mut()
                .skip(1)
                .for_each(|t| *t = t.split_once('\n').map_or("", |(_, rest)| rest).into());
            print!("{}", lines.concat());
        }
        TableFormat::Json => {
            println!("{}", serde_json::to_string(&tables).map_err(|e| e.to_string())?)
        }
    }
    Ok(ExitCode::from(if found { 0 } else { 1 }))
}

fn metadata(results: &[PageResult], format: TableFormat) -> Outcome {
    let table = MetadataTable::new(results);
    match format {
        TableFormat::Text => print!("{table}"),
        TableFormat::Csv => print!("{}", table.csv()),
        TableFormat::Json => {
            println!("{}", serde_json::to_string(&table).map_err(|e| e.to_string())?)
        }
    }
    Ok(ExitCode::from(if table.corpora.is_empty() { 1 } else { 0 }))
}

/// The tables at the end of a run.
pub fn print_default(results: &[PageResult]) {
    for measure in ["lcs", "snip", "conf_error", "conf_corr"].into_iter().filter_map(measure::find)
    {
        let table = Table::new(results, measure, &|r| Some(r.corpus.clone())).sorted();
        if !table.groups.is_empty() {
            println!("{table}");
        }
    }
}

/// The group of each page.
fn groups(results: &[PageResult], by: By) -> HashMap<(&str, &str), String> {
    let names = group_names(results, &format!("{by:?}").to_lowercase());
    let pages = results.iter().zip(names);
    pages.filter_map(|(r, name)| Some(((r.corpus.as_str(), r.id.as_str()), name?))).collect()
}
