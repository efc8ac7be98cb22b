//! Addresses: absolute where that is possible, and never one that runs or holds something itself.

use url::Url;

/// Longer addresses are data or attacks.
const MAX_ADDRESS: usize = 4_096;

/// What relative addresses of a page are relative to.
#[derive(Clone, Debug, Default)]
pub(super) struct Base {
    url: Option<Url>,
}

impl Base {
    /// The base of a page from its own address and its `<base href>`.
    pub fn new(document: Option<&str>, base_href: Option<&str>) -> Base {
        let document = document.and_then(|u| Url::parse(u.trim()).ok()).filter(is_web);
        let base = base_href.and_then(|href| match &document {
            Some(url) => url.join(href.trim()).ok(),
            None => Url::parse(href.trim()).ok(),
        });
        Base { url: base.filter(is_web).or(document) }
    }

    /// The address as it should be given out.
    ///
    /// Absolute `http` and `https` addresses stay as they are but for normalisation. Relative ones are
    /// resolved; where nothing is known to resolve them against they stay as written, because the
    /// caller may know more. Everything else (`javascript:`, `data:`, `mailto:` …) is refused.
    pub fn resolve(&self, raw: &str) -> Option<String> {
        let raw = raw.trim();
        if raw.is_empty() || raw.len() > MAX_ADDRESS || raw.starts_with('#') {
            return None;
        }
        let parsed = match &self.url {
            Some(base) => base.join(raw),
            None => Url::parse(raw),
        };
        match parsed {
            Ok(url) => is_web(&url).then(|| url.into()),
            Err(url::ParseError::RelativeUrlWithoutBase) => {
                is_relative(raw).then(|| raw.to_string())
            }
            Err(_) => None,
        }
    }
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

fn is_relative(raw: &str) -> bool {
    let path = raw.split(['/', '?', '#']).next().unwrap_or_default();
    !path.contains(':') && !raw.contains(char::is_whitespace) && !raw.contains(['<', '>', '"'])
}

/// Whether a text can only be an address: absolute, or a path from the root.
pub(super) fn is_explicit(text: &str) -> bool {
    let text = text.trim();
    !text.contains(char::is_whitespace) && (text.contains("://") || text.starts_with('/'))
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
        assert_eq!(base.resolve("c.html").as_deref(), Some("https://example.org/a/c.html"));
        assert_eq!(
            base.resolve("//cdn.example/x.png").as_deref(),
            Some("https://cdn.example/x.png")
        );
        let base = Base::new(Some("https://example.org/a/b.html"), Some("/static/"));
        assert_eq!(base.resolve("c.png").as_deref(), Some("https://example.org/static/c.png"));
    }

    #[test]
    fn without_a_base_they_stay() {
        let base = Base::default();
        assert_eq!(base.resolve("/feed.xml").as_deref(), Some("/feed.xml"));
        assert_eq!(base.resolve("http://a.example").as_deref(), Some("http://a.example/"));
    }

    #[test]
    fn what_runs_is_refused() {
        let base = Base::new(Some("https://example.org/"), None);
        for raw in ["javascript:alert(1)", "data:image/png;base64,AA", "mailto:a@b.c", "", "#top"] {
            assert_eq!(base.resolve(raw), None, "{raw}");
            assert_eq!(Base::default().resolve(raw), None, "{raw}");
        }
        assert_eq!(Base::default().resolve("a b c"), None);
    }

    #[test]
    fn hosts_lose_their_www() {
        assert_eq!(host("https://WWW.Example.org/x").as_deref(), Some("example.org"));
        assert_eq!(host("nonsense"), None);
    }
}
