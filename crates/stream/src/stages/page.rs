//! The fetch stage: the page of an item, in its site's turn.

use super::commit::{Command, PageOutcome};
use super::engine::Shared;
use super::extract::PageTask;
use crate::fetch::{Condition, FetchError, Purpose, site_of};
use crate::store::{ItemRow, now_ms};
use std::sync::Arc;

/// Fetches a page and hands it to the thread that has its site, or its failure to the store.
pub async fn fetch(shared: &Arc<Shared>, item: ItemRow) {
    let got = shared.fetcher.get(&item.url, Purpose::Page, &Condition::default()).await;
    let fetched = match got {
        Ok(fetched) => fetched,
        Err(error) => return failed(shared, item, &error).await,
    };
    shared.counts.one("pages_fetched");
    shared.counts.took("page fetch", fetched.time);
    if fetched.cut {
        shared.counts.one("page_cut");
    }
    // Waits while too much is on its way: the network is faster than extraction.
    let kilobytes = u32::try_from(fetched.bytes.len() / 1024 + 1).unwrap_or(u32::MAX);
    let room = kilobytes.min(super::engine::BUFFER_KB);
    let held = shared.buffer.clone().acquire_many_owned(room).await.ok();
    let shard = shared.shard(&site_of(&fetched.url));
    let task = PageTask { item, fetched, at: now_ms(), _held: held };
    let _ = shard.send(Some(Box::new(task))).await;
}

async fn failed(shared: &Arc<Shared>, item: ItemRow, error: &FetchError) {
    shared.counts.one("page_failed");
    shared.counts.one(error.kind());
    let again = shared.settings.retries.after(item.tries + 1, error.retry_after());
    let told = format!("{}: {error}", error.kind());
    let result = match again.filter(|_| !error.is_lasting()) {
        Some(wait) => {
            let ms = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
            PageOutcome::Again(told, now_ms().saturating_add(ms))
        }
        None => PageOutcome::GivenUp(told),
    };
    outcome(shared, item, result).await;
}

async fn outcome(shared: &Arc<Shared>, item: ItemRow, outcome: PageOutcome) {
    let _ = shared.commits.send(Command::Page(item, outcome)).await;
}
