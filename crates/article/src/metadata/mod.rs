//! What a page says about itself.

use dehusk_extract::Document;
use dehusk_page::name;

/// A value and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it stands in the page, such as `json-ld`, `og:title` or `visible text`.
    pub source: &'static str,
}

/// A feed that the page links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// Its address, absolute where the page's address is known.
    pub url: String,
    /// Its title, where given.
    pub title: Option<String>,
    /// Its media type.
    pub kind: String,
}

/// What a page says about itself. Dates are ISO 8601.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The title of the content, without the site's name.
    pub title: Option<Sourced<String>>,
    /// The authors' names.
    pub authors: Vec<Sourced<String>>,
    /// When it was published.
    pub published: Option<Sourced<String>>,
    /// When it was last changed.
    pub modified: Option<Sourced<String>>,
    /// The name of the site.
    pub site_name: Option<Sourced<String>>,
    /// A summary.
    pub description: Option<Sourced<String>>,
    /// The language the page declares, as a BCP 47 tag.
    pub language: Option<Sourced<String>>,
    /// The language its text is in, as an ISO 639-1 code where there is one.
    pub detected_language: Option<Sourced<String>>,
    /// The address the page wants to be known by.
    pub canonical_url: Option<Sourced<String>>,
    /// Keywords.
    pub tags: Vec<Sourced<String>>,
    /// The section of the site.
    pub section: Option<Sourced<String>>,
    /// The licence, as an address or a name.
    pub licence: Option<Sourced<String>>,
    /// The address of the lead image.
    pub image: Option<Sourced<String>>,
    /// The feeds it links.
    pub feeds: Vec<Feed>,
}

pub(crate) fn of(document: &Document) -> Metadata {
    let page = document.page();
    let title = page.descendants(page.root()).find(|&n| page.name(n) == name::TITLE);
    let title = title.map(|t| page.text_content(t).trim().to_string());
    Metadata {
        title: title.map(|value| Sourced { value, source: "title element" }),
        ..Metadata::default()
    }
}
