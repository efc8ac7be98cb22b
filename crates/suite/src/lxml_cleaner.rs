//! `lxml-cleaner`: everything but the elements that trafilatura has cleaned away.
//!
//! S. Gupta (thesis, Weimar 2022) measured lxml's cleaner with trafilatura's list of elements, to see what
//! the rest of trafilatura's rules are worth. The list is of elements that hold no running text: navigation
//! and footers, forms and their controls, media, markup of scripts.

use super::shared::strings;
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Selection};
use dehusk_page::{Name, NodeId, Page, name};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "lxml-cleaner",
    "all but navigation, forms and media, by their elements",
    "lxml's cleaner with trafilatura's list of elements",
    languages::ANY,
    |_| Ok(Arc::new(LxmlCleaner)),
)];

/// lxml's cleaner.
pub(crate) struct LxmlCleaner;

impl Extractor for LxmlCleaner {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let custom = ["fencedframe", "noindex", "use"].map(|tag| page.find_name(tag));
        let is_cleaned = |page: &Page, node: NodeId| {
            let tag = page.name(node);
            is_cleaned(tag) || custom.contains(&Some(tag))
        };
        strings::select(document, Some(page.root()), is_cleaned, "not of a cleaned element")
    }
}

/// Elements that are removed with all that is in them.
pub(crate) fn is_cleaned(tag: Name) -> bool {
    is_structure(tag) || is_medium(tag) || is_control(tag)
}

fn is_structure(tag: Name) -> bool {
    matches!(
        tag,
        name::ASIDE
            | name::DIALOG
            | name::FOOTER
            | name::HEAD
            | name::LINK
            | name::MENU
            | name::MENUITEM
            | name::NAV
            | name::NOSCRIPT
            | name::RP
            | name::RT
            | name::RTC
            | name::SCRIPT
            | name::STYLE
            | name::TIME
            | name::MARQUEE
    )
}

fn is_medium(tag: Name) -> bool {
    matches!(
        tag,
        name::APPLET
            | name::AREA
            | name::AUDIO
            | name::CANVAS
            | name::EMBED
            | name::FIGURE
            | name::FRAME
            | name::FRAMESET
            | name::IFRAME
            | name::MAP
            | name::MATH
            | name::OBJECT
            | name::PARAM
            | name::PICTURE
            | name::SOURCE
            | name::SVG
            | name::TRACK
            | name::VIDEO
            | name::NOEMBED
            | name::NOFRAMES
    )
}

fn is_control(tag: Name) -> bool {
    matches!(
        tag,
        name::BUTTON
            | name::DATALIST
            | name::FIELDSET
            | name::FORM
            | name::INPUT
            | name::LABEL
            | name::LEGEND
            | name::OPTGROUP
            | name::OPTION
            | name::OUTPUT
            | name::PROGRESS
            | name::SELECT
            | name::TEXTAREA
    )
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn what_holds_no_running_text_is_removed() {
        let html = "<title>T</title><nav>menu</nav><div>text <time>now</time>of <b>a</b> page</div>\
                    <form>search</form><figure>boat<figcaption>a boat</figcaption></figure>";
        assert_eq!(kept(&LxmlCleaner, html), "text of a page");
    }
}
