//! `ncleaner-lexical`, `ncleaner-non-lexical`: character n-gram models of clean and dirty text.
//!
//! S. Evert: "A Lightweight and Efficient Tool for Cleaning Web Pages" (LREC 2008). Two models say how likely each
//! character of a block is after the two before it, one of clean and one of dirty text; the model wins that finds the
//! block likelier. The non-lexical form sees letters as `a` and digits as `0`, so that it knows no language.
//!
//! Only the quotient of the two chances decides, so that is what a model file has for each run of three characters, and
//! of two where the three were never seen. The paper's models are exact; here runs that share a slot share what the
//! more frequent one says. Nothing else is added to the sum: neither what is frequent, clean or dirty, nor a threshold.

use super::file::ModelFile;
use super::odds;
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
/// Slots of each form: for runs of three characters, and of two.
pub const SLOTS: [[usize; 2]; 2] = [[1 << 16, 1 << 13], [1 << 13, 1 << 11]];

/// A slot whose run of characters was never seen.
const UNSEEN: i8 = i8::MIN;

/// How much likelier clean text is to go on with a character than dirty text is, in sixteenths of a natural logarithm:
/// by the slot of the run that it ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotients(Vec<i8>);

impl Quotients {
    /// From runs by their hashes, each with the logarithm of its quotient, the most frequent run last.
    pub fn of(slots: usize, runs: impl Iterator<Item = (u32, f32)>) -> Quotients {
        let mut all = vec![UNSEEN; slots];
        for (run, quotient) in runs {
            if let Some(place) = all.get_mut(odds::slot(run, slots)) {
                *place = (quotient * odds::SCALE).round().clamp(-127.0, 127.0) as i8;
            }
        }
        Quotients(all)
    }

    /// From stored bytes; none if there is not a power of two of them.
    fn from_bytes(bytes: &[u8]) -> Option<Quotients> {
        let all = || Quotients(bytes.iter().map(|&b| b as i8).collect());
        bytes.len().is_power_of_two().then(all)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|&quotient| quotient as u8).collect()
    }

    #[inline]
    fn get(&self, run: u32) -> Option<i32> {
        let quotient = self.0.get(odds::slot(run, self.0.len())).copied().unwrap_or(UNSEEN);
        (quotient != UNSEEN).then_some(quotient.into())
    }
}

/// Both forms: for each the quotients of runs of three characters, and of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(pub [[Quotients; 2]; 2]);

impl Model {
    /// From a file.
    pub fn of(file: &ModelFile) -> Option<Model> {
        let part = |part: usize| Quotients::from_bytes(file.parts.get(part)?);
        Some(Model([[part(0)?, part(1)?], [part(2)?, part(3)?]]))
    }

    /// Adds its parts to a file.
    pub fn write(&self, file: &mut ModelFile) {
        file.parts.extend(self.0.iter().flatten().map(Quotients::to_bytes));
    }

    /// How much likelier a text is by the model of clean text, as a natural logarithm.
    pub fn score(&self, text: &str, lexical: bool) -> f32 {
        let [three, two] = &self.0[usize::from(!lexical)];
        let mut sum = 0;
        runs(text, lexical, |run| {
            sum += three.get(run.three).or_else(|| two.get(run.two)).unwrap_or(0);
        });
        sum as f32 / odds::SCALE
    }
}

/// A character and those before it, as hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// It and the two before it.
    pub three: u32,
    /// It and the one before it.
    pub two: u32,
    /// It alone.
    pub one: u32,
    /// The two before it.
    pub before_two: u32,
    /// The one before it.
    pub before_one: u32,
}

/// Tells every character of a text with those before it, its beginning and end marked.
///
/// A run is hashed from its first character on. So what has been hashed of those that are not complete is kept, and
/// each character is added to all of them: that needs no window, and the sums do not wait for each other.
pub fn runs(text: &str, lexical: bool, mut see: impl FnMut(Run)) {
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
    /// Adds a character; gives the runs that are complete with it.
    #[inline(always)]
    fn add_ascii(&mut self, c: u8) -> Run {
        let add = |before: u32| odds::add(odds::begin(before), c);
        self.complete(add(self.two), add(self.one), add(0))
    }

    fn add(&mut self, c: char) -> Run {
        let mut bytes = [0; 4];
        let bytes = c.encode_utf8(&mut bytes).as_bytes();
        let add = |before: u32| odds::hash(before, bytes);
        self.complete(add(self.two), add(self.one), add(0))
    }

    #[inline(always)]
    fn complete(&mut self, three: u32, two: u32, one: u32) -> Run {
        let run = Run { three, two, one, before_two: self.two, before_one: self.one };
        (self.two, self.one) = (two, one);
        run
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
        super::scores::select(
            document,
            &scores,
            0.0,
            "logarithm of how much likelier clean text is",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_sorts() {
        let count = |text: &str, lexical| {
            let mut seen = Vec::new();
            runs(text, lexical, |run| seen.push(run.three));
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
            runs(text, lexical, |run| seen.push(run.three));
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
