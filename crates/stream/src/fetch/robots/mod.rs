//! What a site allows, by its robots.txt (RFC 9309).
//!
//! The file is a stranger's, so everything about it is bounded: the bytes that are read, the rules that are kept,
//! and the work to compare them with an address, which grows with their length and not with the ways in which
//! their wildcards could be read (`pattern`).

mod cache;
mod file;
mod pattern;

pub(super) use cache::RobotsCache;

use file::{Group, read_groups};
use pattern::{Form, normalise};
use std::time::Duration;
use url::Url;

/// RFC 9309 asks for at least 500 KiB.
pub const MAX_BYTES: usize = 512 << 10;

/// Rules of one site that are kept; those after them are as if they were not there.
const MAX_RULES: usize = 10_000;

/// A site may ask for a longer pause than ours, but not to be forgotten.
const MAX_DELAY: Duration = Duration::from_secs(60);

/// What a robots.txt says to one user agent.
#[derive(Debug, Default)]
pub struct RobotsRules {
    /// The patterns of all rules, one after the other.
    patterns: Box<[u8]>,
    /// Where each pattern ends, and whether it allows.
    rules: Box<[(u32, bool)]>,
    delay: Option<Duration>,
}

impl RobotsRules {
    /// Reads a robots.txt for the program that calls itself `user_agent`. Lines that say nothing are skipped: a
    /// file without a rule allows everything, as one that is not there does.
    ///
    /// ```
    /// use dehusk_stream::fetch::RobotsRules;
    /// use url::Url;
    /// let rules = RobotsRules::parse("dehusk/1.0 (+https://a.example)", b"User-agent: *\nDisallow: /private");
    /// assert!(rules.allows(&Url::parse("https://b.example/news")?));
    /// assert!(!rules.allows(&Url::parse("https://b.example/private/x")?));
    /// # Ok::<_, url::ParseError>(())
    /// ```
    pub fn parse(user_agent: &str, bytes: &[u8]) -> RobotsRules {
        let bytes = bytes.get(..MAX_BYTES).unwrap_or(bytes);
        let group = read_groups(product(user_agent), bytes);
        RobotsRules::of(&group)
    }

    fn of(group: &Group<'_>) -> RobotsRules {
        let (mut patterns, mut rules) = (Vec::new(), Vec::new());
        for (path, allows) in group.rules.iter().take(MAX_RULES) {
            normalise(path, Form::Pattern, &mut patterns);
            // Escapes may make it three times as long.
            let Some(end) = u32::try_from(patterns.len()).ok().filter(|&e| e as usize <= MAX_BYTES)
            else {
                break;
            };
            rules.push((end, *allows));
        }
        patterns.truncate(rules.last().map_or(0, |&(end, _)| end as usize));
        let delay = group.delay.map(|delay| delay.min(MAX_DELAY));
        RobotsRules { patterns: patterns.into(), rules: rules.into(), delay }
    }

    /// Whether an address may be fetched: the longest rule that fits decides, and among rules of one length
    /// that which allows. robots.txt itself always may.
    pub fn allows(&self, url: &Url) -> bool {
        if self.rules.is_empty() || url.path() == "/robots.txt" {
            return true;
        }
        let mut address = Vec::new();
        normalise(url.path().as_bytes(), Form::Address, &mut address);
        if let Some(query) = url.query() {
            address.push(b'?');
            normalise(query.as_bytes(), Form::Address, &mut address);
        }
        let (mut start, mut best) = (0, (0, true));
        for &(end, allows) in &self.rules {
            let pattern = self.patterns.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            let rule = (pattern.len(), allows);
            if rule > best && pattern::fits(pattern, &address) {
                best = rule;
            }
        }
        best.1
    }

    /// The pause the site asks for.
    pub fn delay(&self) -> Option<Duration> {
        self.delay
    }

    /// The memory it takes, in bytes.
    fn bytes(&self) -> usize {
        size_of::<RobotsRules>() + self.patterns.len() + size_of_val(&*self.rules)
    }
}

/// The name in a user agent, without version and contact.
fn product(user_agent: &str) -> &str {
    let end = user_agent.find(['/', ' ', '(']).unwrap_or(user_agent.len());
    match &user_agent[..end] {
        "" => "dehusk",
        name => name,
    }
}

#[cfg(test)]
mod tests;
