//! Any text gives a tree whose links, order and spans hold together.

#![no_main]

use dehusk::extractor::Page;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|html: &str| {
    let page = Page::parse(html);
    let mut nodes = 0;
    for node in page.subtree(page.root()) {
        nodes += 1;
        assert!(page.end(node).index() <= page.len());
        for child in page.children(node) {
            assert_eq!(page.parent(child), Some(node));
            assert!(page.contains(node, child) && child > node);
        }
        page.text(node);
        page.attrs(node).for_each(|(name, _)| assert!(!page.name_text(name).is_empty()));
    }
    assert_eq!(nodes, page.len());
});
