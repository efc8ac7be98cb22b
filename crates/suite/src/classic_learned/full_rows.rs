//! The features that web2text reads of a block, large ones on a scale of orders of magnitude.
//!
//! Neighbours mostly stand in the same elements: what is measured of these is made comparable once, and copied as long
//! as it stays the same.

use super::matrix::Matrix;
use dehusk_blocks::Features;
use dehusk_blocks::features::{Change, ContentPlace, Family, Level, Place, Tag, TextFeatures};
use dehusk_extract::Document;
use std::hint;
use std::sync::LazyLock;

/// Numbers a block has: those of web2text's paper, the first of all [`Features`] in their order.
pub const FULL: usize = 128;

/// Numbers of them that are distances to elements above.
const DISTANCES: usize = Tag::ALL.len() + Family::ALL.len();
/// Numbers of a level that are the same for all blocks of its element.
const OF_ELEMENT: usize = 8;

/// The numbers of each block.
pub fn full(document: &Document) -> Matrix {
    let features = document.features();
    let scale = Scale { whole: &WHOLE };
    let mut values = Vec::with_capacity(features.len() * FULL);
    let mut before: Option<Features> = None;
    for block in features.iter() {
        scale.push(&mut values, &block, before.as_ref());
        before = Some(block);
    }
    Matrix::of_values(FULL, values)
}

/// Counts whose order of magnitude is looked up.
const COUNTS: usize = 1024;

/// What becomes of small whole numbers, at their place.
static WHOLE: LazyLock<Vec<f32>> = LazyLock::new(|| {
    (0..COUNTS).map(|count| if count == 0 { 0.0 } else { 1.0 + (count as f32).ln() }).collect()
});

/// From here on there are no numbers between whole ones: what is added to it is rounded to one.
const ROUNDING: f32 = 8_388_608.0;

/// Numbers as they are up to 1, by their order of magnitude from there on.
struct Scale<'w> {
    /// [`WHOLE`].
    whole: &'w [f32],
}

impl Scale<'_> {
    /// Adds the row of a block; the last that was added is that of the block before.
    fn push(&self, values: &mut Vec<f32>, block: &Features, before: Option<&Features>) {
        values.extend_from_slice(&self.text(&block.text));
        values.push(self.number(f32::from(block.tag)));
        values.extend_from_slice(&self.place(&block.place));
        values.extend_from_slice(&self.change(&block.change));
        let is_same = |b: &Features| b.tags == block.tags && b.families == block.families;
        match before.is_some_and(is_same) {
            true => repeat(values, DISTANCES),
            false => values.extend(self.distances(block)),
        }
        for (number, level) in block.levels.iter().enumerate() {
            match before.is_some_and(|b| is_same_element(&b.levels[number], level)) {
                true => repeat(values, OF_ELEMENT),
                false => values.extend_from_slice(&self.element(level)),
            }
            values.push(self.ratio(level.position));
        }
        values.extend_from_slice(&self.content(&block.content));
        values.push(self.count(block.siblings[0]));
    }

    fn text(&self, t: &TextFeatures) -> [f32; 27] {
        [
            self.count(t.words),
            self.count(t.tokens),
            self.count(t.chars),
            self.count(t.links),
            self.ratio(t.link_density),
            self.number(t.text_density),
            self.number(t.average_word_length),
            self.number(t.average_sentence_length),
            self.count(t.sentences),
            self.count(t.capital_words),
            self.ratio(t.capital_ratio),
            self.count(t.upper_words),
            self.ratio(t.upper_ratio),
            self.ratio(t.upper_chars_ratio),
            self.ratio(t.digit_ratio),
            self.count(t.punctuation),
            self.ratio(t.punctuation_ratio),
            self.count(t.sentence_marks),
            self.count(t.full_stops),
            self.ratio(t.full_stop_ratio),
            self.count(t.bars),
            self.count(t.dates),
            self.count(t.copyright),
            self.ratio(t.strong_ratio),
            self.count(t.line_breaks),
            is(t.ends_sentence),
            is(t.ends_colon),
        ]
    }

    fn place(&self, place: &Place) -> [f32; 5] {
        [
            self.count(place.index),
            self.ratio(place.position),
            self.ratio(place.words_before),
            self.count(place.depth),
            self.number(place.after_heading as f32),
        ]
    }

    fn change(&self, change: &Change) -> [f32; 6] {
        [
            self.number(change.words),
            self.number(change.words_quotient),
            self.ratio(change.link_density),
            self.number(change.link_density_quotient),
            self.number(change.text_density),
            self.number(change.text_density_quotient),
        ]
    }

    fn distances(&self, block: &Features) -> [f32; DISTANCES] {
        let tags = Tag::ALL.iter().map(|&tag| block.tags.get(tag));
        let families = Family::ALL.iter().map(|&family| block.families.get(family));
        let mut distances = tags.chain(families).map(|steps| self.count(steps.into()));
        std::array::from_fn(|_| distances.next().unwrap_or(0.0))
    }

    /// What is the same for all blocks that have an element as a level.
    fn element(&self, level: &Level) -> [f32; OF_ELEMENT] {
        [
            self.count(level.words),
            self.count(level.blocks),
            self.ratio(level.link_density),
            self.number(level.words_per_block),
            self.ratio(level.paragraph_share),
            self.ratio(level.long_share),
            self.ratio(level.page_share),
            self.ratio(level.punctuation),
        ]
    }

    fn content(&self, content: &ContentPlace) -> [f32; 5] {
        [
            is(content.inside),
            self.count(content.distance),
            self.number(content.position),
            self.ratio(content.share),
            self.count(content.common_ancestor),
        ]
    }

    #[inline]
    fn count(&self, count: u32) -> f32 {
        self.whole.get(count as usize).copied().unwrap_or_else(|| 1.0 + (count as f32).ln())
    }

    /// A number that is seldom larger than 1.
    #[inline]
    fn ratio(&self, value: f32) -> f32 {
        if value.abs() <= 1.0 { value } else { self.number(value) }
    }

    /// Any number. Most are whole, and for these there is no branch that depends on how large they are.
    #[inline]
    fn number(&self, value: f32) -> f32 {
        let size = value.abs();
        let rounded = size + ROUNDING;
        let is_known = rounded - ROUNDING == size && size < COUNTS as f32;
        if !is_known && (size > 1.0 || size.is_nan()) {
            return if value.is_finite() { value.signum() * (1.0 + size.ln()) } else { 0.0 };
        }
        let known = self.whole.get(rounded.to_bits() as usize % COUNTS).copied().unwrap_or(0.0);
        hint::select_unpredictable(is_known, known.copysign(value), value)
    }
}

