//! What hubs are believed: by the key in the address they were given, by what was asked of them and by their
//! signature. Nothing here waits or remembers; `subscribe` does.

use super::subscribe::HubQuestion;
use crate::store::Subscription;
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

/// Seconds for which we ask to be told, and the least and the most a hub may make of it.
pub const LEASE: i64 = 10 * 86_400;
const SHORTEST_LEASE: i64 = 60;
const LONGEST_LEASE: i64 = 90 * 86_400;

/// Where a hub reaches us with word of a subscription.
pub fn callback_of(callback: &str, asked: &Subscription) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, callback_secret(asked).as_bytes());
    let tag = to_hex(hmac::sign(&key, b"").as_ref());
    format!("{}/{}/{tag}", callback.trim_end_matches('/'), asked.feed)
}

/// Whether a part of an address is the key of a subscription.
pub fn is_callback_key(subscription: &Subscription, key: &str) -> bool {
    is_signed(&format!("sha256={key}"), &callback_secret(subscription), b"")
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
pub fn new_secret() -> Option<String> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(to_hex(&bytes))
}

/// What a hub is answered.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// The subscription is wanted, and holds until then.
    Until(i64),
    /// It is noted that the hub does not want to.
    Denied,
    /// It is not what we asked for.
    Refused,
}

impl Answer {
    /// The answer to a question about a subscription that is wanted, for one who knows its key.
    ///
    /// We never ask for an end, so that a hub has no reason to ask whether we want one: a feed nobody wants any
    /// more answers that it is gone.
    pub fn to(asked: &HubQuestion, known: &Subscription, now: i64) -> Answer {
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

/// Whether `METHOD=HEX` is the signature of a body; compared without telling by its time how much is right.
pub fn is_signed(signature: &str, secret: &str, body: &[u8]) -> bool {
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

    /// A subscription that was asked for a second after the beginning of time.
    fn asked(secret: &str) -> Subscription {
        Subscription {
            feed: 1,
            hub: "http://hub.example/".into(),
            topic: "http://news.example/feed".into(),
            secret: secret.into(),
            asked: Some(1_000),
            expires: None,
        }
    }

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
        let of = |secret: &str| callback_of("http://reader.example/websub/", &asked(secret));
        let key = of("a").strip_prefix("http://reader.example/websub/1/").unwrap().to_string();
        assert_eq!(key.len(), 64);
        assert_ne!(of("a"), of("b"));
        assert!(is_signed(&format!("sha256={key}"), "callback a", b""));
        assert!(!is_signed(&format!("sha256={key}"), "a", b""), "it signs no delivery");
    }

    #[test]
    fn a_hub_is_answered_what_was_asked_for_and_nothing_else() {
        let known = asked("secret");
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
