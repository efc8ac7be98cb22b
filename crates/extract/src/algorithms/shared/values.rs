//! The distinct values of class and id on a page.
//!
//! A page has thousands of elements and a few hundred different classes. Rules over names are asked once for each
//! value and not once for each element.

use super::names::Names;
use dehusk_page::{Name, NodeId, Page, name};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

/// The values of class and id of a page's elements, each by a number.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// The number of each node's value, 0 where it has none.
    class: Vec<u32>,
    id: Vec<u32>,
    /// The values one after the other, with a byte 0 behind each: they are read again by each extractor, and on the
    /// page they stand far apart.
    texts: String,
    /// Where each begins; that of number 1 is the first of them.
    starts: Vec<u32>,
}

impl Values {
    pub fn of(page: &Page) -> Values {
        let mut values =
            Values { class: vec![0; page.len()], id: vec![0; page.len()], ..Values::default() };
        let mut numbers: HashMap<&str, u32, Quick> =
            HashMap::with_capacity_and_hasher(page.len() / 16, Quick(*SEED));
        // Elements in a row often have the same class.
        let mut last = ("", 0);
        for node in page.subtree(page.root()) {
            for (attribute, value) in page.attrs_named(node, is_name) {
                let row = if attribute == name::ID { &mut values.id } else { &mut values.class };
                if value.is_empty() {
                    continue;
                }
                if value == last.0 {
                    row[node.index()] = last.1;
                    continue;
                }
                let (texts, starts) = (&mut values.texts, &mut values.starts);
                let number = *numbers.entry(value).or_insert_with(|| {
                    starts.push(texts.len() as u32);
                    texts.push_str(value);
                    texts.push('\0');
                    starts.len() as u32
                });
                row[node.index()] = number;
                last = (value, number);
            }
        }
        values
    }

    /// Which rules hold for the elements of the page.
    pub fn find<'v>(&'v self, names: &Names) -> Found<'v> {
        let mut bits = vec![0];
        bits.extend(names.find_in_all(&self.texts, &self.starts));
        Found { values: self, bits }
    }

    fn each(&self) -> impl Iterator<Item = &str> {
        let ends = self.starts.iter().skip(1).map(|&start| start as usize);
        let ends = ends.chain(std::iter::once(self.texts.len()));
        // The byte behind a value is not its own.
        let value = |(&start, end): (&u32, usize)| self.texts.get(start as usize..end - 1);
        self.starts.iter().zip(ends).map(value).map(Option::unwrap_or_default)
    }
}

fn is_name(attribute: Name) -> bool {
    matches!(attribute, name::CLASS | name::ID)
}

/// Which rules hold for each value.
pub(crate) struct Found<'v> {
    values: &'v Values,
    /// By the number of the value.
    bits: Vec<u32>,
}

impl Found<'_> {
    /// Whether one of the rules holds for any value of the page.
    pub fn any(&self, rules: u32) -> bool {
        self.bits.iter().any(|bits| bits & rules != 0)
    }

    /// Has a rule look again at each value and what was found for it.
    pub fn revise(&mut self, rule: impl Fn(&str, &mut u32)) {
        let bits = self.bits.iter_mut().skip(1);
        bits.zip(self.values.each()).for_each(|(bits, value)| rule(value, bits));
    }

    /// The rules that hold for an element's class.
    pub fn class(&self, node: NodeId) -> u32 {
        self.bits[self.values.class[node.index()] as usize]
    }

    /// The rules that hold for an element's id.
    pub fn id(&self, node: NodeId) -> u32 {
        self.bits[self.values.id[node.index()] as usize]
    }
}

/// Hashes eight bytes at a time. A seed of its own for each process keeps pages from choosing their collisions.
#[derive(Clone, Copy)]
pub(crate) struct Quick(u64);

static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

impl Default for Quick {
    fn default() -> Quick {
        Quick(*SEED)
    }
}

impl BuildHasher for Quick {
    type Hasher = QuickHasher;
    fn build_hasher(&self) -> QuickHasher {
        QuickHasher(self.0)
    }
}

/// See [`Quick`].
pub(crate) struct QuickHasher(u64);

impl QuickHasher {
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.add(u64::from_le_bytes(word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    // The end mark of a text: its length is part of the hash already.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::names::{Edge, Rule};
    use super::*;

    #[test]
    fn equal_values_have_one_number_and_are_asked_once() {
        let page = Page::parse("<p class=menu id=a><p class=menu><p id=menu class><p>");
        let values = Values::of(&page);
        assert_eq!(values.starts.len(), 2);
        let names = Names::new(&[Rule::new(Edge::Whole, Edge::Whole, &["menu"])]);
        let found = values.find(&names);
        let p: Vec<NodeId> =
            page.subtree(page.root()).filter(|&n| page.name(n) == name::P).collect();
        let bits: Vec<_> = p.iter().map(|&n| (found.class(n), found.id(n))).collect();
        assert_eq!(bits, [(1, 0), (1, 0), (0, 1), (0, 0)]);
    }

    #[test]
    fn the_hash_tells_texts_apart() {
        let hash = |text: &str| Quick::default().hash_one(text);
        let texts = ["", "a", "b", "\0", "aa", "abcdefgh", "abcdefgh\0", "abcdefghi"];
        for (i, a) in texts.iter().enumerate() {
            for b in &texts[i + 1..] {
                assert_ne!(hash(a), hash(b), "{a:?} {b:?}");
            }
        }
    }
}
