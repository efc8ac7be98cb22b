//! Whatever a client sends, the server answers in its own form: no crash, no fault of ours, nothing of the request
//! as markup, and JSON for programs.
//!
//! An input is a request: its first line, headers, an empty line and a body. The target adds what every client
//! sends, the length of the body among it, unless the input begins with `raw `: then the rest is sent as it is.

#![no_main]

use dehusk_server::{App, Config, SearchIndex, serve};
use dehusk_stream::fetch::{Answer, BoxFuture, Client, FetchError, Request};
use dehusk_stream::sink::Sink;
use dehusk_stream::{Engine, Handle, Settings};
use libfuzzer_sys::fuzz_target;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;
use tokio::runtime::Runtime;

const PAGE: &str = "<title>A page</title><article><h1>A page</h1><p>It has a few sentences of its own, and a reader \
                    who has the time to read them to their end.</p></article>";

/// Every address has the same page, and none of them is asked.
struct OnePage;

impl Client for OnePage {
    fn send<'a>(&'a self, _: &'a Request) -> BoxFuture<'a, Result<Answer, FetchError>> {
        let (headers, time) = (Vec::new(), Duration::from_millis(1));
        let answer = Answer { status: 200, headers, bytes: PAGE.into(), cut: false, time };
        Box::pin(async move { Ok(answer) })
    }
}

struct Served {
    address: SocketAddr,
    handle: Handle,
    runtime: Runtime,
    /// Held, since the server ends with it. Nobody asks it anything.
    _engine: Mutex<Engine>,
}

static SERVED: LazyLock<Served> = LazyLock::new(|| {
    let runtime = Runtime::new().expect("a runtime");
    let folder = Path::new("/dev/shm").join(format!("dehusk-fuzz-{}", std::process::id()));
    let (engine, address) = runtime.block_on(async {
        let mut settings = Settings { threads: 1, ..Settings::default() };
        settings.policy.delay = Duration::from_millis(1);
        settings.policy.robots = false;
        let sinks = vec![Box::new(SearchIndex::new(&folder)) as Box<dyn Sink>];
        let engine = Engine::start(&folder, settings, Arc::new(OnePage), sinks, |_| ());
        let engine = engine.expect("an engine");
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a listener");
        let address = listener.local_addr().expect("an address");
        let app = App::new(engine.handle(), Config::default()).expect("an app");
        tokio::spawn(serve(listener, app, std::future::pending()));
        (engine, address)
    });
    Served { address, handle: engine.handle(), runtime, _engine: Mutex::new(engine) }
});

/// The request as a client would send it.
fn request(bytes: &[u8], host: SocketAddr) -> Vec<u8> {
    if let Some(raw) = bytes.strip_prefix(b"raw ") {
        return raw.to_vec();
    }
    let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap_or(bytes.len());
    let (head, body) = (&bytes[..end], bytes.get(end + 2..).unwrap_or_default());
    let head = String::from_utf8_lossy(head);
    let (first, headers) = head.split_once('\n').unwrap_or((&head, ""));
    let (method, path) = first.split_once(' ').unwrap_or(("GET", first));
    let path: String = path.chars().filter(|c| c.is_ascii_graphic()).collect();
    let headers: String = headers.lines().map(|line| format!("{line}\r\n")).collect();
    let length = body.len();
    let mut all = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
    )
    .into_bytes();
    all.extend_from_slice(body);
    all
}

fn ask(request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(SERVED.address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    // The server may have answered before it has read everything.
    let _ = stream.write_all(request).and_then(|()| stream.shutdown(Shutdown::Write));
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("no answer"),
        _ => answer,
    }
}

fn check(request: &[u8], answer: &[u8]) {
    let answer = String::from_utf8_lossy(answer);
    let Some((head, body)) = answer.split_once("\r\n\r\n") else { return };
    let head = head.to_ascii_lowercase();
    let status: u16 = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
    assert_ne!(status, 500, "{answer}");
    // What is no HTTP is answered by the library below, which adds nothing of ours.
    if !head.contains("content-security-policy") {
        assert!(matches!(status, 400 | 408 | 414 | 431), "{answer}");
        return;
    }
    if head.contains("content-type: text/html") {
        assert!(!body.to_ascii_lowercase().contains("<fuzz"), "{answer}");
    }
    let asked = String::from_utf8_lossy(request);
    let path = asked.split(' ').nth(1).unwrap_or_default();
    let head_only = asked.starts_with("HEAD ");
    if path.starts_with("/api/") && status >= 400 && !head_only {
        serde_json::from_str::<serde_json::Value>(body).expect("JSON for programs");
    }
}

/// Feeds that were added go again, so that lists stay short.
fn drop_feeds() {
    let reader = dehusk_stream::store::Reader::open(SERVED.handle.directory()).expect("a store");
    for feed in reader.feeds().expect("its feeds") {
        let _ = SERVED.runtime.block_on(SERVED.handle.drop_feed(feed.id));
    }
}

fuzz_target!(|bytes: &[u8]| {
    let request = request(bytes, SERVED.address);
    check(&request, &ask(&request));
    if bytes.windows(5).any(|some| some == b"feeds") {
        drop_feeds();
    }
});
