//! WebSub, with a hub on loopback: it is asked, asks back, and what it signs brings an article at once.

use crate::support::*;
use crate::watch::{get, server};
use dehusk_synth::loopback::{Asked, Log, Reply, Web};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What the hub was asked for.
#[derive(Default)]
struct Hub {
    asked: Mutex<Vec<Vec<(String, String)>>>,
    published: AtomicUsize,
}

impl Hub {
    /// A site whose feed names the hub, and the hub.
    fn answer(&self, asked: &Asked) -> Reply {
        match (asked.host.as_str(), asked.path()) {
            (_, "/robots.txt") => Reply::status(404),
            ("hub.example", "/") => {
                let form = url::form_urlencoded::parse(&asked.body).into_owned().collect();
                self.asked.lock().unwrap().push(form);
                Reply::status(202)
            }
            (_, "/feed") => {
                let item = |n: usize| {
                    format!(
                        "<entry><id>{n}</id><title>Story {n}</title><link href='/story-{n}'/></entry>"
                    )
                };
                let items: String = (0..=self.published.load(Ordering::SeqCst)).map(item).collect();
                Reply::new(
                    "application/atom+xml",
                    format!(
                        "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title><id>f</id>\
                         <link rel='hub' href='http://hub.example/'/>\
                         <link rel='self' href='http://news.example/feed'/>{items}</feed>"
                    ),
                )
            }
            (_, path) => Reply::html(crate::support::page(&format!("This is {path}, a story"))),
        }
    }

    /// What it was asked first, once it was.
    fn question(&self) -> Vec<(String, String)> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(60) {
            if let Some(asked) = self.asked.lock().unwrap().first() {
                return asked.clone();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the hub was never asked");
    }
}

/// A page, for one who has the token.
fn page(address: &str, path: &str) -> String {
    let token = "Authorization: Bearer secret-token\r\n";
    get(address, &format!("GET {path} HTTP/1.1\r\nHost: HOST\r\n{token}Connection: close\r\n\r\n"))
}

fn articles(address: &str) -> usize {
    page(address, "/api/v1/articles").matches("\"seq\":").count()
}

fn wait_for(what: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} never came");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A POST as the hub sends it.
fn deliver(address: &str, path: &str, signature: &str, body: &str) -> String {
    get(
        address,
        &format!(
            "POST {path} HTTP/1.1\r\nHost: reader.example\r\nX-Hub-Signature: {signature}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
    )
}

#[test]
fn a_hub_is_asked_and_nobody_else_can_answer_or_deliver_for_it() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let hub = Arc::new(Hub::default());
    let answering = hub.clone();
    let serve = Web::serve(Log::default(), move |asked| answering.answer(asked));
    let web = runtime.block_on(serve).unwrap();
    let folder = Folder::new();
    let mut command = command();
    command.args(["serve", "http://news.example/feed", "--listen", "127.0.0.1:0", "--delay", "0"]);
    command.args(["--public-url", "http://reader.example/", "--token", "secret-token"]);
    command.args(["--allow-private", "--connect-to", &web.address().to_string()]);
    command.args(["--data", &folder.path("data")]);
    let (mut child, address) = server(command);
    wait_for("the first article", || articles(&address) == 1);

    let form = hub.question();
    let value = |name: &str| form.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone()).unwrap();
    assert_eq!(value("hub.mode"), "subscribe");
    assert_eq!(value("hub.topic"), "http://news.example/feed");
    let callback = value("hub.callback");
    let path = callback.strip_prefix("http://reader.example").unwrap();
    assert!(path.starts_with("/websub/1/") && path.len() > 40, "{callback} can be guessed");
    let feed = "http%3A%2F%2Fnews.example%2Ffeed";
    let ask = |path: &str, mode: &str, topic: &str, lease: &str| {
        let target = format!(
            "{path}?hub.mode={mode}&hub.topic={topic}&hub.challenge=tell-me&hub.lease_seconds={lease}"
        );
        get(
            &address,
            &format!("GET {target} HTTP/1.1\r\nHost: reader.example\r\nConnection: close\r\n\r\n"),
        )
    };
    let guessed = format!("/websub/1/{}", "0".repeat(64));
    for (path, mode, topic, lease) in [
        (path, "subscribe", "http://other.example/feed", "864000"),
        (path, "subscribe", feed, "0"),
        (path, "unsubscribe", feed, "864000"),
        (guessed.as_str(), "subscribe", feed, "864000"),
        (guessed.as_str(), "denied", feed, "864000"),
        ("/websub/1", "denied", feed, "864000"),
    ] {
        let answer = ask(path, mode, topic, lease);
        assert!(answer.starts_with("HTTP/1.1 404"), "{mode} at {path}: {answer}");
    }
    let answer = ask(path, "subscribe", feed, "864000");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("tell-me"), "{answer}");

    hub.published.store(1, Ordering::SeqCst);
    assert!(deliver(&address, path, "sha256=00", "news").starts_with("HTTP/1.1 202"));
    assert!(deliver(&address, &guessed, "sha256=00", "news").starts_with("HTTP/1.1 410"));
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(articles(&address), 1, "what is not signed changes nothing");
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, value("hub.secret").as_bytes());
    let tag = ring::hmac::sign(&key, b"news");
    let hex: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(deliver(&address, path, &format!("sha256={hex}"), "news").starts_with("HTTP/1.1 202"));
    wait_for("the second article", || articles(&address) == 2);
    let metrics = page(&address, "/metrics");
    for name in ["hub_asked", "hub_subscribed", "hub_delivered", "hub_delivery_unsigned"] {
        assert!(metrics.contains(&format!("name=\"{name}\"}} 1")), "{name}: {metrics}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
