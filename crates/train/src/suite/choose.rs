//! Learns how well each candidate does on a page.

use super::{Split, Trained};
use crate::boost::{Goal, Rows, Settings};
use crate::sample::Sample;
use dehusk::{Article, registry};
use dehusk_eval::measures::lcs;
use dehusk_eval::tokens::Vocabulary;
use dehusk_extract::learned::choose::{CANDIDATES, WIDTH, best, row};
use dehusk_extract::learned::file::ModelFile;
use dehusk_extract::learned::forest::Forest;
use rayon::prelude::*;
use std::sync::Arc;

const ROUNDS: usize = 80;

pub(super) fn train(split: &Split<'_>) -> Result<Trained, String> {
    let learn = graded(&split.learn);
    let mut file = ModelFile::default();
    let mut forests = Vec::new();
    for candidate in 0..CANDIDATES.len() {
        let values = learn.iter().flat_map(|(row, _)| row.iter().copied()).collect();
        let targets: Vec<f32> = learn.iter().map(|(_, grades)| grades[candidate]).collect();
        let rows = Rows::new(values, WIDTH, &targets, &vec![1.0; targets.len()])
            .map_err(|e| e.to_string())?;
        let settings = Settings {
            rounds: ROUNDS,
            rate: 0.08,
            columns: 0.5,
            rows: 0.7,
            leaves: 16,
            least: 8.0,
            seed: split.seed,
        };
        let trained = rows.train(Goal::Mean, &settings).map_err(|e| e.to_string())?;
        forests.extend(trained.iter().map(Forest::from));
    }
    forests.iter().for_each(|forest| forest.write(&mut file));
    let tested: Vec<&Sample> =
        split.test.iter().copied().filter(|sample| sample.has_text()).collect();
    let test = graded(&tested);
    let mean = |grade: &dyn Fn(usize) -> f32| {
        (0..test.len()).map(|n| f64::from(grade(n))).sum::<f64>() / test.len().max(1) as f64
    };
    let mut figures: Vec<(String, f64)> = CANDIDATES
        .iter()
        .enumerate()
        .map(|(candidate, name)| (name.to_string(), mean(&|n| test[n].1[candidate])))
        .collect();
    figures.push(("chosen".into(), mean(&|n| test[n].1[best(&forests, &tested[n].document).0])));
    figures.push((
        "best of each page".into(),
        mean(&|n| test[n].1.iter().copied().fold(0.0, f32::max)),
    ));
    Ok(Trained { file, figures })
}

/// The row of each page with a gold text, and the F1 of each candidate there.
fn graded(samples: &[&Sample]) -> Vec<([f32; WIDTH], Vec<f32>)> {
    let with_text: Vec<&&Sample> = samples.iter().filter(|sample| sample.has_text()).collect();
    with_text
        .par_iter()
        .map(|sample| {
            let mut vocabulary = Vocabulary::default();
            let gold = vocabulary.encode(&sample.record.gold);
            let grade = |name: &&str| {
                let Some(entry) = registry::find(name) else { return 0.0 };
                let article =
                    Article::extract_by(Arc::clone(&sample.document), &*entry.make(), entry.name);
                lcs(&gold, &vocabulary.encode(&article.text())).f1 as f32
            };
            (row(&sample.document), CANDIDATES.iter().map(grade).collect())
        })
        .collect()
}
