//! `choose`: the extractor that suits the page, told from the page alone.
//!
//! S. Gupta (thesis, Weimar 2022) found that no extractor is best on every page, and left choosing one without
//! the gold text for later. Here all of [`CANDIDATES`] answer, and boosted trees estimate how far each answer is above
//! or below the mean of all: from the page as a whole, from what each answer holds, and from how far the answers agree.
//! An answer that few others share is mostly a wrong one, and one that holds much that nobody else has is too.

use super::file::ModelFile;
use super::forest;
use crate::auto::Forest;
use crate::{Document, Extractor, Selection};
use dehusk_page::{Name, name};
use std::sync::LazyLock;

/// Who can be chosen. The first is taken where the model can not be read.
pub const CANDIDATES: [&str; 11] = [
    "readability",
    "trafilatura",
    "em-3-5",
    "em-2-5",
    "em-4-8",
    "bte",
    "resiliparse",
    "boilerpipe-article",
    "domdistiller",
    "justext",
    "lxml-cleaner",
];
const COUNT: usize = CANDIDATES.len();
/// Numbers of the page as a whole, of one answer, and of all pairs of answers.
const OF_PAGE: usize = 20;
const OF_ANSWER: usize = 5;
const OF_PAIRS: usize = COUNT * (COUNT - 1) / 2;
/// Numbers that a page has.
pub const WIDTH: usize = OF_PAGE + OF_ANSWER * COUNT + OF_PAIRS;

/// The page, the answers, and how far they agree.
pub fn row(document: &Document) -> Vec<f32> {
    let answers: Vec<Answer> = CANDIDATES.iter().map(|name| Answer::of(document, name)).collect();
    let all: f32 = document.blocks().iter().map(|b| b.words as f32).sum::<f32>().max(1.0);
    let mut row = of_page(document).to_vec();
    for answer in &answers {
        let agreement = answers.iter().map(|other| answer.overlap(other, document)).sum::<f32>();
        row.extend([
            answer.words.ln_1p(),
            answer.words / all,
            answer.link_words / answer.words.max(1.0),
            answer.words / answer.kept.iter().filter(|&&kept| kept).count().max(1) as f32,
            (agreement - 1.0) / (COUNT - 1) as f32,
        ]);
    }
    for (number, answer) in answers.iter().enumerate() {
        row.extend(answers[number + 1..].iter().map(|other| answer.overlap(other, document)));
    }
    row
}

/// What a candidate keeps.
struct Answer {
    kept: Vec<bool>,
    words: f32,
    link_words: f32,
}

impl Answer {
    fn of(document: &Document, name: &str) -> Answer {
        let blocks = document.blocks();
        let selection = document.answer(name);
        let keeps = |block| selection.is_some_and(|s| s.keeps_block(document, block));
        let kept: Vec<bool> = (0..blocks.len()).map(keeps).collect();
        let mut answer = Answer { kept, words: 0.0, link_words: 0.0 };
        for (block, _) in blocks.iter().zip(&answer.kept).filter(|(_, kept)| **kept) {
            answer.words += block.words as f32;
            answer.link_words += block.link_words as f32;
        }
        answer
    }

    /// F1 of the words that both keep.
    fn overlap(&self, other: &Answer, document: &Document) -> f32 {
        let both = self.kept.iter().zip(&other.kept).zip(document.blocks().iter());
        let words: f32 =
            both.filter(|((a, b), _)| **a && **b).map(|(_, block)| block.words as f32).sum();
        if self.words + other.words == 0.0 {
            return 1.0;
        }
        2.0 * words / (self.words + other.words)
    }
}

/// The page as a whole.
fn of_page(document: &Document) -> [f32; OF_PAGE] {
    let (page, blocks) = (document.page(), document.blocks());
    let sums = document.containers().sums(0..blocks.len());
    let words = sums.words.max(1) as f32;
    const TAGS: [Name; 8] =
        [name::ARTICLE, name::MAIN, name::P, name::LI, name::TABLE, name::TD, name::H2, name::FORM];
    let mut counts = [0.0_f32; TAGS.len()];
    for node in page.subtree(page.root()) {
        if let Some(at) = TAGS.iter().position(|&tag| tag == page.name(node)) {
            counts[at] += 1.0;
        }
    }
    let most = blocks.iter().map(|b| b.words).max().unwrap_or(0) as f32;
    let long = blocks.iter().filter(|b| b.is_long_text()).count() as f32;
    let of_links = blocks.iter().filter(|b| b.link_density() > 0.5).count() as f32;
    let all = blocks.len().max(1) as f32;
    let shape = [
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
    ];
    let mut row = [0.0; OF_PAGE];
    let values = shape.into_iter().chain(counts.map(f32::ln_1p));
    row.iter_mut().zip(values).for_each(|(place, value)| *place = value);
    row
}

static SHIPPED: LazyLock<Option<Vec<Forest>>> = LazyLock::new(|| {
    let file = ModelFile::read(include_bytes!("../../models/choose.model"))?;
    (0..COUNT).map(|part| forest::read(&file, part, WIDTH)).collect()
});

/// The candidate with the highest estimate for a row, and the estimate.
pub fn best(forests: &[Forest], row: &[f32]) -> (usize, f32) {
    let estimates = forests.iter().map(|forest| forest.sum(row)).enumerate();
    estimates.fold((0, f32::NEG_INFINITY), |best, this| if this.1 > best.1 { this } else { best })
}

/// The chooser.
pub(crate) struct Choose;

impl Extractor for Choose {
    fn extract(&self, document: &Document) -> Selection {
        let chosen = SHIPPED.as_ref().map_or(0, |forests| best(forests, &row(document)).0);
        let answer = CANDIDATES.get(chosen).and_then(|name| document.answer(name));
        answer.cloned().unwrap_or_else(|| Selection::from_blocks(document, Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use dehusk_page::Page;

    #[test]
    fn the_highest_estimate_wins() {
        let forest = |base| Forest { base, trees: Vec::new() };
        assert_eq!(best(&[forest(0.2), forest(0.9), forest(0.5)], &[0.0; WIDTH]), (1, 0.9));
        assert!(CANDIDATES.iter().all(|name| registry::find(name).is_some()));
        assert!(SHIPPED.is_some());
    }

    #[test]
    fn a_row_has_what_the_answers_share() {
        let html = format!("<p>{}</p><ul><li><a href=x>menu</a></ul>", "word and more ".repeat(80));
        let document = Document::new(Page::parse(html));
        assert_eq!(row(&document).len(), WIDTH);
        let [bte, all] = ["bte", "lxml-cleaner"].map(|name| Answer::of(&document, name));
        assert_eq!((bte.words, bte.link_words), (240.0, 0.0));
        assert_eq!((all.words, all.link_words), (241.0, 1.0));
        assert_eq!(bte.overlap(&all, &document), 480.0 / 481.0);
        assert_eq!(bte.overlap(&bte, &document), 1.0);
    }
}
