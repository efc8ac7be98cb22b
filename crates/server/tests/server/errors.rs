//! What went wrong, as programs and people are told.

use crate::support::*;
use dehusk_server::Config;
use serde_json::Value;
use std::time::Duration;

/// Fails unless an answer is an error in the form the description of the interface promises.
#[track_caller]
fn is_json_error(answer: &Answer, status: u16) {
    assert_eq!(answer.status(), status, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/json"), "{answer:?}");
    let body: Value = serde_json::from_str(answer.body()).unwrap();
    let said = body["error"].as_str().unwrap_or_default();
    assert!(!said.is_empty() && body.as_object().unwrap().len() == 1, "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_are_told_of_every_error_in_json() {
    let served = Served::new(Config { max_body: 10_000, ..config() }).await;
    let json = format!("{BEARER}Content-Type: application/json\r\n");
    let html = format!("{BEARER}Content-Type: text/html\r\n");
    let cross = format!("{BEARER}Sec-Fetch-Site: cross-site\r\n");
    let long = "x".repeat(20_000);
    let cases = [
        ("GET /api/v1/articles?limit=many", BEARER, "", 400),
        ("GET /api/v1/articles/first", BEARER, "", 400),
        ("POST /api/v1/feeds", &json, "{\"urls\":", 400),
        ("POST /api/v1/feeds", &json, "{\"urls\":[\"ftp://a.example/\"]}", 400),
        ("POST /api/v1/extract", &json, "nothing", 400),
        ("POST /api/v1/extract", BEARER, "", 400),
        ("POST /api/v1/extract?extractor=none-such", &html, "<p>text</p>", 400),
        ("GET /api/v1/feeds", "", "", 401),
        ("POST /api/v1/extract", &cross, "<p>text</p>", 403),
        ("GET /api/v1/articles/99", BEARER, "", 404),
        ("GET /api/v1/sites/nowhere.example", BEARER, "", 404),
        ("GET /api/v1/nothing", BEARER, "", 404),
        ("GET /api", BEARER, "", 404),
        ("GET /websub/1/key?hub.mode=subscribe", "", "", 404),
        ("PUT /api/v1/articles", BEARER, "", 405),
        ("POST /websub/1/key", "", "word of a change", 410),
        ("POST /api/v1/extract", &html, &long, 413),
        ("POST /api/v1/feeds", BEARER, "{\"urls\":[]}", 415),
        ("POST /api/v1/feeds", &json, "{\"urls\":7}", 422),
    ];
    for (first, headers, body, status) in cases {
        is_json_error(&served.ask(first, headers, body).await, status);
    }
    let chunked = format!(
        "POST /api/v1/extract HTTP/1.1\r\nHost: a\r\n{html}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n\
         4e20\r\n{long}\r\n0\r\n\r\n"
    );
    is_json_error(&served.raw(&chunked).await, 413);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_told_of_errors_by_a_page() {
    let served = Served::new(config()).await;
    for (path, status) in [("/nothing", 404), ("/articles/99", 404), ("/articles?limit=many", 400)]
    {
        let answer = served.ask(&format!("GET {path}"), BEARER, "").await;
        assert_eq!(answer.status(), status, "{answer:?}");
        assert!(answer.body().contains("<p class=\"problem\">"), "{answer:?}");
        assert!(answer.header("content-type").unwrap().starts_with("text/html"));
    }
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_beyond_the_memory_of_all_are_told_when_to_come_again() {
    let served = Served::new(Config { memory: 24 << 20, ..config() }).await;
    let half = format!(
        "POST /api/v1/extract HTTP/1.1\r\nHost: a\r\n{BEARER}Content-Length: {}\r\n\r\n<p>",
        12 << 20
    );
    let held = served.send(half).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let html = format!("{BEARER}Content-Type: text/html\r\n");
    let busy = served.ask("POST /api/v1/extract", &html, &page("a page")).await;
    is_json_error(&busy, 503);
    assert_eq!(busy.header("retry-after"), Some("2"));
    assert_eq!(served.ask("GET /api/v1/status", BEARER, "").await.status(), 200);
    drop(held);
    let answer = served.ask("POST /api/v1/extract", &html, &page("a page")).await;
    assert!(answer.status() == 200 && answer.body().contains("a page"), "{answer:?}");
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_promises_this_form_of_errors() {
    let served = Served::new(config()).await;
    let answer = served.ask("GET /openapi.json", BEARER, "").await;
    let described: Value = serde_json::from_str(answer.body()).unwrap();
    let form = &described["components"]["schemas"]["Error"];
    assert_eq!(form["required"], serde_json::json!(["error"]));
    for (path, operations) in described["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let content = &operation["responses"]["default"]["content"]["application/json"];
            assert_eq!(content["schema"]["$ref"], "#/components/schemas/Error", "{method} {path}");
        }
    }
    served.end().await;
}
