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
/// Bytes of all cookies together; beyond it all are forgotten.
const MAX_BYTES: usize = 8 << 20;

#[derive(Debug)]
struct Cookie {
    name: String,
    value: String,
    secure: bool,
}

impl Cookie {
    /// The memory it takes, about.
    fn bytes(&self) -> usize {
        size_of::<Cookie>() + self.name.len() + self.value.len()
    }
}

#[derive(Debug, Default)]
struct Jar {
    sites: HashMap<String, Vec<Cookie>>,
    bytes: usize,
}

/// The cookies of all sites.
#[derive(Debug, Default)]
pub struct Cookies(Mutex<Jar>);

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
        let cookie = Cookie { name: name.into(), value: value.into(), secure };
        let mut jar = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        jar.remove(site, name);
        if !over {
            jar.add(site, cookie);
        }
    }

    /// What to send to an address of a site.
    pub fn header(&self, site: &str, url: &Url) -> Option<String> {
        let jar = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = jar.sites.get(site)?.iter().filter(|c| !c.secure || url.scheme() == "https");
        let pairs: Vec<String> = sent.map(|c| format!("{}={}", c.name, c.value)).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

impl Jar {
    fn remove(&mut self, site: &str, name: &str) {
        let Some(kept) = self.sites.get_mut(site) else { return };
        if let Some(at) = kept.iter().position(|cookie| cookie.name == name) {
            self.bytes -= kept.remove(at).bytes();
        }
    }

    fn add(&mut self, site: &str, cookie: Cookie) {
        if self.bytes > MAX_BYTES {
            *self = Jar::default();
        }
        let kept = self.sites.entry(site.into()).or_default();
        if kept.len() < PER_SITE {
            // A site's name is counted with its first cookie.
            self.bytes += cookie.bytes() + if kept.is_empty() { site.len() } else { 0 };
            kept.push(cookie);
        }
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

    #[test]
    fn strangers_cannot_fill_the_memory_with_cookies() {
        let cookies = Cookies::default();
        let value = "y".repeat(COOKIE_BYTES - 10);
        for n in 0..20_000 {
            cookies.set(&format!("s{n}.example"), &format!("x={value}"));
            assert!(cookies.0.lock().unwrap().bytes <= MAX_BYTES + 2 * COOKIE_BYTES);
        }
        let last = Url::parse("http://s19999.example/").unwrap();
        assert!(cookies.header("s19999.example", &last).is_some());
    }
}
