//! Counts tokens, and tokens with those before, in content and elsewhere.

use super::{Figures, Split, f1};
use crate::sample::Sample;
use dehusk_extract::learned::file::ModelFile;
use dehusk_extract::learned::mss::{Model, SLOTS, best_stretch, tokens};
use dehusk_extract::learned::odds::{Odds, slot};

/// What is added to every count.
const ALPHA: f32 = 0.5;

pub(super) fn train(split: &Split<'_>) -> ModelFile {
    let table = || [vec![0.0; SLOTS], vec![0.0; SLOTS]];
    let mut counts = [table(), table()];
    for sample in &split.learn {
        tokens(&sample.document, true, |token| {
            let Some(label) = sample.labels.get(token.block).filter(|label| label.known) else {
                return;
            };
            let side = usize::from(!label.is_content());
            counts[0][side][slot(token.alone, SLOTS)] += 1.0;
            counts[1][side][slot(token.with_before, SLOTS)] += 1.0;
        });
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
