//! Text that is decoded already is read as its bytes are.

mod support;

use dehusk_page::{Hints, Limits, Page, PageError};
use support::check_arena;

/// The page as far as a reader can see it, or why there is none.
fn seen(page: Result<Page, PageError>) -> Result<String, PageError> {
    page.map(|page| {
        check_arena(&page);
        let nodes: Vec<String> = page
            .subtree(page.root())
            .map(|id| {
                let attributes: Vec<_> =
                    page.attrs(id).map(|(n, v)| (page.name_text(n), v)).collect();
                format!("{} {} {attributes:?} {:?}", page.depth(id), page.tag(id), page.text(id))
            })
            .collect();
        format!("{:?}\n{:?}\n{}", page.source(), page.warnings(), nodes.join("\n"))
    })
}

#[test]
fn text_and_its_bytes_are_the_same_page() {
    let endless_title = format!("<title>Rain<body>{}", "<p>It rained on the quay.</p>".repeat(60));
    let pages = [
        "<!DOCTYPE html><title>Hi</title><p class=lead>One <b>two</b>",
        "\u{feff}<p>after a byte order mark",
        "Two paragraphs of plain text.\n\nWith <3 and no tag.",
        "<p>für 日本\r\n&eacute;",
        "  \n ",
        "{\"data\": [1, 2]}",
        "<?xml version='1.0'?><rss version='2.0'><channel></channel></rss>",
        "%PDF-1.7\n1 0 obj",
        "\u{1}\u{2}\u{3}\u{4}\u{5}x",
        &endless_title,
        &"<dt>a<dd>b".repeat(1000),
        &"ü".repeat(5000),
    ];
    let hints = [
        Hints::new(),
        Hints::new().with_content_type("text/html; charset=utf-8"),
        Hints::new().with_content_type("text/plain; charset=utf-8"),
        Hints::new().with_content_type("text/css"),
    ];
    let limits = [
        Limits::default(),
        Limits::default().with_max_bytes(4001),
        Limits::default().with_max_memory(50_010),
        Limits::default().with_max_nodes(100),
    ];
    for text in pages {
        for hints in &hints {
            for limits in &limits {
                let from_text = seen(Page::from_text(text, hints, limits));
                let from_bytes = seen(Page::from_bytes(text.as_bytes(), hints, limits));
                assert_eq!(from_text, from_bytes, "{text:.100?}");
            }
        }
    }
}
