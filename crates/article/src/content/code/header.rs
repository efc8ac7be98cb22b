//! The bar above code, which names its language and has buttons.

use super::language;
use crate::content::label::short_text;
use crate::content::role::Role;
use dehusk_page::{NodeId, Page, name};
use std::borrow::Cow;

/// Nodes of a bar; buttons are often drawn with many.
const MAX_NODES: usize = 200;
/// Wrappers of code after its bar.
const MAX_BEFORE: usize = 8;

/// Whether an element is a bar: it holds a button and hardly a word besides.
pub(super) fn is_header(page: &Page, id: NodeId) -> bool {
    !matches!(page.name(id), name::CODE | name::PRE) && words(page, id).is_some()
}

/// The words of a bar besides its buttons.
fn words(page: &Page, id: NodeId) -> Option<String> {
    if page.end(id).index() - id.index() > MAX_NODES {
        return None;
    }
    let mut text = String::new();
    let mut buttons = 0;
    let mut below = page.descendants(id);
    while let Some(n) = below.next() {
        if Role::of(page.name(n)) == Role::Button && page.is_element(n) {
            buttons += 1;
            below.skip_subtree(page, n);
        } else if page.is_text(n) {
            text.push_str(page.text(n));
        }
    }
    let text = text.trim();
    let short = text.len() <= 30 && !text.contains('\n');
    (buttons > 0 && short).then(|| text.to_string())
}

/// Words in the class of what stands above code and names its language.
pub(in crate::content) const LABELS: &[&str] = &["lang", "header", "title", "code"];

/// Whether an element right above code names its language and says nothing else: the code says it itself.
pub(in crate::content) fn is_language_label(page: &Page, id: NodeId, class: &str) -> bool {
    if !LABELS.iter().any(|label| class.contains(label)) {
        return false;
    }
    let Some(text) = short_text(page, id) else { return false };
    let next = |n: NodeId| {
        let siblings = std::iter::successors(page.next_sibling(n), |&s| page.next_sibling(s));
        siblings.into_iter().find(|&s| page.is_element(s))
    };
    let is_code = |n: NodeId| page.subtree(n).take(MAX_BEFORE).any(|n| page.name(n) == name::PRE);
    language::is_language(&text.to_lowercase())
        && (next(id).is_some_and(is_code)
            || page.parent(id).and_then(next).is_some_and(is_code) && next(id).is_none())
}

/// The language that the bar in or right before some code names.
pub(super) fn named_language(page: &Page, pre: NodeId) -> Option<String> {
    let inside = page.descendants(pre).filter(|&n| page.is_element(n)).take(MAX_NODES);
    let before = page.prev_sibling(pre).into_iter().filter(|&n| page.is_element(n));
    let named = inside.filter(|&n| is_header(page, n)).find_map(|n| words(page, n));
    let text = |n| short_text(page, n).map(Cow::into_owned);
    let named = named.or_else(|| before.filter(|&n| is_header(page, n)).find_map(text));
    let word = named?.split_whitespace().next()?.to_lowercase();
    language::is_language(&word).then_some(word)
}
