//! Documents that a stream has shown before, told by their address and by their text.
//!
//! Each step of normalisation takes more addresses for the same document (figure 2 of the URL Tree paper
//! counts them); what is left under different keys may still be the same text, exactly or nearly.

use crate::{Keys, Observation, UrlKey};
use std::collections::{HashMap, HashSet};
use twox_hash::XxHash3_64;

/// Blocks with fewer words are labels.
const LONG_WORDS: u32 = 8;
/// The share of a text's words that makes it nearly the same as another.
const NEAR: f64 = 0.8;

/// How many documents were found to have been there before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuplicateCounts {
    /// All documents.
    pub documents: usize,
    /// By the address as it answered.
    pub address: usize,
    /// By the address with the title's hash, in one encoding, its parameters sorted.
    pub normal: usize,
    /// By the key, which has only the parameters that the rules keep.
    pub key: usize,
    /// By the same text in a site, under another key.
    pub text: usize,
    /// By nearly the same text in a site, under another key.
    pub near: usize,
}

/// Finds duplicates in a stream.
///
/// ```
/// use dehusk_extract::Document;
/// use dehusk_site::{Duplicates, Keys, Observation};
/// let keys = Keys::default();
/// let mut duplicates = Duplicates::default();
/// for url in ["http://a.example/1", "http://a.example/1?from=feed", "http://a.example/print/1"] {
///     let html = "<p>The ferry came in late, as it had all week, and nobody was surprised.";
///     let document = Document::new(dehusk_page::Page::parse(html));
///     let seen = Observation::of(keys.key(url, None)?, 0, &document);
///     duplicates.add(&keys, url, None, &seen);
/// }
/// let counts = duplicates.counts();
/// assert_eq!((counts.address, counts.key, counts.text), (0, 1, 1));
/// # Ok::<_, dehusk_site::KeyError>(())
/// ```
#[derive(Debug, Default)]
pub struct Duplicates {
    counts: DuplicateCounts,
    addresses: HashSet<u64>,
    normal: HashSet<u64>,
    keys: HashSet<u64>,
    texts: HashSet<u64>,
    /// The last document that had a block, by site and block.
    blocks: HashMap<u64, u32>,
}

impl Duplicates {
    /// Takes in the next document.
    pub fn add(&mut self, keys: &Keys, url: &str, title: Option<&str>, seen: &Observation) {
        self.counts.documents += 1;
        let new =
            |set: &mut HashSet<u64>, text: &str| set.insert(XxHash3_64::oneshot(text.as_bytes()));
        self.counts.address += usize::from(!new(&mut self.addresses, url));
        let normal = keys.normal_address(url, title).unwrap_or_else(|_| url.to_string());
        self.counts.normal += usize::from(!new(&mut self.normal, &normal));
        if !new(&mut self.keys, seen.key().as_str()) {
            self.counts.key += 1;
            return;
        }
        self.compare_text(seen);
    }

    /// What was found so far.
    pub fn counts(&self) -> DuplicateCounts {
        self.counts
    }

    fn compare_text(&mut self, seen: &Observation) {
        let blocks = of_site(seen.key(), seen);
        let words: u32 = blocks.iter().map(|(_, words)| words).sum();
        if words == 0 {
            return;
        }
        let text = blocks
            .iter()
            .fold(0, |hash, (block, _)| XxHash3_64::oneshot_with_seed(hash, &block.to_le_bytes()));
        let mut shared: HashMap<u32, u32> = HashMap::new();
        for (block, words) in &blocks {
            if let Some(&document) = self.blocks.get(block) {
                *shared.entry(document).or_default() += words;
            }
        }
        let most = shared.values().max().copied().unwrap_or_default();
        match self.texts.insert(text) {
            false => self.counts.text += 1,
            true if f64::from(most) >= NEAR * f64::from(words) => self.counts.near += 1,
            true => {}
        }
        let document = self.counts.documents as u32;
        self.blocks.extend(blocks.into_iter().map(|(block, _)| (block, document)));
    }
}

/// The long blocks of a document, each hashed with its site, and their words.
fn of_site(key: &UrlKey, seen: &Observation) -> Vec<(u64, u32)> {
    let site = XxHash3_64::oneshot(key.domain().as_bytes());
    let long = seen.blocks().iter().filter(|block| block.words >= LONG_WORDS);
    let hash = |bits: u64| XxHash3_64::oneshot_with_seed(site, &bits.to_le_bytes());
    long.map(|block| (hash(block.hash.bits()), block.words)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    fn counts(pages: &[(&str, &str, &str)]) -> DuplicateCounts {
        let keys = Keys::default();
        let mut duplicates = Duplicates::default();
        for (url, title, html) in pages {
            let document = Document::new(Page::parse(*html));
            let seen = Observation::of(keys.key(url, Some(title)).unwrap(), 0, &document);
            duplicates.add(&keys, url, Some(title), &seen);
        }
        duplicates.counts()
    }

    #[test]
    fn every_step_finds_more() {
        let text = "<p>The ferry came in late, as it had all week.<p>Nobody on the quay was surprised by it any more.\
            <p>By noon the fish was gone, and so were the people.<p>The baker had sold his last bread long before.\
            <p>Only the gulls stayed where they were, on the roof.<p>The harbour master closed his window and went \
            home to his wife and his soup.";
        let nearly = text.replace("Only the gulls stayed", "All of the gulls left from");
        let found = counts(&[
            ("http://a.example/1?x=1&y=2", "One", text),
            ("http://a.example/1?x=1&y=2", "One", text),
            ("http://a.example/1?y=2&x=%31", "One", text),
            ("http://a.example/1?z=3", "One", text),
            ("http://a.example/2", "One", text),
            ("http://a.example/3", "Three", &nearly),
            ("http://b.example/1", "One", text),
        ]);
        let expected =
            DuplicateCounts { documents: 7, address: 1, normal: 2, key: 3, text: 1, near: 1 };
        assert_eq!(found, expected);
    }

    #[test]
    fn pages_without_text_are_not_alike() {
        let found =
            counts(&[("http://a.example/1", "", "<p>a"), ("http://a.example/2", "", "<p>a")]);
        assert_eq!((found.text, found.near), (0, 0));
    }
}
