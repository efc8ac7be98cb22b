//! How many things of pages (tables of data, programs, lists…) are in an answer as a whole.

use crate::sample::Sample;
use dehusk_auto::Auto;
use dehusk_auto::training::{UnitKind, Units};
use dehusk_extract::Extractor;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What became of the things of one kind that stand inside of the content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wholeness {
    /// All of them.
    pub all: usize,
    /// Those of which every block is kept.
    pub whole: usize,
    /// Those of which some blocks are kept and others are not.
    pub holes: usize,
}

/// The share of its words that must be content for a thing to stand inside of it.
const INSIDE: f32 = 0.8;

/// Counts the things inside of the content of pages, by kind. `extractor` answers for a page.
pub fn count(
    samples: &[Sample],
    extractor: impl Fn(&Sample) -> Auto + Sync,
) -> BTreeMap<UnitKind, Wholeness> {
    let of_page = |sample: &Sample| of_page(sample, &extractor(sample));
    let pages: Vec<Vec<(UnitKind, Fate)>> = samples.par_iter().map(of_page).collect();
    let mut counts: BTreeMap<UnitKind, Wholeness> = BTreeMap::new();
    for (kind, fate) in pages.into_iter().flatten() {
        let count = counts.entry(kind).or_default();
        count.all += 1;
        count.whole += usize::from(fate == Fate::Whole);
        count.holes += usize::from(fate == Fate::Hole);
    }
    counts
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Whole,
    Hole,
    Gone,
}

fn of_page(sample: &Sample, extractor: &Auto) -> Vec<(UnitKind, Fate)> {
    if !sample.is_covered || !sample.has_text() {
        return Vec::new();
    }
    let document = &sample.document;
    let selection = extractor.extract(document);
    let units = document.derived::<Units>();
    let things = units.list().iter().filter_map(|unit| {
        let parts: Vec<usize> = units.parts(unit).collect();
        let words = |block: &usize| document.blocks().block(*block).words.max(1) as f32;
        let all: f32 = parts.iter().map(words).sum();
        let content: f32 = parts.iter().map(|b| words(b) * sample.labels[*b].content).sum();
        if content < INSIDE * all {
            return None;
        }
        let kept = parts.iter().filter(|&&b| selection.keeps_block(document, b)).count();
        let fate = match kept {
            0 => Fate::Gone,
            kept if kept == parts.len() => Fate::Whole,
            _ => Fate::Hole,
        };
        Some((unit.kind, fate))
    });
    things.collect()
}
