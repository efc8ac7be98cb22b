//! The URL key: which document a page is, told from its address (section 3 of the URL Tree paper).
//!
//! An address as it was fetched is no name of a document: feeds add parameters, parameters come in any
//! order, and the same letter can be written in two ways. Counting a document twice would make its content
//! look like furniture, so the key errs on the side of taking two addresses for the same.

mod domain;
mod encoding;
#[cfg(feature = "rules")]
mod rules;
mod title;
mod tracking;

#[cfg(feature = "rules")]
pub use rules::{RuleProblem, Rules};
pub use title::head_title;

use crate::codec::{DecodeError, Reader, Writer};
use twox_hash::XxHash3_128;
use url::{Host, Url};

/// The parameter that holds the hash of the document's title.
pub const CONTENT_ID: &str = "_cid_";
/// The longest key in bytes; see [`KeyError::TooLong`].
pub const MAX_KEY_BYTES: usize = 64 * 1024;
/// How much of a bad address an error repeats.
const SHOWN_CHARS: usize = 100;

/// The registered domain of a host by the public suffix list, suffixes of companies left aside: the site.
///
/// ```
/// assert_eq!(dehusk_site::registered_domain("news.bbc.co.uk"), "bbc.co.uk");
/// ```
pub fn registered_domain(host: &str) -> &str {
    domain::registered(host)
}

/// Why an address has no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// It is no address.
    #[error("{url:?} is no address: {reason}")]
    NotAUrl {
        /// Its beginning.
        url: String,
        /// What the parser said.
        reason: url::ParseError,
    },
    /// It is the address of nothing that a host serves, such as `mailto:` or `data:`.
    #[error("{url:?} has no host, so it belongs to no site")]
    NoHost {
        /// Its beginning.
        url: String,
    },
    /// The key would be longer than [`MAX_KEY_BYTES`].
    #[error("the key has {bytes} bytes; at most {MAX_KEY_BYTES} are taken")]
    TooLong {
        /// How long it would be.
        bytes: usize,
    },
}

/// The name of a document, and where in its site it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlKey {
    text: String,
    domain: String,
    parts: Vec<String>,
}

impl UrlKey {
    /// The key as an address.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host, with the port if it is not the usual one.
    pub fn host(&self) -> &str {
        let rest = self.text.split_once("://").map_or(self.text.as_str(), |(_, rest)| rest);
        rest.split(['/', '?']).next().unwrap_or_default()
    }

    /// The registered domain, which is the site.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// The way from the domain to the document: subdomains from the right, the port, the segments of the
    /// path, the parameters.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }

    /// The key with parameters added that it lacks; none if it lacks none of them.
    pub(crate) fn with_parameters(&self, parameters: &[String]) -> Option<UrlKey> {
        let mut key = self.clone();
        for parameter in parameters {
            let part = format!("?{parameter}");
            if !key.parts.contains(&part) && key.text.len() + part.len() <= MAX_KEY_BYTES {
                key.text.push(if key.text.contains('?') { '&' } else { '?' });
                key.text.push_str(parameter);
                key.parts.push(part);
            }
        }
        (key.parts.len() > self.parts.len()).then_some(key)
    }

    pub(crate) fn write(&self, out: &mut Writer) {
        out.text(&self.text);
        out.text(&self.domain);
        out.number(self.parts.len() as u64);
        self.parts.iter().for_each(|part| out.text(part));
    }

    pub(crate) fn read(from: &mut Reader) -> Result<UrlKey, DecodeError> {
        let (text, domain) = (from.text()?, from.text()?);
        let count = from.count()?;
        let parts = (0..count).map(|_| from.text()).collect::<Result<_, _>>()?;
        Ok(UrlKey { text, domain, parts })
    }
}

/// Makes keys of addresses.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    #[cfg(feature = "rules")]
    rules: Rules,
    /// The registered domain, where the caller knows it.
    site: Option<String>,
}

