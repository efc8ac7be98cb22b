//! The one table that says which source wins.
//!
//! A row is a field, with its sources from the most to the least trusted. A value is taken from the first
//! source that has a usable one. Adding a source, a meta tag above all, is adding an entry here.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Field {
    Title,
    Author,
    Published,
    Modified,
    SiteName,
    Description,
    Language,
    Canonical,
    Tag,
    Section,
    Licence,
    Image,
    /// What kind of thing the page says it is about. Users do not see it.
    Kind,
}

/// How many fields there are.
pub(super) const FIELDS: usize = 13;

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A meta tag of that name or property.
    Meta(&'static str),
    /// Any other place.
    Page(&'static str),
}

use Source::{Meta, Page};

/// A structured-data script.
pub(super) const JSON_LD: &str = "json-ld";
/// An organisation as the author in a structured-data script.
pub(super) const JSON_LD_ORGANISATION: &str = "json-ld organisation";
/// `itemprop` and `property` attributes.
pub(super) const MICRODATA: &str = "microdata";
/// The `title` element.
pub(super) const TITLE_ELEMENT: &str = "title element";
/// The heading of the content.
pub(crate) const HEADING: &str = "heading";
/// `rel=author`.
pub(super) const REL_AUTHOR: &str = "rel=author";
/// A label for Twitter that says who wrote the page.
pub(super) const TWITTER_LABEL: &str = "twitter:label";
/// An element that calls itself a byline or an author.
pub(super) const BYLINE: &str = "byline";
/// Text that reads like a byline or a date near the title.
pub(super) const VISIBLE: &str = "visible text";
/// A `time` element.
pub(super) const TIME: &str = "time element";
/// An element that calls itself a date.
pub(super) const MARKED: &str = "date element";
/// Data of a script.
pub(super) const SCRIPT: &str = "script data";
/// What the page says of its last change, where it does not say when it was published.
pub(super) const LAST_CHANGE: &str = "last change";
/// The year of a copyright.
pub(super) const COPYRIGHT: &str = "copyright";
/// The address of the page.
pub(super) const URL: &str = "url";
/// The `lang` attribute of the root.
pub(super) const HTML_LANG: &str = "html lang";
/// `link` elements.
pub(super) const LINK: &str = "link";
/// `a` elements with a telling `rel`.
pub(super) const REL_TAG: &str = "rel=tag";
/// A link to a Creative Commons licence.
pub(super) const LICENCE_LINK: &str = "licence link";
/// An image of the content.
pub(super) const CONTENT: &str = "content";

/// The sources of a field, the most trusted first.
pub(super) fn sources(field: Field) -> &'static [Source] {
    match field {
        Field::Title => TITLE,
        Field::Author => AUTHOR,
        Field::Published => PUBLISHED,
        Field::Modified => MODIFIED,
        Field::SiteName => SITE_NAME,
        Field::Description => DESCRIPTION,
        Field::Language => LANGUAGE,
        Field::Canonical => CANONICAL,
        Field::Tag => TAG,
        Field::Section => SECTION,
        Field::Licence => LICENCE,
        Field::Image => IMAGE,
        Field::Kind => KIND,
    }
}

// A heading counts where one of the others confirms it.
static TITLE: &[Source] = &[
    Page(HEADING),
    Page(JSON_LD),
    Meta("og:title"),
    Meta("citation_title"),
    Meta("parsely-title"),
    Meta("sailthru.title"),
    Meta("dcterms.title"),
    Meta("twitter:title"),
    Page(MICRODATA),
    Meta("headline"),
    Meta("dc.title"),
    Page(TITLE_ELEMENT),
    Meta("title"),
];

// The site itself comes after all of them.
static AUTHOR: &[Source] = &[
    Page(JSON_LD),
    Page(MICRODATA),
    Meta("citation_author"),
    Meta("parsely-author"),
    Meta("sailthru.author"),
    Meta("article:author_name"),
    Meta("author"),
    Meta("authors"),
    Meta("article:author"),
    Meta("og:article:author"),
    Meta("og:author"),
    Meta("book:author"),
    Meta("dc.creator"),
    Meta("dcterms.creator"),
    Meta("dc.contributor"),
    Page(TWITTER_LABEL),
    Meta("byl"),
    Meta("byline"),
    Meta("creator"),
    Meta("cxenseparse:author"),
    Meta("citation_authors"),
    Page(REL_AUTHOR),
    Page(BYLINE),
    Page(JSON_LD_ORGANISATION),
    Page(VISIBLE),
];

