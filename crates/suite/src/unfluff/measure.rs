//! What elements hold: stop words, links, characters.
//!
//! unfluff takes an element's text as one string, in which nothing stands between the texts of two nodes, and
//! parts it at spaces: words run on over tags and lines. All texts of the tree are put into one string here, each
//! of whose words is looked up once; an element is a part of that string, and only the two words at its ends are
//! looked up again.

use super::super::goose::tree::{Id, Tree};
use super::notes::Notes;
use super::words::Words;
use dehusk_blocks::swar::Eight;
use dehusk_page::{Name, Page, name};

/// What has been read up to a place.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    bytes: u32,
    spaces: u32,
    /// Gaps between words, of one space or more.
    gaps: u32,
    chars: u32,
    links: u32,
    /// Words of links; one without text counts as one.
    link_words: u32,
    /// Elements `object` and `embed`.
    objects: u32,
    /// Elements `br`.
    breaks: u32,
}

/// An element, in the order of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub id: Id,
    pub tag: Name,
    /// The paragraph among its siblings before it that is nearest, by its number.
    pub paragraph_before: Option<usize>,
    /// The number of the first element that is not below it.
    pub end: usize,
    from: Place,
    to: Place,
}

/// Spaces: where they are, and how many stop words end before them.
#[derive(Clone, Copy, Debug, Default)]
struct Gap {
    from: u32,
    to: u32,
    stop_words: u32,
}

/// The elements of a tree with what they hold.
#[derive(Debug)]
pub(super) struct Measure {
    pub elements: Vec<Element>,
    /// The number of each node's element and one, by its place in the tree; 0 for texts.
    numbers: Vec<u32>,
    /// All texts.
    text: String,
    gaps: Vec<Gap>,
    words: Words,
}

impl Measure {
    /// Measures everything from some nodes down. `breaks` is whether a `br` is a line break in the text; else it
    /// is nothing.
    pub fn of(
        page: &Page,
        tree: &Tree<'_>,
        notes: &Notes,
        words: Words,
        roots: &[Id],
        breaks: bool,
    ) -> Measure {
        // Room for what a whole page has mostly; of parts of it nothing is known.
        let (elements, bytes) =
            if breaks { (0, 0) } else { (page.len() / 2, page.source().len() / 4) };
        let measure = Measure {
            elements: Vec::with_capacity(elements),
            numbers: Vec::with_capacity(if breaks { 0 } else { page.len() }),
            text: String::with_capacity(bytes),
            gaps: Vec::with_capacity(bytes / 8),
            words,
        };
        let now = Place::default();
        let open = Vec::new();
        let mut reader =
            Reader { page, tree, notes, breaks, measure, now, word: 0, open, bare: String::new() };
        roots.iter().for_each(|&root| reader.read(root));
        reader.measure
    }

    pub fn words(&self) -> Words {
        self.words
    }

    /// The number of an element.
    pub fn number(&self, id: Id) -> Option<usize> {
        (self.numbers.get(id.at()).copied().unwrap_or(0) as usize).checked_sub(1)
    }

    pub fn stop_words(&self, element: &Element) -> u32 {
        let (from, to) = (element.from, element.to);
        let gap = |n: u32| self.gaps.get(n as usize).copied().unwrap_or_default();
        let mut bare = String::new();
        if from.gaps == to.gaps {
            return u32::from(self.is_stop_word(from.bytes, to.bytes, &mut bare));
        }
        let (first, last) = (gap(from.gaps), gap(to.gaps - 1));
        let at_ends = u32::from(self.is_stop_word(from.bytes, first.from, &mut bare))
            + u32::from(self.is_stop_word(last.to, to.bytes, &mut bare));
        at_ends + last.stop_words - first.stop_words
    }

    fn is_stop_word(&self, from: u32, to: u32, bare: &mut String) -> bool {
        /// Bytes of a word that is looked up at all.
        const MAX: u32 = 64;
        if to.saturating_sub(from) > MAX {
            return false;
        }
        let word = self.text.get(from as usize..to as usize);
        word.is_some_and(|word| self.words.contains(word, bare))
    }

