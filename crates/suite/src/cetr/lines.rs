//! The lines of a page's markup, with their characters and tags.
//!
//! Line ends are read from the text nodes, where nearly all of them stand. A page that has hardly any, as
//! programs write it to save bytes, has no lines to compare; its lines end at block-level tags instead.

use super::super::shared::tokens::Stream;
use super::super::shared::tokens::{self, Token};
use dehusk_blocks::folded_chars;
use dehusk_extract::Document;
use dehusk_page::{Name, NodeId, name};
use std::ops::Range;

/// Bytes a line beyond which a page counts as written without lines.
const MAX_MEAN_LINE: usize = 1000;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Line {
    chars: u32,
    tags: u32,
}

/// The part of a text node that stands on one line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub line: usize,
    pub chars: u32,
}

/// The lines that are not empty, and where the texts stand.
#[derive(Debug, Default)]
pub(super) struct Lines {
    lines: Vec<Line>,
    current: Line,
    pieces: Vec<Piece>,
    texts: Vec<(NodeId, Range<usize>)>,
    /// Where the pieces of the next text begin.
    first_piece: usize,
}

impl Lines {
    /// Reads a page's body.
    pub fn of(document: &Document) -> Lines {
        let source = document.page().source();
        let ends = memchr::memchr_iter(b'\n', source.as_bytes()).count();
        let mut lines = Lines::default();
        match source.len() / (ends + 1) > MAX_MEAN_LINE {
            true => lines.cut_at_blocks(document),
            false => lines.cut_at_ends(document),
        }
        lines.end();
        lines
    }

    fn cut_at_ends(&mut self, document: &Document) {
        let (stream, chars) = (document.derived::<Stream>(), document.text_chars());
        self.texts.reserve(stream.texts.len());
        for text in &stream.texts {
            self.current.tags += text.tags_before;
            self.text(document.page().text(text.node), chars[text.node.index()]);
            self.end_text(text.node);
        }
        self.current.tags += stream.tags_behind;
    }

    fn cut_at_blocks(&mut self, document: &Document) {
        let (page, chars) = (document.page(), document.text_chars());
        tokens::walk(page, |token| match token {
            Token::Text(node) => {
                self.piece(chars[node.index()]);
                self.end_text(node);
            }
            Token::Open(node) => {
                if is_block(page.name(node)) {
                    self.end();
                }
                self.current.tags += 1;
            }
            Token::Close(node) => {
                self.current.tags += 1;
                if is_block(page.name(node)) {
                    self.end();
                }
            }
        });
    }

    fn end_text(&mut self, node: NodeId) {
        self.texts.push((node, self.first_piece..self.pieces.len()));
        self.first_piece = self.pieces.len();
    }

    fn text(&mut self, text: &str, chars: u32) {
        if memchr::memchr(b'\n', text.as_bytes()).is_none() {
            return self.piece(chars);
        }
        // Most texts with a line end are blank: what stands between two tags.
        if chars == 0 {
            return self.end();
        }
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
            self.piece(folded_chars(text.get(start..end).unwrap_or_default()) as u32);
            self.end();
            start = end + 1;
        }
        self.piece(folded_chars(text.get(start..).unwrap_or_default()) as u32);
    }

    fn piece(&mut self, chars: u32) {
        if chars > 0 {
            self.pieces.push(Piece { line: self.lines.len(), chars });
            self.current.chars += chars;
        }
    }

    fn end(&mut self) {
        let line = std::mem::take(&mut self.current);
        if line != Line::default() {
            self.lines.push(line);
        }
    }

    /// The tag ratio of each line.
    pub fn ratios(&self) -> Vec<f32> {
        self.lines.iter().map(|line| line.chars as f32 / line.tags.max(1) as f32).collect()
    }

    /// The text nodes with their pieces.
    pub fn texts(&self) -> impl Iterator<Item = (NodeId, &[Piece])> {
        self.texts.iter().map(|(node, range)| (*node, &self.pieces[range.clone()]))
    }
}

/// Elements that a program would write on a line of their own.
fn is_block(tag: Name) -> bool {
    !matches!(
        tag,
        name::A
            | name::ABBR
            | name::B
            | name::CITE
            | name::CODE
            | name::EM
            | name::FONT
            | name::I
            | name::IMG
            | name::S
            | name::SMALL
            | name::SPAN
            | name::STRONG
            | name::SUB
            | name::SUP
            | name::TIME
            | name::U
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    fn lines(html: &str) -> Lines {
        Lines::of(&Document::new(Page::parse(html)))
    }

    #[test]
    fn characters_by_tags() {
        let lines = lines("<body><p>five5</p>\n\n<b>a</b><b>b</b>\nplain\n<hr>");
        assert_eq!(lines.ratios(), [2.5, 0.5, 5.0, 0.0]);
    }

    #[test]
    fn a_text_may_stand_on_several_lines() {
        let lines = lines("<p>one\ntwo three");
        let pieces: Vec<_> = lines.texts().map(|(_, pieces)| pieces.to_vec()).collect();
        assert_eq!(pieces, [[Piece { line: 0, chars: 3 }, Piece { line: 1, chars: 9 }]]);
    }

    #[test]
    fn long_lines_end_at_blocks() {
        let html = format!("<p>{}<p>two <b>bold</b>", "x".repeat(3000));
        assert_eq!(lines(&html).ratios(), [1500.0, 1.75]);
    }
}
