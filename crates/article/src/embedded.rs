//! Content that comes from a page's scripts: a small page of its own beside the page it was found in.
//!
//! It takes the same way as everything else, parsed, walked and sanitised, so that no renderer knows of it.

use dehusk_auto::embedded;
use dehusk_extract::{Document, Selection};
use dehusk_page::Page;

/// Where the content of an article stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentSource<'a> {
    /// In the page, as a reader sees it.
    Page,
    /// In data of one of its scripts, at this path.
    Embedded(&'a str),
}

impl<'a> ContentSource<'a> {
    /// The kind's name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ContentSource::Page => "page",
            ContentSource::Embedded(_) => "embedded",
        }
    }

    /// Where in the page's data, such as `json-ld articleBody`.
    pub fn path(self) -> Option<&'a str> {
        match self {
            ContentSource::Page => None,
            ContentSource::Embedded(path) => Some(path),
        }
    }
}

/// What the scripts hold, parsed.
#[derive(Debug)]
pub(crate) struct Fragment {
    document: Document,
    selection: Selection,
    path: String,
}

impl Fragment {
    /// The content in a page's scripts, where it is far more than what was selected.
    pub fn instead_of(document: &Document, selection: &Selection) -> Option<Fragment> {
        let found = embedded::instead_of(document, selection)?;
        let fragment = Document::new(Page::parse(found.html));
        let selection = Selection::everything(&fragment);
        let path = found.source;
        (!selection.is_empty()).then_some(Fragment { document: fragment, selection, path })
    }

    /// Where in the page's data it stands.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The parsed content, and all of it selected.
    pub fn source(&self) -> (&Document, &Selection) {
        (&self.document, &self.selection)
    }
}
