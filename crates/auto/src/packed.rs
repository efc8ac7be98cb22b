//! Forests and lists of words as model files hold them: they travel with every copy of the program, so they are small.
//!
//! What is sorted is written as differences, in as few bytes as each needs (LEB128), and numbers of one kind stand side by
//! side, where a packer finds what they have in common. The thresholds of a forest stand in a list of their own, by
//! feature, and a question names its place in there. What leaves add is rounded to a power of two, the smallest of which
//! the largest leaf of the forest has no more than 32,767.

use super::forest::{Forest, LEAVES, Question, Tree};
use super::lexicon::{Lexicon, WordList};
use super::model::ModelError;

/// Trees of a forest at most; a file that claims more is damaged.
const MOST_TREES: usize = 100_000;
/// What the largest leaf of a forest is stored as.
const MOST_LEAF: f32 = 32_767.0;

/// What a question compares with what.
type Pair = (u16, f32);

fn by_feature(a: &Pair, b: &Pair) -> std::cmp::Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}

/// A tree's questions in the order of what they compare: a tree made of them puts them into its own.
fn by_pair(tree: &Tree) -> Vec<&Question> {
    let mut questions: Vec<&Question> = tree.questions().iter().collect();
    questions.sort_by(|a, b| by_feature(&pair(a), &pair(b)));
    questions
}

fn pair(question: &Question) -> Pair {
    (question.feature, question.threshold)
}

