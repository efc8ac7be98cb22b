//! trafilatura's evaluation data: `evaldata.py`, a Python dict from addresses to what must and must not be
//! extracted, with the pages in `cache/` and `eval/` beside it.

use super::{Collector, ImportError, files, literal, null_is_empty, unreadable};
use crate::corpus::Record;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file with the data.
const DATA: &str = "evaldata.py";

/// The name of the dict in it.
const TABLE: &str = "EVAL_PAGES";

/// Where the pages may be, seen from the data.
const FOLDERS: [&str; 3] = ["cache", "eval", ""];

/// What is known of a page.
#[derive(Deserialize)]
struct Truth {
    file: String,
    #[serde(default, deserialize_with = "null_is_empty")]
    with: Vec<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    without: Vec<String>,
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
}

/// Reads an original: the repository, its `tests`, or the data itself.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let data = if from.is_file() {
        from.to_path_buf()
    } else {
        files::first_folder(from, &["tests"]).unwrap_or(from.to_path_buf()).join(DATA)
    };
    let text = files::text(&data).map_err(unreadable(&data))?;
    // What comes before the table must stay, so that lines are counted right.
    let start = text.find(TABLE).unwrap_or(0);
    let before = files::line_of(&text, start) - 1;
    for entry in literal::entries(&text[start..], literal::Dialect::Python) {
        let line = before + entry.line;
        match entry.read::<Truth>() {
            Ok((url, truth)) => add(&data, line, url, truth, out)?,
            Err(fault) => out.problem(&data, Some(line), fault),
        }
    }
    Ok(())
}

fn add(
    data: &Path,
    line: usize,
    url: String,
    truth: Truth,
    out: &mut Collector,
) -> Result<(), ImportError> {
    let Some(page) = page(data, &truth.file) else {
        let what = format!("{url:?}: gold without a page: there is no {:?}", truth.file);
        out.problem(data, Some(line), what);
        return Ok(());
    };
    let known = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let record = Record {
        id: truth.file.strip_suffix(".html").unwrap_or(&truth.file).into(),
        url: Some(url),
        title: known(truth.title),
        author: known(truth.author),
        published: known(truth.date),
        with: truth.with,
        without: truth.without,
        ..Record::default()
    };
    files::add(out, record, &page)
}

fn page(data: &Path, file: &str) -> Option<PathBuf> {
    // The data names files, not paths.
    if file.contains(['/', '\\']) || file.starts_with('.') {
        return None;
    }
    let folder = data.parent()?;
    let paths = FOLDERS.iter().map(|name| folder.join(name));
    paths.flat_map(|f| [f.join(file), f.join(format!("{file}.gz"))]).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    #[test]
    fn the_table_is_read_as_python() {
        let data = b"# about {this}
EVAL_PAGES = {
'https://example.org/one': {
    'file': 'one.html',  # a remark
    'with': ['First \"snippet\"', 'it\\'s' ' second'],
    'without': [],
    'date': '2020-01-02', 'author': '',
},
'https://example.org/two': {
    'file': 'two.html',
    'with': ['no end],
},
'https://example.org/three': {
    'with': ['no file'],
},
'https://example.org/four': {'file': 'four.html', 'with': ['x']},
'https://example.org/five': {'file': '../../five.html', 'with': ['x']},
'https://example.org/six': {'file': 'six.html', 'without': ['Six']},
}
";
        let originals = Originals::new(&[
            ("tests/evaldata.py", data),
            ("tests/cache/one.html", b"<p>One"),
            ("tests/cache/two.html", b"<p>Two"),
            ("tests/eval/six.html", b"<p>Six"),
            ("five.html", b"<p>Five"),
        ]);
        let (records, problems) = originals.read("trafeval");
        assert_eq!(records.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["one", "six"]);
        assert_eq!(records[0].with, ["First \"snippet\"", "it's second"]);
        assert_eq!(records[0].published.as_deref(), Some("2020-01-02"));
        assert_eq!((&records[0].author, &records[0].gold), (&None, &String::new()));
        assert_eq!(records[1].without, ["Six"]);
        assert_eq!(records[1].host.as_deref(), Some("example.org"));
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert_eq!(problems[0], "tests/evaldata.py:11: a string that does not end on its line");
        assert!(
            problems[1].starts_with("tests/evaldata.py:13: \"https://example.org/three\": missing")
        );
        assert!(
            problems[2].starts_with("tests/evaldata.py:16: \"https://example.org/four\": gold")
        );
        assert!(problems[3].contains(":17: \"https://example.org/five\": gold without a page"));
    }
}
