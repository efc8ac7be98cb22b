//! The columns that the models see, in one table: the blocks' own features, what the first model said
//! around them, the page as a whole, and its kind.

use super::choose::Choice;
use super::context;
use super::overview::Overview;
use super::page_type::PageType;
use super::table::Table;
use crate::Document;
use dehusk_blocks::Features;
use std::sync::LazyLock;

static CONTEXT: LazyLock<Vec<String>> = LazyLock::new(context::names);
static PAGE: LazyLock<Vec<String>> = LazyLock::new(Overview::names);

/// Columns of the first model.
pub fn first_width() -> usize {
    Features::LEN
}

/// Numbers of a page as a whole: what its kind is judged by.
pub fn page_width() -> usize {
    PAGE.len()
}

/// Columns of the second model.
pub fn width() -> usize {
    first_width() + CONTEXT.len() + page_width() + PageType::ALL.len()
}

/// Numbers that the confidence is judged by: the page with the second model's answer, and its kind.
pub fn confidence_width() -> usize {
    page_width() + PageType::ALL.len()
}

/// The names of all columns of the second model; the first one's come first.
pub fn names() -> Vec<String> {
    let kinds = PageType::ALL.iter().map(|kind| format!("kind_{}", kind.name()));
    Features::names()
        .iter()
        .chain(CONTEXT.iter())
        .chain(PAGE.iter())
        .cloned()
        .chain(kinds)
        .collect()
}

/// A table for all blocks, with the columns of the first model set.
pub fn first(document: &Document) -> Table {
    let mut table = Table::new(document.blocks().len(), width());
    let mut row = Vec::with_capacity(first_width());
    for (at, features) in document.features().iter().enumerate() {
        row.clear();
        features.write_to(&mut row);
        table.set_row(at, &row);
    }
    table
}

/// What each block weighs in an answer: its words.
pub fn weights(document: &Document) -> Vec<f32> {
    document.blocks().iter().map(|block| block.words.max(1) as f32).collect()
}

/// Sets the other columns, from the first model's answer.
pub fn second(
    document: &Document,
    first: &[f32],
    weights: &[f32],
    choice: &Choice,
    page: &[f32],
    kinds: &[f32],
    table: &mut Table,
) {
    context::write(document, first, weights, choice, first_width(), table);
    let mut column = first_width() + CONTEXT.len();
    for &value in page.iter().chain(kinds) {
        table.fill_column(column, value);
        column += 1;
    }
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
