//! WCXB, the Web Content Extraction Benchmark: `ground-truth/ID.json` and `html/ID.html.gz`, in parts
//! (`dev`, `test`) or not. Its first version had one `ground-truth.json`.

use super::{Collector, ImportError, aeb, files, null_is_empty};
use crate::corpus::Record;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Where the parts may be.
const PARTS: [&str; 4] = ["", "dev", "test", "train"];

/// One file of the ground truth.
#[derive(Deserialize)]
struct File {
    url: Option<String>,
    file_id: Option<String>,
    #[serde(rename = "_internal")]
    internal: Option<Internal>,
    ground_truth: Truth,
}

/// What the benchmark's makers noted.
#[derive(Deserialize)]
struct Internal {
    page_type: Option<PageType>,
}

#[derive(Deserialize)]
struct PageType {
    primary: Option<String>,
}

#[derive(Deserialize)]
struct Truth {
    title: Option<String>,
    author: Option<String>,
    publish_date: Option<String>,
    main_content: Option<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    with: Vec<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    without: Vec<String>,
}

/// Reads an original.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let parts: Vec<PathBuf> = PARTS.iter().map(|name| from.join(name)).collect();
    let mut found = false;
    for part in parts {
        if part.join("ground-truth.json").is_file() {
            found = true;
            aeb::read(&part, out)?;
        }
        let truths = part.join("ground-truth");
        if truths.is_dir() {
            found = true;
            read_part(&part, &truths, out)?;
        }
    }
    if found {
        return Ok(());
    }
    let what = "there is no ground-truth here, nor in dev or test".to_string();
    Err(ImportError::Layout { path: from.to_path_buf(), what })
}

fn read_part(part: &Path, truths: &Path, out: &mut Collector) -> Result<(), ImportError> {
    for path in files::below(truths)?.iter().filter(|p| files::name_of(p).ends_with(".json")) {
        match files::text(path).map(|text| serde_json::from_str::<File>(&text)) {
            Ok(Ok(file)) => add(part, path, file, out)?,
            Ok(Err(error)) => {
                out.problem(path, Some(error.line()).filter(|&line| line > 0), error);
            }
            Err(fault) => out.problem(path, None, fault),
        }
    }
    Ok(())
}

fn add(part: &Path, path: &Path, file: File, out: &mut Collector) -> Result<(), ImportError> {
    let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    let ids = [file.file_id.as_deref().unwrap_or(stem), stem];
    let plain = |id: &&&str| !id.contains(['/', '\\']);
    let mut pages = ids.iter().filter(plain);
    let Some(page) = pages.find_map(|id| files::page_in(&part.join("html"), id)) else {
        out.problem(path, None, "gold without a page");
        return Ok(());
    };
    let truth = file.ground_truth;
    let record = Record {
        id: stem.into(),
        url: file.url,
        kind: file.internal.and_then(|i| i.page_type?.primary),
        gold: truth.main_content.unwrap_or_default(),
        title: truth.title,
        author: truth.author,
        published: truth.publish_date,
        with: truth.with,
        without: truth.without,
        ..Record::default()
    };
    files::add(out, record, &page)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    #[test]
    fn every_field_finds_its_place() {
        let truth =
            br#"{"schema_version": "2.0", "url": "https://example.org/1", "file_id": "0001",
            "_internal": {"page_type": {"primary": "article", "tags": []}},
            "ground_truth": {"title": "One", "author": null, "publish_date": "2025-09-04",
                "main_content": "The one.", "with": ["one"], "without": ["Login"]}}"#;
        let originals = Originals::new(&[
            ("dev/ground-truth/0001.json", truth),
            ("dev/html/0001.html", b"<p>The one."),
            ("dev/ground-truth/0002.json", b"{\n  \"ground_truth\": {\"title\": 5}\n}"),
            ("dev/html/0002.html", b"<p>Two"),
            ("test/ground-truth/0001.json", br#"{"_internal": {"page_type": null}, "ground_truth": {"main_content": "Three", "with": null}}"#),
            ("test/html/0001.html", b"<p>Three"),
            ("test/ground-truth/0004.json", br#"{"ground_truth": {}}"#),
        ]);
        let (records, problems) = originals.read("wcxb");
        assert_eq!(records.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["0001", "0001-2"]);
        let one = &records[0];
        assert_eq!(one.kind.as_deref(), Some("article"));
        assert_eq!((one.title.as_deref(), &one.author), (Some("One"), &None));
        assert_eq!(one.published.as_deref(), Some("2025-09-04"));
        assert_eq!(
            (one.gold.as_str(), &one.with[0], &one.without[0]),
            ("The one.", &"one".into(), &"Login".into())
        );
        assert_eq!(records[1].gold, "Three");
        assert_eq!(originals.page("0001-2"), "<p>Three");
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(
            problems[0].starts_with("dev/ground-truth/0002.json:2: invalid type"),
            "{}",
            problems[0]
        );
        assert_eq!(problems[1], "test/ground-truth/0004.json: gold without a page");
    }
}
