//! The fetch stage: the page of an item, in its site's turn.

use super::commands::{Command, PageOutcome, StoreQueue};
use super::extractor_pool::ExtractorPool;
use crate::counts::{Counter, Counts, Stage};
use crate::fetch::{Condition, FetchError, Fetcher, Purpose};
use crate::schedule::{Retries, to_ms};
use crate::store::ItemRow;
use std::sync::Arc;
use std::time::Duration;

/// Fetches pages.
pub struct PageFetcher {
    /// Who fetches.
    pub fetcher: Arc<Fetcher>,
    /// Where pages go.
    pub extractors: ExtractorPool,
    /// Where failures go.
    pub store: StoreQueue,
    /// How often pages are tried.
    pub retries: Retries,
    /// What is counted.
    pub counts: Arc<Counts>,
}

/// A site that wants to be left alone for longer has failed: its pages would come back for ever.
const LONGEST_LATER: Duration = Duration::from_secs(3600);

/// How long something has to wait that could not be tried, because it leads to a site that may not be asked yet.
pub fn later(error: &FetchError) -> Option<Duration> {
    let wait = error.retry_after().filter(|wait| *wait <= LONGEST_LATER);
    wait.filter(|_| matches!(error, FetchError::Later { .. }))
}

impl PageFetcher {
    /// Fetches a page and hands it to the thread that has its site, or its failure to the store. Gives the item back
    /// with a wait if it leads to a site that may not be asked yet.
    pub async fn fetch(&self, item: ItemRow) -> Option<(ItemRow, Duration)> {
        let got = self.fetcher.get(&item.url, Purpose::Page, &Condition::default()).await;
        match got {
            Ok(fetched) => {
                self.counts.one(Counter::PagesFetched);
                self.counts.took(Stage::PageFetch, fetched.time);
                if fetched.cut {
                    self.counts.one(Counter::PageCut);
                }
                self.extractors.take(item, fetched, self.now_ms()).await;
            }
            Err(error) => match later(&error) {
                Some(wait) => {
                    self.counts.one(error.counter());
                    return Some((item, wait));
                }
                None => self.failed(item, &error).await,
            },
        }
        None
    }

    fn now_ms(&self) -> i64 {
        self.fetcher.policy().clock.now_ms()
    }

    async fn failed(&self, item: ItemRow, error: &FetchError) {
        self.counts.one(Counter::PageFailed);
        self.counts.one(error.counter());
        let told = format!("{}: {error}", error.kind());
        let again = self.retries.after(item.tries + 1, error.retry_after());
        let outcome = match again.filter(|_| !error.is_lasting()) {
            Some(wait) => PageOutcome::Again(told, self.now_ms().saturating_add(to_ms(wait))),
            None => PageOutcome::GivenUp(told),
        };
        self.store.put(Command::Page(item, outcome)).await;
    }
}
