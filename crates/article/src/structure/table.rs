//! Tables of data as cells.

use crate::content::{self, Code, Formula, Label, Sink};
use serde::{Deserialize, Serialize};

/// A table of data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Table {
    /// Its caption.
    pub caption: Option<String>,
    /// Its columns; a cell over several counts as many.
    pub columns: usize,
    /// Its rows, from the top.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Row {
    /// Whether it stands in the table's head, or has header cells only.
    pub header: bool,
    /// Its cells, in the page's order. Those that reach down from rows above are not repeated.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Cell {
    /// Its text; blocks in it stand on lines of their own.
    pub text: String,
    /// Whether it is a header.
    pub header: bool,
    /// Over how many columns it reaches.
    pub column_span: u16,
    /// Over how many rows it reaches.
    pub row_span: u16,
}

/// Where text goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Outside,
    Caption,
    Cell,
}

/// Gathers the tables of the content. Tables of data hold no tables.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    tables: Vec<Table>,
    place: Place,
    /// A block begins: what follows stands on a new line.
    new_line: bool,
}

impl Tables {
    pub fn finish(self) -> Vec<Table> {
        self.tables
    }

    fn push(&mut self, text: &str) {
        let Some(table) = self.tables.last_mut() else { return };
        let out = match self.place {
            Place::Outside => return,
            Place::Caption => table.caption.get_or_insert_default(),
            Place::Cell => {
                let cell = table.rows.last_mut().and_then(|row| row.cells.last_mut());
                let Some(cell) = cell else { return };
                &mut cell.text
            }
        };
        if std::mem::take(&mut self.new_line) && !out.is_empty() {
            out.push('\n');
        }
        out.push_str(text);
    }
}

impl Sink for Tables {
    // Cells that hold nothing but an image are told of only then.
    const RICH: bool = true;

    fn start(&mut self, block: &content::Block) {
        match *block {
            content::Block::Table { columns } => {
                self.tables.push(Table { columns, ..Table::default() });
            }
            content::Block::Row { header } => {
                let row = Row { header, cells: Vec::new() };
                self.tables.last_mut().into_iter().for_each(|t| t.rows.push(row.clone()));
            }
            content::Block::Cell { header, columns, rows } => {
                let cell =
                    Cell { text: String::new(), header, column_span: columns, row_span: rows };
                let row = self.tables.last_mut().and_then(|table| table.rows.last_mut());
                row.into_iter().for_each(|row| row.cells.push(cell.clone()));
                (self.place, self.new_line) = (Place::Cell, false);
            }
            content::Block::Caption => (self.place, self.new_line) = (Place::Caption, false),
            _ => self.new_line = true,
        }
    }

    fn end(&mut self, block: &content::Block) {
        if matches!(block, content::Block::Cell { .. } | content::Block::Caption) {
            self.place = Place::Outside;
        }
    }

    fn text(&mut self, text: &str) {
        self.push(text);
    }

    fn line_break(&mut self) {
        self.new_line = true;
    }

    fn code(&mut self, code: &Code) {
        self.new_line = true;
        self.push(&code.text);
    }

    fn reference(&mut self, label: Label) {
        self.push(&format!("[{}]", label.as_str()));
    }

    fn formula(&mut self, formula: &Formula) {
        self.push(formula.tex.as_ref().unwrap_or(&formula.text));
    }
}

#[cfg(test)]
mod tests {
    use crate::Article;
    use dehusk_extract::{Document, Selection};
    use dehusk_page::Page;

    fn article(html: &str) -> Article {
        let document = Document::new(Page::parse(html));
        let selection = Selection::everything(&document);
        Article::new(document, selection, "text")
    }

    #[test]
    fn a_table_is_its_caption_and_its_cells() {
        let article = article(
            "<p>Before.<table><caption>Ferries <b>today</b></caption><thead><tr><th>Ship<th>Calls</thead>\
             <tr><td rowspan=2>Aurora<td><ul><li>Bergen<li>Oslo<br>late</ul><tr><td></table><p>After.",
        );
        let [table] = article.tables() else { panic!("{:?}", article.tables()) };
        assert_eq!((table.caption.as_deref(), table.columns), (Some("Ferries today"), 2));
        let rows: Vec<Vec<_>> =
            table.rows.iter().map(|r| r.cells.iter().map(|c| c.text.as_str()).collect()).collect();
        assert_eq!(rows, [vec!["Ship", "Calls"], vec!["Aurora", "Bergen\nOslo\nlate"]]);
        assert_eq!(table.rows.iter().map(|r| r.header).collect::<Vec<_>>(), [true, false]);
        assert_eq!(table.rows[1].cells[0].row_span, 2);
    }

    #[test]
    fn layout_has_no_tables() {
        assert!(article("<table><tr><td>One box</table>").tables().is_empty());
    }
}
