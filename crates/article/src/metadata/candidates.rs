//! What was found, before anything is chosen.

use super::precedence::{self, FIELDS, Field};

/// Values kept for one source of one field: a page may repeat a tag 100,000 times.
const MAX_A_SOURCE: u8 = 64;

/// Sources a field may have.
const MAX_SOURCES: usize = 64;

/// A value of a field from one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub field: Field,
    pub rank: u8,
    pub value: String,
}

impl Candidate {
    /// The name of its source.
    pub fn source(&self) -> &'static str {
        let row = precedence::sources(self.field);
        row.get(usize::from(self.rank)).map_or("", |s| s.name())
    }
}

/// All values that were found.
#[derive(Debug)]
pub(super) struct Candidates {
    list: Vec<Candidate>,
    counts: [[u8; MAX_SOURCES]; FIELDS],
}

impl Default for Candidates {
    fn default() -> Self {
        Candidates { list: Vec::new(), counts: [[0; MAX_SOURCES]; FIELDS] }
    }
}

impl Candidates {
    /// Adds what a place other than a meta tag says.
    pub fn add(&mut self, field: Field, source: &'static str, value: impl Into<String>) {
        if let Some(rank) = precedence::rank_of(field, source) {
            self.push(field, rank, || value.into());
        }
    }

    /// Adds a value by the rank of its source; it is only made when there is room for it.
    pub fn push(&mut self, field: Field, rank: u8, value: impl FnOnce() -> String) {
        let count = self.counts.get_mut(field as usize).and_then(|f| f.get_mut(usize::from(rank)));
        let Some(count) = count.filter(|c| **c < MAX_A_SOURCE) else { return };
        let value = value();
        if !value.is_empty() {
            *count += 1;
            self.list.push(Candidate { field, rank, value });
        }
    }

    /// The values of a field, the most trusted first, those of one source in page order.
    pub fn of(&self, field: Field) -> Vec<&Candidate> {
        let mut list: Vec<_> = self.list.iter().filter(|c| c.field == field).collect();
        list.sort_by_key(|c| c.rank);
        list
    }

    /// The values of a field from one source, in page order.
    pub fn from<'c>(&'c self, field: Field, source: &'c str) -> impl Iterator<Item = &'c str> {
        let of_source = move |c: &&Candidate| c.field == field && c.source() == source;
        self.list.iter().filter(of_source).map(|c| c.value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::precedence::{HEADING, JSON_LD, TITLE_ELEMENT};

    #[test]
    fn the_trusted_come_first() {
        let mut found = Candidates::default();
        found.add(Field::Title, TITLE_ELEMENT, "c");
        found.add(Field::Title, JSON_LD, "b");
        found.add(Field::Title, HEADING, "a");
        found.add(Field::Title, JSON_LD, "");
        let order: Vec<_> = found.of(Field::Title).iter().map(|c| c.value.as_str()).collect();
        assert_eq!(order, ["a", "b", "c"]);
        assert_eq!(found.of(Field::Title)[0].source(), "heading");
    }

    #[test]
    fn floods_are_cut_off() {
        let mut found = Candidates::default();
        for i in 0..100_000 {
            found.add(Field::Tag, JSON_LD, i.to_string());
        }
        assert_eq!(found.of(Field::Tag).len(), usize::from(MAX_A_SOURCE));
    }

    #[test]
    fn every_row_fits() {
        for field in [Field::Published, Field::Author, Field::Title] {
            assert!(precedence::sources(field).len() <= MAX_SOURCES);
        }
    }
}
