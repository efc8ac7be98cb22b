//! `four-class`: boilerplate, headline, full text with comments, supplemental.
//!
//! The four-class problem of C. Kohlschütter, P. Fankhauser, W. Nejdl: "Boilerplate Detection using Shallow Text
//! Features" (WSDM 2010), with boosted trees in place of C4.8, over shallow features of a block and of its two
//! neighbours. All but boilerplate is content.

use super::file::ModelFile;
use super::forest;
use super::rows::{self, SHALLOW};
use dehusk_auto::training::{BUNDLE, Forest, Table};
use dehusk_extract::{BuildError, Document, Entry, Extractor, Selection, Verdict};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "four-class",
    "headline, full text and supplemental text, by shallow features",
    "the four-class problem of Kohlschütter et al., WSDM 2010; trained by `dehusk train four-class`",
    "any; the pages it learned from are news in English",
    |_| Ok(Arc::new(FourClass::shipped()?)),
)];

/// The classes, in the order of the forests.
pub const CLASSES: [&str; 4] = ["boilerplate", "headline", "full text", "supplemental"];
/// Numbers of a row: those of the block before, of the block, and of the one after.
pub const WIDTH: usize = 3 * SHALLOW;

/// The rows of a document's blocks.
pub fn table(document: &Document) -> Table {
    let rows = rows::shallow(document);
    let none = [0.0; SHALLOW];
    let mut table = Table::new(rows.len(), WIDTH);
    let mut bundle = Vec::with_capacity(BUNDLE * WIDTH);
    for start in (0..rows.len()).step_by(BUNDLE) {
        bundle.clear();
        for index in start..rows.len().min(start + BUNDLE) {
            let before = index.checked_sub(1).and_then(|n| rows.get(n)).unwrap_or(&none);
            let after = rows.get(index + 1).unwrap_or(&none);
            [before, &rows[index], after].iter().for_each(|row| bundle.extend_from_slice(*row));
        }
        table.set_bundle(start, &bundle, WIDTH);
    }
    table
}

/// The forests of a file, one a class.
pub fn forests(file: &ModelFile) -> Option<Vec<Forest>> {
    (0..CLASSES.len()).map(|part| forest::read(file, part, WIDTH)).collect()
}

static SHIPPED: LazyLock<Option<Vec<Forest>>> =
    LazyLock::new(|| forests(&super::shipped("four-class")?));

/// The class of each block by its forests, and how far it is ahead of boilerplate.
pub fn classes(forests: &[Forest], document: &Document) -> Vec<(usize, f32)> {
    let table = table(document);
    let sums: Vec<Vec<f32>> = forests.iter().map(|forest| forest.sums(&table)).collect();
    let class = |row: usize| {
        let of = |class: usize| sums.get(class).map_or(0.0, |sums| sums[row]);
        let best = (0..sums.len()).max_by(|&a, &b| of(a).total_cmp(&of(b))).unwrap_or(0);
        (best, of(best) - of(0))
    };
    (0..table.rows()).map(class).collect()
}

/// The four classes.
pub(crate) struct FourClass {
    forests: &'static [Forest],
}

impl FourClass {
    /// With the shipped model.
    pub fn shipped() -> Result<FourClass, BuildError> {
        Ok(FourClass { forests: super::usable("four-class", &SHIPPED)? })
    }
}

impl Extractor for FourClass {
    fn extract(&self, document: &Document) -> Selection {
        let verdict = |(class, ahead): (usize, f32)| match class {
            0 => Verdict::drop(0.0, CLASSES[0]),
            class => Verdict::keep(ahead, CLASSES[class]),
        };
        Selection::from_blocks(
            document,
            classes(self.forests, document).into_iter().map(verdict).collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn every_block_has_a_class_and_a_row_with_its_neighbours() {
        let document = Document::new(Page::parse("<p>One two.</p><p>Three</p>"));
        let rows = table(&document);
        assert_eq!((rows.rows(), rows.width()), (2, WIDTH));
        assert_eq!(rows.row(0)[2 * SHALLOW..], rows.row(1)[SHALLOW..2 * SHALLOW]);
        assert_eq!(classes(SHIPPED.as_ref().unwrap(), &document).len(), 2);
    }
}
