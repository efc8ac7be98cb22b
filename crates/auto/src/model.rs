//! The model file: the trees of all steps, and what they were trained on.
//!
//! Little-endian numbers behind a magic word, a version, and a line of JSON that says where the model comes
//! from. A file of another version, of other features, cut or changed is refused with a reason.

use super::forest::{Forest, LEAVES, Question, Tree};
use super::input;
use super::lexicon::{Lexicon, WordList};
use dehusk_extract::PageType;
use serde_json::Value;
use std::sync::{Arc, LazyLock};

const MAGIC: &[u8; 8] = b"dehuskAU";
/// The version of the format that is written and read.
pub const VERSION: u32 = 4;
/// Trees of a forest at most; a file that claims more is damaged.
const MOST_TREES: usize = 100_000;

/// What `auto` has learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Where it comes from, as a JSON object: corpora, pages, seed, figures.
    pub about: Value,
    /// What words say.
    pub lexicon: Lexicon,
    /// Whether a block is content, by itself.
    pub first: Forest,
    /// How likely each kind of page is; one for each of [`PageType::ALL`].
    pub kinds: Vec<Forest>,
    /// Whether a block is content, with what the first said of the others.
    pub second: Forest,
    /// How good the answer is.
    pub confidence: Forest,
}

/// Why a model can not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The bytes are something else.
    #[error("this is no model of dehusk: make one with `dehusk train auto`")]
    NotAModel,
    /// Another version wrote it.
    #[error(
        "the model has format {found}, this program reads {VERSION}: train it anew with `dehusk train auto`"
    )]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// It asks for other features than this program measures.
    #[error(
        "the model was trained with other features than this program has: train it anew with `dehusk train auto`"
    )]
    OtherFeatures,
    /// It ends early or does not add up.
    #[error("the model file is damaged: copy or train it anew")]
    Damaged,
}

static SHIPPED: &[u8] = include_bytes!("../models/auto.model");

impl Model {
    /// The model that comes with the program, read once.
    ///
    /// # Panics
    ///
    /// Where the file that was built in does not fit the program, which no input can bring about and a test excludes:
    /// an empty model would find nothing on every page, without a word.
    pub fn shipped() -> Arc<Model> {
        static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| match Model::read(SHIPPED) {
            Ok(model) => Arc::new(model),
            Err(error) => panic!("the model that dehusk was built with can not be used: {error}"),
        });
        Arc::clone(&MODEL)
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<Model, ModelError> {
        let (head, body) = bytes.split_at_checked(MAGIC.len()).ok_or(ModelError::NotAModel)?;
        if head != MAGIC {
            return Err(ModelError::NotAModel);
        }
        let mut reader = Reader { rest: body };
        let found = reader.u32()?;
        if found != VERSION {
            return Err(ModelError::Version { found });
        }
        let (content, sum) =
            body.split_at_checked(body.len().saturating_sub(8)).ok_or(ModelError::Damaged)?;
        if checksum(content).to_le_bytes() != *sum {
            return Err(ModelError::Damaged);
        }
        if reader.u64()? != features_digest() {
            return Err(ModelError::OtherFeatures);
        }
        let about = reader.bytes()?;
        let about = serde_json::from_slice(about).map_err(|_| ModelError::Damaged)?;
        let lexicon = reader.lexicon()?;
        let (first, second) = (reader.forest()?, reader.forest()?);
        let confidence = reader.forest()?;
        let kinds =
            (0..PageType::ALL.len()).map(|_| reader.forest()).collect::<Result<Vec<_>, _>>()?;
        let model = Model { about, lexicon, first, kinds, second, confidence };
        // Nothing but the checksum is left of a whole file.
        if reader.rest.len() == 8 && model.fits() { Ok(model) } else { Err(ModelError::Damaged) }
    }

    fn fits(&self) -> bool {
        let page = input::page_width();
        self.first.fits(input::first_width())
            && self.second.fits(input::second_width())
            && self.confidence.fits(input::answer_width())
            && self.kinds.iter().all(|kind| kind.fits(page))
    }

    /// The bytes of a model file.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend(VERSION.to_le_bytes());
        body.extend(features_digest().to_le_bytes());
        let about = self.about.to_string();
        body.extend((about.len() as u32).to_le_bytes());
        body.extend(about.as_bytes());
        self.lexicon.lists().into_iter().for_each(|list| write_words(list, &mut body));
        let blocks = [&self.first, &self.second, &self.confidence];
        for forest in blocks.into_iter().chain(&self.kinds) {
            write_forest(forest, &mut body);
        }
        let sum = checksum(&body);
        [MAGIC.as_slice(), &body, &sum.to_le_bytes()].concat()
    }
}

fn write_words(list: &WordList, out: &mut Vec<u8>) {
    out.extend(list.scale().to_le_bytes());
    out.extend((list.words().len() as u32).to_le_bytes());
    for (word, weight) in list.words() {
        out.extend(word.to_le_bytes());
        out.extend(weight.to_le_bytes());
    }
}

