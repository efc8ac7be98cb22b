//! Words that tell content from what is around it, in names of elements and in short texts.
//!
//! `entry-content` and `widget-area` say what they hold, and so do `Read more` and `Share this`. Which words say so is
//! learned: each has a weight, and a block's score is the sum of those around it. There are four lists, since a word
//! means one thing in the name of an element that holds half of the page and another in that of the block itself, and
//! a heading speaks of what follows it.

use dehusk_blocks::Within;
use dehusk_extract::Document;

/// The names of the columns that [`Scores`] have.
pub(super) const NAMES: [&str; 4] = ["words_around", "words_named", "words_text", "words_heading"];

/// All lists of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lexicon {
    /// Names of a block's container and of all elements around it.
    pub around: WordList,
    /// Names of the container, and, otherwise hashed, of the element around it.
    pub named: WordList,
    /// What stands in a short text.
    pub text: WordList,
    /// What stands in the last heading before a block.
    pub heading: WordList,
}

/// Words by their hashes, with what each adds to a score.
#[derive(Clone, Debug, Default)]
pub struct WordList {
    words: Vec<(u32, i8)>,
    /// What a weight of one is worth.
    scale: f32,
    /// An open table of the words.
    buckets: Vec<Bucket>,
}

/// Words with their weights, filled up with nothing. All of them are compared at once: most words that are asked for are
/// in no list, and which ones are is nothing that a processor could guess.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    words: [u32; IN_BUCKET],
    weights: [i8; IN_BUCKET],
}

/// Words that a bucket has room for.
const IN_BUCKET: usize = 4;

impl Bucket {
    /// Whether no other word can be put here: one that does not fit stands in the next bucket.
    #[inline]
    fn is_full(&self) -> bool {
        self.weights[IN_BUCKET - 1] != 0
    }

    /// The weight of a word, 0 where it is not here.
    #[inline]
    fn weight(&self, word: u32) -> i32 {
        let own = |at: usize| if self.words[at] == word { i32::from(self.weights[at]) } else { 0 };
        (0..IN_BUCKET).map(own).sum()
    }
}

impl PartialEq for WordList {
    fn eq(&self, other: &WordList) -> bool {
        self.words == other.words && self.scale == other.scale
    }
}

impl WordList {
    /// Words that a list has at most.
    pub const MOST: usize = u16::MAX as usize - 1;

    /// A list of words with their weights in units of `scale`. Words behind [`WordList::MOST`] are left out.
    ///
    /// ```
    /// use dehusk_auto::training::WordList;
    /// let list = WordList::new(vec![(7, 10), (9, -20)], 0.5);
    /// assert_eq!(list.sum([7, 8, 9].into_iter()), -5.0);
    /// ```
    pub fn new(mut words: Vec<(u32, i8)>, scale: f32) -> WordList {
        words.truncate(WordList::MOST);
        words.sort_unstable();
        words.dedup_by_key(|word| word.0);
        let buckets = words.len().max(2).next_power_of_two();
        let mut list = WordList { scale, buckets: vec![Bucket::default(); buckets], words };
        // A word that weighs nothing is as good as none.
        for (word, weight) in list.words.iter().copied().filter(|(_, weight)| *weight != 0) {
            let mut place = list.first_place(word);
            while list.buckets[place].is_full() {
                place = list.next_place(place);
            }
            let bucket = &mut list.buckets[place];
            let free = bucket.weights.iter().position(|&known| known == 0).unwrap_or_default();
            (bucket.words[free], bucket.weights[free]) = (word, weight);
        }
        list
    }

    /// The words with their weights, by their hashes.
    pub fn words(&self) -> &[(u32, i8)] {
        &self.words
    }

    /// What a weight of one is worth.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    #[inline]
    fn first_place(&self, hash: u32) -> usize {
        let bits = self.buckets.len().trailing_zeros();
        (hash.wrapping_mul(0x9e37_79b1) as usize) >> (32 - bits).min(31)
    }

    #[inline]
    fn next_place(&self, place: usize) -> usize {
        (place + 1) & (self.buckets.len() - 1)
    }

    /// What all of some words add.
    pub fn sum(&self, words: impl Iterator<Item = u32>) -> f32 {
        self.scale * words.map(|word| self.weight(word)).sum::<i32>() as f32
    }

    #[inline]
    fn weight(&self, word: u32) -> i32 {
        if self.words.is_empty() {
            return 0;
        }
        let mut place = self.first_place(word);
        loop {
            let bucket = &self.buckets[place];
            let weight = bucket.weight(word);
            // There is room for four times the words, so the search ends, and mostly in the first bucket.
            if !bucket.is_full() || weight != 0 {
                return weight;
            }
            place = self.next_place(place);
        }
    }
}

/// Words of the element around a block's container are told from the container's own.
const OF_PARENT: u32 = 0x5bd1_e995;
/// A term is hashed otherwise where it begins a text, where it ends one, and where it is part of a whole.
const BEGINS: u32 = 0x85eb_ca6b;
const ENDS: u32 = 0xc2b2_ae35;
/// Terms up to which a text is also a word as a whole.
const WHOLE: usize = 5;

/// What a name says of the elements inside the one that has it.
pub fn as_parent(word: u32) -> u32 {
    word ^ OF_PARENT
}

