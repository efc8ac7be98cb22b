//! Names of tags and attributes as small numbers.
//!
//! The names that HTML or our algorithms speak of have constants here; a page numbers the others as it
//! meets them, so that comparing two names never compares text.

mod known;

use crate::page::Span;
pub use known::*;
use std::hash::BuildHasher;
use std::sync::LazyLock;

/// The name of a tag or an attribute. Constants are the same in every page; other names are numbered by
/// the page they stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub(crate) u16);

impl Name {
    /// The number behind the name; constants of this module are below [`KNOWN`].
    pub const fn number(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Names a page can number beyond the constants; [`UNKNOWN`] stands for those after.
const MOST: usize = u16::MAX as usize - KNOWN;

/// Differs in every process, so that nobody can write a page whose names all collide.
static SEED: LazyLock<u64> =
    LazyLock::new(|| std::collections::hash_map::RandomState::new().hash_one(0));

/// Where the texts of spans lie.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'t> {
    pub source: &'t [u8],
    pub side: &'t [u8],
}

impl<'t> Texts<'t> {
    #[inline]
    pub fn get(self, span: Span) -> &'t [u8] {
        let text = if span.in_side() { self.side } else { self.source };
        text.get(span.range()).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    text: Span,
    hash: u32,
}

/// The names a page has beyond the constants: spans of its text and an open hash table over them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    entries: Vec<Entry>,
    /// Index of an entry plus one; 0 is a free slot.
    slots: Vec<u16>,
}

impl Names {
    /// The text of a name that is not a constant.
    pub fn span(&self, name: Name) -> Option<Span> {
        self.entries.get(name.index().checked_sub(KNOWN)?).map(|entry| entry.text)
    }

    /// One past the largest number in use.
    pub fn len(&self) -> usize {
        KNOWN + self.entries.len()
    }

    /// The name with this text, where the page has met it.
    pub fn find(&self, text: &[u8], hash: u32, texts: Texts<'_>) -> Option<Name> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash as usize & mask;
        loop {
            let index = (*self.slots.get(slot)? as usize).checked_sub(1)?;
            let entry = self.entries.get(index)?;
            if entry.hash == hash && texts.get(entry.text) == text {
                return Some(Name((KNOWN + index) as u16));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Numbers a name that [`Names::find`] did not find; none when there are too many.
    pub fn add(&mut self, text: Span, hash: u32) -> Option<Name> {
        if self.entries.len() == MOST {
            return None;
        }
        self.entries.push(Entry { text, hash });
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        } else {
            self.place(self.entries.len(), hash);
        }
        Some(Name((self.len() - 1) as u16))
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(size, 0);
        for index in 0..self.entries.len() {
            self.place(index + 1, self.entries[index].hash);
        }
    }

    fn place(&mut self, number: usize, hash: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = number as u16;
    }
}

/// A hash of a name's text, eight bytes a step.
pub(crate) fn hash(text: &[u8]) -> u32 {
    let mut state = *SEED ^ text.len() as u64;
    let mut chunks = text.chunks_exact(8);
    for chunk in &mut chunks {
        let word = chunk.try_into().map_or(0, u64::from_le_bytes);
        state = fold(state ^ word);
    }
    let rest = chunks.remainder().iter().rfold(0, |word, &byte| word << 8 | u64::from(byte));
    (fold(state ^ rest) >> 16) as u32
}

#[inline]
fn fold(word: u64) -> u64 {
    let wide = u128::from(word) * 0xf39c_c060_5ced_c835;
    (wide as u64) ^ (wide >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_in_the_order_they_are_met() {
        let source = b"one two three".as_slice();
        let texts = Texts { source, side: &[] };
        let mut names = Names::default();
        for (off, len) in [(0, 3), (4, 3), (8, 5)] {
            let span = Span { off, len };
            assert_eq!(names.find(texts.get(span), hash(texts.get(span)), texts), None);
            names.add(span, hash(texts.get(span)));
        }
        assert_eq!(names.find(b"three", hash(b"three"), texts), Some(Name(KNOWN as u16 + 2)));
    }

    #[test]
    fn more_names_than_numbers_are_refused() {
        let mut names = Names::default();
        let span = Span { off: 0, len: 0 };
        let given = (0..70_000).filter(|&n| names.add(span, n).is_some()).count();
        assert_eq!(given, MOST);
        assert_eq!(names.len(), u16::MAX as usize);
    }
}
