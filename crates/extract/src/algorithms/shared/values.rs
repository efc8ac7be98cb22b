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
#[derive(Debug)]
pub(crate) struct Values {
    /// The number of each node's value, 0 where it has none.
    class: Vec<u32>,
    id: Vec<u32>,
    /// Where the value of each number stands first; that of number 1 is the first of them.
    first: Vec<(NodeId, Name)>,
}

impl Values {
    pub fn of(page: &Page) -> Values {
        let mut values =
            Values { class: vec![0; page.len()], id: vec![0; page.len()], first: Vec::new() };
        let mut numbers: HashMap<&str, u32, Quick> =
            HashMap::with_capacity_and_hasher(page.len() / 16, Quick(*SEED));
        for node in page.subtree(page.root()).filter(|&n| page.is_element(n)) {
            for (attribute, value) in page.attrs(node).filter(|(_, value)| !value.is_empty()) {
                let row = match attribute {
                    name::CLASS => &mut values.class,
                    name::ID => &mut values.id,
                    _ => continue,
                };
                let first = &mut values.first;
                row[node.index()] = *numbers.entry(value).or_insert_with(|| {
                    first.push((node, attribute));
                    first.len() as u32
                });
            }
        }
        values
    }

    /// Which rules hold for the elements of the page.
    pub fn find<'v>(&'v self, page: &Page, names: &Names) -> Found<'v> {
        let values = self.first.iter().map(|&(node, attribute)| page.attr(node, attribute));
        let bits = values.map(|value| names.find(value.unwrap_or_default()));
        Found { values: self, bits: std::iter::once(0).chain(bits).collect() }
    }

    /// The same for a rule that is no list of names.
    pub fn find_by<'v>(&'v self, page: &Page, rule: impl Fn(&str) -> u32) -> Found<'v> {
        let values = self.first.iter().map(|&(node, attribute)| page.attr(node, attribute));
        let bits = values.map(|value| rule(value.unwrap_or_default()));
        Found { values: self, bits: std::iter::once(0).chain(bits).collect() }
    }
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
        assert_eq!(values.first.len(), 2);
        let names = Names::new(&[Rule::new(Edge::Whole, Edge::Whole, &["menu"])]);
        let found = values.find(&page, &names);
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
