//! What the learned extractors of the literature measure of a block.

use super::matrix::Matrix;
use dehusk_blocks::Features;
use dehusk_extract::Document;
use dehusk_page::name;
use std::sync::LazyLock;

pub use super::full_rows::{FULL, full};

/// Numbers a block has in [`shallow`].
pub const SHALLOW: usize = 26;
/// Numbers that two neighbours have in [`edges`].
pub const EDGE: usize = 25;

/// Shallow text features, the position and the tag of each block.
pub fn shallow(document: &Document) -> Vec<[f32; SHALLOW]> {
    let blocks = document.blocks();
    let row = |(index, f): (usize, Features)| {
        let t = &f.text;
        let tag = blocks.block(index).tag;
        let is = |yes: bool| f32::from(u8::from(yes));
        [
            magnitude(t.words),
            magnitude(t.chars),
            magnitude(t.links),
            t.link_density,
            t.text_density / 10.0,
            t.average_word_length / 5.0,
            t.average_sentence_length.min(60.0) / 20.0,
            magnitude(t.sentences),
            t.capital_ratio,
            t.upper_ratio,
            t.digit_ratio,
            t.punctuation_ratio,
            t.full_stop_ratio,
            magnitude(t.bars),
            magnitude(t.dates),
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

/// Counts whose logarithm is looked up.
const COUNTS: usize = 1024;

/// The logarithm of a count and one. Most counts are small, and come again and again.
fn magnitude(count: u32) -> f32 {
    static MAGNITUDES: LazyLock<Vec<f32>> =
        LazyLock::new(|| (0..COUNTS).map(|count| (count as f32).ln_1p()).collect());
    MAGNITUDES.get(count as usize).copied().unwrap_or_else(|| (count as f32).ln_1p())
}

/// What each pair of neighbours has: how their first features differ, and the depth they share.
pub fn edges(document: &Document, rows: &Matrix) -> Matrix {
    let mut edges = Matrix::zeros(rows.len().saturating_sub(1), EDGE);
    for at in 0..edges.len() {
        let differences = rows.row(at).iter().zip(rows.row(at + 1)).map(|(a, b)| b - a);
        let edge = edges.row_mut(at);
        edge.iter_mut().zip(differences).for_each(|(place, difference)| *place = difference);
        edge[EDGE - 1] = document.containers().shared_depth(at + 1) as f32 / 10.0;
    }
    edges
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
        assert_eq!((full.len(), full.width()), (2, FULL));
        let edges = edges(&document, &full);
        assert_eq!((edges.len(), edges.width()), (1, EDGE));
        assert_eq!(edges.row(0)[3], full.row(1)[3] - full.row(0)[3]);
    }

    #[test]
    fn counts_are_orders_of_magnitude() {
        assert_eq!([0, 20, 5000].map(magnitude), [0.0, 20.0_f32, 5000.0].map(f32::ln_1p));
    }
}
