//! What each site has shown, in the thread that has the site.
//!
//! The thread runs ahead of the store, so it holds the memories of its sites itself and learns at once; the
//! store is told what was learned in the transaction that keeps the article, and both go the same way. A
//! memory is dropped to make room only when the store has everything the memory has.

use super::commit::Command;
use super::engine::Shared;
use crate::store::{Reader, StoreError};
use dehusk::{Document, Extractor, Selection};
use dehusk_site::{Normalizer, Observation, Retention, SiteMemory, UrlKey};
use std::collections::HashMap;
use tokio::sync::oneshot;

/// Bytes of memories all threads hold together.
const BUDGET: usize = 128 << 20;
/// A memory is measured again after so many documents: measuring takes time for each of its documents.
const MEASURED_AFTER: u32 = 32;

struct Held {
    memory: SiteMemory,
    used: u64,
    bytes: usize,
    unmeasured: u32,
}

/// The memories of a thread's sites.
pub struct SiteMemories {
    held: HashMap<String, Held>,
    normalizer: Normalizer,
    clock: u64,
    bytes: usize,
    budget: usize,
}

/// A document as its site's memory saw it, before it was learned from.
pub struct Seen {
    /// What is to be learned.
    pub observation: Observation,
    /// Documents of the site that were known before.
    pub support: u32,
}

impl SiteMemories {
    /// No memories yet, for one of so many threads.
    pub fn new(threads: usize) -> SiteMemories {
        SiteMemories {
            held: HashMap::new(),
            normalizer: Normalizer::masking(),
            clock: 0,
            bytes: 0,
            budget: BUDGET / threads.max(1),
        }
    }

    /// Extracts a document with what its site has shown before. Nothing is learned yet.
    pub fn extract(
        &mut self,
        shared: &Shared,
        reader: &Reader,
        extractor: &dyn Extractor,
        document: Document,
        key: UrlKey,
        seconds: i64,
    ) -> Result<(Document, Selection, Seen), StoreError> {
        let seen = Observation::with(&mut self.normalizer, key, seconds, &document);
        let held = self.hold(shared, reader, seen.key().domain())?;
        let hint = held.memory.hint(&seen);
        let support = hint.pages;
        let document = document.with_hint(hint);
        let selection = extractor.extract(&document);
        let observation = match selection.page_level() {
            Some(probabilities) => seen.judged(probabilities),
            None => seen,
        };
        Ok((document, selection, Seen { observation, support }))
    }

    /// Learns from a document whose article is kept.
    pub fn learn(&mut self, observation: &Observation) {
        let Some(held) = self.held.get_mut(observation.key().domain()) else { return };
        held.memory.observe(observation);
        held.unmeasured += 1;
        if held.unmeasured >= MEASURED_AFTER {
            self.bytes -= held.bytes;
            held.bytes = held.memory.heap_bytes();
            held.unmeasured = 0;
            self.bytes += held.bytes;
        }
    }

    fn hold(
        &mut self,
        shared: &Shared,
        reader: &Reader,
        site: &str,
    ) -> Result<&mut Held, StoreError> {
        self.clock += 1;
        if !self.held.contains_key(site) {
            if self.bytes > self.budget {
                self.make_room(shared);
            }
            let known = reader.memory(site)?;
            let memory = known.unwrap_or_else(|| SiteMemory::new(Retention::default()));
            let bytes = memory.heap_bytes();
            self.bytes += bytes;
            let held = Held { memory, used: 0, bytes, unmeasured: 0 };
            self.held.insert(site.into(), held);
        }
        let clock = self.clock;
        let held = self.held.entry(site.into()).or_insert_with(|| Held {
            memory: SiteMemory::new(Retention::default()),
            used: 0,
            bytes: 0,
            unmeasured: 0,
        });
        held.used = clock;
        Ok(held)
    }

    /// Drops the memories that were used longest ago, down to half of the budget.
    fn make_room(&mut self, shared: &Shared) {
        let (reply, kept) = oneshot::channel();
        let sent = shared.commits.blocking_send(Command::Flush(reply));
        if sent.is_err() || kept.blocking_recv().is_err() {
            return;
        }
        shared.counts.one("memories_rested");
        let mut by_use: Vec<(u64, String)> =
            self.held.iter().map(|(site, held)| (held.used, site.clone())).collect();
        by_use.sort();
        for (_, site) in by_use {
            if self.bytes <= self.budget / 2 {
                break;
            }
            if let Some(held) = self.held.remove(&site) {
                self.bytes -= held.bytes;
            }
        }
    }
}
