//! What each site has shown, in the thread that has the site.
//!
//! The thread runs ahead of the store, so it holds the memories of its sites and learns at once; the store
//! is told what to keep of it in the transaction that keeps the article. A memory is dropped to make room
//! only when the store has everything the memory has.

use super::commands::Kept;
use crate::counts::{Counter, Counts, Stage};
use crate::store::{Reader, StoreError};
use dehusk::extractor::{Document, Extractor, Selection};
use dehusk_site::store::{Learner, Lesson};
use dehusk_site::{KeyError, Keys, Normalizer, Observation, Remembered, UrlKey, extract};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// When there is no room, so much of a hundred of it is made at once.
const ROOM_PERCENT: usize = 10;

struct Held {
    learner: Learner,
    used: u64,
    /// The number of the last article it has learned from.
    taught: u64,
}

/// The memories of a thread's sites.
pub struct SiteMemories {
    keys: Arc<Keys>,
    counts: Arc<Counts>,
    /// How many articles the store has, and with them what was learned from them.
    kept: Kept,
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
    /// No memories yet, and room for so many bytes of them.
    pub fn new(
        budget: usize,
        extractor: &dyn Extractor,
        keys: Arc<Keys>,
        counts: Arc<Counts>,
        kept: Kept,
    ) -> SiteMemories {
        SiteMemories {
            keys,
            counts,
            kept,
            held: HashMap::new(),
            normalizer: Normalizer::of(extractor),
            clock: 0,
            bytes: 0,
            budget,
        }
    }

    /// The key of an address. Where no rule names its parameters they stay, but for those of which the site
    /// has shown that they say nothing.
    pub fn key(
        &mut self,
        reader: &Reader,
        url: &str,
        title: Option<&str>,
    ) -> Result<Result<UrlKey, KeyError>, StoreError> {
        let mut failure = None;
        let keys = self.keys.clone();
        let key = keys.careful_key(url, title, |site, form, name| match self.hold(reader, site) {
            Ok(held) => held.learner.memory().says_nothing(form, name),
            Err(error) => {
                failure = Some(error);
                false
            }
        });
        failure.map_or(Ok(key), Err)
    }

    /// Extracts a document with what its site has shown before. Nothing is learned yet.
    pub fn extract(
        &mut self,
        reader: &Reader,
        extractor: &dyn Extractor,
        document: Document,
        key: UrlKey,
        seconds: i64,
    ) -> Result<(Document, Selection, Seen), StoreError> {
        let counts = self.counts.clone();
        let seen = counts.time(Stage::SiteMemory, || {
            Observation::with(&mut self.normalizer, key, seconds, &document)
        });
        let held = self.hold(reader, seen.key().domain())?;
        let hint =
            counts.time(Stage::SiteMemory, || held.learner.memory_mut().hint_for(extractor, &seen));
        let support = hint.pages;
        let Remembered { document, selection, lesson } =
            counts.time(Stage::Extract, || extract(extractor, document, seen, hint));
        Ok((document, selection, Seen { observation: lesson, support }))
    }

    /// Whether a document may be a copy of another of its site.
    pub fn may_be_copy(
        &mut self,
        reader: &Reader,
        observation: &Observation,
    ) -> Result<bool, StoreError> {
        let held = self.hold(reader, observation.key().domain())?;
        Ok(held.learner.memory().may_be_copy(observation))
    }

    /// Learns from a document whose article is sent to the store under a number; what the store has to keep of that.
    pub fn learn(
        &mut self,
        reader: &Reader,
        observation: &Observation,
        number: u64,
    ) -> Result<Lesson, StoreError> {
        let held = self.hold(reader, observation.key().domain())?;
        let before = held.learner.bytes();
        let lesson = held.learner.learn(observation);
        held.taught = number;
        let after = held.learner.bytes();
        self.counts.memory_resized(before, after);
        self.bytes = self.bytes - before + after;
        Ok(lesson)
    }

    fn hold(&mut self, reader: &Reader, site: &str) -> Result<&mut Held, StoreError> {
        self.clock += 1;
        // Also where the site is held: all of them grow.
        if self.bytes > self.budget {
            self.make_room();
        }
        let held = match self.held.entry(site.into()) {
            Entry::Occupied(held) => held.into_mut(),
            Entry::Vacant(place) => {
                let learner = self.counts.time(Stage::MemoryLoad, || reader.learner(site))?;
                if learner.was_damaged() {
                    self.counts.one(Counter::MemoryDamaged);
                }
                self.bytes += learner.bytes();
                self.counts.memory_resized(0, learner.bytes());
                place.insert(Held { learner, used: 0, taught: 0 })
            }
        };
        held.used = self.clock;
        Ok(held)
    }

    /// Drops the memories that were used longest ago, until there is room again. Those of which the store lacks
    /// something stay, however little room there is: it has them in a moment, and nobody waits for that here.
    fn make_room(&mut self) {
        let kept = self.kept.number();
        let may_go = self.held.iter().filter(|(_, held)| held.taught <= kept);
        let mut by_use: Vec<(u64, String)> =
            may_go.map(|(site, held)| (held.used, site.clone())).collect();
        by_use.sort();
        for (_, site) in by_use {
            if self.bytes <= self.budget / 100 * (100 - ROOM_PERCENT) {
                break;
            }
            if let Some(held) = self.held.remove(&site) {
                self.bytes -= held.learner.bytes();
                self.counts.memory_resized(held.learner.bytes(), 0);
                self.counts.one(Counter::MemoriesRested);
            }
        }
    }
}
