//! Tables: which ones hold data, and which ones only lay a page out.

use super::role::Role;
use super::{Block, Code, code};
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};

/// Wider tables are not followed column by column.
pub(crate) const MAX_COLUMNS: usize = 64;

/// What a table is for.
pub(super) enum Table {
    /// Rows and columns that mean something.
    Data { columns: usize },
    /// Boxes on a screen.
    Layout,
    /// A program with the numbers of its lines.
    Code(Code),
}

/// Places cells in columns, with respect to cells that reach down from rows above.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    /// For each column, how many rows from the current one on are taken.
    taken: Vec<u16>,
    column: usize,
}

impl Grid {
    pub fn next_row(&mut self) {
        self.taken.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        self.column = 0;
    }

    /// Puts a cell into the current row; its first column, and the one after its last.
    pub fn place(&mut self, columns: u16, rows: u16) -> (usize, usize) {
        while self.taken.get(self.column).is_some_and(|&rows| rows > 0) {
            self.column += 1;
        }
        let (start, end) = (self.column, self.column + columns as usize);
        if end <= MAX_COLUMNS {
            self.taken.resize(self.taken.len().max(end), 0);
            self.taken[start..end].fill(rows);
        }
        self.column = end;
        (start, end)
    }
}

/// A cell with its spans, within the bounds of the HTML standard.
pub(super) fn cell(page: &Page, id: NodeId) -> Block {
    let span = |attr, max| {
        let value = page.attr(id, attr).and_then(|v| v.trim().parse::<u32>().ok());
        value.filter(|&v| v > 0).unwrap_or(1).min(max) as u16
    };
    let (columns, rows) = (span(name::COLSPAN, 1_000), span(name::ROWSPAN, 65_534));
    Block::Cell { header: page.name(id) == name::TH, columns, rows }
}

/// A row: of headers, where it stands in the head or has none but header cells.
pub(super) fn row(page: &Page, id: NodeId) -> Block {
    let in_head = page.parent(id).is_some_and(|p| page.name(p) == name::THEAD);
    let mut cells = page.children(id).filter(|&c| page.is_element(c)).peekable();
    let all_headers = cells.peek().is_some() && cells.all(|c| page.name(c) == name::TH);
    Block::Row { header: in_head || all_headers }
}

/// What the kept part of a table shows.
#[derive(Default)]
struct Shape {
    grid: Grid,
    rows: usize,
    columns: usize,
    kept_cells: usize,
    /// Paragraphs of the current cell.
    paragraphs: usize,
    has_headers: bool,
    /// Cells hold more than a line of text.
    has_blocks: bool,
    has_code: bool,
    nested: bool,
}

/// Reads what a table with kept leaves is for.
pub(super) fn read(page: &Page, kept: &NodeSet, id: NodeId) -> Table {
    if matches!(page.attr(id, name::ROLE), Some("presentation" | "none")) {
        return Table::Layout;
    }
    let shape = shape(page, kept, id);
    if shape.nested {
        return Table::Layout;
    }
    if shape.has_code
        && let Some(code) = code::read_table(page, id)
    {
        return Table::Code(code);
    }
    let boxes = !shape.has_headers && (shape.rows == 1 || shape.has_blocks);
    if boxes || shape.kept_cells < 2 || shape.columns < 2 {
        return Table::Layout;
    }
    Table::Data { columns: shape.columns }
}

fn shape(page: &Page, kept: &NodeSet, table: NodeId) -> Shape {
    let mut shape = Shape::default();
    let mut below = page.descendants(table);
    while let Some(id) = below.next() {
        if !page.is_element(id) {
            continue;
        }
        let holds = kept.any_in(id..page.end(id));
        let role = Role::of(page.name(id));
        if holds || matches!(role, Role::Cell { .. }) {
            shape.add(page, id, role, holds);
        }
        if shape.nested {
            break;
        }
        if !holds {
            below.skip_subtree(page, id);
        }
    }
    shape
}

impl Shape {
    fn add(&mut self, page: &Page, id: NodeId, role: Role, holds: bool) {
        match role {
            Role::Table => self.nested = true,
            Role::Row => {
                self.rows += 1;
                self.grid.next_row();
            }
            Role::Cell { header } => {
                if let Block::Cell { columns, rows, .. } = cell(page, id) {
                    self.columns = self.columns.max(self.grid.place(columns, rows).1);
                }
                self.has_headers |= header && holds;
                self.kept_cells += usize::from(holds);
                self.paragraphs = 0;
            }
            Role::Caption => self.has_headers = true,
            Role::Pre => {
                self.has_code = true;
                // A line of code is no more than a line of text.
                self.has_blocks |= page.text_content(id).trim().contains('\n');
            }
            Role::Code => self.has_code = true,
            Role::Heading(_) | Role::Quote | Role::Figure | Role::List { .. } => {
                self.has_blocks = true;
            }
            Role::Paragraph => {
                self.paragraphs += 1;
                self.has_blocks |= self.paragraphs > 1;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(html: &str) -> String {
        let page = Page::parse(html);
        let mut kept = NodeSet::new(page.len());
        page.descendants(page.root()).filter(|&n| page.is_text(n)).for_each(|n| kept.insert(n));
        let table = page.descendants(page.root()).find(|&n| page.name(n) == name::TABLE).unwrap();
        match read(&page, &kept, table) {
            Table::Data { columns } => format!("data {columns}"),
            Table::Layout => "layout".into(),
            Table::Code(code) => code.text,
        }
    }

    #[test]
    fn data_has_rows_and_columns() {
        assert_eq!(kind("<table><tr><td>a<td>b<tr><td>c<td>d</table>"), "data 2");
        assert_eq!(kind("<table><tr><th>a<th>b</table>"), "data 2");
        assert_eq!(kind("<table><tr><td colspan=3>a<tr><td>c<td>d</table>"), "data 3");
        assert_eq!(kind("<table><tr><td rowspan=2>a<td>b<tr><td>c<td>d</table>"), "data 3");
    }

    #[test]
    fn boxes_are_layout() {
        assert_eq!(kind("<table><tr><td>a</table>"), "layout");
        assert_eq!(kind("<table><tr><td>a<td>b</table>"), "layout");
        assert_eq!(kind("<table><tr><td>a<tr><td>b</table>"), "layout");
        assert_eq!(kind("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>"), "layout");
        let nested = "<table><tr><td>a<td>b<tr><td><table><tr><td>x</table><td>d</table>";
        assert_eq!(kind(nested), "layout");
        assert_eq!(kind("<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>"), "layout");
    }

    #[test]
    fn numbered_lines_are_code() {
        let rows = "<table><tr><td>1<td><code>let a;</code><tr><td>2<td><code>  b</code></table>";
        assert_eq!(kind(rows), "let a;\n  b");
        let one = "<table><tr><td><pre>1\n2</pre><td><pre>let a;\n  b\n</pre></table>";
        assert_eq!(kind(one), "let a;\n  b");
    }

    #[test]
    fn a_grid_knows_what_reaches_down() {
        let mut grid = Grid::default();
        grid.next_row();
        assert_eq!(grid.place(1, 2), (0, 1));
        assert_eq!(grid.place(2, 1), (1, 3));
        grid.next_row();
        assert_eq!(grid.place(1, 1), (1, 2));
        grid.next_row();
        assert_eq!(grid.place(1, 1), (0, 1));
    }
}
