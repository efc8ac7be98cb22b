//! The columns that the models see. The first one glances at every block; the second looks at those that are left, at
//! what the first said around them, at the page as a whole and its kind. Both see what words say.

use super::answer;
use super::context::{self, Context};
use super::lexicon::{self, Scores};
use super::overview::Overview;
use super::table::{BUNDLE, Table};
use dehusk_blocks::features::{Glance, Look};
use dehusk_extract::{Document, PageType};
use std::ops::Range;
use std::sync::LazyLock;

static CONTEXT: LazyLock<Vec<String>> = LazyLock::new(context::names);
static PAGE: LazyLock<Vec<String>> = LazyLock::new(Overview::names);
static ANSWER: LazyLock<Vec<String>> = LazyLock::new(answer::names);

const WORDS: usize = lexicon::NAMES.len();

/// Columns of the first model.
pub fn first_width() -> usize {
    Glance::LEN + WORDS
}

/// Numbers of a page as a whole: what its kind is judged by.
pub fn page_width() -> usize {
    PAGE.len()
}

/// Columns of the second model that blocks have of their own.
fn own_width() -> usize {
    Look::LEN + WORDS + CONTEXT.len()
}

/// Columns of the second model.
pub fn second_width() -> usize {
    own_width() + page_width() + PageType::ALL.len()
}

/// Numbers that an answer is judged by: what is measured of it, the page, and its kind.
pub fn answer_width() -> usize {
    ANSWER.len() + page_width() + PageType::ALL.len()
}

/// The names of what is measured of an answer.
pub fn answer_names() -> &'static [String] {
    &ANSWER
}

/// The names of the first model's columns.
pub fn first_names() -> Vec<String> {
    Glance::names().iter().cloned().chain(lexicon::NAMES.map(String::from)).collect()
}

/// The names of the second model's columns.
pub fn second_names() -> Vec<String> {
    let kinds = PageType::ALL.iter().map(|kind| format!("kind_{}", kind.name()));
    let own = Look::names().iter().cloned().chain(lexicon::NAMES.map(String::from));
    own.chain(CONTEXT.iter().cloned()).chain(PAGE.iter().cloned()).chain(kinds).collect()
}

/// Rows that the models see at once. A table takes some 900 bytes a row, so that those of a large page are made one
/// after another; nearly all pages have fewer blocks than this and need one.
pub(super) const CHUNK: usize = 4096;

/// Stretches of blocks that are judged one after another.
pub(super) fn chunks(blocks: usize) -> impl Iterator<Item = Range<usize>> {
    (0..blocks.div_ceil(CHUNK)).map(move |n| n * CHUNK..blocks.min((n + 1) * CHUNK))
}

/// What the first model sees of some blocks.
pub fn first(document: &Document, scores: &Scores, blocks: Range<usize>) -> Table {
    let glances = document.features().glances(blocks.clone());
    table(blocks.len(), first_width(), glances.zip(blocks), |(glance, block), row| {
        glance.write_to(row);
        row.extend(scores.of(block));
    })
}

/// What the second model sees of some blocks. `page` is what all blocks share.
pub fn second(
    document: &Document,
    scores: &Scores,
    context: &Context,
    page: &[f32],
    blocks: &[u32],
) -> Table {
    let numbers = || blocks.iter().map(|&block| block as usize);
    let looks = document.features().looks(numbers());
    let mut table = table(blocks.len(), own_width(), looks.zip(numbers()), |(look, block), row| {
        look.write_to(row);
        row.extend(scores.of(block));
        context.write_to(block, row);
    });
    table.set_constants(page.to_vec());
    table
}

/// A table of rows that `write` appends the values of, a row an item.
fn table<T>(
    rows: usize,
    width: usize,
    mut items: impl Iterator<Item = T>,
    write: impl Fn(T, &mut Vec<f32>),
) -> Table {
    let mut table = Table::new(rows, width);
    let mut bundle = Vec::with_capacity(BUNDLE * width);
    for row in (0..rows).step_by(BUNDLE) {
        bundle.clear();
        items.by_ref().take(BUNDLE).for_each(|item| write(item, &mut bundle));
        table.set_bundle(row, &bundle, width);
    }
    table
}

/// What each block weighs in an answer: its words.
pub fn weights(document: &Document) -> Vec<f32> {
    document.blocks().iter().map(|block| block.words.max(1) as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_one_name_of_its_own() {
        for (names, width) in [(first_names(), first_width()), (second_names(), second_width())] {
            assert_eq!(names.len(), width);
            let different: std::collections::HashSet<_> = names.iter().collect();
            assert_eq!(different.len(), names.len());
        }
    }
}
