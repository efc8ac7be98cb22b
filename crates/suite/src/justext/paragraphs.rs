//! The paragraphs of a page as jusText cuts them: at its list of block-level tags and at two `br` in a row.

use super::super::shared::stop_words::{StopWords, each_word};
use dehusk_extract::{Derived, Document, Texts};
use dehusk_page::{Kind, Name, NodeId, Page, name};
use std::ops::Range;

/// The paragraphs of a page that have text, in document order.
#[derive(Debug, Default)]
pub(crate) struct Paragraphs {
    pub(super) list: Vec<Paragraph>,
    /// The texts of all.
    texts: Vec<Text>,
}

/// A text that is not blank.
#[derive(Clone, Copy, Debug)]
struct Text {
    node: NodeId,
    /// Whether white space parts it from the text before.
    after_gap: bool,
}

/// Text between two boundaries.
#[derive(Clone, Debug, Default)]
pub(super) struct Paragraph {
    /// Its texts among those of all.
    pub texts: Range<usize>,
    /// Characters, white space folded.
    pub chars: u32,
    pub link_chars: u32,
    /// Whether it stands in a heading.
    pub heading: bool,
    /// Whether it has a copyright sign.
    pub copyright: bool,
}

/// What jusText's preprocessing takes out with all that is in it.
fn is_removed(tag: Name) -> bool {
    matches!(
        tag,
        name::HEAD
            | name::SCRIPT
            | name::STYLE
            | name::APPLET
            | name::BUTTON
            | name::INPUT
            | name::SELECT
            | name::TEXTAREA
            // The standard's parser reads markup in these as text, or keeps it apart.
            | name::IFRAME
            | name::NOEMBED
            | name::NOFRAMES
            | name::TEMPLATE
    )
}

/// Tags that end a paragraph. `form` does not, since the preprocessing takes the tag out.
fn is_boundary(tag: Name) -> bool {
    matches!(
        tag,
        name::BODY
            | name::BLOCKQUOTE
            | name::CAPTION
            | name::CENTER
            | name::COL
            | name::COLGROUP
            | name::DD
            | name::DIV
            | name::DL
            | name::DT
            | name::FIELDSET
            | name::LEGEND
            | name::OPTGROUP
            | name::OPTION
            | name::P
            | name::PRE
            | name::TABLE
            | name::TD
            | name::TFOOT
            | name::TH
            | name::THEAD
            | name::TR
            | name::UL
            | name::LI
    ) || is_heading(tag)
}

fn is_heading(tag: Name) -> bool {
    matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6)
}

impl Derived for Paragraphs {
    fn derive(document: &Document) -> Paragraphs {
        Paragraphs::read(document, &|_| false)
    }
}

/// The texts of all paragraphs, for the choice of media.
pub(super) struct ParagraphTexts(pub Texts);

impl Derived for ParagraphTexts {
    fn derive(document: &Document) -> ParagraphTexts {
        let texts = document.derived::<Paragraphs>().nodes();
        ParagraphTexts(Texts::of(document.text_letters(), texts))
    }
}

impl Paragraphs {
    /// Reads a page; `without` names elements that are left out.
    pub fn read(document: &Document, without: &dyn Fn(NodeId) -> bool) -> Paragraphs {
        let mut reader = Reader { without, ..Reader::new(document) };
        if let Some(body) = document.page().body() {
            reader.walk(body);
        }
        reader.done
    }

    /// The text nodes of all paragraphs.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.texts.iter().map(|text| text.node)
    }

    /// The text nodes of one.
    pub(super) fn nodes_of(
        &self,
        paragraph: &Paragraph,
    ) -> impl DoubleEndedIterator<Item = NodeId> {
        self.texts_of(paragraph).iter().map(|text| text.node)
    }

    fn texts_of(&self, paragraph: &Paragraph) -> &[Text] {
        self.texts.get(paragraph.texts.clone()).unwrap_or_default()
    }

    /// The share of a paragraph's words that are stop words.
    pub(super) fn stop_density(&self, paragraph: &Paragraph, page: &Page, list: &StopWords) -> f32 {
        let mut counter = Counter { list, words: 0, stops: 0, begun: String::new() };
        for text in self.texts_of(paragraph) {
            counter.count(page.text(text.node), text.after_gap);
        }
        counter.count_begun();
        counter.stops as f32 / counter.words.max(1) as f32
    }
}

/// Counts the words of a paragraph, and those of them that are stop words.
struct Counter<'l> {
    list: &'l StopWords,
    words: u32,
    stops: u32,
    /// A word that the next text may go on with.
    begun: String,
}

impl Counter<'_> {
    /// Counts the words of a text. The first may go on with one that was begun before, the last is begun only if no
    /// white space is behind it.
    fn count(&mut self, text: &str, after_gap: bool) {
        if after_gap {
            self.count_begun();
        }
        let mut last: Option<&str> = None;
        each_word(text, |word| {
            if let Some(done) = last.replace(word) {
                self.count_word(done);
            }
        });
        match last {
            Some(word) if text.ends_with(char::is_whitespace) => self.count_word(word),
            Some(word) => self.begun.push_str(word),
            None => {}
        }
    }

    fn count_word(&mut self, word: &str) {
        if self.begun.is_empty() {
            self.words += 1;
            self.stops += u32::from(self.list.contains(word));
        } else {
            self.begun.push_str(word);
            self.count_begun();
        }
    }

    fn count_begun(&mut self) {
        if !self.begun.is_empty() {
            self.words += 1;
            self.stops += u32::from(self.list.contains(&self.begun));
            self.begun.clear();
        }
    }
}

