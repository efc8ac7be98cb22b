//! Addresses: absolute where they can be, and none that could run something.

use dehusk_page::{Page, name};
use std::cell::Cell;
use url::{ParseError, Url};

/// Addresses longer than this are payloads, not addresses.
const MAX_LEN: usize = 8 << 10;
/// What others are relative to is written with each of them: a longer one makes gigabytes of a few bytes a link.
const MAX_BASE: usize = 2 << 10;
/// Bytes that addresses may become longer by, all together, where they are made absolute. That is enough for half a
/// million links of a usual site.
const MAX_ADDED: usize = 32 << 20;

/// What the addresses of a page are relative to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Base {
    url: Option<Url>,
    /// Bytes that addresses have become longer by.
    added: Cell<usize>,
}

impl Base {
    /// The page's `base` element over the address it was fetched from.
    pub fn of(page: &Page, url: Option<&str>) -> Base {
        let href = page.head().and_then(|head| {
            let mut below = page.descendants(head).filter(|&n| page.name(n) == name::BASE);
            below.find_map(|n| page.attr(n, name::HREF))
        });
        Base::new(url, href)
    }

    /// The base of a page that was fetched from an address and declares another.
    pub fn new(url: Option<&str>, declared: Option<&str>) -> Base {
        let is_short = |text: &&str| text.len() <= MAX_BASE;
        let url = url.filter(is_short).and_then(|u| Url::parse(u.trim()).ok()).filter(is_web);
        let declared = declared.filter(is_short);
        let declared =
            declared.and_then(|h| Url::options().base_url(url.as_ref()).parse(h.trim()).ok());
        Base { url: declared.filter(is_web).or(url), added: Cell::new(0) }
    }

    /// Whether relative addresses become absolute.
    pub fn is_known(&self) -> bool {
        self.url.is_some()
    }

    /// The address of a link: a web page, a mail or a telephone. A link into a page whose address is not
    /// known leads nowhere, since the content carries no ids.
    pub fn link(&self, href: &str) -> Option<String> {
        self.resolve(href, |url| is_web(url) || matches!(url.scheme(), "mailto" | "tel"))
    }

    /// Whether a link leads to a place in its own page.
    pub fn is_own_place(&self, href: &str) -> bool {
        let href = href.trim();
        let own = || {
            let (url, own) =
                (Url::options().base_url(self.url.as_ref()).parse(href).ok()?, self.url.as_ref()?);
            let page = |url: &Url| url.as_str().split('#').next().map(str::to_string);
            Some(url.fragment().is_some() && page(&url) == page(own))
        };
        href.starts_with('#') || href.contains('#') && own().unwrap_or(false)
    }

    /// The address of an image or another file.
    pub fn file(&self, src: &str) -> Option<String> {
        self.resolve(src, is_web)
    }

    fn resolve(&self, href: &str, allowed: impl Fn(&Url) -> bool) -> Option<String> {
        let href = href.trim_matches(|c: char| c <= ' ');
        if href.is_empty() || href.len() > MAX_LEN || self.added.get() > MAX_ADDED {
            return None;
        }
        match Url::options().base_url(self.url.as_ref()).parse(href) {
            Ok(url) if allowed(&url) => {
                let more = url.as_str().len().saturating_sub(href.len());
                self.added.set(self.added.get() + more);
                Some(url.into())
            }
            Ok(_) => None,
            Err(ParseError::RelativeUrlWithoutBase) => relative(href),
            Err(_) => None,
        }
    }
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// A relative address that stays so, for want of a base: cleaned as the URL standard would.
fn relative(href: &str) -> Option<String> {
    if let Some(rest) = href.strip_prefix("//") {
        return Url::parse(&format!("https://{rest}")).ok().map(Into::into);
    }
    if href.starts_with('#') {
        return None;
    }
    let mut clean = String::with_capacity(href.len());
    for c in href.chars() {
        match c {
            '\t' | '\n' | '\r' => {}
            ' ' => clean.push_str("%20"),
            '"' => clean.push_str("%22"),
            '<' => clean.push_str("%3C"),
            '>' => clean.push_str("%3E"),
            c if c.is_control() => {}
            c => clean.push(c),
        }
    }
    Some(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(html: &str, url: Option<&str>) -> Base {
        Base::of(&Page::parse(html), url)
    }

    #[test]
    fn base_element_wins_and_may_be_relative() {
        let b = base("<base href=/deep/>", Some("https://example.org/a/b"));
        assert_eq!(b.link("x?y#z").as_deref(), Some("https://example.org/deep/x?y#z"));
        let b = base("<base href='javascript:1'>", Some("https://example.org/a/b"));
        assert_eq!(b.link("x").as_deref(), Some("https://example.org/a/x"));
    }

    #[test]
    fn a_base_is_no_bomb() {
        let long = format!("https://a.example/{}/", "b".repeat(MAX_BASE));
        let b = base(&format!("<base href='{long}'>"), Some("https://example.org/a/b"));
        assert_eq!(b.link("x").as_deref(), Some("https://example.org/a/x"));
        assert!(!Base::new(Some(&long), None).is_known());
        let b = Base::new(None, Some(&format!("https://a.example/{}/", "b".repeat(MAX_BASE - 20))));
        // What the page itself says, a letter here, is not added.
        let added = |url: String| url.len() - 1;
        let written: usize = (0..100_000).filter_map(|_| b.link("x")).map(added).sum();
        assert!(written > MAX_ADDED && written < MAX_ADDED + 2 * MAX_BASE, "{written}");
    }

    #[test]
    fn nothing_that_runs() {
        let b = base("", Some("https://example.org/"));
        for href in
            ["javascript:alert(1)", " \u{1}JaVa\nScript:x", "data:text/html,x", "vbscript:x"]
        {
            assert_eq!(b.link(href), None, "{href}");
            assert_eq!(Base::default().link(href), None, "{href}");
        }
        assert_eq!(b.link("mailto:a@b.c").as_deref(), Some("mailto:a@b.c"));
        assert_eq!(b.file("mailto:a@b.c"), None);
    }

    #[test]
    fn without_a_base_addresses_stay_relative() {
        let b = Base::default();
        assert_eq!(b.link("a b/c").as_deref(), Some("a%20b/c"));
        assert_eq!(b.link("//example.org/x").as_deref(), Some("https://example.org/x"));
        assert_eq!(b.link("#top"), None);
    }
}
