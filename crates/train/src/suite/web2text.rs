//! Trains the two networks, each by itself, as the paper does.

use super::network::{self, Lesson, Schedule};
use super::{Figures, Split, f1};
use crate::sample::Sample;
use crate::split_mix::SplitMix64;
use dehusk_suite::classic_learned::file::ModelFile;
use dehusk_suite::classic_learned::rows::{EDGE, FULL, edges, full};
use dehusk_suite::classic_learned::web2text::Model;
use rayon::prelude::*;

/// The networks of a size, and how they are trained.
pub(super) struct Size {
    /// Channels and radius of each layer.
    unary: &'static [(usize, usize)],
    pairwise: &'static [(usize, usize)],
    schedule: Schedule,
}

/// Small enough to run over every page.
pub(super) const SMALL: Size = Size {
    unary: &[(16, 0), (16, 1), (2, 0)],
    pairwise: &[(16, 0), (4, 1)],
    schedule: Schedule { epochs: 16, rate: 2e-3, batch: 1, dropout: 0.0 },
};

/// As the paper has them.
pub(super) const FULL_SIZE: Size = Size {
    unary: &[(50, 0), (50, 0), (50, 1), (10, 1), (2, 1)],
    pairwise: &[(50, 0), (50, 0), (50, 1), (10, 1), (4, 1)],
    schedule: Schedule { epochs: 8, rate: 1e-3, batch: 4, dropout: 0.2 },
};

/// Blocks of a page that are learned from; longer pages would take most of the time.
const MAX_BLOCKS: usize = 600;

pub(super) fn train(split: &Split<'_>, size: &Size) -> ModelFile {
    let pages: Vec<&Sample> = split
        .learn
        .iter()
        .copied()
        .filter(|s| s.has_text() && s.document.blocks().len() <= MAX_BLOCKS)
        .collect();
    let scale = scale(&pages);
    let mut model = Model { scale, unary: Default::default(), pairwise: Default::default() };
    let inputs: Vec<_> = pages.par_iter().map(|sample| model.inputs(&sample.document)).collect();
    let mut singles = Vec::new();
    let mut pairs = Vec::new();
    for (sample, (blocks, edges)) in pages.iter().zip(inputs) {
        let classes: Vec<usize> =
            sample.labels.iter().map(|l| usize::from(l.is_content())).collect();
        let weights: Vec<f32> =
            sample.document.blocks().iter().map(|b| (b.words.max(1) as f32).sqrt()).collect();
        let both = classes.windows(2).map(|pair| 2 * pair[0] + pair[1]).collect();
        pairs.push(Lesson { weights: vec![1.0; edges.len()], rows: edges, classes: both });
        singles.push(Lesson { rows: blocks, classes, weights });
    }
    let mut numbers = SplitMix64(split.seed);
    model.unary = network::new(FULL, size.unary, &mut numbers);
    model.pairwise = network::new(EDGE, size.pairwise, &mut numbers);
    network::train(&mut model.unary, &mut singles, size.schedule, &mut numbers);
    network::train(&mut model.pairwise, &mut pairs, size.schedule, &mut numbers);
    let mut file = ModelFile::default();
    model.write(&mut file);
    file
}

pub(super) fn figures(model: &Model, test: &[&Sample]) -> Figures {
    let judge = model.clone().judge();
    let alone = f1(test, |document| {
        judge.labels(document).0.into_iter().map(|probability| probability >= 0.5).collect()
    });
    let together = f1(test, |document| judge.labels(document).1);
    vec![("unary alone".into(), alone), ("with pairs".into(), together)]
}

/// Means and deviations of the features of blocks, then of edges.
fn scale(pages: &[&Sample]) -> Vec<f32> {
    let mut blocks = Moments::new(FULL);
    let mut pairs = Moments::new(EDGE);
    for sample in pages {
        let rows = full(&sample.document);
        edges(&sample.document, &rows).rows().for_each(|row| pairs.see(row));
        rows.rows().for_each(|row| blocks.see(row));
    }
    [blocks.scale(), pairs.scale()].concat()
}

struct Moments {
    count: f64,
    sums: Vec<f64>,
    squares: Vec<f64>,
}

impl Moments {
    fn new(width: usize) -> Moments {
        Moments { count: 0.0, sums: vec![0.0; width], squares: vec![0.0; width] }
    }

    fn see(&mut self, row: &[f32]) {
        self.count += 1.0;
        for (n, &value) in row.iter().enumerate() {
            self.sums[n] += f64::from(value);
            self.squares[n] += f64::from(value).powi(2);
        }
    }

    fn scale(&self) -> Vec<f32> {
        let mean = |n: usize| self.sums[n] / self.count.max(1.0);
        let deviation =
            |n: usize| (self.squares[n] / self.count.max(1.0) - mean(n).powi(2)).max(0.0).sqrt();
        let means = (0..self.sums.len()).map(|n| mean(n) as f32);
        means.chain((0..self.sums.len()).map(|n| deviation(n) as f32)).collect()
    }
}
