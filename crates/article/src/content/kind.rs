//! What the text of an element is, by the elements around it: for those who look at single blocks and not at
//! the flow of the content.

use super::role::Role;
use super::{style, table};
use crate::BlockKind;
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};
use std::collections::HashMap;

/// Elements looked at around a block. What is further away says nothing about it, and pages nest without end.
const MAX_AROUND: usize = 32;

/// What a table makes of its cells.
#[derive(Clone, Copy, Debug)]
enum Cells {
    Data,
    Layout,
    Code,
}

/// Tells the kinds of blocks, and remembers the tables it met.
pub(crate) struct Kinds<'p> {
    page: &'p Page,
    leaves: NodeSet,
    tables: HashMap<NodeId, Cells>,
}

impl<'p> Kinds<'p> {
    /// For the blocks of a page, whose text nodes are the leaves.
    pub fn new(page: &'p Page, leaves: NodeSet) -> Kinds<'p> {
        Kinds { page, leaves, tables: HashMap::new() }
    }

    /// The kind of a block that stands in an element.
    pub fn of(&mut self, element: NodeId) -> BlockKind {
        let page = self.page;
        let mut around = std::iter::once(element).chain(page.ancestors(element)).take(MAX_AROUND);
        around.find_map(|id| self.by_element(id)).unwrap_or(BlockKind::Paragraph)
    }

    fn by_element(&mut self, id: NodeId) -> Option<BlockKind> {
        match style::refine(self.page, id, Role::of(self.page.name(id))) {
            Role::Heading(level) => Some(BlockKind::Heading { level }),
            Role::Item => Some(BlockKind::ListItem),
            Role::Term => Some(BlockKind::Term),
            Role::Description => Some(BlockKind::Description),
            Role::Caption | Role::FigureCaption => Some(BlockKind::Caption),
            Role::Pre => Some(BlockKind::Code),
            Role::Quote => Some(BlockKind::Quote),
            Role::Cell { header } => match self.cells_around(id) {
                Cells::Data => Some(BlockKind::TableCell { header }),
                Cells::Code => Some(BlockKind::Code),
                Cells::Layout => None,
            },
            _ => None,
        }
    }

    fn cells_around(&mut self, cell: NodeId) -> Cells {
        let page = self.page;
        let mut around = page.ancestors(cell).take(MAX_AROUND);
        let Some(table) = around.find(|&n| page.name(n) == name::TABLE) else {
            return Cells::Layout;
        };
        let leaves = &self.leaves;
        *self.tables.entry(table).or_insert_with(|| match table::read(page, leaves, table) {
            table::Table::Data { .. } => Cells::Data,
            table::Table::Layout => Cells::Layout,
            table::Table::Code(_) => Cells::Code,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Article;
    use dehusk_extract::{Document, Selection};

    fn kinds(html: &str) -> Vec<BlockKind> {
        let document = Document::new(Page::parse(html));
        let selection = Selection::everything(&document);
        Article::new(document, selection, "text").blocks().map(|block| block.kind).collect()
    }

    #[test]
    fn the_innermost_element_tells() {
        use BlockKind::*;
        let html = "<h3>a</h3><p>b</p><ul><li><p>c</p></ul><dl><dt>d<dd>e</dl><blockquote><p>f</blockquote>\
            <pre>g</pre><figure><figcaption>h</figcaption></figure><blockquote><h1>i</h1></blockquote>";
        let expected = [
            Heading { level: 3 },
            Paragraph,
            ListItem,
            Term,
            Description,
            Quote,
            Code,
            Caption,
            Heading { level: 1 },
        ];
        assert_eq!(kinds(html), expected);
    }

    #[test]
    fn only_tables_of_data_have_cells() {
        use BlockKind::*;
        let data = "<table><tr><th>a<th>b<tr><td>c<td>d</table>";
        let (header, cell) = (TableCell { header: true }, TableCell { header: false });
        assert_eq!(kinds(data), [header, header, cell, cell]);
        let layout = "<table><tr><td>a<td><blockquote>b</blockquote></table>";
        assert_eq!(kinds(layout), [Paragraph, Quote]);
    }
}