    /// Whether an element is mostly links: the share of its words in links, times the number of links.
    pub fn is_links(&self, element: &Element) -> bool {
        let (from, to) = (element.from, element.to);
        let links = f64::from(to.links - from.links);
        let words = f64::from(to.spaces - from.spaces + 1);
        links > 0.0 && f64::from(to.link_words - from.link_words) / words * links >= 1.0
    }

    pub fn chars(&self, element: &Element) -> u32 {
        element.to.chars - element.from.chars
    }

    pub fn has_objects(&self, element: &Element) -> bool {
        element.to.objects > element.from.objects
    }

    /// Whether there are line breaks in an element.
    pub fn has_breaks(&self, element: &Element) -> bool {
        element.to.breaks > element.from.breaks
    }

    /// Whether all of an element's text stands in brackets.
    pub fn is_in_brackets(&self, element: &Element) -> bool {
        let text = self.text.get(element.from.bytes as usize..element.to.bytes as usize);
        let text = text.unwrap_or_default().trim();
        text.starts_with('(') && text.ends_with(')')
    }
}

/// Reads a tree into a [`Measure`].
struct Reader<'t> {
    page: &'t Page,
    tree: &'t Tree<'t>,
    notes: &'t Notes,
    breaks: bool,
    measure: Measure,
    now: Place,
    /// Where the last word begins.
    word: u32,
    open: Vec<Open>,
    /// Room for a word without its punctuation.
    bare: String,
}

struct Open {
    id: Id,
    number: usize,
    /// The last paragraph among its children.
    paragraph: Option<usize>,
}

impl Reader<'_> {
    fn read(&mut self, root: Id) {
        let tree = self.tree;
        for id in std::iter::once(root).chain(tree.below(root)) {
            let parent = tree.parent(id);
            while self.open.last().is_some_and(|open| Some(open.id) != parent) {
                self.close();
            }
            if self.notes.is_cut(id)
                && let Some(around) = self.open.last_mut()
            {
                around.paragraph = None;
            }
            match tree.tag(id) {
                name::NONE => self.read_text(id),
                name::BR if self.breaks => self.push("\n\n"),
                tag => self.open(id, tag),
            }
        }
        while !self.open.is_empty() {
            self.close();
        }
    }

    fn open(&mut self, id: Id, tag: Name) {
        if self.notes.is_spaced(id) {
            self.push_space();
        }
        let number = self.measure.elements.len();
        let around = self.open.last_mut();
        let paragraph_before = around.as_ref().and_then(|open| open.paragraph);
        if let (name::P, Some(around)) = (tag, around) {
            around.paragraph = Some(number);
        }
        let (from, to) = (self.now, self.now);
        self.measure.elements.push(Element { id, tag, paragraph_before, end: number, from, to });
        let numbers = &mut self.measure.numbers;
        if numbers.len() <= id.at() {
            numbers.resize(id.at() + 1, 0);
        }
        numbers[id.at()] = number as u32 + 1;
        self.open.push(Open { id, number, paragraph: None });
    }

    fn close(&mut self) {
        let Some(Open { id, number, .. }) = self.open.pop() else { return };
        let end = self.measure.elements.len();
        let Some(element) = self.measure.elements.get_mut(number) else { return };
        (element.to, element.end) = (self.now, end);
        match element.tag {
            name::A => {
                self.now.links += 1;
                self.now.link_words += self.now.spaces - element.from.spaces + 1;
            }
            name::OBJECT | name::EMBED => self.now.objects += 1,
            name::BR => self.now.breaks += 1,
            _ => {}
        }
        if self.notes.is_spaced(id) {
            self.push_space();
        }
    }

    fn read_text(&mut self, id: Id) {
        let Some(node) = self.tree.origin(id) else { return };
        let text = self.page.text(node);
        let chars = if text.is_ascii() { text.len() } else { text.chars().count() };
        self.now.chars += chars as u32;
        let lines = self.notes.has_spaces_for_lines(id);
        if self.notes.is_without_tabs(id) && text.contains('\t') {
            return self.push_text(&text.replace('\t', ""), lines);
        }
        self.push_text(text, lines);
    }

    /// Adds a text. `lines` is whether single line breaks are spaces.
    fn push_text(&mut self, text: &str, lines: bool) {
        let start = self.now.bytes;
        self.push(text);
        let bytes = text.as_bytes();
        // A line of one letter has given that letter to the break before it, and keeps the one after it.
        let (mut at, mut free) = (0, 0);
        for from in (0..bytes.len()).step_by(8) {
            let mut gaps = gaps(bytes, from, lines);
            while gaps != 0 {
                let found = from + (gaps.trailing_zeros() / 8) as usize;
                gaps &= gaps - 1;
                if found < at {
                    continue;
                }
                at = found + 1;
                if bytes[found] == b' ' {
                    at += bytes[at..].iter().take_while(|&&byte| byte == b' ').count();
                } else if found > free && is_single_break(bytes, found) {
                    free = found + 2;
                } else {
                    continue;
                }
                self.end_word(start + found as u32, start + at as u32);
            }
        }
    }

    fn push(&mut self, text: &str) {
        self.measure.text.push_str(text);
        self.now.bytes = self.measure.text.len() as u32;
    }

    fn push_space(&mut self) {
        let at = self.now.bytes;
        self.push(" ");
        self.end_word(at, at + 1);
    }

    /// Counts the word before a gap.
    fn end_word(&mut self, from: u32, to: u32) {
        let measure = &self.measure;
        let before = measure.gaps.last().map_or(0, |gap| gap.stop_words);
        let is_stop_word =
            from > self.word && measure.is_stop_word(self.word, from, &mut self.bare);
        let stop_words = before + u32::from(is_stop_word);
        self.measure.gaps.push(Gap { from, to, stop_words });
        self.now.gaps += 1;
        self.now.spaces += to - from;
        self.word = to;
    }
}

