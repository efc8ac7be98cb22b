//! Cookies a site, for as long as the program runs.
//!
//! Some sites answer only who carries the cookie they set one redirect earlier. That is all these are for:
//! they are kept by registered domain, never written down, and there are few of them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use url::Url;

/// Cookies kept for one site.
const PER_SITE: usize = 20;
/// Bytes of one cookie.
const COOKIE_BYTES: usize = 4096;
/// Sites with cookies; beyond it all are forgotten.
const SITES: usize = 10_000;

#[derive(Debug)]
struct Cookie {
    name: String,
    value: String,
    secure: bool,
}

/// The cookies of all sites.
#[derive(Debug, Default)]
pub struct Cookies {
    sites: Mutex<HashMap<String, Vec<Cookie>>>,
}

impl Cookies {
    /// Takes note of a Set-Cookie header of a site.
    pub fn set(&self, site: &str, header: &str) {
        let mut parts = header.split(';').map(str::trim);
        let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else {
            return;
        };
        let printable = header.bytes().all(|b| (0x20..0x7f).contains(&b));
        if name.is_empty() || header.len() > COOKIE_BYTES || !printable {
            return;
        }
        let attributes: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
        let over = attributes.iter().any(|a| a == "max-age=0" || a.starts_with("max-age=-"));
        let secure = attributes.iter().any(|a| a == "secure");
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        if sites.len() >= SITES && !sites.contains_key(site) {
            sites.clear();
        }
        let kept = sites.entry(site.into()).or_default();
        kept.retain(|cookie| cookie.name != name);
        if !over && kept.len() < PER_SITE {
            kept.push(Cookie { name: name.into(), value: value.into(), secure });
        }
    }

    /// What to send to an address of a site.
    pub fn header(&self, site: &str, url: &Url) -> Option<String> {
        let sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = sites.get(site)?.iter().filter(|c| !c.secure || url.scheme() == "https");
        let pairs: Vec<String> = sent.map(|c| format!("{}={}", c.name, c.value)).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(cookies: &Cookies, url: &str) -> Option<String> {
        cookies.header("a.example", &Url::parse(url).unwrap())
    }

    #[test]
    fn cookies_stay_with_their_site() {
        let cookies = Cookies::default();
        cookies.set("a.example", "seen=1; Path=/; HttpOnly");
        cookies.set("a.example", "key=x; Secure");
        cookies.set("b.example", "other=1");
        assert_eq!(sent(&cookies, "http://a.example/").unwrap(), "seen=1");
        assert_eq!(sent(&cookies, "https://a.example/").unwrap(), "seen=1; key=x");
        cookies.set("a.example", "seen=; Max-Age=0");
        assert_eq!(sent(&cookies, "http://a.example/"), None);
    }

    #[test]
    fn cookies_cannot_smuggle_headers_or_pile_up() {
        let cookies = Cookies::default();
        cookies.set("a.example", "x=1\r\nHost: evil");
        cookies.set("a.example", &format!("x={}", "y".repeat(COOKIE_BYTES)));
        cookies.set("a.example", "=nameless");
        assert_eq!(sent(&cookies, "http://a.example/"), None);
        (0..100).for_each(|n| cookies.set("a.example", &format!("c{n}=1")));
        assert_eq!(sent(&cookies, "http://a.example/").unwrap().split("; ").count(), PER_SITE);
    }
}
