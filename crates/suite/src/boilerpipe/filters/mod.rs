//! boilerpipe's filters, one a file: each looks at the working list and changes it.
//!
//! Filters whose rules or words were learned on English pages are in [`english`]; the others hold for any
//! language.

pub(super) mod block_proximity_fusion;
pub(super) mod boilerplate_block;
pub(super) mod document_title_match;
pub(super) mod english;
pub(super) mod expand_title_to_content;
pub(super) mod heading_fusion;
pub(super) mod keep_largest_block;
pub(super) mod large_block_same_tag_level;
pub(super) mod list_at_end;
pub(super) mod mark_everything;
pub(super) mod max_link_density;
pub(super) mod min_clause_words;
pub(super) mod min_text_density;
pub(super) mod min_words;
pub(super) mod similar_sibling_content;
pub(super) mod simple_block_fusion;
pub(super) mod split_blocks;
pub(super) mod strictly_not_content;
pub(super) mod trailing_headline;
pub(super) mod unlikely_elements;

use super::draft::{Draft, TextBlock};
use dehusk_extract::Reason;

/// One step of an extractor.
pub(super) trait Filter: Sync {
    /// Changes the working list.
    fn apply(&self, draft: &mut Draft<'_>);
}

/// Classifies every block by itself.
fn classify_alone(draft: &mut Draft<'_>, rule: impl Fn(&TextBlock) -> (bool, Reason)) {
    for index in 0..draft.blocks.len() {
        let (content, reason) = rule(&draft.blocks[index]);
        draft.blocks[index].content = content;
        draft.explain(index, reason);
    }
}

/// What tests of filters need.
#[cfg(test)]
pub(super) mod testing {
    use super::super::draft::Parts;
    use super::{Draft, Filter};
    use dehusk_extract::Reason;
    use dehusk_page::Page;

    /// A paragraph with that many words.
    pub fn words(count: usize) -> String {
        format!("<p>{}</p>", vec!["word"; count].join(" "))
    }

    /// A paragraph with that many words, all in a link.
    pub fn links(count: usize) -> String {
        format!("<p><a href=x>{}</a></p>", vec!["link"; count].join(" "))
    }

    /// Which text blocks are content after some filters ran over a page.
    pub fn content(html: &str, filters: &[&dyn Filter]) -> Vec<bool> {
        let page = Page::parse(html);
        let draft = run(&page, filters);
        draft.blocks.iter().map(|b| b.content).collect()
    }

    /// The working list after some filters ran over a page.
    pub fn run<'p>(page: &'p Page, filters: &[&dyn Filter]) -> Draft<'p> {
        let parts: &Parts = Box::leak(Box::new(Parts::alone(page)));
        let mut draft = Draft::new(page, parts, parts.state());
        draft.reasons = Some(vec![Reason::from("none"); draft.atoms.len()]);
        filters.iter().for_each(|f| f.apply(&mut draft));
        draft
    }

    /// Marks the blocks whose text begins with "keep" as content, to set the stage for another filter.
    pub struct KeepMarked;

    impl Filter for KeepMarked {
        fn apply(&self, draft: &mut Draft<'_>) {
            let mut text = String::new();
            for block in 0..draft.blocks.len() {
                let atom = draft.blocks[block].atoms.start as usize;
                let keep = draft.text(atom, &mut text).starts_with("keep");
                draft.decide(block, keep, "marked");
            }
        }
    }
}
