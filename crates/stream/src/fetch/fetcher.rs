//! A polite visitor: turns, robots.txt, cookies, redirects, one deadline, one bound on everything at once.

use super::cookies::Cookies;
use super::robots::{self, RobotsRules};
use super::turns::Turns;
use super::{Answer, Client, FetchError, Request};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use url::Url;

/// As many as browsers follow.
const MAX_REDIRECTS: usize = 20;
/// How long a robots.txt holds, and how long the failure to get one.
const ROBOTS_HOLD: Duration = Duration::from_secs(24 * 3600);
const ROBOTS_AGAIN: Duration = Duration::from_secs(600);
/// Redirects of a robots.txt that are followed.
const ROBOTS_REDIRECTS: usize = 5;
/// Hosts whose robots.txt is remembered before the old ones are forgotten.
const ROBOTS_HOSTS: usize = 20_000;
/// A server may ask for more, but is asked again after this.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);

/// How to behave.
#[derive(Clone, Debug)]
pub struct Policy {
    /// How the visitor names itself; robots.txt is read for the name before the slash.
    pub user_agent: String,
    /// Time for one page, redirects included, waiting for turns not.
    pub timeout: Duration,
    /// The pause after each answer of a site.
    pub delay: Duration,
    /// Requests to one site at once.
    pub at_once: usize,
    /// Requests at once over all sites.
    pub overall: usize,
    /// Bytes of a page that are read, as they are sent: they are unpacked later, within the same bound.
    pub max_page_bytes: usize,
    /// The same for feeds and sitemaps.
    pub max_feed_bytes: usize,
    /// Whether robots.txt is obeyed.
    pub robots: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            user_agent: "dehusk".into(),
            timeout: Duration::from_secs(30),
            delay: Duration::from_secs(1),
            at_once: 1,
            overall: 64,
            max_page_bytes: 8 << 20,
            max_feed_bytes: 16 << 20,
            robots: true,
        }
    }
}

/// What an address is fetched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A page: other types are refused.
    Page,
    /// A feed or a sitemap.
    Feed,
    /// Either, where it is to be found out.
    Any,
}

/// What is known from the last time, for a request that need not be answered in full.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// The ETag header.
    pub etag: Option<String>,
    /// The Last-Modified header.
    pub last_modified: Option<String>,
}

/// What came of it.
#[derive(Debug)]
pub struct Fetched {
    /// Where it came from, after redirects.
    pub url: Url,
    /// Where the address has moved to for good, if it has.
    pub moved: Option<Url>,
    /// Whether nothing has changed since the condition was noted.
    pub not_modified: bool,
    /// What to say the next time.
    pub condition: Condition,
    /// The Content-Type header.
    pub content_type: Option<String>,
    /// The Content-Encoding header.
    pub content_encoding: Option<String>,
    /// How long the server says it stays as it is.
    pub max_age: Option<Duration>,
    /// The Link headers.
    pub links: Vec<String>,
    /// The body, compressed as it was sent.
    pub bytes: Vec<u8>,
    /// Whether there was more than is read.
    pub cut: bool,
    /// How long the server took, waiting for turns not counted.
    pub time: Duration,
}

/// The rules of a host, or why there are none, and until when that holds.
type KnownRobots = (Instant, Result<Arc<RobotsRules>, FetchError>);
type RobotsEntry = Arc<tokio::sync::Mutex<Option<KnownRobots>>>;

/// A polite visitor of the web.
pub struct Fetcher {
    client: Arc<dyn Client>,
    policy: Policy,
    turns: Turns,
    places: Semaphore,
    cookies: Cookies,
    robots: Mutex<HashMap<String, RobotsEntry>>,
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
            turns: Turns::new(policy.delay, policy.at_once),
            places: Semaphore::new(policy.overall.max(1)),
            cookies: Cookies::default(),
            robots: Mutex::default(),
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

