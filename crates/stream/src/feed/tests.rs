use super::*;

fn read_as(content_type: Option<&str>, bytes: &[u8]) -> Result<Feed, FeedError> {
    let url = Url::parse("https://news.example/feeds/all").unwrap();
    Feed::read(bytes, content_type, None, &url, 16 << 20)
}

fn read(text: impl AsRef<[u8]>) -> Feed {
    read_as(None, text.as_ref()).unwrap()
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
    assert!(feed.notes.contains(&Counter::FeedSalvaged));
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
    for note in [Counter::ItemWithoutLink, Counter::DateInFuture, Counter::DuplicateId] {
        assert!(feed.notes.contains(&note), "{note:?} is not in {:?}", feed.notes);
    }
    let hashes: std::collections::HashSet<_> = feed.items.iter().map(|i| i.hash).collect();
    assert_eq!(hashes.len(), 4, "items with one id are still four");
    assert!(feed.items.iter().all(|item| item.published.is_none()));
}

#[test]
fn the_kind_is_told_by_the_first_bytes_whatever_stands_further_on() {
    let json = |content: &str| {
        let item = |n: usize| {
            format!(r#"{{"id":{n},"url":"https://news.example/{n}","content_html":"{content}"}}"#)
        };
        let items: Vec<String> = (0..10).map(item).collect();
        format!(
            r#"{{"version":"https://jsonfeed.org/version/1.1","title":"<T>","items":[{}]}}"#,
            items.join(",")
        )
    };
    for content in [
        "<br>".repeat(11),
        "<html><body>x".into(),
        "<!doctype html><rss>".into(),
        "&<![CDATA[".into(),
    ] {
        for content_type in
            [None, Some("application/feed+json"), Some("text/html"), Some("text/xml")]
        {
            let feed = read_as(content_type, json(&content).as_bytes()).unwrap();
            assert_eq!(
                (feed.kind, feed.items.len()),
                ("json", 10),
                "{content} as {content_type:?}"
            );
            assert_eq!(feed.items[3].description, content);
            assert_eq!(feed.notes, Vec::<Counter>::new());
        }
    }
    let rss = "<rss version='2.0'><channel><title>{</title><item><title>One</title><link>/1</link>\
               <description>{\"items\": [&lt;html&gt;<![CDATA[<html><body>]]></description></item></channel></rss>";
    for (content_type, before) in [
        ("application/json", ""),
        ("text/html", "\u{feff} \n"),
        ("text/plain", "Notice: {x} in feed.php\n"),
    ] {
        let feed = read_as(Some(content_type), format!("{before}{rss}").as_bytes()).unwrap();
        assert_eq!(
            (feed.kind, links(&feed)),
            ("rss", vec!["https://news.example/1"]),
            "{content_type}"
        );
    }
    let page = "<title>A page</title><p>{\"items\":[]}<rss><item><title>x</title></item></rss>";
    assert!(matches!(read_as(Some("text/html"), b"<p>nothing"), Err(FeedError::Page(_))));
    let page = format!("<!DOCTYPE HTML><html>{page}");
    assert!(matches!(read_as(None, page.as_bytes()), Err(FeedError::Page(_))));
    let junk = format!("{}<rss><channel/></rss>", "x".repeat(MAX_JUNK));
    assert_eq!(read_as(None, junk.as_bytes()), Err(FeedError::Unknown));
}

#[test]
fn two_items_that_say_the_same_of_two_documents_are_two() {
    let item = |link: &str| {
        format!(
            "<item><title>Prices</title><link>{link}</link><description>d</description>\
                 <pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate></item>"
        )
    };
    let of = |links: &[&str]| -> Vec<[u8; 16]> {
        let items: String = links.iter().map(|link| item(link)).collect();
        let feed = read(format!("<rss version='2.0'><channel>{items}</channel></rss>"));
        feed.items.iter().map(|item| item.hash).collect()
    };
    let hashes = of(&["/wool", "/salt", "/salt?page=2", "https://stranger.example/salt"]);
    let different: std::collections::HashSet<_> = hashes.iter().collect();
    assert_eq!(different.len(), 4);
    assert_eq!(
        of(&["/wool?utm_source=rss#top"]),
        hashes[..1],
        "advertisers make no other document"
    );
}

#[test]
fn an_item_is_known_by_what_it_says_and_of_what() {
    let item = |link: &str, date: &str| {
        read(format!(
            "<rss version='2.0'><channel><item><title>T</title><link>{link}</link>\
                      <description>d</description>{date}</item></channel></rss>"
        ))
        .items[0]
            .hash
    };
    let dated = "<pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate>";
    assert_eq!(item("/a", dated), item("/a?utm_campaign=rss", dated));
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
    let part = |n: usize| format!("<sitemap><loc>/{n}.xml</loc></sitemap>");
    let long: String = (0..1000).map(part).collect();
    let index =
        read(format!("<sitemapindex>{long}<sitemap><loc>file:///x</loc></sitemap></sitemapindex>"));
    assert_eq!((index.parts.len(), index.notes), (50, vec![Counter::PartsLeftOut]));
}

#[test]
fn what_is_no_feed_says_so() {
    let url = Url::parse("https://news.example/").unwrap();
    let read = |text: &[u8]| Feed::read(text, None, None, &url, 1 << 20).unwrap_err();
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
    assert!(read(lol).notes.contains(&Counter::XmlEntitiesRefused));
}

#[test]
fn what_unpacks_to_more_than_is_read_is_cut() {
    let mut bomb =
        b"<rss version='2.0'><channel><item><title>x</title><link>/x</link></item>".to_vec();
    bomb.resize(64 << 20, b' ');
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, &bomb).unwrap();
    let feed = read(packer.finish().unwrap());
    assert_eq!(links(&feed), ["https://news.example/x"]);
    assert!(feed.notes.contains(&Counter::BombCut), "{:?}", feed.notes);
}

