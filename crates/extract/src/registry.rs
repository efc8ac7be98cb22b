//! Every extractor by its name.

use crate::Extractor;
use crate::algorithms::text;

/// A named extractor.
#[derive(Debug)]
pub struct Entry {
    /// The name users give.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    make: fn() -> Box<dyn Extractor>,
}

impl Entry {
    /// Makes the extractor.
    pub fn make(&self) -> Box<dyn Extractor> {
        (self.make)()
    }
}

/// All extractors.
pub static ENTRIES: &[Entry] =
    &[Entry { name: "text", about: "all visible text", make: || Box::new(text::Text) }];

/// The extractor of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|e| e.name == name)
}

/// The extractor that is used when none is named.
pub fn default() -> &'static Entry {
    &ENTRIES[0]
}
