//! The model file: the trees of all steps, and what they were trained on.
//!
//! Little-endian numbers behind a magic word, a version, and a line of JSON that says where the model comes
//! from. A file of another version, of other features, cut or changed is refused with a reason.

use super::forest::Forest;
use super::input;
use super::lexicon::Lexicon;
use super::packed::{Reader, write_forest, write_words};
use dehusk_extract::PageType;
use serde_json::Value;
use std::sync::{Arc, LazyLock};

const MAGIC: &[u8; 8] = b"dehuskAU";
/// The version of the format that is written and read.
pub const VERSION: u32 = 6;

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
    /// Whether the answer is poor.
    pub risk: Forest,
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
        let about = std::str::from_utf8(about).map_err(|_| ModelError::Damaged)?;
        let about = serde_json::from_str(about).map_err(|_| ModelError::Damaged)?;
        let lexicon = reader.lexicon()?;
        let (first, second) = (reader.forest()?, reader.forest()?);
        let (confidence, risk) = (reader.forest()?, reader.forest()?);
        let kinds =
            (0..PageType::ALL.len()).map(|_| reader.forest()).collect::<Result<Vec<_>, _>>()?;
        let model = Model { about, lexicon, first, kinds, second, confidence, risk };
        // Nothing but the checksum is left of a whole file.
        if reader.rest.len() == 8 && model.fits() { Ok(model) } else { Err(ModelError::Damaged) }
    }

    fn fits(&self) -> bool {
        let page = input::page_width();
        self.first.fits(input::first_width())
            && self.second.fits(input::second_width())
            && self.confidence.fits(input::answer_width())
            && self.risk.fits(input::answer_width())
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
        let blocks = [&self.first, &self.second, &self.confidence, &self.risk];
        for forest in blocks.into_iter().chain(&self.kinds) {
            write_forest(forest, &mut body);
        }
        let sum = checksum(&body);
        [MAGIC.as_slice(), &body, &sum.to_le_bytes()].concat()
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
    use crate::forest::{LEAVES, Question, Tree};

    fn empty() -> Model {
        Model {
            about: Value::Null,
            lexicon: Lexicon::default(),
            first: Forest::default(),
            kinds: vec![Forest::default(); PageType::ALL.len()],
            second: Forest::default(),
            confidence: Forest::default(),
            risk: Forest::default(),
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
        assert_eq!(model.write(), SHIPPED);
        assert!(SHIPPED.len() < 200_000, "{} bytes", SHIPPED.len());
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
