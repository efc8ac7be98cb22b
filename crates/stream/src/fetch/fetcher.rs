//! A polite visitor: turns, robots.txt, cookies, redirects, one deadline, one bound on everything at once.

use super::answer::{
    check_encoding, check_type, max_age, redirect, retry_after, status_error, web_url,
};
use super::cookies::Cookies;
use super::robots::{self, RobotsCache};
use super::turns::{SHORT_WAIT, Turns};
use super::{Answer, Client, Condition, FetchError, Fetched, Policy, Purpose, Request};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use url::Url;

/// As many as browsers follow.
const MAX_REDIRECTS: usize = 20;
/// How long the turns of all hops together may be waited for: two pauses of the slowest sites.
const MAX_WAIT: Duration = Duration::from_secs(120);

/// A polite visitor of the web.
pub struct Fetcher {
    client: Arc<dyn Client>,
    pub(super) policy: Policy,
    pub(super) turns: Turns,
    places: Semaphore,
    cookies: Cookies,
    pub(super) robots: RobotsCache,
}

impl std::fmt::Debug for Fetcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fetcher").field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl Fetcher {
    /// A visitor that sends its requests through a client.
    pub fn new(client: Arc<dyn Client>, policy: Policy) -> Fetcher {
        Fetcher {
            turns: Turns::new(policy.delay, policy.at_once, policy.clock),
            places: Semaphore::new(policy.overall.max(1)),
            cookies: Cookies::default(),
            robots: RobotsCache::default(),
            client,
            policy,
        }
    }

    /// How it behaves.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// How long until a site may be asked again.
    pub fn wait(&self, site: &str) -> Duration {
        self.turns.wait(site)
    }

    /// Leaves the site of an address alone for a while.
    pub(crate) fn leave_alone(&self, url: &Url, time: Duration) {
        self.turns.hold(&network_of(url), time);
    }

    /// Fetches an address. Waiting for a turn at a site does not count against its time.
    ///
    /// Whoever calls holds up others meanwhile, so nothing waits for long that could be done later: a site that
    /// asked to be left alone, or to which a redirect leads while many others ask it, is
    /// [`FetchError::Later`]. At the first site those are its own pages, which take their turns.
    pub async fn get(
        &self,
        address: &str,
        purpose: Purpose,
        condition: &Condition,
    ) -> Result<Fetched, FetchError> {
        let mut url = web_url(Url::parse(address))?;
        let (mut left, mut in_line, mut deadline) = (self.policy.timeout, Duration::MAX, None);
        let (mut moved, mut for_good) = (None, true);
        for _ in 0..=MAX_REDIRECTS {
            if deadline.is_some_and(|deadline| self.policy.clock.now() > deadline) {
                return Err(FetchError::Later { site: network_of(&url), wait: MAX_WAIT });
            }
            self.check_robots(&url, in_line).await?;
            let request = self.request(&url, purpose, condition, left);
            let answer = self.hop(request, in_line).await?;
            left = left.saturating_sub(answer.time);
            let Some(next) = redirect(&answer, &url)? else {
                let time = self.policy.timeout.saturating_sub(left);
                return self.finish(url, moved, answer, purpose, time);
            };
            for_good &= matches!(answer.status, 301 | 308);
            if for_good {
                moved = Some(next.clone());
            }
            (url, in_line) = (next, SHORT_WAIT);
            deadline.get_or_insert_with(|| self.policy.clock.now() + left + MAX_WAIT);
            if left.is_zero() {
                return Err(FetchError::Timeout(self.policy.timeout));
            }
        }
        Err(FetchError::Redirects(MAX_REDIRECTS))
    }

    /// Sends a body; for hooks, which no robots.txt speaks of and whose redirects are not followed.
    pub async fn post(
        &self,
        address: &str,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    ) -> Result<(), FetchError> {
        let url = web_url(Url::parse(address))?;
        let timeout = self.policy.timeout;
        let request =
            Request { url, headers, post: Some(body), max_bytes: robots::MAX_BYTES, timeout };
        match self.client.send(&request).await? {
            answer if (200..300).contains(&answer.status) => Ok(()),
            answer => Err(status_error(&answer)),
        }
    }

    fn request(
        &self,
        url: &Url,
        purpose: Purpose,
        condition: &Condition,
        timeout: Duration,
    ) -> Request {
        let mut headers = vec![("accept", accept(purpose).to_string())];
        let known =
            [("if-none-match", &condition.etag), ("if-modified-since", &condition.last_modified)];
        headers.extend(known.into_iter().filter_map(|(name, v)| Some((name, v.clone()?))));
        headers.extend(self.cookies.header(&site_of(url), url).map(|cookies| ("cookie", cookies)));
        let max_bytes = match purpose {
            Purpose::Page => self.policy.max_page_bytes,
            Purpose::Feed | Purpose::Any => self.policy.max_feed_bytes,
        };
        Request { url: url.clone(), headers, post: None, max_bytes, timeout }
    }

    async fn hop(&self, request: Request, in_line: Duration) -> Result<Answer, FetchError> {
        let answer = self.in_turn(&request, in_line).await.map_err(|error| match error {
            FetchError::Timeout(_) => FetchError::Timeout(self.policy.timeout),
            other => other,
        })?;
        let site = site_of(&request.url);
        let set = answer.headers.iter().filter(|(name, _)| name.as_str() == "set-cookie");
        set.for_each(|(_, value)| self.cookies.set(&site, value));
        Ok(answer)
    }

    /// One request now, in no turn but within the bound on all at once.
    pub(super) async fn send(&self, request: &Request) -> Result<Answer, FetchError> {
        let _place = self.places.acquire().await;
        self.client.send(request).await
    }

    /// One request, in its site's turn, for which it waits no longer than `in_line` behind others.
    pub(super) async fn in_turn(
        &self,
        request: &Request,
        in_line: Duration,
    ) -> Result<Answer, FetchError> {
        let site = network_of(&request.url);
        let turn = self.turns.turn(&site, in_line).await;
        let later = |wait: Duration| FetchError::Later { site: site.clone(), wait };
        let _turn = turn.map_err(later)?;
        // The semaphore is never closed.
        let _place = self.places.acquire().await;
        let answer = self.client.send(request).await?;
        if let (429 | 503, Some(time)) = (answer.status, retry_after(&answer)) {
            self.turns.hold(&site, time);
        }
        Ok(answer)
    }

    fn finish(
        &self,
        url: Url,
        moved: Option<Url>,
        answer: Answer,
        purpose: Purpose,
        time: Duration,
    ) -> Result<Fetched, FetchError> {
        let not_modified = answer.status == 304;
        if !not_modified && !(200..300).contains(&answer.status) {
            return Err(status_error(&answer));
        }
        let text = |name| answer.header(name).map(str::to_string);
        let content_type = text("content-type");
        if purpose == Purpose::Page {
            check_type(content_type.as_deref())?;
        }
        let content_encoding = text("content-encoding");
        check_encoding(content_encoding.as_deref())?;
        let links = answer.headers.iter().filter(|(name, _)| name.as_str() == "link");
        Ok(Fetched {
            url,
            moved,
            not_modified,
            condition: Condition { etag: text("etag"), last_modified: text("last-modified") },
            content_type,
            content_encoding,
            max_age: answer.header("cache-control").and_then(max_age),
            links: links.map(|(_, value)| value.clone()).collect(),
            bytes: answer.bytes,
            cut: answer.cut,
            time,
        })
    }
}

fn accept(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Page => "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
        Purpose::Feed => {
            "application/atom+xml,application/rss+xml,application/feed+json,application/xml;q=0.9,*/*;q=0.5"
        }
        Purpose::Any => "application/atom+xml,application/rss+xml,text/html,*/*;q=0.5",
    }
}

/// Whom a request bothers: the registered domain of an address, or the network of one without a name, since whoever
/// has one address of IPv6 has any number of them.
pub(crate) fn network_of(url: &Url) -> String {
    match url.host() {
        Some(url::Host::Ipv6(address)) => {
            let [first, second, ..] = address.segments();
            format!("[{first:x}:{second:x}::]/32")
        }
        _ => site_of(url),
    }
}

/// The registered domain of an address.
pub(crate) fn site_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.host() {
        Some(url::Host::Domain(name)) => {
            dehusk_site::registered_domain(name.trim_end_matches('.')).to_string()
        }
        _ => host.to_string(),
    }
}

#[cfg(test)]
#[path = "fetcher_tests.rs"]
mod tests;
