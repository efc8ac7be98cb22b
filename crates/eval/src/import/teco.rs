//! TECO, the "Template Detection and Content Extraction Benchmark Suite" of Alarte and Silva: a folder a website, with
//! the page that counts and others of the site.
//!
//! In the page that counts, classes mark what people took for what: below elements of `TECO_mainContent` all is content.
//! The marks would tell an extractor what to find, so they are taken out of the page. Each leaf becomes a labelled block,
//! and each medium is labelled too. Other pages of the site come without gold: they are not scored, and are there for
//! algorithms that compare the pages of a site.

use super::{Collector, ImportError, files};
use crate::corpus::Record;
use dehusk::Limits;
use dehusk::extractor::{Document, NodeId, Page};
use dehusk_extract::Media;
use dehusk_page::{Hints, name};
use std::path::{Path, PathBuf};

/// The mark of what is content, and what all marks begin with.
const CONTENT: &str = "TECO_mainContent";
const MARK: &[u8] = b"TECO_";
/// Other pages of a site that are taken: more say little more of its template.
const SIBLINGS: usize = 24;

/// Reads an original.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let all = files::below(from)?;
    let pages: Vec<(&Path, Vec<u8>)> = all
        .iter()
        .filter(|path| files::page_stem(path).is_some())
        .filter_map(|path| match files::page_bytes(path) {
            Ok(bytes) => Some((path.as_path(), bytes)),
            Err(error) => {
                out.problem(path, None, format!("the page can not be read: {error}"));
                None
            }
        })
        .collect();
    let is_marked = |bytes: &[u8]| find(bytes, CONTENT.as_bytes()).is_some();
    let marked: Vec<PathBuf> =
        pages.iter().filter(|page| is_marked(&page.1)).map(|page| page.0.to_path_buf()).collect();
    for (path, bytes) in pages.iter().filter(|page| is_marked(&page.1)) {
        let site = site(from, path);
        match labelled(&site, bytes) {
            Some(record) => out.add(record, &without_marks(bytes))?,
            None => out.problem(path, None, "nothing in it is marked as content"),
        }
        let others = pages.iter().filter(|(other, _)| {
            self::site(from, other) == site && !marked.iter().any(|m| m == other)
        });
        for (other, bytes) in others.take(SIBLINGS) {
            let id = format!("{site}_{}", files::page_stem(other).unwrap_or_default());
            out.add(
                Record { id, host: Some(site.clone()), context: true, ..Record::default() },
                bytes,
            )?;
        }
    }
    Ok(())
}

/// The website that a file is of: the first folder with a dot in its name, as domains have, or the one it lies in.
fn site(from: &Path, path: &Path) -> String {
    let folders = path.parent().and_then(|p| p.strip_prefix(from).ok());
    let names: Vec<String> = folders
        .into_iter()
        .flat_map(|p| p.iter().map(|name| name.to_string_lossy().into_owned()))
        .collect();
    let domain = names.iter().find(|name| name.contains('.')).or(names.last());
    domain.cloned().unwrap_or_else(|| "site".into())
}

/// What is marked in a page; none if nothing is.
fn labelled(site: &str, bytes: &[u8]) -> Option<Record> {
    let page = Page::from_bytes(bytes, &Hints::default(), &Limits::default()).ok()?;
    let document = Document::new(page);
    let page = document.page();
    let mut content_end = NodeId::ROOT;
    let (mut blocks, mut gold, mut media) = (Vec::new(), String::new(), Vec::new());
    let found = document.derived::<Media>();
    let mut in_block = vec![false; page.len()];
    for block in 0..document.blocks().len() {
        document.blocks().nodes(block).iter().for_each(|node| in_block[node.index()] = true);
    }
    for node in page.descendants(page.body()?) {
        if node >= content_end && is_marked(page, node) {
            content_end = page.end(node);
        }
        let is_content = node < content_end;
        if in_block[node.index()] && page.is_text(node) && !page.text(node).trim().is_empty() {
            let text = page.text(node).split_whitespace().collect::<Vec<_>>().join(" ");
            if is_content {
                gold.push_str(&text);
                gold.push('\n');
            }
            blocks.push((text, if is_content { FULL_TEXT } else { NOT_CONTENT }));
        } else if found.contains(node) {
            media.push(is_content);
        }
    }
    let host = Some(site.to_string());
    let record = Record { id: site.into(), host, gold, blocks, media, ..Record::default() };
    (content_end != NodeId::ROOT).then_some(record)
}

/// The labels of blocks, as [`Record::blocks`] has them.
const NOT_CONTENT: u8 = 0;
const FULL_TEXT: u8 = 2;

fn is_marked(page: &Page, node: NodeId) -> bool {
    let class = page.attr(node, name::CLASS).unwrap_or_default();
    class.split_whitespace().any(|class| class == CONTENT)
}

/// The page without the names of marks.
fn without_marks(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = find(rest, MARK) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + MARK.len()..];
        let end = rest.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(rest.len());
        rest = &rest[end..];
    }
    out.extend_from_slice(rest);
    out
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    const KEY: &[u8] = b"<html><body><ul class='menu TECO_mainMenu'><li><a href=x>Home</a></ul>\
        <img src=banner.jpg><div class='text TECO_mainContent TECO_notTemplate2'><h1>Title</h1>\
        <p>One <b>two</b></p><img src=boat.jpg></div><p>Foot</p>";

    #[test]
    fn marks_become_labels_and_leave_the_page() {
        let originals = Originals::new(&[
            ("forum/www.example.org/index.html", KEY),
            ("forum/www.example.org/more/two.html", b"<p>Another page"),
            ("forum/other.example/a.html", b"<p>A site without marks"),
        ]);
        let (records, problems) = originals.read("teco");
        assert_eq!(problems, [] as [&str; 0]);
        assert_eq!(records.len(), 2);
        let key = &records[0];
        assert_eq!(
            (key.id.as_str(), key.host.as_deref()),
            ("www.example.org", Some("www.example.org"))
        );
        assert_eq!(key.gold, "Title\nOne\ntwo\n");
        let labels: Vec<u8> = key.blocks.iter().map(|block| block.1).collect();
        assert_eq!(labels, [0, 2, 2, 2, 0]);
        assert_eq!(key.media, [false, true]);
        let page = originals.page("www.example.org");
        assert!(!page.contains("TECO") && page.contains("class='text  '"), "{page}");
        assert!(records[1].context && records[1].blocks.is_empty());
        assert_eq!(records[1].host.as_deref(), Some("www.example.org"));
    }
}
