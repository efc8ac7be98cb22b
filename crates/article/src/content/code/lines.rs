//! The exact lines of code.

use super::gutter;
use super::header;
use crate::content::fold;
use crate::content::role::Role;
use dehusk_page::{Kind, NodeId, Page, name};

/// The text of an element line by line: each row, item or division is at least a line.
pub(super) fn lines(page: &Page, root: NodeId) -> String {
    let mut out = String::new();
    let mut ends: Vec<NodeId> = Vec::new();
    let mut below = page.descendants(root);
    let numbers = gutter::counted(page, root);
    while let Some(id) = below.next() {
        while ends.last().is_some_and(|&end| end <= id) {
            ends.pop();
            end_line(&mut out);
        }
        match page.kind(id) {
            Kind::Text if is_between_cells(page, id) => {}
            Kind::Text => out.push_str(page.text(id)),
            Kind::Element if numbers.contains(&id) || is_left_out(page, id) => {
                below.skip_subtree(page, id)
            }
            Kind::Element => match page.name(id) {
                name::BR => out.push('\n'),
                name::DIV | name::TR | name::LI => {
                    end_line(&mut out);
                    ends.push(page.end(id));
                }
                _ => {}
            },
            _ => {}
        }
    }
    trim_blank_lines(&out).replace('\u{a0}', " ")
}

fn end_line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// White space between the cells of a table, which is not shown.
fn is_between_cells(page: &Page, id: NodeId) -> bool {
    let holder = page.parent(id).map(|p| page.name(p));
    matches!(holder, Some(name::TABLE | name::TBODY | name::TR | name::TD))
        && fold::is_blank(page.text(id))
        && page.parent(id).is_some_and(|cell| page.children(cell).any(|n| page.is_element(n)))
}

/// Whether an element inside of code is not code: a number, a button, the bar above it, what pops up.
fn is_left_out(page: &Page, id: NodeId) -> bool {
    match page.name(id) {
        tag if matches!(Role::of(tag), Role::Skip | Role::Control | Role::Button) => true,
        name::TD => {
            page.prev_sibling(id).is_none_or(|p| page.is_text(p)) && gutter::is_gutter(page, id)
        }
        _ => {
            gutter::is_called_number(page, id)
                || header::is_header(page, id)
                || is_tooltip(page, id)
        }
    }
}

/// Class words of what is shown only while somebody points at a word.
const TOOLTIPS: &[&str] = &["tooltip", "tooltiptext", "hover-info", "tippy-content"];

fn is_tooltip(page: &Page, id: NodeId) -> bool {
    let class = page.attr(id, name::CLASS).unwrap_or("");
    page.attr(id, name::ROLE) == Some("tooltip")
        || class.split_ascii_whitespace().any(|word| TOOLTIPS.contains(&word))
}

fn trim_blank_lines(text: &str) -> &str {
    let text = text.trim_end();
    let start = text.find(|c: char| !c.is_whitespace()).unwrap_or(text.len());
    let line = text[..start].rfind('\n').map_or(0, |i| i + 1);
    &text[line..]
}
