//! The separators between blocks, by what markup tells of them.

use super::blocks::{Block, background};
use dehusk_page::{Name, NodeId, Page, name};

/// Edges of containers that count, as distance does up to a point.
const MAX_EDGES: i32 = 8;
/// What a rule between two blocks adds.
const RULE: i32 = 6;
/// What another background adds.
const BACKGROUND: i32 = 4;
/// What larger letters behind the separator add.
const LARGER: i32 = 1;
/// What the same kind of element on both sides takes.
const ALIKE: i32 = 2;

/// The weight of the separator behind each block but the last.
pub(super) fn weigh(page: &Page, blocks: &[Block]) -> Vec<i32> {
    let rules: Vec<NodeId> =
        page.subtree(page.root()).filter(|&n| page.name(n) == name::HR).collect();
    let weight = |pair: &[Block]| {
        let (before, after) = (pair[0].node, pair[1].node);
        let mut weight = edges(page, before, after);
        let first = rules.partition_point(|&rule| rule < before);
        if rules.get(first).is_some_and(|&rule| rule < after) {
            weight += RULE;
        }
        if background(page, before) != background(page, after) {
            weight += BACKGROUND;
        }
        let (tag, next) = (page.name(before), page.name(after));
        if size(next) > size(tag) {
            weight += LARGER;
        }
        if tag == next {
            weight -= ALIKE;
        }
        weight
    };
    blocks.windows(2).map(weight).collect()
}

/// Elements that end between two blocks and that begin there.
fn edges(page: &Page, before: NodeId, after: NodeId) -> i32 {
    let outside = |of: NodeId, other: NodeId| {
        let around = page.ancestors(of).take(MAX_EDGES as usize);
        around.take_while(|&a| !(a <= other && other < page.end(a))).count() as i32
    };
    (outside(before, after) + outside(after, before)).min(MAX_EDGES)
}

/// How large an element's letters are, by its tag.
fn size(tag: Name) -> u8 {
    match tag {
        name::H1 => 3,
        name::H2 => 2,
        name::H3 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::divide;
    use super::*;
    use dehusk_extract::Document;

    fn weights(html: &str) -> Vec<i32> {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let blocks = divide(&document);
        weigh(document.page(), &blocks)
    }

    #[test]
    fn edges_and_kinds_are_counted() {
        // Two paragraphs side by side; then two elements end and one begins.
        let html = "<div><div><p>a</p><p>b</p></div></div><div><p>c</p><hr><h1>d</h1></div>";
        assert_eq!(weights(html), [-ALIKE, 3 - ALIKE, RULE + LARGER]);
    }

    #[test]
    fn another_background_parts() {
        assert_eq!(
            weights("<p>a</p><p bgcolor=red>b</p><p bgcolor=red>c</p>"),
            [BACKGROUND - ALIKE, -ALIKE]
        );
    }
}
