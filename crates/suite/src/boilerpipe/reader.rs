//! From a page to boilerpipe's text blocks.
//!
//! boilerpipe cuts text by its own list of tags, which is shorter than HTML's list of inline elements, and its
//! thresholds were learned on that cut. Every tag that is not on the list ends a block, `br` too. The paper speaks of
//! links alone as not ending one; the program has more, and they are followed.

use super::draft::{Atom, Parts, Piece, TextBlock};
use super::words::Counter;
#[cfg(test)]
use dehusk_extract::derived::Trimmed;
use dehusk_extract::{Derived, Document, Texts};
use dehusk_page::{Kind, Name, NodeId, Page, name};

/// What boilerpipe does at a tag.
#[derive(Clone, Copy, PartialEq)]
enum Action {
    /// The element and all in it is left out; it ends a block.
    Ignore,
    /// Its words are link words.
    Anchor,
    /// Nothing.
    Inline,
    /// It parts words as white space does.
    InlineSpace,
    /// It ends a block when it opens and when it closes.
    Block,
    /// As [`Action::Block`], and the text in it is a heading.
    Heading,
    /// As [`Action::Block`], and the text in it is of a list.
    ListItem,
}

fn action(tag: Name) -> Action {
    match tag {
        name::STYLE | name::SCRIPT | name::OPTION | name::OBJECT => Action::Ignore,
        name::EMBED | name::APPLET | name::NOSCRIPT => Action::Ignore,
        // Pages keep markup for scripts in these, which the standard's parser reads as text.
        name::IFRAME | name::NOEMBED | name::NOFRAMES | name::TEXTAREA => Action::Ignore,
        name::TEMPLATE => Action::Ignore,
        name::A => Action::Anchor,
        name::STRIKE | name::U | name::B | name::I | name::EM | name::STRONG => Action::Inline,
        name::SPAN | name::SUP | name::SUB | name::CODE | name::TT => Action::Inline,
        name::VAR | name::FONT => Action::Inline,
        name::ABBR | name::ACRONYM => Action::InlineSpace,
        name::H1 | name::H2 | name::H3 => Action::Heading,
        name::LI => Action::ListItem,
        _ => Action::Block,
    }
}

/// Reads the text blocks of a page's body and the title of its head.
impl Derived for Parts {
    fn derive(document: &Document) -> Parts {
        Parts::read(document.page(), document.text_letters())
    }
}

/// The texts of all parts, for the choice of media.
pub(super) struct PartTexts(pub Texts);

impl Derived for PartTexts {
    fn derive(document: &Document) -> PartTexts {
        let texts = document.derived::<Parts>().texts();
        PartTexts(Texts::of(document.text_letters(), texts))
    }
}

impl Parts {
    /// `letters` are those of each text by its node's index.
    pub(crate) fn read(page: &Page, letters: &[u32]) -> Parts {
        let mut reader = Reader::new(page, letters);
        reader.parts.title = title(page);
        if let Some(body) = page.body() {
            reader.walk(body);
        }
        reader.parts
    }
}

#[cfg(test)]
impl Parts {
    /// The parts of a page that is read for nothing else.
    pub(super) fn alone(page: &Page) -> Parts {
        Parts::read(page, &Trimmed::of(page).letters)
    }
}

/// The last title of the head that is not empty.
fn title(page: &Page) -> Option<String> {
    let titles = page.descendants(page.head()?).filter(|&n| page.name(n) == name::TITLE);
    let texts = titles.map(|n| page.text_content(n).trim().to_string());
    texts.filter(|t| !t.is_empty()).last()
}

/// Whether a text is white space: mostly asked of a line end and some indentation.
fn is_blank(text: &str) -> bool {
    let Some(first) = text.bytes().find(|b| !b.is_ascii_whitespace()) else { return true };
    !first.is_ascii() && text.trim_start().is_empty()
}

