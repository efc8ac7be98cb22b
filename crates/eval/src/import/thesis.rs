//! The format into which a thesis on extractors brought five corpora: one JSON, and the pages by name.
//!
//! A key is the SHA-256 of the page; `articleBody` is the gold, `filename` the page's file, `source` the
//! corpus it came from. Names repeat between sources, so a page is looked for in its source's folder first.

use super::fault::Fault;
use super::{Collector, ImportError, files, literal};
use crate::corpus::Record;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What is known of a page.
#[derive(Deserialize)]
struct Truth {
    #[serde(rename = "articleBody")]
    article_body: String,
    filename: String,
    #[serde(default)]
    source: String,
}

/// The pages of an original by their names.
type Pages = HashMap<String, Vec<PathBuf>>;

/// Reads an original: every JSON file in the folder, and the pages anywhere below it.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let mut pages = Pages::new();
    let (truths, others): (Vec<PathBuf>, Vec<PathBuf>) = files::below(from)?
        .into_iter()
        .partition(|path| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")));
    for path in others {
        let name = files::name_of(&path);
        pages.entry(name.strip_suffix(".gz").unwrap_or(name).into()).or_default().push(path);
    }
    for truth in truths {
        match files::text(&truth) {
            Ok(text) => read_truth(&truth, &text, &pages, out)?,
            Err(fault) => out.problem(&truth, None, fault),
        }
    }
    Ok(())
}

fn read_truth(
    path: &Path,
    text: &str,
    pages: &Pages,
    out: &mut Collector,
) -> Result<(), ImportError> {
    for entry in literal::entries(text, literal::Dialect::Json) {
        let line = entry.line;
        let found = entry.read::<Truth>().and_then(|(key, truth)| {
            let page = page(pages, &key, &truth)?;
            Ok((Record { id: key, gold: truth.article_body, ..Record::default() }, page))
        });
        match found {
            Ok((record, page)) => files::add(out, record, page)?,
            Err(fault) => out.problem(path, Some(line), fault),
        }
    }
    Ok(())
}

fn page<'p>(pages: &'p Pages, key: &str, truth: &Truth) -> Result<&'p Path, Fault> {
    let (key, name) = (key.to_string(), truth.filename.clone());
    let found = pages.get(&name).map_or(&[][..], Vec::as_slice);
    let of_source = |path: &&PathBuf| {
        path.components().any(|c| c.as_os_str().eq_ignore_ascii_case(&truth.source))
    };
    match (found, found.iter().find(of_source)) {
        (_, Some(path)) => Ok(path),
        ([], None) => Err(Fault::NoPage { key, name }),
        ([only], None) => Ok(only),
        _ => Err(Fault::ManyPages { key, name, corpus: truth.source.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    #[test]
    fn pages_are_found_by_name_and_source() {
        let truth = br#"{
            "7bd0": {"articleBody": "One", "filename": "1.html", "source": "dragnet"},
            "7bd1": {"articleBody": "Other", "filename": "1.html", "source": "cleaneval"},
            "7bd2": {"articleBody": 3, "filename": "1.html", "source": "dragnet"},
            "7bd3": {"articleBody": "Gone", "filename": "gone.html", "source": "dragnet"},
            "7bd4": {"articleBody": "Which", "filename": "1.html", "source": "cetd"},
            "7bd5": {"articleBody": "Five", "filename": "5.html", "source": "cetd"}
        }"#;
        let originals = Originals::new(&[
            ("gold.json", truth),
            ("pages/dragnet/1.html", b"<p>One"),
            ("pages/cleaneval/1.html", b"<p>Other"),
            ("pages/5.html", b"<p>Five"),
        ]);
        let (records, problems) = originals.read("thesis");
        let read: Vec<_> = records.iter().map(|r| (r.id.as_str(), r.gold.as_str())).collect();
        assert_eq!(read, [("7bd0", "One"), ("7bd1", "Other"), ("7bd5", "Five")]);
        assert_eq!(originals.page("7bd1"), "<p>Other");
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].starts_with("gold.json:4: \"7bd2\": invalid type"), "{}", problems[0]);
        assert_eq!(
            problems[1],
            "gold.json:5: \"7bd3\": gold without a page: there is no gone.html"
        );
        assert!(problems[2].starts_with("gold.json:6: \"7bd4\": several pages"));
    }
}
