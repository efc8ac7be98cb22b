//! What site memories cost on real pages: bytes a thousand documents, and processor time beyond parsing.

use crate::corpus::Corpus;
use crate::run::{document, seconds, site_key};
use cpu_time::ThreadTime;
use dehusk::auto::Auto;
use dehusk::extractor::{Extractor, SiteHint};
use dehusk_site::{Heuristic, Keys, Memories, Observation, Retention, Sites, head_title};
use std::time::Duration;

/// What was measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryCost {
    /// Documents that were played.
    pub documents: usize,
    /// Sites they belong to.
    pub sites: usize,
    /// Blocks they have.
    pub blocks: usize,
    /// Bytes that the URL Trees hold.
    pub tree_bytes: usize,
    /// Bytes that the memories hold, their trees included.
    pub memory_bytes: usize,
    /// Key, hashes, insertion and classification by `url-tree-strict`.
    pub tree_time: Duration,
    /// Key, hashes, shapes, hint and learning.
    pub memory_time: Duration,
}

/// Plays a corpus in time order, all sites in turn as they come.
pub fn cost(corpus: &Corpus) -> MemoryCost {
    let mut records: Vec<_> = corpus.records().iter().collect();
    records.sort_by_key(|record| (record.day(), &record.id));
    let (keys, auto) = (Keys::default(), Auto::default());
    let mut sites = Sites::new(Retention::default());
    let mut memories = Memories::new(Retention::default());
    let mut cost = MemoryCost::default();
    for record in records {
        let Ok((document, _)) = document(corpus, record) else { continue };
        let title = record.title.clone().or_else(|| head_title(&document));
        let Ok((_, key)) = site_key(&keys, record, title.as_deref()) else { continue };
        // Blocks and containers belong to parsing, and what auto says is not the memory's work.
        let document = document.with_hint(SiteHint::default());
        document.containers();
        cost.blocks += document.blocks().len();
        let judged = auto.extract(&document);
        let time = seconds(record);

        let begun = ThreadTime::now();
        let Ok((_, again)) = site_key(&keys, record, title.as_deref()) else { continue };
        drop(sites.observe(&again, time, &document).judgements(&Heuristic::strict()));
        cost.tree_time += begun.elapsed();

        let begun = ThreadTime::now();
        let seen = Observation::of(key, time, &document);
        let memory = memories.site_mut(seen.key().domain());
        let hint = memory.hint(&seen);
        memory.observe_after(&hint, &seen.judged_by(&judged));
        cost.memory_time += begun.elapsed();
        cost.documents += 1;
    }
    cost.sites = memories.len();
    (cost.tree_bytes, cost.memory_bytes) = (sites.heap_bytes(), memories.heap_bytes());
    cost
}
