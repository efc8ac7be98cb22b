//! CleanEval and what has its format, such as CleanPortalEval.
//!
//! A page `N.html` is wrapped in a `<text id=…>` line. Its gold, `N.txt` or `N-cleaned.txt`, opens with a
//! `URL:` line; each segment has a marker in front, `<p>`, `<h>` or `<l>`, and rows of underscores divide
//! them. Pages and golds lie in one folder or in two, depending on where one got them.

use super::{Collector, ImportError, files};
use crate::corpus::Record;
use std::path::Path;

/// Reads an original.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let all = files::below(from)?;
    let pages = files::by_name(&all, files::page_stem, out);
    let golds = files::by_name(&all, gold_stem, out);
    for (id, page) in &pages {
        match golds.get(id) {
            Some(gold) => add(id, page, gold, out)?,
            None => out.problem(page, None, "a page without gold"),
        }
    }
    for (id, gold) in golds {
        // Originals come with a README and the like; a gold has the format's marks.
        if !pages.contains_key(id) && files::text(gold).is_ok_and(|text| is_gold(&text)) {
            out.problem(gold, None, "gold without a page");
        }
    }
    Ok(())
}

fn gold_stem(path: &Path) -> Option<&str> {
    let stem = files::name_of(path).strip_suffix(".txt")?;
    Some(stem.strip_suffix("-cleaned").unwrap_or(stem))
}

fn is_gold(text: &str) -> bool {
    let marked = |line: &str| ["<p>", "<h>", "<l>", "URL:"].iter().any(|m| line.starts_with(m));
    text.lines().any(|line| marked(line.trim_start()))
}

fn add(id: &str, page: &Path, gold: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let (text, bytes) = match (files::text(gold), files::page_bytes(page)) {
        (Ok(text), Ok(bytes)) => (text, bytes),
        (Err(what), _) => {
            out.problem(gold, None, what);
            return Ok(());
        }
        (_, Err(error)) => {
            out.problem(page, None, error.to_string());
            return Ok(());
        }
    };
    let (address, text) = split_address(&text);
    let (id_of_wrapper, bytes) = unwrap(&bytes);
    let url = match address {
        Some((line, address)) if !is_address(address) => {
            out.problem(gold, Some(line), format!("{address:?} is no address; it is left out"));
            None
        }
        Some((_, address)) => Some(address.to_string()),
        None => id_of_wrapper.filter(|id| is_address(id)),
    };
    let gold_text = clean(&text);
    if gold_text.is_empty() {
        out.problem(gold, None, "the gold has no text");
    }
    out.add(Record { id: id.into(), url, gold: gold_text, ..Record::default() }, bytes)
}

fn is_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.has_host())
}

/// The address in the first line that has text, with that line's number, and the text without it.
fn split_address(text: &str) -> (Option<(usize, &str)>, String) {
    let first = text.lines().enumerate().find(|(_, line)| !line.trim().is_empty());
    let address = first.and_then(|(index, line)| {
        let address = line.trim().strip_prefix("URL:")?.trim();
        Some((index + 1, address))
    });
    let skipped = address.map_or(0, |(line, _)| line);
    (address, text.lines().skip(skipped).collect::<Vec<_>>().join("\n"))
}

/// The id in the `<text …>` tag around a page, and the page inside; the page itself where there is none.
fn unwrap(page: &[u8]) -> (Option<String>, &[u8]) {
    let inside = page.strip_prefix(b"\xef\xbb\xbf").unwrap_or(page).trim_ascii_start();
    let opens = inside.get(..5).is_some_and(|tag| tag.eq_ignore_ascii_case(b"<text"))
        && inside.get(5).is_some_and(|b| b.is_ascii_whitespace() || *b == b'>');
    let Some(end) = inside.iter().position(|&b| b == b'>').filter(|_| opens) else {
        return (None, page);
    };
    let (tag, rest) = inside.split_at(end);
    let mut rest = rest.get(1..).unwrap_or_default();
    let ending = rest.trim_ascii_end();
    let close = b"</text>";
    if let Some(start) = ending.len().checked_sub(close.len())
        && ending[start..].eq_ignore_ascii_case(close)
    {
        rest = &ending[..start];
    }
    (attribute(&String::from_utf8_lossy(tag), "id="), rest.trim_ascii())
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split_once(name)?.1;
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let value = match quote {
        Some(quote) => value[1..].split(quote).next()?,
        None => value.split_whitespace().next()?,
    };
    Some(value.to_string())
}

/// The text without markers and rows of underscores; characters that are written as references are read.
fn clean(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = without_markers(line);
        let words = line.split_whitespace().filter(|word| !is_rule(word));
        html_escape::decode_html_entities(&words.collect::<Vec<_>>().join(" ")).into_owned()
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn without_markers(line: &str) -> String {
    let mut out = line.to_string();
    for marker in ["p", "h", "l"].iter().flat_map(|m| [m.to_string(), m.to_uppercase()]) {
        out = out.replace(&format!("<{marker}>"), " ").replace(&format!("</{marker}>"), " ");
    }
    out
}

fn is_rule(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|b| b == b'_')
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    #[test]
    fn pages_and_golds_meet_and_lose_their_marks() {
        let originals = Originals::new(&[
            ("input/1.html", b"<text id=\"1\" encoding=\"utf-8\">\n<p>Bread</p>\n</text>\n"),
            (
                "gold/1-cleaned.txt",
                b"\n  URL: http://example.org/bread\n\n<h>Bread\n\n<p>Flour &amp; water,\n and time.\n____\n<l>Salt\n",
            ),
            ("input/2.html", b"<text id='http://example.org/two'><p>Two</p></text>"),
            ("gold/2.txt", b"\xef\xbb\xbf<p>Two\r\n"),
            ("README.txt", b"About this."),
        ]);
        let (records, problems) = originals.read("cleaneval");
        assert_eq!(problems, [] as [&str; 0]);
        assert_eq!(records[0].gold, "Bread\nFlour & water,\nand time.\nSalt");
        assert_eq!(records[0].url.as_deref(), Some("http://example.org/bread"));
        assert_eq!(records[0].host.as_deref(), Some("example.org"));
        assert_eq!(originals.page("1"), "<p>Bread</p>");
        assert_eq!(records[1].gold, "Two");
        assert_eq!(records[1].url.as_deref(), Some("http://example.org/two"));
    }

    #[test]
    fn what_is_wrong_is_named_and_the_rest_is_read() {
        let originals = Originals::new(&[
            ("input/site.example_01.html", b"<p>One"),
            ("GoldStandard/site.example_01.txt", b"\nURL: nowhere\n<p>One"),
            ("input/site.example_02.html", b"<p>Two"),
            ("input/site.example_03.html", b"<p>Three"),
            ("GoldStandard/site.example_03.txt", b"\0\0\0\x01Bud1"),
            ("GoldStandard/site.example_04.txt", b"<p>Four"),
            ("GoldStandard/.DS_Store.txt", b"\0\0"),
        ]);
        let (records, problems) = originals.read("cleanportaleval");
        assert_eq!(records.len(), 1);
        assert_eq!((records[0].gold.as_str(), &records[0].url), ("One", &None));
        assert_eq!(
            problems,
            [
                "GoldStandard/site.example_01.txt:2: \"nowhere\" is no address; it is left out",
                "input/site.example_02.html: a page without gold",
                "GoldStandard/site.example_03.txt: not a text: it holds zero bytes",
                "GoldStandard/site.example_04.txt: gold without a page",
            ]
        );
    }
}
