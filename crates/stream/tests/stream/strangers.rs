//! What one stranger on the web can do to everybody else's articles: nothing.

use crate::support::*;
use dehusk_stream::Settings;
use dehusk_synth::loopback::{Asked, Body, Reply, Web};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A feed with one item that says this of a link.
fn saying(link: &str) -> String {
    format!(
        "<rss version='2.0'><channel><title>A feed</title><item><title>Prices</title><link>{link}</link>\
         <description>d</description><pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate></item></channel></rss>"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_that_copies_an_item_does_not_keep_the_article_from_us() {
    let published = AtomicBool::new(false);
    let answer = move |asked: &Asked| match (asked.host.as_str(), asked.path()) {
        (_, "/robots.txt") => Reply::status(404),
        // The same words of a page that is not there, and of the very page before it is.
        ("stranger.example", "/feed") => {
            let copies = saying("http://real.example/dead") + &saying("http://real.example/prices");
            Reply::new(
                "text/xml",
                copies.replace("</channel></rss><rss version='2.0'><channel>", ""),
            )
        }
        ("real.example", "/feed") => {
            published.store(true, Ordering::SeqCst);
            Reply::new("text/xml", saying("/prices"))
        }
        ("real.example", "/prices") if published.load(Ordering::SeqCst) => {
            Reply::html(page("what bread costs"))
        }
        _ => Reply::status(404),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let copied = once(&web, &folder, &["http://stranger.example/feed"]).await;
    assert_eq!((copied.count("items_new"), copied.count("given_up")), (2, 2));
    let outcome = once(&web, &folder, &["http://real.example/feed"]).await;
    assert_eq!(outcome.keys(), ["http://real.example/prices"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn items_of_one_title_and_date_with_two_links_are_two_articles() {
    let answer = |asked: &Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => {
            let both = saying("/bread") + &saying("/wool");
            Reply::new("text/xml", both.replace("</channel></rss><rss version='2.0'><channel>", ""))
        }
        path => Reply::html(page(&format!("the price of {}", path.trim_matches('/')))),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let outcome = once(&web, &folder, &["http://real.example/feed"]).await;
    assert_eq!(outcome.keys(), ["http://real.example/bread", "http://real.example/wool"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_of_indexes_without_end_comes_to_an_end() {
    let answer = |asked: &Asked| match (asked.host.as_str(), asked.path()) {
        (_, "/robots.txt") => Reply::status(404),
        ("pages.example", path) => {
            let next = format!("/{}", number_of(path) + 1);
            Reply::html(format!(
                "<html><link rel=alternate type='application/rss+xml' href='{next}'></html>"
            ))
        }
        (_, path) => {
            let part = |n: usize| format!("<sitemap><loc>{path}{n}.xml</loc></sitemap>");
            let parts: String = (0..5).map(part).collect();
            Reply::new("text/xml", format!("<sitemapindex>{parts}</sitemapindex>"))
        }
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let feeds = ["http://maps.example/index", "http://pages.example/1"];
    let outcome = once(&web, &folder, &feeds).await;
    assert_eq!(reader(&folder).feeds().unwrap().len(), 2 + 5 + 1);
    assert_eq!(outcome.count("parts_too_deep"), 5 * 5 + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_to_a_site_that_wants_peace_stop_nobody() {
    let answer = |asked: &Asked| match (asked.host.as_str(), asked.path()) {
        ("good.example", _) => good_site(asked),
        (_, "/robots.txt") => Reply::status(404),
        ("tired.example", _) => Reply::status(503).with("Retry-After", "86400"),
        (_, "/feed") => feed(&["/a"]),
        _ => Reply::redirect(302, "http://tired.example/"),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let bad: Vec<String> = (0..6).map(|n| format!("http://bad-{n}.example/feed")).collect();
    let mut settings = settings();
    settings.policy.overall = 3;
    let mut feeds: Vec<&str> = bad.iter().map(String::as_str).collect();
    feeds.push("http://good.example/feed");
    let start = Instant::now();
    let outcome = once_with(&web, &folder, &feeds, settings, Vec::new()).await;
    assert_eq!(outcome.keys(), good_keys());
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
    assert!(outcome.count("site_not_due") > 0);
    assert_eq!(outcome.count("given_up"), 0, "they are tried again");
}

#[tokio::test(flavor = "multi_thread")]
async fn json_feeds_with_html_in_them_are_read() {
    let answer = |asked: &Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => {
            let item = |n: usize| {
                let html = format!("<html>{}", "<br>".repeat(11));
                format!(
                    r#"{{"id":{n},"url":"http://json.example/{n}","title":"T{n}","content_html":"{html}"}}"#
                )
            };
            let items: Vec<String> = (0..10).map(item).collect();
            let feed = format!(
                r#"{{"version":"https://jsonfeed.org/version/1","items":[{}]}}"#,
                items.join(",")
            );
            Reply::new("application/feed+json", feed)
        }
        path => Reply::html(page(&subject(number_of(path)))),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let outcome = once(&web, &folder, &["http://json.example/feed"]).await;
    assert_eq!(outcome.records.len(), 10);
}

/// Keys of articles of a site that the store has after a stream over some feeds has run for so long.
async fn after(
    time: Duration,
    web: &Web,
    folder: &Folder,
    feeds: &[&str],
    settings: Settings,
) -> Vec<String> {
    run_for(time, web, folder, feeds, settings).await;
    let rows = reader(folder).articles_after(0, 10_000).unwrap();
    rows.into_iter().filter(|row| row.site == "good.example").map(|row| row.key).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_with_pages_without_end_at_a_slow_site_stops_nobody() {
    let visits = AtomicUsize::new(0);
    let answer = move |asked: &Asked| match (asked.host.as_str(), asked.path()) {
        ("slow.example", "/robots.txt") => {
            Reply::new("text/plain", "User-agent: *\nCrawl-delay: 60\n")
        }
        (_, "/robots.txt") => Reply::status(404),
        // Everything in it is new, each time.
        ("endless.example", "/feed") => {
            let first = visits.fetch_add(1, Ordering::SeqCst) * 300;
            let link = |n| format!("http://slow.example/{n}");
            let links: Vec<String> = (first..first + 300).map(link).collect();
            feed(&links.iter().map(String::as_str).collect::<Vec<_>>())
        }
        // One page more, each time.
        ("good.example", "/feed") => {
            static NEWS: AtomicUsize = AtomicUsize::new(0);
            let news = NEWS.fetch_add(1, Ordering::SeqCst) + 1;
            let links: Vec<String> = (0..news).map(|n| format!("/{n}")).collect();
            feed(&links.iter().map(String::as_str).collect::<Vec<_>>())
        }
        (_, path) => Reply::html(page(&subject(number_of(path)))),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let mut settings = settings();
    settings.queue = 500;
    settings.intervals.longest = Duration::from_millis(300);
    settings.intervals.first = Duration::from_millis(100);
    let feeds = ["http://endless.example/feed", "http://good.example/feed"];
    let keys = after(Duration::from_secs(8), &web, &folder, &feeds, settings).await;
    assert!(keys.len() > 10, "{}", keys.len());
    let queued = reader(&folder).queue().unwrap().len();
    assert!(queued < 500, "{queued} pages of one stranger wait");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_sites_that_a_feed_names_take_few_places() {
    let answer = |asked: &Asked| match (asked.host.as_str(), asked.path()) {
        ("good.example", _) => good_site(asked),
        ("names.example", "/feed") => {
            let links: Vec<String> = (0..60).map(|n| format!("http://slow-{n}.example/")).collect();
            feed(&links.iter().map(String::as_str).collect::<Vec<_>>())
        }
        (_, "/robots.txt") => Reply::status(404),
        _ => Reply::html("").sending(Body::Never),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let mut settings = settings();
    settings.policy.overall = 8;
    settings.policy.timeout = Duration::from_secs(10);
    // The stranger comes first.
    run_for(
        Duration::from_secs(2),
        &web,
        &folder,
        &["http://names.example/feed"],
        settings.clone(),
    )
    .await;
    let feeds = ["http://good.example/feed"];
    let keys = after(Duration::from_secs(8), &web, &folder, &feeds, settings).await;
    assert_eq!(keys.len(), 3, "{keys:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_with_heavy_pages_is_left_alone_for_longer() {
    let asked_at = Arc::new(Mutex::new(Vec::new()));
    let noted = asked_at.clone();
    // More pages than may wait for a thread, so the last ones are asked for after the first was worked on.
    let links: Vec<String> = (0..8).map(|n| format!("/{n}")).collect();
    let answer = move |asked: &Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&links.iter().map(String::as_str).collect::<Vec<_>>()),
        path => {
            let mut noted = noted.lock().unwrap();
            noted.push(Instant::now());
            match noted.len() {
                1 => Reply::html("<dt>a<dd>b".repeat(30_000)),
                _ => Reply::html(page(path)),
            }
        }
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let outcome = once(&web, &folder, &["http://heavy.example/feed"]).await;
    assert_eq!(outcome.count("page_heavy"), 1);
    let asked_at = asked_at.lock().unwrap();
    let took = *asked_at.last().unwrap() - asked_at[0];
    assert_eq!(asked_at.len(), 8);
    assert!(took > Duration::from_secs(1), "{took:?}");
}
