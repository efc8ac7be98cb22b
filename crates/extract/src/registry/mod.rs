//! Every extractor by its name.
//!
//! ```
//! use dehusk_extract::{Document, registry};
//! let document = Document::new(dehusk_page::Page::parse("<p>The only paragraph."));
//! let selection = registry::find("text").unwrap().make().extract(&document);
//! assert!(!selection.is_empty());
//! assert!(registry::find("txet").is_none());
//! assert_eq!(registry::nearest("txet").unwrap().name, "text");
//! ```
//!
//! What several of them agree on has a name too: `em:2of(readability,bte,cetr)` keeps what at least two of
//! the three keep.
//!
//! ```
//! use dehusk_extract::registry;
//! assert_eq!(registry::find("em:2of(text, bte)").unwrap().name, "em:2of(text,bte)");
//! assert!(registry::find("em:3of(text, bte)").is_none());
//! ```

mod entries;

pub use entries::ENTRIES;

use crate::Extractor;
use crate::algorithms::ensemble::Ensemble;
use crate::auto;
use std::sync::{Mutex, PoisonError};

/// A named extractor.
#[derive(Debug)]
pub struct Entry {
    /// The name users give.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// The paper or program that describes it.
    pub source: &'static str,
    /// The languages it is for.
    pub languages: &'static str,
    make: fn(&Wanted<'_>) -> Box<dyn Extractor>,
}

/// What an extractor is made from.
struct Wanted<'w> {
    name: &'w str,
    options: &'w auto::Options,
}

impl Entry {
    /// Makes the extractor.
    pub fn make(&self) -> Box<dyn Extractor> {
        self.make_with(&auto::Options::default())
    }

    /// Makes the extractor with preferences, which `auto` alone has a use for.
    pub fn make_with(&self, options: &auto::Options) -> Box<dyn Extractor> {
        (self.make)(&Wanted { name: self.name, options })
    }
}

/// The extractor of that name, an entry or an ensemble of entries.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|e| e.name == name).or_else(|| find_ensemble(name))
}

/// Ensembles that were asked for. An entry lives as long as the program, so each is made once, and no more
/// than [`MAX_ENSEMBLES`] of them.
static ENSEMBLES: Mutex<Vec<&'static Entry>> = Mutex::new(Vec::new());
const MAX_ENSEMBLES: usize = 1000;

fn find_ensemble(name: &str) -> Option<&'static Entry> {
    let name = Ensemble::named(name)?.name();
    let mut known = ENSEMBLES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(entry) = known.iter().find(|e| e.name == name) {
        return Some(entry);
    }
    if known.len() >= MAX_ENSEMBLES {
        return None;
    }
    let entry: &'static Entry = Box::leak(Box::new(Entry {
        name: name.leak(),
        about: "what enough of the named extractors keep",
        source: "threshold-based ensembles; Gupta, thesis, Weimar 2022",
        languages: "those of its members",
        make: |wanted| Box::new(Ensemble::named(wanted.name).unwrap_or_default()),
    }));
    known.push(entry);
    Some(entry)
}

/// The extractor whose name is most like this one, if one is like it at all: for "did you mean".
pub fn nearest(name: &str) -> Option<&'static Entry> {
    let name = name.to_lowercase().replace('_', "-");
    let near = ENTRIES.iter().map(|e| (typing_errors(&name, e.name), e)).min_by_key(|&(d, _)| d);
    near.filter(|&(distance, entry)| 2 * distance <= entry.name.len()).map(|(_, entry)| entry)
}

/// The extractor that is used when none is named.
pub fn default() -> &'static Entry {
    &ENTRIES[0]
}

/// Letters to add, drop, change or swap with their neighbour to turn one name into the other. A name
/// that is only begun, such as `boilerpipe`, costs one.
fn typing_errors(typed: &str, name: &str) -> usize {
    if typed.len() > 2 && name.starts_with(typed) && name != typed {
        return 1;
    }
    let (typed, name) = (typed.as_bytes(), name.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=name.len()).collect();
    for (i, &t) in typed.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &n) in name.iter().enumerate() {
            let mut cost = (above[j] + usize::from(t != n)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && t == name[j - 1] && n == typed[i - 1] {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_found_by_its_own_name_and_described() {
        for entry in ENTRIES {
            assert!(
                std::ptr::eq(find(entry.name).unwrap(), entry),
                "{} is there twice",
                entry.name
            );
            assert!(!entry.about.is_empty() && !entry.about.contains('\n'));
            assert!(!entry.source.is_empty() && !entry.languages.is_empty());
        }
        assert!(find(default().name).is_some());
    }

    #[test]
    fn an_ensemble_is_made_once_however_it_is_spelled() {
        let one = find("em:1of(text,bte)").unwrap();
        assert!(std::ptr::eq(one, find("em:1of( text , bte )").unwrap()));
        let document = crate::Document::new(dehusk_page::Page::parse("<p>text"));
        assert_eq!(one.make().extract(&document).nodes().len(), 1);
    }

    #[test]
    fn typing_errors_are_counted() {
        let cases = [("text", "text", 0), ("txt", "text", 1), ("etxt", "text", 1), ("", "text", 4)];
        for (typed, name, errors) in cases {
            assert_eq!(typing_errors(typed, name), errors, "{typed}");
        }
    }

    #[test]
    fn what_is_like_no_name_has_no_nearest() {
        assert!(nearest("zzzzzzzzzzzz").is_none());
        assert!(nearest("").is_none());
    }
}
