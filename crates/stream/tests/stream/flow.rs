//! From feeds to articles: once each, with everything that belongs to them, also after a stop.

use crate::support::*;
use dehusk_stream::feed::Source;
use dehusk_stream::fetch::{HttpClient, HttpSettings};
use dehusk_stream::loopback::Reply;
use dehusk_stream::sink::JsonLines;
use dehusk_stream::{Engine, Mode, Record};
use std::sync::Arc;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_becomes_articles() {
    let (web, folder) = (web(good_site).await, Folder::new());
    let outcome = once(&web, &folder, &["http://good.example/feed"]).await;
    assert_eq!(outcome.keys(), good_keys());
    let record = outcome.records.iter().find(|r| r.key.ends_with("/one")).unwrap();
    assert_eq!(record.title(), Some("the matter of one"));
    assert!(record.text().contains("The 3. paragraph about the matter of one"));
    assert!(!record.text().contains("All rights reserved"));
    assert_eq!(
        (record.feed.as_str(), record.feed_title.as_deref()),
        ("http://good.example/feed", Some("A feed"))
    );
    assert_eq!(record.request_url, "http://good.example/one");
    assert_eq!(record.item_published.as_deref(), Some("2025-06-03T09:39:21Z"));
    assert_eq!(record.article["extractor"], "auto");
    assert!(record.confidence().unwrap() > 0.0);
    assert_eq!(outcome.count("articles"), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_fetched_or_delivered_twice() {
    let (web, folder) = (web(good_site).await, Folder::new());
    let feeds = ["http://good.example/feed"];
    once(&web, &folder, &feeds).await;
    let again = once(&web, &folder, &feeds).await;
    assert_eq!(again.keys(), good_keys());
    assert_eq!((again.count("articles"), again.count("duplicate_item")), (0, 3));
    assert_eq!(web.log().times("good.example", "/one"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_three_steps_of_history_each_catch_theirs() {
    let answer = |asked: &dehusk_stream::loopback::Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&["/a", "/moved", "/copy", "/b"]),
        // The same item, told by another feed.
        "/other" => feed(&["/a"]),
        "/moved" => Reply::redirect(302, "/a?utm_source=feed"),
        "/copy" | "/a" => Reply::html(page("one and the same thing")),
        _ => Reply::html(page("something else altogether")),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let feeds = ["http://news.example/feed", "http://news.example/other"];
    let outcome = once(&web, &folder, &feeds).await;
    assert_eq!(outcome.keys(), ["http://news.example/a", "http://news.example/b"]);
    let steps =
        ["duplicate_item", "duplicate_key", "duplicate_text"].map(|step| outcome.count(step));
    assert_eq!(steps, [1, 1, 1]);
    assert_eq!(reader(&folder).item_counts().unwrap(), [0, 4, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_text_on_another_site_is_told_but_not_dropped() {
    let answer = |asked: &dehusk_stream::loopback::Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&["/agency"]),
        _ => Reply::html(page("a report of the agency")),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    once(&web, &folder, &["http://one.example/feed"]).await;
    let outcome = once(&web, &folder, &["http://two.example/feed"]).await;
    assert_eq!(outcome.records.len(), 2);
    assert_eq!(outcome.records[1].same_text_as.as_deref(), Some("http://one.example/agency"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_sitemaps_and_moved_feeds_lead_to_articles() {
    let answer = |asked: &dehusk_stream::loopback::Asked| match (asked.host.as_str(), asked.path())
    {
        (_, "/robots.txt") => Reply::status(404),
        ("page.example", "/") => Reply::html(
            "<html><head><link rel=alternate type=application/rss+xml href=/feed></head><body>Hi</body></html>",
        ),
        ("map.example", "/index.xml") => Reply::new(
            "text/xml",
            "<sitemapindex><sitemap><loc>http://map.example/map.xml</loc></sitemap></sitemapindex>",
        ),
        ("map.example", "/map.xml") => {
            Reply::new("text/xml", "<urlset><url><loc>http://map.example/x</loc></url></urlset>")
        }
        ("old.example", "/feed") => Reply::redirect(301, "http://new.example/feed"),
        (_, "/feed") => feed(&["/x"]),
        (host, _) => Reply::html(page(&format!("the news of {host}"))),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let feeds = ["http://page.example/", "http://map.example/index.xml", "http://old.example/feed"];
    let outcome = once(&web, &folder, &feeds).await;
    assert_eq!(
        outcome.keys(),
        ["http://map.example/x", "http://new.example/x", "http://page.example/x"]
    );
    assert_eq!((outcome.count("feed_discovered"), outcome.count("feed_moved")), (1, 1));
    once(&web, &folder, &[]).await;
    assert_eq!(web.log().times("old.example", "/feed"), 1, "the new address is remembered");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_stopped_goes_on_where_it_was() {
    let links: Vec<String> = (0..60).map(|n| format!("/page-{n}")).collect();
    let answer = move |asked: &dehusk_stream::loopback::Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&links.iter().map(String::as_str).collect::<Vec<_>>()),
        path => Reply::html(page(&subject(number_of(path)))),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let mut settings = settings();
    settings.policy.delay = Duration::from_millis(10);
    let http = HttpSettings {
        allow_private: true,
        connect_to: Some(web.address()),
        ..HttpSettings::default()
    };
    let client = Arc::new(HttpClient::new(&http).unwrap());
    let sink = Box::new(JsonLines::new(folder.join("out.jsonl"), 1 << 30));
    let engine = Engine::start(&folder.join("data"), settings, client, vec![sink], |_| ()).unwrap();
    let source = Source { url: "http://long.example/feed".into(), ..Source::default() };
    engine.add_feeds(vec![source]).await.unwrap();
    let summary =
        engine.run(Mode::Forever, tokio::time::sleep(Duration::from_millis(400))).await.unwrap();
    assert!(summary.stopped && summary.articles < 60);
    let outcome = once(&web, &folder, &[]).await;
    assert_eq!(outcome.records.len(), 60);
    let mut keys: Vec<&Record> = outcome.records.iter().collect();
    keys.sort_by(|a, b| a.key.cmp(&b.key));
    keys.dedup_by(|a, b| a.key == b.key);
    assert_eq!(keys.len(), 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_has_one_user_at_a_time() {
    let folder = Folder::new();
    let client = || Arc::new(HttpClient::new(&HttpSettings::default()).unwrap());
    let first = Engine::start(&folder.join("data"), settings(), client(), Vec::new(), |_| ());
    let second = Engine::start(&folder.join("data"), settings(), client(), Vec::new(), |_| ());
    assert!(second.unwrap_err().to_string().contains("in use"));
    first.unwrap().run(Mode::Once, std::future::pending()).await.unwrap();
}