/// Adds a number in groups of seven bits, the lowest first; all but the last have the eighth bit set.
fn write_number(mut number: u32, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Adds numbers of which none is smaller than the one before it.
fn write_rising(numbers: impl Iterator<Item = u32>, out: &mut Vec<u8>) {
    let mut before = 0;
    for number in numbers {
        write_number(number - before, out);
        before = number;
    }
}

pub(crate) fn write_words(list: &WordList, out: &mut Vec<u8>) {
    out.extend(list.scale().to_le_bytes());
    write_number(list.words().len() as u32, out);
    write_rising(list.words().iter().map(|(word, _)| *word), out);
    out.extend(list.words().iter().map(|(_, weight)| *weight as u8));
}

/// Adds a forest. The leaves on the no side of a question are expected to stand side by side, as they do in trees.
pub(crate) fn write_forest(forest: &Forest, out: &mut Vec<u8>) {
    let sorted: Vec<Vec<&Question>> = forest.trees.iter().map(by_pair).collect();
    let questions = || sorted.iter().flatten().copied();
    // A tree has a leaf more than questions; those are not leaves that no row can reach.
    let leaves =
        || forest.trees.iter().flat_map(|tree| &tree.leaves()[..tree.questions().len() + 1]);
    let unit = leaves().fold(0.0, |most: f32, leaf| most.max(leaf.abs())) / MOST_LEAF;
    let exponent = if unit > 0.0 { unit.log2().ceil() as i8 } else { 0 };
    let mut pairs: Vec<Pair> = questions().map(pair).collect();
    pairs.sort_by(by_feature);
    pairs.dedup_by(|a, b| by_feature(a, b).is_eq());
    let place = |question: &Question| {
        pairs.partition_point(|known| by_feature(known, &pair(question)).is_lt()) as u32
    };

    out.extend(forest.base.to_le_bytes());
    out.push(exponent as u8);
    write_number(pairs.len() as u32, out);
    write_rising(pairs.iter().map(|pair| u32::from(pair.0)), out);
    out.extend(pairs.iter().flat_map(|pair| pair.1.to_le_bytes()));
    write_number(forest.trees.len() as u32, out);
    out.extend(forest.trees.iter().map(|tree| tree.questions().len() as u8));
    for questions in &sorted {
        write_rising(questions.iter().copied().map(place), out);
    }
    out.extend(questions().map(|question| question.after_yes.trailing_ones() as u8));
    out.extend(questions().map(|question| question.after_yes.count_zeros() as u8));
    let in_units = |leaf: &f32| (leaf / power_of_two(exponent)).round() as i16;
    out.extend(leaves().flat_map(|leaf| in_units(leaf).to_le_bytes()));
}

fn power_of_two(exponent: i8) -> f32 {
    2.0_f32.powi(exponent.into())
}

/// Reads numbers from the front of bytes.
pub(crate) struct Reader<'b> {
    pub(crate) rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], ModelError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(ModelError::Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        self.take(N)?.try_into().map_err(|_| ModelError::Damaged)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, ModelError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, ModelError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub(crate) fn bytes(&mut self) -> Result<&'b [u8], ModelError> {
        let count = self.u32()? as usize;
        self.take(count)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, ModelError> {
        Ok(f32::from_le_bytes(self.array()?))
    }

    fn number(&mut self) -> Result<u32, ModelError> {
        let mut number = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let [byte] = self.array()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(ModelError::Damaged)
    }

    fn rising(&mut self, count: usize) -> Result<Vec<u32>, ModelError> {
        let mut number: u32 = 0;
        let mut next = || {
            number = number.checked_add(self.number()?).ok_or(ModelError::Damaged)?;
            Ok(number)
        };
        (0..count).map(|_| next()).collect()
    }

    pub(crate) fn lexicon(&mut self) -> Result<Lexicon, ModelError> {
        let (around, named) = (self.words()?, self.words()?);
        Ok(Lexicon { around, named, text: self.words()?, heading: self.words()? })
    }

    fn words(&mut self) -> Result<WordList, ModelError> {
        let scale = self.f32()?;
        let count = self.number()? as usize;
        if count > WordList::MOST {
            return Err(ModelError::Damaged);
        }
        let words = self.rising(count)?;
        let weights = self.take(count)?.iter().map(|&weight| weight as i8);
        Ok(WordList::new(words.into_iter().zip(weights).collect(), scale))
    }

    pub(crate) fn forest(&mut self) -> Result<Forest, ModelError> {
        let base = self.f32()?;
        let [exponent] = self.array()?;
        let unit = power_of_two(exponent as i8);
        let pairs = self.pairs()?;
        let trees = self.number()? as usize;
        if trees > MOST_TREES {
            return Err(ModelError::Damaged);
        }
        let counts = self.take(trees)?;
        let mut asked = Vec::new();
        for &count in counts {
            for place in self.rising(count.into())? {
                asked.push(*pairs.get(place as usize).ok_or(ModelError::Damaged)?);
            }
        }
        let (firsts, sizes) = (self.take(asked.len())?, self.take(asked.len())?);
        let question = |((&(feature, threshold), &first), &size)| {
            let after_yes = !no_side(first, size)?;
            Some(Question { feature, threshold, after_yes })
        };
        let questions = asked.iter().zip(firsts).zip(sizes).map(question);
        let questions = questions.collect::<Option<Vec<_>>>().ok_or(ModelError::Damaged)?;
        let mut questions = questions.into_iter();
        let mut tree = |&count: &u8| {
            let count = usize::from(count);
            let stored = self.take(2 * (count + 1))?.chunks_exact(2);
            let mut leaves = [0.0; LEAVES];
            if count >= LEAVES {
                return Err(ModelError::Damaged);
            }
            for (leaf, bytes) in leaves.iter_mut().zip(stored) {
                *leaf = f32::from(i16::from_le_bytes([bytes[0], bytes[1]])) * unit;
            }
            Ok(Tree::new(questions.by_ref().take(count).collect(), leaves))
        };
        let trees = counts.iter().map(&mut tree).collect::<Result<_, _>>()?;
        Ok(Forest { base, trees })
    }

    /// Features and thresholds.
    fn pairs(&mut self) -> Result<Vec<Pair>, ModelError> {
        let count = self.number()? as usize;
        let features = self.rising(count)?;
        let thresholds = self.take(4 * count)?.chunks_exact(4);
        let pair = |(feature, bytes): (u32, &[u8])| {
            let threshold = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            Some((u16::try_from(feature).ok()?, threshold))
        };
        let pairs = features.into_iter().zip(thresholds).map(pair);
        pairs.collect::<Option<_>>().ok_or(ModelError::Damaged)
    }
}

