//! The pass over the text of all blocks.

use super::counts::{CountList, TextCounts};
use super::dates::{Lexicon, Meaning};
use super::declared::Declared;
use super::terms::Shingles;
use super::title::Title;
use super::{Likeness, MAX_REPEATS, scan};
use crate::block::Blocks;
use crate::table::{Table, hash_bytes, mix};
use dehusk_page::Deadline;

/// What the pass gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    pub counts: CountList,
    /// Likeness to the title in two ways; empty where there is no title.
    titled: Vec<[f32; 2]>,
    /// Likeness to the structured data and to the descriptions; empty where there are none.
    quoted: Vec<[f32; 2]>,
    /// How often each text is in the page.
    repeats: Vec<u8>,
    /// Punctuation marks in the blocks before each, and in all.
    pub punctuation: Vec<u32>,
    pub short_terms: ShortTerms,
}

/// Terms that a block may have for its words to say what it is: those of `Read more` or `By Mara Okonjo` do, those of a
/// paragraph do not.
pub const SHORT_TERMS: usize = 12;

/// The terms of short blocks, halves of their hashes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortTerms {
    terms: Vec<u32>,
    ends: Vec<u32>,
}

impl ShortTerms {
    fn push(&mut self, terms: &[u64]) {
        if terms.len() <= SHORT_TERMS {
            self.terms.extend(terms.iter().map(|term| (term >> 32) as u32));
        }
        self.ends.push(self.terms.len() as u32);
    }

    pub fn get(&self, block: usize) -> &[u32] {
        let start = block.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start as usize..self.ends[block] as usize]
    }
}

impl Texts {
    /// Blocks that there is no time for are taken as blocks without text.
    pub fn of(blocks: &Blocks, declared: &Declared, title: &Title, deadline: Deadline) -> Texts {
        let mut pass = Pass::new(blocks, declared, title);
        let mut is_over = false;
        for at in 0..blocks.len() {
            is_over |= at % BLOCKS_BETWEEN_LOOKS == BLOCKS_BETWEEN_LOOKS - 1 && deadline.is_over();
            match is_over {
                true => pass.add_nothing(),
                false => pass.block(at),
            }
        }
        pass.finish()
    }

    /// What else of the page a block is like.
    #[inline]
    pub fn likeness(&self, block: usize) -> Likeness {
        let [title, title_overlap] = self.titled.get(block).copied().unwrap_or_default();
        let [structured, description] = self.quoted.get(block).copied().unwrap_or_default();
        let repeats = u32::from(self.repeats[block]);
        Likeness { title, title_overlap, structured, description, repeats }
    }

    /// The first of a block's likenesses to the title.
    pub fn title_likeness(&self, block: usize) -> f32 {
        self.titled.get(block).map_or(0.0, |titled| titled[0])
    }
}

/// Blocks whose texts are read between two looks at the clock.
const BLOCKS_BETWEEN_LOOKS: usize = 1024;

/// Blocks for whose texts there is room at once. More make room by growing: on a page of very many blocks most texts
/// stand more than once.
const EXPECTED_TEXTS: usize = 1024;

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
            repeats: Table::with_capacity(len.min(EXPECTED_TEXTS)),
            keys: Vec::with_capacity(len),
            terms: Vec::new(),
            distinct: Table::with_capacity(64),
            texts: Texts {
                counts: CountList::with_capacity(len),
                titled: Vec::with_capacity(if title.len() > 0 { len } else { 0 }),
                quoted: Vec::new(),
                repeats: Vec::new(),
                punctuation,
                short_terms: ShortTerms { terms: Vec::new(), ends: Vec::with_capacity(len) },
            },
        }
    }

    fn block(&mut self, block: usize) {
        let range = self.blocks.text_range(block);
        let mut counts = scan::scan(&self.blocks.text, range.clone(), &mut self.terms);
        add_meanings(self.lexicon, &self.terms, &mut counts);
        let (title, overlap) = self.title.likeness(&self.terms, &mut self.distinct);
        let key = text_key(&self.blocks.text[range], &self.terms);
        self.add(key, &counts, [title, overlap], self.shingles.shares(&self.terms));
        self.texts.short_terms.push(&self.terms);
    }

    fn add_nothing(&mut self) {
        self.add(0, &TextCounts::default(), [0.0; 2], [0.0; 2]);
        self.texts.short_terms.push(&[]);
    }

    fn add(&mut self, key: u64, counts: &TextCounts, titled: [f32; 2], quoted: [f32; 2]) {
        let marks = self.texts.punctuation.last().copied().unwrap_or_default();
        self.texts.punctuation.push(marks + counts.punctuation);
        self.texts.counts.push(counts);
        if self.title.len() > 0 {
            self.texts.titled.push(titled);
        }
        if !self.shingles.is_empty() {
            self.texts.quoted.push(quoted);
        }
        self.keys.push(key);
        if let Some(count) = self.repeats.entry(key) {
            *count += 1;
        }
    }

    fn finish(mut self) -> Texts {
        let repeats = |&key: &u64| self.repeats.get(key).map_or(1, |&n| n.min(MAX_REPEATS)) as u8;
        self.texts.repeats = self.keys.iter().map(repeats).collect();
        self.texts
    }
}

/// Counts the terms that mean something on every page.
fn add_meanings(lexicon: &Lexicon, terms: &[u64], counts: &mut TextCounts) {
    for meaning in terms.iter().filter_map(|&term| lexicon.meaning(term)) {
        match meaning {
            Meaning::Date => counts.dates += 1,
            Meaning::Copyright => counts.copyrights += 1,
        }
    }
}

/// Texts with the same terms are the same; texts without terms are compared as they stand.
fn text_key(text: &str, terms: &[u64]) -> u64 {
    match terms {
        [] => hash_bytes(text.as_bytes()),
        terms => terms.iter().fold(0, |hash, &term| mix(hash, term)),
    }
}
