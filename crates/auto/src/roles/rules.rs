//! What a block is on its page, by the elements and names around it and its own words.

use crate::beside::is_appeal;
use crate::units::{UnitKind, Units};
use dehusk_blocks::Within;
use dehusk_blocks::features::{Family, NO_ANCESTOR, Tag};
use dehusk_extract::{Document, PageType, Role};
use dehusk_page::name;

/// Words that a byline, a date, and the line below a headline have at most.
const BYLINE: u32 = 15;
const DATE: u32 = 10;
const SUBTITLE: u32 = 60;
/// The share of words it has with the page's title from which a heading is the headline.
const TITLE: f32 = 0.5;
/// The link density from which a block named as related is a pointer.
const POINTER: f32 = 0.5;
/// The share of a page's words from which what is named as comments is the page.
const WHOLE_PAGE: f32 = 0.6;
/// Elements above a block whose names are read.
const NAMES_READ: usize = 3;

/// The role of a block on a page of some kind. In a forum the replies are the content, not comments.
pub(super) fn role(
    document: &Document,
    page_type: Option<PageType>,
    index: usize,
    keep: bool,
) -> Role {
    let roles = Roles { document, page_type, index };
    let furniture = || roles.furniture().filter(|role| !keep || *role == Role::Related);
    roles
        .conversation()
        .or_else(|| roles.head())
        .or_else(furniture)
        .or_else(|| roles.thing())
        .unwrap_or(if keep { Role::Body } else { Role::Other })
}

struct Roles<'r> {
    document: &'r Document,
    page_type: Option<PageType>,
    index: usize,
}

impl Roles<'_> {
    fn within(&self, kind: Within) -> bool {
        self.document.blocks().block(self.index).within.has(kind)
    }

    fn named(&self, family: Family) -> bool {
        self.document.features().families(self.index).get(family) != NO_ANCESTOR
    }

    fn is_in(&self, tag: Tag) -> bool {
        self.document.features().tags(self.index).get(tag) != NO_ANCESTOR
    }

    /// Whether an element right above has a name with one of some words in it.
    fn called(&self, words: &[&str]) -> bool {
        let (page, containers) = (self.document.page(), self.document.containers());
        let has = |at: usize| {
            let node = containers.list()[at].node;
            let names = [name::CLASS, name::ID, name::ITEMPROP, name::REL];
            names.iter().filter_map(|attribute| page.attr(node, *attribute)).any(|value| {
                let value = value.to_ascii_lowercase();
                words.iter().any(|word| value.contains(word))
            })
        };
        containers.chain(containers.of_block(self.index)).take(NAMES_READ).any(has)
    }

    /// Posts and comments.
    fn conversation(&self) -> Option<Role> {
        let is_thread =
            self.page_type == Some(PageType::Forum) || self.document.facts().declared.forum;
        let is_text = !self.within(Within::HEADING) && !self.within(Within::PRE);
        if is_thread {
            let is_post = self.named(Family::Comment) || self.named(Family::Forum);
            let is_label = self.is_byline() || self.is_date() || self.named(Family::Control);
            return (is_post && is_text && !is_label).then_some(Role::Post);
        }
        (self.named(Family::Comment) && !self.is_most_of_page()).then_some(Role::Comment)
    }

    /// Whether what is named as comments around the block is most of the page.
    fn is_most_of_page(&self) -> bool {
        let containers = self.document.containers();
        let distance = self.document.features().families(self.index).get(Family::Comment);
        let mut above = containers.chain(containers.of_block(self.index));
        let words = above.nth(usize::from(distance)).map_or(0, |at| containers.sums_of(at).words);
        let all = containers.sums(0..self.document.blocks().len()).words;
        words as f32 >= WHOLE_PAGE * all as f32
    }

    /// What stands at the head of an article.
    fn head(&self) -> Option<Role> {
        let block = self.document.blocks().block(self.index);
        let overlap = self.document.features().likeness(self.index).title_overlap;
        let is_heading = self.within(Within::HEADING);
        if is_heading && (block.tag == name::H1 || overlap >= TITLE) {
            Some(Role::Title)
        } else if self.is_date() {
            Some(Role::Date)
        } else if self.is_byline() {
            Some(Role::Byline)
        } else if block.words <= SUBTITLE
            && self.called(&["subtitle", "subhead", "standfirst", "-dek", "tagline", "sub-title"])
        {
            Some(Role::Subtitle)
        } else if is_heading {
            Some(Role::Heading)
        } else {
            None
        }
    }

    fn is_date(&self) -> bool {
        let block = self.document.blocks().block(self.index);
        let text = self.document.blocks().text(self.index);
        block.words <= DATE
            && text.bytes().any(|byte| byte.is_ascii_digit())
            && (is_in_time(self.document, self.index)
                || self.called(&["date", "published", "timestamp", "pubdate"]))
    }

    fn is_byline(&self) -> bool {
        let words = self.document.blocks().block(self.index).words;
        words <= BYLINE && self.called(&["byline", "author", "creator", "writer"])
    }

    /// What is there to be used, not read.
    fn furniture(&self) -> Option<Role> {
        let density = self.document.blocks().block(self.index).link_density();
        if self.is_in(Tag::Nav) || self.named(Family::Navigation) && density >= POINTER {
            Some(Role::Navigation)
        } else if self.named(Family::Related) && density >= POINTER {
            Some(Role::Related)
        } else if is_appeal(self.document, self.index) {
            let consent = ["cookie", "consent", "gdpr", "privacy"];
            Some(if self.called(&consent) { Role::Consent } else { Role::Appeal })
        } else if self.named(Family::Ad) {
            Some(Role::Advertisement)
        } else {
            None
        }
    }

    /// What the text is made of.
    fn thing(&self) -> Option<Role> {
        let units = self.document.derived::<Units>();
        let unit = units.list().partition_point(|unit| unit.blocks.end <= self.index);
        let unit = units.list().get(unit).filter(|unit| unit.blocks.contains(&self.index));
        let is_unit = |kind: UnitKind| unit.is_some_and(|unit| unit.kind == kind);
        if self.within(Within::CAPTION) {
            Some(Role::Caption)
        } else if self.within(Within::PRE) || is_unit(UnitKind::Code) {
            Some(Role::Code)
        } else if is_unit(UnitKind::Table) {
            Some(Role::Table)
        } else if self.called(&["footnote", "endnote"]) {
            Some(Role::Footnote)
        } else if self.is_in(Tag::Blockquote) {
            Some(Role::Quotation)
        } else if self.within(Within::LIST_ITEM) {
            Some(Role::List)
        } else {
            None
        }
    }
}

