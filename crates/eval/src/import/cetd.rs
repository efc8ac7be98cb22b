//! The data set of "DOM Based Content Extraction via Text Density" (Sun, Song, Liao, SIGIR 2011): a folder a source, in
//! each `original/N.htm` and `gold/N.txt`.
//!
//! The sources are five sites, `Chaos` and sometimes CleanEval; the source becomes the type of the page, so that tables
//! can be had `--by type`.

use super::{Collector, ImportError, files};
use crate::corpus::Record;
use std::path::{Path, PathBuf};

/// Reads an original.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let all = files::below(from)?;
    let pages = all.iter().filter(|path| files::page_stem(path).is_some());
    let mut used = Vec::new();
    for page in pages {
        let Some(source) = source(page) else { continue };
        let Some(gold) = gold(page) else {
            out.problem(page, None, "a page without gold");
            continue;
        };
        let stem = files::page_stem(page).unwrap_or_default();
        match files::text(&gold) {
            Ok(text) => {
                let id = format!("{source}_{stem}");
                let gold = text.trim().to_string();
                let record = Record { id, kind: Some(source.into()), gold, ..Record::default() };
                files::add(out, record, page)?;
            }
            Err(what) => out.problem(&gold, None, what),
        }
        used.push(gold);
    }
    for gold in all.iter().filter(|path| is_in(path, "gold") && !used.contains(path)) {
        out.problem(gold, None, "gold without a page");
    }
    Ok(())
}

/// The folder that holds the folder of a page.
fn source(page: &Path) -> Option<&str> {
    is_in(page, "original").then(|| files::name_of(page.parent()?.parent()?).into()).flatten()
}

fn is_in(path: &Path, folder: &str) -> bool {
    path.parent().is_some_and(|parent| files::name_of(parent).eq_ignore_ascii_case(folder))
}

fn gold(page: &Path) -> Option<PathBuf> {
    let folder = page.parent()?.parent()?.join("gold");
    let path = folder.join(format!("{}.txt", files::page_stem(page)?));
    path.is_file().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    #[test]
    fn pages_and_golds_of_each_source_meet() {
        let originals = Originals::new(&[
            ("data/BBC/original/1.htm", b"<p>One"),
            ("data/BBC/gold/1.txt", b"One\r\n"),
            ("data/YAHOO!/original/1.htm", b"<p>Other"),
            ("data/YAHOO!/gold/1.txt", b"Other"),
            ("data/YAHOO!/original/2.htm", b"<p>Alone"),
            ("data/YAHOO!/gold/3.txt", b"Gone"),
            ("data/readme.html", b"<p>About"),
        ]);
        let (records, problems) = originals.read("cetd");
        let read: Vec<_> = records.iter().map(|r| (r.id.as_str(), r.gold.as_str())).collect();
        assert_eq!(read, [("BBC_1", "One"), ("YAHOO__1", "Other")]);
        assert_eq!(records[1].kind.as_deref(), Some("YAHOO!"));
        assert_eq!(
            problems,
            [
                "data/YAHOO!/original/2.htm: a page without gold",
                "data/YAHOO!/gold/3.txt: gold without a page",
            ]
        );
    }
}
