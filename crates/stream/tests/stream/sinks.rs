//! Several places at once, each with every article once.

use crate::support::*;
use dehusk_stream::fetch::{HttpClient, HttpSettings};
use dehusk_stream::sink::{JsonLines, MarkdownFolder, ParquetFolder, Sink, SqliteFile, Webhook};
use dehusk_stream::{Engine, StreamError};
use dehusk_synth::loopback::{Asked, Body, Reply};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The keys and times of what was posted to a hook.
type Posted = Arc<Mutex<Vec<(String, Instant)>>>;

/// A hook that answers by the key of an article and how many posts came before.
async fn hook(
    answer: impl Fn(&str, usize) -> Reply + Send + Sync + 'static,
) -> (dehusk_synth::loopback::Web, Posted) {
    let posted = Posted::default();
    let noted = posted.clone();
    let web = web(move |asked: &Asked| {
        let key = dehusk_stream::Record::read(&asked.body).unwrap().key;
        let mut noted = noted.lock().unwrap();
        noted.push((key.clone(), Instant::now()));
        answer(&key, noted.len() - 1)
    });
    (web.await, posted)
}

fn keys_of(posted: &Posted) -> Vec<String> {
    let mut keys: Vec<_> = posted.lock().unwrap().iter().map(|(key, _)| key.clone()).collect();
    keys.sort();
    keys
}

