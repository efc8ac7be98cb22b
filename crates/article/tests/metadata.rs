//! Whole pages through [`Article::metadata`]: which source wins, in which form, and what hostile ones cost.

use dehusk_article::{Article, Metadata, Sourced};
use dehusk_extract::{Document, Selection};
use dehusk_page::Page;
use std::time::{Duration, Instant};

const URL: &str = "https://www.husk.example/2024/05/13/corn-is-up";

fn metadata_at(html: &str, url: Option<&str>) -> Metadata {
    let mut document = Document::new(Page::parse(html));
    if let Some(url) = url {
        document = document.with_url(url);
    }
    let selection = Selection::everything(&document);
    Article::new(document, selection, "text").metadata().clone()
}

fn metadata(html: &str) -> Metadata {
    metadata_at(html, Some(URL))
}

fn pair(value: &Option<Sourced<String>>) -> (&str, &str) {
    value.as_ref().map_or(("", ""), |v| (v.value.as_str(), &*v.source))
}

fn values(list: &[Sourced<String>]) -> Vec<&str> {
    list.iter().map(|v| v.value.as_str()).collect()
}

const FULL: &str = r#"<!doctype html><html lang="en-gb"><head>
<title>Corn is up &amp;amp; wheat is down | The Daily Husk</title>
<base href="/static/">
<meta property="og:title" content="Corn is up &amp;amp; wheat is down">
<meta property="og:site_name" content="The Daily Husk">
<meta property="og:description" content="How the  markets
 went.">
<meta property="og:image" content="lead.jpg">
<meta property="og:url" content="https://www.husk.example/og">
<meta name="author" content="Someone Else">
<meta property="article:section" content="Markets">
<meta property="article:tag" content="corn"><meta property="article:tag" content="wheat">
<meta name="keywords" content="a, b, c">
<link rel="canonical" href="/2024/05/13/corn-is-up">
<link rel="license" href="https://creativecommons.org/licenses/by/4.0/">
<link rel="alternate" type="application/rss+xml" title="All" href="/feed">
<link rel="icon" href="/icon.png">
<script type="application/ld+json">/* ours */ {"@context": "https://schema.org", "@type": "NewsArticle",
 "headline": "Corn is up &amp; wheat is down",
 "datePublished": "2024-05-13T08:30:00+02:00", "dateModified": "2024-05-14",
 "author": [{"@type": "Person", "name": "By Ada Berg"}, {"@type": "Person", "name": "Bo Chan, Staff Writer"}],
}</script></head>
<body><header><h1><a href="/">The Daily Husk</a></h1></header><article><h1>Corn is up &amp; wheat is down</h1>
<p>The markets went up and down today, as they have always done, and the people who grow corn were glad of it,
while those who had bet on wheat were heard to say things that we will not repeat here.</p></article></body></html>"#;

#[test]
fn a_full_page() {
    let found = metadata(FULL);
    assert_eq!(pair(&found.title), ("Corn is up & wheat is down", "heading"));
    assert_eq!(values(&found.authors), ["Ada Berg", "Bo Chan"]);
    assert_eq!(found.authors[0].source, "json-ld");
    assert_eq!(pair(&found.published), ("2024-05-13T08:30:00+02:00", "json-ld"));
    assert_eq!(pair(&found.modified), ("2024-05-14", "json-ld"));
    assert_eq!(pair(&found.site_name), ("The Daily Husk", "og:site_name"));
    assert_eq!(pair(&found.description), ("How the markets went.", "og:description"));
    assert_eq!(pair(&found.language), ("en-GB", "html lang"));
    assert_eq!(pair(&found.detected_language), ("en", "content"));
    assert_eq!(pair(&found.canonical_url), (URL, "link"));
    assert_eq!(values(&found.tags), ["corn", "wheat"]);
    assert_eq!(pair(&found.section), ("Markets", "article:section"));
    assert_eq!(pair(&found.licence), ("https://creativecommons.org/licenses/by/4.0/", "link"));
    assert_eq!(pair(&found.image), ("https://www.husk.example/static/lead.jpg", "og:image"));
    assert_eq!(found.feeds.len(), 1);
    assert_eq!(found.feeds[0].url, "https://www.husk.example/feed");
}

#[test]
fn nothing_gives_nothing() {
    assert_eq!(metadata_at("", None), Metadata::default());
    assert_eq!(metadata_at("<p>A few words", None), Metadata::default());
}

#[test]
fn what_machines_are_not_told_is_read_as_people_do() {
    for (lang, body, date) in [
        ("en-US", "<p>By Ada Berg<p>5/6/2024", "2024-05-06"),
        ("en-GB", "<p>By Ada Berg<p>5/6/2024", "2024-06-05"),
        ("de", "<p>Von Ada Berg<p>Montag, 13. Mai 2024, 10:30 Uhr", "2024-05-13T10:30:00"),
        ("fr", "<p>Par Ada Berg<p>Publié le 13 mai 2024 à 10h30", "2024-05-13T10:30:00"),
        ("es", "<p>Por Ada Berg<p>13 de mayo de 2024", "2024-05-13"),
        ("it", "<p>di Ada Berg<p>13 maggio 2024", "2024-05-13"),
        ("pt", "<p>Por Ada Berg<p>13 de maio de 2024", "2024-05-13"),
        ("pl", "<p>Autor: Ada Berg<p>13 maja 2024", "2024-05-13"),
        ("ru", "<p>Автор: Ada Berg<p>13 мая 2024, 10:30", "2024-05-13T10:30:00"),
        ("el", "<p>Από Ada Berg<p>Δευτέρα, 13 Μαΐου 2024", "2024-05-13"),
        ("zh", "<p>作者：Ada Berg<p>2024年5月13日 10:30", "2024-05-13T10:30:00"),
        ("ja", "<p>執筆者：Ada Berg<p>2024年5月13日 10時30分", "2024-05-13T10:30:00"),
    ] {
        let found =
            metadata_at(&format!("<html lang={lang}><h1>Corn is up</h1>{body}<p>Text"), None);
        assert_eq!(pair(&found.published), (date, "visible text"), "{lang}");
        assert_eq!(values(&found.authors), ["Ada Berg"], "{lang}");
    }
}

