//! What a page says about itself.
//!
//! Everything that may be a value is gathered in one walk as a candidate with its source; then one table,
//! [`precedence`], says which source wins, and a module a field says which values are usable and cleans
//! them. What the page says to machines comes first; what readers see near the title is only looked at
//! where that is missing.

mod address;
mod author;
mod candidates;
mod collect;
mod date;
mod image;
mod json_ld;
mod kind;
mod language;
mod links;
mod marks;
mod meta_tags;
mod microdata;
mod names;
mod near;
mod precedence;
mod prose;
mod schema;
mod tags;
mod text;
mod title;

use candidates::Candidates;
use collect::Found;
use dehusk_extract::{Document, Extractor, NodeSet, Selection};
use dehusk_page::Page;
use kind::Kind;
use near::Surroundings;
use precedence::Field;
pub(crate) use precedence::HEADING;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
pub(crate) use text::key;
use title::{Sites, Title};

/// A value and where it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it stands in the page, such as `json-ld`, `og:title` or `visible text`.
    pub source: Cow<'static, str>,
    /// Whether it is the best that could be found and as often wrong as right: the day of the last change where
    /// the page does not say when it was published, a date in the data of a script, the year of a copyright, an
    /// organisation where nobody signs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guess: bool,
}

impl<T> Sourced<T> {
    fn new(value: T, source: &'static str) -> Sourced<T> {
        Sourced { value, source: Cow::Borrowed(source), guess: precedence::is_guess(source) }
    }
}

/// A feed that the page links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feed {
    /// Its address, absolute where the page's address is known.
    pub url: String,
    /// Its title, where given.
    pub title: Option<String>,
    /// Its media type.
    #[serde(rename = "type")]
    pub kind: String,
}

/// What a page says about itself.
///
/// Dates are ISO 8601, as precise as the page gives them: a day stays a day, an offset is kept where there
/// is one, scholarly pages may give only a month or a year. What pages say relative to today ("two hours
/// ago") is not a date here. Addresses are absolute where the page's own address or its `<base>` is known;
/// relative ones stay as written where it is not. None of them is anything but `http` or `https`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// The address the page wants to be known by.
    pub canonical_url: Option<Sourced<String>>,
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

impl Metadata {
    /// What a page says about itself, without extracting its content: where that stands is told from its blocks
    /// alone.
    ///
    /// ```
    /// use dehusk_article::Metadata;
    /// use dehusk_extract::Document;
    /// use dehusk_page::Page;
    /// let page = Page::parse("<title>Rain | The Ferry</title><meta property=og:site_name content='The Ferry'><p>It rained.");
    /// let metadata = Metadata::of(&Document::new(page));
    /// assert_eq!(metadata.title.unwrap().value, "Rain");
    /// ```
    pub fn of(document: &Document) -> Metadata {
        let selection = prose::Prose.extract(document);
        of(document, &selection, (document.page(), selection.nodes()))
    }
}

/// What a page says about itself; `selection` is its content as far as the page shows it, `content` the
/// content itself, wherever it stands.
pub(crate) fn of(
    document: &Document,
    selection: &Selection,
    content: (&Page, &NodeSet),
) -> Metadata {
    let found = collect::collect(document);
    let candidates = &found.candidates;
    let page = document.page();
    let Head { canonical_url, host, sites, title } = Head::of(document, &found);
    let mut site_name =
        site_name(candidates, title.title.as_ref().map_or("", |t| t.value.as_str()));
    if let (None, Some(value)) = (&site_name, title.site) {
        site_name = Some(Sourced::new(value, precedence::TITLE_ELEMENT));
    }
    let near = Surroundings::new(document, selection, title.shown);
    let language = language::declared(candidates);
    let declared = language.as_ref().map(|l| l.value.as_str());
    let customs = date::customs_of(declared, host.as_deref());
    let addresses = [document.url(), canonical_url.as_ref().map(|c| c.value.as_str())];
    let kind = kind::of(candidates);
    let dates = date::choose(&found, &addresses, customs, &near, kind == Kind::Text);
    let is_japanese = customs.language == Some("ja");
    let facts = author::PageFacts {
        kind,
        is_front: document.url().is_some_and(address::is_front),
        is_dated: dates.is_told(),
        is_japanese,
    };
    Metadata {
        authors: author::choose(&found, &sites, &near, facts),
        published: dates.published,
        modified: dates.modified,
        description: first(candidates, Field::Description),
        detected_language: language::detected(content.0, content.1, declared),
        tags: tags::choose(candidates),
        section: first(candidates, Field::Section),
        licence: licence(candidates, &found.base),
        image: image::choose(page, selection, candidates, &found.base),
        feeds: links::feeds(page, &found.feed_links, &found.base),
        title: title.title,
        site_name,
        language,
        canonical_url,
    }
}

