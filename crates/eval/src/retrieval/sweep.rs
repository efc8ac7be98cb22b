//! One index after the other, of more and more text left out.

use super::rank::rank;
use super::{Indexed, Judgements, RankScores, Topic};
use crate::run::Progress;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Which text is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Policy {
    /// All of it.
    Everything,
    /// Blocks with so many words and more.
    Words(u16),
    /// Blocks of such a density and more.
    Density(u16),
    /// What BTE takes for the content.
    Bte,
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::Everything => f.write_str("all text"),
            Policy::Words(least) => write!(f, "blocks of {least} words and more"),
            Policy::Density(least) => write!(f, "blocks of a density of {least} and more"),
            Policy::Bte => f.write_str("BTE"),
        }
    }
}

impl Policy {
    fn text(self, page: &Indexed) -> String {
        let kept = |words: f32, density: f32| match self {
            Policy::Words(least) => words >= f32::from(least),
            Policy::Density(least) => density >= f32::from(least),
            Policy::Everything | Policy::Bte => true,
        };
        if self == Policy::Bte {
            return page.bte.clone();
        }
        let blocks = page.blocks.iter().filter(|block| kept(block.words, block.density));
        blocks.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// All text, BTE, densities from 1 to 20, and words from 1 to 100: each up to 20, then wider apart.
pub fn policies() -> Vec<Policy> {
    let words = (1..=20).chain([25, 30, 40, 50, 60, 80, 100]);
    [Policy::Everything, Policy::Bte]
        .into_iter()
        .chain((1..=20).map(Policy::Density))
        .chain(words.map(Policy::Words))
        .collect()
}

/// What one index gave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Swept {
    /// Which text was indexed.
    pub policy: Policy,
    /// How good its answers are.
    pub scores: RankScores,
}

/// Indexes pages by each policy and asks all topics. Pages that lose all their text stay in the index.
pub fn sweep(
    pages: &[Indexed],
    topics: &[Topic],
    judgements: &Judgements,
    policies: &[Policy],
    progress: &mut dyn Progress,
) -> Vec<Swept> {
    progress.start("indexing", policies.len());
    let threads = rayon::current_num_threads().max(1);
    let mut all = Vec::new();
    for some in policies.chunks(threads) {
        let swept = some.par_iter().map(|&policy| {
            let texts: Vec<String> = pages.iter().map(|page| policy.text(page)).collect();
            let names = |places: Vec<usize>| -> Vec<&str> {
                places.into_iter().map(|place| pages[place].id.as_str()).collect()
            };
            let rankings: Vec<Vec<&str>> = rank(&texts, topics).into_iter().map(names).collect();
            let ranked = topics.iter().zip(&rankings);
            let scores =
                judgements.scores(ranked.map(|(topic, ids)| (topic.id.as_str(), ids.as_slice())));
            Swept { policy, scores }
        });
        all.extend(swept.collect::<Vec<_>>());
        some.iter().for_each(|_| progress.step());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrieval::Piece;

    fn page(id: &str, blocks: &[&str], bte: &str) -> Indexed {
        let piece = |text: &&str| {
            let words = text.split(' ').count() as f32;
            Piece { words, density: words.min(12.0), text: text.to_string() }
        };
        Indexed { id: id.into(), blocks: blocks.iter().map(piece).collect(), bte: bte.into() }
    }

    #[test]
    fn headlines_of_other_pages_mislead_until_short_blocks_are_left_out() {
        let ferry = "the ferry came in late as it had all week and nobody was surprised";
        let fog = "fog lay over the islands for three days and no ship left the harbour";
        let pages = [
            page("fog", &[fog, "Ferry late again", "Ferry ferry ferry"], fog),
            page("ferry", &[ferry, "Home"], ferry),
        ];
        let topics = [Topic { id: "1".into(), query: "ferry".into() }];
        let mut judgements = Judgements::default();
        judgements.add("1", "ferry", 1);
        let policies = [
            Policy::Everything,
            Policy::Words(5),
            Policy::Density(12),
            Policy::Bte,
            Policy::Words(99),
        ];
        let swept = sweep(&pages, &topics, &judgements, &policies, &mut ());
        let ndcg: Vec<f64> = swept.iter().map(|swept| swept.scores.ndcg_at_10).collect();
        assert!(ndcg[0] < 0.7, "the headline about it comes first: {ndcg:?}");
        assert_eq!(ndcg[1..], [1.0, 1.0, 1.0, 0.0]);
    }
}