impl Keys {
    /// Keys of one site, for callers that know its registered domain. Other hosts are as they always are.
    ///
    /// ```
    /// use dehusk_site::Keys;
    /// let key = Keys::default().with_site("b.example").key("https://a.b.example/c", None)?;
    /// assert_eq!((key.domain(), key.parts()[0].as_str()), ("b.example", "a"));
    /// # Ok::<_, dehusk_site::KeyError>(())
    /// ```
    pub fn with_site(mut self, domain: &str) -> Keys {
        self.site = Some(domain.to_string());
        self
    }

    /// Keys by these rules instead of the paper's.
    #[cfg(feature = "rules")]
    pub fn with_rules(mut self, rules: Rules) -> Keys {
        self.rules = rules;
        self
    }

    /// The key of a document from the address that answered, after redirects, and its title.
    ///
    /// ```
    /// use dehusk_site::Keys;
    /// let key = Keys::default().key("HTTP://News.Example.co.uk:80/a/%7eb/?feed=3#top", Some("B"))?;
    /// assert_eq!(key.as_str(), "http://news.example.co.uk/a/~b/");
    /// assert_eq!(key.domain(), "example.co.uk");
    /// assert_eq!(key.parts(), ["news", "a", "~b"]);
    /// # Ok::<_, dehusk_site::KeyError>(())
    /// ```
    pub fn key(&self, response_url: &str, title: Option<&str>) -> Result<UrlKey, KeyError> {
        let mut address = Address::read(response_url)?;
        address.add_title(title);
        // Rules say which parameters stay, so without any there is nothing to ask them.
        if !address.parameters.is_empty() {
            let text = address.text();
            let kept = self.kept(&text).unwrap_or_default();
            address.parameters.retain(|p| kept.iter().any(|kept| kept == name_of(p)));
        }
        self.finish(&address)
    }

    /// The key of a document of a stream, where the second of two documents that were taken for one is lost.
    /// Without a rule for its address a parameter stays, unless advertisers use it or `says_nothing` knows
    /// it; it is asked with site, form of address and name, as [`SiteMemory::says_nothing`] wants them.
    ///
    /// ```
    /// use dehusk_site::Keys;
    /// let url = "http://a.example/story?id=3&utm_source=feed&visit=7";
    /// let key = Keys::default().careful_key(url, None, |_, _, name| name == "visit")?;
    /// assert_eq!(key.as_str(), "http://a.example/story?id=3");
    /// # Ok::<_, dehusk_site::KeyError>(())
    /// ```
    ///
    /// [`SiteMemory::says_nothing`]: crate::SiteMemory::says_nothing
    pub fn careful_key(
        &self,
        response_url: &str,
        title: Option<&str>,
        mut says_nothing: impl FnMut(&str, &str, &str) -> bool,
    ) -> Result<UrlKey, KeyError> {
        let mut address = Address::read(response_url)?;
        address.add_title(title);
        match self.kept(&address.text()) {
            Some(kept) => address.parameters.retain(|p| kept.iter().any(|kept| kept == name_of(p))),
            None => {
                let (domain, form) =
                    (self.domain(&address.host), crate::memory::form::of(&address));
                address.parameters.retain(|p| {
                    let name = name_of(p);
                    name != CONTENT_ID
                        && !tracking::is_tracking(name)
                        && !says_nothing(&domain, &form, name)
                });
            }
        }
        self.finish(&address)
    }

    /// The parameters that a rule keeps of an address; none where there is no rule for it.
    #[cfg(feature = "rules")]
    fn kept(&self, address: &str) -> Option<&[String]> {
        self.rules.parameters(address)
    }

    #[cfg(not(feature = "rules"))]
    fn kept(&self, _address: &str) -> Option<&[String]> {
        None
    }

    fn domain(&self, host: &Host<String>) -> String {
        let Host::Domain(name) = host else { return host.to_string() };
        match self.site.as_deref() {
            Some(site) if is_of(name, site) => site.to_string(),
            _ => domain::registered(name).to_string(),
        }
    }

    fn finish(&self, address: &Address) -> Result<UrlKey, KeyError> {
        let text = address.text();
        if text.len() > MAX_KEY_BYTES {
            return Err(KeyError::TooLong { bytes: text.len() });
        }
        let domain = self.domain(&address.host);
        let parts = address.parts(&domain);
        Ok(UrlKey { text, domain, parts })
    }

