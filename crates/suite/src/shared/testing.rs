//! What tests of algorithms need.

use dehusk_extract::{Document, Extractor};
use dehusk_page::{Page, name};

/// Sentences with many stop words.
pub const ONE: &str =
    "It was the first of the ships that came in, and nobody was there to see it at all.";
pub const TWO: &str =
    "When it left again in the morning, all of them were there, but it was too late by then.";

/// The kept text, white space folded, images as `[alt]`.
pub fn kept(extractor: &dyn Extractor, html: &str) -> String {
    let document = Document::new(Page::parse(html));
    let selection = extractor.extract(&document);
    let page = document.page();
    let mut text = String::new();
    for node in selection.nodes().iter() {
        match page.is_text(node) {
            true => text.push_str(page.text(node)),
            false => text.push_str(&format!(" [{}] ", page.attr(node, name::ALT).unwrap_or("?"))),
        }
        text.push(' ');
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// That many words, each of which begins with the given letters.
pub fn words(beginning: &str, count: usize) -> String {
    (0..count).map(|n| format!("{beginning}{n} ")).collect()
}
