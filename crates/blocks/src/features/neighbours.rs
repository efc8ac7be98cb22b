//! The blocks around a block.

use super::export::exported;
use super::text::TextFeatures;
use crate::containers::Containers;

/// Neighbours on either side.
pub(super) const NEIGHBOURS: usize = 3;
/// Blocks on either side of the window.
const WINDOW: usize = 8;
/// How far up elements are compared.
const MAX_TREE_DISTANCE: u32 = 12;

exported! {
    /// A block before or after; all numbers are -1 where there is none.
    pub struct Neighbour {
        /// Words.
        pub words: f32,
        /// Link words by words.
        pub link_density: f32,
        /// Tokens a line.
        pub text_density: f32,
        /// Punctuation marks by words.
        pub punctuation_ratio: f32,
        /// Likeness to the title.
        pub title_likeness: f32,
        /// Number of its container's tag.
        pub tag: i8,
        /// Whether it ends like a sentence.
        pub ends_sentence: i8,
        /// Elements from this block's container up to one that holds the neighbour's too, 12 at most.
        pub tree_distance: i8,
    }
}

impl Neighbour {
    /// No neighbour.
    pub const NONE: Neighbour = Neighbour {
        words: -1.0,
        link_density: -1.0,
        text_density: -1.0,
        punctuation_ratio: -1.0,
        title_likeness: -1.0,
        tag: -1,
        ends_sentence: -1,
        tree_distance: -1,
    };

    /// A block as its neighbours see it, the distance aside.
    pub(crate) fn seen(text: &TextFeatures, tag: i8, title_likeness: f32) -> Neighbour {
        Neighbour {
            words: text.words as f32,
            link_density: text.link_density,
            text_density: text.text_density,
            punctuation_ratio: text.punctuation_ratio,
            title_likeness,
            tag,
            ends_sentence: i8::from(text.ends_sentence),
            tree_distance: -1,
        }
    }

    /// With its distance: how deep this block's container, the neighbour's, and the deepest that holds both are.
    pub(crate) fn at_distance(self, own: u32, other: u32, common: u32) -> Neighbour {
        let steps = (own - common).max(other - common);
        let distance = if steps < MAX_TREE_DISTANCE { own - common } else { MAX_TREE_DISTANCE };
        Neighbour { tree_distance: distance as i8, ..self }
    }
}

exported! {
    /// The block with the eight before and the eight after it.
    pub struct Window {
        /// Words a block.
        pub words: f32,
        /// Link words by words.
        pub link_density: f32,
        /// Punctuation marks by words.
        pub punctuation_ratio: f32,
    }
}

/// The window of a block; `punctuation` are sums over the blocks before each.
pub(crate) fn window(containers: &Containers, punctuation: &[u32], block: usize) -> Window {
    let blocks = punctuation.len() - 1;
    let range = block.saturating_sub(WINDOW)..blocks.min(block + WINDOW + 1);
    let marks = punctuation[range.end] - punctuation[range.start];
    let len = range.len().max(1) as f32;
    let sums = containers.sums(range);
    Window {
        words: sums.words as f32 / len,
        link_density: sums.link_density(),
        punctuation_ratio: marks as f32 / sums.words.max(1) as f32,
    }
}

/// The neighbours of a block before and after it, nearest first. `seen` shows a block as its neighbours see it.
pub(crate) fn neighbours(
    containers: &Containers,
    blocks: usize,
    block: usize,
    seen: impl Fn(usize) -> Neighbour,
) -> [[Neighbour; NEIGHBOURS]; 2] {
    let depth = |block: usize| containers.list()[containers.of_block(block)].depth;
    let own_depth = depth(block);
    let with_distance =
        |other: usize, common: u32| seen(other).at_distance(own_depth, depth(other), common);
    let mut sides = [const { [Neighbour::NONE; NEIGHBOURS] }; 2];
    // Blocks share what all blocks between them share: the least of what each shares with the one before.
    let mut common = own_depth;
    for (step, place) in (1..).zip(&mut sides[0]) {
        let Some(other) = block.checked_sub(step) else { break };
        common = common.min(containers.shared_depth(other + 1));
        *place = with_distance(other, common);
    }
    let mut common = own_depth;
    for (step, place) in (1..).zip(&mut sides[1]) {
        let other = block + step;
        if other >= blocks {
            break;
        }
        common = common.min(containers.shared_depth(other));
        *place = with_distance(other, common);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::of_html as features;

    #[test]
    fn three_on_either_side() {
        let found = features("<p>a.</p><p>b c</p><ul><li>d e f</li><li>g</li></ul><p>h");
        let words = |side: &[Neighbour]| side.iter().map(|n| n.words).collect::<Vec<_>>();
        let third = &found[2];
        assert_eq!(words(&third.before), [2.0, 1.0, -1.0]);
        assert_eq!(words(&third.after), [1.0, 1.0, -1.0]);
        assert_eq!(third.before[2], Neighbour::NONE);
        assert_eq!((third.before[1].ends_sentence, third.before[0].ends_sentence), (1, 0));
        assert_eq!((third.before[0].tag, third.after[0].tag), (0, 1));
    }

    #[test]
    fn tree_distances_are_steps_up_to_the_common_ancestor() {
        let found = features("<p>a</p><ul><li>b<p>c</p><li>d</ul>");
        let steps = |side: &[Neighbour]| side.iter().map(|n| n.tree_distance).collect::<Vec<_>>();
        // b stands in li, in ul, in body.
        assert_eq!(steps(&found[1].before), [2, -1, -1]);
        assert_eq!(steps(&found[1].after), [0, 1, -1], "c is inside the same li");
        assert_eq!(steps(&found[2].before), [1, 3, -1]);
        let deep = format!("<p>a</p>{}b", "<div>".repeat(20));
        assert_eq!(steps(&features(&deep)[0].after), [12, -1, -1]);
    }

    #[test]
    fn windows_are_sums_over_seventeen_blocks() {
        let found = features(&"<p>one, <a href=x>two</a></p>".repeat(20));
        let window = &found[10].window;
        assert_eq!((window.words, window.link_density, window.punctuation_ratio), (2.0, 0.5, 0.5));
        let mixed = features("<p>a b c</p><p>d</p>");
        assert_eq!(mixed[0].window.words, 2.0);
    }
}
