//! GFM tables, built cell by cell, since every row must have all columns.

use crate::content::{Grid, MAX_COLUMNS};

#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    grid: Grid,
    rows: Vec<Vec<String>>,
    columns: usize,
    has_header: bool,
    cell: Option<String>,
}

impl Table {
    pub fn start_row(&mut self, header: bool) {
        self.has_header |= header && self.rows.is_empty();
        self.grid.next_row();
        self.rows.push(Vec::new());
    }

    pub fn start_cell(&mut self) {
        self.cell = Some(String::new());
    }

    pub fn is_in_cell(&self) -> bool {
        self.cell.is_some()
    }

    /// Adds a block to the current cell, on a line of its own.
    pub fn add(&mut self, text: &str) {
        let cell = self.cell.get_or_insert_default();
        if !cell.is_empty() {
            cell.push_str("<br>");
        }
        cell.push_str(text);
    }

    pub fn end_cell(&mut self, columns: u16, rows: u16) {
        let text = self.cell.take().unwrap_or_default();
        let (start, end) = self.grid.place(columns, rows);
        let Some(row) = self.rows.last_mut() else { return };
        if end <= MAX_COLUMNS {
            row.resize(row.len().max(start), String::new());
        }
        row.push(text);
        self.columns = self.columns.max(end);
    }

    /// The lines of the table; or, where it is too wide to be one, of a list of its rows.
    pub fn finish(mut self) -> String {
        if self.columns > MAX_COLUMNS {
            return self.as_list();
        }
        if !self.has_header {
            self.rows.insert(0, Vec::new());
        }
        let mut out = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            out.push('|');
            for column in 0..self.columns {
                match row.get(column).map_or("", String::as_str) {
                    "" => out.push_str("  |"),
                    cell => out.extend([" ", cell, " |"]),
                }
            }
            out.push('\n');
            if index == 0 {
                out.push('|');
                out.extend(std::iter::repeat_n(" --- |", self.columns));
                out.push('\n');
            }
        }
        out.truncate(out.trim_end().len());
        out
    }

    fn as_list(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let cells = row.iter().filter(|c| !c.is_empty()).map(String::as_str);
            format!("- {}", cells.collect::<Vec<_>>().join(" \\| "))
        });
        rows.filter(|row| row != "- ").collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[(&str, u16, u16)]], header: bool) -> String {
        let mut table = Table::default();
        for (index, row) in rows.iter().enumerate() {
            table.start_row(header && index == 0);
            for &(text, columns, rows) in *row {
                table.start_cell();
                table.add(text);
                table.end_cell(columns, rows);
            }
        }
        table.finish()
    }

    #[test]
    fn every_row_has_all_columns() {
        let rows: &[&[_]] = &[&[("a", 1, 2), ("b", 2, 1)], &[("c", 1, 1)]];
        assert_eq!(table(rows, true), "| a | b |  |\n| --- | --- | --- |\n|  | c |  |");
    }

    #[test]
    fn without_a_header_its_row_is_empty() {
        let rows: &[&[_]] = &[&[("a", 1, 1), ("b", 1, 1)]];
        assert_eq!(table(rows, false), "|  |  |\n| --- | --- |\n| a | b |");
    }

    #[test]
    fn too_wide_a_table_is_a_list() {
        let wide = vec![("x", 1, 1); MAX_COLUMNS + 1];
        assert!(table(&[&wide], true).starts_with("- x \\| x"));
    }
}
