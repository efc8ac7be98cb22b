//! A tree to rearrange, with the words of its texts.
//!
//! Goose renames, unwraps and moves elements, and measures what it has by stop words; texts stay in the page and are
//! measured once.

pub(crate) use super::super::shared::light::Id;
use super::super::shared::light::Light;
use super::super::shared::stop_words::StopWords;
use dehusk_extract::Document;
use dehusk_page::{Name, NodeId, Page, name};
use std::cell::{Cell, OnceCell};
use std::ops::{Deref, DerefMut};

const UNSCORED: i32 = i32::MIN;
/// What stands for the words of a text that nobody has asked for.
const UNASKED: (u32, u32) = (u32::MAX, 0);

/// Words and stop words, by a node's place.
type Counts = Box<[Cell<(u32, u32)>]>;

/// See the module.
#[derive(Debug)]
pub(crate) struct Tree<'d> {
    light: Light,
    page: &'d Page,
    document: &'d Document,
    list: &'static StopWords,
    /// The sum of what paragraphs below each node are worth, or [`UNSCORED`] before one was counted.
    scores: Vec<i32>,
    /// Words and stop words of texts, once somebody has asked; most texts of a page stand in places where nobody
    /// does.
    words: OnceCell<Counts>,
}

impl Deref for Tree<'_> {
    type Target = Light;

    fn deref(&self) -> &Light {
        &self.light
    }
}

impl DerefMut for Tree<'_> {
    fn deref_mut(&mut self) -> &mut Light {
        &mut self.light
    }
}

impl<'d> Tree<'d> {
    /// Everything below an element of the page but comments, scripts and styles. The first node is the element.
    pub fn of(document: &'d Document, root: NodeId, list: &'static StopWords) -> Tree<'d> {
        let page = document.page();
        let light = Light::of(page, root, is_left_out);
        Tree { light, page, document, list, scores: Vec::new(), words: OnceCell::new() }
    }

    pub fn score(&self, id: Id) -> Option<i32> {
        self.scores.get(id.at()).copied().filter(|&score| score != UNSCORED)
    }

    pub fn add_score(&mut self, id: Id, more: i32) {
        let score = self.score(id).unwrap_or(0).saturating_add(more);
        if self.scores.len() <= id.at() {
            self.scores.resize(self.light.len().max(id.at() + 1), UNSCORED);
        }
        self.scores[id.at()] = score.max(UNSCORED + 1);
    }

    /// Characters of all texts of a node, with a space between each two.
    pub fn chars(&self, id: Id) -> u32 {
        let lengths = self.texts(id).filter_map(|text| self.origin(text));
        let lengths = lengths.map(|node| self.document.text_chars()[node.index()]);
        lengths.filter(|&chars| chars > 0).map(|chars| chars + 1).sum::<u32>().saturating_sub(1)
    }

    /// Whether the text of a node begins with an opening bracket and ends with a closing one.
    pub fn is_in_brackets(&self, id: Id) -> bool {
        let filled = self.texts(id).filter_map(|text| self.origin(text));
        let mut filled = filled.filter(|node| self.document.text_chars()[node.index()] > 0);
        let Some(first) = filled.next() else { return false };
        self.page.text(first).trim_start().starts_with('(') && {
            let last = filled.last().unwrap_or(first);
            self.page.text(last).trim_end().ends_with(')')
        }
    }

    /// Words of all texts of a node.
    pub fn words(&self, id: Id) -> u32 {
        self.texts(id).map(|text| self.words_of(text).0).sum()
    }

    /// Stop words of all texts of a node.
    pub fn stop_words(&self, id: Id) -> u32 {
        self.texts(id).map(|text| self.words_of(text).1).sum()
    }

    /// Whether a node has at least that many stop words.
    pub fn has_stop_words(&self, id: Id, least: u32) -> bool {
        let mut count = 0;
        self.texts(id).any(|text| {
            count += self.words_of(text).1;
            count >= least
        })
    }

    /// Words and stop words of a text.
    fn words_of(&self, text: Id) -> (u32, u32) {
        let words = self.words.get_or_init(|| vec![Cell::new(UNASKED); self.light.len()].into());
        let known = words.get(text.at());
        if let Some(known) = known.map(Cell::get).filter(|&known| known != UNASKED) {
            return known;
        }
        let node = self.origin(text).filter(|node| self.document.text_chars()[node.index()] > 0);
        let counted = node.map_or((0, 0), |node| self.list.count(self.page.text(node)));
        known.inspect(|cell| cell.set(counted));
        counted
    }
}

fn is_left_out(tag: Name) -> bool {
    matches!(
        tag,
        name::SCRIPT
            | name::STYLE
            | name::HEAD
            | name::IFRAME
            | name::NOEMBED
            | name::NOFRAMES
            | name::TEMPLATE
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_move_and_unwrap() {
        let html = "<div><p>The <b>ship</b> and, the sea</p><i>x</i></div>";
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let list = StopWords::of("en").unwrap();
        let mut tree = Tree::of(&document, page.body().unwrap(), list);
        let tags = |tree: &Tree<'_>| {
            tree.below(tree.top())
                .map(|id| page.name_text(tree.tag(id)).to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(tags(&tree), ["div", "p", "", "b", "", "", "i", ""]);
        let p = tree.elements(tree.top(), |tag| tag == name::P)[0];
        assert_eq!((tree.words(p), tree.stop_words(p), tree.chars(p)), (5, 3, 21));
        assert!(tree.has_stop_words(p, 3) && !tree.has_stop_words(p, 4));
        let b = tree.elements(tree.top(), |tag| tag == name::B)[0];
        tree.unwrap(b);
        assert_eq!(tags(&tree), ["div", "p", "", "", "", "i", ""]);
        let i = tree.elements(tree.top(), |tag| tag == name::I)[0];
        tree.insert_before(p, i);
        assert_eq!(tags(&tree), ["div", "i", "", "p", "", "", ""]);
        tree.detach(p);
        assert_eq!(tags(&tree), ["div", "i", ""]);
        let (top, first) = (tree.top(), tree.first_below(tree.top()).unwrap());
        let copy = tree.copy(first);
        tree.append(top, copy);
        assert_eq!(tags(&tree), ["div", "i", "", "div", "i", ""]);
    }
}
