//! What a site allows, by its robots.txt.
//!
//! The parser is a library's; it is given at most [`MAX_BYTES`] and is not trusted not to panic. An answer
//! is kept for a day, a failure for ten minutes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use texting_robots::Robot;

/// RFC 9309 asks for at least 500 KiB.
pub const MAX_BYTES: usize = 512 << 10;

/// A site may ask for a longer pause than ours, but not to be forgotten.
const MAX_DELAY: Duration = Duration::from_secs(60);

/// What a robots.txt says to one user agent.
pub struct RobotsRules(Option<Robot>);

impl std::fmt::Debug for RobotsRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RobotsRules").finish_non_exhaustive()
    }
}

impl RobotsRules {
    /// Everything is allowed.
    pub fn all() -> RobotsRules {
        RobotsRules(None)
    }

    /// Reads a robots.txt. One that cannot be read allows everything, as one that is not there does.
    ///
    /// ```
    /// use dehusk_stream::fetch::RobotsRules;
    /// let rules = RobotsRules::parse("dehusk/1.0 (+https://a.example)", b"User-agent: *\nDisallow: /private");
    /// assert!(rules.allows("https://b.example/news"));
    /// assert!(!rules.allows("https://b.example/private/x"));
    /// ```
    pub fn parse(user_agent: &str, bytes: &[u8]) -> RobotsRules {
        let text = bytes.get(..MAX_BYTES).unwrap_or(bytes);
        let name = product(user_agent);
        let parsed = catch_unwind(AssertUnwindSafe(|| Robot::new(name, text).ok()));
        RobotsRules(parsed.ok().flatten())
    }

    /// Whether an address may be fetched.
    pub fn allows(&self, url: &str) -> bool {
        let Some(robot) = &self.0 else { return true };
        catch_unwind(AssertUnwindSafe(|| robot.allowed(url))).unwrap_or(true)
    }

    /// The pause the site asks for.
    pub fn delay(&self) -> Option<Duration> {
        let seconds = self.0.as_ref()?.delay?;
        Duration::try_from_secs_f32(seconds).ok().map(|delay| delay.min(MAX_DELAY))
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
mod tests {
    use super::*;

    #[test]
    fn the_own_group_comes_before_that_for_all() {
        let text = b"User-agent: *\nDisallow: /\n\nUser-agent: dehusk\nAllow: /\nDisallow: /x\nCrawl-delay: 3";
        let rules = RobotsRules::parse("dehusk/0.1 (+https://c.example)", text);
        assert!(rules.allows("http://a.example/y") && !rules.allows("http://a.example/x"));
        assert_eq!(rules.delay(), Some(Duration::from_secs(3)));
        assert!(!RobotsRules::parse("other", text).allows("http://a.example/y"));
    }

    #[test]
    fn no_bytes_break_it() {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        for round in 0..300 {
            let bytes: Vec<u8> = (0..round * 7)
                .map(|_| {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    let words = b"User-agent:* \nDisallow: /%*$?crawl-delay\xff\0\r9";
                    words[(seed % words.len() as u64) as usize]
                })
                .collect();
            let rules = RobotsRules::parse("dehusk", &bytes);
            rules.allows("http://a.example/%zz?*$");
            rules.delay();
        }
        assert!(RobotsRules::parse("", b"crawl-delay: -5").delay().is_none());
        assert!(RobotsRules::parse("", &vec![b'a'; 2 * MAX_BYTES]).allows("http://a.example/"));
    }
}