    /// The address as the rules see it: title added, encoding normalised, parameters sorted.
    pub fn normal_address(
        &self,
        response_url: &str,
        title: Option<&str>,
    ) -> Result<String, KeyError> {
        let mut address = Address::read(response_url)?;
        address.add_title(title);
        Ok(address.text())
    }
}

/// An address taken apart, each part in its normal encoding.
pub(crate) struct Address {
    scheme: String,
    host: Host<String>,
    port: Option<u16>,
    path: String,
    parameters: Vec<String>,
}

impl Address {
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// As `name=value`, sorted by name.
    pub(crate) fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// Host and port.
    pub(crate) fn authority(&self) -> String {
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("{}{port}", self.host)
    }

    /// Host, port and path.
    pub(crate) fn place(&self) -> String {
        self.authority() + &self.path
    }

    pub(crate) fn read(text: &str) -> Result<Address, KeyError> {
        let shown = || text.chars().take(SHOWN_CHARS).collect::<String>();
        let url = Url::parse(text).map_err(|reason| KeyError::NotAUrl { url: shown(), reason })?;
        let host = match url.host() {
            Some(Host::Domain(name)) => {
                Host::Domain(name.trim_end_matches('.').to_ascii_lowercase())
            }
            Some(other) => other.to_owned(),
            None => return Err(KeyError::NoHost { url: shown() }),
        };
        if host == Host::Domain(String::new()) {
            return Err(KeyError::NoHost { url: shown() });
        }
        let query = url.query().unwrap_or_default().replace('+', "%20");
        let parameters = query.split('&').filter(|p| !p.is_empty()).map(encoding::normal);
        let mut parameters: Vec<String> = parameters.collect();
        // Stable, because the order of values of one name may matter.
        parameters.sort_by(|a, b| name_of(a).cmp(name_of(b)));
        let path = encoding::normal(url.path());
        Ok(Address { scheme: url.scheme().into(), host, port: url.port(), path, parameters })
    }

    /// Puts the hash of the title where its parameter sorts to. A page can not bring its own.
    fn add_title(&mut self, title: Option<&str>) {
        self.parameters.retain(|p| name_of(p) != CONTENT_ID);
        let Some(title) = title else { return };
        let folded = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let parameter = format!("{CONTENT_ID}={:032x}", XxHash3_128::oneshot(folded.as_bytes()));
        let at = self.parameters.partition_point(|p| name_of(p) < CONTENT_ID);
        self.parameters.insert(at, parameter);
    }

    fn text(&self) -> String {
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        let mut text = format!("{}://{}{port}{}", self.scheme, self.host, self.path);
        for (index, parameter) in self.parameters.iter().enumerate() {
            text.push(if index == 0 { '?' } else { '&' });
            text.push_str(parameter);
        }
        text
    }

    /// The scheme is no part: a site that moves to https stays the same site.
    fn parts(&self, domain: &str) -> Vec<String> {
        let host = self.host.to_string();
        let below = host.strip_suffix(domain).unwrap_or_default();
        let labels = below.rsplit('.').filter(|l| !l.is_empty()).map(str::to_string);
        let port = self.port.map(|port| format!(":{port}"));
        let segments = self.path.split('/').filter(|s| !s.is_empty()).map(str::to_string);
        let parameters = self.parameters.iter().map(|p| format!("?{p}"));
        labels.chain(port).chain(segments).chain(parameters).collect()
    }
}

