//! What a document's content looks like, in 64 bits: a bit for each of its blocks.
//!
//! Good for one question: whether two addresses of a site show the same. Two copies of an article share
//! all their bits but those of a block that came or went; two articles share bits by chance only.

use crate::observation::SeenBlock;

/// Blocks with fewer words say little.
const LEAST_WORDS: u32 = 8;
/// Bits that prints of the same content share, of all that one of them has.
const NEAR: f32 = 0.7;

/// The print of a document's content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Print(pub u64);

impl Print {
    /// Of the blocks that are content: those judged so, or where nobody judged, those with many words.
    pub fn of<'b>(blocks: impl Iterator<Item = &'b SeenBlock>) -> Print {
        let content = blocks.filter(|b| match b.content {
            Some(probability) => probability >= 0.5 && b.words >= LEAST_WORDS,
            None => b.words >= 2 * LEAST_WORDS,
        });
        Print(content.fold(0, |bits, block| bits | 1 << (block.hash.bits() & 63)))
    }

    /// Whether there is no content to tell by.
    pub fn is_blank(self) -> bool {
        self.0 == 0
    }

    /// Whether it is the same content, or nearly.
    pub fn is_near(self, other: Print) -> bool {
        let shared = (self.0 & other.0).count_ones() as f32;
        shared >= NEAR * (self.0 | other.0).count_ones() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockHash, Shape};

    fn print(blocks: &[(u64, u32, Option<f32>)]) -> Print {
        let seen = |&(bits, words, content): &(u64, u32, Option<f32>)| SeenBlock {
            hash: BlockHash::from_bits(bits),
            shape: Shape(0),
            words,
            content,
        };
        let blocks: Vec<SeenBlock> = blocks.iter().map(seen).collect();
        Print::of(blocks.iter())
    }

    #[test]
    fn content_is_what_counts() {
        assert!(print(&[(1, 50, Some(0.2)), (2, 3, Some(0.9)), (3, 10, None)]).is_blank());
        assert_eq!(print(&[(1, 50, Some(0.9)), (66, 50, None)]), Print(0b110));
    }

    #[test]
    fn a_block_more_or_less_is_near() {
        assert!(Print(0b1111).is_near(Print(0b0111)));
        assert!(!Print(0b1111).is_near(Print(0b1111_0001)));
    }
}
