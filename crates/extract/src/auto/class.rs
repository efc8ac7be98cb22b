//! What a kept block is.

use super::page_type::PageType;
use crate::Document;
use dehusk_blocks::Within;
use dehusk_blocks::features::{Family, NO_ANCESTOR};
use dehusk_page::name;

/// What a kept block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// The headline.
    Title,
    /// Running text and its headings.
    Body,
    /// The caption of a figure or a table.
    Caption,
    /// A cell of a table.
    Table,
    /// An item of a list.
    List,
    /// Code and other preformatted text.
    Code,
    /// What readers say below a text.
    Comment,
    /// Who wrote it, and when.
    Byline,
    /// A pointer to something else.
    Related,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 9] = [
        Class::Title,
        Class::Body,
        Class::Caption,
        Class::Table,
        Class::List,
        Class::Code,
        Class::Comment,
        Class::Byline,
        Class::Related,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Class::Title => "title",
            Class::Body => "body",
            Class::Caption => "caption",
            Class::Table => "table",
            Class::List => "list",
            Class::Code => "code",
            Class::Comment => "comment",
            Class::Byline => "byline",
            Class::Related => "related",
        }
    }
}

/// Words a byline has at most.
const BYLINE: u32 = 20;
/// The share of words it has with the page's title from which a heading is the headline.
const TITLE: f32 = 0.5;
/// The link density from which a block named as related is a pointer.
const POINTER: f32 = 0.5;

/// The class of a block on a page of some kind. In a forum the replies are the content, not comments.
pub(super) fn class(document: &Document, page_type: Option<PageType>, index: usize) -> Class {
    let block = document.blocks().block(index);
    let features = document.features();
    let within = |kind| block.within.has(kind);
    let named = |family| features.families(index).get(family) != NO_ANCESTOR;
    let is_title = block.tag == name::H1
        || within(Within::HEADING) && features.likeness(index).title_overlap >= TITLE;
    if named(Family::Comment) && page_type != Some(PageType::Forum) {
        Class::Comment
    } else if is_title {
        Class::Title
    } else if within(Within::CAPTION) {
        Class::Caption
    } else if within(Within::PRE) {
        Class::Code
    } else if named(Family::Meta) && block.words <= BYLINE {
        Class::Byline
    } else if named(Family::Related) && block.link_density() >= POINTER {
        Class::Related
    } else if within(Within::CELL) {
        Class::Table
    } else if within(Within::LIST_ITEM) {
        Class::List
    } else {
        Class::Body
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn every_class_has_its_block() {
        let html = "<title>Late again</title><h1>Late again</h1><div class=byline>By Ann</div><p>One.</p>\
            <ul><li>two</ul><pre>three()</pre><figure><figcaption>four</figcaption></figure>\
            <table><tr><td>five</table><div class=related-posts><a href=x>six</a></div>\
            <div id=comments><p>seven</div>";
        let document = Document::new(Page::parse(html));
        let classes = |kind| -> Vec<Class> {
            (0..document.blocks().len()).map(|block| class(&document, kind, block)).collect()
        };
        use Class::*;
        assert_eq!(
            classes(None),
            [Title, Byline, Body, List, Code, Caption, Table, Related, Comment]
        );
        assert_eq!(classes(Some(PageType::Forum)).last(), Some(&Body));
    }
}
