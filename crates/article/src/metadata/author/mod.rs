//! Who wrote the content.

mod byline;
mod clean;

use super::Sourced;
use super::candidates::Candidates;
use super::near::Near;
use super::precedence::Field;
use super::text;
use dehusk_page::NodeId;

/// More authors than this are a list of something else.
const MAX_AUTHORS: usize = 32;

/// Chooses the authors: all that the most trusted source names.
pub(super) fn choose(
    found: &Candidates,
    site: Option<&str>,
    rel_authors: &[NodeId],
    near: &Near<'_>,
) -> Vec<Sourced<String>> {
    let told = found.of(Field::Author);
    let mut authors = Vec::new();
    for run in told.chunk_by(|a, b| a.rank == b.rank) {
        for candidate in run {
            let names = clean::names(&candidate.value);
            names.into_iter().for_each(|n| add(&mut authors, n, candidate.source(), site));
        }
        if !authors.is_empty() {
            return authors;
        }
    }
    for (name, source) in byline::look(near, rel_authors) {
        add(&mut authors, name, source, site);
    }
    authors
}

fn add(authors: &mut Vec<Sourced<String>>, name: String, source: &'static str, site: Option<&str>) {
    let key = text::key(&name);
    let known = authors.iter().any(|a| text::key(&a.value) == key);
    let is_site = site.is_some_and(|s| text::key(s) == key);
    if !known && !is_site && authors.len() < MAX_AUTHORS {
        authors.push(Sourced { value: name, source });
    }
}
