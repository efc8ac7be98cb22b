//! Any bytes, sent as anything, give a feed within its bounds or a typed error.

#![no_main]

use dehusk_stream::feed::{Feed, opml};
use libfuzzer_sys::fuzz_target;
use url::Url;

const TYPES: [Option<&str>; 6] = [
    None,
    Some("application/rss+xml"),
    Some("application/feed+json"),
    Some("text/html; charset=utf-8"),
    Some("text/xml; charset=koi8-r"),
    Some("application/json"),
];

fuzz_target!(|data: (u8, &[u8])| {
    let (choice, bytes) = data;
    let url = Url::parse("https://news.example/feeds/all").expect("an address");
    let content_type = TYPES[usize::from(choice) % TYPES.len()];
    if let Ok(feed) = Feed::read(bytes, content_type, None, &url, 1 << 20) {
        assert!(feed.items.len() <= 10_000 && feed.parts.len() <= 50);
        let links = feed.items.iter().filter_map(|item| item.link.as_ref()).chain(&feed.parts);
        links.for_each(|link| assert!(link.starts_with("http"), "{link}"));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let sources = opml::read(text);
        assert_eq!(opml::read(&opml::write("x", &sources)).len(), sources.len());
    }
});
