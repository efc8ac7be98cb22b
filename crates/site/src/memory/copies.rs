//! Texts that a page has twice: in its article, and in a layer for printers or a list of headlines.
//!
//! A page alone can not tell which of the two is the article's; both read the same. The site's earlier pages
//! can: at one of the places words were content more often.

use crate::observation::SeenBlock;
use dehusk_extract::ShapeHint;

/// Shorter texts are the same by chance.
const LEAST_WORDS: u32 = 4;
/// Earlier pages from which a place is known.
const KNOWN: u32 = 3;
/// By how much words were content more often at the other place.
const MARGIN: f32 = 0.02;

/// For each block whether the page has its text at another place too, where words are content more often.
pub fn find(blocks: &[SeenBlock], shapes: &[Option<ShapeHint>]) -> Vec<bool> {
    let mut known: Vec<(u64, usize, ShapeHint)> = blocks
        .iter()
        .zip(shapes)
        .enumerate()
        .filter(|(_, (block, _))| block.words >= LEAST_WORDS)
        .filter_map(|(at, (block, shape))| Some((block.hash.bits(), at, (*shape)?)))
        .filter(|(.., shape)| shape.pages >= KNOWN)
        .collect();
    known.sort_by_key(|&(hash, at, _)| (hash, at));
    let mut copies = vec![false; blocks.len()];
    for same in known.chunk_by(|one, next| one.0 == next.0).filter(|same| same.len() > 1) {
        let most = same.iter().map(|(.., shape)| shape.content).fold(0.0, f32::max);
        for (_, at, shape) in same {
            copies[*at] = shape.content + MARGIN < most;
        }
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockHash, Shape};

    #[test]
    fn of_two_the_one_at_the_better_place_is_the_original() {
        let block = |bits: u64, words: u32| SeenBlock {
            hash: BlockHash::from_bits(bits),
            shape: Shape(0),
            words,
            content: None,
        };
        let place = |pages: u32, content: f32| Some(ShapeHint { pages, content });
        let blocks = [block(1, 9), block(1, 9), block(2, 9), block(2, 9), block(3, 2), block(3, 2)];
        let known =
            [place(9, 0.8), place(9, 0.6), place(9, 0.8), None, place(9, 0.8), place(9, 0.1)];
        assert_eq!(find(&blocks, &known), [false, true, false, false, false, false]);
        let new = [place(2, 0.8), place(9, 0.6), None, None, None, None];
        assert_eq!(find(&blocks, &new), [false; 6]);
    }
}
