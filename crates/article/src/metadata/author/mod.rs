//! Who wrote the content.

mod byline;
mod clean;
mod cut;
mod person;
mod tables;
mod wide;

use super::candidates::{Candidate, Candidates};
use super::collect::Found;
use super::kind::Kind;
use super::near::Surroundings;
use super::precedence::{Field, JSON_LD, JSON_LD_ORGANISATION, MICRODATA, VISIBLE};
use super::title::Sites;
use super::{Sourced, text};
pub(super) use cut::is_introduction;

/// More authors than this are a list of something else.
const MAX_AUTHORS: usize = 32;

/// Chooses the authors: all that the most trusted source names. The site itself is the author only where nobody
/// else is and the page is a text; what is sold, and what does not say that it is a text and has no date, is
/// by nobody unless machines are told so.
pub(super) fn choose(
    found: &Found,
    sites: &Sites,
    near: &Surroundings<'_>,
    page: PageFacts,
) -> Vec<Sourced<String>> {
    if page.is_front {
        return Vec::new();
    }
    let told = found.candidates.of(Field::Author);
    let is_person = |a: &Sourced<String>| !sites.is_named(&a.value) && !is_institution(&a.value);
    let mut site: Vec<Sourced<String>> = Vec::new();
    let runs = told.chunk_by(|a, b| a.rank == b.rank);
    for authors in runs.filter(|r| r[0].source() != JSON_LD_ORGANISATION).map(of_run) {
        let counts =
            |a: &Sourced<String>| is_person(a) && (page.is_text() || is_told_of_content(a));
        if authors.iter().any(counts) {
            return authors.into_iter().filter(is_person).collect();
        }
        site = if site.is_empty() { authors } else { site };
    }
    if page.kind == Kind::Product {
        return Vec::new();
    }
    let organisations = found.candidates.from(Field::Author, JSON_LD_ORGANISATION);
    let organisations = organisations.map(|o| (o.to_string(), JSON_LD_ORGANISATION));
    let mut others = distinct(organisations);
    others.retain(|o| !sites.is_site(&o.value));
    let refuses = |name: &str| is_section(&found.candidates, name);
    let seen = byline::look(near.get(), &found.rel_authors, page, &refuses);
    let seen = distinct(seen.into_iter());
    // A line of text is no better than what the page says to machines.
    let is_told = !site.is_empty() || !others.is_empty();
    if seen.iter().any(|a| is_person(a) && !(is_told && a.source == VISIBLE)) {
        return seen.into_iter().filter(is_person).collect();
    }
    let own = [others, site, seen].into_iter().find(|list| !list.is_empty());
    own.filter(|list| page.is_text() || !list.iter().any(|a| sites.is_named(&a.value)))
        .unwrap_or_default()
}

/// Whether an author is told as that of the content. Other places name whoever made the page, so there it must at
/// least be a person.
fn is_told_of_content(author: &Sourced<String>) -> bool {
    [JSON_LD, MICRODATA].contains(&&*author.source) || person::is_person(&author.value)
}

/// What decides whether a page may have an author that only readers see.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageFacts {
    /// Whether it is the front page of a site.
    pub is_front: bool,
    /// What the page says it is.
    pub kind: Kind,
    /// Whether it says when it was published.
    pub is_dated: bool,
    /// Whether it says that it is in Japanese.
    pub is_japanese: bool,
}

impl PageFacts {
    /// Whether the page is something that someone wrote.
    fn is_text(self) -> bool {
        self.kind == Kind::Text || self.is_dated
    }
}

/// Whether a name is that of a site or an institution: an address, or more ideographs than people have.
fn is_institution(name: &str) -> bool {
    let is_address =
        [".com", ".net", ".org", ".cn"].iter().any(|end| name.to_lowercase().ends_with(end));
    let is_wide = wide::is_wide(name) && !name.contains(['·', '・', ' ']);
    let is_office =
        || name.ends_with(['网', '網', '报', '報', '社', '台', '部']) && name.chars().count() > 2;
    is_address || (is_wide && (name.chars().count() > 6 || is_office()))
}

/// Whether a name is that of the page's section.
fn is_section(found: &Candidates, name: &str) -> bool {
    let key = text::key(name);
    found.of(Field::Section).iter().any(|s| text::key(&s.value) == key)
}

fn of_run(run: &[&Candidate]) -> Vec<Sourced<String>> {
    let names = clean::tidy(run.iter().flat_map(|c| clean::told(&c.value)).collect());
    let source = run.first().map_or("", |c| c.source());
    distinct(names.into_iter().map(|n| (n, source)))
}

/// Each name once, however it is written.
fn distinct(names: impl Iterator<Item = (String, &'static str)>) -> Vec<Sourced<String>> {
    let mut authors: Vec<Sourced<String>> = Vec::new();
    let mut keys: Vec<String> = Vec::new();
    for (value, source) in names {
        let key = text::key(&value);
        if !keys.contains(&key) && authors.len() < MAX_AUTHORS {
            keys.push(key);
            authors.push(Sourced::new(value, source));
        }
    }
    authors
}
