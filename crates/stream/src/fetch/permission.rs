//! Whether a site wants an address fetched.

use super::answer::redirect;
use super::fetcher::network_of;
use super::robots::{self, RobotsRules};
use super::{Answer, FetchError, Fetcher, Request};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// How long a robots.txt holds, and how long the failure to get one.
const HOLD: Duration = Duration::from_secs(24 * 3600);
const AGAIN: Duration = Duration::from_secs(600);
/// Redirects of a robots.txt that are followed.
const MAX_REDIRECTS: usize = 5;

impl Fetcher {
    /// Refuses what robots.txt does not allow. Waits for no longer than `in_line` behind others who ask.
    pub(super) async fn check_robots(
        &self,
        url: &Url,
        in_line: Duration,
    ) -> Result<(), FetchError> {
        if !self.policy.robots {
            return Ok(());
        }
        match self.robots_of(url, in_line).await? {
            rules if rules.allows(url) => Ok(()),
            _ => Err(FetchError::Robots(url.host_str().unwrap_or_default().into())),
        }
    }

    /// The rules for an address, or what kept us from them.
    async fn robots_of(
        &self,
        url: &Url,
        in_line: Duration,
    ) -> Result<Arc<RobotsRules>, FetchError> {
        let address = url.join("/robots.txt").map_err(FetchError::BadUrl)?;
        let known = || self.robots.get(address.as_str(), self.policy.clock.now());
        if let Some(rules) = known() {
            return rules;
        }
        let fetching = self.robots.fetching(address.as_str());
        // Held while the file is fetched, so that many pages of a new site ask for it once.
        let Ok(_held) = tokio::time::timeout(in_line, fetching.lock()).await else {
            let wait = self.policy.timeout;
            return Err(FetchError::Later { site: network_of(url), wait });
        };
        if let Some(rules) = known() {
            return rules;
        }
        let rules = self.fetch_robots(address.clone(), in_line).await;
        if let Some(delay) = rules.as_ref().ok().and_then(RobotsRules::delay) {
            self.turns.set_delay(&network_of(url), delay);
        }
        let rules = rules.map(Arc::new);
        match &rules {
            // Nobody was asked, so nothing is known.
            Err(FetchError::Later { .. }) => self.robots.gave_up(address.as_str()),
            known => {
                let hold = if known.is_ok() { HOLD } else { AGAIN.min(self.again()) };
                self.robots.put(address.as_str(), rules.clone(), self.policy.clock.now(), hold);
            }
        }
        rules
    }

    async fn fetch_robots(
        &self,
        mut url: Url,
        in_line: Duration,
    ) -> Result<RobotsRules, FetchError> {
        let mut timeout = self.policy.timeout;
        for _ in 0..=MAX_REDIRECTS {
            let headers = vec![("accept", "text/plain,*/*;q=0.5".to_string())];
            let max_bytes = robots::MAX_BYTES;
            let request = Request { url: url.clone(), headers, post: None, max_bytes, timeout };
            let answer = self.in_turn(&request, in_line).await?;
            timeout = timeout.saturating_sub(answer.time);
            match redirect(&answer, &url) {
                Ok(Some(next)) => url = next,
                _ => {
                    let host = url.host_str().unwrap_or_default();
                    let unknown = || FetchError::RobotsUnknown(host.into());
                    return self.read_robots(&answer).ok_or_else(unknown);
                }
            }
        }
        // As RFC 9309 has it, too many redirects are a file that is not there.
        Ok(RobotsRules::default())
    }

    /// Where pauses are short, as in tests, a failure is soon forgotten too.
    fn again(&self) -> Duration {
        self.policy.delay * 600
    }

    /// A missing robots.txt allows everything, a failing server nothing for now.
    fn read_robots(&self, answer: &Answer) -> Option<RobotsRules> {
        match answer.status {
            200..=299 => {
                let encoding = answer.header("content-encoding");
                let bytes = dehusk_page::unpack(&answer.bytes, encoding, robots::MAX_BYTES);
                Some(RobotsRules::parse(&self.policy.user_agent, &bytes.ok()?.bytes))
            }
            429 | 500..=599 => None,
            _ => Some(RobotsRules::default()),
        }
    }
}
