//! From probabilities to an answer: the set of blocks with the largest expected F1.
//!
//! A fixed threshold is right for no page: where all blocks are doubtful it keeps none of them, and where
//! one text is certain it keeps doubtful ones beside it. With probabilities the F1 that a set of blocks can
//! expect is known, and the best set is a prefix of the blocks in the order of their probability.

/// The blocks to keep, and the F1 they can expect.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Whether each block is kept.
    pub keep: Vec<bool>,
    /// The F1 this can expect, by words.
    pub expected: f32,
    /// The lowest probability that is kept; above 1 where nothing is.
    pub cut: f32,
}

/// Chooses blocks by their probabilities and weights. `beta` is how much more recall counts than precision:
/// 1 for neither.
///
/// ```
/// use dehusk_auto::training::choose;
/// let choice = choose(&[0.9, 0.1, 0.5], &[100.0, 50.0, 10.0], 1.0);
/// assert_eq!(choice.keep, [true, false, true]);
/// ```
pub fn choose(probabilities: &[f32], weights: &[f32], beta: f32) -> Choice {
    let order = Order::new(probabilities, weights);
    order.choice(order.largest(beta), beta)
}

/// The blocks in the order of their probability, the likeliest first, of equals the first one. Numbers are sorted, not
/// places: a comparison then looks nothing up.
fn likeliest_first(probabilities: &[f32]) -> Vec<u32> {
    let key = |(block, probability): (usize, &f32)| {
        // The bits of a float are in its order, but that those of negative ones are in the opposite one.
        let bits = probability.to_bits();
        let ordered = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        u64::from(!ordered) << 32 | block as u64
    };
    let mut keys: Vec<u64> = probabilities.iter().enumerate().map(key).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| key as u32).collect()
}

/// Blocks in the order of their probability, with sums over the first so many of them.
pub(super) struct Order<'a> {
    /// The blocks, the most likely first.
    pub blocks: Vec<u32>,
    probabilities: &'a [f32],
    /// Words, and words that are content, of the first so many blocks.
    sums: Vec<(f32, f32)>,
}

impl<'a> Order<'a> {
    pub fn new(probabilities: &'a [f32], weights: &[f32]) -> Order<'a> {
        let blocks = likeliest_first(probabilities);
        let mut sums = Vec::with_capacity(blocks.len() + 1);
        let (mut words, mut content) = (0.0, 0.0);
        sums.push((words, content));
        for &block in &blocks {
            let (p, w) = (probabilities[block as usize], weights[block as usize]);
            words += w;
            content += p * w;
            sums.push((words, content));
        }
        Order { blocks, probabilities, sums }
    }

    /// Words of the first blocks.
    pub fn words(&self, count: usize) -> f32 {
        self.sums.get(count).map_or(0.0, |sum| sum.0)
    }

    /// Words of the first blocks that are expected to be content.
    pub fn content(&self, count: usize) -> f32 {
        self.sums.get(count).map_or(0.0, |sum| sum.1)
    }

    /// The probability of the block at a place; 0 behind the last.
    pub fn probability(&self, place: usize) -> f32 {
        self.blocks.get(place).map_or(0.0, |&block| self.probabilities[block as usize])
    }

    /// The F1 that the first blocks can expect.
    pub fn expected(&self, count: usize, beta: f32) -> f32 {
        let square = beta * beta;
        let all = self.content(self.blocks.len());
        let sum = (self.words(count) + square * all).max(f32::MIN_POSITIVE);
        (1.0 + square) * self.content(count) / sum
    }

    /// How many of the first blocks can expect the largest F1.
    pub fn largest(&self, beta: f32) -> usize {
        let (mut best, mut largest) = (0.0, 0);
        for count in 1..=self.blocks.len() {
            let expected = self.expected(count, beta);
            if expected > best {
                (best, largest) = (expected, count);
            }
        }
        largest
    }

    /// The first blocks as an answer.
    pub fn choice(&self, count: usize, beta: f32) -> Choice {
        let mut keep = vec![false; self.blocks.len()];
        self.blocks.iter().take(count).for_each(|&block| keep[block as usize] = true);
        let cut = count.checked_sub(1).map_or(2.0, |last| self.probability(last));
        Choice { keep, expected: self.expected(count, beta), cut }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_all_floats_and_stable() {
        let values = [0.5, -0.0, 0.9, 0.0, 0.5, f32::INFINITY, -3.0, 1e-40, f32::NAN, -1e-40];
        let mut sorted: Vec<u32> = (0..values.len() as u32).collect();
        sorted.sort_by(|&a, &b| values[b as usize].total_cmp(&values[a as usize]));
        assert_eq!(likeliest_first(&values), sorted);
        assert!(likeliest_first(&[]).is_empty());
    }

    #[test]
    fn nothing_and_certainty() {
        assert_eq!(choose(&[], &[], 1.0), Choice { keep: vec![], expected: 0.0, cut: 2.0 });
        let sure = choose(&[1.0, 0.0, 1.0], &[5.0, 9.0, 1.0], 1.0);
        assert_eq!((sure.keep.as_slice(), sure.expected), ([true, false, true].as_slice(), 1.0));
    }

    #[test]
    fn no_other_set_expects_more() {
        let p = [0.9, 0.55, 0.3, 0.2, 0.75, 0.05];
        let w = [40.0, 7.0, 12.0, 3.0, 1.0, 90.0];
        let all: f32 = p.iter().zip(w).map(|(p, w)| p * w).sum();
        let expected = |set: u32| {
            let of = |n: &usize| set >> n & 1 == 1;
            let hits: f32 = (0..6).filter(of).map(|n| p[n] * w[n]).sum();
            let kept: f32 = (0..6).filter(of).map(|n| w[n]).sum();
            2.0 * hits / (kept + all)
        };
        let best = (1..64).map(expected).fold(0.0, f32::max);
        assert!((choose(&p, &w, 1.0).expected - best).abs() < 1e-6);
    }

    #[test]
    fn preferences_keep_more_or_less() {
        let (p, w) = ([0.9, 0.5, 0.3], [10.0, 10.0, 10.0]);
        let count = |beta| choose(&p, &w, beta).keep.iter().filter(|&&k| k).count();
        assert_eq!((count(0.3), count(1.0), count(3.0)), (1, 2, 3));
    }
}
