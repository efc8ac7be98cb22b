//! The interface for programs: what it promises in its description it keeps.

use crate::support::*;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn times_are_told_as_rfc_3339_has_them_and_no_password_is() {
    let served = Served::new(config()).await;
    served.read_feed().await;
    let paths = [
        "/api/v1/articles?folder=Sea&unread=true",
        "/api/v1/articles/1",
        "/api/v1/search?q=paragraph",
        "/api/v1/feeds",
        "/api/v1/failures?given_up=true",
        "/api/v1/sites/quay.example",
        "/out/feed.json?feed=1",
    ];
    for path in paths {
        let value = served.json(path).await;
        assert!(!value.to_string().contains("secret"), "{path} tells a password: {value}");
    }
    let feeds = served.json("/api/v1/feeds").await;
    for time in ["due", "checked", "changed"] {
        let told = feeds["feeds"][0][time].as_str().unwrap();
        assert!(told.parse::<jiff::Timestamp>().is_ok(), "{time}: {told}");
    }
    let articles = served.json("/api/v1/articles").await;
    assert_eq!(articles["articles"][0]["published"], "2025-06-03T09:39:21Z");
    let failures = served.json("/api/v1/failures").await;
    assert_eq!(failures["failures"][0]["url"], "http://quay.example/gone");
    assert!(failures["failures"][0]["reason"].as_str().unwrap().starts_with("status_404"));
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_go_on_with_their_cursor() {
    let served = Served::new(config()).await;
    served.read_feed().await;
    for list in ["articles?limit=1", "search?q=paragraph&limit=1"] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = served.json(&format!("/api/v1/{list}{cursor}")).await;
            seen.extend(page["articles"].as_array().unwrap().iter().map(|a| a["seq"].to_string()));
            let Some(next) = page["next"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        seen.sort();
        assert_eq!(seen, ["1", "2"], "{list}");
    }
    for wrong in ["articles?cursor=x", "search?q=a&cursor=1", "articles?format=xml", "feeds?page=2"]
    {
        let answer = served.ask(&format!("GET /api/v1/{wrong}"), BEARER, "").await;
        assert_eq!(answer.status(), 400, "{wrong}: {answer:?}");
        assert!(answer.body().starts_with("{\"error\":"), "{answer:?}");
    }
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn formats_are_honoured_or_refused() {
    let served = Served::new(config()).await;
    served.read_feed().await;
    let page = page("lamps");
    let html = format!("{BEARER}Content-Type: text/html\r\n");
    let post = |query: &str, accept: &str| {
        let first = format!("POST /api/v1/extract{query}");
        let headers = format!("{html}{accept}");
        let (served, page) = (&served, &page);
        async move { served.ask(&first, &headers, page).await }
    };
    let kind = |answer: &Answer| answer.header("content-type").unwrap().to_string();
    let markdown = post("?format=markdown&no_images=true", "").await;
    assert!(kind(&markdown).starts_with("text/markdown"), "{markdown:?}");
    assert!(markdown.body().contains("# lamps") && !markdown.body().contains("!["), "{markdown:?}");
    let text = post("", "Accept: text/plain;q=0.9, application/json;q=0.1\r\n").await;
    assert!(kind(&text).starts_with("text/plain") && text.body().contains("paragraph"), "{text:?}");
    let fields = post("?fields=title,text", "").await;
    let fields: Value = serde_json::from_str(fields.body()).unwrap();
    assert_eq!(fields["title"]["value"], "lamps");
    assert!(fields.get("blocks").is_none());
    assert_eq!(post("", "Accept: image/png\r\n").await.status(), 406);
    for wrong in [
        "?format=pdf",
        "?format=json&width=80",
        "?width=5&format=text",
        "?favor=speed",
        "?drop=nonsense",
        "?extractor=text&favor=recall",
        "?select=p%3E",
        "?colour=red",
    ] {
        assert_eq!(post(wrong, "").await.status(), 400, "{wrong}");
    }
    let kept = served.ask("GET /api/v1/articles/1?format=html", BEARER, "").await;
    assert!(kind(&kept).starts_with("text/html") && kept.body().contains("<p>The 1. paragraph"));
    assert_eq!(served.ask("GET /api/v1/articles/1?format=tei", BEARER, "").await.status(), 400);
    let accept = format!("{BEARER}Accept: text/html\r\n");
    assert_eq!(served.ask("GET /api/v1/feeds", &accept, "").await.status(), 406);
    let json = format!("{BEARER}Content-Type: application/json\r\n");
    let body = json!({ "html": page, "format": "text", "drop": ["title"] }).to_string();
    let answer = served.ask("POST /api/v1/extract", &json, &body).await;
    assert!(answer.status() == 200 && answer.body().contains("1. paragraph"), "{answer:?}");
    served.end().await;
}
