//! Pages that a corpus has more than once.

use crate::corpus::Corpus;
use crate::run::{document, site_key};
use dehusk_site::{DuplicateCounts, Duplicates, Keys, Observation, head_title};

/// Counts the duplicates among the pages of a corpus whose address is known, in time order.
pub fn count(corpus: &Corpus, keys: &Keys) -> DuplicateCounts {
    let mut records: Vec<_> =
        corpus.records().iter().filter(|r| r.host.is_some() || r.url.is_some()).collect();
    records.sort_by_key(|record| (record.day(), &record.id));
    let mut duplicates = Duplicates::default();
    for record in records {
        let Ok((document, _)) = document(corpus, record) else { continue };
        let title = record.title.clone().or_else(|| head_title(&document));
        let Ok((url, key)) = site_key(keys, record, title.as_deref()) else { continue };
        let seen = Observation::of(key, 0, &document);
        duplicates.add(keys, &url, title.as_deref(), &seen);
    }
    duplicates.counts()
}
