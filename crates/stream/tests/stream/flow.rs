//! From feeds to articles: once each, with everything that belongs to them, also after a stop.

use crate::support::*;
use dehusk_stream::feed::Source;
use dehusk_stream::fetch::{HttpClient, HttpSettings};
use dehusk_stream::sink::{Delivery, JsonLines, Opening, Sink, SinkError, Taken};
use dehusk_stream::{Engine, Mode, Record, Settings};
use dehusk_synth::loopback::{Asked, Reply, Web};
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
async fn memories_that_rest_give_the_same_articles() {
    let answer = |asked: &Asked| {
        let paths: Vec<String> = (0..12).map(|n| format!("/{n}")).collect();
        match asked.path() {
            "/robots.txt" => Reply::status(404),
            "/feed" => feed(&paths.iter().map(String::as_str).collect::<Vec<_>>()),
            path => Reply::html(page(&subject(number_of(path)))),
        }
    };
    let web = web(answer).await;
    let mut texts = Vec::new();
    for memories in [settings().memories, 0] {
        let (folder, settings) = (Folder::new(), Settings { memories, ..settings() });
        let feeds = ["http://one.example/feed", "http://two.example/feed"];
        let outcome = once_with(&web, &folder, &feeds, settings, Vec::new()).await;
        assert_eq!(outcome.count("memories_rested") > 0, memories == 0);
        let text = |r: &Record| (r.key.clone(), r.site_support, r.text().to_string());
        let mut all: Vec<_> = outcome.records.iter().map(text).collect();
        all.sort();
        texts.push(all);
    }
    assert_eq!(texts[0].len(), 24);
    assert_eq!(texts[0], texts[1]);
}

/// The page of an article with more at its end.
fn longer(title: &str, more: &str) -> Reply {
    Reply::html(page(title).replace("</article>", &format!("{more}</article>")))
}

