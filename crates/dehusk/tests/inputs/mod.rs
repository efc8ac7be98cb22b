//! Random and mutated pages, and the whole way through for each.
//!
//! A case is a seed and a number, so a failure can be repeated from what it printed. The short run in the
//! tests, the long one of the `hammer` benchmark and the fuzz targets share this module.

mod pieces;
mod random;

use dehusk::extractor::{Document, NamedExtractor, Page, Selection, diagnose, registry};
use dehusk::{Article, Format, Limits};
use dehusk_page::{Hints, decode};
use pieces::PIECES;
pub use random::Random;
use std::sync::LazyLock;

/// Where the cases say they come from.
const ADDRESS: &str = "http://www.example.org/2024/05/06/a-page.html";

/// Pages of ours that mutation starts from.
pub const PAGES: &[&[u8]] = &[
    include_bytes!("pages/article.html"),
    include_bytes!("pages/forum.html"),
    include_bytes!("pages/manual.html"),
    include_bytes!("pages/foreign.html"),
    include_bytes!("pages/broken.html"),
];

/// The bytes of one case. `more` are further pages to mutate.
pub fn case(seed: u64, number: u64, more: &[Vec<u8>]) -> Vec<u8> {
    let mut random = Random::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    match random.below(8) {
        0 => noise(&mut random),
        1 | 2 => soup(&mut random),
        _ => mutated(&mut random, more),
    }
}

fn noise(random: &mut Random) -> Vec<u8> {
    let len = random.below(600);
    (0..len).map(|_| random.number() as u8).collect()
}

fn soup(random: &mut Random) -> Vec<u8> {
    let len = 1 + random.below(120);
    let mut bytes = Vec::new();
    for _ in 0..len {
        match random.below(4) {
            0 => bytes.extend_from_slice(b"Some words of a sentence. "),
            _ => bytes.extend_from_slice(random.pick(PIECES).as_bytes()),
        }
    }
    bytes
}

fn page<'a>(random: &mut Random, more: &'a [Vec<u8>]) -> &'a [u8] {
    let at = random.below(PAGES.len() + more.len());
    PAGES.get(at).copied().unwrap_or_else(|| &more[at - PAGES.len()])
}

fn mutated(random: &mut Random, more: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = page(random, more).to_vec();
    for _ in 0..1 + random.below(12) {
        mutate(random, &mut bytes, more);
    }
    bytes
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>, more: &[Vec<u8>]) {
    let start = random.below(bytes.len() + 1);
    let end = bytes.len().min(start + random.below(200));
    match random.below(8) {
        0 => drop(bytes.drain(start..end)),
        1 => bytes.truncate(start),
        2 => drop(bytes.drain(..start.min(bytes.len() / 2))),
        3 => insert(bytes, start, &bytes[start..end].repeat(1 + random.below(20))),
        4 => bytes[start..end].iter_mut().for_each(|b| *b = b.rotate_left(1)),
        5 if start < bytes.len() => bytes[start] ^= 1 << random.below(8),
        6 => {
            let other = page(random, more);
            let from = random.below(other.len() + 1);
            insert(bytes, start, &other[from..other.len().min(from + random.below(400))]);
        }
        _ => insert(bytes, start, random.pick(PIECES).as_bytes()),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}

/// Every extractor of the build, made once.
fn extractors() -> &'static [NamedExtractor] {
    static ALL: LazyLock<Vec<NamedExtractor>> =
        LazyLock::new(|| registry().build_all().expect("every extractor can be made"));
    &ALL
}

/// Decodes, parses, runs every extractor, and writes what one of them found in every format. Which one
/// depends on the bytes, so that over many cases all of them are written out.
pub fn run(bytes: &[u8]) {
    let limits = Limits::default();
    for hints in [Hints::new(), Hints::new().with_content_type("text/html; charset=utf-8")] {
        let _ = Page::from_bytes(bytes, &hints.with_content_encoding("br"), &limits);
    }
    let decoded = decode(bytes, &Hints::new().with_url("http://www.example.co.jp/"));
    let document = Document::new(Page::parse(decoded.text)).with_url(ADDRESS);
    document.features();
    let extractors = extractors();
    let mut selections: Vec<Selection> =
        extractors.iter().map(|named| named.extractor().extract(&document)).collect();
    let written = bytes.iter().map(|&b| usize::from(b)).sum::<usize>() % selections.len();
    let selection = selections.swap_remove(written);
    diagnose(&document, &selection);
    write(&Article::new(document, selection, extractors[written].name()).with_embedded());
}

fn write(article: &Article) {
    for &format in Format::ALL {
        article.render(format);
    }
    article.metadata();
    article.warnings();
}