#[test]
fn the_address_tells_the_day() {
    assert_eq!(pair(&metadata("<h1>Corn</h1>").published), ("2024-05-13", "url"));
    let canonical = "<link rel=canonical href=https://husk.example/2023/01/02/x><h1>Corn</h1>";
    assert_eq!(pair(&metadata_at(canonical, None).published), ("2023-01-02", "url"));
}

#[test]
fn impossible_dates_are_passed_over() {
    let html = "<meta property=article:published_time content='2024-02-30'>
        <meta name=date content='1970-01-01T00:00:00Z'><meta name=pubdate content='3024-01-01'>
        <meta name=dc.date content='2024-02-28'>";
    assert_eq!(pair(&metadata_at(html, None).published), ("2024-02-28", "dc.date"));
    let html = "<meta name=date content='2024-05-13'><meta name=lastmod content='2023-01-01'>";
    assert_eq!(metadata_at(html, None).modified, None);
}

#[test]
fn scholarly_pages_may_know_only_the_year() {
    let html = "<meta name=citation_title content='On corn'><meta name=citation_author content='Berg, Ada'>
        <meta name=citation_author content='Chan, Bo'><meta name=citation_publication_date content='1987/05'>";
    let found = metadata_at(html, None);
    assert_eq!(pair(&found.title), ("On corn", "citation_title"));
    assert_eq!(values(&found.authors), ["Ada Berg", "Bo Chan"]);
    assert_eq!(pair(&found.published), ("1987-05", "citation_publication_date"));
}

#[test]
fn the_site_is_an_author_only_where_nobody_is() {
    let site = "<meta property=og:site_name content='The Daily Husk'><meta name=author content='The Daily Husk'>";
    assert_eq!(values(&metadata(site).authors), ["The Daily Husk"]);
    let byline = format!("{site}<h1>Corn</h1><p class=byline>Ada Berg");
    assert_eq!(values(&metadata(&byline).authors), ["Ada Berg"]);
}

#[test]
fn addresses_are_addresses() {
    let html = "<link rel=canonical href='javascript:alert(1)'><meta property=og:url content='true'>
        <meta property=og:image content='data:image/png;base64,AAAA'>
        <link rel=alternate type=application/rss+xml href='data:text/xml,x'>
        <script type=application/ld+json>{\"@type\":\"Article\",\"mainEntityOfPage\":\"True\",\"license\":\"CC BY 4.0\"}</script>";
    let found = metadata(html);
    assert_eq!((found.canonical_url, found.image, found.feeds.len()), (None, None, 0));
    assert_eq!(found.licence.map(|l| l.value).as_deref(), Some("CC BY 4.0"));
}

#[test]
fn hostile_pages_take_linear_time() {
    let many = |piece: &str| piece.repeat(100_000);
    for html in [
        many("<meta property=article:tag content='a, b, c'>"),
        many("<meta name=author content='Ada Berg and Bo Chan'>"),
        many("<link rel='alternate canonical license' type=application/rss+xml href=/x>"),
        format!(
            "<script type=application/ld+json>{{\"@graph\":[{}]}}</script>",
            many("{\"@type\":\"Article\",\"headline\":\"a b c\"},")
        ),
        format!("<script type=application/ld+json>{}", many("{\"a\":[")),
        format!("<script type=application/ld+json>{{\"a\":\"{}", many("\\u0041\" ")),
        many("<script type=application/ld+json>{}</script>"),
        many("<div itemscope itemtype=http://schema.org/Article><b itemprop=author>x</b></div>"),
        many("<a rel='author tag license' href=/x>Ada Berg</a> "),
        many("<time datetime=2024-05-13>1/2/2024</time>"),
        many("<h1>Corn - Wheat | Husk</h1>"),
        format!("<title>{}</title>", many("a - b | ")),
        format!("<title>{}</title><p>{}", many("a"), many("<p>a")),
        many("<p class='author byline'>By Ada Berg, 13 May 2024"),
        format!("<h1>{}</h1>", many("<b>x</b> ")),
        format!("<p class={}>x", many("author-")),
        format!("<p>{}", many("1/2/2024 ")),
        format!(
            "<html lang={}><meta http-equiv=content-language content='{}'>",
            many("en-"),
            many("de,")
        ),
    ] {
        let (start, name) = (Instant::now(), html.chars().take(60).collect::<String>());
        metadata(&html);
        assert!(start.elapsed() < Duration::from_secs(20), "{name} took {:?}", start.elapsed());
        println!("{:>8.1?} {name}", start.elapsed());
    }
}
