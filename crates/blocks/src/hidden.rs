//! Whether an element says itself that it is not shown.
//!
//! Only what the element's own attributes say is known here; style sheets are not read. Some that say they
//! are hidden are part of what a reader sees, and count as shown:
//! - `aria-hidden` hides from screen readers, not from the eye, and `opacity: 0` is how content is faded in;
//! - panels of tabs and accordions are one click away, like the closed `details` element (four of five words
//!   in them are content, of other hidden words hardly any);
//! - what is declared as the body of an article (`itemprop=articleBody`), or named so, is what the page is there for: a
//!   script or a subscription shows it;
//! - `hidden` elements with ids like `S:1` are parts of a page that React streams and moves into place.

use crate::word_match::WordMatch;
use dehusk_page::{NodeId, Page, name};
use std::sync::LazyLock;

/// Whether the element is not shown. `html` and `body` always are: pages that hide them mean to show them
/// once their scripts ran.
#[inline]
pub(crate) fn is_hidden(page: &Page, id: NodeId) -> bool {
    let by_style = page.attr(id, name::STYLE).is_some_and(style_hides);
    let by_attribute =
        page.attr(id, name::HIDDEN).is_some_and(|v| !v.eq_ignore_ascii_case("until-found"));
    if by_style || by_attribute {
        let tag = page.name(id);
        return !(matches!(tag, name::HTML | name::BODY)
            || is_article_body(page, id)
            || is_streamed(page, id)
            || is_panel(page, id));
    }
    page.name(id) == name::DIALOG && page.attr_by_text(id, "open").is_none()
}

/// Elements below a hidden one that are looked at for a declared body.
const LOOKED_AT: usize = 64;

/// Whether the element is declared as the body of an article, or is what is around it.
fn is_article_body(page: &Page, id: NodeId) -> bool {
    let is_body =
        |n| page.attr(n, name::ITEMPROP).is_some_and(|v| v.eq_ignore_ascii_case("articleBody"));
    page.subtree(id).take(LOOKED_AT).any(is_body)
}

/// Whether the element is a part of the page that React sends late and its script moves into place.
fn is_streamed(page: &Page, id: NodeId) -> bool {
    let number = page.attr(id, name::ID).and_then(|id| id.strip_prefix("S:"));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_hexdigit()))
}

const PANEL: u32 = 1;
const OTHER: u32 = 2;
const QUESTION: u32 = 4;

/// Names of panels and of bodies, and names of what opens in the same way but is no content. A hyphen stands for any
/// character between words.
const NAMES: [(&str, u32); 31] = [
    ("accordion", PANEL | QUESTION),
    ("accordian", PANEL | QUESTION),
    ("faq", QUESTION),
    ("question", QUESTION),
    ("collaps", PANEL),
    ("tab-pane", PANEL),
    ("tabpane", PANEL),
    ("tab-content", PANEL),
    ("toggle", PANEL),
    ("tab--content", PANEL),
    ("subscriber-only", PANEL),
    ("subscribers-only", PANEL),
    ("article-body", PANEL),
    ("articlebody", PANEL),
    ("article-content", PANEL),
    ("story-body", PANEL),
    ("entry-content", PANEL),
    ("post-content", PANEL),
    ("post-message", PANEL),
    ("rich-media-content", PANEL),
    ("nav", OTHER),
    ("menu", OTHER),
    ("modal", OTHER),
    ("dialog", OTHER),
    ("popup", OTHER),
    ("banner", OTHER),
    ("comment", OTHER),
    ("header", OTHER),
    ("footer", OTHER),
    ("sidebar", OTHER),
    ("search", OTHER),
];

static MATCHER: LazyLock<WordMatch> = LazyLock::new(|| WordMatch::new(NAMES.into_iter()));

/// Whether the element is the panel of a tab or an accordion, by its role or its names.
fn is_panel(page: &Page, id: NodeId) -> bool {
    if page.attr(id, name::ROLE).is_some_and(|role| matches!(role, "tabpanel" | "region")) {
        return true;
    }
    names(page, id) & (PANEL | OTHER) == PANEL
}

/// Whether a button is named as the heading of an accordion's panel, like the question above an answer.
pub(crate) fn is_panel_heading(page: &Page, button: NodeId) -> bool {
    names(page, button) & (QUESTION | OTHER) == QUESTION
}

fn names(page: &Page, id: NodeId) -> u32 {
    let values = [name::CLASS, name::ID, name::ROLE].map(|attribute| page.attr(id, attribute));
    values.iter().flatten().fold(0, |bits, value| bits | MATCHER.bits(value))
}

/// Whether a `style` attribute hides its element; the last declaration of a property holds.
fn style_hides(style: &str) -> bool {
    let (mut display, mut visibility) = (false, false);
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let property = property.trim_ascii();
        if property.eq_ignore_ascii_case("display") {
            display = first_word_is(value, &["none"]);
        } else if property.eq_ignore_ascii_case("visibility") {
            visibility = first_word_is(value, &["hidden", "collapse"]);
        }
    }
    display || visibility
}

fn first_word_is(value: &str, words: &[&str]) -> bool {
    let end = |c: char| c.is_ascii_whitespace() || c == '!';
    let first = value.trim_ascii_start().split(end).next().unwrap_or_default();
    words.iter().any(|w| first.eq_ignore_ascii_case(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles() {
        for hides in ["display:none", "color: red; DISPLAY : None !important", "visibility:hidden;"]
        {
            assert!(style_hides(hides), "{hides}");
        }
        for shows in
            ["", "display", "display:none;display:block", "display:nonesuch", "x-display:none"]
        {
            assert!(!style_hides(shows), "{shows}");
        }
    }

    #[test]
    fn attributes() {
        let hides = |tag: &str| {
            let page = Page::parse(format!("<body><{tag}>"));
            let element = page.first_child(page.body().unwrap()).unwrap();
            is_hidden(&page, element)
        };
        assert!(hides("p hidden"));
        assert!(hides("p hidden=hidden"));
        assert!(hides("dialog"));
        assert!(!hides("dialog open"));
        assert!(!hides("p hidden=until-found"));
        assert!(!hides("p aria-hidden=true"));
        assert!(!hides("p style='opacity:0'"));
    }

    #[test]
    fn panels_and_streamed_parts_are_shown() {
        let hides = |attributes: &str| {
            let page = Page::parse(format!("<body><div hidden {attributes}>"));
            let element = page.first_child(page.body().unwrap()).unwrap();
            is_hidden(&page, element)
        };
        let shown = [
            "role=tabpanel",
            "role=region",
            "itemprop=articleBody",
            "class='faq accordion-content'",
            "id=tab-pane-2",
            "class=subscriber-only",
            "class='rich_media_content js_underline_content'",
            "id=disqus_post_message",
        ];
        for attributes in shown.into_iter().chain(["id='S:1f'", "class=MuiCollapse"]) {
            assert!(!hides(attributes), "{attributes}");
        }
        for attributes in [
            "id='S:'",
            "id='S:x'",
            "class='nav-collapse'",
            "role=dialog",
            "class=toggle-menu",
            "class='subscriber-only-banner'",
            "class='comment post-content'",
        ] {
            assert!(hides(attributes), "{attributes}");
        }
    }
}
