//! `dehusk eval table`.

use super::args::{By, TableArgs, TableFormat};
use super::{Outcome, measures, read};
use crate::Console;
use dehusk_eval::groups::group_names;
use dehusk_eval::results::PageResult;
use dehusk_eval::table::{Table, measure};
use std::collections::HashMap;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints tables of a run.
pub fn table(args: &TableArgs, console: &mut Console<'_>) -> Outcome {
    let results = read(&args.results)?;
    let groups = groups(&results, args.by);
    let group = |r: &PageResult| groups.get(&(r.corpus.as_str(), r.id.as_str())).cloned();
    let tables: Vec<Table> = measures(&args.measures)?
        .into_iter()
        .map(|m| Table::new(&results, m, &group).sorted())
        .collect();
    let found = tables.iter().any(|t| !t.groups.is_empty());
    match args.format {
        TableFormat::Text => {
            for table in tables.iter().filter(|t| !t.groups.is_empty()) {
                writeln!(console.out, "{table}")?;
            }
        }
        TableFormat::Csv => {
            let mut lines = tables.iter().map(Table::csv).collect::<Vec<_>>();
            lines
                .iter_mut()
                .skip(1)
                .for_each(|t| *t = t.split_once('\n').map_or("", |(_, rest)| rest).into());
            write!(console.out, "{}", lines.concat())?;
        }
        TableFormat::Json => writeln!(console.out, "{}", serde_json::to_string(&tables)?)?,
    }
    Ok(ExitCode::from(if found { 0 } else { 1 }))
}

/// The tables at the end of a run.
pub fn print_default(results: &[PageResult], out: &mut dyn Write) -> io::Result<()> {
    for measure in ["lcs", "snip", "conf_error", "conf_corr"].into_iter().filter_map(measure::find)
    {
        let table = Table::new(results, measure, &|r| Some(r.corpus.clone())).sorted();
        if !table.groups.is_empty() {
            writeln!(out, "{table}")?;
        }
    }
    Ok(())
}

/// The group of each page.
fn groups(results: &[PageResult], by: By) -> HashMap<(&str, &str), String> {
    let names = group_names(results, &format!("{by:?}").to_lowercase());
    let pages = results.iter().zip(names);
    pages.filter_map(|(r, name)| Some(((r.corpus.as_str(), r.id.as_str()), name?))).collect()
}