/// Paragraphs in which other numbers stand on another day.
fn report(day: usize) -> String {
    let price = |good: &str| {
        format!(
            "<p>A load of {good} was sold for {} pounds at the harbour, {} more than on the day before, and the              merchants expect to see {} loads of it by the end of the week.</p>",
            day * 7 + 100,
            day + 2,
            day * 3 + 11,
        )
    };
    ["wool", "barley", "herring", "timber", "salt"].map(price).join("")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_dropped_and_what_says_more_or_something_else_is_kept() {
    let answer = |asked: &Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&["/a", "/a/print", "/a/update", "/monday", "/tuesday"]),
        "/a" => Reply::html(page("the harbour")),
        "/a/print" => longer(
            "the harbour",
            "<p>Ada Smith has written for this paper since 1993, lives with two cats by the sea, and answers all              letters that readers send to her, as long as they are polite and not too long.</p>",
        ),
        "/a/update" => longer("the harbour", &page("the lighthouse and its keeper")),
        "/monday" => longer("Prices", &report(1)),
        _ => longer("Prices", &report(2)),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let outcome = once(&web, &folder, &["http://news.example/feed"]).await;
    let kept = ["/a", "/a/update", "/monday", "/tuesday"];
    assert_eq!(outcome.keys(), kept.map(|path| format!("http://news.example{path}")));
    assert_eq!(outcome.count("nearly_same_text"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_three_steps_of_history_each_catch_theirs() {
    let answer = |asked: &Asked| match asked.path() {
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
    let answer = |asked: &Asked| match asked.path() {
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
    let answer = |asked: &Asked| match (asked.host.as_str(), asked.path()) {
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
    let answer = move |asked: &Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&links.iter().map(String::as_str).collect::<Vec<_>>()),
        path => Reply::html(page(&subject(number_of(path)))),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let mut settings = settings();
    settings.policy.delay = Duration::from_millis(10);
    let client = client(&web);
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

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_with_a_line_more_is_no_second_article() {
    let answer = |asked: &Asked| {
        match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&["/a", "/b", "/print/a", "/c"]),
        "/print/a" => Reply::html(page("the price of bread").replace(
            "</article>",
            "<p>This is the version for printers, which has this one line more than the other.</p></article>",
        )),
        "/a" => Reply::html(page("the price of bread")),
        path => Reply::html(page(&format!("something else, which is {}", path.trim_matches('/')))),
    }
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let outcome = once(&web, &folder, &["http://news.example/feed"]).await;
    assert_eq!(outcome.keys(), ["a", "b", "c"].map(|n| format!("http://news.example/{n}")));
    assert_eq!((outcome.count("duplicate_text"), outcome.count("nearly_same_text")), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_pages_are_kept_as_they_were_fetched() {
    let (web, folder) = (web(good_site).await, Folder::new());
    let mut settings = settings();
    settings.kept_pages = 2;
    let feeds = ["http://good.example/feed"];
    once_with(&web, &folder, &feeds, settings, Vec::new()).await;
    let reader = reader(&folder);
    assert_eq!(reader.page(1).unwrap(), None);
    let (row, kept) = (reader.article(3).unwrap().unwrap(), reader.page(3).unwrap().unwrap());
    assert_eq!(kept.url, row.url);
    let unpacked =
        dehusk_page::unpack(&kept.bytes, kept.content_encoding.as_deref(), 1 << 20).unwrap();
    let html = String::from_utf8(unpacked.bytes.into()).unwrap();
    assert_eq!(html, page(row.title.as_deref().unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_that_was_dropped_and_is_wanted_again_is_visited() {
    let (web, folder) = (web(good_site).await, Folder::new());
    let client = client(&web);
    let mut slow = settings();
    slow.intervals.shortest = Duration::from_secs(3600);
    let engine = Engine::start(&folder.join("data"), slow, client, Vec::new(), |_| ()).unwrap();
    let handle = engine.handle();
    let running =
        tokio::spawn(engine.run(Mode::Forever, tokio::time::sleep(Duration::from_secs(20))));
    let source = Source { url: "http://good.example/feed".into(), ..Source::default() };
    // A visit that is kept after the feed was wanted again would count for that one, so wait until it is: each
    // brings three items.
    let kept = || ["items_new", "duplicate_item"].map(|name| handle.counts().get(counter(name)));
    let visited = async |times: u64| {
        while kept().iter().sum::<u64>() < 3 * times {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert_eq!(handle.add_feeds(vec![source.clone()]).await.unwrap(), 1);
    visited(1).await;
    assert!(handle.drop_feed(1).await.unwrap());
    assert!(!handle.visit_feed(1).await.unwrap(), "nobody wants it");
    assert_eq!(handle.add_feeds(vec![source.clone()]).await.unwrap(), 1);
    visited(2).await;
    assert_eq!(handle.add_feeds(vec![source]).await.unwrap(), 0);
    assert!(handle.visit_feed(1).await.unwrap());
    visited(3).await;
    running.abort();
}

/// A client for a web.
fn client(web: &Web) -> Arc<HttpClient> {
    let (allow_private, connect_to) = (true, Some(web.address()));
    let http = HttpSettings { allow_private, connect_to, ..HttpSettings::default() };
    Arc::new(HttpClient::new(&http).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_due_in_ten_years_is_visited_within_the_longest_interval() {
    let (web, folder) = (web(good_site).await, Folder::new());
    let feeds = ["http://good.example/feed"];
    once(&web, &folder, &feeds).await;
    let database = rusqlite::Connection::open(folder.join("data/dehusk.sqlite")).unwrap();
    let ten_years = 10 * 365 * 86_400_000_i64;
    database.execute("UPDATE feeds SET due = due + ?1", [ten_years]).unwrap();
    drop(database);
    let mut settings = settings();
    settings.intervals.longest = Duration::from_secs(1);
    let engine =
        Engine::start(&folder.join("data"), settings, client(&web), Vec::new(), |_| ()).unwrap();
    let visited = async {
        while web.log().times("good.example", "/feed") < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let patience = tokio::time::timeout(Duration::from_secs(30), visited);
    engine.run(Mode::Forever, async { drop(patience.await) }).await.unwrap();
    assert!(web.log().times("good.example", "/feed") >= 2);
}

/// A sink that does not come back from a delivery until its test is over.
struct Stuck(std::sync::Mutex<std::sync::mpsc::Receiver<()>>);

impl Sink for Stuck {
    fn name(&self) -> String {
        "stuck".into()
    }

    fn open(&mut self, _: &Opening<'_>) -> Result<String, SinkError> {
        Ok(String::new())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        let _ = self.0.lock().unwrap().recv();
        Ok(Taken::all(batch))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stage_that_does_not_end_does_not_keep_a_stopped_run() {
    let (web, folder) = (web(good_site).await, Folder::new());
    let (release, stuck) = std::sync::mpsc::channel();
    let sinks: Vec<Box<dyn Sink>> = vec![Box::new(Stuck(std::sync::Mutex::new(stuck)))];
    let engine =
        Engine::start(&folder.join("data"), settings(), client(&web), sinks, |_| ()).unwrap();
    let source = Source { url: "http://good.example/feed".into(), ..Source::default() };
    engine.add_feeds(vec![source]).await.unwrap();
    let counts = engine.counts().clone();
    let kept = async move {
        while counts.get(counter("articles")) < 3 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let summary =
        tokio::time::timeout(Duration::from_secs(60), engine.run(Mode::Forever, kept)).await;
    assert!(summary.expect("the run ends").unwrap().stopped);
    drop(release);
}
