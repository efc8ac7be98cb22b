//! Tables as text for people and CSV for programs.

use super::{Row, Table};
use std::fmt;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |row: &Row| row.extractor.chars().count();
        let width = self.rows.iter().map(name).chain([self.measure.len()]).max().unwrap_or(0) + 1;
        let columns: Vec<usize> =
            self.groups.iter().map(|g| g.chars().count().max(7) + 1).collect();
        write!(f, "{:width$}", self.measure)?;
        for (group, column) in self.groups.iter().zip(&columns) {
            write!(f, "{group:>column$}")?;
        }
        writeln!(f, "{:>8}", "macro")?;
        for row in &self.rows {
            write!(f, "{:width$}", row.extractor)?;
            for (cell, &column) in row.cells.iter().zip(&columns) {
                write!(f, "{:>column$}", number(cell.map(|c| c.value)))?;
            }
            writeln!(f, "{:>8}", number(row.macro_mean))?;
        }
        Ok(())
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or("-".into(), |v| format!("{v:.3}"))
}

impl Table {
    /// The table as CSV, a line a cell: measure, extractor, group, pages, value, median, low, high.
    pub fn csv(&self) -> String {
        let mut out = String::from("measure,extractor,group,pages,value,median,low,high\n");
        for row in &self.rows {
            let cells = self.groups.iter().map(String::as_str).zip(row.cells.iter());
            for (group, cell) in cells.chain([("(all pages)", &row.all)]) {
                let Some(c) = cell else { continue };
                let fields = [&self.measure, &row.extractor, group].map(quote).join(",");
                out += &format!(
                    "{fields},{},{},{},{},{}\n",
                    c.pages, c.value, c.median, c.low, c.high
                );
            }
        }
        out
    }
}

pub(crate) fn quote(field: impl AsRef<str>) -> String {
    let field = field.as_ref();
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.into()
    }
}
