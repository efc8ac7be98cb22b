//! A tree for every site of a stream.

use crate::{BlockHash, Heuristic, Judgement, Normalizer, Retention, UrlKey, UrlTree, judge};
use dehusk_extract::{Document, Selection, Verdict};
use std::collections::HashMap;

/// The trees of many sites, by their registered domain, below one root as in the paper: where a site has too few
/// documents for a heuristic, what stands on pages of several sites is furniture already.
#[derive(Debug, Default)]
pub struct Sites {
    /// Each in a box, because a third of the places of a map are empty.
    trees: HashMap<Box<str>, Box<UrlTree>>,
    root: Root,
    retention: Retention,
    normalizer: Normalizer,
}

/// What all trees count together.
#[derive(Debug, Default)]
struct Root {
    documents: u32,
    /// Blocks that at least one document has.
    counts: HashMap<BlockHash, u32>,
}

impl Root {
    fn add(&mut self, blocks: &[BlockHash]) {
        self.documents += 1;
        for &block in blocks {
            *self.counts.entry(block).or_default() += 1;
        }
    }

    fn take(&mut self, blocks: &[BlockHash]) {
        self.documents -= 1;
        for block in blocks {
            let Some(count) = self.counts.get_mut(block) else { continue };
            *count -= 1;
            if *count == 0 {
                self.counts.remove(block);
            }
        }
    }

    fn judge(&self, blocks: &[BlockHash], most: u32) -> Vec<Judgement> {
        let count = |block| self.counts.get(block).copied().unwrap_or_default();
        blocks.iter().map(|block| judge(count(block), self.documents, most)).collect()
    }
}

impl Sites {
    /// No sites yet; each will keep documents as told.
    pub fn new(retention: Retention) -> Sites {
        Sites { retention, ..Sites::default() }
    }

    /// No sites yet, where blocks are told apart in another way than by their letters.
    pub fn with_normalizer(mut self, normalizer: Normalizer) -> Sites {
        self.normalizer = normalizer;
        self
    }

    /// Counts the blocks of a document of the stream. `time` is when it was seen, in seconds since any
    /// fixed moment. The same key again takes the place of the earlier document.
    pub fn observe<'s>(
        &'s mut self,
        key: &'s UrlKey,
        time: i64,
        document: &'s Document,
    ) -> Observed<'s> {
        let blocks = document.blocks();
        let texts = (0..blocks.len()).map(|index| blocks.text(index));
        let hashes: Vec<BlockHash> = texts.map(|text| self.normalizer.hash(text)).collect();
        self.insert(key, time, &hashes);
        Observed { sites: self, key, document, hashes }
    }

    /// Counts the blocks of a document by their hashes.
    pub fn insert(&mut self, key: &UrlKey, time: i64, hashes: &[BlockHash]) {
        let retention = self.retention;
        let tree = self.trees.entry(key.domain().into());
        let tree = tree.or_insert_with(|| Box::new(UrlTree::new(retention)));
        tree.insert_and_tell(key, time, hashes, |gone| self.root.take(gone));
        let mut distinct = hashes.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        self.root.add(&distinct);
    }

    /// What the tree of its site says of the blocks of a document that was counted, or the root where the site has
    /// too few documents for the heuristic.
    pub fn judge(
        &mut self,
        key: &UrlKey,
        hashes: &[BlockHash],
        heuristic: &Heuristic,
    ) -> Vec<Judgement> {
        let known = self.trees.get(key.domain()).map_or(0, |tree| tree.len() as u32);
        if heuristic.least_support().is_some_and(|least| known < least) {
            return self.root.judge(hashes, heuristic.most_occurrences(known));
        }
        self.judge_by_site(key, hashes, heuristic)
    }

    /// The same, as if there were no root above the site: where it has too few documents, all of them count.
    pub fn judge_by_site(
        &mut self,
        key: &UrlKey,
        hashes: &[BlockHash],
        heuristic: &Heuristic,
    ) -> Vec<Judgement> {
        let tree = self.trees.get_mut(key.domain());
        tree.and_then(|tree| tree.classify(key, hashes, heuristic)).unwrap_or_default()
    }

    /// How many sites there are.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    /// Whether nothing was seen.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// Bytes that the root holds, beside the trees.
    pub fn root_bytes(&self) -> usize {
        // A byte of each place says whether it is taken.
        self.root.counts.capacity() * (size_of::<(BlockHash, u32)>() + 1)
    }

    /// Bytes that all trees hold.
    pub fn heap_bytes(&self) -> usize {
        let bytes =
            |domain: &str, tree: &UrlTree| domain.len() + size_of::<UrlTree>() + tree.heap_bytes();
        let places = self.trees.capacity() * size_of::<(Box<str>, Box<UrlTree>)>();
        self.trees.iter().map(|(domain, tree)| bytes(domain, tree)).sum::<usize>() + places
    }
}

