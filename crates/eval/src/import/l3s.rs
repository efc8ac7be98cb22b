//! L3S-GN1: news pages in which people labelled every piece of text.
//!
//! `original/UUID.html` is the page as fetched. `annotated/UUID.html` is the same page with spans of the
//! classes `x-nc-sel0` to `x-nc-sel5` around its text: not content, headline, full text, supplemental,
//! related content, comments. Text in no span is not content. `url-mapping.txt` has a line a page:
//! `<urn:uuid:UUID>`, then the address.

use super::{Collector, ImportError, files};
use crate::corpus::Record;
use dehusk::extractor::{Document, NodeId};
use std::collections::HashMap;
use std::path::Path;

/// What the classes of the labels begin with.
const CLASS: &str = "x-nc-sel";

/// Labels that make up the gold: headline, full text, supplemental.
const CONTENT: std::ops::RangeInclusive<u8> = 1..=3;

/// Reads an original.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let addresses = addresses(&from.join("url-mapping.txt"), out);
    let annotated = files::below(&from.join("annotated"))?;
    for (id, path) in files::by_name(&annotated, files::page_stem, out) {
        let Some(page) = files::page_in(&from.join("original"), id) else {
            out.problem(path, None, "gold without a page");
            continue;
        };
        let blocks = match files::document(path) {
            Ok(document) => blocks(&document),
            Err(what) => {
                out.problem(path, None, what);
                continue;
            }
        };
        if !blocks.iter().any(|(_, label)| CONTENT.contains(label)) {
            out.problem(path, None, "no text in it is labelled as content");
            continue;
        }
        let url = addresses.get(id).cloned();
        let gold = gold(&blocks);
        let record = Record { id: id.into(), url, gold, blocks, ..Record::default() };
        files::add(out, record, &page)?;
    }
    Ok(())
}

fn addresses(path: &Path, out: &mut Collector) -> HashMap<String, String> {
    let text = match files::text(path) {
        Ok(text) => text,
        Err(what) => {
            out.problem(path, None, format!("{what}; pages have no addresses"));
            return HashMap::new();
        }
    };
    let mut addresses = HashMap::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match mapping(line) {
            Some((id, address)) => {
                addresses.insert(id.to_string(), address.to_string());
            }
            None => out.problem(path, Some(index + 1), "not an id and an address"),
        }
    }
    addresses
}

fn mapping(line: &str) -> Option<(&str, &str)> {
    let (id, address) = line.trim().split_once(char::is_whitespace)?;
    let id = id.trim_start_matches('<').trim_end_matches('>');
    let address = address.trim();
    url::Url::parse(address).ok()?;
    Some((id.strip_prefix("urn:uuid:").unwrap_or(id), address))
}

/// The text of the blocks, each cut where the label changes.
fn blocks(document: &Document) -> Vec<(String, u8)> {
    let mut out = Vec::new();
    for block in 0..document.blocks().len() {
        let mut pieces: Vec<(&str, u8)> = Vec::new();
        for &node in document.blocks().nodes(block) {
            let text = document.page().text(node);
            // Blanks between two spans belong to neither: they go on with what was before.
            let before = pieces.last().map(|piece| piece.1).filter(|_| text.trim().is_empty());
            pieces.push((text, before.unwrap_or_else(|| label(document, node))));
        }
        for run in pieces.chunk_by(|a, b| a.1 == b.1) {
            let text: String = run.iter().map(|piece| piece.0).collect();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if let (false, Some(&(_, label))) = (text.is_empty(), run.first()) {
                out.push((text, label));
            }
        }
    }
    out
}

/// The label of the nearest span that has one.
fn label(document: &Document, node: NodeId) -> u8 {
    let page = document.page();
    let of = |element: NodeId| {
        let classes = page.attr_by_text(element, "class")?;
        let label = classes.split_whitespace().find_map(|c| c.strip_prefix(CLASS))?;
        label.parse().ok().filter(|label| *label <= 5)
    };
    page.ancestors(node).find_map(of).unwrap_or(0)
}

fn gold(blocks: &[(String, u8)]) -> String {
    let content = blocks.iter().filter(|(_, label)| CONTENT.contains(label));
    content.map(|(text, _)| text.as_str()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    #[test]
    fn labels_become_blocks_and_content_becomes_gold() {
        let annotated = b"<div><span class='x-nc-sel0'>Menu</span></div>
            <h1><span class=x-nc-sel1>On bread</span></h1>
            <p><span class='x-nc-sel2'>Flour, <b>water</b> and</span> <span class='big x-nc-sel2'>time.</span></p>
            <p><span class=x-nc-sel3>Photo: A. Baker</span> Advertisement</p>
            <p><span class='x-nc-sel5'>First!</span></p>";
        let originals = Originals::new(&[
            ("original/0a-1.html", b"<h1>On bread</h1>"),
            ("annotated/0a-1.html", annotated),
            ("original/0a-2.html", b"<p>Two"),
            ("annotated/0a-2.html", b"<p>Two"),
            ("annotated/0a-3.html", b"<p><span class=x-nc-sel2>Three</span>"),
            ("url-mapping.txt", b"<urn:uuid:0a-1>\thttp://example.org/bread\n\nnonsense\n"),
        ]);
        let (records, problems) = originals.read("l3s-gn1");
        assert_eq!(records.len(), 1);
        let expected = [
            ("Menu", 0),
            ("On bread", 1),
            ("Flour, water and time.", 2),
            ("Photo: A. Baker", 3),
            ("Advertisement", 0),
            ("First!", 5),
        ];
        let blocks: Vec<(&str, u8)> =
            records[0].blocks.iter().map(|(text, label)| (text.as_str(), *label)).collect();
        assert_eq!(blocks, expected);
        assert_eq!(records[0].gold, "On bread\nFlour, water and time.\nPhoto: A. Baker");
        assert_eq!(records[0].host.as_deref(), Some("example.org"));
        assert_eq!(
            problems,
            [
                "url-mapping.txt:3: not an id and an address",
                "annotated/0a-2.html: no text in it is labelled as content",
                "annotated/0a-3.html: gold without a page",
            ]
        );
    }
}
