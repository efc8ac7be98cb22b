//! Addresses in metadata, where any text may stand for one.

pub(super) use crate::content::Base;

use url::Url;

/// The address as it should be given out: absolute where the base is known. Texts that are none are refused,
/// and so is what does not lead to a page or a file.
pub(super) fn resolve(base: &Base, raw: &str) -> Option<String> {
    let raw = raw.trim();
    let is_place = raw.starts_with('#');
    let is_text = !base.is_known() && raw.contains(char::is_whitespace);
    if is_place || is_text { None } else { base.file(raw) }
}

/// Whether a text can only be an address: absolute, or a path from the root.
pub(super) fn is_explicit(text: &str) -> bool {
    let text = text.trim();
    !text.contains(char::is_whitespace) && (text.contains("://") || text.starts_with('/'))
}

/// Whether an absolute address is that of a site's front page.
pub(super) fn is_front(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| matches!(url.path(), "" | "/") && url.fragment().is_none())
}

/// The same for addresses whose parameters do not name a page: those that advertisers add.
pub(super) fn is_bare_front(address: &str) -> bool {
    let added = |name: &str| {
        name.starts_with("utm_") || ["srsltid", "gclid", "fbclid", "ref"].contains(&name)
    };
    let is_bare = |url: Url| url.query_pairs().all(|(name, _)| added(&name));
    is_front(address) && Url::parse(address).is_ok_and(is_bare)
}

/// The host of an address without `www.`, in lower case.
pub(super) fn host(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_addresses_are_resolved() {
        let base = Base::new(Some("https://example.org/a/b.html"), None);
        assert_eq!(resolve(&base, "c.html").as_deref(), Some("https://example.org/a/c.html"));
        assert_eq!(
            resolve(&base, "//cdn.example/x.png").as_deref(),
            Some("https://cdn.example/x.png")
        );
        let base = Base::new(Some("https://example.org/a/b.html"), Some("/static/"));
        assert_eq!(resolve(&base, "c.png").as_deref(), Some("https://example.org/static/c.png"));
    }

    #[test]
    fn without_a_base_they_stay() {
        let base = Base::default();
        assert_eq!(resolve(&base, "/feed.xml").as_deref(), Some("/feed.xml"));
        assert_eq!(resolve(&base, "http://a.example").as_deref(), Some("http://a.example/"));
    }

    #[test]
    fn what_runs_is_refused() {
        let base = Base::new(Some("https://example.org/"), None);
        for raw in ["javascript:alert(1)", "data:image/png;base64,AA", "mailto:a@b.c", "", "#top"] {
            assert_eq!(resolve(&base, raw), None, "{raw}");
            assert_eq!(resolve(&Base::default(), raw), None, "{raw}");
        }
        assert_eq!(resolve(&Base::default(), "a b c"), None);
    }

    #[test]
    fn hosts_lose_their_www() {
        assert_eq!(host("https://WWW.Example.org/x").as_deref(), Some("example.org"));
        assert_eq!(host("nonsense"), None);
    }
}