/// What strangers can repeat to make a reader look at everything again and again.
const TRAPS: [&str; 34] = [
    "<!doctype>",
    "<!doctype [",
    "<!doctype []",
    "<!doctype [ ] ",
    "<!doctype '>",
    "<!",
    "<!-",
    "<!--",
    "<!-->",
    "<![CDATA[",
    "<![CDATA[]]>",
    "<![CDATA[]]",
    "]]>",
    "<?",
    "<?xml ",
    "<?xml ?>",
    "&",
    "&a",
    "&a;",
    "&#1;",
    "&#x41;",
    "&amp;",
    "\u{1}",
    "<",
    "<a",
    "<a>",
    "</a>",
    "<a b='",
    "<item>",
    "<item/>",
    "<item><title>",
    "<item><link/><title>x<b></title></item>",
    "<entry><link href='x' rel='y'/>",
    "<url><loc>x</loc></url>",
];

/// Seconds of the processor that something takes.
fn seconds_for(act: impl FnOnce()) -> f64 {
    let start = cpu_time::ThreadTime::now();
    act();
    start.elapsed().as_secs_f64()
}

/// Checks that four times the length takes about four times as long, and not sixteen times.
fn assert_linear(name: &str, text: impl Fn(usize) -> String, act: impl Fn(&str)) {
    let (short, long) = (text(128 << 10), text(512 << 10));
    let long = seconds_for(|| act(&long));
    // What is quick is quick enough.
    if long > 0.5 {
        let short = seconds_for(|| act(&short));
        assert!(long < 9.0 * short, "{name}: {short:.3} s, and {long:.3} s for four times as much");
    }
    assert!(long < 5.0, "{name}: {long:.3} s");
}

#[test]
fn hostile_feeds_take_time_in_proportion_to_their_length() {
    for head in ["", "<rss version='2.0'><channel>", "<urlset>"] {
        for trap in TRAPS {
            let text = |bytes: usize| format!("{head}{}", trap.repeat(bytes / trap.len()));
            assert_linear(&format!("{head} {trap:?}"), text, |text| {
                drop(read_as(None, text.as_bytes()))
            });
        }
    }
}

#[test]
fn hostile_attributes_and_bases_take_time_in_proportion_to_their_length() {
    let many = |bytes: usize| {
        let attributes: String = (0..bytes / 10).map(|n| format!(" a{n}='x'")).collect();
        format!(
            "<rss version='2.0'{attributes}><channel><item><link>/x</link></item></channel></rss>"
        )
    };
    let names = |bytes: usize| many(bytes).replace(" a", " xmlns:a");
    let base = |bytes: usize| {
        let base = "b".repeat(bytes / 2);
        let items = "<item><link>/x</link></item>".repeat(bytes / 56);
        format!(
            "<rss version='2.0' xml:base='http://a.example/{base}'><channel>{items}</channel></rss>"
        )
    };
    assert_linear("attributes", many, |text| drop(read_as(None, text.as_bytes())));
    assert_linear("namespaces", names, |text| drop(read_as(None, text.as_bytes())));
    assert_linear("xml:base", base, |text| drop(read_as(None, text.as_bytes())));
}

#[test]
fn hostile_json_lists_and_pages_take_time_in_proportion_to_their_length() {
    let json =
        ["{", "[", "{\"items\":[", "\"\\", "{\"id\":1},", "{\"title\":\"\\ud800", "[[],", ":", ","];
    for trap in json {
        let text = |bytes: usize| format!("{{\"items\":[{}", trap.repeat(bytes / trap.len()));
        assert_linear(trap, text, |text| drop(read_as(None, text.as_bytes())));
    }
    for trap in [
        "<outline text='x'>",
        "<outline xmlUrl='x'>",
        "<outline xmlUrl='x'/>",
        "<outline ",
        "<!doctype>",
    ] {
        let text = |bytes: usize| format!("<opml><body>{}", trap.repeat(bytes / trap.len()));
        assert_linear(trap, text, |text| drop(opml::read(text)));
    }
    let folders = |bytes: usize| {
        let source =
            |n: usize| Source { url: "u".into(), title: None, folder: Some(n.to_string()) };
        opml::write("x", &(0..bytes / 60).map(source).collect::<Vec<_>>())
    };
    assert_linear("folders", folders, |text| drop(opml::write("x", &opml::read(text))));
    for trap in ["<link rel=alternate type='application/rss+xml' href='/f'>", "<a href=/feed>x</a>"]
    {
        let text = |bytes: usize| format!("<html><body>{}", trap.repeat(bytes / 4 / trap.len()));
        assert_linear(trap, text, |text| drop(read_as(None, text.as_bytes())));
    }
}

#[test]
fn four_megabytes_of_doctypes_are_nothing() {
    let text = "<!doctype>".repeat((4 << 20) / 10);
    let seconds =
        seconds_for(|| assert_eq!(read_as(None, text.as_bytes()), Err(FeedError::Unknown)));
    assert!(seconds < 1.0, "{seconds:.3} s");
}
