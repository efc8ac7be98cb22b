//! WebSub: hubs that feeds name are asked to tell of changes, so that these arrive in seconds.
//!
//! A hub reaches us only if somebody has told us the public address of our server
//! ([`Settings::callback`](super::Settings::callback)). Each subscription has an address of its own that only we
//! and the hub know, and its questions are answered only while we wait for them. What a hub sends has to be
//! signed with the secret it was given, and is taken as word that there is something new: the feed itself is
//! then visited, with its conditional request and in its turn. So a hub can not make up articles, and a feed is
//! read in one way only. Feeds are visited by their schedule all the same: hubs forget.

use super::commands::{Command, StoreQueue};
use super::hub_answers::{Answer, LEASE, callback_of, is_callback_key, is_signed, new_secret};
use super::{Say, StreamError};
use crate::clock::Clock;
use crate::counts::{Counter, Counts};
use crate::fetch::Fetcher;
use crate::store::{Reader, StoreError, Subscription};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use url::{Url, form_urlencoded};

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

/// Talks to hubs.
pub struct Hubs {
    /// The folder of the store, where subscriptions are.
    pub directory: PathBuf,
    /// Where hubs reach this program; none asks no hub.
    pub callback: Option<Url>,
    /// Who asks.
    pub fetcher: Arc<Fetcher>,
    /// Where subscriptions are kept.
    pub store: StoreQueue,
    /// What is counted.
    pub counts: Arc<Counts>,
    /// Tells the user what went wrong.
    pub say: Say,
}

impl Hubs {
    /// Asks hubs for as long as the stream runs.
    pub async fn run(&self) {
        let Some(callback) = &self.callback else { return };
        loop {
            match self.due().await {
                Ok(due) => {
                    for subscription in due {
                        self.subscribe(callback.as_str(), subscription).await;
                    }
                }
                Err(error) => (self.say)(&format!("hubs cannot be asked: {error}")),
            }
            self.clock().sleep(LOOK).await;
        }
    }

    fn clock(&self) -> Clock {
        self.fetcher.policy().clock
    }

    async fn due(&self) -> Result<Vec<Subscription>, StoreError> {
        let (directory, now) = (self.directory.clone(), self.clock().now_ms());
        let look = move || Reader::open(&directory)?.subscriptions_due(now, AT_ONCE);
        tokio::task::spawn_blocking(look).await.unwrap_or(Ok(Vec::new()))
    }

    async fn subscribe(&self, callback: &str, mut asked: Subscription) {
        if asked.secret.is_empty() {
            let Some(secret) = new_secret() else { return };
            asked.secret = secret;
        }
        // Kept before the hub is asked: it may ask back before its answer has arrived.
        let noted = self.store.ask(|reply| Command::Subscribe(asked.clone(), reply)).await;
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
        match self.fetcher.post(&asked.hub, headers, body.into_bytes()).await {
            Ok(()) => self.counts.one(Counter::HubAsked),
            Err(error) => {
                self.counts.one(Counter::HubFailed);
                self.counts.one(error.counter());
            }
        }
    }

    /// The subscription of a feed, for whoever knows the key of its address.
    async fn subscription(
        &self,
        feed: i64,
        key: &str,
    ) -> Result<Option<Subscription>, StreamError> {
        let directory = self.directory.clone();
        let look = move || Reader::open(&directory)?.subscription(feed);
        let found = tokio::task::spawn_blocking(look).await.unwrap_or(Ok(None))?;
        Ok(found.filter(|known| is_callback_key(known, key)))
    }

    /// Answers the question of a hub.
    pub async fn confirm(
        &self,
        feed: i64,
        key: &str,
        asked: &HubQuestion,
    ) -> Result<Option<String>, StreamError> {
        let known = self.subscription(feed, key).await?;
        let answer =
            known.map_or(Answer::Refused, |known| Answer::to(asked, &known, self.clock().now_ms()));
        match answer {
            Answer::Until(expires) => {
                self.store.ask(|reply| Command::Subscribed(feed, Some(expires), reply)).await?;
                self.counts.one(Counter::HubSubscribed);
                Ok(Some(asked.challenge.clone()))
            }
            Answer::Denied => {
                self.store.ask(|reply| Command::Subscribed(feed, None, reply)).await?;
                self.counts.one(Counter::HubDenied);
                Ok(Some(String::new()))
            }
            Answer::Refused => {
                self.counts.one(Counter::HubQuestionRefused);
                Ok(None)
            }
        }
    }

    /// Takes a delivery.
    pub async fn delivered(
        &self,
        feed: i64,
        key: &str,
        signature: Option<&str>,
        body: &[u8],
    ) -> Result<Delivered, StreamError> {
        let known = self.subscription(feed, key).await?;
        let Some(known) = known.filter(|known| known.is_running(self.clock().now_ms())) else {
            self.counts.one(Counter::HubDeliveryUnwanted);
            return Ok(Delivered::Unwanted);
        };
        if !signature.is_some_and(|signature| is_signed(signature, &known.secret, body)) {
            self.counts.one(Counter::HubDeliveryUnsigned);
            return Ok(Delivered::Unsigned);
        }
        self.counts.one(Counter::HubDelivered);
        self.store.ask(|reply| Command::VisitFeed(feed, reply)).await?;
        Ok(Delivered::Visited)
    }
}