/// Whether a host is a site's domain or below it.
fn is_of(host: &str, site: &str) -> bool {
    host.strip_suffix(site).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

fn name_of(parameter: &str) -> &str {
    parameter.split_once('=').map_or(parameter, |(name, _)| name)
}

#[cfg(all(test, feature = "domains", feature = "rules"))]
mod tests {
    use super::*;

    const ABC: &str = "http://abcnews.go.com/kabc/story?section=news/local/los_angeles&id=8691010";

    fn key(url: &str) -> UrlKey {
        Keys::default().key(url, Some("A title")).expect("a key")
    }

    #[test]
    fn the_worked_example_of_the_paper() {
        let second = Keys::default().normal_address(ABC, Some("Any title")).unwrap();
        let (before, rest) = second.split_once("_cid_=").unwrap();
        assert_eq!(before, "http://abcnews.go.com/kabc/story?");
        let (hash, rest) = rest.split_once('&').unwrap();
        assert!(hash.len() == 32 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{hash}");
        assert_eq!(rest, "id=8691010&section=news/local/los_angeles");
        let key = key(ABC);
        assert_eq!(key.as_str(), "http://abcnews.go.com/kabc/story?id=8691010");
        assert_eq!(key.domain(), "go.com");
        assert_eq!(key.parts(), ["abcnews", "kabc", "story", "?id=8691010"]);
    }

    #[test]
    fn a_site_that_is_named_gives_the_key_of_the_list() {
        for (site, host) in [("bbc.co.uk", "news.bbc.co.uk"), ("go.com", "go.com")] {
            let url = format!("https://{host}/a?id=3&utm_source=x");
            let named = Keys::default().with_site(site).careful_key(&url, None, |_, _, _| false);
            assert_eq!(named, Keys::default().careful_key(&url, None, |_, _, _| false));
        }
        let other = Keys::default().with_site("go.com").key("https://www.ergo.com/", None);
        assert_eq!(other.unwrap().domain(), "ergo.com");
    }

    #[test]
    fn without_a_rule_the_query_goes() {
        assert_eq!(key("http://a.example/b?c=d").as_str(), "http://a.example/b");
    }

    #[test]
    fn a_title_is_a_name_where_a_rule_says_so() {
        let keys = Keys::default();
        let home = |query: &str, title| {
            keys.key(&format!("http://www.aljazeera.com{query}"), Some(title)).unwrap()
        };
        assert_ne!(home("", "One"), home("", "Two"));
        assert_eq!(home("?x=1", "One  title "), home("?_cid_=forged", "One title"));
        assert_eq!(home("/news/x", "One").as_str(), "http://www.aljazeera.com/news/x");
    }

    #[test]
    fn one_letter_is_written_one_way() {
        let rule = "[[rule]]\nurl = '.'\nkeep = ['ä', 'q', '%C3%A4']";
        let keys = Keys::default().with_rules(Rules::parse(rule, "r").0);
        let one = keys.key("http://Ä.example/ä/%7Ex?q=a+b&ä=1", None).unwrap();
        let other = keys.key("http://xn--4ca.example/%c3%a4/~%78?%C3%a4=1&q=a%20b", None).unwrap();
        assert_eq!(one, other);
        assert_eq!(one.as_str(), "http://xn--4ca.example/%C3%A4/~x?%C3%A4=1&q=a%20b");
    }

    #[test]
    fn what_has_no_key_says_why() {
        let keys = Keys::default();
        assert!(matches!(keys.key("no address", None), Err(KeyError::NotAUrl { .. })));
        for url in ["mailto:a@b.example", "data:,x", "file:///etc/passwd"] {
            assert!(matches!(keys.key(url, None), Err(KeyError::NoHost { .. })), "{url}");
        }
        let long = format!("http://a.example/{}", "x".repeat(MAX_KEY_BYTES));
        let bytes = long.len();
        assert_eq!(keys.key(&long, None), Err(KeyError::TooLong { bytes }));
        let long_query = format!("http://a.example/?{}", "x".repeat(MAX_KEY_BYTES));
        assert!(keys.key(&long_query, None).is_ok(), "a query that is dropped can be long");
    }

    #[test]
    fn addresses_without_a_domain_are_sites_too() {
        assert_eq!(key("http://127.0.0.1:8080/a").domain(), "127.0.0.1");
        assert_eq!(key("http://127.0.0.1:8080/a").parts(), [":8080", "a"]);
        assert_eq!(key("http://[::1]/").domain(), "[::1]");
        assert_eq!(key("http://localhost/a").domain(), "localhost");
        assert_eq!(key("http://co.uk./a").domain(), "co.uk");
    }
}
