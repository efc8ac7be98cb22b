//! How pages are parted, so that what is reported was never learned from.

use crate::sample::Sample;
use std::collections::BTreeSet;

/// How pages are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Into so many parts, all pages of a host in the same.
    Hosts(usize),
    /// A part a corpus: how well what is learned elsewhere holds there.
    Corpora,
}

impl Parts {
    /// Number of parts.
    pub fn count(self, samples: &[Sample]) -> usize {
        match self {
            Parts::Hosts(count) => count.max(2),
            Parts::Corpora => names(samples).len(),
        }
    }

    /// What each part is called: its number, or its corpus.
    pub fn labels(self, samples: &[Sample]) -> Vec<String> {
        match self {
            Parts::Hosts(count) => (0..count.max(2)).map(|part| part.to_string()).collect(),
            Parts::Corpora => names(samples).into_iter().map(str::to_string).collect(),
        }
    }

    /// The part of each page.
    pub fn of(self, samples: &[Sample]) -> Vec<usize> {
        let names: Vec<&str> = names(samples).into_iter().collect();
        let part = |sample: &Sample| match self {
            Parts::Hosts(count) => sample.record.part(count.max(2)),
            Parts::Corpora => names.binary_search(&sample.corpus.as_str()).unwrap_or(0),
        };
        samples.iter().map(part).collect()
    }
}

fn names(samples: &[Sample]) -> BTreeSet<&str> {
    samples.iter().map(|sample| sample.corpus.as_str()).collect()
}
