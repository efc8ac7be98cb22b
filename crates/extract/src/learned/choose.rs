//! `choose`: the extractor that suits the page, told from the page alone.
//!
//! S. Gupta (thesis, Weimar 2022) found that no extractor is best on every page, and left choosing one without
//! the gold text for later. Here boosted trees estimate the F1 that each of [`CANDIDATES`] will get, from the
//! page as a whole, and the one with the highest estimate does the work.

use super::file::ModelFile;
use super::forest::Forest;
use crate::{Document, Extractor, Selection};
use dehusk_page::{Name, name};
use std::sync::LazyLock;

/// Who can be chosen. The first is taken where the model can not be read.
pub const CANDIDATES: [&str; 7] = [
    "trafilatura",
    "readability",
    "bte",
    "resiliparse",
    "justext",
    "boilerpipe-article",
    "lxml-cleaner",
];
/// Numbers that a page has.
pub const WIDTH: usize = 20;

/// The page as a whole.
pub fn row(document: &Document) -> [f32; WIDTH] {
    let (page, blocks) = (document.page(), document.blocks());
    let sums = document.containers().sums(0..blocks.len());
    let words = sums.words.max(1) as f32;
    let count = |tag: Name| {
        let found = page.subtree(page.root()).filter(|&n| page.name(n) == tag).count();
        (found as f32).ln_1p()
    };
    let most = blocks.iter().map(|b| b.words).max().unwrap_or(0) as f32;
    let long = blocks.iter().filter(|b| b.is_long_text()).count() as f32;
    let of_links = blocks.iter().filter(|b| b.link_density() > 0.5).count() as f32;
    let all = blocks.len().max(1) as f32;
    [
        words.ln(),
        (blocks.len() as f32).ln_1p(),
        sums.link_words as f32 / words,
        sums.long_words as f32 / words,
        sums.paragraph_words as f32 / words,
        most / words,
        long / all,
        of_links / all,
        words / all,
        sums.chars as f32 / words,
        (page.len() as f32).ln_1p(),
        words / page.len().max(1) as f32,
        count(name::ARTICLE),
        count(name::MAIN),
        count(name::P),
        count(name::LI),
        count(name::TABLE),
        count(name::TD),
        count(name::H2),
        count(name::FORM),
    ]
}

static SHIPPED: LazyLock<Option<Vec<Forest>>> = LazyLock::new(|| {
    let file = ModelFile::read(include_bytes!("../../models/choose.model"))?;
    (0..CANDIDATES.len()).map(|part| Forest::read(&file, part, WIDTH)).collect()
});

/// The candidate with the highest estimate, and the estimate.
pub fn best(forests: &[Forest], document: &Document) -> (usize, f32) {
    let row = row(document);
    let estimates = forests.iter().map(|forest| forest.sum(&row)).enumerate();
    estimates.fold((0, f32::NEG_INFINITY), |best, this| if this.1 > best.1 { this } else { best })
}

/// The chooser.
pub(crate) struct Choose;

impl Extractor for Choose {
    fn extract(&self, document: &Document) -> Selection {
        let chosen = SHIPPED.as_ref().map_or(0, |forests| best(forests, document).0);
        let answer = CANDIDATES.get(chosen).and_then(|name| document.answer(name));
        answer.cloned().unwrap_or_else(|| Selection::from_blocks(document, Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto;
    use crate::registry;
    use dehusk_page::Page;

    #[test]
    fn the_highest_estimate_wins() {
        let forest = |base| Forest::from(&auto::Forest { base, trees: Vec::new() });
        let document = Document::new(Page::parse("<p>text"));
        assert_eq!(best(&[forest(0.2), forest(0.9), forest(0.5)], &document), (1, 0.9));
        assert!(CANDIDATES.iter().all(|name| registry::find(name).is_some()));
        assert!(SHIPPED.is_some());
    }
}
