use super::*;

fn read(text: impl AsRef<[u8]>) -> Feed {
    let url = Url::parse("https://news.example/feeds/all").unwrap();
    Feed::read(text.as_ref(), &Hints::new(), None, &url, 1 << 20).unwrap()
}

fn links(feed: &Feed) -> Vec<&str> {
    feed.items.iter().filter_map(|item| item.link.as_deref()).collect()
}

#[test]
fn every_format_gives_the_same_items() {
    let rss = |version: &str| {
        format!(
            "<rss version='{version}'><channel><title>T</title><link>https://news.example/</link>\
                 <item><title>One</title><link>/one</link><description>d</description>\
                 <pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate></item></channel></rss>"
        )
    };
    let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' \
               xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>T</title><link>https://news.example/</link>\
               </channel><item><title>One</title><link>/one</link><description>d</description>\
               <dc:date>2025-06-03T09:39:21Z</dc:date></item></rdf:RDF>";
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><link href='https://news.example/'/>\
                <entry><id>x:1</id><title>One</title><link rel='alternate' href='/one'/><summary>d</summary>\
                <published>2025-06-03T09:39:21Z</published></entry></feed>";
    let json = r#"{"version":"https://jsonfeed.org/version/1.1","title":"T","home_page_url":"https://news.example/",
                "items":[{"id":"1","url":"https://news.example/one","title":"One","summary":"d","content_text":"d",
                "date_published":"2025-06-03T09:39:21Z"}]}"#;
    let all =
        [rss("0.91"), rss("0.92"), rss("2.0"), rss("0.94"), rdf.into(), atom.into(), json.into()];
    for text in all {
        let feed = read(&text);
        assert_eq!(feed.title.as_deref(), Some("T"), "{text}");
        assert_eq!(links(&feed), ["https://news.example/one"], "{text}");
        let item = &feed.items[0];
        assert_eq!(item.title.as_deref(), Some("One"), "{text}");
        assert_eq!(item.published, Some(1_748_943_561), "{text}");
        assert_eq!(item.description, "d", "{text}");
    }
}

#[test]
fn charsets_are_found_even_if_the_feed_lies() {
    let rss = |declared: &str, title: &[u8]| {
        let head = format!(
            "<?xml version='1.0' encoding='{declared}'?><rss version='2.0'><channel><item><link>/a</link><title>"
        );
        let tail = b"</title></item></channel></rss>";
        [head.as_bytes(), title, tail].concat()
    };
    // "Новости дня на сегодня и завтра" in windows-1251.
    let russian = b"\xcd\xee\xe2\xee\xf1\xf2\xe8 \xe4\xed\xff \xed\xe0 \xf1\xe5\xe3\xee\xe4\xed\xff \xe8 \xe7\xe0\xe2\xf2\xf0\xe0";
    for declared in ["windows-1251", "utf-8"] {
        let feed = read(rss(declared, russian));
        assert_eq!(
            feed.items[0].title.as_deref(),
            Some("Новости дня на сегодня и завтра"),
            "{declared}"
        );
    }
    assert_eq!(read(rss("iso-8859-1", "Café".as_bytes())).items[0].title.as_deref(), Some("Café"));
}

#[test]
fn damage_costs_only_what_is_damaged() {
    let feed = read(
        "<rss version='2.0'><channel><title>A & B</title><item><title>One</title><link>/1</link></item>\
                     <item><title>Two <b>bold</title><link>/2</link></item><item><title>Thr",
    );
    assert_eq!(&links(&feed)[..2], ["https://news.example/1", "https://news.example/2"]);
    assert!(feed.notes.contains(&"feed_salvaged"));
}

#[test]
fn odd_items_are_named() {
    let feed = read(
        "<rss version='2.0'><channel>\
        <item><title>No link</title></item>\
        <item><title>Future</title><link>/f</link><pubDate>Fri, 02 Jun 2090 09:39:21 GMT</pubDate></item>\
        <item><title>A</title><guid isPermaLink='false'>same</guid><link>/a</link></item>\
        <item><title>B</title><guid isPermaLink='false'>same</guid><link>/b</link></item></channel></rss>",
    );
    for note in ["item_without_link", "date_in_future", "duplicate_id"] {
        assert!(feed.notes.contains(&note), "{note} is not in {:?}", feed.notes);
    }
    let hashes: std::collections::HashSet<_> = feed.items.iter().map(|i| i.hash).collect();
    assert_eq!(hashes.len(), 4, "items with one id are still four");
    assert!(feed.items.iter().all(|item| item.published.is_none()));
}

#[test]
fn an_item_is_known_by_what_it_says_not_by_where() {
    let item = |link: &str, date: &str| {
        read(format!(
            "<rss version='2.0'><channel><item><title>T</title><link>{link}</link>\
                      <description>d</description>{date}</item></channel></rss>"
        ))
        .items[0]
            .hash
    };
    let dated = "<pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate>";
    assert_eq!(item("/a", dated), item("/a?ref=rss", dated));
    assert_ne!(item("/a", dated), item("/a", "<pubDate>Wed, 04 Jun 2025 09:39:21 GMT</pubDate>"));
    assert_ne!(item("/a", dated), item("https://other.example/a", dated));
    assert_ne!(item("/a", ""), item("/b", ""));
}

#[test]
fn sitemaps_are_feeds() {
    let feed = read(
        "<urlset xmlns:news='n'><url><loc>https://news.example/a</loc><lastmod>2025-06-03</lastmod>\
                     <news:news><news:title>A</news:title></news:news></url><url><loc>/b</loc></url></urlset>",
    );
    assert_eq!(
        (feed.kind, links(&feed)),
        ("sitemap", vec!["https://news.example/a", "https://news.example/b"])
    );
    assert_eq!(feed.items[0].title.as_deref(), Some("A"));
    let index = read(
        "<sitemapindex><sitemap><loc>https://news.example/1.xml</loc><lastmod>2024</lastmod></sitemap>\
                      <sitemap><loc>https://news.example/2.xml</loc><lastmod>2025</lastmod></sitemap></sitemapindex>",
    );
    assert_eq!(index.parts, ["https://news.example/2.xml", "https://news.example/1.xml"]);
}

#[test]
fn what_is_no_feed_says_so() {
    let url = Url::parse("https://news.example/").unwrap();
    let read = |text: &[u8]| Feed::read(text, &Hints::new(), None, &url, 1 << 20).unwrap_err();
    let page = b"<!doctype html><html><head><link rel=alternate type=application/atom+xml href=/atom></head><body>Hi</body></html>";
    assert_eq!(read(page), FeedError::Page(vec!["https://news.example/atom".into()]));
    assert_eq!(read(b"nothing"), FeedError::Unknown);
    assert_eq!(read(b""), FeedError::Unknown);
    assert_eq!(read(b"{\"a\":1}"), FeedError::Unknown);
    assert_eq!(read(b"\x1f\x8b\x08\0"), FeedError::Damaged("gzip".into()));
}

#[test]
fn nesting_and_entities_cost_nothing() {
    let deep = format!(
        "<rss version='2.0'><channel><item><title>x</title><link>/x</link></item>{}",
        "<a>".repeat(100_000)
    );
    assert_eq!(links(&read(deep)), ["https://news.example/x"]);
    let lol = "<!DOCTYPE l [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><rss version='2.0'><channel>\
               <item><title>&b;</title><link>/x</link></item></channel></rss>";
    assert!(read(lol).notes.contains(&"xml_entities_refused"));
}
