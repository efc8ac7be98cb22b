//! The words in class and id that any extractor looks for, found in one reading.
//!
//! Several extractors tell by such words what an element is for. Reading the names of a page takes each of them longer
//! than most else it does, and much of what they look for is the same.

use super::boilerpipe::UNLIKELY_NAMES;
use super::shared::names::{Names, Rule};
use super::{gravity, readability, resiliparse, trafilatura, unfluff};
use std::sync::LazyLock;

/// Who looks for words in class and id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::algorithms) enum Asker {
    Goose,
    Unfluff,
    Trafilatura,
    Resiliparse,
    DomDistiller,
    Readability,
}

/// The rules of each, in the order of [`Asker`].
const RULES: [&[Rule]; 6] = [
    gravity::RULES,
    unfluff::RULES,
    trafilatura::RULES,
    resiliparse::RULES,
    UNLIKELY_NAMES,
    readability::RULES,
];

/// All rules.
pub(in crate::algorithms) static NAMES: LazyLock<Names> = LazyLock::new(|| Names::together(&RULES));

impl Asker {
    /// The number of its first rule among all, and how many it has.
    pub fn rules(self) -> (usize, usize) {
        let before = RULES.iter().take(self as usize).map(|rules| rules.len()).sum();
        (before, RULES[self as usize].len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_bit_for_every_rule() {
        assert!(RULES.iter().all(|rules| rules.len() <= 32));
        assert!(RULES.iter().map(|rules| rules.len()).sum::<usize>() <= 128);
        assert_eq!(Asker::Unfluff.rules(), (gravity::RULES.len(), unfluff::RULES.len()));
        // One that is found last: the automaton has room for all words.
        let (first, _) = Asker::Readability.rules();
        assert!(NAMES.find_in_all("yom-remote\0", &[0])[0] >> first & 1 == 1);
    }
}