/// So many leaves from the first one on, a bit each.
fn no_side(first: u8, size: u8) -> Option<u32> {
    let bits = 1_u32.checked_shl(size.into())? - 1;
    bits.checked_shl(first.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<'b, T>(bytes: &'b [u8], read: impl Fn(&mut Reader<'b>) -> Result<T, ModelError>) -> T {
        let mut reader = Reader { rest: bytes };
        let value = read(&mut reader).expect("what was written");
        assert!(reader.rest.is_empty(), "{} bytes are left", reader.rest.len());
        value
    }

    fn question(feature: u16, threshold: f32, after_yes: u32) -> Question {
        Question { feature, threshold, after_yes }
    }

    fn forest(leaf: impl Fn(usize) -> f32) -> Forest {
        let mut leaves = [0.0; LEAVES];
        (0..4).for_each(|n| leaves[n] = leaf(n));
        let questions = vec![
            question(300, -0.3, !0b0100),
            question(0, 0.5, !0b0011),
            question(300, -0.7, !0b0001),
        ];
        let mut alone = [0.0; LEAVES];
        alone[0] = leaf(9);
        let trees = vec![Tree::new(questions, leaves), Tree::new(Vec::new(), alone)];
        Forest { base: 0.1, trees }
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        for (number, bytes) in [(0, 1), (127, 1), (128, 2), (1 << 21, 4), (u32::MAX, 5)] {
            let mut out = Vec::new();
            write_number(number, &mut out);
            assert_eq!(out.len(), bytes);
            assert_eq!(read(&out, Reader::number), number);
        }
        assert_eq!(Reader { rest: &[0x80; 9] }.number(), Err(ModelError::Damaged));
    }

    #[test]
    fn words_come_back() {
        let list = WordList::new(vec![(7, -128), (9, 127), (u32::MAX, 1)], 0.25);
        let mut out = Vec::new();
        write_words(&list, &mut out);
        assert_eq!(read(&out, Reader::words), list);
    }

    #[test]
    fn a_forest_comes_back_and_its_leaves_are_rounded_once() {
        let exact = forest(|n| n as f32 / 8.0 - 0.25);
        let mut out = Vec::new();
        write_forest(&exact, &mut out);
        assert_eq!(read(&out, Reader::forest), exact);

        let rough = forest(|n| (n as f32 - 2.0).sin());
        let mut out = Vec::new();
        write_forest(&rough, &mut out);
        let rounded = read(&out, Reader::forest);
        for row in [[0.0; 301], [0.6; 301], [-0.5; 301]] {
            assert!((rounded.sum(&row) - rough.sum(&row)).abs() < 1e-4);
        }
        let mut again = Vec::new();
        write_forest(&rounded, &mut again);
        assert_eq!(read(&again, Reader::forest), rounded);
        let nothing = Forest { base: 1.0, trees: Vec::new() };
        let mut out = Vec::new();
        write_forest(&nothing, &mut out);
        assert_eq!(read(&out, Reader::forest), nothing);
    }

    #[test]
    fn what_can_not_be_is_refused() {
        let mut good = Vec::new();
        write_forest(&forest(|n| n as f32), &mut good);
        for at in 0..good.len() {
            for value in [0, 31, 32, 127, 255] {
                let mut bad = good.clone();
                bad[at] = value;
                // Either it is another forest or it is damaged: it never panics.
                let _ = Reader { rest: &bad }.forest();
            }
            assert!(Reader { rest: &good[..at] }.forest().is_err());
        }
    }
}
