//! Kinds of tags the steps ask for.

use super::tree::{Id, Sort, Tree};
use dehusk_page::{Name, name};

/// Tags that make a `div` more than a paragraph.
pub(super) fn is_block(tag: Name) -> bool {
    matches!(
        tag,
        name::BLOCKQUOTE
            | name::DL
            | name::DIV
            | name::IMG
            | name::OL
            | name::P
            | name::PRE
            | name::TABLE
            | name::UL
    )
}

/// Tags whose text shows that an element is not empty of meaning.
pub(super) fn is_textish(name: Name) -> bool {
    is_block(name) || matches!(name, name::SPAN | name::LI | name::TD)
}

/// Tags whose text earns points.
pub(super) fn is_scored(tag: Name) -> bool {
    matches!(tag, name::SECTION | name::P | name::TD | name::PRE) || is_subheading(tag)
}

fn is_subheading(tag: Name) -> bool {
    matches!(tag, name::H2 | name::H3 | name::H4 | name::H5 | name::H6)
}

pub(super) fn is_heading(name: Name) -> bool {
    name == name::H1 || is_subheading(name)
}

/// Tags that are dropped when they hold nothing.
pub(super) fn is_dropped_when_empty(tag: Name) -> bool {
    matches!(tag, name::DIV | name::SECTION | name::HEADER) || is_heading(tag)
}

/// Tags that always belong into a running text.
fn is_phrasing_tag(tag: Name) -> bool {
    matches!(
        tag,
        name::ABBR
            | name::AUDIO
            | name::B
            | name::BDO
            | name::BR
            | name::BUTTON
            | name::CITE
            | name::CODE
            | name::DATA
            | name::DATALIST
            | name::DFN
            | name::EM
            | name::EMBED
            | name::I
            | name::IMG
            | name::INPUT
            | name::KBD
            | name::LABEL
            | name::MARK
            | name::MATH
            | name::METER
            | name::NOSCRIPT
            | name::OBJECT
            | name::OUTPUT
            | name::PROGRESS
            | name::Q
            | name::RUBY
            | name::SAMP
            | name::SCRIPT
            | name::SELECT
            | name::SMALL
            | name::SPAN
            | name::STRONG
            | name::SUB
            | name::SUP
            | name::TEXTAREA
            | name::TIME
            | name::VAR
            | name::WBR
    )
}

/// Whether a node belongs into a running text: texts, the tags of one, and links and edits that hold
/// nothing else.
pub(super) fn is_phrasing(tree: &Tree, id: Id) -> bool {
    match kind(tree, id) {
        Some(phrasing) => phrasing,
        None => {
            let mut waiting: Vec<Id> = tree.children(id).collect();
            while let Some(id) = waiting.pop() {
                match kind(tree, id) {
                    Some(true) => {}
                    Some(false) => return false,
                    None => waiting.extend(tree.children(id)),
                }
            }
            true
        }
    }
}

/// Whether a node is phrasing by itself; none where its children decide.
fn kind(tree: &Tree, id: Id) -> Option<bool> {
    match tree.tag(id) {
        name::A | name::DEL | name::INS => None,
        tag => Some(tree.sort(id) == Sort::Text || is_phrasing_tag(tag)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::*;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    fn phrasing(html: &str) -> bool {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let working = build(&document).unwrap();
        is_phrasing(&working.tree, working.tree.first_child(working.body).unwrap())
    }

    #[test]
    fn running_text_is_told_from_blocks() {
        for html in ["x", "<b>x</b>", "<a>x<b>y</b></a>", "<a><ins>x</ins></a>", "<br>"] {
            assert!(phrasing(html), "{html}");
        }
        for html in ["<p>x", "<a>x<div>y</div></a>", "<a>x<!--c--></a>", "<svg></svg>", "<math>"] {
            assert!(!phrasing(html), "{html}");
        }
    }
}