/// A sink that posts to a hook, under an address with secrets.
fn sink_to(hook: &dehusk_synth::loopback::Web) -> Vec<Box<dyn Sink>> {
    let address = format!("http://me:password@{}/token?key=secret", hook.address());
    vec![Box::new(Webhook::new(&address, "test").unwrap())]
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stops_a_run_does_not_wait_for_a_hook_that_never_answers() {
    let (hook, _) = hook(|_, _| Reply::status(200).sending(Body::Never)).await;
    let (web, folder) = (web(good_site).await, Folder::new());
    let begun = Instant::now();
    let feeds = ["http://good.example/feed"];
    let stop = tokio::time::sleep(Duration::from_secs(4));
    let summary = round_until(stop, &web, &folder, &feeds, settings(), sink_to(&hook)).await;
    // A post that is never answered is waited for half a minute, and then made again.
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let [sink] = &summary.sinks[..] else { panic!("{summary:?}") };
    assert!(summary.stopped && sink.name.starts_with("webhook:"), "{summary:?}");
    assert!(!sink.is_complete() && sink.lacks == 3, "{summary:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_file_is_not_given_to_two_sinks() {
    let folder = Folder::new();
    let path = folder.join("articles.db");
    let sinks: Vec<Box<dyn Sink>> =
        vec![Box::new(JsonLines::new(&path, 1 << 20)), Box::new(SqliteFile::new(&path))];
    let client = Arc::new(HttpClient::new(&HttpSettings::default()).unwrap());
    let engine = Engine::start(&folder.join("data"), settings(), client, sinks, |_| ());
    assert!(matches!(engine.unwrap_err(), StreamError::SinkTwice(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sink_gets_every_article() {
    let hooked = Arc::new(Mutex::new(Vec::<(String, String)>::new()));
    let kept = hooked.clone();
    let hook = web(move |asked: &Asked| {
        let mut hooked = kept.lock().unwrap();
        let key = asked.header("idempotency-key").unwrap_or_default().to_string();
        let record = dehusk_stream::Record::read(&asked.body).unwrap();
        hooked.push((key, record.key));
        // The first request fails: the hook is tried again.
        if hooked.len() == 1 { Reply::status(500) } else { Reply::status(204) }
    })
    .await;
    let (web, folder) = (web(good_site).await, Folder::new());
    let address = format!("http://{}/hook", hook.address());
    let (markdown, parquet, sqlite) =
        (folder.join("markdown"), folder.join("parquet"), folder.join("articles.sqlite"));
    let sinks: Vec<Box<dyn Sink>> = vec![
        Box::new(MarkdownFolder::new(&markdown)),
        Box::new(ParquetFolder::new(&parquet)),
        Box::new(SqliteFile::new(&sqlite)),
        Box::new(Webhook::new(&address, "test").unwrap()),
    ];
    let feeds = ["http://good.example/feed"];
    let outcome = once_with(&web, &folder, &feeds, settings(), sinks).await;
    assert_eq!(outcome.keys(), good_keys());
    assert_eq!(outcome.count("sink_failed"), 1);

    let files: Vec<_> = std::fs::read_dir(markdown.join("good.example")).unwrap().collect();
    assert_eq!(files.len(), 3);
    let text = std::fs::read_to_string(files[0].as_ref().unwrap().path()).unwrap();
    assert!(
        text.starts_with("---\ntitle: \"the matter of ") && text.contains("\nconfidence: 0."),
        "{text}"
    );

    let database = rusqlite::Connection::open(&sqlite).unwrap();
    let rows: i64 = database
        .query_row("SELECT count(*) FROM articles WHERE text LIKE '%paragraph%'", [], |r| r.get(0))
        .unwrap();
    assert_eq!(rows, 3);

    let files = std::fs::read_dir(&parquet).unwrap().flatten();
    let files = files.filter(|file| file.path().extension().is_some_and(|e| e == "parquet"));
    assert_eq!(files.count(), 1);

    let hooked = hooked.lock().unwrap();
    let keys: BTreeSet<&String> = hooked.iter().map(|(key, _)| key).collect();
    assert_eq!((hooked.len(), keys.len()), (4, 3), "one came twice, under the same key");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_article_that_a_hook_rejects_is_set_aside_and_no_other_comes_twice() {
    let (hook, posted) = hook(|key, _| match key.ends_with("/two") {
        true => Reply::status(422),
        false => Reply::status(204),
    })
    .await;
    let (web, folder) = (web(good_site).await, Folder::new());
    let feeds = ["http://good.example/feed"];
    let outcome = once_with(&web, &folder, &feeds, settings(), sink_to(&hook)).await;
    assert_eq!(keys_of(&posted), good_keys());
    assert_eq!((outcome.count("set_aside"), outcome.count("sink_failed")), (1, 0));
    let report = &outcome.sinks[0];
    assert_eq!((report.lacks, report.set_aside, report.is_complete()), (0, 1, false));
    let aside = reader(&folder).set_aside(&report.name, 10).unwrap();
    assert_eq!(aside.len(), 1);
    assert!(aside[0].reason.contains("422"), "{aside:?}");
    let article = reader(&folder).article(aside[0].seq).unwrap().unwrap();
    assert_eq!(article.key, "http://good.example/two");
    once_with(&web, &folder, &feeds, settings(), sink_to(&hook)).await;
    assert_eq!(posted.lock().unwrap().len(), 3, "nothing comes again in the next run");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_hook_stops_neither_the_feeds_nor_other_sinks_and_no_secret_is_told() {
    let (hook, posted) = hook(|_, _| Reply::status(500)).await;
    let (web, folder) = (web(good_site).await, Folder::new());
    let feeds: Vec<String> = (0..6).map(|n| format!("http://good-{n}.example/feed")).collect();
    let feeds: Vec<&str> = feeds.iter().map(String::as_str).collect();
    // A sink that was waited for would hold the feeds after the first of them.
    let narrow = dehusk_stream::Settings { queue: 2, ..settings() };
    let outcome = once_with(&web, &folder, &feeds, narrow, sink_to(&hook)).await;
    assert_eq!(outcome.records.len(), 18);
    let report = &outcome.sinks[0];
    assert_eq!((report.lacks, report.set_aside), (18, 0));
    let told = format!("{report:?}");
    assert!(told.contains("answered 500") && told.contains("/…"), "{told}");
    for secret in ["password", "token", "secret"] {
        assert!(!told.contains(secret), "{told}");
    }
    let posts = posted.lock().unwrap();
    assert!(posts.iter().all(|(key, _)| *key == posts[0].0), "only the first is tried again");
    assert!(posts.len() < 20, "with pauses: {}", posts.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hook_that_asks_for_patience_gets_it() {
    let (hook, posted) = hook(|_, before| match before {
        1 => Reply::status(429).with("Retry-After", "1"),
        _ => Reply::status(200),
    })
    .await;
    let (web, folder) = (web(good_site).await, Folder::new());
    let feeds = ["http://good.example/feed"];
    let outcome = once_with(&web, &folder, &feeds, settings(), sink_to(&hook)).await;
    assert!(outcome.sinks[0].is_complete(), "{:?}", outcome.sinks);
    let posts = posted.lock().unwrap();
    assert_eq!(posts.len(), 4, "only the one that was turned away comes twice");
    assert_eq!(posts[1].0, posts[2].0);
    assert!(posts[2].1 - posts[1].1 >= Duration::from_secs(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_place_is_given_once() {
    let folder = Folder::new();
    let client = dehusk_stream::fetch::HttpClient::new(&Default::default()).unwrap();
    let sink = || Box::new(SqliteFile::new(folder.join("a.db"))) as Box<dyn Sink>;
    let sinks = vec![sink(), sink()];
    let data = folder.join("data");
    let refused = dehusk_stream::Engine::start(&data, settings(), Arc::new(client), sinks, |_| ());
    assert!(refused.unwrap_err().to_string().contains("given twice"));
}