#[inline]
fn is(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

fn is_same_element(a: &Level, b: &Level) -> bool {
    a.words == b.words
        && a.blocks == b.blocks
        && a.link_density == b.link_density
        && a.words_per_block == b.words_per_block
        && a.paragraph_share == b.paragraph_share
        && a.long_share == b.long_share
        && a.page_share == b.page_share
        && a.punctuation == b.punctuation
}

/// Adds as many numbers from the same place of the row before.
fn repeat(values: &mut Vec<f32>, count: usize) {
    let start = values.len() - FULL;
    values.extend_from_within(start..start + count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    const SCALE: fn() -> Scale<'static> = || Scale { whole: &WHOLE };

    #[test]
    fn large_numbers_are_orders_of_magnitude() {
        for (value, expected) in [
            (0.5, 0.5),
            (0.0, 0.0),
            (1.0, 1.0),
            (1023.0, 1.0 + 1023.0_f32.ln()),
            (1024.0, 1.0 + 1024.0_f32.ln()),
            (-1.0, -1.0),
            (7.0, 1.0 + 7.0_f32.ln()),
            (-7.5, -1.0 - 7.5_f32.ln()),
            (5000.0, 1.0 + 5000.0_f32.ln()),
            (f32::NAN, 0.0),
            (f32::NEG_INFINITY, 0.0),
        ] {
            assert_eq!((SCALE().number(value), SCALE().ratio(value)), (expected, expected));
            if value >= 0.0 && value != 0.5 {
                assert_eq!(SCALE().count(value as u32), expected);
            }
        }
    }

    #[test]
    fn a_row_has_the_first_features_in_their_order() {
        let item = "<li>Some words, <a href=x>one of them a link</a>: THEN | 12:30.</li>";
        let page = format!(
            "<title>Words</title><nav class=menu><ul>{0}{0}</ul></nav><h1>Words</h1><div><div>{0}</div>\
             <section id=main><p>{1}</p><p>{1}<p>©</section></div>",
            item,
            "A sentence of five words. ".repeat(300)
        );
        let document = Document::new(Page::parse(page));
        let rows = full(&document);
        assert!(rows.len() > 5);
        for (row, features) in rows.rows().zip(document.features().iter()) {
            let scaled = features.to_vec().into_iter().map(|value| SCALE().number(value));
            let expected: Vec<(f32, &String)> = scaled.zip(Features::names()).take(FULL).collect();
            let found: Vec<(f32, &String)> = row.iter().copied().zip(Features::names()).collect();
            assert_eq!(found, expected);
        }
    }
}
