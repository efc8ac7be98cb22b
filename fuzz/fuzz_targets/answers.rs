//! Whatever servers answer, a fetch ends with a page or a typed error, and is led to nothing but the web.
//!
//! An input is answers in the order they are given, with a line of dashes between; each is a status, headers, an
//! empty line and a body. The last one is given again and again.

#![no_main]

use dehusk_stream::fetch::{
    Answer, BoxFuture, Client, Condition, FetchError, Fetcher, Policy, Purpose, Request,
};
use http::HeaderName;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const BETWEEN: &str = "\n---\n";

struct Script {
    answers: Vec<Answer>,
    next: AtomicUsize,
}

impl Client for Script {
    fn send<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Answer, FetchError>> {
        assert!(matches!(request.url.scheme(), "http" | "https"), "{}", request.url);
        assert!(request.headers.iter().all(|(_, value)| !value.contains(['\r', '\n'])));
        let number = self.next.fetch_add(1, Ordering::Relaxed).min(self.answers.len() - 1);
        Box::pin(async move { Ok(self.answers[number].clone()) })
    }
}

fn answer(text: &str) -> Answer {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.trim().parse().ok()).unwrap_or(200);
    // What a client hands on has no control characters in its headers.
    let header = |line: &str| {
        let (name, value) = line.split_once(": ")?;
        let value = value.replace(|c: char| c.is_ascii_control() && c != '\t', "");
        Some((HeaderName::from_bytes(name.as_bytes()).ok()?, value))
    };
    let headers = lines.filter_map(header).collect();
    let time = Duration::from_millis(20);
    Answer { status, headers, bytes: body.into(), cut: false, time }
}

fuzz_target!(|text: &str| {
    let answers = text.split(BETWEEN).map(answer).collect();
    let client = Arc::new(Script { answers, next: AtomicUsize::new(0) });
    let policy = Policy { delay: Duration::from_millis(1), ..Policy::default() };
    let fetcher = Fetcher::new(client, policy);
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    // Time passes as soon as everybody waits for it.
    let runtime = runtime.enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(async {
        for purpose in [Purpose::Any, Purpose::Page, Purpose::Feed] {
            let condition = Condition::default();
            match fetcher.get("http://news.example/a?b=c", purpose, &condition).await {
                Ok(page) => assert!(matches!(page.url.scheme(), "http" | "https")),
                Err(error) => drop((error.to_string(), error.kind(), error.retry_after())),
            }
        }
    });
});
