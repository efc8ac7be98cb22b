//! `fe`, `k-fe`: FeatureExtractor and K-FeatureExtractor.
//!
//! S. Debnath, P. Mitra, C. L. Giles: "Automatic extraction of informative blocks from webpages" (SAC 2005) and
//! S. Debnath, P. Mitra, N. Pal, C. L. Giles: "Automatic identification of informative sections of web pages"
//! (TKDE 2005). The page is cut into blocks, and a block has features: text, links, pictures, items of lists,
//! controls of forms, embedded objects. A feature's value is the block's share of the page's, and the
//! probability of text is its value by the sum of all.
//!
//! - `fe` answers with the one block that is best at the wanted feature, text: the one with the most text of
//!   those in which text outweighs every other feature. It is known for that it leaves out nearly everything.
//! - `k-fe` puts the blocks into [`K`] clusters by how much text they have and how likely it is, and answers
//!   with the cluster of the winner.

mod clusters;
mod features;

use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Selection, Verdict};
use features::Features;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "fe",
        "the one block that has most text and little else",
        "FeatureExtractor; Debnath et al., SAC 2005",
        languages::ANY,
        |_| Ok(Arc::new(FE)),
    ),
    Entry::new(
        "k-fe",
        "the cluster of blocks that have most text and little else",
        "K-FeatureExtractor; Debnath et al., TKDE 2005",
        languages::ANY,
        |_| Ok(Arc::new(K_FE)),
    ),
];

/// Clusters of `k-fe`.
const K: usize = 3;

/// FeatureExtractor.
pub(crate) struct FeatureExtractor {
    clustered: bool,
}

/// `fe`.
pub(crate) const FE: FeatureExtractor = FeatureExtractor { clustered: false };
/// `k-fe`.
pub(crate) const K_FE: FeatureExtractor = FeatureExtractor { clustered: true };

impl Extractor for FeatureExtractor {
    fn extract(&self, document: &Document) -> Selection {
        let features = Features::of(document);
        let winner = winner(&features);
        let keep: Vec<bool> = match (winner, self.clustered) {
            (None, _) => vec![false; features.len()],
            (Some(winner), false) => (0..features.len()).map(|block| block == winner).collect(),
            (Some(winner), true) => {
                let clusters = clusters::of(&points(&features), K);
                clusters.iter().map(|&cluster| cluster == clusters[winner]).collect()
            }
        };
        let verdict = |(block, keep): (usize, bool)| {
            let probability = features[block].text_probability();
            match keep {
                true => Verdict::keep(probability, "text outweighs its other features"),
                false => Verdict::drop(probability, "less text than in the best block"),
            }
        };
        Selection::from_blocks(document, keep.into_iter().enumerate().map(verdict).collect())
    }
}

/// The block with the most text of those that are text above all; the first of equals.
fn winner(features: &[Features]) -> Option<usize> {
    let is_text = |f: &Features| f.text > 0.0 && f.others.iter().all(|&other| f.text > other);
    let mut best = None;
    for (block, feature) in features.iter().enumerate().filter(|(_, f)| is_text(f)) {
        if best.is_none_or(|best: usize| feature.text > features[best].text) {
            best = Some(block);
        }
    }
    best
}

/// A point a block: its words on a scale of orders of magnitude, and the probability of text.
fn points(features: &[Features]) -> Vec<[f32; 2]> {
    let most = features.iter().map(|f| f.words).fold(1.0, f32::max).ln_1p();
    features.iter().map(|f| [f.words.ln_1p() / most, f.text_probability()]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    fn page() -> String {
        let menu = "<li><a href=x>Home</a></li>".repeat(10);
        let [a, b] = [words("alpha", 40), words("beta", 60)];
        format!("<ul>{menu}</ul><p>{a}</p><p>{b}</p><p><img src=x> <img src=y> Short</p>")
    }

    #[test]
    fn one_answers_with_one_block() {
        assert_eq!(kept(&FE, &page()), words("beta", 60).trim());
    }

    #[test]
    fn the_other_answers_with_its_cluster() {
        let expected = format!("{}{}", words("alpha", 40), words("beta", 60));
        assert_eq!(kept(&K_FE, &page()), expected.trim());
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&FE, ""), "");
        assert_eq!(kept(&K_FE, ""), "");
    }
}
