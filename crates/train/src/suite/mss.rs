//! Counts tokens, and tokens with those before, in content and elsewhere.

use super::{Figures, Split, f1};
use crate::sample::Sample;
use dehusk_suite::classic_learned::file::ModelFile;
use dehusk_suite::classic_learned::mss::{Model, SLOTS, Tokens, best_stretch};
use dehusk_suite::classic_learned::odds::{Odds, slot};

/// What is added to every count.
const ALPHA: f32 = 0.5;

pub(super) fn train(split: &Split<'_>) -> ModelFile {
    let table = || [vec![0.0; SLOTS], vec![0.0; SLOTS]];
    let mut counts = [table(), table()];
    for sample in &split.learn {
        let tokens = Tokens::of(&sample.document);
        let mut with_before = tokens.with_before().into_iter();
        for (block, label) in tokens.blocks().zip(&sample.labels) {
            let side = usize::from(!label.is_content());
            for (&alone, with_before) in block.iter().zip(&mut with_before) {
                if label.known {
                    counts[0][side][slot(alone, SLOTS)] += 1.0;
                    counts[1][side][slot(with_before, SLOTS)] += 1.0;
                }
            }
        }
    }
    let odds = counts.map(|[content, other]| Odds::of_counts(&content, &other, ALPHA));
    let tried = [-1.0, -0.5, -0.25, 0.0, 0.25, 0.5].map(|prior| {
        let model = Model::new(odds.clone(), prior);
        (value(&model, &split.learn, false) + value(&model, &split.learn, true), prior)
    });
    let best = tried.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0.0, |(_, prior)| prior);
    let model = Model::new(odds, best);
    let mut file = ModelFile::default();
    model.write(&mut file);
    file
}

pub(super) fn figures(model: &Model, test: &[&Sample]) -> Figures {
    vec![
        ("unigram".into(), value(model, test, false)),
        ("trigram".into(), value(model, test, true)),
    ]
}

fn value(model: &Model, samples: &[&Sample], trigrams: bool) -> f64 {
    f1(samples, |document| {
        let best = best_stretch(&model.sums(document, trigrams));
        (0..document.blocks().len()).map(|block| best.contains(&block)).collect()
    })
}