/// Whether the first words of a block stand in a `time` element, which is no block of its own.
pub(super) fn is_in_time(document: &Document, block: usize) -> bool {
    let page = document.page();
    let is_time = |node| page.name(node) == name::TIME;
    let first = document.blocks().nodes(block).first();
    first.is_some_and(|&text| page.ancestors(text).take(NAMES_READ).any(is_time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn every_role_has_its_block() {
        let html = "<title>Late again</title><nav><a href=x>News</a></nav><h1>Late again</h1>\
            <p class=standfirst>No ferry.</p><div class=byline>By Ann</div><time>2 May 2024</time><p>One.</p>\
            <h2>Why</h2><ul><li>two</ul><pre>three()</pre><figure><figcaption>four</figcaption></figure>\
            <table><tr><td>five<td>6<tr><td>7<td>8</table><blockquote>He said.</blockquote>\
            <p class=footnote>nine</p><div class=related-posts><a href=x>ten</a></div>\
            <div class=newsletter>Sign up!</div><div class=cookie-consent>We use some.</div>\
            <div class=advert>Buy!</div><div id=comments><p>eleven</div><p>twelve";
        let document = Document::new(Page::parse(html));
        let roles = |kind, keep| -> Vec<Role> {
            (0..document.blocks().len()).map(|block| role(&document, kind, block, keep)).collect()
        };
        use Role::*;
        assert_eq!(
            roles(None, false),
            [
                Navigation,
                Title,
                Subtitle,
                Byline,
                Date,
                Other,
                Heading,
                List,
                Code,
                Caption,
                Table,
                Table,
                Table,
                Table,
                Quotation,
                Footnote,
                Related,
                Appeal,
                Consent,
                Advertisement,
                Comment,
                Other
            ]
        );
        let kept = roles(None, true);
        assert_eq!(
            (kept[5], kept[17], kept[21]),
            (Body, Body, Body),
            "what is kept is no furniture"
        );
        assert_eq!(roles(Some(PageType::Forum), true)[20], Post);
    }

    #[test]
    fn tables_that_lay_out_a_page_are_none() {
        let document = Document::new(Page::parse(
            "<table role=presentation><tr><td>One.<td>Two.<tr><td>3<td>4</table>",
        ));
        assert_eq!(role(&document, None, 0, true), Role::Body);
    }
}
