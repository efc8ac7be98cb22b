//! Who wrote the content.

mod byline;
mod clean;
mod cut;
mod tables;

use super::Sourced;
use super::candidates::{Candidate, Candidates};
use super::near::Surroundings;
use super::precedence::{Field, JSON_LD_ORGANISATION, VISIBLE};
use super::text;
use super::title::Sites;
use dehusk_page::NodeId;

/// More authors than this are a list of something else.
const MAX_AUTHORS: usize = 32;

/// Chooses the authors: all that the most trusted source names. The site itself is the author only where
/// nobody else is.
pub(super) fn choose(
    found: &Candidates,
    sites: &Sites,
    rel_authors: &[NodeId],
    near: &Surroundings<'_>,
) -> Vec<Sourced<String>> {
    let told = found.of(Field::Author);
    let is_person = |a: &Sourced<String>| !sites.is_named(&a.value);
    let mut fallback: Vec<Sourced<String>> = Vec::new();
    let runs = told.chunk_by(|a, b| a.rank == b.rank);
    for authors in runs.filter(|r| r[0].source() != JSON_LD_ORGANISATION).map(of_run) {
        if authors.iter().any(is_person) {
            return authors.into_iter().filter(is_person).collect();
        }
        fallback = if fallback.is_empty() { authors } else { fallback };
    }
    let organisations = found
        .from(Field::Author, JSON_LD_ORGANISATION)
        .map(|o| (o.to_string(), JSON_LD_ORGANISATION));
    let organisations = distinct(organisations);
    let seen = distinct(byline::look(near.get(), rel_authors).into_iter());
    // A line of text is no better than what the page says to machines.
    let told = !fallback.is_empty() || !organisations.is_empty();
    if seen.iter().any(|a| is_person(a) && !(told && a.source == VISIBLE)) {
        return seen.into_iter().filter(is_person).collect();
    }
    if organisations.iter().any(is_person) {
        return organisations;
    }
    [fallback, organisations, seen].into_iter().find(|list| !list.is_empty()).unwrap_or_default()
}

fn of_run(run: &[&Candidate]) -> Vec<Sourced<String>> {
    distinct(run.iter().flat_map(|c| clean::told(&c.value).into_iter().map(|n| (n, c.source()))))
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
