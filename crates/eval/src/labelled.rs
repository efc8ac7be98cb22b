//! Blocks with their features and what the gold says of them: what studies of features start from.

use crate::corpus::Corpus;
use crate::learners::Data;
use crate::measures::BlockGold;
use crate::run::document;
use dehusk::extractor::Features;

/// All labelled blocks of corpora by all our features, content or not, each as heavy as it has words; pages without
/// labels or that can not be read have none.
pub fn blocks(corpora: &[Corpus]) -> Data {
    let mut data = Data::new(Features::names().to_vec(), 2);
    for corpus in corpora {
        for record in corpus.records().iter().filter(|r| !r.blocks.is_empty()) {
            let Ok((document, _)) = document(corpus, record) else { continue };
            let Some(gold) = BlockGold::align(record, &document) else { continue };
            for (features, &(content, words)) in document.features().iter().zip(gold.blocks()) {
                data.push(&features.to_vec(), usize::from(content), words as f32);
            }
        }
    }
    data
}
