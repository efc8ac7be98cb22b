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
use crate::store::{Reader, StoreError, Subscription, now_ms};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use std::sync::Arc;
use std::time::Duration;
use url::form_urlencoded;

/// How often it is looked whether hubs are to be asked.
const LOOK: Duration = Duration::from_secs(10);
/// Hubs asked in one look.
const AT_ONCE: u32 = 50;
/// Seconds for which we ask to be told, and the least and the most a hub may make of it.
const LEASE: i64 = 10 * 86_400;
const SHORTEST_LEASE: i64 = 60;
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

/// Where a hub reaches us with word of a subscription.
fn callback_of(callback: &str, asked: &Subscription) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, callback_secret(asked).as_bytes());
    let tag = to_hex(hmac::sign(&key, b"").as_ref());
    format!("{}/{}/{tag}", callback.trim_end_matches('/'), asked.feed)
}

/// What the key in the address of a subscription is signed with. It is not the secret of the deliveries alone,
/// so that no such key can pass for the signature of one.
fn callback_secret(subscription: &Subscription) -> String {
    format!("callback {}", subscription.secret)
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// 32 characters that nobody can guess.
fn new_secret() -> Option<String> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(to_hex(&bytes))
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
    Ok(found.filter(|known| is_signed(&format!("sha256={key}"), &callback_secret(known), b"")))
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

/// What a hub is answered.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    /// The subscription is wanted, and holds until then.
    Until(i64),
    /// It is noted that the hub does not want to.
    Denied,
    /// It is not what we asked for.
    Refused,
}

impl Answer {
    /// We never ask for an end, so that a hub has no reason to ask whether we want one: a feed nobody wants any
    /// more answers that it is gone.
    fn to(asked: &HubQuestion, known: &Subscription, now: i64) -> Answer {
        if known.topic != asked.topic {
            return Answer::Refused;
        }
        match (asked.mode.as_str(), asked.lease_seconds) {
            ("subscribe", Some(lease))
                if lease >= SHORTEST_LEASE
                    && !asked.challenge.is_empty()
                    && known.is_asked(now) =>
            {
                Answer::Until(now + lease.min(LONGEST_LEASE) * 1000)
            }
            ("denied", _) => Answer::Denied,
            _ => Answer::Refused,
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

    #[test]
    fn the_callback_cannot_be_guessed_from_another() {
        let of = |secret: &str| {
            let asked = Subscription {
                feed: 1,
                hub: "http://hub.example/".into(),
                topic: "http://news.example/feed".into(),
                secret: secret.into(),
                asked: Some(0),
                expires: None,
            };
            callback_of("http://reader.example/websub/", &asked)
        };
        let key = of("a").strip_prefix("http://reader.example/websub/1/").unwrap().to_string();
        assert_eq!(key.len(), 64);
        assert_ne!(of("a"), of("b"));
        assert!(is_signed(&format!("sha256={key}"), "callback a", b""));
        assert!(!is_signed(&format!("sha256={key}"), "a", b""), "it signs no delivery");
    }

    #[test]
    fn a_hub_is_answered_what_was_asked_for_and_nothing_else() {
        let known = Subscription {
            feed: 1,
            hub: "http://hub.example/".into(),
            topic: "http://news.example/feed".into(),
            secret: "secret".into(),
            asked: Some(1_000),
            expires: None,
        };
        let question = |mode: &str, lease_seconds| HubQuestion {
            mode: mode.into(),
            topic: known.topic.clone(),
            challenge: "tell me".into(),
            lease_seconds,
        };
        let soon = |asked: &HubQuestion| Answer::to(asked, &known, 2_000);
        assert_eq!(soon(&question("subscribe", Some(600))), Answer::Until(602_000));
        let longest = Answer::Until(2_000 + LONGEST_LEASE * 1000);
        assert_eq!(soon(&question("subscribe", Some(i64::MAX))), longest);
        for lease in [None, Some(0), Some(-1), Some(i64::MIN)] {
            assert_eq!(soon(&question("subscribe", lease)), Answer::Refused, "{lease:?}");
        }
        for mode in ["unsubscribe", "", "SUBSCRIBE", "publish"] {
            assert_eq!(soon(&question(mode, Some(600))), Answer::Refused, "{mode}");
        }
        assert_eq!(soon(&question("denied", None)), Answer::Denied);
        let other =
            HubQuestion { topic: "http://other.example/".into(), ..question("denied", None) };
        assert_eq!(soon(&other), Answer::Refused);
        let empty = HubQuestion { challenge: String::new(), ..question("subscribe", Some(600)) };
        assert_eq!(soon(&empty), Answer::Refused);
        let a_day_later = Answer::to(&question("subscribe", Some(600)), &known, 86_400_000);
        assert_eq!(a_day_later, Answer::Refused);
    }
}
