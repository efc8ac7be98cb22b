//! Readability's test pages: a folder a page, with `source.html`, `expected.html` and, mostly,
//! `expected-metadata.json`.

use super::{Collector, ImportError, files};
use crate::corpus::Record;
use serde::Deserialize;
use std::path::Path;

/// Where the folder of pages is, if it is not what was given.
const FOLDERS: [&str; 2] = ["test/test-pages", "test-pages"];

/// What is known of a page besides its content.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    title: Option<String>,
    byline: Option<String>,
    lang: Option<String>,
    published_time: Option<String>,
}

/// Reads an original.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let folder = files::first_folder(from, &FOLDERS).unwrap_or_else(|| from.to_path_buf());
    let all = files::below(&folder)?;
    let is = |name: &'static str| move |path: &&std::path::PathBuf| files::name_of(path) == name;
    for source in all.iter().filter(is("source.html")) {
        if !source.with_file_name("expected.html").is_file() {
            out.problem(source, None, "a page without gold");
        }
    }
    for expected in all.iter().filter(is("expected.html")) {
        let source = expected.with_file_name("source.html");
        if source.is_file() {
            add(&folder, &source, expected, out)?;
        } else {
            out.problem(expected, None, "gold without a page");
        }
    }
    Ok(())
}

fn add(
    folder: &Path,
    source: &Path,
    expected: &Path,
    out: &mut Collector,
) -> Result<(), ImportError> {
    let gold = match files::document(expected) {
        Ok(document) => {
            let blocks = document.blocks();
            (0..blocks.len()).map(|i| blocks.text(i)).collect::<Vec<_>>().join("\n")
        }
        Err(what) => {
            out.problem(expected, None, what);
            return Ok(());
        }
    };
    let metadata = metadata(&source.with_file_name("expected-metadata.json"), out);
    let place = source.parent().unwrap_or(source);
    let record = Record {
        id: place.strip_prefix(folder).unwrap_or(place).to_string_lossy().into_owned(),
        gold,
        title: metadata.title,
        author: metadata.byline,
        lang: metadata.lang,
        published: metadata.published_time,
        ..Record::default()
    };
    files::add(out, record, source)
}

fn metadata(path: &Path, out: &mut Collector) -> Metadata {
    let Ok(text) = files::text(path) else { return Metadata::default() };
    serde_json::from_str(&text).unwrap_or_else(|error| {
        out.problem(path, Some(error.line()), format!("{error}; the page has no metadata"));
        Metadata::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    #[test]
    fn the_expected_article_is_the_gold() {
        let expected = b"<div id=readability-page-1><h2>On bread</h2><p>Flour, <b>water</b>\nand time.</p></div>";
        let metadata = b"{\"title\": \"On bread\", \"byline\": \"A. Baker\", \"lang\": \"en\",
            \"publishedTime\": \"2020-01-02T03:04:05\", \"readerable\": true, \"siteName\": null}";
        let originals = Originals::new(&[
            ("test/test-pages/bread/source.html", b"<title>On bread</title>"),
            ("test/test-pages/bread/expected.html", expected),
            ("test/test-pages/bread/expected-metadata.json", metadata),
            ("test/test-pages/broken/source.html", b"<p>Two"),
            ("test/test-pages/broken/expected.html", b"<p>Two"),
            ("test/test-pages/broken/expected-metadata.json", b"{\n\"title\": oops\n}"),
            ("test/test-pages/half/source.html", b"<p>Three"),
            ("test/test-pages/other/expected.html", b"<p>Four"),
        ]);
        let (records, problems) = originals.read("readability");
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].id, "bread");
        assert_eq!(records[0].gold, "On bread\nFlour, water and time.");
        assert_eq!(records[0].author.as_deref(), Some("A. Baker"));
        assert_eq!(records[0].published.as_deref(), Some("2020-01-02T03:04:05"));
        assert_eq!((records[1].gold.as_str(), &records[1].title), ("Two", &None));
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert_eq!(problems[0], "test/test-pages/half/source.html: a page without gold");
        assert!(
            problems[1].starts_with("test/test-pages/broken/expected-metadata.json:2: "),
            "{}",
            problems[1]
        );
        assert_eq!(problems[2], "test/test-pages/other/expected.html: gold without a page");
    }
}
