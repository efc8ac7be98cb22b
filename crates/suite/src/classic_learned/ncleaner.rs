//! `ncleaner-lexical`, `ncleaner-non-lexical`: character n-gram models of clean and dirty text.
//!
//! S. Evert: "A Lightweight and Efficient Tool for Cleaning Web Pages" (LREC 2008). Two models of the characters
//! of a block, one of clean and one of dirty text, say how likely the block is; the likelier one wins. The
//! non-lexical form sees letters as `a` and digits as `0`, so that it knows no language.

use super::file::ModelFile;
use super::odds::{self, Odds};
use crate::languages;
use dehusk_extract::{BuildError, Document, Entry, Extractor, Selection};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "ncleaner-lexical",
        "blocks whose characters are those of clean text",
        "NCleaner; Evert, LREC 2008; trained by `dehusk train ncleaner`",
        languages::TRAINED,
        |_| Ok(Arc::new(Ncleaner::shipped(true)?)),
    ),
    Entry::new(
        "ncleaner-non-lexical",
        "blocks whose marks, letters and digits are in the order of clean text",
        "NCleaner; Evert, LREC 2008; trained by `dehusk train ncleaner`",
        languages::TRAINED,
        |_| Ok(Arc::new(Ncleaner::shipped(false)?)),
    ),
];

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
    let ascii = if lexical { &SMALL } else { &SORTS };
    let mut sorts = Sorts::default();
    let space = odds::hash(0, b" ");
    let mut begun = Begun { two: odds::hash(space, b" "), one: space };
    let mut rest = text;
    loop {
        let mut bytes = rest.as_bytes().iter();
        while let Some(byte) = bytes.as_slice().first().filter(|byte| byte.is_ascii()) {
            see(begun.add_ascii(ascii[usize::from(*byte)]));
            bytes.next();
        }
        let at = rest.len() - bytes.len();
        let mut chars = rest.get(at..).unwrap_or_default().chars();
        let Some(c) = chars.next() else { break };
        see(begun.add(if lexical { c } else { sorts.of(c) }));
        rest = chars.as_str();
    }
    see(begun.add_ascii(b'\n'));
}

/// What has been hashed of n-grams that are not complete: of one its first two characters, of the next its first.
struct Begun {
    two: u32,
    one: u32,
}

impl Begun {
    /// Adds a character; gives the n-gram that is complete with it.
    #[inline(always)]
    fn add_ascii(&mut self, c: u8) -> u32 {
        let add = |before: u32| odds::add(odds::begin(before), c);
        let three = add(self.two);
        (self.two, self.one) = (add(self.one), add(0));
        three
    }

    fn add(&mut self, c: char) -> u32 {
        let mut bytes = [0; 4];
        let bytes = c.encode_utf8(&mut bytes).as_bytes();
        let three = odds::hash(self.two, bytes);
        (self.two, self.one) = (odds::hash(self.one, bytes), odds::hash(0, bytes));
        three
    }
}

/// ASCII in small letters, and by its sorts.
static SMALL: [u8; 128] = ascii(true);
static SORTS: [u8; 128] = ascii(false);

const fn ascii(lexical: bool) -> [u8; 128] {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte as usize] = match byte {
            _ if lexical => byte.to_ascii_lowercase(),
            b'0'..=b'9' => b'0',
            b'A'..=b'Z' => b'A',
            b'a'..=b'z' => b'a',
            other => other,
        };
        byte += 1;
    }
    table
}

/// Sorts of characters that were looked up: of letters beyond ASCII a text has few, and looking them up is slow.
struct Sorts([(char, char); 128]);

impl Default for Sorts {
    fn default() -> Sorts {
        Sorts([('\0', '\0'); 128])
    }
}

impl Sorts {
    fn of(&mut self, c: char) -> char {
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
    model: &'static Model,
    lexical: bool,
}

impl Ncleaner {
    /// With the shipped model, over characters or over their sorts.
    pub fn shipped(lexical: bool) -> Result<Ncleaner, BuildError> {
        Ok(Ncleaner { model: super::usable("ncleaner", &SHIPPED)?, lexical })
    }
}

impl Extractor for Ncleaner {
    fn extract(&self, document: &Document) -> Selection {
        let blocks = document.blocks();
        let score = |index| self.model.score(blocks.text(index), self.lexical);
        let scores: Vec<f32> = (0..blocks.len()).map(score).collect();
        super::scores::select(document, &scores, 0.0, "log-odds of clean text")
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
