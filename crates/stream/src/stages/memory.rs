//! What each site has shown, in the thread that has the site.
//!
//! The thread runs ahead of the store, so it holds the memories of its sites and learns at once; the store
//! is told what to keep of it in the transaction that keeps the article. A memory is dropped to make room
//! only when the store has everything the memory has.

use super::commit::Command;
use super::engine::Shared;
use crate::store::{Reader, StoreError};
use dehusk::{Document, Extractor, Selection};
use dehusk_site::store::{Learner, Lesson};
use dehusk_site::{KeyError, Normalizer, Observation, UrlKey};
use std::collections::HashMap;
use tokio::sync::oneshot;

/// When there is no room, so much of a hundred of it is made: making it waits for the store.
const ROOM_PERCENT: usize = 10;

struct Held {
    learner: Learner,
    used: u64,
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
    /// No memories yet, and room for so many bytes of them.
    pub fn new(budget: usize) -> SiteMemories {
        SiteMemories {
            held: HashMap::new(),
            normalizer: Normalizer::masking(),
            clock: 0,
            bytes: 0,
            budget,
        }
    }

    /// The key of an address. Where no rule names its parameters they stay, but for those of which the site
    /// has shown that they say nothing.
    pub fn key(
        &mut self,
        shared: &Shared,
        reader: &Reader,
        url: &str,
        title: Option<&str>,
    ) -> Result<Result<UrlKey, KeyError>, StoreError> {
        let mut failure = None;
        let key = shared.keys.careful_key(url, title, |site, form, name| {
            match self.hold(shared, reader, site) {
                Ok(held) => held.learner.memory().says_nothing(form, name),
                Err(error) => {
                    failure = Some(error);
                    false
                }
            }
        });
        failure.map_or(Ok(key), Err)
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
        let counts = &shared.counts;
        let seen = counts.time("site memory", || {
            Observation::with(&mut self.normalizer, key, seconds, &document)
        });
        let held = self.hold(shared, reader, seen.key().domain())?;
        let hint = counts.time("site memory", || held.learner.memory_mut().hint(&seen));
        let support = hint.pages;
        let document = document.with_hint(hint);
        let selection = counts.time("extract", || extractor.extract(&document));
        let observation = match selection.page_level() {
            Some(probabilities) => seen.judged(probabilities),
            None => seen,
        };
        Ok((document, selection, Seen { observation, support }))
    }

    /// Whether a document may be a copy of another of its site.
    pub fn may_be_copy(
        &mut self,
        shared: &Shared,
        reader: &Reader,
        observation: &Observation,
    ) -> Result<bool, StoreError> {
        let held = self.hold(shared, reader, observation.key().domain())?;
        Ok(held.learner.memory().may_be_copy(observation))
    }

    /// Learns from a document whose article is kept; what the store has to keep of that.
    pub fn learn(
        &mut self,
        shared: &Shared,
        reader: &Reader,
        observation: &Observation,
    ) -> Result<Lesson, StoreError> {
        let held = self.hold(shared, reader, observation.key().domain())?;
        let before = held.learner.bytes();
        let lesson = held.learner.learn(observation);
        let after = held.learner.bytes();
        shared.memories_grew(before, after);
        self.bytes = self.bytes - before + after;
        Ok(lesson)
    }

    fn hold(
        &mut self,
        shared: &Shared,
        reader: &Reader,
        site: &str,
    ) -> Result<&mut Held, StoreError> {
        self.clock += 1;
        // Also where the site is held: all of them grow.
        if self.bytes > self.budget {
            self.make_room(shared);
        }
        let held = match self.held.entry(site.into()) {
            std::collections::hash_map::Entry::Occupied(held) => held.into_mut(),
            std::collections::hash_map::Entry::Vacant(place) => {
                let learner = shared.counts.time("memory load", || reader.learner(site))?;
                if learner.was_damaged() {
                    shared.counts.one("memory_damaged");
                    shared.say(&format!("what was known of {site} is damaged: it is learned anew"));
                }
                self.bytes += learner.bytes();
                shared.memories_grew(0, learner.bytes());
                place.insert(Held { learner, used: 0 })
            }
        };
        held.used = self.clock;
        Ok(held)
    }

    /// Drops the memories that were used longest ago, until there is room again.
    fn make_room(&mut self, shared: &Shared) {
        if !flush(shared) {
            return;
        }
        let mut by_use: Vec<(u64, String)> =
            self.held.iter().map(|(site, held)| (held.used, site.clone())).collect();
        by_use.sort();
        for (_, site) in by_use {
            if self.bytes <= self.budget / 100 * (100 - ROOM_PERCENT) {
                break;
            }
            if let Some(held) = self.held.remove(&site) {
                self.bytes -= held.learner.bytes();
                shared.memories_grew(held.learner.bytes(), 0);
                shared.counts.one("memories_rested");
            }
        }
    }
}

/// Waits until the store has everything that was sent to it; whether it has.
pub fn flush(shared: &Shared) -> bool {
    let (reply, kept) = oneshot::channel();
    shared.commits.blocking_send(Command::Flush(reply)).is_ok() && kept.blocking_recv().is_ok()
}
