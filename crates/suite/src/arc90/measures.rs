//! What stands below the elements of a light tree that changes.
//!
//! The programs measure an element anew whenever they ask. Here its numbers are kept until something below it goes;
//! only what lies on the way there is then put together again.

use super::words::Reader;
use crate::shared::light::{Id, Light};
use dehusk_extract::Document;
use dehusk_page::{Name, Page, name};

/// The length of a text in characters, each run of white space as one, and none at the ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Length {
    chars: u32,
    leads: bool,
    trails: bool,
}

impl Length {
    /// That of a text.
    pub fn of(text: &str) -> Length {
        let inner = text.trim();
        let chars = dehusk_blocks::folded_chars(text) as u32;
        let leads = text.starts_with(char::is_whitespace);
        Length {
            chars,
            leads,
            trails: if inner.is_empty() { leads } else { text.ends_with(char::is_whitespace) },
        }
    }

    /// Puts another text behind this one.
    fn append(&mut self, more: Length) {
        *self = match (self.chars, more.chars) {
            (_, 0) => Length {
                trails: self.trails || more.leads,
                leads: self.leads || self.chars == 0 && more.leads,
                ..*self
            },
            (0, _) => Length { leads: self.leads || more.leads, ..more },
            (a, b) => {
                let gap = u32::from(self.trails || more.leads);
                Length { chars: a + gap + b, leads: self.leads, trails: more.trails }
            }
        };
    }
}

/// The numbers of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Below {
    length: Length,
    pub commas: u32,
    /// The lengths of all links, nested ones too.
    links: u32,
    pub paragraphs: u32,
    pub images: u32,
    pub items: u32,
    pub embeds: u32,
    /// Fields of forms that can be seen, and all of them.
    pub fields: u32,
    pub inputs: u32,
    pub objects: u32,
}

impl Below {
    pub fn chars(&self) -> u32 {
        self.length.chars
    }

    /// Link text by text.
    pub fn link_density(&self) -> f64 {
        f64::from(self.links) / f64::from(self.chars().max(1))
    }

    /// Adds what an element is and has below it.
    fn append(&mut self, tag: Name, is_hidden_field: bool, more: &Below) {
        self.length.append(more.length);
        self.commas += more.commas;
        self.links = self.links.saturating_add(more.links);
        self.paragraphs += more.paragraphs;
        self.images += more.images;
        self.items += more.items;
        self.embeds += more.embeds;
        self.fields += more.fields;
        self.inputs += more.inputs;
        self.objects += more.objects;
        match tag {
            name::A => self.links = self.links.saturating_add(more.chars()),
            name::P => self.paragraphs += 1,
            name::IMG => self.images += 1,
            name::LI => self.items += 1,
            name::EMBED => self.embeds += 1,
            name::OBJECT => self.objects += 1,
            name::INPUT => {
                self.inputs += 1;
                self.fields += u32::from(!is_hidden_field);
            }
            _ => {}
        }
    }
}

/// The numbers of a tree's elements, as far as they were asked for, and what reads its page.
pub(super) struct Measures<'d> {
    page: &'d Page,
    document: &'d Document,
    reader: Reader<'d>,
    known: Vec<Option<Below>>,
}

impl<'d> Measures<'d> {
    pub fn new(document: &'d Document, sides_count: bool) -> Measures<'d> {
        let reader = Reader::new(document, sides_count);
        Measures { page: document.page(), document, reader, known: Vec::new() }
    }

    pub fn page(&self) -> &'d Page {
        self.page
    }

    /// What class and id of an element weigh.
    pub fn weight(&self, tree: &Light, id: Id) -> f64 {
        tree.origin(id).map_or(0.0, |node| self.reader.said(node).weight())
    }

    pub fn is_unlikely(&self, tree: &Light, id: Id) -> bool {
        tree.origin(id).is_some_and(|node| self.reader.said(node).is_unlikely())
    }

