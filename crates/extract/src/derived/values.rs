//! The distinct values of class and id on a page.
//!
//! A page has thousands of elements and a few hundred different classes. Rules over names are asked once for each
//! value and not once for each element.

use super::names::Names;
use crate::{Derived, Document};
use dehusk_blocks::swar::Eight;
use dehusk_page::{Name, NodeId, Page, name};
use std::marker::PhantomData;
use std::ops::Range;

/// The values of class and id of a page's elements, each by a number.
#[derive(Debug, Default)]
pub struct Values {
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
    /// The values of a page.
    pub fn of(page: &Page) -> Values {
        let mut values =
            Values { class: vec![0; page.len()], id: vec![0; page.len()], ..Values::default() };
        let mut numbers = Interner::new(page.len() / 4);
        // Elements in a row often have the same class.
        let mut last = ("", 0);
        for node in page.subtree(page.root()) {
            for (attribute, value) in page.attrs_named(node, is_name) {
                if value.is_empty() {
                    continue;
                }
                if value != last.0 {
                    last = (value, numbers.of(value, &mut values));
                }
                let row = if attribute == name::ID { &mut values.id } else { &mut values.class };
                row[node.index()] = last.1;
            }
        }
        values
    }

    /// A value by its number.
    fn text(&self, number: u32) -> &str {
        let start = |index: usize| self.starts.get(index).map_or(self.texts.len(), |&s| s as usize);
        let index = (number as usize).saturating_sub(1);
        // The byte behind a value is not its own.
        self.texts.get(start(index)..start(index + 1).saturating_sub(1)).unwrap_or_default()
    }

    fn add(&mut self, value: &str) -> u32 {
        self.starts.push(self.texts.len() as u32);
        self.texts.push_str(value);
        self.texts.push('\0');
        self.starts.len() as u32
    }

    /// The rules that hold for each value, in their order.
    fn find(&self, names: &Names) -> Vec<u128> {
        names.find_in_all(&self.texts, &self.starts)
    }

    fn each(&self) -> impl Iterator<Item = &str> {
        (1..=self.starts.len() as u32).map(|number| self.text(number))
    }
}

/// Finds the number of a value that was seen before.
struct Interner {
    /// A number with a part of its value's hash above it, in the first free place from the hash's own on; a free one is
    /// 0.
    places: Vec<u64>,
}

/// Places in which a value is looked for. Where it is in none of them it gets another number, which costs a second
/// reading of it; so no page can make this slow by values that differ in their middle alone.
const MAX_PROBES: usize = 8;

/// A hash of a value by its length and by its first and last bytes, where names differ.
fn by_ends(value: &str) -> u64 {
    let (bytes, len) = (value.as_bytes(), value.len());
    let first = Eight::at(bytes, 0).small();
    let last = Eight::at(bytes, len.saturating_sub(8)).small();
    let product = u128::from(first.rotate_left(23) ^ last ^ len as u64) * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}

impl Interner {
    /// With room for so many values.
    fn new(values: usize) -> Interner {
        Interner { places: vec![0; (2 * values).next_power_of_two().max(64)] }
    }

    /// The number of a value, a new one if it was not seen before.
    fn of(&mut self, value: &str, values: &mut Values) -> u32 {
        let hash = by_ends(value) >> 32;
        let mut at = self.home(hash);
        for _ in 0..MAX_PROBES {
            let place = self.places[at];
            if place == 0 {
                break;
            }
            if place >> 32 == hash && values.text(place as u32) == value {
                return place as u32;
            }
            at = (at + 1) & (self.places.len() - 1);
        }
        let number = values.add(value);
        self.places[at] = hash << 32 | u64::from(number);
        number
    }

    fn home(&self, hash: u64) -> usize {
        hash as usize & (self.places.len() - 1)
    }
}

fn is_name(attribute: Name) -> bool {
    matches!(attribute, name::CLASS | name::ID)
}

/// Rules over names that are looked for together, in one reading of the page's values. Whoever has such rules gives
/// them a type of their own, under which the document keeps what was found.
pub trait RuleTable: Send + Sync + 'static {
    /// The rules of all who share the reading.
    fn names() -> &'static Names;
}

/// What a table's rules found.
struct AllFound<T>(Vec<u128>, PhantomData<T>);

impl<T: RuleTable> Derived for AllFound<T> {
    fn derive(document: &Document) -> AllFound<T> {
        AllFound(document.derived::<Values>().find(T::names()), PhantomData)
    }
}

impl Document {
    /// What the class and id of the page's elements say by those rules of a table that have these numbers, at most 32.
    pub fn found<T: RuleTable>(&self, rules: Range<usize>) -> Found<'_> {
        let all = &self.derived::<AllFound<T>>().0;
        Found::of(self.derived::<Values>(), all, rules.start, rules.len())
    }
}

/// Which rules hold for each value.
#[derive(Debug)]
pub struct Found<'v> {
    values: &'v Values,
    /// By the number of the value.
    bits: Vec<u32>,
}

impl<'v> Found<'v> {
    /// Of the rules that hold for each value, those from a number on, at most 32.
    fn of(values: &'v Values, all: &[u128], first: usize, count: usize) -> Found<'v> {
        let mask = u32::MAX >> 32usize.saturating_sub(count).min(31);
        let bits = all.iter().map(|&bits| (bits >> first) as u32 & mask);
        Found { values, bits: std::iter::once(0).chain(bits).collect() }
    }

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
        let found = Found::of(&values, &values.find(&names), 0, 1);
        let p: Vec<NodeId> =
            page.subtree(page.root()).filter(|&n| page.name(n) == name::P).collect();
        let bits: Vec<_> = p.iter().map(|&n| (found.class(n), found.id(n))).collect();
        assert_eq!(bits, [(1, 0), (1, 0), (0, 1), (0, 0)]);
    }

    #[test]
    fn values_that_differ_in_their_middle_are_told_apart() {
        let id = |n: usize| format!("beginning-{n:02}-the-end");
        let html: String = (0..150).map(|n| format!("<p id={}>", id(n % 50))).collect();
        let page = Page::parse(html);
        let values = Values::of(&page);
        for p in page.subtree(page.root()).filter(|&n| page.name(n) == name::P) {
            assert_eq!(Some(values.text(values.id[p.index()])), page.attr(p, name::ID));
        }
    }

    #[test]
    fn many_values_are_told_apart() {
        let html: String = (0..3000).map(|n| format!("<p id=i{n} class='c{}'>", n % 700)).collect();
        let page = Page::parse(html);
        let values = Values::of(&page);
        // Some may be numbered twice, where the table is nearly full.
        assert!((3700..6000).contains(&values.starts.len()));
        for p in page.subtree(page.root()).filter(|&n| page.name(n) == name::P) {
            assert_eq!(Some(values.text(values.id[p.index()])), page.attr(p, name::ID));
            assert_eq!(Some(values.text(values.class[p.index()])), page.attr(p, name::CLASS));
        }
    }
}
