//! The numbers beside lines of code.

use super::is_code;
use crate::content::fold;
use dehusk_page::{NodeId, Page, name};
use std::collections::HashSet;

/// Class words of elements that hold the number of a line.
const NUMBER_CLASSES: &[&str] = &[
    "gutter",
    "hljs-ln-n",
    "hljs-ln-numbers",
    "line-number",
    "line-numbers",
    "line-numbers-rows",
    "lineno",
    "linenos",
    "linenodiv",
    "linenumber",
    "linenumbers",
    "ln",
    "lnt",
    "blob-num",
    "react-syntax-highlighter-line-number",
];

/// Whether every row is a number, or numbers below each other, and then code.
pub(super) fn is_numbered_table(page: &Page, table: NodeId) -> bool {
    let mut rows = page.descendants(table).filter(|&n| page.name(n) == name::TR).peekable();
    let numbered = |row| {
        let mut cells = page.children(row).filter(|&c| page.is_element(c));
        let first_is_gutter = cells.next().is_some_and(|c| is_gutter(page, c));
        let code = cells.next();
        first_is_gutter && code.is_some() && cells.next().is_none()
    };
    rows.peek().is_some()
        && rows.all(numbered)
        && (page.descendants(table).any(|n| is_code(page, n))
            || page.ancestors(table).take(3).any(|n| is_code(page, n)))
}

/// Whether an element holds nothing but numbers of lines.
pub(super) fn is_gutter(page: &Page, id: NodeId) -> bool {
    let mut digits = page.attrs(id).any(|(n, _)| page.name_text(n) == "data-line-number");
    for text in page.texts(id) {
        if !text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace()) {
            return false;
        }
        digits |= text.bytes().any(|b| b.is_ascii_digit());
    }
    digits
}

/// Whether an element is called the number of a line, and may be one.
pub(super) fn is_called_number(page: &Page, id: NodeId) -> bool {
    let class = page.attr(id, name::CLASS).unwrap_or("");
    class.split_ascii_whitespace().any(|c| NUMBER_CLASSES.contains(&c))
        && page.texts(id).all(|t| t.bytes().all(|b| !b.is_ascii_alphabetic()))
}

/// Elements that count the lines of code from one on, by whatever name: each is the first in its line.
pub(super) fn counted(page: &Page, root: NodeId) -> HashSet<NodeId> {
    let mut next = 1_u32;
    let mut found = HashSet::new();
    for id in page.descendants(root).filter(|&id| page.is_element(id)) {
        let text =
            page.first_child(id).filter(|&c| page.is_text(c) && page.next_sibling(c).is_none());
        let number = text.and_then(|c| page.text(c).trim().parse::<u32>().ok());
        if number == Some(next) && begins_line(page, id) {
            found.insert(id);
            next += 1;
        }
    }
    // A one alone is code.
    if found.len() < 2 { HashSet::new() } else { found }
}

/// Whether nothing stands before an element in the division or span that is its line, and something behind it.
fn begins_line(page: &Page, id: NodeId) -> bool {
    let blank = |n| page.is_text(n) && fold::is_blank(page.text(n));
    let first = page.prev_sibling(id).is_none_or(blank);
    first
        && page.next_sibling(id).is_some()
        && page.parent(id).is_some_and(|line| !is_code(page, line))
}
