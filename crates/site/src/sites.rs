//! A tree for every site of a stream.

use crate::{BlockHash, Heuristic, Judgement, Normalizer, Retention, UrlKey, UrlTree};
use dehusk_extract::{Document, Selection, Verdict};
use std::collections::HashMap;

/// The trees of many sites, by their registered domain.
#[derive(Debug, Default)]
pub struct Sites {
    /// Each in a box, because a third of the places of a map are empty.
    trees: HashMap<Box<str>, Box<UrlTree>>,
    retention: Retention,
    normalizer: Normalizer,
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
        let tree = self.tree_mut(key.domain());
        tree.insert(key, time, &hashes);
        Observed { tree, key, document, hashes }
    }

    /// The tree of a site, an empty one if it was not seen.
    pub fn tree_mut(&mut self, domain: &str) -> &mut UrlTree {
        let retention = self.retention;
        self.trees.entry(domain.into()).or_insert_with(|| Box::new(UrlTree::new(retention)))
    }

    /// How many sites there are.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    /// Whether nothing was seen.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
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
    tree: &'s mut UrlTree,
    key: &'s UrlKey,
    document: &'s Document,
    hashes: Vec<BlockHash>,
}

impl Observed<'_> {
    /// What the tree says of each block.
    pub fn judgements(&mut self, heuristic: &Heuristic) -> Vec<Judgement> {
        self.tree.classify(self.key, &self.hashes, heuristic).unwrap_or_default()
    }

    /// A verdict a block, each with its reason.
    pub fn verdicts(&mut self, heuristic: &Heuristic) -> Vec<Verdict> {
        self.judgements(heuristic).into_iter().map(verdict).collect()
    }

    /// The blocks that are content, with the media among them.
    pub fn selection(&mut self, heuristic: &Heuristic) -> Selection {
        let verdicts = self.verdicts(heuristic);
        Selection::from_blocks(self.document, verdicts)
    }
}

fn verdict(judgement: Judgement) -> Verdict {
    let Judgement { count, support, boilerplate } = judgement;
    let reason = format!("on {count} of {support} pages");
    let score = 1.0 - count as f32 / support.max(1) as f32;
    if boilerplate { Verdict::drop(score, reason) } else { Verdict::keep(score, reason) }
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
    fn sites_do_not_know_of_each_other() {
        let keys = Keys::default();
        let mut sites = Sites::default();
        let document = page("<p>About us<p>Text");
        for url in ["http://a.example/1", "http://b.example/1"] {
            let key = keys.key(url, None).unwrap();
            let verdicts = sites.observe(&key, 0, &document).verdicts(&Heuristic::strict());
            assert!(verdicts.iter().all(|v| v.keep), "{url}");
        }
        assert_eq!(sites.len(), 2);
        assert!(sites.heap_bytes() > 0);
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
