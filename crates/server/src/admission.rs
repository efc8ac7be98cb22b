//! Who may enter.
//!
//! With a token everybody is asked for it: a reverse proxy on this machine makes every visitor look like one of
//! this machine. Without a token this machine alone is answered, but a browser on it visits strangers' pages too.
//! So the Host header has to name this machine (a name that somebody pointed at it does not), and what a proxy
//! has passed on is refused: it says so by a header, or by a version of HTTP that nobody else speaks any more. In both cases nothing is answered that another site has a browser ask for, but for
//! a link that somebody follows.

use crate::config::Config;
use crate::error::ServeError;
use crate::hubs;
use crate::outgoing::is_keyed;
use axum::http::{HeaderMap, HeaderName, Method, Uri, Version, header};
use std::net::IpAddr;
use subtle::ConstantTimeEq;

/// The name of the cookie that holds the token.
pub const COOKIE: &str = "dehusk_token";

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// Somebody who may ask for everything.
    Friend,
    /// Somebody who may ask for what is open to all.
    Stranger,
}

/// Whether a request is answered, and as whose.
pub fn admit(
    config: &Config,
    peer: IpAddr,
    (method, uri, version, headers): (&Method, &Uri, Version, &HeaderMap),
) -> Result<Visitor, ServeError> {
    let path = uri.path();
    if is_from_elsewhere(config, method, headers) {
        return Err(ServeError::Forbidden("another site asked for this, and may not"));
    }
    if may_enter(config, peer, version, headers) {
        return Ok(Visitor::Friend);
    }
    match &config.token {
        _ if is_open(path) || is_keyed(config, path, uri.query()) => Ok(Visitor::Stranger),
        Some(_) => Err(ServeError::NoToken),
        None => Err(ServeError::Forbidden(
            "this server answers its own machine by its own name alone: start it with --token to reach it otherwise",
        )),
    }
}

/// Whether a path is open to those without a token.
fn is_open(path: &str) -> bool {
    matches!(path, "/login" | "/style.css" | "/icon.svg" | "/api/v1/health")
        || path.strip_prefix(hubs::PATH).is_some_and(|rest| rest.starts_with('/'))
}

fn may_enter(config: &Config, peer: IpAddr, version: Version, headers: &HeaderMap) -> bool {
    match &config.token {
        Some(token) => tokens(headers).any(|brought| is_same(token, brought)),
        None => {
            peer.to_canonical().is_loopback()
                && host_is_here(headers)
                && version >= Version::HTTP_11
                && !headers.keys().any(is_of_a_proxy)
        }
    }
}

