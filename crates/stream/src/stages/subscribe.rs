//! WebSub: hubs that feeds name are asked to tell of changes, so that these arrive in seconds.
//!
//! A hub reaches us only if somebody has told us the public address of our server
//! ([`Settings::callback`](super::Settings::callback)). Each subscription has an address of its own that only we
//! and the hub know, and its questions are answered only while we wait for them. What a hub sends has to be
//! signed with the secret it was given, and is taken as word that there is something new: the feed itself is
//! then visited, with its conditional request and in its turn. So a hub can not make up articles, and a feed is
//! read in one way only. Feeds are visited by their schedule all the same: hubs forget.

use super::commit::Command;
use super::engine::{Shared, StreamError};
use super::handle::Handle;
use super::hub_answers::{Answer, LEASE, callback_of, is_callback_key, is_signed, new_secret};
use crate::store::{Reader, StoreError, Subscription, now_ms};
use std::sync::Arc;
use std::time::Duration;
use url::form_urlencoded;

/// How often it is looked whether hubs are to be asked.
const LOOK: Duration = Duration::from_secs(10);
/// Hubs asked in one look.
const AT_ONCE: u32 = 50;
/// What a hub asks before it begins or ends a subscription.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HubQuestion {
    /// `subscribe`, `unsubscribe` or `denied`.
    pub mode: String,
    /// What it knows the feed by.
    pub topic: String,
    /// What is to be repeated for a yes.
    pub challenge: String,
    /// For how many seconds it would tell us.
    pub lease_seconds: Option<i64>,
}

/// What became of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// The feed is visited.
    Visited,
    /// It is not signed as agreed, and nothing was done.
    Unsigned,
    /// Nobody wants it (any more).
    Unwanted,
}

/// Asks hubs for as long as the stream runs.
pub async fn run(shared: Arc<Shared>) {
    let Some(callback) = shared.settings.callback.clone() else { return };
    loop {
        match due(&shared).await {
            Ok(due) => {
                for subscription in due {
                    subscribe(&shared, callback.as_str(), subscription).await;
                }
            }
            Err(error) => shared.say(&format!("hubs cannot be asked: {error}")),
        }
        tokio::time::sleep(LOOK).await;
    }
}

async fn due(shared: &Arc<Shared>) -> Result<Vec<Subscription>, StoreError> {
    let directory = shared.directory.clone();
    let look = move || Reader::open(&directory)?.subscriptions_due(now_ms(), AT_ONCE);
    tokio::task::spawn_blocking(look).await.unwrap_or(Ok(Vec::new()))
}

async fn subscribe(shared: &Arc<Shared>, callback: &str, mut asked: Subscription) {
    if asked.secret.is_empty() {
        let Some(secret) = new_secret() else { return };
        asked.secret = secret;
    }
    // Kept before the hub is asked: it may ask back before its answer has arrived.
    let noted = Handle::of(shared).ask(|reply| Command::Subscribe(asked.clone(), reply)).await;
    if noted.is_err() {
        return;
    }
    let body = form_urlencoded::Serializer::new(String::new())
        .append_pair("hub.mode", "subscribe")
        .append_pair("hub.topic", &asked.topic)
        .append_pair("hub.callback", &callback_of(callback, &asked))
        .append_pair("hub.secret", &asked.secret)
        .append_pair("hub.lease_seconds", &LEASE.to_string())
        .finish();
    let headers = vec![("content-type", "application/x-www-form-urlencoded".to_string())];
    match shared.fetcher.post(&asked.hub, headers, body.into_bytes()).await {
        Ok(()) => shared.counts.one("hub_asked"),
        Err(error) => {
            shared.counts.one("hub_failed");
            shared.counts.one(error.kind());
        }
    }
}

/// The subscription of a feed, for whoever knows the key of its address.
async fn subscription(
    shared: &Arc<Shared>,
    feed: i64,
    key: &str,
) -> Result<Option<Subscription>, StreamError> {
    let directory = shared.directory.clone();
    let look = move || Reader::open(&directory)?.subscription(feed);
    let found = tokio::task::spawn_blocking(look).await.unwrap_or(Ok(None))?;
    Ok(found.filter(|known| is_callback_key(known, key)))
}

/// Answers the question of a hub.
pub async fn confirm(
    shared: &Arc<Shared>,
    feed: i64,
    key: &str,
    asked: &HubQuestion,
) -> Result<Option<String>, StreamError> {
    let known = subscription(shared, feed, key).await?;
    let answer = known.map_or(Answer::Refused, |known| Answer::to(asked, &known, now_ms()));
    let handle = Handle::of(shared);
    match answer {
        Answer::Until(expires) => {
            handle.ask(|reply| Command::Subscribed(feed, Some(expires), reply)).await?;
            shared.counts.one("hub_subscribed");
            Ok(Some(asked.challenge.clone()))
        }
        Answer::Denied => {
            handle.ask(|reply| Command::Subscribed(feed, None, reply)).await?;
            shared.counts.one("hub_denied");
            Ok(Some(String::new()))
        }
        Answer::Refused => {
            shared.counts.one("hub_question_refused");
            Ok(None)
        }
    }
}

/// Takes a delivery.
pub async fn delivered(
    shared: &Arc<Shared>,
    feed: i64,
    key: &str,
    signature: Option<&str>,
    body: &[u8],
) -> Result<Delivered, StreamError> {
    let known = subscription(shared, feed, key).await?;
    let Some(known) = known.filter(|known| known.is_running(now_ms())) else {
        shared.counts.one("hub_delivery_unwanted");
        return Ok(Delivered::Unwanted);
    };
    if !signature.is_some_and(|signature| is_signed(signature, &known.secret, body)) {
        shared.counts.one("hub_delivery_unsigned");
        return Ok(Delivered::Unsigned);
    }
    shared.counts.one("hub_delivered");
    Handle::of(shared).visit_feed(feed).await?;
    Ok(Delivered::Visited)
}
