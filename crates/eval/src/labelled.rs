//! Blocks with their features and what the gold says of them: what studies of features start from.

use crate::corpus::Corpus;
use crate::measures::BlockGold;
use crate::run::document;
use dehusk::extractor::Features;

/// A block of a page whose gold labels blocks.
#[derive(Clone, Debug)]
pub struct LabelledBlock {
    /// Its features, in the order of [`feature_names`].
    pub features: Vec<f32>,
    /// Its words.
    pub words: usize,
    /// Whether it is content.
    pub content: bool,
}

/// The names of the features.
pub fn feature_names() -> Vec<String> {
    Features::names().to_vec()
}

/// All labelled blocks of a corpus; pages without labels or that can not be read have none.
pub fn blocks(corpus: &Corpus) -> Vec<LabelledBlock> {
    let mut out = Vec::new();
    for record in corpus.records().iter().filter(|r| !r.blocks.is_empty()) {
        let Ok((document, _)) = document(corpus, record) else { continue };
        let Some(gold) = BlockGold::align(record, &document) else { continue };
        let features = document.features().iter();
        out.extend(features.zip(gold.blocks()).map(|(features, &(content, words))| {
            LabelledBlock { features: features.to_vec(), words, content }
        }));
    }
    out
}
