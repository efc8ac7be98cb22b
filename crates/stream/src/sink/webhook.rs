//! A hook: each article is posted to an address as JSON.

use super::{Delivery, Opening, Sink, SinkError, Taken};
use crate::fetch::{FetchError, Fetcher, HttpClient, HttpSettings, Policy};
use crate::store::SetAside;
use std::sync::Arc;
use std::time::{Duration, Instant};
use twox_hash::XxHash3_128;
use url::Url;

/// How long articles are posted before it is noted that the hook has them: after a crash, so much comes again.
const NOTED_AFTER: Duration = Duration::from_secs(1);
/// The pause a hook gets if it asks for one, at least and at most.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);

/// Articles posted to an address, one a request, in their order. The header `Idempotency-Key` is the same
/// however often an article comes.
///
/// An answer of 2xx takes an article. One of 4xx is about this article, which would get it again: it is set
/// aside, and the next one is posted. 408, 425 and 429 are about the time, and everything else is about the
/// hook or the way to it: the article is posted again after a pause.
///
/// Addresses of hooks are secrets as a whole, so only the scheme, host and port are ever shown.
#[derive(Debug)]
pub struct Webhook {
    address: Url,
    fetcher: Fetcher,
    runtime: tokio::runtime::Handle,
    /// What went wrong behind articles that were taken, to be told the next time.
    failure: Option<SinkError>,
}

impl Webhook {
    /// A hook. Its address is the user's own and may be a private one. Has to be made within a runtime.
    pub fn new(address: &str, user_agent: &str) -> Result<Webhook, SinkError> {
        Webhook::with_timeout(address, user_agent, Policy::default().timeout)
    }

    /// The same that has so long to answer.
    pub fn with_timeout(
        address: &str,
        user_agent: &str,
        timeout: Duration,
    ) -> Result<Webhook, SinkError> {
        let unusable = |why: String| SinkError::Unusable { place: "webhook".into(), why };
        let web = |url: &Url| matches!(url.scheme(), "http" | "https");
        let address = Url::parse(address).ok().filter(web).ok_or_else(|| {
            unusable("this is no address: write it as https://hook.example/…".into())
        })?;
        let settings = HttpSettings {
            user_agent: user_agent.into(),
            allow_private: true,
            ..HttpSettings::default()
        };
        let client = HttpClient::new(&settings).map_err(|error| unusable(error.to_string()))?;
        Ok(Webhook {
            address,
            fetcher: Fetcher::new(Arc::new(client), Policy { timeout, ..Policy::default() }),
            runtime: tokio::runtime::Handle::current(),
            failure: None,
        })
    }

    /// The address without what may be a secret.
    fn shown(&self) -> String {
        let origin = self.address.origin().ascii_serialization();
        let rest =
            if self.address.path() == "/" && self.address.query().is_none() { "/" } else { "/…" };
        origin + rest
    }

    /// Posts an article; why it is set aside if the hook will not have it.
    fn post(&self, delivery: &Delivery) -> Result<Option<SetAside>, SinkError> {
        let key = XxHash3_128::oneshot(delivery.key.as_bytes());
        let headers = vec![
            ("content-type", "application/json".to_string()),
            ("idempotency-key", format!("{key:032x}")),
        ];
        let post = self.fetcher.post(self.address.as_str(), headers, delivery.record.clone());
        match self.runtime.block_on(post) {
            Ok(()) => Ok(None),
            Err(FetchError::Status { code, .. }) if is_about_the_article(code) => {
                let reason = format!("the hook answered {code}");
                Ok(Some(SetAside { seq: delivery.seq, reason }))
            }
            Err(error) => Err(self.error(&error)),
        }
    }

    fn error(&self, error: &FetchError) -> SinkError {
        let place = self.shown();
        match error {
            FetchError::Status { code, retry_after } => {
                let why = format!("the hook answered {code}");
                match retry_after {
                    Some(pause) => {
                        let pause = (*pause).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
                        SinkError::Busy { place, why, pause }
                    }
                    None => SinkError::Failed { place, why },
                }
            }
            // What the client says in its own words may have the address in it.
            FetchError::Other { .. } | FetchError::Truncated { .. } => {
                SinkError::failed(place, "the transfer failed")
            }
            told => SinkError::failed(place, told),
        }
    }
}

/// Whether the hook would refuse the article the next time too.
fn is_about_the_article(code: u16) -> bool {
    (400..500).contains(&code) && !matches!(code, 408 | 425 | 429)
}

impl Sink for Webhook {
    fn name(&self) -> String {
        // The hash tells apart the hooks of one host.
        let hash = XxHash3_128::oneshot(self.address.as_str().as_bytes());
        format!("webhook:{} ({hash:032x})", self.shown())
    }

    fn open(&mut self, _: &Opening<'_>) -> Result<String, SinkError> {
        self.failure = None;
        Ok(String::new())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let begun = Instant::now();
        let mut taken = Taken { state: Some(String::new()), ..Taken::default() };
        for delivery in batch {
            match self.post(delivery) {
                Ok(aside) => taken.set_aside.extend(aside),
                Err(failure) if taken.number == 0 => return Err(failure),
                Err(failure) => {
                    self.failure = Some(failure);
                    break;
                }
            }
            taken.number += 1;
            if begun.elapsed() > NOTED_AFTER {
                break;
            }
        }
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_secret_of_an_address_is_shown() {
        let address = "https://me:password@hook.example:8443/services/token?key=value#part";
        let hook = Webhook::new(address, "test").unwrap();
        let failure = FetchError::Other { host: "hook.example".into(), why: address.into() };
        let shown = [hook.name(), hook.error(&failure).to_string()].join(" ");
        assert!(shown.contains("https://hook.example:8443/…"), "{shown}");
        for secret in ["me:", "password", "services", "token", "key", "value"] {
            assert!(!shown.contains(secret), "{shown}");
        }
        let other = Webhook::new(&address.replace("token", "other"), "test").unwrap();
        assert_ne!(hook.name(), other.name(), "hooks of one host are told apart");
        let refused =
            Webhook::new("https://me:pass word@:x/token", "test").unwrap_err().to_string();
        assert!(!refused.contains("pass") && !refused.contains("token"), "{refused}");
    }

    #[test]
    fn answers_about_the_article_are_told_from_those_about_the_time() {
        assert!([400, 401, 404, 410, 413, 422].into_iter().all(is_about_the_article));
        assert!(![200, 301, 408, 425, 429, 500, 503].into_iter().any(is_about_the_article));
    }
}
