//! What an element's names say against it.

use super::{Draft, Filter};
use crate::names::RuleSet;
use dehusk_extract::Document;
use dehusk_extract::derived::Edge::{Any, Whole};
use dehusk_extract::derived::Found;
use dehusk_extract::derived::Rule;
use dehusk_extract::derived::displays_nothing;
use dehusk_page::{Name, NodeId, Page, name};

/// Takes blocks off the list that stand in elements for other things than content.
pub(in super::super) struct UnlikelyElements {
    /// Also by what the elements are called or say of themselves; else hidden ones, forms, bylines and what is for
    /// sharing alone.
    pub by_name: bool,
}

pub(crate) const RULES: &[Rule] = &[
    Rule::new(
        Any,
        Any,
        &[
            "banner",
            "breadcrumb",
            "combx",
            "comment",
            "community",
            "cover-wrap",
            "disqus",
            "extra",
            "footer",
            "gdpr",
            "header",
            "legends",
            "menu",
            "related",
            "remark",
            "replies",
            "rss",
            "shoutbox",
            "sidebar",
            "skyscraper",
            "social",
            "sponsor",
            "supplemental",
            "ad-break",
            "agegate",
            "pagination",
            "pager",
            "popup",
        ],
    ),
    Rule::new(Any, Any, &["and", "article", "body", "column", "content", "main", "shadow"]),
    Rule::new(Any, Any, &["byline", "author", "dateline", "writtenby", "p-author"]),
    Rule::new(Whole, Whole, &["sharing", "socialarea", "mw-editsection"]),
];

const UNLIKELY: u32 = 1;
const MAYBE: u32 = 2;
const BYLINE: u32 = 4;
const SHARING: u32 = 8;
/// Characters up to which an element can be a byline.
const MAX_BYLINE: usize = 100;

impl Filter for UnlikelyElements {
    fn apply(&self, draft: &mut Draft<'_>) {
        let ranges = match draft.document {
            Some(document) => unlikely(document, self.by_name),
            None => unlikely(&Document::new(draft.page.clone()), self.by_name),
        };
        let nodes: Vec<Option<NodeId>> =
            draft.blocks.iter().map(|block| draft.first_text(block.atoms.start)).collect();
        let (mut nodes, mut ranges) = (nodes.into_iter(), ranges.into_iter().peekable());
        // Both are in document order.
        draft.remove(|_| {
            let Some(node) = nodes.next().flatten() else { return false };
            while ranges.next_if(|range| range.end <= node).is_some() {}
            ranges.peek().is_some_and(|range| range.start <= node)
        });
    }
}

/// The outermost elements for other things, in document order.
fn unlikely(document: &Document, by_name: bool) -> Vec<std::ops::Range<NodeId>> {
    let page = document.page();
    let Some(body) = page.body() else { return Vec::new() };
    let names = RuleSet::DomDistiller.found(document);
    let mut found = Vec::new();
    let mut table_end = body;
    let mut nodes = page.descendants(body);
    while let Some(node) = nodes.next() {
        if !page.is_element(node) {
            continue;
        }
        if page.name(node) == name::TABLE {
            table_end = table_end.max(page.end(node));
        }
        if is_unlikely(page, &names, node, node < table_end, by_name) {
            found.push(node..page.end(node));
            nodes.skip_subtree(page, node);
        }
    }
    found
}

fn is_unlikely(
    page: &Page,
    names: &Found<'_>,
    node: NodeId,
    in_table: bool,
    by_name: bool,
) -> bool {
    let class = names.class(node);
    let either = class | names.id(node);
    let speaks_against = either & UNLIKELY != 0 && either & MAYBE == 0;
    let is_named = by_name && speaks_against && !in_table && page.name(node) != name::A;
    let mut named_author = either & BYLINE != 0;
    let mut by_attribute = |(attribute, value): (Name, &str)| match attribute {
        name::HIDDEN => true,
        name::ARIA_HIDDEN => value == "true",
        name::STYLE => displays_nothing(value),
        name::ROLE => by_name && value == "complementary",
        name::REL => {
            named_author |= value == "author";
            false
        }
        _ => false,
    };
    let is_short = || page.texts(node).map(|text| text.trim().len()).sum::<usize>() < MAX_BYLINE;
    let speaks = |attribute| {
        matches!(attribute, name::HIDDEN | name::ARIA_HIDDEN | name::STYLE | name::ROLE | name::REL)
    };
    class & SHARING != 0
        || is_named
        || matches!(page.name(node), name::FORM | name::BUTTON | name::SELECT)
        || page.attrs_named(node, speaks).any(&mut by_attribute)
        || named_author && is_short()
}

#[cfg(test)]
mod tests {
    use super::super::testing::run;
    use super::*;

    #[test]
    fn furniture_is_off_the_list() {
        let html = "<p>one</p><div class=sidebar>two<p>three</p></div><div class='sidebar main'>four</div>\
                    <p class=byline>five</p><p hidden>six</p>";
        let page = Page::parse(html);
        let left = |by_name| run(&page, &[&UnlikelyElements { by_name }]).blocks.len();
        assert_eq!(left(true), 2);
        // The two blocks of the sidebar come back; a byline and what is hidden do not.
        assert_eq!(left(false), 4);
    }
}
