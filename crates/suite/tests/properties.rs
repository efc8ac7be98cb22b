//! What holds for every extractor and any page.

use dehusk_extract::{Document, NamedExtractor};
use dehusk_page::{Kind, NodeId, Page, name};
use std::sync::LazyLock;

/// Every extractor, made once.
fn extractors() -> &'static [NamedExtractor] {
    static ALL: LazyLock<Vec<NamedExtractor>> =
        LazyLock::new(|| dehusk_suite::registry().build_all().unwrap());
    &ALL
}

const HARBOUR: &str = include_str!("pages/harbour.html");

/// SplitMix64 that look random and are the same in every run (splitmix64).
struct SplitMix64(u64);

impl SplitMix64 {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 27)) % end.max(1) as u64) as usize
    }
}

/// A page of random tags and words.
fn soup(seed: u64) -> String {
    const PARTS: [&str; 24] = [
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<a href=x>",
        "</a>",
        "<b>",
        "</b>",
        "<br>",
        "<img src=i.jpg>",
        "<figure>",
        "</figure>",
        "<figcaption>",
        "<table><td>",
        "</table>",
        "<nav>",
        "</nav>",
        "<math>",
        "<svg width=200 height=200>",
        "<template>",
        "</template>",
        "<video>",
        "comments ",
        "<script>",
    ];
    let mut numbers = SplitMix64(seed);
    let mut html = String::new();
    for _ in 0..numbers.below(300) {
        match numbers.below(3) {
            0 => html.push_str("a few words, and some more. "),
            1 => html.push_str("日本語のテキスト ünïcödé "),
            _ => html.push_str(PARTS[numbers.below(PARTS.len())]),
        }
    }
    html
}

/// The harbour page with stretches of it cut out and moved about.
fn mutated(seed: u64) -> String {
    let mut numbers = SplitMix64(seed);
    let mut bytes = HARBOUR.as_bytes().to_vec();
    for _ in 0..numbers.below(20) {
        let start = numbers.below(bytes.len());
        let end = (start + numbers.below(200)).min(bytes.len());
        let piece: Vec<u8> = bytes.drain(start..end).collect();
        if numbers.below(2) == 0 {
            let place = numbers.below(bytes.len());
            bytes.splice(place..place, piece);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn pages() -> impl Iterator<Item = String> {
    let fixed = ["", "text", "<frameset><frame>", "<p>", HARBOUR].map(String::from);
    fixed.into_iter().chain((0..300).map(soup)).chain((0..300).map(mutated))
}

fn is_leaf(page: &Page, node: NodeId) -> bool {
    let media = [name::IMG, name::VIDEO, name::AUDIO, name::IFRAME, name::EMBED, name::OBJECT];
    match page.kind(node) {
        Kind::Text => true,
        Kind::Element => {
            media.contains(&page.name(node)) || [name::SVG, name::MATH].contains(&page.name(node))
        }
        _ => false,
    }
}

#[test]
fn every_kept_node_is_a_leaf_and_every_block_has_a_verdict() {
    for html in pages() {
        let document = Document::new(Page::parse(html.as_str()));
        for entry in extractors() {
            let selection = entry.extractor().extract(&document);
            let page = document.page();
            let stray =
                selection.nodes().iter().find(|&n| n.index() >= page.len() || !is_leaf(page, n));
            assert_eq!(stray, None, "{} keeps {stray:?} of {html}", entry.name());
            assert_eq!(selection.verdicts(&document).len(), document.blocks().len());
        }
    }
}

#[test]
fn the_same_page_gives_the_same_answer() {
    for html in pages() {
        for entry in extractors() {
            let answer = || {
                let document = Document::new(Page::parse(html.as_str()));
                let selection = entry.extractor().extract(&document);
                (selection.nodes().clone(), selection.verdicts(&document))
            };
            assert_eq!(answer(), answer(), "{} on {html}", entry.name());
        }
    }
}

#[test]
fn what_the_classifiers_keep_boilerpipe_saw() {
    let extract = |name: &str, document: &Document| {
        let found = extractors().iter().find(|named| named.name() == name).unwrap();
        found.extractor().extract(document).nodes().clone()
    };
    for html in pages() {
        let document = Document::new(Page::parse(html.as_str()));
        let all = extract("boilerpipe-keep-everything", &document);
        for name in ["boilerpipe-article", "boilerpipe-default", "numwords"] {
            let page = document.page();
            let texts = extract(name, &document);
            assert!(texts.iter().filter(|&n| page.is_text(n)).all(|n| all.contains(n)), "{name}");
        }
    }
}
