//! The paragraphs of a page as jusText cuts them: at its list of block-level tags and at two `br` in a row.

use super::super::shared::stop_words::{StopWords, each_word};
use crate::Document;
use dehusk_page::{Kind, Name, NodeId, Page, name};

/// Text between two boundaries.
#[derive(Clone, Debug, Default)]
pub(super) struct Paragraph {
    /// Its text nodes with text.
    pub nodes: Vec<NodeId>,
    /// Characters, white space folded.
    pub chars: u32,
    pub link_chars: u32,
    /// Whether it stands in a heading.
    pub heading: bool,
    /// Whether it has a copyright sign.
    pub copyright: bool,
    /// Share of its words that are stop words; 0 without a list.
    pub stop_density: f32,
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

/// The paragraphs with text, in document order. `without` names elements that are left out.
pub(super) fn read(
    document: &Document,
    stop_words: Option<&StopWords>,
    without: &dyn Fn(NodeId) -> bool,
) -> Vec<Paragraph> {
    let page = document.page();
    let mut reader = Reader { stop_words, without, ..Reader::new(document) };
    if let Some(body) = page.body() {
        reader.walk(body);
    }
    reader.paragraphs
}

struct Reader<'p> {
    page: &'p Page,
    /// Characters of the texts.
    chars: &'p [u32],
    stop_words: Option<&'p StopWords>,
    without: &'p dyn Fn(NodeId) -> bool,
    /// The words of the paragraph and those of them that are stop words, where these are looked for.
    words: u32,
    stops: u32,
    /// A word that the next text may go on with.
    begun: String,
    paragraphs: Vec<Paragraph>,
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
            stop_words: None,
            without: &|_| false,
            words: 0,
            stops: 0,
            begun: String::new(),
            paragraphs: Vec::new(),
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
        self.current.nodes.push(node);
        if self.link {
            // Characters of the text as they stand, runs of white space folded.
            let margins = u32::from(starts_with_space) + u32::from(ends_with_space);
            self.current.link_chars += chars + margins;
        }
        if let Some(list) = self.stop_words {
            self.count(text, gap, ends_with_space, list);
        }
        self.space = ends_with_space;
        self.after_br = false;
    }

    /// Counts the words of a text. The first may go on with one that was begun before, the last is begun only if no
    /// white space is behind it.
    fn count(&mut self, text: &str, after_gap: bool, ends: bool, list: &StopWords) {
        if after_gap {
            self.count_begun(list);
        }
        let mut last: Option<&str> = None;
        each_word(text, |word| {
            if let Some(done) = last.replace(word) {
                self.count_word(done, list);
            }
        });
        match last {
            Some(word) if ends => self.count_word(word, list),
            Some(word) => self.begun.push_str(word),
            None => {}
        }
    }

    fn count_word(&mut self, word: &str, list: &StopWords) {
        if self.begun.is_empty() {
            self.words += 1;
            self.stops += u32::from(list.contains(word));
        } else {
            self.begun.push_str(word);
            self.count_begun(list);
        }
    }

    fn count_begun(&mut self, list: &StopWords) {
        if !self.begun.is_empty() {
            self.words += 1;
            self.stops += u32::from(list.contains(&self.begun));
            self.begun.clear();
        }
    }

    fn end(&mut self) {
        self.space = false;
        let mut done = std::mem::take(&mut self.current);
        if let Some(list) = self.stop_words {
            self.count_begun(list);
            done.stop_density = self.stops as f32 / self.words.max(1) as f32;
            (self.words, self.stops) = (0, 0);
        }
        if !done.nodes.is_empty() {
            self.paragraphs.push(done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(html: &str) -> Vec<(u32, u32, bool)> {
        let document = Document::new(Page::parse(html));
        let read = read(&document, None, &|_| false);
        read.iter().map(|p| (p.chars, p.link_chars, p.heading)).collect()
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
        let density = |p: &Paragraph| p.stop_density;
        let read = read(&document, StopWords::of("en"), &|_| false);
        assert_eq!(read.iter().map(density).collect::<Vec<_>>(), [0.5, 0.0]);
    }

    #[test]
    fn forms_lose_their_controls() {
        assert_eq!(found("<select><option>a</select><textarea>b</textarea><script>c</script>"), []);
    }
}