    pub fn is_of_paragraph(&self, tree: &Light, id: Id) -> bool {
        tree.origin(id).is_some_and(|node| self.reader.said(node).is_of_paragraph())
    }

    /// The numbers of a node.
    pub fn of(&mut self, tree: &Light, root: Id) -> Below {
        self.known.resize(tree.len().max(self.known.len()), None);
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            if self.known[id.at()].is_some() {
                open.pop();
                continue;
            }
            let before = open.len();
            open.extend(tree.children(id).filter(|child| self.known[child.at()].is_none()));
            if open.len() == before {
                self.known[id.at()] = Some(self.sum_of_children(tree, id));
                open.pop();
            }
        }
        self.known[root.at()].unwrap_or_default()
    }

    /// An element's numbers, where those of its children are known.
    fn sum_of_children(&self, tree: &Light, id: Id) -> Below {
        if tree.is_text(id) {
            return self.of_text(tree, id);
        }
        let mut sum = Below::default();
        for child in tree.children(id) {
            if let Some(below) = &self.known[child.at()] {
                sum.append(tree.tag(child), self.is_hidden_field(tree, child), below);
            }
        }
        sum
    }

    fn of_text(&self, tree: &Light, id: Id) -> Below {
        let Some(node) = tree.origin(id) else { return Below::default() };
        let text = self.page.text(node);
        let commas = memchr::memchr_iter(b',', text.as_bytes()).count() as u32;
        let mut length = Length::of(text);
        length.chars = self.document.text_chars()[node.index()];
        Below { length, commas, ..Below::default() }
    }

    fn is_hidden_field(&self, tree: &Light, id: Id) -> bool {
        tree.tag(id) == name::INPUT
            && tree
                .origin(id)
                .and_then(|node| self.page.attr(node, name::TYPE))
                .is_some_and(|kind| kind == "hidden")
    }

    /// Takes a node out of the tree, and what was known of all around it with it.
    pub fn drop(&mut self, tree: &mut Light, id: Id) {
        self.changed(tree, tree.parent(id));
        tree.detach(id);
    }

    /// Something below an element is not what it was.
    pub fn changed(&mut self, tree: &Light, from: Option<Id>) {
        let mut around = from;
        while let Some(id) = around {
            // What was not asked for since is unknown all the way up.
            let known = self.known.get_mut(id.at()).and_then(Option::take);
            around = known.and(tree.parent(id));
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(texts: &[&str]) -> u32 {
        let mut sum = Length::default();
        texts.iter().for_each(|text| sum.append(Length::of(text)));
        sum.chars
    }

    #[test]
    fn white_space_counts_once_and_not_at_the_ends() {
        assert_eq!(length(&[" one", " \n", " two "]), 7);
        assert_eq!(length(&["one", "two"]), 6);
        assert_eq!(length(&[" ", "one", "", " ", ""]), 3);
        assert_eq!(length(&["a ", "b", "\n\n", "c"]), 5);
        assert_eq!(length(&[" ", " "]), 0);
    }

    #[test]
    fn numbers_follow_what_is_dropped() {
        let html =
            "<div>one, <a href=x>two</a><ul><li><img><li><input><input type=hidden></ul></div>";
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let mut tree = Light::of(page, page.body().unwrap(), |_| false);
        let mut measures = Measures::new(&document, false);
        let top = tree.top();
        let below = measures.of(&tree, top);
        assert_eq!((below.chars(), below.commas, below.link_density()), (8, 1, 3.0 / 8.0));
        assert_eq!((below.images, below.items, below.fields, below.inputs), (1, 2, 1, 2));
        let list = tree.elements(top, |tag| tag == name::UL)[0];
        measures.drop(&mut tree, list);
        let link = tree.elements(top, |tag| tag == name::A)[0];
        measures.drop(&mut tree, link);
        let below = measures.of(&tree, top);
        assert_eq!((below.chars(), below.items, below.link_density()), (4, 0, 0.0));
    }
}
