//! What the learned extractors of the literature measure of a block.

use crate::Document;
use dehusk_blocks::Features;
use dehusk_page::name;

/// Numbers a block has in [`shallow`].
pub const SHALLOW: usize = 26;
/// Numbers a block has in [`full`]: those of web2text's paper.
pub const FULL: usize = 128;
/// Numbers that two neighbours have in [`edges`].
pub const EDGE: usize = 25;

/// Shallow text features, the position and the tag of each block.
pub fn shallow(document: &Document) -> Vec<[f32; SHALLOW]> {
    let blocks = document.blocks();
    let row = |(index, f): (usize, &Features)| {
        let t = &f.text;
        let tag = blocks.block(index).tag;
        let is = |yes: bool| f32::from(u8::from(yes));
        [
            (t.words as f32).ln_1p(),
            (t.chars as f32).ln_1p(),
            (t.links as f32).ln_1p(),
            t.link_density,
            t.text_density / 10.0,
            t.average_word_length / 5.0,
            t.average_sentence_length.min(60.0) / 20.0,
            (t.sentences as f32).ln_1p(),
            t.capital_ratio,
            t.upper_ratio,
            t.digit_ratio,
            t.punctuation_ratio,
            t.full_stop_ratio,
            (t.bars as f32).ln_1p(),
            (t.dates as f32).ln_1p(),
            (t.copyright as f32).min(1.0),
            t.strong_ratio,
            is(t.ends_sentence),
            f.place.position,
            f.place.words_before,
            f.place.depth as f32 / 10.0,
            f.likeness.title_overlap,
            is(tag == name::P),
            is(tag == name::LI),
            is(matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6)),
            is(matches!(tag, name::TD | name::TH)),
        ]
    };
    document.features().iter().enumerate().map(row).collect()
}

/// The first [`FULL`] of all features of each block, large ones on a scale of orders of magnitude.
pub fn full(document: &Document) -> Vec<Vec<f32>> {
    let small = |value: f32| match value {
        value if !value.is_finite() => 0.0,
        value if value.abs() <= 1.0 => value,
        value => value.signum() * (1.0 + value.abs().ln()),
    };
    let row = |features: &Features| {
        let mut row: Vec<f32> = features.to_vec().into_iter().take(FULL).map(small).collect();
        row.resize(FULL, 0.0);
        row
    };
    document.features().iter().map(row).collect()
}

/// What each pair of neighbours has: how their first features differ, and the depth they share.
pub fn edges(document: &Document, rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let shared = |index: usize| document.containers().shared_depth(index + 1) as f32 / 10.0;
    let edge = |(index, pair): (usize, &[Vec<f32>])| {
        let mut edge: Vec<f32> =
            pair[0].iter().zip(&pair[1]).take(EDGE - 1).map(|(a, b)| b - a).collect();
        edge.push(shared(index));
        edge
    };
    rows.windows(2).enumerate().map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn every_block_has_its_numbers() {
        let document = Document::new(Page::parse("<p>One two.</p><li><a href=x>Three</a></li>"));
        let rows = shallow(&document);
        assert_eq!((rows.len(), rows[1][3], rows[0][22]), (2, 1.0, 1.0));
        let full = full(&document);
        assert!(full.iter().all(|row| row.len() == FULL));
        assert_eq!(edges(&document, &full)[0].len(), EDGE);
    }
}
