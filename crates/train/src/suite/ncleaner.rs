//! Counts character n-grams in content and elsewhere.

use super::{Figures, Split, f1};
use crate::sample::Sample;
use dehusk_suite::classic_learned::file::ModelFile;
use dehusk_suite::classic_learned::ncleaner::{Model, SLOTS, ngrams};
use dehusk_suite::classic_learned::odds::{Odds, slot};

/// What is added to every count.
const ALPHA: f32 = 0.5;

pub(super) fn train(split: &Split<'_>) -> ModelFile {
    let mut counts = SLOTS.map(|slots| [vec![0.0; slots], vec![0.0; slots]]);
    for sample in &split.learn {
        let blocks = sample.document.blocks();
        for (index, label) in sample.labels.iter().enumerate().filter(|(_, label)| label.known) {
            for (which, counts) in counts.iter_mut().enumerate() {
                let side = &mut counts[usize::from(!label.is_content())];
                ngrams(blocks.text(index), which == 0, |gram| {
                    side[slot(gram, SLOTS[which])] += 1.0
                });
            }
        }
    }
    let odds = counts.map(|[content, other]| Odds::of_counts(&content, &other, ALPHA));
    let mut model = Model { odds, prior: [0.0; 2] };
    model.prior = [true, false].map(|lexical| prior(&model, split, lexical));
    let mut file = ModelFile::default();
    model.write(&mut file);
    file
}

pub(super) fn figures(model: &Model, test: &[&Sample]) -> Figures {
    let figure = |lexical| value(model, test, lexical, 0.0);
    vec![("lexical".into(), figure(true)), ("non-lexical".into(), figure(false))]
}

fn value(model: &Model, samples: &[&Sample], lexical: bool, prior: f32) -> f64 {
    f1(samples, |document| {
        let blocks = document.blocks();
        (0..blocks.len()).map(|n| model.score(blocks.text(n), lexical) + prior >= 0.0).collect()
    })
}

/// What has to be added for the best F1 on the pages learned from: text has many n-grams, and each that content
/// shares with menus moves the sum.
fn prior(model: &Model, split: &Split<'_>, lexical: bool) -> f32 {
    let value = |prior: f32| value(model, &split.learn, lexical, prior);
    let tried =
        [-16.0, -8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0, 16.0].map(|prior| (value(prior), prior));
    tried.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0.0, |(_, prior)| prior)
}