/// The title of the content alone, for who needs nothing else: the rest costs more than this.
pub(crate) fn title(document: &Document) -> Option<Sourced<String>> {
    Head::of(document, &collect::collect(document)).title.title
}

/// What the title is told by, and what it tells.
struct Head {
    canonical_url: Option<Sourced<String>>,
    host: Option<String>,
    sites: Sites,
    title: Title,
}

impl Head {
    fn of(document: &Document, found: &Found) -> Head {
        let candidates = &found.candidates;
        let canonical_url = canonical(candidates, &found.base);
        let address = document.url().or(canonical_url.as_ref().map(|c| c.value.as_str()));
        let host = address.and_then(address::host);
        let names = candidates.of(Field::SiteName).into_iter().map(|c| c.value.clone());
        let is_front = document.url().is_some_and(address::is_bare_front);
        let sites = Sites::new(names, host.as_deref()).on_front(is_front);
        let title = title::choose(document, candidates, &found.headings, &sites);
        Head { canonical_url, host, sites, title }
    }
}

/// The value of the most trusted source that says anything: an address is no name.
fn first(found: &Candidates, field: Field) -> Option<Sourced<String>> {
    let is_prose = field == Field::Description;
    first_that(found, field, |value| is_prose || !value.contains("://"))
}

/// The name of the site. Some pages give their title for it, alone or together with the name.
fn site_name(found: &Candidates, title: &str) -> Option<Sourced<String>> {
    let title = text::key(title);
    let is_title = |value: &str| title.chars().count() >= 12 && text::key(value).contains(&title);
    first_that(found, Field::SiteName, |value| !value.contains("://") && !is_title(value))
}

fn first_that(
    found: &Candidates,
    field: Field,
    fits: impl Fn(&str) -> bool,
) -> Option<Sourced<String>> {
    let says = |value: &str| value.chars().any(char::is_alphanumeric);
    let best = found.of(field).into_iter().find(|c| says(&c.value) && fits(&c.value))?;
    Some(Sourced::new(best.value.clone(), best.source()))
}

/// The address the page wants to be known by. Only a link may give it relative: elsewhere stand numbers
/// and words as well.
fn canonical(found: &Candidates, base: &address::Base) -> Option<Sourced<String>> {
    found.of(Field::Canonical).into_iter().find_map(|c| {
        let is_address = c.source() == precedence::LINK || address::is_explicit(&c.value);
        let value = is_address.then(|| address::resolve(base, &c.value))??;
        Some(Sourced::new(value, c.source()))
    })
}

/// The licence: its address, or its name where the page gives that.
fn licence(found: &Candidates, base: &address::Base) -> Option<Sourced<String>> {
    found.of(Field::Licence).into_iter().find_map(|c| {
        let is_name = c.value.contains(' ') || !c.value.contains(['/', '.']);
        let value = if is_name { c.value.clone() } else { address::resolve(base, &c.value)? };
        Some(Sourced::new(value, c.source()))
    })
}
