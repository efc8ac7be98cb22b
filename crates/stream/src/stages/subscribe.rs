//! WebSub: hubs that feeds name are asked to tell of changes, so that these arrive in seconds.
//!
//! A hub reaches us only if somebody has told us the public address of our server
//! ([`Settings::callback`](super::Settings::callback)). What it sends has to be signed with the secret it was
//! given, and is taken as word that there is something new: the feed itself is then visited, with its
//! conditional request and in its turn. So a hub can not make up articles, and a feed is read in one way only.
//! Feeds are visited by their schedule all the same: hubs forget.

use super::commands::{Command, StoreQueue};
use super::{Say, StreamError};
use crate::counts::{Counter, Counts};
use crate::fetch::Fetcher;
use crate::store::{Reader, StoreError, Subscription, now_ms};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use url::{Url, form_urlencoded};

/// How often it is looked whether hubs are to be asked.
const LOOK: Duration = Duration::from_secs(10);
/// Hubs asked in one look.
const AT_ONCE: u32 = 50;
/// Seconds for which we ask to be told, and the most a hub may make of it.
const LEASE: i64 = 10 * 86_400;
const LONGEST_LEASE: i64 = 90 * 86_400;

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
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn due(&self) -> Result<Vec<Subscription>, StoreError> {
        let directory = self.directory.clone();
        let look = move || Reader::open(&directory)?.subscriptions_due(now_ms(), AT_ONCE);
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
        let own_address = format!("{}/{}", callback.trim_end_matches('/'), asked.feed);
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("hub.mode", "subscribe")
            .append_pair("hub.topic", &asked.topic)
            .append_pair("hub.callback", &own_address)
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

    async fn subscription(&self, feed: i64) -> Result<Option<Subscription>, StreamError> {
        let directory = self.directory.clone();
        let look = move || Reader::open(&directory)?.subscription(feed);
        Ok(tokio::task::spawn_blocking(look).await.unwrap_or(Ok(None))?)
    }

    /// Answers the question of a hub.
    pub async fn confirm(
        &self,
        feed: i64,
        asked: &HubQuestion,
    ) -> Result<Option<String>, StreamError> {
        let known = self.subscription(feed).await?.filter(|known| known.topic == asked.topic);
        match (asked.mode.as_str(), known) {
            ("subscribe", Some(_)) => {
                let lease = asked.lease_seconds.unwrap_or(LEASE).clamp(60, LONGEST_LEASE);
                let expires = Some(now_ms() + lease * 1000);
                self.store.ask(|reply| Command::Subscribed(feed, expires, reply)).await?;
                self.counts.one(Counter::HubSubscribed);
                Ok(Some(asked.challenge.clone()))
            }
            ("denied", Some(_)) => {
                self.store.ask(|reply| Command::Subscribed(feed, None, reply)).await?;
                self.counts.one(Counter::HubDenied);
                Ok(Some(String::new()))
            }
            // We never ask for an end: a feed nobody wants answers that it is gone.
            ("unsubscribe", None) => Ok(Some(asked.challenge.clone())),
            _ => {
                self.counts.one(Counter::HubQuestionRefused);
                Ok(None)
            }
        }
    }

    /// Takes a delivery.
    pub async fn delivered(
        &self,
        feed: i64,
        signature: Option<&str>,
        body: &[u8],
    ) -> Result<Delivered, StreamError> {
        let Some(known) = self.subscription(feed).await? else {
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

/// 32 characters that nobody can guess.
fn new_secret() -> Option<String> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether `METHOD=HEX` is the signature of a body; compared without telling by its time how much is right.
fn is_signed(signature: &str, secret: &str, body: &[u8]) -> bool {
    let Some((method, hex)) = signature.split_once('=') else { return false };
    let algorithm = match method.trim().to_ascii_lowercase().as_str() {
        "sha1" => hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY,
        "sha256" => hmac::HMAC_SHA256,
        "sha384" => hmac::HMAC_SHA384,
        "sha512" => hmac::HMAC_SHA512,
        _ => return false,
    };
    let Some(tag) = from_hex(hex.trim()) else { return false };
    hmac::verify(&hmac::Key::new(algorithm, secret.as_bytes()), body, &tag).is_ok()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok())).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks_exact(2).map(|pair| pair.iter().fold(0, |byte, d| byte * 16 + d)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_checked() {
        // RFC 2202, test case 2, and RFC 4231, test case 2.
        let (secret, body) = ("Jefe", b"what do ya want for nothing?");
        let sha1 = "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79";
        let sha256 = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert!(is_signed(sha1, secret, body) && is_signed(sha256, secret, body));
        assert!(!is_signed(sha256, "Jeff", body) && !is_signed(sha256, secret, b"what"));
        for wrong in ["", "sha256", "sha256=", "sha256=zz", "md5=00", "sha256=5", &sha1[..20]] {
            assert!(!is_signed(wrong, secret, body), "{wrong}");
        }
        assert_ne!(new_secret(), new_secret());
    }
}
