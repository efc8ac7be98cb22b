//! Tables of data, told from tables that only lay out the page. Data is kept whole.

use super::traits::Traits;
use super::tree::{Id, Tree};
use super::walk::{Step, Tour};
use dehusk_page::{Name, Page, name};

/// What is known of a table while it is walked through.
struct Open {
    table: Id,
    /// Whether the first caption below has anything in it.
    caption: Option<bool>,
    has_data_parts: bool,
    has_table: bool,
}

/// Marks the tables of data below `root` and everything inside of them.
pub(super) fn mark_data_tables(tree: &mut Tree, page: &Page, root: Id) {
    let datatable = page.find_name("datatable");
    let mut open: Vec<Open> = Vec::new();
    let mut data: Vec<Id> = Vec::new();
    let mut tour = Tour::of(root);
    while let Some(step) = tour.next(tree) {
        match step {
            Step::Enter(id) if tree.name(id) == name::TABLE => {
                open.push(Open {
                    table: id,
                    caption: None,
                    has_data_parts: false,
                    has_table: false,
                });
            }
            Step::Enter(id) => open.last_mut().into_iter().for_each(|table| table.see(tree, id)),
            Step::Leave(id) if tree.name(id) == name::TABLE => {
                let Some(done) = open.pop() else { continue };
                if done.is_data(tree, page, datatable) {
                    data.push(done.table);
                }
                open.last_mut().into_iter().for_each(|around| around.see_table(&done));
            }
            Step::Leave(_) => {}
        }
    }
    // Outer tables were left last; what is inside of them need not be marked again.
    for table in data.into_iter().rev() {
        tree.add_trait(table, Traits::DATA_TABLE);
        if !tree.traits(table).has(Traits::IN_DATA_TABLE) {
            let inside: Vec<Id> = tree.elements_below(table).collect();
            inside.into_iter().for_each(|id| tree.add_trait(id, Traits::IN_DATA_TABLE));
        }
    }
}

impl Open {
    fn see(&mut self, tree: &Tree, id: Id) {
        match tree.name(id) {
            name::CAPTION if self.caption.is_none() => {
                self.caption = Some(tree.first_child(id).is_some());
            }
            name::COL | name::COLGROUP | name::TFOOT | name::THEAD | name::TH => {
                self.has_data_parts = true;
            }
            _ => {}
        }
    }

    /// What is in a table inside is also in this one.
    fn see_table(&mut self, inner: &Open) {
        self.caption = self.caption.or(inner.caption);
        self.has_data_parts |= inner.has_data_parts;
        self.has_table = true;
    }

    fn is_data(&self, tree: &Tree, page: &Page, datatable: Option<Name>) -> bool {
        let attribute = |name| tree.origin(self.table).and_then(|origin| page.attr(origin, name));
        if attribute(name::ROLE) == Some("presentation") {
            return false;
        }
        if datatable.and_then(attribute) == Some("0") {
            return false;
        }
        if attribute(name::SUMMARY).is_some_and(|s| !s.is_empty())
            || self.caption == Some(true)
            || self.has_data_parts
        {
            return true;
        }
        !self.has_table && is_large(size(tree, page, self.table))
    }
}

fn is_large((rows, columns): (u64, u64)) -> bool {
    if rows == 1 || columns == 1 {
        return false;
    }
    rows >= 10 || columns > 4 || rows * columns > 10
}

/// Rows and columns of a table without tables inside.
fn size(tree: &Tree, page: &Page, table: Id) -> (u64, u64) {
    let span = |id: Id, name: Name| {
        let value = tree.origin(id).and_then(|origin| page.attr(origin, name));
        value.map_or(0, leading_number).max(1)
    };
    let (mut rows, mut columns, mut here) = (0_u64, 0_u64, 0_u64);
    for element in tree.elements_below(table) {
        match tree.name(element) {
            name::TR => {
                rows += span(element, name::ROWSPAN);
                here = 0;
            }
            name::TD => here += span(element, name::COLSPAN),
            _ => {}
        }
        columns = columns.max(here);
    }
    (rows, columns)
}

/// The number a value begins with, 0 if with none; large ones are cut, since only small ones matter.
fn leading_number(value: &str) -> u64 {
    let value = value.trim_start();
    let digits = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    let number = value.get(..digits).unwrap_or_default();
    if number.is_empty() { 0 } else { number.parse::<u64>().unwrap_or(1_000).min(1_000) }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::*;
    use dehusk_extract::Document;

    /// For each table in document order whether it is one of data.
    fn data(html: &str) -> Vec<bool> {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let mut working = build(&document).unwrap();
        mark_data_tables(&mut working.tree, document.page(), working.body);
        let tree = &working.tree;
        let tables = tree.elements_below(working.body).filter(|&e| tree.name(e) == name::TABLE);
        tables.map(|t| tree.traits(t).has(Traits::DATA_TABLE)).collect()
    }

    #[test]
    fn attributes_and_parts_tell() {
        assert_eq!(data("<table summary=x><tr><td>a</table>"), [true]);
        assert_eq!(data("<table role=presentation summary=x><tr><td>a</table>"), [false]);
        assert_eq!(data("<table datatable=0 summary=x><tr><td>a</table>"), [false]);
        assert_eq!(data("<table><caption>c</caption><tr><td>a</table>"), [true]);
        assert_eq!(data("<table><caption></caption><tr><td>a</table>"), [false]);
        assert_eq!(data("<table><tr><th>a<td>b</table>"), [true]);
    }

    #[test]
    fn a_table_around_another_lays_out() {
        let rows = "<tr><td>a<td>b<td>c".repeat(4);
        assert_eq!(data(&format!("<table><tr><td><table>{rows}</table></table>")), [false, true]);
        // but a heading cell inside speaks for both
        assert_eq!(data("<table><tr><td><table><tr><th>a</table></table>"), [true, true]);
    }

    #[test]
    fn everything_inside_is_marked() {
        let document = Document::new(Page::parse("<table><tr><th><b>a</b></table><b>c</b>"));
        let mut working = build(&document).unwrap();
        mark_data_tables(&mut working.tree, document.page(), working.body);
        let tree = &working.tree;
        let bold = tree.elements_below(working.body).filter(|&e| tree.name(e) == name::B);
        let inside: Vec<bool> = bold.map(|b| tree.traits(b).has(Traits::IN_DATA_TABLE)).collect();
        assert_eq!(inside, [true, false]);
    }

    #[test]
    fn size_decides_in_the_end() {
        let table =
            |rows: usize, row: &str| data(&format!("<table>{}</table>", row.repeat(rows)))[0];
        assert!(!table(20, "<tr><td>a"));
        assert!(!table(1, "<tr><td>a<td>b<td>c<td>d<td>e<td>f"));
        assert!(!table(5, "<tr><td>a<td>b"));
        assert!(table(6, "<tr><td>a<td>b"));
        assert!(table(10, "<tr><td>a<td>b"));
        assert!(table(2, "<tr><td>a<td>b<td>c<td>d<td>e"));
        assert!(table(2, "<tr><td colspan=5>a"));
        assert!(table(2, "<tr rowspan='9x'><td>a<td>b"));
    }
}
