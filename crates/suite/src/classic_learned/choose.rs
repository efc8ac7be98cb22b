//! `choose`: the extractor that suits the page, told from the page alone.
//!
//! S. Gupta (thesis, Weimar 2022) found that no extractor is best on every page, and left choosing one without
//! the gold text for later. Here all of [`CANDIDATES`] answer, and boosted trees estimate how far each answer is above
//! or below the mean of all: from the page as a whole, from what each answer holds, and from how far the answers agree.
//! An answer that few others share is mostly a wrong one, and one that holds much that nobody else has is too.

use super::file::ModelFile;
use super::forest;
use super::one_row::OneRow;
use crate::Members;
use crate::languages;
use dehusk_auto::training::Forest;
use dehusk_extract::{BuildError, Document, Entry, Extractor, Registry, Selection};
use dehusk_page::{Name, name};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "choose",
    "the extractor that is likely to do best, told from the page alone",
    "trained by `dehusk train choose`",
    languages::MEMBERS,
    |registry| Ok(Arc::new(Choose::shipped(registry)?)),
)];

/// Who can be chosen.
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
pub fn row(document: &Document, candidates: &Members) -> Vec<f32> {
    let answers = Answers::of(document, candidates);
    let mut row = Vec::with_capacity(WIDTH);
    row.extend(of_page(document));
    for candidate in 0..COUNT {
        let agreement = (0..COUNT).map(|other| answers.overlap(candidate, other)).sum::<f32>();
        let words = answers.words(candidate);
        row.extend([
            words.ln_1p(),
            words / answers.all.max(1.0),
            answers.link_words[candidate] / words.max(1.0),
            words / answers.blocks[candidate].max(1.0),
            (agreement - 1.0) / (COUNT - 1) as f32,
        ]);
    }
    for candidate in 0..COUNT {
        row.extend((candidate + 1..COUNT).map(|other| answers.overlap(candidate, other)));
    }
    row
}

/// What the candidates keep.
struct Answers {
    /// Words of the page.
    all: f32,
    /// Words that two candidates both keep; with itself, all it keeps.
    shared: [[f32; COUNT]; COUNT],
    link_words: [f32; COUNT],
    blocks: [f32; COUNT],
}

/// Blocks that the same candidates keep.
#[derive(Clone, Copy, Default)]
struct Alike {
    words: f32,
    link_words: f32,
    blocks: f32,
}

impl Answers {
    /// Who keeps a block is a pattern of bits, of which a page has few: what two candidates share is added up over
    /// those, not over the blocks. Counts of words are whole numbers, whose order in a sum does not matter.
    fn of(document: &Document, candidates: &Members) -> Answers {
        let patterns = candidates.votes(document);
        let mut alike = [Alike::default(); 1 << COUNT];
        let mut seen: Vec<u16> = Vec::new();
        let mut all = 0.0;
        for (block, &pattern) in document.blocks().iter().zip(&patterns) {
            let sum = &mut alike[usize::from(pattern) % (1 << COUNT)];
            if sum.blocks == 0.0 {
                seen.push(pattern);
            }
            sum.words += block.words as f32;
            sum.link_words += block.link_words as f32;
            sum.blocks += 1.0;
            all += block.words as f32;
        }
        let mut answers = Answers {
            all,
            shared: [[0.0; COUNT]; COUNT],
            link_words: [0.0; COUNT],
            blocks: [0.0; COUNT],
        };
        for pattern in seen {
            answers.add(pattern, alike[usize::from(pattern) % (1 << COUNT)]);
        }
        answers
    }

    fn add(&mut self, pattern: u16, alike: Alike) {
        let keeps = |candidate: usize| pattern >> candidate & 1 == 1;
        for candidate in (0..COUNT).filter(|&n| keeps(n)) {
            self.link_words[candidate] += alike.link_words;
            self.blocks[candidate] += alike.blocks;
            let others = self.shared[candidate].iter_mut().enumerate().filter(|(n, _)| keeps(*n));
            others.for_each(|(_, words)| *words += alike.words);
        }
    }

    fn words(&self, candidate: usize) -> f32 {
        self.shared[candidate][candidate]
    }

    /// F1 of the words that both keep.
    fn overlap(&self, one: usize, other: usize) -> f32 {
        let sum = self.words(one) + self.words(other);
        if sum == 0.0 { 1.0 } else { 2.0 * self.shared[one][other] / sum }
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

/// The forests of a file, one a candidate.
pub fn forests(file: &ModelFile) -> Option<Vec<Forest>> {
    (0..COUNT).map(|part| forest::read(file, part, WIDTH)).collect()
}

static SHIPPED: LazyLock<Option<OneRow>> =
    LazyLock::new(|| Some(OneRow::of(&forests(&super::shipped("choose")?)?)));

/// The candidate with the highest estimate for a row, and the estimate.
pub fn best(forests: &OneRow, row: &[f32]) -> (usize, f32) {
    let estimates = forests.sums(row).into_iter().enumerate();
    estimates.fold((0, f32::NEG_INFINITY), |best, this| if this.1 > best.1 { this } else { best })
}

/// Those who can be chosen, from a registry that has them.
pub fn candidates(registry: &Registry) -> Result<Members, BuildError> {
    Members::of("choose", &CANDIDATES, registry)
}

/// The chooser.
pub(crate) struct Choose {
    forests: &'static OneRow,
    candidates: Members,
}

impl Choose {
    /// With the shipped model.
    pub fn shipped(registry: &Registry) -> Result<Choose, BuildError> {
        let forests = super::usable("choose", &SHIPPED)?;
        Ok(Choose { forests, candidates: candidates(registry)? })
    }
}

impl Extractor for Choose {
    fn extract(&self, document: &Document) -> Selection {
        let (chosen, _) = best(self.forests, &row(document, &self.candidates));
        match self.candidates.answer(chosen, document) {
            Some(answer) => (*answer).clone(),
            // Not reached: there is an estimate a candidate.
            None => Selection::from_blocks(document, Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn the_highest_estimate_wins() {
        let forest = |base| Forest { base, trees: Vec::new() };
        let forests = OneRow::of(&[forest(0.2), forest(0.9), forest(0.5)]);
        assert_eq!(best(&forests, &[0.0; WIDTH]), (1, 0.9));
        assert!(Choose::shipped(&crate::registry()).is_ok());
    }

    #[test]
    fn a_row_has_what_the_answers_share() {
        let html = format!("<p>{}</p><ul><li><a href=x>menu</a></ul>", "word and more ".repeat(80));
        let document = Document::new(Page::parse(html));
        let candidates = candidates(&crate::registry()).unwrap();
        assert_eq!(row(&document, &candidates).len(), WIDTH);
        let answers = Answers::of(&document, &candidates);
        let [bte, all] = ["bte", "lxml-cleaner"]
            .map(|name| CANDIDATES.iter().position(|other| *other == name).unwrap());
        assert_eq!((answers.words(bte), answers.link_words[bte]), (240.0, 0.0));
        assert_eq!((answers.words(all), answers.link_words[all]), (241.0, 1.0));
        assert_eq!((answers.blocks[bte], answers.blocks[all]), (1.0, 2.0));
        assert_eq!(answers.overlap(bte, all), 480.0 / 481.0);
        assert_eq!(answers.overlap(bte, bte), 1.0);
    }
}
