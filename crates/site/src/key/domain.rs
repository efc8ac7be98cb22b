//! The registered domain of a host, by the public suffix list.

#[cfg(feature = "domains")]
use psl::Type;

/// The part of a host that somebody registered; a host that is itself a suffix, or one label, stands for
/// itself. Suffixes that companies registered do not count: their users' pages are parts of one site.
#[cfg(feature = "domains")]
pub fn registered(host: &str) -> &str {
    let suffix = public_suffix(host);
    let Some(before) = host.strip_suffix(suffix).and_then(|h| h.strip_suffix('.')) else {
        return host;
    };
    let label = before.rfind('.').map_or(0, |dot| dot + 1);
    &host[label..]
}

/// Without the list nobody knows, so a host is a site of its own.
#[cfg(not(feature = "domains"))]
pub fn registered(host: &str) -> &str {
    host
}

#[cfg(feature = "domains")]
fn public_suffix(host: &str) -> &str {
    let mut rest = host;
    loop {
        let Some(found) = psl::suffix_str(rest) else { return rest };
        let private = psl::suffix(rest.as_bytes()).and_then(|s| s.typ()) == Some(Type::Private);
        if !private {
            return found;
        }
        // The list names the longest suffix only; below a private one another, public one stands.
        let Some((_, shorter)) = found.split_once('.') else { return found };
        rest = shorter;
    }
}

#[cfg(all(test, feature = "domains"))]
mod tests {
    use super::*;

    #[test]
    fn domains_are_registered_below_public_suffixes() {
        let cases = [
            ("www.bbc.co.uk", "bbc.co.uk"),
            ("abcnews.go.com", "go.com"),
            ("a.b.github.io", "github.io"),
            ("me.blogspot.co.uk", "blogspot.co.uk"),
            ("co.uk", "co.uk"),
            ("localhost", "localhost"),
            ("a.nowhere", "a.nowhere"),
            ("www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
        ];
        for (host, domain) in cases {
            assert_eq!(registered(host), domain, "{host}");
        }
    }
}
