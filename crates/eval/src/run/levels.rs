//! Site-level extractors of the literature, which want the pages of a site all at once.

use crate::corpus::{Corpus, Record};
use crate::measures::BlockGold;
use crate::predictions::Prediction;
use dehusk::Article;
use dehusk::extractor::{Document, Entry};
use std::collections::HashMap;
use std::sync::Arc;

/// The text of each page of a site, in the order of the stream, by its id. A page that can not be read is
/// left out.
pub(super) fn texts(
    corpus: &Corpus,
    records: &[Record],
    entry: &Entry,
) -> HashMap<String, Prediction> {
    let read = |record| Some((record, Arc::new(super::document(corpus, record).ok()?.0)));
    let pages: Vec<(&Record, Arc<Document>)> = records.iter().filter_map(read).collect();
    let documents: Vec<&Document> = pages.iter().map(|(_, document)| document.as_ref()).collect();
    let selections = entry.of_pages().map(|level| level.extract(&documents)).unwrap_or_default();
    let text = |((record, document), selection): (&(&Record, Arc<Document>), _)| {
        let gold = BlockGold::align(record, document);
        let blocks = gold.map(|gold| gold.judge(document, &selection));
        let text = Article::new(Arc::clone(document), selection, entry.name()).text();
        let id = record.id.clone();
        (id.clone(), Prediction { id, text, blocks, ..Prediction::default() })
    };
    pages.iter().zip(selections).map(text).collect()
}
