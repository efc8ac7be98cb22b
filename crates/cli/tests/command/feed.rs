//! `dehusk feed`: a feed as it is read.

use crate::support::{ARTICLE, Folder, dehusk, dehusk_with};
use serde_json::Value;

const RSS: &str = "<rss version='2.0'><channel><title>Ferries & more</title><link>/</link>
    <item><title>Late&nbsp;again</title><link>late.html</link><pubDate>Tue, 17 Nov 2026 08:00:00 GMT</pubDate>
    <description>It was late.</description></item>
    <item><title>No link</title></item></channel></rss>";

#[test]
fn a_feed_is_written_as_json() {
    let folder = Folder::new();
    let file = folder.file("feed.xml", RSS);
    let run = dehusk(&["feed", &file, "--url", "https://ferry.example/news/feed"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let feed: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (feed["kind"].as_str(), feed["title"].as_str()),
        (Some("rss"), Some("Ferries & more"))
    );
    let item = &feed["items"][0];
    assert_eq!(item["link"], "https://ferry.example/news/late.html");
    assert_eq!(item["published"], "2026-11-17T08:00:00Z");
    assert!(
        feed["notes"].as_object().unwrap().values().any(|count| count == 1),
        "{}",
        feed["notes"]
    );
    let piped =
        dehusk_with(&["feed", "-", "--url", "https://ferry.example/news/feed"], RSS.as_bytes());
    assert_eq!(piped.stdout, run.stdout);
}

#[test]
fn what_is_no_feed_is_named() {
    let folder = Folder::new();
    let page = dehusk(&["feed", ARTICLE]);
    assert!(
        page.code == 2 && page.complaint().contains("this is a page, not a feed"),
        "{}",
        page.stderr
    );
    let empty = dehusk(&["feed", &folder.file("empty.xml", "")]);
    assert!(empty.code == 2 && empty.complaint().contains("no feed"), "{}", empty.stderr);
    let missing = dehusk(&["feed", "no/such.xml"]);
    assert!(
        missing.code == 2 && missing.complaint().contains("there is no such file"),
        "{}",
        missing.stderr
    );
    let none = dehusk(&[
        "feed",
        &folder.file("none.xml", "<rss version='2.0'><channel><title>x</title></channel></rss>"),
    ]);
    assert_eq!(none.code, 1, "{}", none.stderr);
}