static PUBLISHED: &[Source] = &[
    Page(JSON_LD),
    Meta("article:published_time"),
    Meta("og:article:published_time"),
    Meta("article:published"),
    Page(MICRODATA),
    Meta("datepublished"),
    Meta("date_published"),
    Meta("parsely-pub-date"),
    Meta("sailthru.date"),
    Meta("cxenseparse:recs:publishtime"),
    Meta("dc.date.issued"),
    Meta("dcterms.issued"),
    Meta("dc.date.created"),
    Meta("dcterms.created"),
    Meta("citation_publication_date"),
    Meta("citation_online_date"),
    Meta("citation_date"),
    Meta("prism.publicationdate"),
    Meta("og:published_time"),
    Meta("og:pubdate"),
    Meta("pubdate"),
    Meta("pub_date"),
    Meta("publishdate"),
    Meta("publish-date"),
    Meta("publish_date"),
    Meta("publication_date"),
    Meta("publication-date"),
    Meta("published-date"),
    Meta("published_date"),
    Meta("publisheddate"),
    Meta("published-time"),
    Meta("ms.date"),
    Meta("date-published"),
    Meta("published"),
    Meta("published_at"),
    Meta("article_date_original"),
    Meta("originalpublicationdate"),
    Meta("displaydate"),
    Meta("ptime"),
    Meta("dc.date"),
    Meta("dcterms.date"),
    Meta("date"),
    Meta("created"),
    Meta("datecreated"),
    Meta("release_date"),
    Page(URL),
    Page(TIME),
    Page(VISIBLE),
    Page(MARKED),
    Page(SCRIPT),
    Page(LAST_CHANGE),
    Page(COPYRIGHT),
];

static MODIFIED: &[Source] = &[
    Page(JSON_LD),
    Meta("article:modified_time"),
    Meta("og:updated_time"),
    Meta("og:article:modified_time"),
    Page(MICRODATA),
    Meta("datemodified"),
    Meta("date_modified"),
    Meta("dcterms.modified"),
    Meta("dc.date.modified"),
    Meta("cxenseparse:recs:modifiedtime"),
    Meta("article:modified"),
    Meta("article_date_updated"),
    Meta("modified-date"),
    Meta("modified_date"),
    Meta("modified-time"),
    Meta("modified"),
    Meta("lastmod"),
    Meta("last-modified"),
    Meta("last_modified"),
    Meta("lastmodified"),
    Meta("revised"),
    Meta("utime"),
    Page(TIME),
    Page(VISIBLE),
    Page(MARKED),
];

static SITE_NAME: &[Source] = &[
    Meta("og:site_name"),
    Page(JSON_LD),
    Page(MICRODATA),
    Meta("application-name"),
    Meta("apple-mobile-web-app-title"),
    Meta("citation_journal_title"),
    Meta("dc.publisher"),
    Meta("dcterms.publisher"),
    Meta("article:publisher_name"),
    Meta("publisher"),
    Page(TITLE_ELEMENT),
];

static DESCRIPTION: &[Source] = &[
    Meta("og:description"),
    Meta("description"),
    Page(JSON_LD),
    Meta("twitter:description"),
    Page(MICRODATA),
    Meta("sailthru.description"),
    Meta("dc.description"),
    Meta("dcterms.description"),
    Meta("dcterms.abstract"),
    Meta("citation_abstract"),
    Meta("abstract"),
];

static LANGUAGE: &[Source] = &[
    Page(HTML_LANG),
    Meta("content-language"),
    Meta("og:locale"),
    Page(JSON_LD),
    Page(MICRODATA),
    Meta("dc.language"),
    Meta("dcterms.language"),
    Meta("citation_language"),
    Meta("language"),
];

