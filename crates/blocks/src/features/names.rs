//! What elements are named: the families and the words of their classes, ids, roles and item properties.
//!
//! Most elements of a page are named like others, so what follows from names is found once for each way of being
//! named, and an element has the number of its own.

use super::families::{Family, OF_PAGE, bit, families};
use crate::containers::Containers;
use crate::table::{Table, hash_bytes, mix};
use dehusk_page::{Name, NodeId, Page, name};
use std::ops::Range;

/// The names of a page's containers.
#[derive(Clone, Debug, Default)]
pub struct NameList {
    of_container: Vec<u32>,
    namings: Vec<Naming>,
    words: Vec<u32>,
}

/// One way of being named.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    /// Families as bits.
    pub families: u32,
    /// The hash of the class.
    pub class: u64,
    words: Range<u32>,
}

impl NameList {
    /// Of all containers.
    pub(crate) fn of(page: &Page, containers: &Containers) -> NameList {
        let mut finder = Finder::default();
        let list = containers.list();
        finder.out.of_container = list.iter().map(|c| finder.find(page, c.node)).collect();
        finder.out
    }

    /// How many ways of being named there are.
    pub fn len(&self) -> usize {
        self.namings.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.namings.is_empty()
    }

    /// How a container is named.
    #[inline]
    pub fn of_container(&self, container: usize) -> usize {
        self.of_container[container] as usize
    }

    /// The hashes of the words of a way of being named, each as often as it occurs: see [`name_words`].
    pub fn words(&self, naming: usize) -> &[u32] {
        let words = &self.namings[naming].words;
        &self.words[words.start as usize..words.end as usize]
    }

    /// The hash of the class of a way of being named.
    pub fn class(&self, naming: usize) -> u64 {
        self.namings[naming].class
    }

    #[inline]
    pub(crate) fn get(&self, container: usize) -> &Naming {
        &self.namings[self.of_container(container)]
    }
}

/// Gives the hash of every word of a name. A word is a run of ASCII letters, and a capital begins another one:
/// `postBody-2` has `post` and `body`. Single letters are no words.
pub fn name_words(name: &str, mut give: impl FnMut(u32)) {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = word_end(bytes, at);
        if end - at > 1 {
            give(word_hash(&bytes[at..end]));
        }
        at = end.max(at + 1);
    }
}

/// Where the word that begins at `start` ends; `start` itself where none does.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let is = |at: usize, of: fn(&u8) -> bool| bytes.get(at).is_some_and(of);
    let mut at = start;
    while is(at, u8::is_ascii_uppercase) {
        at += 1;
    }
    if at > start + 1 {
        // A word of capitals; the last of them begins the next word where small letters follow.
        return if is(at, u8::is_ascii_lowercase) { at - 1 } else { at };
    }
    while is(at, u8::is_ascii_lowercase) {
        at += 1;
    }
    at
}

/// The hash of a word in any case: that of Fowler, Noll and Vo.
fn word_hash(word: &[u8]) -> u32 {
    word.iter().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    })
}

fn names_an_element(attribute: Name) -> bool {
    matches!(attribute, name::CLASS | name::ID | name::ITEMPROP | name::ROLE)
}

/// Finds the names of elements, looking at every distinct value once.
#[derive(Debug)]
struct Finder {
    out: NameList,
    namings: Table<Option<u32>>,
    families: Table<Option<u32>>,
}

impl Default for Finder {
    fn default() -> Finder {
        let (namings, words) = (Vec::with_capacity(64), Vec::with_capacity(128));
        Finder {
            out: NameList { of_container: Vec::new(), namings, words },
            namings: Table::with_capacity(256),
            families: Table::with_capacity(256),
        }
    }
}

impl Finder {
    /// How an element is named.
    fn find(&mut self, page: &Page, element: NodeId) -> u32 {
        let is_page = matches!(page.name(element), name::HTML | name::BODY);
        let mut key = u64::from(is_page);
        for (attribute, value) in page.attrs_named(element, names_an_element) {
            key = mix(mix(key, attribute.number().into()), hash_bytes(value.as_bytes()));
        }
        let next = self.out.namings.len() as u32;
        let known = self.namings.entry(key).map(|known| *known.get_or_insert(next));
        if let Some(known) = known.filter(|&known| known < next) {
            return known;
        }
        let naming = self.naming(page, element, is_page);
        self.out.namings.push(naming);
        next
    }

    fn naming(&mut self, page: &Page, element: NodeId, is_page: bool) -> Naming {
        let mut naming = Naming::default();
        let start = self.out.words.len() as u32;
        for (attribute, value) in page.attrs_named(element, names_an_element) {
            let hash = hash_bytes(value.as_bytes());
            naming.families |= match self.families.entry(hash) {
                Some(known) => *known.get_or_insert_with(|| families(value)),
                None => families(value),
            };
            name_words(value, |word| self.out.words.push(word));
            if attribute == name::CLASS {
                naming.class = hash;
            } else if attribute == name::ROLE && matches!(value, "main" | "article") {
                naming.families |= bit(Family::MainRole);
            }
        }
        naming.words = start..self.out.words.len() as u32;
        if is_page {
            naming.families &= OF_PAGE;
        }
        naming
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blocks;

    fn words(name: &str) -> Vec<u32> {
        let mut words = Vec::new();
        name_words(name, |word| words.push(word));
        words
    }

    #[test]
    fn names_are_cut_into_words() {
        let of = |parts: &[&str]| parts.iter().map(|p| word_hash(p.as_bytes())).collect::<Vec<_>>();
        assert_eq!(words("entry-content_2 Main"), of(&["entry", "content", "main"]));
        assert_eq!(words("postBody HTMLText"), of(&["post", "body", "html", "text"]));
        assert_eq!(words("a b1 x-2 é"), of(&[]));
        assert_eq!(words("NAV"), of(&["nav"]));
        assert_eq!(words("css-1x2yzA"), of(&["css", "yz"]));
    }

    fn list(html: &str) -> (Page, Containers, NameList) {
        let page = Page::parse(html);
        let containers = Containers::of(&page, &Blocks::of(&page));
        let names = NameList::of(&page, &containers);
        (page, containers, names)
    }

    #[test]
    fn elements_are_named_by_several_attributes() {
        let (_, containers, names) =
            list("<body class='comment page'><div id=menu role=main itemprop=articleBody>a</div>");
        let families = |at: usize| names.get(at).families;
        assert_eq!(families(1), bit(Family::Positive) | bit(Family::Negative));
        assert_eq!(containers.list().len(), 3);
        for family in [Family::Navigation, Family::MainRole, Family::ArticleBody] {
            assert!(families(2) & bit(family) != 0, "{family:?}");
        }
        assert_eq!(names.words(names.of_container(2)), words("menu main articleBody"));
    }

    #[test]
    fn those_named_alike_share_a_number() {
        let (_, _, names) = list("<p class=x>a<p class=x>b<p id=x>c<p>d<p>e");
        let of: Vec<usize> = (2..7).map(|at| names.of_container(at)).collect();
        assert_eq!((of[0], of[3]), (of[1], of[4]));
        assert!(of[0] != of[2] && of[2] != of[3]);
        assert_eq!(names.len(), 4, "html and body are a kind of their own");
    }
}
