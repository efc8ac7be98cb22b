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
mod language;
mod links;
mod marks;
mod meta_tags;
mod microdata;
mod near;
mod precedence;
mod schema;
mod text;
mod title;

use candidates::Candidates;
use dehusk_extract::{Document, NodeSet, Selection};
use dehusk_page::Page;
use near::Surroundings;
use precedence::Field;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use title::Sites;

/// Tags given out.
const MAX_TAGS: usize = 64;

/// A value and where it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it stands in the page, such as `json-ld`, `og:title` or `visible text`.
    pub source: Cow<'static, str>,
}

impl<T> Sourced<T> {
    fn new(value: T, source: &'static str) -> Sourced<T> {
        Sourced { value, source: Cow::Borrowed(source) }
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
    let canonical_url = canonical(candidates, &found.base);
    let host =
        document.url().or(canonical_url.as_ref().map(|c| c.value.as_str())).and_then(address::host);
    let mut site_name = first(candidates, Field::SiteName);
    let names = candidates.of(Field::SiteName).into_iter().map(|c| c.value.clone());
    let sites = Sites::new(names, host.as_deref());
    let title = title::choose(document, candidates, &found.headings, &sites);
    if let (None, Some(value)) = (&site_name, title.site) {
        site_name = Some(Sourced::new(value, precedence::TITLE_ELEMENT));
    }
    let near = Surroundings::new(document, selection, title.shown);
    let language = language::declared(candidates);
    let declared = language.as_ref().map(|l| l.value.as_str());
    let order = date::order_of(declared, host.as_deref());
    let addresses = [document.url(), canonical_url.as_ref().map(|c| c.value.as_str())];
    let dates = date::choose(candidates, &addresses, order, &found.times, &near);
    Metadata {
        authors: author::choose(candidates, &sites, &found.rel_authors, &near),
        published: dates.published,
        modified: dates.modified,
        description: first(candidates, Field::Description),
        detected_language: language::detected(content.0, content.1, declared),
        tags: tags(candidates),
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

/// The value of the most trusted source that says anything: an address is no name.
fn first(found: &Candidates, field: Field) -> Option<Sourced<String>> {
    let is_prose = field == Field::Description;
    let says = |v: &str| v.chars().any(char::is_alphanumeric) && (is_prose || !v.contains("://"));
    let best = found.of(field).into_iter().find(|c| says(&c.value))?;
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

/// The tags of the most trusted source that has any; one value may list several.
fn tags(found: &Candidates) -> Vec<Sourced<String>> {
    let mut tags: Vec<Sourced<String>> = Vec::new();
    let all = found.of(Field::Tag);
    let Some(best) = all.first() else { return tags };
    for candidate in all.iter().filter(|c| c.rank == best.rank) {
        for tag in candidate.value.split([',', ';', '|', '，', '、']).map(str::trim) {
            let fits = (1..=100).contains(&tag.len()) && tags.len() < MAX_TAGS;
            if fits && !tags.iter().any(|t| t.value.eq_ignore_ascii_case(tag)) {
                tags.push(Sourced::new(tag.to_string(), best.source()));
            }
        }
    }
    tags
}
