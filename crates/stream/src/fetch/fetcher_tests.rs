use super::*;
use crate::fetch::address;
use crate::fetch::answer::MAX_RETRY_AFTER;
use crate::fetch::{HttpClient, HttpSettings};
use std::io::{Read, Write};
use std::net::{IpAddr, TcpListener};

/// Answers every connection to `host` with `response`; gives the address of its page.
fn server(host: &str, response: String) -> String {
    let listener = TcpListener::bind((host, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(response.as_bytes());
        }
    });
    format!("http://{address}/")
}

fn redirect_to(address: &str) -> String {
    format!("HTTP/1.1 302 Found\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n")
}

fn ok(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

fn fetcher(allowed: fn(IpAddr) -> bool) -> Fetcher {
    let client = HttpClient::with_guard(&HttpSettings::default(), allowed).unwrap();
    let policy = Policy { robots: false, delay: Duration::ZERO, ..Policy::default() };
    Fetcher::new(Arc::new(client), policy)
}

fn get(allowed: fn(IpAddr) -> bool, address: &str) -> Result<Fetched, FetchError> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(fetcher(allowed).get(address, Purpose::Page, &Condition::default()))
}

/// Loopback stands for the public internet, except for one address that stands for the inside.
fn outside(address: IpAddr) -> bool {
    address != IpAddr::from([127, 0, 0, 2])
}

#[test]
fn redirects_are_checked_like_the_first_address() {
    let inside = server("127.0.0.2", ok("secret"));
    let gate = server("127.0.0.1", redirect_to(&inside));
    let error = get(outside, &gate).unwrap_err();
    assert!(matches!(error, FetchError::Private(_)), "{error}");
    assert_eq!(get(|_| true, &gate).unwrap().bytes, b"secret");
}

#[test]
fn redirects_leave_the_web_nowhere() {
    for target in ["file:///etc/passwd", "ftp://example.com/", "javascript:0", "gopher://x"] {
        let error = get(|_| true, &server("127.0.0.1", redirect_to(target))).unwrap_err();
        assert!(matches!(error, FetchError::Scheme(_)), "{target}: {error}");
    }
}

#[test]
fn numbers_in_other_clothes_are_addresses_too() {
    for address in ["2130706433", "0x7f.1", "0177.0.0.1", "[::ffff:127.0.0.1]", "localhost"] {
        let error = get(address::is_public, &format!("http://{address}:9/")).unwrap_err();
        assert!(matches!(error, FetchError::Private(_)), "{address}: {error}");
    }
}

#[test]
fn types_that_cannot_be_pages_are_refused() {
    for fine in ["text/html; charset=utf-8", "TEXT/HTML", "application/xhtml+xml", "", "text/plain"]
    {
        assert!(check_type(Some(fine)).is_ok(), "{fine}");
    }
    assert!(check_type(None).is_ok());
    for wrong in ["image/svg+xml", "application/pdf", "application/json", "text/css"] {
        assert!(check_type(Some(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn servers_can_ask_for_patience() {
    let answer = |value: &str| Answer {
        status: 503,
        headers: vec![(reqwest::header::RETRY_AFTER, value.into())],
        bytes: Vec::new(),
        cut: false,
        time: Duration::ZERO,
    };
    assert_eq!(retry_after(&answer("120")), Some(Duration::from_secs(120)));
    assert_eq!(retry_after(&answer("99999999999")), Some(MAX_RETRY_AFTER));
    assert_eq!(retry_after(&answer("Wed, 21 Oct 2015 07:28:00 GMT")), Some(Duration::ZERO));
    let far = retry_after(&answer("Wed, 21 Oct 2093 07:28:00 GMT"));
    assert_eq!(far, Some(MAX_RETRY_AFTER));
    assert_eq!(retry_after(&answer("soon")), None);
    assert_eq!(max_age("public, max-age=60"), Some(Duration::from_secs(60)));
}

/// Fetches with one fetcher, which remembers.
async fn asked(fetcher: &Fetcher, address: &str) -> Result<Fetched, FetchError> {
    fetcher.get(address, Purpose::Page, &Condition::default()).await
}

#[tokio::test]
async fn a_redirect_to_a_site_that_wants_peace_does_not_wait_for_it() {
    let tired = "HTTP/1.1 503 Tired\r\nRetry-After: 86400\r\nContent-Length: 0\r\n\r\n";
    let tired = server("127.0.0.2", tired.into());
    let gate = server("127.0.0.1", redirect_to(&tired));
    let fetcher = fetcher(|_| true);
    let first = asked(&fetcher, &gate).await.unwrap_err();
    assert!(matches!(first, FetchError::Status { code: 503, .. }), "{first}");
    let start = std::time::Instant::now();
    for address in [&gate, &tired] {
        let later = asked(&fetcher, address).await.unwrap_err();
        let FetchError::Later { site, .. } = &later else { panic!("{later}") };
        assert_eq!(site, "127.0.0.2");
        assert!(later.retry_after().unwrap() > Duration::from_secs(86_000), "{later}");
    }
    assert!(start.elapsed() < Duration::from_secs(5), "nobody waited");
}

#[tokio::test]
async fn a_redirect_to_a_site_with_a_long_line_leaves_it() {
    let site = server("127.0.0.2", ok("fine"));
    let gate = server("127.0.0.1", redirect_to(&site));
    let fetcher = fetcher(|_| true);
    let turn = fetcher.turns.turn("127.0.0.2", SHORT_WAIT).await.unwrap();
    let later = asked(&fetcher, &gate).await.unwrap_err();
    assert!(matches!(later, FetchError::Later { .. }), "{later}");
    drop(turn);
    assert_eq!(asked(&fetcher, &gate).await.unwrap().bytes, b"fine");
}

#[test]
fn floods_of_headers_are_bounded() {
    let many: String = (0..5_000).map(|n| format!("X-{n}: y\r\n")).collect();
    let error = get(|_| true, &server("127.0.0.1", format!("HTTP/1.1 200 OK\r\n{many}\r\nx")));
    assert!(error.is_err());
    let endless = format!("HTTP/1.1 200 OK\r\nX: {}", "y".repeat(4 << 20));
    assert!(get(|_| true, &server("127.0.0.1", endless)).is_err());
    let long = format!(
        "HTTP/1.1 200 OK\r\nETag: \"{}\"\r\nContent-Length: 0\r\n\r\n",
        "y".repeat(100_000)
    );
    let fetched = get(|_| true, &server("127.0.0.1", long)).unwrap();
    assert_eq!(fetched.condition.etag, None, "it would be kept for each feed");
}

#[test]
fn addresses_no_server_takes_are_not_asked_for() {
    let far = format!("/{}", "a".repeat(10_000));
    for error in [
        get(|_| true, &server("127.0.0.1", redirect_to(&far))).unwrap_err(),
        get(|_| true, &format!("http://127.0.0.1{far}")).unwrap_err(),
    ] {
        assert!(matches!(error, FetchError::LongUrl(_)) && error.is_lasting(), "{error}");
    }
}
