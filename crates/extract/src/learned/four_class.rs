//! `four-class`: boilerplate, headline, full text with comments, supplemental.
//!
//! The four-class problem of C. Kohlschütter, P. Fankhauser, W. Nejdl: "Boilerplate Detection using Shallow Text
//! Features" (WSDM 2010), with boosted trees in place of C4.8, over shallow features of a block and of its two
//! neighbours. All but boilerplate is content.

use super::file::ModelFile;
use super::rows::{self, SHALLOW};
use crate::auto::{DEPTH, Forest, LEAVES, Table, Tree};
use crate::{Document, Extractor, Selection, Verdict};
use std::sync::LazyLock;

/// The classes, in the order of the forests.
pub const CLASSES: [&str; 4] = ["boilerplate", "headline", "full text", "supplemental"];
/// Numbers of a row: those of the block before, of the block, and of the one after.
pub const WIDTH: usize = 3 * SHALLOW;

/// The rows of a document's blocks.
pub fn table(document: &Document) -> Table {
    let rows = rows::shallow(document);
    let mut table = Table::new(rows.len(), WIDTH);
    let none = [0.0; SHALLOW];
    for (index, row) in rows.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|n| rows.get(n)).unwrap_or(&none);
        let after = rows.get(index + 1).unwrap_or(&none);
        table.set_row(index, &[before, row, after].map(|r| r.as_slice()).concat());
    }
    table
}

/// Adds a forest's parts to a file.
pub fn write_forest(forest: &Forest, file: &mut ModelFile) {
    let mut values = vec![forest.base];
    for tree in &forest.trees {
        values.extend(tree.features.iter().map(|&f| f32::from(f)));
        values.extend(tree.thresholds);
        values.extend(tree.leaves);
    }
    file.push_floats(&values);
}

/// A forest from a part of a file; none if it asks for numbers that a row does not have.
pub fn read_forest(file: &ModelFile, part: usize, width: usize) -> Option<Forest> {
    let values = file.floats(part)?;
    let (&base, rest) = values.split_first()?;
    let tree = |values: &[f32]| {
        let (features, rest) = values.split_at(DEPTH);
        let (thresholds, leaves) = rest.split_at(DEPTH);
        let known = features.iter().all(|&f| f >= 0.0 && (f as usize) < width);
        known.then(|| Tree {
            features: std::array::from_fn(|n| features[n] as u16),
            thresholds: std::array::from_fn(|n| thresholds[n]),
            leaves: std::array::from_fn(|n| leaves[n]),
        })
    };
    let trees = rest.chunks_exact(2 * DEPTH + LEAVES).map(tree).collect::<Option<Vec<Tree>>>()?;
    Some(Forest { base, trees })
}

static SHIPPED: LazyLock<Option<Vec<Forest>>> = LazyLock::new(|| {
    let file = ModelFile::read(include_bytes!("../../models/four-class.model"))?;
    (0..CLASSES.len()).map(|part| read_forest(&file, part, WIDTH)).collect()
});

/// The class of each block by its forests, and how far it is ahead of boilerplate.
pub fn classes(forests: &[Forest], document: &Document) -> Vec<(usize, f32)> {
    let table = table(document);
    let sums: Vec<Vec<f32>> = forests.iter().map(|forest| forest.sums(&table)).collect();
    let class = |block: usize| {
        let value = |class: usize| sums[class].get(block).copied().unwrap_or(0.0);
        let best = (0..sums.len()).max_by(|&a, &b| value(a).total_cmp(&value(b))).unwrap_or(0);
        (best, value(best) - value(0))
    };
    (0..table.rows()).map(class).collect()
}

/// The four classes.
pub(crate) struct FourClass;

impl Extractor for FourClass {
    fn extract(&self, document: &Document) -> Selection {
        let Some(forests) = SHIPPED.as_ref() else {
            return Selection::from_blocks(document, Vec::new());
        };
        let verdict = |(class, ahead): (usize, f32)| match class {
            0 => Verdict::drop(0.0, CLASSES[0]),
            class => Verdict::keep(ahead, CLASSES[class]),
        };
        Selection::from_blocks(
            document,
            classes(forests, document).into_iter().map(verdict).collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forests_are_stored_and_checked() {
        let tree = Tree { features: [3; DEPTH], thresholds: [0.5; DEPTH], leaves: [1.0; LEAVES] };
        let forest = Forest { base: 0.25, trees: vec![tree] };
        let mut file = ModelFile::default();
        write_forest(&forest, &mut file);
        assert_eq!(read_forest(&file, 0, 4), Some(forest));
        assert_eq!(read_forest(&file, 0, 3), None);
    }
}