/// What the terms of a short text say: each, the first and the last again, and, of few, all of them together.
pub fn text_words(terms: &[u32]) -> impl Iterator<Item = u32> {
    let ends = [terms.first().map(|t| t ^ BEGINS), terms.last().map(|t| t ^ ENDS)];
    let whole =
        || terms.iter().fold(1, |hash: u32, &t| (hash.rotate_left(7) ^ t).wrapping_mul(ENDS | 1));
    let whole = (!terms.is_empty() && terms.len() <= WHOLE).then(whole);
    terms.iter().copied().chain(ends.into_iter().flatten()).chain(whole)
}

/// The scores of a document's blocks.
pub struct Scores<'d> {
    document: &'d Document,
    /// By container.
    around: Vec<f32>,
    /// By way of being named: as the container, and as the element around it.
    named: Vec<[f32; 2]>,
    lexicon: &'d Lexicon,
    /// Where headings stand, and their scores.
    headings: Vec<(u32, f32)>,
}

impl Lexicon {
    /// All lists, in the order of the fields.
    pub fn lists(&self) -> [&WordList; 4] {
        [&self.around, &self.named, &self.text, &self.heading]
    }

    /// The scores of a document's blocks.
    pub fn scores<'d>(&'d self, document: &'d Document) -> Scores<'d> {
        let features = document.features();
        let names = features.names();
        let of_naming = |list: &WordList, change: fn(u32) -> u32, naming: usize| {
            list.sum(names.words(naming).iter().map(|&word| change(word)))
        };
        let own: Vec<f32> =
            (0..names.len()).map(|naming| of_naming(&self.around, |w| w, naming)).collect();
        let named = (0..names.len())
            .map(|n| [of_naming(&self.named, |w| w, n), of_naming(&self.named, as_parent, n)])
            .collect();
        let mut around: Vec<f32> = Vec::with_capacity(document.containers().list().len());
        for (at, container) in document.containers().list().iter().enumerate() {
            let above = container.parent.map_or(0.0, |parent| around[parent as usize]);
            around.push(above + own[names.of_container(at)]);
        }
        Scores { document, around, named, lexicon: self, headings: self.headings(document) }
    }

    fn headings(&self, document: &Document) -> Vec<(u32, f32)> {
        let features = document.features();
        let blocks = document.blocks().iter().enumerate();
        let score = |block: usize| self.heading.sum(text_words(features.short_terms(block)));
        blocks
            .filter(|(_, block)| block.within.has(Within::HEADING))
            .map(|(n, _)| (n as u32, score(n)))
            .collect()
    }
}

impl Scores<'_> {
    /// Those of one block, in the order of `NAMES`.
    pub fn of(&self, block: usize) -> [f32; NAMES.len()] {
        let (containers, features) = (self.document.containers(), self.document.features());
        let container = containers.of_block(block);
        let parent = containers.list()[container].parent.map(|parent| parent as usize);
        let names = features.names();
        let named = self.named[names.of_container(container)][0]
            + parent.map_or(0.0, |parent| self.named[names.of_container(parent)][1]);
        let text = self.lexicon.text.sum(text_words(features.short_terms(block)));
        let heading = self.headings.partition_point(|(at, _)| (*at as usize) < block);
        let heading = heading.checked_sub(1).map_or(0.0, |at| self.headings[at].1);
        [self.around[container], named, text, heading]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn a_word_has_its_weight_and_others_none() {
        let word = |n: u32| (n.wrapping_mul(n).wrapping_mul(7919), (n % 100) as i8 - 50);
        let words: Vec<(u32, i8)> = (0..1000).map(word).collect();
        let list = WordList::new(words.clone(), 0.1);
        assert!(words.iter().all(|&(word, weight)| list.weight(word) == i32::from(weight)));
        assert_eq!(list.weight(3), 0);
        assert_eq!(WordList::default().sum([1, 2].into_iter()), 0.0);
    }

    #[test]
    fn texts_speak_by_their_words_ends_and_as_a_whole() {
        assert_eq!(text_words(&[]).count(), 0);
        assert_eq!(text_words(&[5]).count(), 4);
        assert_eq!(text_words(&[5, 6, 7, 8, 9, 10]).count(), 8, "too many to be one");
        let whole = |terms: &[u32]| text_words(terms).last();
        assert_ne!(whole(&[5, 6]), whole(&[6, 5]));
    }

    #[test]
    fn scores_are_sums_over_what_is_around() {
        let html = "<div class=post><h2>Related</h2><p class=text>Read more</p></div><p>Late";
        let document = Document::new(Page::parse(html));
        let word = |text: &str| {
            let mut hash = 0;
            dehusk_blocks::features::name_words(text, |word| hash = word);
            hash
        };
        let terms = |block: usize| document.features().short_terms(block)[0];
        let list = |word| WordList::new(vec![(word, 4)], 0.5);
        let lexicon = Lexicon {
            around: WordList::new(vec![(word("post"), 2), (word("text"), 3)], 1.0),
            named: WordList::new(vec![(word("text"), 1), (as_parent(word("post")), 5)], 1.0),
            text: list(terms(1)),
            heading: list(terms(0)),
        };
        let scores = lexicon.scores(&document);
        assert_eq!(scores.of(0), [2.0, 5.0, 0.0, 0.0]);
        assert_eq!(scores.of(1), [5.0, 6.0, 2.0, 2.0]);
        assert_eq!(scores.of(2), [0.0, 0.0, 0.0, 2.0]);
    }
}
