//! `ncleaner-lexical`, `ncleaner-non-lexical`: character n-gram models of clean and dirty text.
//!
//! S. Evert: "A Lightweight and Efficient Tool for Cleaning Web Pages" (LREC 2008). Two models of the characters
//! of a block, one of clean and one of dirty text, say how likely the block is; the likelier one wins. The
//! non-lexical form sees letters as `a` and digits as `0`, so that it knows no language.

use super::file::ModelFile;
use super::odds::{Odds, hash};
use crate::{Document, Extractor, Selection};
use std::sync::LazyLock;

/// Characters of an n-gram.
pub const N: usize = 3;
/// Slots of the two tables.
pub const SLOTS: [usize; 2] = [1 << 16, 1 << 13];

/// Both models, and what is added to the sum of a block.
#[derive(Clone, Debug)]
pub struct Model {
    /// Lexical and non-lexical.
    pub odds: [Odds; 2],
    /// The log-odds of content before anything is read.
    pub prior: [f32; 2],
}

impl Model {
    /// From a file.
    pub fn of(file: &ModelFile) -> Option<Model> {
        let odds = [Odds::from_bytes(file.parts.first()?)?, Odds::from_bytes(file.parts.get(1)?)?];
        let prior = file.floats(2)?;
        Some(Model { odds, prior: [*prior.first()?, *prior.get(1)?] })
    }

    /// Adds its parts to a file.
    pub fn write(&self, file: &mut ModelFile) {
        file.parts.extend(self.odds.iter().map(Odds::to_bytes));
        file.push_floats(&self.prior);
    }

    /// The log-odds of a text being clean.
    pub fn score(&self, text: &str, lexical: bool) -> f32 {
        let which = usize::from(!lexical);
        let mut sum = self.prior[which];
        ngrams(text, lexical, |gram| sum += self.odds[which].of(gram));
        sum
    }
}

/// Tells the hash of every n-gram of a text, its beginning and end marked.
pub fn ngrams(text: &str, lexical: bool, mut see: impl FnMut(u32)) {
    let mut window = [' '; N];
    for c in text.chars().chain(std::iter::once('\n')) {
        window.rotate_left(1);
        window[N - 1] = if lexical { c.to_ascii_lowercase() } else { sort(c) };
        let mut bytes = [0; 4];
        see(window.iter().fold(0, |before, c| hash(before, c.encode_utf8(&mut bytes).as_bytes())));
    }
}

fn sort(c: char) -> char {
    match c {
        c if c.is_numeric() => '0',
        c if c.is_uppercase() => 'A',
        c if c.is_alphabetic() => 'a',
        c => c,
    }
}

static SHIPPED: LazyLock<Option<Model>> =
    LazyLock::new(|| Model::of(&ModelFile::read(include_bytes!("../../models/ncleaner.model"))?));

/// NCleaner.
pub(crate) struct Ncleaner {
    pub lexical: bool,
}

impl Extractor for Ncleaner {
    fn extract(&self, document: &Document) -> Selection {
        let blocks = document.blocks();
        let score =
            |index| SHIPPED.as_ref().map_or(0.0, |m| m.score(blocks.text(index), self.lexical));
        let scores: Vec<f32> = (0..blocks.len()).map(score).collect();
        super::select(document, &scores, 0.0, "log-odds of clean text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_sorts() {
        let count = |text: &str, lexical| {
            let mut seen = Vec::new();
            ngrams(text, lexical, |gram| seen.push(gram));
            seen
        };
        assert_eq!(count("Ab 1", false), count("Xy 9", false));
        assert_ne!(count("Ab 1", true), count("Xy 9", true));
        assert_eq!(count("abc", true).len(), 4);
    }

    #[test]
    fn sentences_are_cleaner_than_menus() {
        let model = SHIPPED.as_ref().unwrap();
        let text = "The ship was not there in the evening, and nobody knew when it would come.";
        for lexical in [true, false] {
            assert!(model.score(text, lexical) > model.score("Home | News | Login", lexical));
        }
    }
}
