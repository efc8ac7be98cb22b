//! Pages from a server: the polite ones, the broken ones and the hostile ones.

use crate::server::*;
use crate::support::*;
use std::io::Write;
use std::time::{Duration, Instant};

/// Runs the command on a page of a test server.
fn fetch(args: &[&str], url: &str) -> Run {
    dehusk(&[&["--allow-private"], args, &[url]].concat())
}

/// A fetch that fails with one line that holds all of `parts`.
#[track_caller]
fn refused(args: &[&str], url: &str, parts: &[&str]) {
    let run = fetch(args, url);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    let line = run.complaint();
    assert!(line.starts_with(&format!("dehusk: {url}: ")), "{line}");
    parts.iter().for_each(|part| assert!(line.contains(part), "{part:?} is not in: {line}"));
}

#[test]
fn a_page_is_fetched_by_a_client_that_says_who_it_is() {
    let server = Server::fixed(html(page("Served with care")));
    let run = fetch(&[], &server.url("/story?id=1#part"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Served with care"));
    let request = server.last_request().to_ascii_lowercase();
    assert!(request.starts_with("get /story?id=1 http/1.1"), "{request}");
    let name = concat!("user-agent: dehusk/", env!("CARGO_PKG_VERSION"));
    assert!(request.lines().any(|line| line == name), "{request}");
    assert!(request.contains("accept-encoding: gzip, br, zstd"), "{request}");
    let named = |args: &[&str]| {
        fetch(args, &server.url("/"));
        let request = server.last_request().to_ascii_lowercase();
        request.lines().find_map(|line| line.strip_prefix("user-agent: ")).unwrap().to_string()
    };
    assert_eq!(named(&["--user-agent", "me/2.0"]), "me/2.0");
    let contact = ["--contact", "me@my-domain.org"];
    assert_eq!(
        named(&[&["--user-agent", "me/2.0"][..], &contact].concat()),
        "me/2.0 (+me@my-domain.org)"
    );
    let whole = "me/2.0 (https://my-domain.org)";
    assert_eq!(named(&[&["--user-agent", whole][..], &contact].concat()), whole);
}

#[test]
fn redirects_are_followed_to_the_page_and_its_address() {
    let server = Server::new(|path, stream| {
        let link = "<p>Whoever has come this far may as well read on: <a href=next.html>the next page</a> \
            tells, in about as many words as this one, what lies behind the hill.</p></article>";
        let answer = match path {
            "/" => redirect("301 Moved Permanently", "a/b"),
            "/a/b" => redirect("302 Found", "../c/d?x=1"),
            "/c/d?x=1" => redirect("307 Temporary Redirect", "//127.0.0.1:PORT/e/page.html"),
            _ => html(page("At the end of the road").replace("</article>", link)),
        };
        let port = stream.local_addr().unwrap().port().to_string();
        let _ =
            stream.write_all(String::from_utf8(answer).unwrap().replace("PORT", &port).as_bytes());
    });
    let run = fetch(&["--format", "markdown"], &server.url("/"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("At the end of the road"));
    assert!(run.stdout.contains(&server.url("/e/next.html")), "{}", run.stdout);
    assert_eq!(server.connections(), 4);
}

#[test]
fn redirects_come_to_an_end() {
    let server = Server::fixed(redirect("302 Found", "/again"));
    refused(&[], &server.url("/"), &["more than 20 redirects", "browser"]);
    assert_eq!(server.connections(), 21);
    let server = Server::fixed(redirect("302 Found", "ftp://example.com/page.html"));
    refused(&[], &server.url("/"), &["ftp: addresses cannot be fetched"]);
    let server = Server::fixed(response("302 Found", &[], ""));
    refused(&[], &server.url("/"), &["without saying where to"]);
}

#[test]
fn private_addresses_are_refused_before_anything_is_sent() {
    let server = Server::fixed(html(page("Secret")));
    for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001"] {
        let url = server.url("/").replace("127.0.0.1", host);
        let run = dehusk(&[&url]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{host}");
        let line = run.complaint();
        assert!(line.contains("private address") && line.contains("--allow-private"), "{line}");
    }
    assert_eq!(server.connections(), 0);
}

#[test]
fn a_proxy_does_not_get_around_the_guard() {
    let server = Server::fixed(html(page("Secret")));
    let mut command = command();
    command.env("http_proxy", server.url("")).env("ALL_PROXY", server.url(""));
    let output = command.arg("http://10.0.0.1/").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("private address 10.0.0.1"));
    assert_eq!(server.connections(), 0);
}

#[test]
fn compressed_pages_are_unpacked() {
    let headers = ["Content-Type: text/html", "Content-Encoding: gzip"];
    let server = Server::fixed(response("200 OK", &headers, gzip(page("Packed").as_bytes())));
    let run = fetch(&[], &server.url("/"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Packed"));
}

#[test]
fn bombs_are_cut_off() {
    let mut bomb = page("Before the bomb").into_bytes();
    bomb.resize(300 << 20, b' ');
    let headers = ["Content-Type: text/html", "Content-Encoding: gzip"];
    let server = Server::fixed(response("200 OK", &headers, gzip(&bomb)));
    let start = Instant::now();
    let run = fetch(&["--max-bytes", "1M"], &server.url("/"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.complaint().contains("only its first 1048576 bytes"), "{}", run.stderr);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn endless_pages_are_cut_off() {
    let server = Server::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<article>");
        let paragraph = "<p>This page has no end, it goes on and on, and on, without any end.</p>";
        while stream.write_all(paragraph.repeat(100).as_bytes()).is_ok() {}
    });
    let run = fetch(&["--max-bytes", "100K"], &server.url("/"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("This page has no end"));
    assert!(run.complaint().contains("raise --max-bytes"), "{}", run.stderr);
}

#[test]
fn slow_servers_run_into_the_timeout() {
    let silent = Server::new(|_, _| std::thread::sleep(Duration::from_secs(60)));
    let trickle = Server::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
        while stream.write_all(b"<p>word ").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let crawl = Server::new(|_, stream| {
        std::thread::sleep(Duration::from_millis(200));
        let _ = stream.write_all(&redirect("302 Found", "/further"));
    });
    for server in [silent, trickle, crawl] {
        let start = Instant::now();
        refused(&["--timeout", "0.7"], &server.url("/"), &["within 0.7 s", "raise --timeout"]);
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn the_charset_of_the_server_is_believed() {
    let body = page("\u{1}").replace("<head>", "<head><meta charset=utf-8>");
    // "Привет мир" in windows-1251.
    let russian = b"\xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0";
    let body: Vec<u8> =
        body.bytes().flat_map(|b| if b == 1 { russian.to_vec() } else { vec![b] }).collect();
    let headers = ["Content-Type: text/html; charset=windows-1251"];
    let server = Server::fixed(response("200 OK", &headers, body));
    let run = fetch(&[], &server.url("/"));
    assert!(run.stdout.contains("Привет мир"), "{}", run.stdout);
}

#[test]
fn answers_that_are_no_pages_are_named() {
    let status =
        |status: &str| Server::fixed(response(status, &["Content-Type: text/html"], "<p>Sorry"));
    refused(&[], &status("404 Not Found").url("/x"), &["404 Not Found", "check the address"]);
    refused(&[], &status("403 Forbidden").url("/"), &["403 Forbidden", "in a browser"]);
    refused(&[], &status("429 Too Many Requests").url("/"), &["429", "later"]);
    refused(&[], &status("500 Internal Server Error").url("/"), &["500", "try again later"]);
    let typed =
        |kind: &str| Server::fixed(response("200 OK", &[&format!("Content-Type: {kind}")], "x"));
    refused(&[], &typed("image/png").url("/"), &["the server sent image/png, not HTML"]);
    refused(&[], &typed("application/pdf").url("/"), &["application/pdf"]);
    refused(&[], &typed("application/json; charset=utf-8").url("/"), &["sent application/json,"]);
    refused(&[], &Server::fixed(html("")).url("/"), &["empty"]);
    let deflated = Server::fixed(response("200 OK", &["Content-Encoding: compress"], "x"));
    refused(&[], &deflated.url("/"), &["compress", "not supported"]);
}

#[test]
fn a_picture_that_says_it_is_a_page_is_found_out() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";
    refused(&[], &Server::fixed(html(png)).url("/"), &["PNG", "HTML"]);
}

#[test]
fn broken_connections_are_reported() {
    let short = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<p>cut";
    refused(
        &[],
        &Server::fixed(short).url("/"),
        &["the transfer from 127.0.0.1 failed", "try again"],
    );
    refused(
        &[],
        &Server::fixed("garbage\r\n\r\n").url("/"),
        &["the transfer from 127.0.0.1 failed"],
    );
    refused(&[], &Server::fixed("").url("/"), &["the transfer from 127.0.0.1 failed"]);
}

#[test]
fn addresses_that_lead_nowhere_are_named() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let closed = format!("http://127.0.0.1:{port}/");
    refused(&[], &closed, &[&format!("nothing answers at 127.0.0.1:{port}"), "check the host"]);
    refused(&[], "http://nowhere.invalid/", &["there is no host nowhere.invalid", "network"]);
    refused(&[], "http://", &["not a valid address", "https://example.com/page"]);
    refused(&[], "https://exa mple.com/", &["not a valid address"]);
    refused(&[], "http://[::1/", &["not a valid address"]);
    refused(&[], "ftp://example.com/page.html", &["ftp: addresses cannot be fetched"]);
    refused(&[], "file:///etc/passwd", &["file: addresses cannot be fetched", "by its path"]);
}

#[test]
fn a_failed_fetch_stops_no_other_input() {
    let server = Server::fixed(html(page("Still here")));
    let run = fetch(&["ftp://example.com/", &server.url("/one")], &server.url("/two"));
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("ftp://example.com/"));
    assert!(run.stdout.contains(&format!("==> {} <==", server.url("/one"))));
    assert!(run.stdout.contains(&format!("==> {} <==", server.url("/two"))));
}
