//! Which documents belong together, told from pairs, in bounded memory.
//!
//! Two kinds of steps in turn join every document to the least one it is connected with (Kiveris et al. 2014, «Connected
//! Components in MapReduce and Beyond»): in the large step all larger neighbours of a document are joined to the least
//! of its neighbours, in the small step all smaller ones. Both are a sort of the pairs and one pass over them.

use crate::sorter::{Sorted, Sorter};
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of a pair.
const PAIR: usize = 16;

/// Pairs of documents, the larger number first.
pub struct Pairs {
    folder: PathBuf,
    budget: usize,
    sorter: Sorter,
}

/// Documents and the least one each is connected with, by their numbers. Those that are connected with none, and the
/// least ones themselves, are not among them.
pub struct Stars(Distinct);

impl Pairs {
    /// No pairs yet.
    pub fn new(folder: &Path, budget: usize) -> Pairs {
        let sorter = Sorter::new(folder, budget);
        Pairs { folder: folder.to_path_buf(), budget, sorter }
    }

    /// Two documents that belong together.
    pub fn push(&mut self, one: u64, other: u64) -> io::Result<()> {
        match one == other {
            true => Ok(()),
            false => self.sorter.push(&pair(one.max(other), one.min(other))),
        }
    }

    /// Finds what belongs together.
    pub fn stars(self) -> io::Result<Stars> {
        let Pairs { folder, budget, sorter } = self;
        let empty = || Sorter::new(&folder, budget);
        let mut pairs = Distinct::new(sorter.finish()?);
        let mut before = None;
        loop {
            let large = large_step(&mut pairs, empty(), empty())?;
            let (small, state) = small_step(Distinct::new(large.finish()?), empty(), empty())?;
            pairs = Distinct::new(small.finish()?);
            if before == Some(state) {
                return Ok(Stars(pairs));
            }
            before = Some(state);
        }
    }
}

impl Stars {
    /// The next document and the least one.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> io::Result<Option<(u64, u64)>> {
        self.0.next()
    }
}

fn pair(first: u64, second: u64) -> [u8; PAIR] {
    let mut bytes = [0; PAIR];
    bytes[..8].copy_from_slice(&first.to_be_bytes());
    bytes[8..].copy_from_slice(&second.to_be_bytes());
    bytes
}

/// Pairs in their order, each once.
struct Distinct {
    sorted: Sorted,
    last: Option<(u64, u64)>,
}

impl Distinct {
    fn new(sorted: Sorted) -> Distinct {
        Distinct { sorted, last: None }
    }

    fn next(&mut self) -> io::Result<Option<(u64, u64)>> {
        while let Some(record) = self.sorted.next()? {
            let number = |at: usize| {
                record.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_be_bytes)
            };
            let pair = (number(0), number(8));
            if self.last != Some(pair) {
                self.last = Some(pair);
                return Ok(Some(pair));
            }
        }
        Ok(None)
    }
}

/// Joins the larger neighbours of each document to the least of its neighbours and itself.
fn large_step(pairs: &mut Distinct, mut both: Sorter, mut joined: Sorter) -> io::Result<Sorter> {
    while let Some((larger, smaller)) = pairs.next()? {
        both.push(&pair(larger, smaller))?;
        both.push(&pair(smaller, larger))?;
    }
    let mut both = Distinct::new(both.finish()?);
    // Neighbours come in their order, so the first is the least.
    let mut least = (u64::MAX, 0);
    while let Some((document, neighbour)) = both.next()? {
        if least.0 != document {
            least = (document, neighbour.min(document));
        }
        if neighbour > document {
            joined.push(&pair(neighbour, least.1))?;
        }
    }
    Ok(joined)
}

/// Joins the smaller neighbours of each document, and itself, to the least of them. With it goes a sum over the pairs,
/// by which is known when nothing changes any more.
fn small_step(
    mut pairs: Distinct,
    mut by_larger: Sorter,
    mut joined: Sorter,
) -> io::Result<(Sorter, (u64, u64))> {
    while let Some((one, other)) = pairs.next()? {
        if one != other {
            by_larger.push(&pair(one.max(other), one.min(other)))?;
        }
    }
    let mut by_larger = Distinct::new(by_larger.finish()?);
    let (mut least, mut state) = ((u64::MAX, 0), (0u64, 0u64));
    let mut join = |document: u64, to: u64| {
        if document == to {
            return Ok(());
        }
        let mixed = (document ^ to.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state = (state.0 + 1, state.1.wrapping_add(mixed));
        joined.push(&pair(document, to))
    };
    while let Some((document, neighbour)) = by_larger.next()? {
        if least.0 != document {
            least = (document, neighbour);
            join(document, neighbour)?;
        }
        join(neighbour, least.1)?;
    }
    Ok((joined, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn stars(pairs: &[(u64, u64)], budget: usize) -> BTreeMap<u64, u64> {
        let folder = tempfile::tempdir().unwrap();
        let mut all = Pairs::new(folder.path(), budget);
        pairs.iter().for_each(|&(one, other)| all.push(one, other).unwrap());
        let mut stars = all.stars().unwrap();
        let mut found = BTreeMap::new();
        while let Some((document, least)) = stars.next().unwrap() {
            assert_eq!(found.insert(document, least), None, "{document} twice");
        }
        found
    }

    /// The same, by the usual way in memory.
    fn expected(pairs: &[(u64, u64)]) -> BTreeMap<u64, u64> {
        let mut least: BTreeMap<u64, u64> = BTreeMap::new();
        least.extend(pairs.iter().flat_map(|&(a, b)| [(a, a), (b, b)]));
        loop {
            let before = least.clone();
            for &(a, b) in pairs {
                let both = least[&a].min(least[&b]);
                least.insert(a, both);
                least.insert(b, both);
            }
            if before == least {
                return least.into_iter().filter(|(a, b)| a != b).collect();
            }
        }
    }

    #[test]
    fn chains_rings_and_stars_are_joined() {
        let chain: Vec<(u64, u64)> = (0..500).map(|n| (n, n + 1)).collect();
        let found = stars(&chain, 1 << 20);
        assert!(found.len() == 500 && found.values().all(|least| *least == 0));
        let ring = [(7, 3), (3, 9), (9, 7), (4, 5), (5, 5)];
        assert_eq!(stars(&ring, 1 << 20), BTreeMap::from([(7, 3), (9, 3), (5, 4)]));
        assert_eq!(stars(&[], 1 << 20), BTreeMap::new());
    }

    #[test]
    fn random_pairs_are_joined_in_any_memory() {
        let mut random = fastrand::Rng::with_seed(3);
        for nodes in [50, 1000, 6000] {
            let pairs: Vec<(u64, u64)> =
                (0..6000).map(|_| (random.u64(..nodes), random.u64(..nodes))).collect();
            let known = expected(&pairs);
            assert_eq!(stars(&pairs, 1 << 30), known);
            assert_eq!(stars(&pairs, 1), known, "on disk");
        }
    }
}
