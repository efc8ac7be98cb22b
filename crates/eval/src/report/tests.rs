//! The report as a whole: hostile texts stay text, pictures are well-formed, the file stays small.

use super::*;
use crate::measures::PageScores;
use crate::results::{Outcome, PageFacts};
use std::fs;
use tempfile::TempDir;

const HOSTILE: &str = "</script><img src=x onerror=alert(1)><!--<script>";

fn page(id: usize, extractors: &[(&str, &str)]) -> PageResult {
    let outcome = |text: &str| Outcome {
        text: Some(PageScores::of("one two three four five six", text)),
        confidence: Some((id % 11) as f32 / 10.0),
        ..Outcome::default()
    };
    let mut tag_ratios = vec![0.0; crate::facts::TAGS.len()];
    tag_ratios[id % 3] = 0.5 + (id % 7) as f64 / 20.0;
    PageResult {
        corpus: format!("corpus {HOSTILE}"),
        id: format!("{id}"),
        host: Some(format!("host {HOSTILE} {}", id % 2)),
        kind: Some(HOSTILE.into()),
        lang: Some("en".into()),
        date: Some("2012-03-04".into()),
        page: PageFacts {
            bytes: 100,
            tokens: 60,
            gold_tokens: 6 + id % 50,
            gold_error: 0.0,
            gold_repeats: 0,
            tag_ratios,
        },
        extractors: extractors.iter().map(|(n, t)| (n.to_string(), outcome(t))).collect(),
    }
}

fn results(pages: usize) -> Vec<PageResult> {
    let bad = "one two menu";
    let texts = |id: usize| {
        [
            ("good", "one two three four five six"),
            (HOSTILE, if id.is_multiple_of(3) { "x" } else { bad }),
        ]
    };
    (0..pages).map(|id| page(id, &texts(id))).collect()
}

/// The pieces of the file between two marks.
fn between<'a>(html: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    html.split(from)
        .skip(1)
        .filter_map(|rest| rest.split_once(to).map(|(piece, _)| piece))
        .collect()
}

#[test]
fn hostile_names_stay_text() {
    let html = Report::new(results(40)).html();
    assert!(!html.contains("<img"));
    assert_eq!(html.matches("<script").count(), 2, "data and script only");
    assert_eq!(html.matches("</script>").count(), 2);
    let data = between(&html, r#"id="data">"#, "</script>")[0];
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["worst"][1]["extractor"], HOSTILE);
}

#[test]
fn pictures_are_well_formed() {
    let html = Report::new(results(60)).html();
    let pictures = between(&html, "<svg", "</svg>");
    // Two extractors' scores and confidences, correlations, all hosts and two, clusters, complexity,
    // prediction.
    assert_eq!(pictures.len(), 11);
    for picture in pictures {
        let xml = format!("<svg{picture}</svg>");
        let parsed = roxmltree::Document::parse(&xml).expect("well-formed");
        assert!(parsed.descendants().count() > 5);
        assert!(!picture.contains("NaN") && !picture.contains("inf,"));
    }
}

#[test]
fn without_corpora_the_pages_say_so() {
    let html = Report::new(results(3)).html();
    assert!(html.contains("Scores only: with --corpora DIR"));
}

#[test]
fn nothing_at_all_is_still_a_page() {
    assert!(Report::new(Vec::new()).html().ends_with("</html>"));
}

/// A corpus and a run on disk whose every text is long and made of what takes most room.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = TempDir::new().expect("a folder");
        fs::create_dir_all(folder.path().join("corpora/c")).expect("a folder");
        Folder(folder)
    }

    fn write(&self, path: &str, lines: impl Iterator<Item = serde_json::Value>) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, lines.map(|line| format!("{line}\n")).collect::<String>()).expect("a file");
    }
}

#[test]
fn texts_are_side_by_side_and_bounded() {
    let folder = Folder::new();
    let gold = |i: usize| format!("{HOSTILE} {}", format!("same{i} gold{i} < ").repeat(9000));
    let text = |i: usize| format!("{HOSTILE} {}", format!("same{i} < other{i} ").repeat(9000));
    folder.write(
        "corpora/c/pages.jsonl",
        (0..20).map(|i| serde_json::json!({"id": i.to_string(), "gold": gold(i)})),
    );
    let names: Vec<String> = (0..10).map(|e| format!("extractor {e}")).collect();
    for name in &names {
        folder.write(
            &format!("out/{name}/c.jsonl"),
            (0..20).map(|i| serde_json::json!({"id": i.to_string(), "text": text(i)})),
        );
    }
    let mut extractors: Vec<(&str, &str)> = names.iter().map(|n| (n.as_str(), "one")).collect();
    extractors.push(("best", "one two three"));
    let mut pages: Vec<PageResult> = (0..20).map(|i| page(i, &extractors)).collect();
    pages.iter_mut().for_each(|page| page.corpus = "c".into());
    let corpus = Corpus::open(&folder.0.path().join("corpora/c")).expect("a corpus");
    let report =
        Report::new(pages).with_texts(folder.0.path().join("out")).with_corpora(vec![corpus]);
    let html = report.html();
    assert!(html.len() < 25_000_000, "{} bytes", html.len());
    assert!(html.len() > 1_000_000, "{} bytes", html.len());
    assert!(!html.contains("<img") && html.matches("</script>").count() == 2);
    let data = between(&html, r#"id="data">"#, "</script>")[0];
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    let shown = &data["worst"].as_array().expect("a list")[1]["pages"][0];
    let runs = |side: &str| shown["texts"][side].as_array().expect("runs").clone();
    assert!(runs("gold")[0].as_str().expect("text").starts_with(HOSTILE));
    assert!(runs("gold").len() > 100 && runs("extracted").len() > 100);
    assert_eq!(shown["texts"]["cut"], true);
}