    /// Fetches an address. Waiting for a turn at a site does not count against its time.
    pub async fn get(
        &self,
        address: &str,
        purpose: Purpose,
        condition: &Condition,
    ) -> Result<Fetched, FetchError> {
        let mut url = web_url(Url::parse(address))?;
        let mut left = self.policy.timeout;
        let (mut moved, mut for_good) = (None, true);
        for _ in 0..=MAX_REDIRECTS {
            self.check_robots(&url).await?;
            let answer = self.hop(&url, purpose, condition, left).await?;
            left = left.saturating_sub(answer.time);
            let Some(next) = redirect(&answer, &url)? else {
                let time = self.policy.timeout.saturating_sub(left);
                return self.finish(url, moved, answer, purpose, time);
            };
            for_good &= matches!(answer.status, 301 | 308);
            if for_good {
                moved = Some(next.clone());
            }
            url = next;
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

    /// One request, in its turn.
    async fn hop(
        &self,
        url: &Url,
        purpose: Purpose,
        condition: &Condition,
        left: Duration,
    ) -> Result<Answer, FetchError> {
        let site = site_of(url);
        let mut headers = vec![("accept", accept(purpose).to_string())];
        let known =
            [("if-none-match", &condition.etag), ("if-modified-since", &condition.last_modified)];
        headers.extend(known.into_iter().filter_map(|(name, v)| Some((name, v.clone()?))));
        headers.extend(self.cookies.header(&site, url).map(|cookies| ("cookie", cookies)));
        let max_bytes = match purpose {
            Purpose::Page => self.policy.max_page_bytes,
            Purpose::Feed | Purpose::Any => self.policy.max_feed_bytes,
        };
        let request = Request { url: url.clone(), headers, post: None, max_bytes, timeout: left };
        let answer = self.in_turn(&site, &request).await.map_err(|error| match error {
            FetchError::Timeout(_) => FetchError::Timeout(self.policy.timeout),
            other => other,
        })?;
        let set = answer.headers.iter().filter(|(name, _)| name.as_str() == "set-cookie");
        set.for_each(|(_, value)| self.cookies.set(&site, value));
        if let (429 | 503, Some(time)) = (answer.status, retry_after(&answer)) {
            self.turns.hold(&site, time);
        }
        Ok(answer)
    }

    async fn in_turn(&self, site: &str, request: &Request) -> Result<Answer, FetchError> {
        let _turn = self.turns.turn(site).await;
        // The semaphore is never closed.
        let _place = self.places.acquire().await;
        self.client.send(request).await
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

    async fn check_robots(&self, url: &Url) -> Result<(), FetchError> {
        if !self.policy.robots {
            return Ok(());
        }
        let host = url.host_str().unwrap_or_default();
        match self.robots_of(url).await? {
            rules if rules.allows(url.as_str()) => Ok(()),
            _ => Err(FetchError::Robots(host.into())),
        }
    }

    /// The rules for an address, or what kept us from them.
    async fn robots_of(&self, url: &Url) -> Result<Arc<RobotsRules>, FetchError> {
        let address = url.join("/robots.txt").map_err(FetchError::BadUrl)?;
        let entry = self.robots_entry(address.as_str());
        // Held while the file is fetched, so that many pages of a new site ask for it once.
        let mut known = entry.lock().await;
        if let Some((until, rules)) = &*known
            && *until > Instant::now()
        {
            return rules.clone();
        }
        let rules = self.fetch_robots(address).await;
        if let Some(delay) = rules.as_ref().ok().and_then(RobotsRules::delay) {
            self.turns.set_delay(&site_of(url), delay);
        }
        let hold = if rules.is_ok() { ROBOTS_HOLD } else { ROBOTS_AGAIN.min(self.robots_again()) };
        let rules = rules.map(Arc::new);
        *known = Some((Instant::now() + hold, rules.clone()));
        rules
    }

    async fn fetch_robots(&self, mut address: Url) -> Result<RobotsRules, FetchError> {
        let unknown =
            |url: &Url| FetchError::RobotsUnknown(url.host_str().unwrap_or_default().into());
        for _ in 0..=ROBOTS_REDIRECTS {
            let headers = vec![("accept", "text/plain,*/*;q=0.5".to_string())];
            let (max_bytes, timeout) = (robots::MAX_BYTES, self.policy.timeout);
            let request = Request { url: address.clone(), headers, post: None, max_bytes, timeout };
            let answer = self.in_turn(&site_of(&address), &request).await?;
            match redirect(&answer, &address) {
                Ok(Some(next)) => address = next,
                _ => return self.read_robots(&answer).ok_or_else(|| unknown(&address)),
            }
        }
        // As RFC 9309 has it, too many redirects are a file that is not there.
        Ok(RobotsRules::all())
    }

    /// Where pauses are short, as in tests, a failure is soon forgotten too.
    fn robots_again(&self) -> Duration {
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
            _ => Some(RobotsRules::all()),
        }
    }

    fn robots_entry(&self, address: &str) -> RobotsEntry {
        let mut robots = self.robots.lock().unwrap_or_else(PoisonError::into_inner);
        if robots.len() > ROBOTS_HOSTS {
            robots.clear();
        }
        robots.entry(address.into()).or_default().clone()
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

fn accept(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Page => "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
        Purpose::Feed => {
            "application/atom+xml,application/rss+xml,application/feed+json,application/xml;q=0.9,*/*;q=0.5"
        }
        Purpose::Any => "application/atom+xml,application/rss+xml,text/html,*/*;q=0.5",
    }
}

/// The address without its fragment, if it is one of the web's.
fn web_url(parsed: Result<Url, url::ParseError>) -> Result<Url, FetchError> {
    let mut url = parsed.map_err(FetchError::BadUrl)?;
    url.set_fragment(None);
    match url.scheme() {
        "http" | "https" => Ok(url),
        other => Err(FetchError::Scheme(other.into())),
    }
}

/// Where an answer sends us on to, if it does.
fn redirect(answer: &Answer, url: &Url) -> Result<Option<Url>, FetchError> {
    if !matches!(answer.status, 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let location = answer.header("location").ok_or(FetchError::NoLocation)?;
    web_url(url.join(location)).map(Some)
}

fn status_error(answer: &Answer) -> FetchError {
    FetchError::Status { code: answer.status, retry_after: retry_after(answer) }
}

/// Retry-After, in seconds or as a date.
fn retry_after(answer: &Answer) -> Option<Duration> {
    let text = answer.header("retry-after")?.trim();
    let time = match text.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let at = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
            let wait = at.as_second().saturating_sub(jiff::Timestamp::now().as_second());
            Duration::from_secs(u64::try_from(wait).unwrap_or_default())
        }
    };
    Some(time.min(MAX_RETRY_AFTER))
}

fn max_age(header: &str) -> Option<Duration> {
    let value = header.split(',').find_map(|part| part.trim().strip_prefix("max-age="))?;
    value.parse().ok().map(Duration::from_secs)
}

/// Refuses what says plainly that it is something else. Unclear types pass: the bytes decide later.
fn check_type(content_type: Option<&str>) -> Result<(), FetchError> {
    let full = content_type.unwrap_or_default();
    let essence = full.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "" | "text/html" | "application/xhtml+xml" | "text/xml" | "application/xml" => Ok(()),
        "text/plain" | "application/octet-stream" => Ok(()),
        "application/gzip" | "application/x-gzip" | "application/zstd" => Ok(()),
        _ => Err(FetchError::NotHtml(essence)),
    }
}

fn check_encoding(content_encoding: Option<&str>) -> Result<(), FetchError> {
    let known = |name: &&str| {
        let name = name.trim().to_ascii_lowercase();
        // Servers also send the last ones, asked or not.
        matches!(
            name.as_str(),
            "gzip" | "br" | "zstd" | "" | "identity" | "x-gzip" | "deflate" | "none" | "utf-8"
        )
    };
    match content_encoding.unwrap_or_default().split(',').find(|name| !known(name)) {
        Some(unknown) => Err(FetchError::Encoding(unknown.trim().into())),
        None => Ok(()),
    }
}

#[cfg(test)]
#[path = "fetcher_tests.rs"]
mod tests;
