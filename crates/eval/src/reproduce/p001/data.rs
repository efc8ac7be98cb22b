//! The labelled blocks that the paper's experiments start from.

use super::super::{Context, ExperimentError};
use crate::analysis::TextCounter;
use crate::corpus::{Corpus, Record};
use crate::learners::Data;
use crate::measures::labels_of_pieces;
use dehusk_suite::classic_learned::c45::Classes;
use dehusk_suite::classic_learned::shallow::{Atoms, LOCAL, Measures, names, rows};

/// The corpus that the paper's authors published.
pub const NEWS: &str = "l3s-gn1";

/// A block of a page.
#[derive(Clone, Debug)]
pub struct Block {
    /// What was measured of it.
    pub measures: Measures,
    /// Its features in a page.
    pub row: [f32; LOCAL],
    /// How often the text of the block before it, its own and that of the one after are in the corpus.
    pub frequencies: [f32; 3],
    /// What people called it: 0 not content, 1 headline, 2 full text, 3 supplemental, 4 related content, 5 comments.
    pub label: u8,
    /// Which part of ten its host falls into.
    pub part: usize,
    text: u64,
}

/// The features that take a corpus.
const FREQUENCIES: [&str; 3] = ["text frequency (P)", "text frequency (C)", "text frequency (N)"];
/// Folds, as the paper has them.
pub const FOLDS: usize = 10;

/// The blocks of every page that has labels, page by page.
pub fn pages(context: &mut Context<'_>, name: &str) -> Result<Vec<Vec<Block>>, ExperimentError> {
    let corpus = context.corpus(name)?;
    let read = context.each_page(&format!("{name}: blocks"), corpus, page);
    let mut pages: Vec<Vec<Block>> = read.into_iter().flatten().flatten().collect();
    if pages.is_empty() {
        return Err(ExperimentError::Nothing(format!("no page of {name} has labelled blocks")));
    }
    let mut counter = TextCounter::default();
    pages.iter().flatten().for_each(|block| counter.add(block.text));
    for page in &mut pages {
        let counts: Vec<f32> = page.iter().map(|block| counter.count(block.text) as f32).collect();
        let count = |at: Option<usize>| at.and_then(|at| counts.get(at)).copied().unwrap_or(0.0);
        for (at, block) in page.iter_mut().enumerate() {
            block.frequencies = [count(at.checked_sub(1)), count(Some(at)), count(Some(at + 1))];
        }
    }
    Ok(pages)
}

fn page(corpus: &Corpus, record: &Record) -> Option<Vec<Block>> {
    let document = Context::document(corpus, record)?;
    let atoms = Atoms::of(document.page());
    let pieces = atoms.list().iter().map(|atom| atoms.nodes(atom));
    let labels = labels_of_pieces(record, document.page(), pieces)?;
    let rows = rows(&atoms);
    let part = record.part(FOLDS);
    let blocks = atoms.list().iter().zip(rows).zip(labels);
    Some(
        blocks
            .map(|((atom, row), label)| Block {
                measures: atom.measures,
                row,
                frequencies: [0.0; 3],
                label,
                part,
                text: atom.text,
            })
            .collect(),
    )
}

/// Rows for the learners: all 67 features, a block weighs as much as it has words.
pub fn data<'b>(blocks: impl Iterator<Item = &'b Block>, classes: Classes) -> Data {
    let names = names().iter().cloned().chain(FREQUENCIES.map(str::to_string)).collect();
    let mut data = Data::new(names, classes.names().len());
    let mut row = Vec::with_capacity(LOCAL + FREQUENCIES.len());
    for block in blocks {
        row.clear();
        row.extend(block.row);
        row.extend(block.frequencies);
        data.push(&row, classes.of_label(block.label), block.measures.words);
    }
    data
}