struct Reader<'p> {
    page: &'p Page,
    /// Characters of the texts.
    chars: &'p [u32],
    without: &'p dyn Fn(NodeId) -> bool,
    done: Paragraphs,
    current: Paragraph,
    /// White space was seen that counts if more text follows.
    space: bool,
    open: Vec<NodeId>,
    headings: u32,
    link: bool,
    after_br: bool,
}

impl<'p> Reader<'p> {
    fn new(document: &'p Document) -> Reader<'p> {
        Reader {
            page: document.page(),
            chars: document.text_chars(),
            without: &|_| false,
            done: Paragraphs::default(),
            current: Paragraph::default(),
            space: false,
            open: Vec::new(),
            headings: 0,
            link: false,
            after_br: false,
        }
    }

    fn walk(&mut self, body: NodeId) {
        let mut nodes = self.page.descendants(body);
        while let Some(node) = nodes.next() {
            self.close_before(node);
            match self.page.kind(node) {
                Kind::Text => self.text(node),
                Kind::Element if is_removed(self.page.name(node)) || (self.without)(node) => {
                    nodes.skip_subtree(self.page, node);
                }
                Kind::Element => self.open(node),
                _ => {}
            }
        }
        self.close_before(self.page.end(body));
        self.end();
    }

    fn open(&mut self, node: NodeId) {
        let tag = self.page.name(node);
        if is_boundary(tag) || tag == name::BR && self.after_br {
            self.end();
        } else if tag != name::FORM {
            self.after_br = tag == name::BR;
            self.space |= self.after_br;
            self.link |= tag == name::A;
        }
        if is_boundary(tag) || tag == name::A {
            self.headings += u32::from(is_heading(tag));
            self.open.push(node);
        }
    }

    fn close_before(&mut self, node: NodeId) {
        while let Some(closed) = self.open.pop_if(|o| self.page.end(*o) <= node) {
            let tag = self.page.name(closed);
            if tag == name::A {
                self.link = false;
            } else {
                self.end();
                self.headings -= u32::from(is_heading(tag));
            }
        }
    }

    fn text(&mut self, node: NodeId) {
        let (text, chars) = (self.page.text(node), self.chars[node.index()]);
        let starts_with_space = text.starts_with(char::is_whitespace);
        self.space |= starts_with_space;
        if chars == 0 {
            return;
        }
        let ends_with_space = text.ends_with(char::is_whitespace);
        let gap = self.space && self.current.chars > 0;
        self.current.chars += chars + u32::from(gap);
        self.current.copyright |= !text.is_ascii() && text.contains('©');
        self.current.heading |= self.headings > 0;
        self.done.texts.push(Text { node, after_gap: gap });
        if self.link {
            // Characters of the text as they stand, runs of white space folded.
            let margins = u32::from(starts_with_space) + u32::from(ends_with_space);
            self.current.link_chars += chars + margins;
        }
        self.space = ends_with_space;
        self.after_br = false;
    }

    fn end(&mut self) {
        self.space = false;
        let mut done = std::mem::take(&mut self.current);
        let start = self.done.list.last().map_or(0, |before| before.texts.end);
        done.texts = start..self.done.texts.len();
        if !done.texts.is_empty() {
            self.done.list.push(done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(html: &str) -> Vec<(u32, u32, bool)> {
        let document = Document::new(Page::parse(html));
        let read = Paragraphs::read(&document, &|_| false);
        read.list.iter().map(|p| (p.chars, p.link_chars, p.heading)).collect()
    }

    #[test]
    fn block_tags_and_double_breaks_end_a_paragraph() {
        assert_eq!(found("<p>ab</p>cd<br>ef<br><br>gh").len(), 3);
        assert_eq!(found("<section>ab</section><section>cd</section>"), [(4, 0, false)]);
        assert_eq!(found("ab<form>cd</form>"), [(4, 0, false)]);
    }

    #[test]
    fn white_space_is_folded() {
        assert_eq!(found("<p> a \n b<br>c </p>"), [(5, 0, false)]);
    }

    #[test]
    fn links_and_headings() {
        assert_eq!(found("<h2>see <a href=x>it</a> now</h2>"), [(10, 2, true)]);
        assert_eq!(found("<p><a href=x>a</a>b"), [(2, 1, false)]);
    }

    #[test]
    fn stop_words_are_counted_as_they_stand() {
        let html = "<p>The ship, <b>and</b> the sea and, the sky<p>Ship";
        let document = Document::new(Page::parse(html));
        let (read, list) = (Paragraphs::read(&document, &|_| false), StopWords::of("en").unwrap());
        let density = |p: &Paragraph| read.stop_density(p, document.page(), list);
        assert_eq!(read.list.iter().map(density).collect::<Vec<_>>(), [0.5, 0.0]);
    }

    #[test]
    fn forms_lose_their_controls() {
        assert_eq!(found("<select><option>a</select><textarea>b</textarea><script>c</script>"), []);
    }
}