/// Whether a header is one that proxies add.
fn is_of_a_proxy(name: &HeaderName) -> bool {
    const NAMES: [&str; 10] = [
        "cdn-loop",
        "cf-connecting-ip",
        "fastly-client-ip",
        "forwarded",
        "true-client-ip",
        "via",
        "x-client-ip",
        "x-cluster-client-ip",
        "x-original-host",
        "x-real-ip",
    ];
    NAMES.contains(&name.as_str()) || name.as_str().starts_with("x-forwarded")
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The tokens that a request brings: as a program does, and as a browser does.
fn tokens(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let bearer = text(headers, header::AUTHORIZATION).and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    let cookies = text(headers, header::COOKIE).unwrap_or_default().split(';').map(str::trim);
    bearer
        .into_iter()
        .chain(cookies.filter_map(|cookie| cookie.strip_prefix(COOKIE)?.strip_prefix('=')))
}

/// Compares without telling by its time how much was right.
pub fn is_same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

fn host_is_here(headers: &HeaderMap) -> bool {
    // Who names two hosts wants one of them to be overlooked.
    if headers.get_all(header::HOST).iter().count() > 1 {
        return false;
    }
    let host = text(headers, header::HOST).unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Whether a page of another site has a browser ask. Browsers say so by `Sec-Fetch-Site` where they take our
/// address for a safe one, and by `Origin` with everything that is posted.
fn is_from_elsewhere(config: &Config, method: &Method, headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    if origins.any(|origin| !origin.to_str().is_ok_and(|o| is_own(config, o, headers))) {
        return true;
    }
    let mut sites = headers.get_all("sec-fetch-site").iter();
    let is_elsewhere = sites.any(|site| site != "same-origin" && site != "none");
    is_elsewhere && !is_followed_link(method, headers)
}

fn is_followed_link(method: &Method, headers: &HeaderMap) -> bool {
    let dest = text(headers, "sec-fetch-dest");
    matches!(*method, Method::GET | Method::HEAD)
        && text(headers, "sec-fetch-mode") == Some("navigate")
        && !matches!(dest, Some("object" | "embed" | "iframe" | "frame"))
}

/// Whether an origin is this server: by the name it was asked by, or by the one the internet knows.
fn is_own(config: &Config, origin: &str, headers: &HeaderMap) -> bool {
    if config.public_url.as_ref().is_some_and(|url| url.origin().ascii_serialization() == origin) {
        return true;
    }
    let name = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let host = text(headers, header::HOST);
    name.zip(host).is_some_and(|(name, host)| name.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        let header = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        all.iter().map(header).collect()
    }

    fn with_token() -> Config {
        Config { token: Some("right-token".into()), ..Config::default() }
    }

    #[test]
    fn only_names_of_this_machine_count() {
        for here in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "127.3.4.5"] {
            assert!(host_is_here(&headers(&[("host", here)])), "{here}");
        }
        for elsewhere in
            ["evil.example", "localhost.evil.example:80", "10.0.0.1", "", "127.0.0.1.evil.example"]
        {
            assert!(!host_is_here(&headers(&[("host", elsewhere)])), "{elsewhere}");
        }
    }

    #[test]
    fn tokens_come_in_a_header_or_a_cookie() {
        let brought = |name, value| {
            tokens(&headers(&[(name, value)])).map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(brought("authorization", "Bearer abc"), ["abc"]);
        assert_eq!(brought("authorization", "bearer abc"), ["abc"]);
        assert_eq!(brought("cookie", "a=b; dehusk_token=abc"), ["abc"]);
        assert!(brought("cookie", "xdehusk_token=abc").is_empty());
        assert!(brought("authorization", "Basic abc").is_empty());
        assert!(is_same("abc", "abc") && !is_same("abc", "abd") && !is_same("abc", "ab"));
    }

    #[test]
    fn with_a_token_loopback_is_asked_for_it_too() {
        let config = with_token();
        let from = |all: &[_]| {
            admit(
                &config,
                HERE,
                (&Method::GET, &Uri::from_static("/"), Version::HTTP_11, &headers(all)),
            )
        };
        let local = ("host", "127.0.0.1:8080");
        assert!(matches!(from(&[local]), Err(ServeError::NoToken)));
        assert!(matches!(
            from(&[local, ("authorization", "Bearer wrong-token")]),
            Err(ServeError::NoToken)
        ));
        assert_eq!(
            from(&[local, ("authorization", "Bearer right-token")]).unwrap(),
            Visitor::Friend
        );
        let open = admit(
            &config,
            HERE,
            (&Method::POST, &Uri::from_static("/websub/1/x"), Version::HTTP_11, &headers(&[local])),
        );
        assert_eq!(open.unwrap(), Visitor::Stranger);
    }

    #[test]
    fn without_a_token_what_a_proxy_passes_on_is_refused() {
        let config = Config::default();
        let from = |all: &[_]| {
            admit(
                &config,
                HERE,
                (&Method::GET, &Uri::from_static("/"), Version::HTTP_11, &headers(all)),
            )
        };
        assert_eq!(from(&[("host", "localhost")]).unwrap(), Visitor::Friend);
        for name in [
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-proto",
            "x-real-ip",
            "via",
            "cf-connecting-ip",
            "host",
        ] {
            let mut all = headers(&[("host", "localhost")]);
            all.append(HeaderName::from_static(name), HeaderValue::from_static("192.0.2.1"));
            let asked = (&Method::GET, &Uri::from_static("/"), Version::HTTP_11, &all);
            let passed_on = admit(&config, HERE, asked);
            assert!(matches!(passed_on, Err(ServeError::Forbidden(_))), "{name}");
        }
        let old = (&Method::GET, &Uri::from_static("/"), Version::HTTP_10);
        let asked = (old.0, old.1, old.2, &headers(&[("host", "127.0.0.1:8080")]));
        assert!(admit(&config, HERE, asked).is_err(), "a proxy that says nothing else of itself");
    }

    #[test]
    fn other_sites_may_not_change_anything() {
        let mut config = Config::default();
        let host = ("host", "127.0.0.1:8080");
        let refused = |config: &Config, method: &Method, all: &[_]| {
            is_from_elsewhere(config, method, &headers(&[&[host], all].concat()))
        };
        for site in ["cross-site", "same-site", "something-new"] {
            assert!(refused(&config, &Method::POST, &[("sec-fetch-site", site)]), "{site}");
        }
        for origin in ["http://evil.example", "null", "http://127.0.0.1:80", "", "file://"] {
            assert!(refused(&config, &Method::POST, &[("origin", origin)]), "{origin}");
        }
        let two = [("origin", "http://127.0.0.1:8080"), ("origin", "http://evil.example")];
        let mut both = headers(&[host]);
        two.iter().for_each(|(name, value)| {
            both.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        });
        assert!(is_from_elsewhere(&config, &Method::POST, &both));
        let same = ("sec-fetch-site", "same-origin");
        assert!(refused(&config, &Method::POST, &[same, ("origin", "http://evil.example")]));
        assert!(!refused(&config, &Method::POST, &[same, ("origin", "http://127.0.0.1:8080")]));
        assert!(!refused(&config, &Method::POST, &[]));
        let public = [("origin", "https://reader.example")];
        assert!(refused(&config, &Method::POST, &public));
        config.public_url = Some("https://reader.example/".parse().unwrap());
        assert!(!refused(&config, &Method::POST, &public));
    }

    #[test]
    fn other_sites_may_link_but_not_load() {
        let config = Config::default();
        let refused = |method: &Method, mode: &'static str, dest: &'static str| {
            let all = [
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
            ];
            is_from_elsewhere(&config, method, &headers(&all))
        };
        assert!(!refused(&Method::GET, "navigate", "document"));
        assert!(refused(&Method::POST, "navigate", "document"));
        assert!(refused(&Method::GET, "navigate", "iframe"));
        assert!(refused(&Method::GET, "no-cors", "image"));
        assert!(refused(&Method::GET, "cors", "empty"));
    }
}
