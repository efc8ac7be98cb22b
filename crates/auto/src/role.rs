//! What a block is on its page, by names and elements around it.

use dehusk_blocks::Within;
use dehusk_blocks::features::{Family, NO_ANCESTOR};
use dehusk_extract::{Document, PageType, Role};
use dehusk_page::name;

/// Words a byline has at most.
const BYLINE: u32 = 20;
/// The share of words it has with the page's title from which a heading is the headline.
const TITLE: f32 = 0.5;
/// The link density from which a block named as related is a pointer.
const POINTER: f32 = 0.5;

/// The role of a block on a page of some kind. In a forum the replies are the content, not comments.
pub(super) fn role(document: &Document, page_type: Option<PageType>, index: usize) -> Role {
    let block = document.blocks().block(index);
    let features = document.features();
    let within = |kind| block.within.has(kind);
    let named = |family| features.families(index).get(family) != NO_ANCESTOR;
    let is_title = block.tag == name::H1
        || within(Within::HEADING) && features.likeness(index).title_overlap >= TITLE;
    if named(Family::Comment) && page_type != Some(PageType::Forum) {
        Role::Comment
    } else if is_title {
        Role::Title
    } else if within(Within::CAPTION) {
        Role::Caption
    } else if within(Within::PRE) {
        Role::Code
    } else if named(Family::Meta) && block.words <= BYLINE {
        Role::Byline
    } else if named(Family::Related) && block.link_density() >= POINTER {
        Role::Related
    } else if within(Within::CELL) {
        Role::Table
    } else if within(Within::LIST_ITEM) {
        Role::List
    } else {
        Role::Body
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn every_role_has_its_block() {
        let html = "<title>Late again</title><h1>Late again</h1><div class=byline>By Ann</div><p>One.</p>\
            <ul><li>two</ul><pre>three()</pre><figure><figcaption>four</figcaption></figure>\
            <table><tr><td>five</table><div class=related-posts><a href=x>six</a></div>\
            <div id=comments><p>seven</div>";
        let document = Document::new(Page::parse(html));
        let roles = |kind| -> Vec<Role> {
            (0..document.blocks().len()).map(|block| role(&document, kind, block)).collect()
        };
        use Role::*;
        assert_eq!(
            roles(None),
            [Title, Byline, Body, List, Code, Caption, Table, Related, Comment]
        );
        assert_eq!(roles(Some(PageType::Forum)).last(), Some(&Body));
    }
}
