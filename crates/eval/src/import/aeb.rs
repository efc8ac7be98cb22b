//! article-extraction-benchmark: `ground-truth.json`, a key a page, and `html/KEY.html.gz`.
//!
//! Later benchmarks kept the layout and added a title, an author, a date and snippets, which are read too.

use super::{Collector, ImportError, files, literal, null_is_empty, unreadable};
use crate::corpus::Record;
use serde::Deserialize;
use std::path::Path;

/// What is known of a page.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Truth {
    article_body: String,
    url: Option<String>,
    title: Option<String>,
    author: Option<String>,
    #[serde(rename = "publish_date")]
    published: Option<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    with: Vec<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    without: Vec<String>,
}

/// Reads an original.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let path = from.join("ground-truth.json");
    let text = files::text(&path).map_err(unreadable(&path))?;
    for entry in literal::entries(&text, literal::Dialect::Json) {
        let line = entry.line;
        match entry.read::<Truth>() {
            Ok((key, truth)) => add(from, &path, line, key, truth, out)?,
            Err(fault) => out.problem(&path, Some(line), fault),
        }
    }
    Ok(())
}

fn add(
    from: &Path,
    path: &Path,
    line: usize,
    id: String,
    truth: Truth,
    out: &mut Collector,
) -> Result<(), ImportError> {
    let Some(page) = files::page_in(&from.join("html"), &id) else {
        out.problem(path, Some(line), format!("{id:?}: gold without a page"));
        return Ok(());
    };
    let record = Record {
        id,
        url: truth.url,
        gold: truth.article_body,
        title: truth.title,
        author: truth.author,
        published: truth.published,
        with: truth.with,
        without: truth.without,
        ..Record::default()
    };
    files::add(out, record, &page)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    /// `<p>One</p>`, packed.
    fn packed() -> Vec<u8> {
        use std::io::Write;
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(b"<p>One</p>").expect("written");
        gz.finish().expect("packed")
    }

    #[test]
    fn entries_become_records_and_faulty_ones_are_named() {
        let truth = br#"{
            "aa": {"articleBody": "One\n\ntwo", "url": "https://example.org/1"},
            "bb": {"url": "https://example.org/2"},
            "cc": {"articleBody": "cut off
            },
            "dd": {"articleBody": "Four", "publish_date": "2020-01-02", "with": ["F"]},
            "ee": {"articleBody": "Five"},
            "ff": {"articleBody": "Six"}
        }"#;
        let page = packed();
        let originals = Originals::new(&[
            ("ground-truth.json", truth),
            ("html/aa.html.gz", &page),
            ("html/bb.html.gz", &page),
            ("html/cc.html.gz", &page),
            ("html/dd.html", b"<p>Four"),
            ("html/ff.html.gz", b"not packed"),
        ]);
        let (records, problems) = originals.read("aeb");
        assert_eq!(records.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["aa", "dd"]);
        assert_eq!(records[0].gold, "One\n\ntwo");
        assert_eq!(originals.page("aa"), "<p>One</p>");
        assert_eq!(records[1].published.as_deref(), Some("2020-01-02"));
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert!(problems[0].starts_with("ground-truth.json:3: \"bb\": missing field"));
        assert_eq!(problems[1], "ground-truth.json:4: a string that does not end on its line");
        assert_eq!(problems[2], "ground-truth.json:7: \"ee\": gold without a page");
        assert!(problems[3].starts_with("html/ff.html.gz: the page can not be read"));
    }
}