pub(crate) fn write_forest(forest: &Forest, out: &mut Vec<u8>) {
    out.extend(forest.base.to_le_bytes());
    out.extend((forest.trees.len() as u32).to_le_bytes());
    for tree in &forest.trees {
        // A tree has a leaf more than questions; those are not leaves that no row can reach.
        out.push(tree.questions().len() as u8);
        for question in tree.questions() {
            out.extend(question.feature.to_le_bytes());
            out.extend(question.threshold.to_le_bytes());
            out.extend(question.after_yes.to_le_bytes());
        }
        let leaves = tree.leaves().iter().take(tree.questions().len() + 1);
        out.extend(leaves.flat_map(|v| v.to_le_bytes()));
    }
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

    fn u32(&mut self) -> Result<u32, ModelError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, ModelError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn bytes(&mut self) -> Result<&'b [u8], ModelError> {
        let count = self.u32()? as usize;
        self.take(count)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, ModelError> {
        Ok(f32::from_le_bytes(self.array()?))
    }

    fn lexicon(&mut self) -> Result<Lexicon, ModelError> {
        let (around, named) = (self.words()?, self.words()?);
        Ok(Lexicon { around, named, text: self.words()?, heading: self.words()? })
    }

    fn words(&mut self) -> Result<WordList, ModelError> {
        let scale = self.f32()?;
        let count = self.u32()? as usize;
        if count > WordList::MOST {
            return Err(ModelError::Damaged);
        }
        let word = |bytes: &[u8]| match *bytes {
            [a, b, c, d, weight] => Some((u32::from_le_bytes([a, b, c, d]), weight as i8)),
            _ => None,
        };
        let words = self.take(5 * count)?.chunks_exact(5).filter_map(word).collect();
        Ok(WordList::new(words, scale))
    }

    pub(crate) fn forest(&mut self) -> Result<Forest, ModelError> {
        let base = self.f32()?;
        let count = self.u32()? as usize;
        if count > MOST_TREES {
            return Err(ModelError::Damaged);
        }
        let trees = (0..count).map(|_| self.tree()).collect::<Result<_, _>>()?;
        Ok(Forest { base, trees })
    }

    fn tree(&mut self) -> Result<Tree, ModelError> {
        let [count] = self.array()?;
        let count = usize::from(count);
        if count >= LEAVES {
            return Err(ModelError::Damaged);
        }
        let questions = (0..count).map(|_| self.question()).collect::<Result<_, _>>()?;
        let mut leaves = [0.0; LEAVES];
        for leaf in leaves.iter_mut().take(count + 1) {
            *leaf = self.f32()?;
        }
        Ok(Tree::new(questions, leaves))
    }

    fn question(&mut self) -> Result<Question, ModelError> {
        let feature = u16::from_le_bytes(self.array()?);
        Ok(Question { feature, threshold: self.f32()?, after_yes: self.u32()? })
    }
}

/// FNV-1a: enough to notice a cut or a changed byte.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Of the names of all columns, in their order.
fn features_digest() -> u64 {
    let names = [&input::first_names(), &input::second_names(), input::answer_names()].concat();
    checksum(names.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Model {
        Model {
            about: Value::Null,
            lexicon: Lexicon::default(),
            first: Forest::default(),
            kinds: vec![Forest::default(); PageType::ALL.len()],
            second: Forest::default(),
            confidence: Forest::default(),
        }
    }

    fn small() -> Model {
        let mut leaves = [0.0; LEAVES];
        leaves[..2].fill(0.25);
        let question = Question { feature: 1, threshold: 0.5, after_yes: !1 };
        let tree = Tree::new(vec![question], leaves);
        let first = Forest { base: 0.5, trees: vec![tree] };
        Model { about: serde_json::json!({"pages": 3}), first, ..empty() }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Model::read(&small().write()), Ok(small()));
    }

    #[test]
    fn the_shipped_model_is_whole() {
        let model = Model::read(SHIPPED).expect("the shipped model");
        assert!(model.first.trees.len() > 10 && model.about["pages"].as_u64() > Some(1000));
        assert!(SHIPPED.len() < 3_000_000, "{} bytes", SHIPPED.len());
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let good = small().write();
        assert_eq!(Model::read(b""), Err(ModelError::NotAModel));
        assert_eq!(Model::read(b"<html>no model</html>"), Err(ModelError::NotAModel));
        assert_eq!(Model::read(&good[..good.len() - 3]), Err(ModelError::Damaged));
        let mut changed = good.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        assert_eq!(Model::read(&changed), Err(ModelError::Damaged));
        let mut newer = good.clone();
        newer[8] = 9;
        assert_eq!(Model::read(&newer), Err(ModelError::Version { found: 9 }));
        let mut other = good[..good.len() - 8].to_vec();
        other[12] ^= 1;
        let sum = checksum(&other[8..]);
        other.extend(sum.to_le_bytes());
        assert_eq!(Model::read(&other), Err(ModelError::OtherFeatures));
    }

    #[test]
    fn cutting_anywhere_never_panics() {
        let good = small().write();
        (0..good.len()).for_each(|end| assert!(Model::read(&good[..end]).is_err()));
    }
}
