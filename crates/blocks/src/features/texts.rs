//! The pass over the text of all blocks.

use super::dates::{Lexicon, Meaning};
use super::declared::Declared;
use super::neighbours::Neighbour;
use super::terms::Shingles;
use super::text::{self, Meanings, TextFeatures};
use super::title::Title;
use super::{Likeness, MAX_REPEATS, scan};
use crate::block::{Block, Blocks};
use crate::table::{Table, hash_bytes, mix};

/// What the pass gives.
pub(crate) struct Texts {
    pub features: Vec<TextFeatures>,
    pub likeness: Vec<Likeness>,
    /// Every block as its neighbours see it.
    pub seen: Vec<Neighbour>,
    /// Punctuation marks in the blocks before each, and in all.
    pub punctuation: Vec<u32>,
}

impl Texts {
    pub fn of(blocks: &Blocks, declared: &Declared, title: &Title) -> Texts {
        let mut pass = Pass::new(blocks, declared, title);
        for block in blocks {
            pass.block(block);
        }
        pass.finish()
    }
}

/// What the pass needs, and room to work in that is used for every block.
struct Pass<'p> {
    blocks: &'p Blocks,
    title: &'p Title,
    lexicon: &'static Lexicon,
    shingles: Shingles,
    repeats: Table<u32>,
    keys: Vec<u64>,
    terms: Vec<u64>,
    distinct: Table<()>,
    texts: Texts,
}

impl<'p> Pass<'p> {
    fn new(blocks: &'p Blocks, declared: &Declared, title: &'p Title) -> Self {
        let len = blocks.len();
        let mut punctuation = Vec::with_capacity(len + 1);
        punctuation.push(0);
        Pass {
            blocks,
            title,
            lexicon: Lexicon::get(),
            shingles: Shingles::of(&[&declared.structured, &declared.descriptions]),
            repeats: Table::with_capacity(len),
            keys: Vec::with_capacity(len),
            terms: Vec::new(),
            distinct: Table::with_capacity(64),
            texts: Texts {
                features: Vec::with_capacity(len),
                likeness: Vec::with_capacity(len),
                seen: Vec::with_capacity(len),
                punctuation,
            },
        }
    }

    fn block(&mut self, block: &Block) {
        let range = block.text_range();
        let counts = scan::scan(&self.blocks.text, range.clone(), &mut self.terms);
        let text = &self.blocks.text[range];
        let meanings = meanings(self.lexicon, &self.terms);
        let features = text::text_features(block, text, &counts, meanings);
        let (title, title_overlap) = self.title.likeness(&self.terms, &mut self.distinct);
        let [structured, description] = self.shingles.shares(&self.terms);
        self.count(text_key(text, &self.terms));
        let marks = self.texts.punctuation.last().copied().unwrap_or_default();
        self.texts.punctuation.push(marks + features.punctuation);
        self.texts.seen.push(Neighbour::seen(&features, text::tag_number(block.tag), title));
        self.texts.features.push(features);
        let likeness = Likeness { title, title_overlap, structured, description, repeats: 1 };
        self.texts.likeness.push(likeness);
    }

    fn count(&mut self, key: u64) {
        self.keys.push(key);
        if let Some(count) = self.repeats.entry(key) {
            *count += 1;
        }
    }

    fn finish(mut self) -> Texts {
        for (likeness, &key) in self.texts.likeness.iter_mut().zip(&self.keys) {
            likeness.repeats = self.repeats.get(key).map_or(1, |&n| n.min(MAX_REPEATS));
        }
        self.texts
    }
}

fn meanings(lexicon: &Lexicon, terms: &[u64]) -> Meanings {
    let mut meanings = Meanings::default();
    for meaning in terms.iter().filter_map(|&term| lexicon.meaning(term)) {
        match meaning {
            Meaning::Date => meanings.dates += 1,
            Meaning::Copyright => meanings.copyrights += 1,
        }
    }
    meanings
}

/// Texts with the same terms are the same; texts without terms are compared as they stand.
fn text_key(text: &str, terms: &[u64]) -> u64 {
    match terms {
        [] => hash_bytes(text.as_bytes()),
        terms => terms.iter().fold(0, |hash, &term| mix(hash, term)),
    }
}
