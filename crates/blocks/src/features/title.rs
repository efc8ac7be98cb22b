//! Likeness to the page's title.

use super::terms::terms;
use crate::table::{Filter, Table};

/// Terms of a title that count; what comes later is not a title any more.
const MAX_TERMS: usize = 64;

/// The distinct terms of a title.
#[derive(Clone, Debug)]
pub(crate) struct Title {
    /// A term's number.
    numbers: Table<u8>,
    filter: Filter,
}

impl Title {
    pub fn of(text: &str) -> Title {
        let mut numbers = Table::<u8>::with_capacity(MAX_TERMS);
        let mut filter = Filter::new();
        for term in terms(text).into_iter().take(MAX_TERMS) {
            let number = numbers.len() as u8;
            if numbers.get(term).is_none()
                && let Some(entry) = numbers.entry(term)
            {
                *entry = number;
                filter.insert(term);
            }
        }
        Title { numbers, filter }
    }

    /// Number of distinct terms.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Shared terms by all terms of both, and by the terms of the smaller. `seen` is room to work in.
    pub fn likeness(&self, terms: &[u64], seen: &mut Table<()>) -> (f32, f32) {
        let maybe = terms.iter().filter(|&&term| self.filter.may_have(term));
        let shared = maybe.filter_map(|&term| self.numbers.get(term));
        let shared = shared.fold(0u64, |set, &number| set | 1 << number).count_ones() as usize;
        if shared == 0 {
            return (0.0, 0.0);
        }
        let distinct = distinct(terms, seen).max(shared);
        let all = distinct + self.len() - shared;
        (shared as f32 / all as f32, shared as f32 / distinct.min(self.len()) as f32)
    }
}

fn distinct(terms: &[u64], seen: &mut Table<()>) -> usize {
    seen.clear();
    for &term in terms {
        seen.entry(term);
    }
    seen.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_by_distinct_terms() {
        let title = Title::of("The big news - The Site");
        let mut seen = Table::with_capacity(8);
        assert_eq!(title.len(), 4);
        assert_eq!(title.likeness(&terms("The big NEWS"), &mut seen), (0.75, 1.0));
        assert_eq!(title.likeness(&terms("news news other"), &mut seen), (0.2, 0.5));
        assert_eq!(title.likeness(&terms("nothing alike"), &mut seen), (0.0, 0.0));
        assert_eq!(Title::of("").likeness(&terms("a"), &mut seen), (0.0, 0.0));
        let long: Vec<String> = (0..200).map(|n| format!("t{n}")).collect();
        assert_eq!(Title::of(&long.join(" ")).len(), MAX_TERMS);
    }
}