/// A document that was just counted, to be judged by what its site has shown, itself included.
#[derive(Debug)]
pub struct Observed<'s> {
    sites: &'s mut Sites,
    key: &'s UrlKey,
    document: &'s Document,
    hashes: Vec<BlockHash>,
}

impl Observed<'_> {
    /// What the tree says of each block: see [`Sites::judge`].
    pub fn judgements(&mut self, heuristic: &Heuristic) -> Vec<Judgement> {
        self.sites.judge(self.key, &self.hashes, heuristic)
    }

    /// A verdict a block, each with its reason.
    pub fn verdicts(&mut self, heuristic: &Heuristic) -> Vec<Verdict> {
        self.judgements(heuristic).into_iter().map(Verdict::from).collect()
    }

    /// The blocks that are content, with the media among them.
    pub fn selection(&mut self, heuristic: &Heuristic) -> Selection {
        let verdicts = self.verdicts(heuristic);
        Selection::from_blocks(self.document, verdicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Keys;
    use dehusk_page::Page;

    fn page(html: &str) -> Document {
        Document::new(Page::parse(html))
    }

    #[test]
    fn a_new_site_is_judged_by_what_all_have() {
        let keys = Keys::default();
        let mut sites = Sites::new(Retention::default().with_seconds(50).with_newest(1));
        let document = page("<p>About us<p>Text");
        let mut told = |url: &str, time: i64| {
            let key = keys.key(url, None).unwrap();
            let mut seen = sites.observe(&key, time, &document);
            let reason = seen.verdicts(&Heuristic::strict()).remove(0).reason.to_string();
            let hashes = [BlockHash::of("About us")];
            assert!(sites.judge_by_site(&key, &hashes, &Heuristic::strict())[0].support == 1);
            reason
        };
        assert_eq!(told("http://a.example/1", 0), "on 1 of 1 pages");
        assert_eq!(told("http://b.example/1", 0), "on 2 of 2 pages");
        assert_eq!(told("http://b.example/1", 9), "on 2 of 2 pages", "the same again");
        // The first page of the second site is too old to stay beside another.
        assert_eq!(told("http://b.example/2", 90), "on 2 of 2 pages");
        assert_eq!(sites.len(), 2);
        assert!(sites.heap_bytes() > 0);
    }

    #[test]
    fn a_known_site_does_not_know_of_the_others() {
        let keys = Keys::default();
        let mut sites = Sites::default();
        let (one, other) = (page("<p>About us<p>Text"), page("<p>Contact<p>Text"));
        for n in 0..6 {
            let key = keys.key(&format!("http://a.example/{n}"), None).unwrap();
            sites.observe(&key, 0, &one);
        }
        for n in 0..5 {
            let key = keys.key(&format!("http://b.example/{n}"), None).unwrap();
            let text = &sites.observe(&key, 0, &other).judgements(&Heuristic::strict())[1];
            let expected = if n < 4 { (7 + n, 7 + n) } else { (5, 5) };
            assert_eq!((text.count, text.support), expected);
        }
    }

    #[test]
    fn a_page_seen_again_is_no_repetition() {
        let key = Keys::default().key("http://a.example/1?from=feed", None).unwrap();
        let mut sites = Sites::default();
        let document = page("<p>About us<p>Text");
        for _ in 0..3 {
            let verdicts = sites.observe(&key, 0, &document).verdicts(&Heuristic::strict());
            assert_eq!(verdicts[0].reason, "on 1 of 1 pages");
        }
    }

    #[test]
    fn a_page_without_text_is_empty() {
        let key = Keys::default().key("http://a.example/1", None).unwrap();
        let empty = page("");
        let mut sites = Sites::default();
        assert!(sites.observe(&key, 0, &empty).selection(&Heuristic::strict()).is_empty());
    }
}
