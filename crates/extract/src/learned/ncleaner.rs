//! `ncleaner-lexical`, `ncleaner-non-lexical`: character n-gram models of clean and dirty text.
//!
//! S. Evert: "A Lightweight and Efficient Tool for Cleaning Web Pages" (LREC 2008). Two models of the characters
//! of a block, one of clean and one of dirty text, say how likely the block is; the likelier one wins. The
//! non-lexical form sees letters as `a` and digits as `0`, so that it knows no language.

use super::file::ModelFile;
use super::odds::{self, Odds};
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
        let mut sum = 0;
        ngrams(text, lexical, |gram| sum += self.odds[which].sixteenths(gram));
        self.prior[which] + sum as f32 / odds::SCALE
    }
}

/// Tells the hash of every n-gram of a text, its beginning and end marked.
///
/// An n-gram is hashed from its first character on. So what has been hashed of those that are not complete is kept, and
/// each character is added to all of them: that needs no window, and the sums do not wait for each other.
pub fn ngrams(text: &str, lexical: bool, mut see: impl FnMut(u32)) {
    let space = odds::hash(0, b" ");
    let mut begun = [odds::hash(space, b" "), space];
    let mut sorts = Sorts::default();
    for c in text.chars().chain(std::iter::once('\n')) {
        let c = if lexical { c.to_ascii_lowercase() } else { sorts.of(c) };
        let [three, two, one] = add([begun[0], begun[1], 0], c);
        see(three);
        begun = [two, one];
    }
}

/// Adds a character to what was hashed before it.
#[inline]
fn add(before: [u32; N], c: char) -> [u32; N] {
    if c.is_ascii() {
        return before.map(|before| odds::add(odds::begin(before), c as u8));
    }
    let mut bytes = [0; 4];
    let bytes = c.encode_utf8(&mut bytes).as_bytes();
    before.map(|before| odds::hash(before, bytes))
}

/// Sorts of characters that were looked up: of letters beyond ASCII a text has few, and looking them up is slow.
struct Sorts([(char, char); 128]);

impl Default for Sorts {
    fn default() -> Sorts {
        Sorts([('\0', '\0'); 128])
    }
}

impl Sorts {
    #[inline]
    fn of(&mut self, c: char) -> char {
        match c {
            '0'..='9' => '0',
            'A'..='Z' => 'A',
            'a'..='z' => 'a',
            c if c.is_ascii() => c,
            c => self.beyond_ascii(c),
        }
    }

    fn beyond_ascii(&mut self, c: char) -> char {
        let place = &mut self.0[c as usize % 128];
        if place.0 != c {
            *place = (c, sort(c));
        }
        place.1
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

static SHIPPED: LazyLock<Option<Model>> = LazyLock::new(|| Model::of(&super::shipped("ncleaner")?));

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
    fn an_n_gram_is_the_hash_of_its_characters() {
        for (text, lexical) in
            [("Über 5 µm", true), ("Über 5 µm", false), ("字 x", true), ("", true)]
        {
            let sorted = |c: char| if lexical { c.to_ascii_lowercase() } else { sort(c) };
            let chars: Vec<char> =
                "  ".chars().chain(text.chars().map(sorted)).chain(['\n']).collect();
            let whole = |window: &[char]| {
                window.iter().fold(0, |before, c| odds::hash(before, c.to_string().as_bytes()))
            };
            let mut seen = Vec::new();
            ngrams(text, lexical, |gram| seen.push(gram));
            assert_eq!(seen, chars.windows(N).map(whole).collect::<Vec<u32>>());
        }
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