struct Reader<'p> {
    page: &'p Page,
    letters: &'p [u32],
    parts: Parts,
    /// Elements whose end matters, with the id after their subtree.
    open: Vec<(NodeId, Action)>,
    anchors: u32,
    headings: u32,
    list_items: u32,
    /// Block-level elements that are open, links among them.
    tag_level: u32,
    counter: Counter,
    /// The first piece of the atom that is being read, and its tag level if it has text already.
    first_piece: u32,
    atom_level: Option<u32>,
    space_before: bool,
}

impl<'p> Reader<'p> {
    fn new(page: &'p Page, letters: &'p [u32]) -> Reader<'p> {
        Reader {
            page,
            letters,
            parts: Parts::empty(page),
            open: Vec::new(),
            anchors: 0,
            headings: 0,
            list_items: 0,
            tag_level: 0,
            counter: Counter::default(),
            first_piece: 0,
            atom_level: None,
            space_before: false,
        }
    }

    fn walk(&mut self, body: NodeId) {
        let mut nodes = self.page.descendants(body);
        while let Some(node) = nodes.next() {
            self.close_before(node);
            match self.page.kind(node) {
                Kind::Text => self.text(node),
                Kind::Element if self.element(node) == Action::Ignore => {
                    nodes.skip_subtree(self.page, node);
                }
                _ => {}
            }
        }
        self.close_before(self.page.end(body));
        self.end_atom();
    }

    #[inline]
    fn close_before(&mut self, node: NodeId) {
        while let Some((_, action)) = self.open.pop_if(|(end, _)| *end <= node) {
            self.close(action);
        }
    }

    fn close(&mut self, action: Action) {
        self.boundary(action);
        if action != Action::InlineSpace {
            self.tag_level -= 1;
        }
        match action {
            Action::Anchor => self.anchors -= 1,
            Action::Heading => self.headings -= 1,
            Action::ListItem => self.list_items -= 1,
            _ => {}
        }
    }

    fn element(&mut self, node: NodeId) -> Action {
        let action = action(self.page.name(node));
        self.boundary(action);
        match action {
            Action::Inline | Action::Ignore => return action,
            Action::Anchor => self.anchors += 1,
            Action::Heading => self.headings += 1,
            Action::ListItem => self.list_items += 1,
            Action::InlineSpace | Action::Block => {}
        }
        if action != Action::InlineSpace {
            self.tag_level += 1;
        }
        self.open.push((self.page.end(node), action));
        action
    }

    /// What a tag does to the text around it, when it opens and when it closes.
    fn boundary(&mut self, action: Action) {
        match action {
            Action::Inline => {}
            Action::Anchor | Action::InlineSpace => self.part_words(),
            _ => self.end_atom(),
        }
    }

    fn part_words(&mut self) {
        self.counter.gap(self.anchors > 0);
        self.space_before = true;
    }

    fn text(&mut self, node: NodeId) {
        let has_letters = self.letters.get(node.index()).is_some_and(|&letters| letters > 0);
        let text = if has_letters { self.page.text(node) } else { "" };
        if is_blank(text) {
            // Between blocks it is nothing; between words it is a space that a renderer needs.
            if self.atom_level.is_some() {
                self.part_words();
                self.parts.pieces.push(Piece { node, space_before: false });
            }
            return;
        }
        self.atom_level.get_or_insert(self.tag_level);
        self.counter.add(text, self.anchors > 0);
        let space_before = std::mem::take(&mut self.space_before);
        self.parts.pieces.push(Piece { node, space_before });
    }

    fn end_atom(&mut self) {
        self.space_before = false;
        let Some(tag_level) = self.atom_level.take() else { return };
        let pieces = self.first_piece..self.parts.pieces.len() as u32;
        let Some(counts) = self.counter.take(self.anchors > 0) else {
            self.parts.pieces.truncate(self.first_piece as usize);
            return;
        };
        self.first_piece = pieces.end;
        let atom = self.parts.atoms.len() as u32;
        self.parts.atoms.push(Atom { pieces, counts });
        self.parts.blocks.push(TextBlock {
            atoms: atom..atom + 1,
            counts,
            tag_level,
            content: false,
            title: false,
            ends_text: false,
            might_be_content: false,
            very_likely_content: false,
            heading: self.headings > 0,
            list_item: self.list_items > 0,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::draft::Draft;
    use super::*;

    /// Text, words and link words of each block.
    fn blocks(html: &str) -> Vec<(String, u32, u32)> {
        let page = Page::parse(html);
        let parts = Parts::alone(&page);
        let draft = Draft::new(&page, &parts, parts.state());
        let describe = |(index, block): (usize, &TextBlock)| {
            let text = draft.text(index, &mut String::new()).to_string();
            (text, block.counts.words, block.counts.link_words)
        };
        draft.blocks.iter().enumerate().map(describe).collect()
    }

    fn block(text: &str, words: u32, link_words: u32) -> (String, u32, u32) {
        (text.to_string(), words, link_words)
    }

    #[test]
    fn inline_tags_do_not_cut_and_all_others_do() {
        let html = "<p>one <b>t</b>wo</p>three<br>four <small>five</small>";
        let expected = [("one two", 2), ("three", 1), ("four", 1), ("five", 1)];
        assert_eq!(blocks(html), expected.map(|(text, words)| block(text, words, 0)));
    }

    #[test]
    fn links_part_words_and_count_theirs() {
        let found = blocks("<p>see<a href=x>this page</a>now");
        assert_eq!(found, [block("see this page now", 4, 2)]);
        let found = blocks("<a href=x><div>in a link</div></a><p>out of it");
        assert_eq!(found, [block("in a link", 3, 3), block("out of it", 3, 0)]);
    }

    #[test]
    fn abbreviations_part_words() {
        assert_eq!(blocks("<p>the<abbr>EU</abbr>said"), [block("the EU said", 3, 0)]);
    }

    #[test]
    fn what_is_no_text_is_ignored_and_cuts() {
        let html = "<p>one<script>two()</script>three<select><option>four</select><noscript>five</noscript>";
        assert_eq!(blocks(html), [block("one", 1, 0), block("three", 1, 0)]);
    }

    #[test]
    fn a_block_of_signs_is_none() {
        assert_eq!(blocks("<p>one<p> | \u{bb}<p>two"), [block("one", 1, 0), block("two", 1, 0)]);
    }

    #[test]
    fn the_spaces_between_words_belong_to_the_block() {
        let page = Page::parse("<p><b>one</b> <i>two</i></p> <p>three");
        let parts = Parts::alone(&page);
        assert_eq!(parts.atoms.iter().map(|a| a.pieces.len()).collect::<Vec<_>>(), [3, 1]);
    }

    #[test]
    fn tag_levels_count_what_is_open() {
        let page = Page::parse("<div>a<p>b</p><ul><li>c</ul></div><p>d<br>e");
        let levels: Vec<u32> = Parts::alone(&page).blocks.iter().map(|b| b.tag_level).collect();
        assert_eq!(levels, [1, 2, 3, 1, 1]);
    }

    #[test]
    fn headings_and_list_items_are_known_through_inline_tags() {
        let page = Page::parse("<h2><a href=x>a</a></h2><h4>b</h4><ul><li><p>c</p>d</ul><p>e");
        let parts = Parts::alone(&page);
        let found: Vec<_> = parts.blocks.iter().map(|b| (b.heading, b.list_item)).collect();
        let (heading, item, other) = ((true, false), (false, true), (false, false));
        assert_eq!(found, [heading, other, item, item, other]);
    }

    #[test]
    fn the_title_comes_from_the_head() {
        assert_eq!(
            Parts::alone(&Page::parse("<title> A\nB </title><p>x")).title.as_deref(),
            Some("A\nB")
        );
        assert_eq!(Parts::alone(&Page::parse("<title></title><p>x")).title, None);
    }
}