/// A mark on each space of eight bytes, and on each line break where these are looked for.
#[inline]
fn gaps(text: &[u8], at: usize, lines: bool) -> u64 {
    let eight = Eight::at(text, at);
    let breaks = if lines { eight.marks_of(b'\n') } else { 0 };
    eight.marks_of(b' ') | breaks
}

/// Whether a line break has other characters on both sides.
fn is_single_break(text: &[u8], at: usize) -> bool {
    at > 0 && text[at - 1] != b'\n' && text.get(at + 1).is_some_and(|&next| next != b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Document;

    /// Stop words, characters, and whether it is mostly links, of the first element of the body.
    fn measured(html: &str) -> (u32, u32, bool) {
        let document = Document::new(Page::parse(html));
        let words = Words::of(document.page()).unwrap();
        let tree = Tree::of(&document, document.page().body().unwrap(), words.list);
        let notes = Notes::default();
        let measure = Measure::of(document.page(), &tree, &notes, words, &[tree.top()], true);
        let element = &measure.elements[1];
        (measure.stop_words(element), measure.chars(element), measure.is_links(element))
    }

    #[test]
    fn words_run_on_over_nodes_and_lines() {
        assert_eq!(measured("<p>and the of</p>").0, 3);
        assert_eq!(measured("<p>a<b>nd th</b>e o<i>f</i></p>").0, 3);
        assert_eq!(measured("<p>and<b>the</b>of</p>").0, 0);
        assert_eq!(measured("<p>and\nthe of</p>").0, 1);
        assert_eq!(measured("<p>and<br>the of</p>").0, 1);
        assert_eq!(measured("<p>(and, \"THE\" o'f!)</p>").0, 3);
        assert_eq!(measured("<p></p>the").0, 0);
    }

    #[test]
    fn parts_of_words_are_counted_by_themselves() {
        let document = Document::new(Page::parse("<p>x<b>the</b>y <i>of</i></p>"));
        let words = Words::of(document.page()).unwrap();
        let tree = Tree::of(&document, document.page().body().unwrap(), words.list);
        let measure =
            Measure::of(document.page(), &tree, &Notes::default(), words, &[tree.top()], false);
        let counts: Vec<u32> = measure.elements.iter().map(|e| measure.stop_words(e)).collect();
        assert_eq!(counts, [1, 1, 1, 1]);
        assert_eq!(measure.elements[1].end, 4);
        assert_eq!(measure.number(measure.elements[3].id), Some(3));
    }

    #[test]
    fn links_by_their_share_and_number() {
        assert!(!measured("<p>one two three <a>four</a></p>").2);
        assert!(measured("<p>one two <a>three</a> <a>four</a></p>").2);
        assert!(measured("<p>one <a></a></p>x").1 == 4);
    }
}
