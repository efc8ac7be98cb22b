//! Learns how well each candidate does on a page.

use super::{Figures, Split};
use crate::boost::{Goal, Rows, Settings};
use crate::error::TrainError;
use crate::sample::Sample;
use dehusk::Article;
use dehusk::extractor::{Document, Selection};
use dehusk_auto::training::Forest;
use dehusk_eval::measures::lcs;
use dehusk_eval::tokens::Vocabulary;
use dehusk_suite::Members;
use dehusk_suite::classic_learned::choose::{CANDIDATES, WIDTH, best, row};
use dehusk_suite::classic_learned::file::ModelFile;
use dehusk_suite::classic_learned::forest;
use dehusk_suite::classic_learned::one_row::OneRow;
use rayon::prelude::*;
use std::sync::Arc;

const SETTINGS: Settings =
    Settings { rounds: 160, rate: 0.05, columns: 0.4, rows: 0.7, leaves: 12, least: 12.0, seed: 0 };

/// A page: its row, and the F1 of each candidate's answer.
struct Graded {
    row: Vec<f32>,
    grades: Vec<f32>,
}

impl Graded {
    /// How far a candidate is above the mean of all. That pages differ in how hard they are is not to be learned.
    fn ahead(&self, candidate: usize) -> f32 {
        let mean = self.grades.iter().sum::<f32>() / self.grades.len().max(1) as f32;
        self.grades[candidate] - mean
    }
}

pub(super) fn train(split: &Split<'_>, candidates: &Members) -> Result<ModelFile, TrainError> {
    let learn = graded(&split.learn, candidates);
    let values: Vec<f32> = learn.iter().flat_map(|page| page.row.iter().copied()).collect();
    let mut file = ModelFile::default();
    let mut forests: Vec<Forest> = Vec::new();
    for candidate in 0..CANDIDATES.len() {
        let targets: Vec<f32> = learn.iter().map(|page| page.ahead(candidate)).collect();
        let rows = Rows::new(values.clone(), WIDTH, &targets, &vec![1.0; targets.len()])?;
        let settings = Settings { seed: split.seed, ..SETTINGS };
        forests.extend(rows.train(Goal::Mean, &settings)?);
    }
    forests.iter().for_each(|forest| forest::write(forest, &mut file));
    Ok(file)
}

/// The mean F1 of each candidate, of the one that is chosen, and of the best on each page.
pub(super) fn figures(forests: &[Forest], candidates: &Members, test: &[&Sample]) -> Figures {
    let forests = OneRow::of(forests);
    let test = graded(test, candidates);
    let mean = |grade: &dyn Fn(&Graded) -> f32| {
        test.iter().map(|page| f64::from(grade(page))).sum::<f64>() / test.len().max(1) as f64
    };
    let named = CANDIDATES.iter().enumerate();
    let mut figures: Figures =
        named.map(|(n, name)| (name.to_string(), mean(&|page| page.grades[n]))).collect();
    figures.push(("chosen".into(), mean(&|page| page.grades[best(&forests, &page.row).0])));
    figures.push((
        "best of each page".into(),
        mean(&|page| page.grades.iter().copied().fold(0.0, f32::max)),
    ));
    figures
}

/// All pages with a gold text.
fn graded(samples: &[&Sample], candidates: &Members) -> Vec<Graded> {
    let with_text: Vec<&Sample> = samples.iter().copied().filter(|s| s.has_text()).collect();
    let page = |sample: &&Sample| {
        let document = fresh(sample);
        Graded { row: row(&document, candidates), grades: grades_of(sample, &document, candidates) }
    };
    with_text.par_iter().map(page).collect()
}

/// The F1 of each candidate's answer for each page.
pub(super) fn grades(samples: &[&Sample], candidates: &Members) -> Vec<Vec<f32>> {
    samples.par_iter().map(|sample| grades_of(sample, &fresh(sample), candidates)).collect()
}

/// A document of its own: the answers are kept with it, and those of thousands of pages would fill the memory.
fn fresh(sample: &Sample) -> Arc<Document> {
    Arc::new(Document::new(sample.document.page().clone()))
}

fn grades_of(sample: &Sample, document: &Arc<Document>, candidates: &Members) -> Vec<f32> {
    let mut vocabulary = Vocabulary::default();
    let gold = vocabulary.encode(&sample.record.gold);
    let grade = |(name, selection): (&str, Arc<Selection>)| {
        let article = Article::new(Arc::clone(document), (*selection).clone(), name);
        lcs(&gold, &vocabulary.encode(&article.text())).f1 as f32
    };
    candidates.names().zip(candidates.answers(document)).map(grade).collect()
}
