//! The text of one element as a line.

use super::fold::{Piece, fold};
use super::role::Role;
use dehusk_page::{Kind, NodeId, Page};
use std::borrow::Cow;

/// Nodes looked at below one element, and bytes read of their text: elements nest, and each level would be
/// read again.
const MAX_NODES: usize = 1_000;
const MAX_BYTES: usize = 10_000;

/// What a reader sees of an element's text, on one line. It is borrowed where it stands in one piece.
pub(crate) fn folded_text(page: &Page, id: NodeId) -> Cow<'_, str> {
    let mut text = Cow::Borrowed("");
    let mut space = false;
    let mut below = page.descendants(id);
    for _ in 0..MAX_NODES {
        let Some(node) = below.next().filter(|_| text.len() < MAX_BYTES) else { break };
        match page.kind(node) {
            Kind::Text => {
                let raw = page.text(node);
                let raw = &raw[..raw.floor_char_boundary(MAX_BYTES - text.len())];
                fold(raw, |piece| match piece {
                    Piece::Space { .. } => space = true,
                    Piece::Text(run) => add(&mut text, std::mem::take(&mut space), run),
                });
            }
            Kind::Element => match Role::of(page.name(node)) {
                Role::Skip | Role::Control => below.skip_subtree(page, node),
                Role::Break => space = true,
                role => space |= !role.is_inline(),
            },
            _ => {}
        }
    }
    text
}

/// Bytes and nodes of what is a mark or a short label.
const SHORT_BYTES: usize = 48;
const SHORT_NODES: usize = 40;

/// The text of an element that is no longer than a mark or a few words; none for a longer one. It is borrowed where it
/// stands in one piece, as nearly all do: every link is asked for its own.
pub(crate) fn short_text(page: &Page, id: NodeId) -> Option<Cow<'_, str>> {
    let mut text = Cow::Borrowed("");
    let mut nodes = page.subtree(id);
    for _ in 0..SHORT_NODES {
        let Some(node) = nodes.next() else { return Some(on_one_line(text)) };
        match page.kind(node) {
            Kind::Text => {
                let raw = page.text(node);
                let start = raw.get(..SHORT_BYTES + 1).unwrap_or(raw);
                match text.is_empty() {
                    true => text = Cow::Borrowed(start),
                    false => text.to_mut().push_str(start),
                }
            }
            Kind::Element if Role::of(page.name(node)) == Role::Skip => {
                nodes.skip_subtree(page, node)
            }
            _ => {}
        }
        if text.trim().len() > SHORT_BYTES {
            return None;
        }
    }
    None
}

/// A text with single spaces for its white space, and none around it.
fn on_one_line(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) if is_folded(text.trim()) => Cow::Borrowed(text.trim()),
        text => text.split_whitespace().collect::<Vec<_>>().join(" ").into(),
    }
}

fn is_folded(text: &str) -> bool {
    let mut after_space = false;
    text.chars().all(|c| {
        let before = std::mem::replace(&mut after_space, c.is_whitespace());
        !after_space || c == ' ' && !before
    })
}

fn add<'t>(text: &mut Cow<'t, str>, space: bool, run: &'t str) {
    if text.is_empty() {
        *text = Cow::Borrowed(run);
        return;
    }
    let text = text.to_mut();
    if space {
        text.push(' ');
    }
    text.push_str(run);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(page: &Page) -> Cow<'_, str> {
        folded_text(page, page.body().unwrap())
    }

    #[test]
    fn one_piece_is_borrowed() {
        let page = Page::parse("<p> One line\n</p><script>x()</script>");
        assert!(matches!(body(&page), Cow::Borrowed("One line")));
    }

    #[test]
    fn short_texts_are_borrowed_where_they_can_be() {
        let short = |html: &str| {
            let page = Page::parse(html);
            let text = short_text(&page, page.body().unwrap());
            text.map(|text| (matches!(text, Cow::Borrowed(_)), text.into_owned()))
        };
        assert_eq!(short(" [1] \n"), Some((true, "[1]".into())));
        assert_eq!(short("<b>read</b>\n<i>me</i> "), Some((false, "read me".into())));
        assert_eq!(short("two\u{a0}words"), Some((false, "two words".into())));
        assert_eq!(short(&"long ".repeat(12)), None);
    }

    #[test]
    fn blocks_and_breaks_part_words_and_formats_do_not() {
        let page = Page::parse("<p>a<b>b</b> c<br>d<p>e<script>x()</script>");
        assert_eq!(body(&page), "ab c d e");
    }

    #[test]
    fn long_text_is_cut() {
        let page = Page::parse(format!("<p>{}<b>end</b>", "é".repeat(MAX_BYTES)));
        assert_eq!(body(&page).len(), MAX_BYTES);
    }
}
