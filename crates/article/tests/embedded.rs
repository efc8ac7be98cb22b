//! Content that comes from a page's scripts is as clean, as true and as bounded as any other.

use dehusk_article::{Article, ContentSource, Format};
use dehusk_extract::{Document, Selection};
use dehusk_page::Page;
use proptest::prelude::*;
use serde_json::json;
use std::path::Path;

/// An article of a page that shows nothing, with what its scripts hold.
fn article(html: &str) -> Article {
    let document = Document::new(Page::parse(html)).with_url("https://example.org/a/");
    let selection = Selection::everything(&document);
    Article::new(document, selection, "text").with_embedded()
}

fn state(body: &serde_json::Value) -> String {
    let data = json!({"props": {"post": {"title": "Rain on the quay", "body": body}}});
    // As frameworks do: the script must not end early.
    let data = data.to_string().replace('<', "\\u003c");
    format!(
        "<title>Rain on the quay</title><script id=__NEXT_DATA__ type=application/json>{data}</script>"
    )
}

fn prose() -> String {
    "The ferry came in late again, and nobody was surprised. ".repeat(20)
}

#[test]
fn every_renderer_tells_it() {
    let body = format!(
        "<h2>Late</h2><p>{}</p><p>See <a href='b'>this</a>.</p><img src=/c.jpg><table><tr><th>a<th>b<tr><td>1<td>2</table>",
        prose()
    );
    let article = article(&state(&json!(body)));
    assert_eq!(article.content_source(), ContentSource::Embedded("__NEXT_DATA__ props.post.body"));
    assert!(article.text().starts_with("Late\n\nThe ferry came in late"));
    assert!(article.markdown().contains("[this](https://example.org/a/b)"));
    assert!(article.html().contains("<td>1</td>"));
    assert!(article.render(Format::Tei).contains("<cell"));
    assert_eq!(article.media()[0].url, "https://example.org/c.jpg");
    assert_eq!(article.counts().headings, 1);
    let metadata = article.metadata();
    assert_eq!(metadata.title.as_ref().unwrap().value, "Rain on the quay");
    assert_eq!(metadata.detected_language.as_ref().unwrap().value, "en");
    let codes: Vec<_> = article.warnings().iter().map(|w| w.code()).collect();
    assert_eq!(codes, ["embedded-content"]);
}

#[test]
fn json_says_so_and_follows_its_schema() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/article.schema.json");
    let schema = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let shown = article(&format!("<p>{}", prose()));
    let embedded = article(&state(&json!(prose())));
    for (article, kind) in [(shown, "page"), (embedded, "embedded")] {
        let json: serde_json::Value = serde_json::from_str(&article.render(Format::Json)).unwrap();
        assert!(validator.is_valid(&json), "{kind}");
        assert_eq!(json["content_source"]["kind"], kind);
    }
}

#[test]
fn nothing_in_it_runs() {
    let body = format!(
        "<p onclick='x()'>{}</p><script>x()</script><a href='javascript:x()'>y</a>\
         <iframe src='https://evil.example/'></iframe><img src=x onerror=x()><style>p{{}}</style>",
        prose()
    );
    let html = article(&state(&json!(body))).html();
    assert!(html.contains("The ferry came in late"));
    for bad in ["<script", "onclick", "onerror", "javascript:", "<iframe", "<style"] {
        assert!(!html.contains(bad), "{bad}");
    }
}

#[test]
fn hostile_data_is_bounded() {
    let long = prose();
    for data in [
        "[".repeat(300_000),
        "{\"a\":".repeat(100_000),
        "{\"body\":\"<".to_string() + &"<a".repeat(400_000) + "\"}",
        "{\"body\":\"".to_string() + &"&".repeat(400_000) + "\"}",
        format!("{{\"body\":[{}]}}", "{\"type\":\"p\",\"text\":\"x.\"},".repeat(40_000)),
        format!("{{\"a\":[{}]}}", format!("{{\"b\":\"{long}\"}},").repeat(500)),
    ] {
        let start = std::time::Instant::now();
        article(&format!("<script type=application/json>{data}</script>")).text();
        assert!(start.elapsed().as_secs() < 10, "{}", &data[..20]);
    }
}

const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<br>",
    "<h2>",
    "<ul><li>",
    "</ul>",
    "<",
    ">",
    "&",
    "&amp;",
    "&lt;",
    "\n",
    "\n\n",
    "\"",
    "\\",
    "{",
    "}",
    "é",
    "语言",
    "…",
    " a word",
    " and another.",
    " 3 < 4",
    "<div hidden>",
    "</div>",
    "\u{2028}",
];

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every word stands in the script's strings, once they are unescaped.
    #[test]
    fn every_word_stands_in_the_data(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40),
        blocks in any::<bool>(),
    ) {
        let text = format!("{}{}", prose(), pieces.concat());
        let body = if blocks {
            json!([{"type": "paragraph", "text": prose()}, {"type": "paragraph", "text": text}])
        } else {
            json!(text)
        };
        let article = article(&state(&body));
        prop_assert!(article.content_source() != ContentSource::Page);
        // Tags and what they hide are gone, and nothing is added: what is left stands there in its order.
        let source = if blocks { format!("{}{text}", prose()) } else { text };
        let source = letters(&source.replace("&amp;", "&").replace("&lt;", "<"));
        let mut rest = source.chars();
        for letter in letters(&article.text()).chars() {
            prop_assert!(rest.any(|c| c == letter), "{letter} of {}", article.text());
        }
        for &format in Format::ALL {
            article.render(format);
        }
    }
}