static CANONICAL: &[Source] = &[
    Page(LINK),
    Meta("og:url"),
    Page(JSON_LD),
    Page(MICRODATA),
    Meta("parsely-link"),
    Meta("twitter:url"),
    Meta("dc.identifier"),
];

static TAG: &[Source] = &[
    Page(JSON_LD),
    Meta("article:tag"),
    Meta("og:article:tag"),
    Page(MICRODATA),
    Meta("parsely-tags"),
    Meta("news_keywords"),
    Meta("sailthru.tags"),
    Meta("citation_keywords"),
    Meta("keywords"),
    Meta("dc.subject"),
    Meta("dcterms.subject"),
    Page(REL_TAG),
];

static SECTION: &[Source] = &[
    Meta("article:section"),
    Page(JSON_LD),
    Page(MICRODATA),
    Meta("parsely-section"),
    Meta("og:article:section"),
    Meta("cxenseparse:section"),
    Meta("section"),
    Meta("category"),
];

static LICENCE: &[Source] = &[
    Page(LINK),
    Page(JSON_LD),
    Page(MICRODATA),
    Meta("dcterms.license"),
    Meta("dc.rights.license"),
    Meta("license"),
    Page(LICENCE_LINK),
];

static IMAGE: &[Source] = &[
    Meta("og:image"),
    Meta("og:image:secure_url"),
    Meta("og:image:url"),
    Meta("twitter:image"),
    Meta("twitter:image:src"),
    Page(JSON_LD),
    Page(MICRODATA),
    Meta("parsely-image-url"),
    Meta("sailthru.image.full"),
    Meta("thumbnail"),
    Page(LINK),
    Page(CONTENT),
];

static KIND: &[Source] = &[Page(JSON_LD), Page(MICRODATA), Meta("og:type")];

impl Source {
    /// The name users see.
    pub fn name(self) -> &'static str {
        match self {
            Meta(name) | Page(name) => name,
        }
    }
}

/// Whether what stands there is right about as often as not. Measured: `dehusk eval metadata` with `--faults`.
pub(super) fn is_guess(source: &str) -> bool {
    [LAST_CHANGE, SCRIPT, COPYRIGHT, JSON_LD_ORGANISATION].contains(&source)
}

/// The rank of a source other than a meta tag.
pub(super) fn rank_of(field: Field, source: &'static str) -> Option<u8> {
    sources(field).iter().position(|&s| s == Page(source)).and_then(|i| i.try_into().ok())
}

/// The fields a meta tag speaks of, with its rank in each.
pub(super) fn of_meta(key: &str) -> &'static [(Field, u8)] {
    META.get(key).map_or(&[], Vec::as_slice)
}

static META: LazyLock<HashMap<&'static str, Vec<(Field, u8)>>> = LazyLock::new(|| {
    let mut map: HashMap<&str, Vec<(Field, u8)>> = HashMap::new();
    for field in ALL {
        for (rank, source) in sources(field).iter().enumerate() {
            if let (Meta(key), Ok(rank)) = (source, rank.try_into()) {
                map.entry(key).or_default().push((field, rank));
            }
        }
    }
    map
});

const ALL: [Field; FIELDS] = [
    Field::Title,
    Field::Author,
    Field::Published,
    Field::Modified,
    Field::SiteName,
    Field::Description,
    Field::Language,
    Field::Canonical,
    Field::Tag,
    Field::Section,
    Field::Licence,
    Field::Image,
    Field::Kind,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_stands_once_in_a_row() {
        for field in ALL {
            let row = sources(field);
            assert!(row.len() < 256);
            for (i, source) in row.iter().enumerate() {
                assert!(!row[..i].contains(source), "{field:?} {source:?}");
            }
        }
    }

    #[test]
    fn meta_keys_are_found_as_they_are_looked_up() {
        assert_eq!(of_meta("og:title"), &[(Field::Title, 2)]);
        assert!(of_meta("json-ld").is_empty());
        assert!(META.keys().all(|k| k.chars().all(|c| !c.is_uppercase())));
    }
}
