//! The columns that the models see, in one table: the blocks' own features, what readability says of
//! them, what the first model said around them, the page as a whole, and its kind.

use super::answer;
use super::context::{self, Context};
use super::overview::Overview;
use super::table::{BUNDLE, Table};
use super::vote;
use dehusk_blocks::Features;
use dehusk_extract::{Document, PageType};
use std::ops::Range;
use std::sync::LazyLock;

static CONTEXT: LazyLock<Vec<String>> = LazyLock::new(context::names);
static PAGE: LazyLock<Vec<String>> = LazyLock::new(Overview::names);
static ANSWER: LazyLock<Vec<String>> = LazyLock::new(answer::names);

/// Columns of the first model.
pub fn first_width() -> usize {
    Features::LEN + 1
}

/// Numbers of a page as a whole: what its kind is judged by.
pub fn page_width() -> usize {
    PAGE.len()
}

/// Columns of the second model.
pub fn width() -> usize {
    first_width() + CONTEXT.len() + page_width() + PageType::ALL.len()
}

/// Numbers that an answer is judged by: what is measured of it, the page, and its kind.
pub fn answer_width() -> usize {
    ANSWER.len() + page_width() + PageType::ALL.len()
}

/// The names of what is measured of an answer.
pub fn answer_names() -> &'static [String] {
    &ANSWER
}

/// The names of all columns of the second model; the first one's come first.
pub fn names() -> Vec<String> {
    let kinds = PageType::ALL.iter().map(|kind| format!("kind_{}", kind.name()));
    let own = Features::names().iter().cloned().chain([vote::NAME.to_string()]);
    own.chain(CONTEXT.iter().cloned()).chain(PAGE.iter().cloned()).chain(kinds).collect()
}

/// Rows that the models see at once. A table takes some 900 bytes a row, so that those of a large page are made one
/// after another; nearly all pages have fewer blocks than this and need one.
pub(super) const CHUNK: usize = 4096;

/// Stretches of blocks that are judged one after another.
pub(super) fn chunks(blocks: usize) -> impl DoubleEndedIterator<Item = Range<usize>> {
    (0..blocks.div_ceil(CHUNK)).map(move |n| n * CHUNK..blocks.min((n + 1) * CHUNK))
}

/// A table for all blocks, with the columns of the first model set.
pub fn first(document: &Document) -> Table {
    first_of(document, &vote::of(document), 0..document.blocks().len())
}

/// A table for some blocks, with the columns of the first model set. `votes` are those of all blocks.
pub(super) fn first_of(document: &Document, votes: &[f32], rows: Range<usize>) -> Table {
    let mut table = Table::new(rows.len(), first_width() + CONTEXT.len());
    let mut bundle = Vec::with_capacity(BUNDLE * Features::LEN);
    let mut features = document.features().range(rows.clone());
    for row in (0..rows.len()).step_by(BUNDLE) {
        bundle.clear();
        features.by_ref().take(BUNDLE).for_each(|block| block.write_to(&mut bundle));
        table.set_bundle(row, &bundle, Features::LEN);
    }
    table.set_column(Features::LEN, votes[rows].iter().copied());
    table
}

/// What each block weighs in an answer: its words.
pub fn weights(document: &Document) -> Vec<f32> {
    document.blocks().iter().map(|block| block.words.max(1) as f32).collect()
}

/// Sets the other columns of a table for some blocks. `page` is what all blocks share.
pub(super) fn second(context: &Context, page: &[f32], rows: Range<usize>, table: &mut Table) {
    context.write(rows, first_width(), table);
    table.set_constants(page.to_vec());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_one_name_of_its_own() {
        let names = names();
        assert_eq!(names.len(), width());
        let different: std::collections::HashSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len());
    }
}
