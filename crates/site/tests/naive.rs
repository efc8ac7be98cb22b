//! The tree beside the plainest thing that could be right: a list of documents that is counted through for
//! every question.

use dehusk_site::{BlockHash, Heuristic, Keys, Retention, UrlKey, UrlTree};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[derive(Clone)]
struct Seen {
    key: UrlKey,
    time: i64,
    blocks: BTreeSet<BlockHash>,
}

/// Documents by time, and those of one time as they came.
#[derive(Default)]
struct Naive {
    documents: Vec<Seen>,
    newest: i64,
}

const MOST: usize = 60;
const SECONDS: i64 = 50;
const NEWEST: usize = 12;

impl Naive {
    fn insert(&mut self, seen: Seen) {
        self.documents.retain(|d| d.key != seen.key);
        self.newest = self.newest.max(seen.time);
        let old = |d: &Seen| d.time < self.newest - SECONDS;
        while self.documents.len() + 1 > MOST
            || (self.documents.len() + 1 > NEWEST && self.documents.first().is_some_and(old))
        {
            self.documents.remove(0);
        }
        let at = self.documents.partition_point(|d| d.time <= seen.time);
        self.documents.insert(at, seen);
    }

    fn at(&self, parts: &[String]) -> impl Iterator<Item = &Seen> {
        self.documents.iter().filter(move |d| d.key.parts().starts_with(parts))
    }

    fn support(&self, parts: &[String]) -> u32 {
        self.at(parts).count() as u32
    }

    fn count(&self, parts: &[String], block: BlockHash) -> u32 {
        self.at(parts).filter(|d| d.blocks.contains(&block)).count() as u32
    }

    /// Whether a block is boilerplate, as section 5.4 of the paper has it.
    fn boilerplate(&self, key: &UrlKey, block: BlockHash, least: Option<u32>, most: u32) -> bool {
        let depths = (0..=key.parts().len()).rev();
        let enough = |&d: &usize| least.is_some_and(|l| self.support(&key.parts()[..d]) >= l);
        let depth = depths.into_iter().find(enough).unwrap_or(0);
        self.count(&key.parts()[..depth], block) > most
    }
}

/// Everything that can be asked about a document is answered alike.
fn compare(tree: &mut UrlTree, naive: &Naive, key: &UrlKey) -> Result<(), TestCaseError> {
    prop_assert_eq!(tree.len(), naive.documents.len());
    let blocks: Vec<BlockHash> = (0..40).map(BlockHash::from_bits).collect();
    for depth in 0..=key.parts().len() {
        let parts = &key.parts()[..depth];
        prop_assert_eq!(tree.support(parts), naive.support(parts));
        for &block in &blocks {
            prop_assert_eq!(tree.count(parts, block), naive.count(parts, block));
        }
    }
    let relaxed_most = if naive.documents.len() > 20 { 2 } else { 1 };
    let cases = [
        (Heuristic::strict(), Some(5), 1),
        (Heuristic::support(17), Some(18), 1),
        (Heuristic::domain(), None, 1),
        (Heuristic::relaxed(20), Some(5), relaxed_most),
    ];
    for (heuristic, least, most) in cases {
        let judged = tree.classify(key, &blocks, &heuristic).expect("it was inserted");
        for (block, judgement) in blocks.iter().zip(judged) {
            let boilerplate = naive.boilerplate(key, *block, least, most);
            prop_assert_eq!(judgement.boilerplate, boilerplate, "{} {:?}", heuristic, block);
        }
    }
    Ok(())
}

/// A document: host, section, page, seconds since the last one, blocks.
type Step = (u8, u8, u8, i64, Vec<u64>);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let blocks = prop::collection::vec(0u64..40, 0..12);
    prop::collection::vec((0u8..2, 0u8..3, 0u8..40, -3i64..6, blocks), 1..220)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn counts_are_exact_under_eviction_and_replacement(steps in steps()) {
        let keys = Keys::default();
        let retention =
            Retention::default().with_most(MOST).with_seconds(SECONDS).with_newest(NEWEST);
        let (mut tree, mut naive, mut time) = (UrlTree::new(retention), Naive::default(), 100);
        for (host, section, page, passed, blocks) in steps {
            time += passed;
            // A page without a number is a document at a node that has others below it.
            let page = if page == 0 { String::new() } else { format!("/{page}") };
            let url = format!("http://h{host}.site.example/s{section}{page}");
            let key = keys.key(&url, None).expect("a key");
            let blocks: Vec<BlockHash> = blocks.into_iter().map(BlockHash::from_bits).collect();
            tree.insert(&key, time, &blocks);
            naive.insert(Seen { key: key.clone(), time, blocks: blocks.into_iter().collect() });
            compare(&mut tree, &naive, &key)?;
        }
        // In the end everything can go, and nothing is left behind.
        for seen in &naive.documents {
            prop_assert!(tree.remove(&seen.key));
            prop_assert!(!tree.remove(&seen.key));
        }
        prop_assert!(tree.is_empty());
        for block in (0..40).map(BlockHash::from_bits) {
            prop_assert_eq!(tree.count(&[], block), 0);
        }
    }
}
