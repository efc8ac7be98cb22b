//! The lines of a page's markup, with their characters and tags.
//!
//! Line ends are read from the text nodes, where nearly all of them stand. A page that has hardly any, as
//! programs write it to save bytes, has no lines to compare; its lines end at block-level tags instead.

use super::super::shared::tokens::{self, Token};
use dehusk_blocks::folded_chars;
use dehusk_page::{Name, NodeId, Page, name};
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
    /// `chars` are those of each text by its node's index.
    pub fn of(page: &Page, chars: &[u32]) -> Lines {
        let ends = memchr::memchr_iter(b'\n', page.source().as_bytes()).count();
        let by_blocks = page.source().len() / (ends + 1) > MAX_MEAN_LINE;
        let mut lines = Lines::default();
        tokens::walk(page, |token| match token {
            Token::Text(node) => {
                lines.text(page.text(node), chars[node.index()], !by_blocks);
                lines.texts.push((node, lines.first_piece..lines.pieces.len()));
                lines.first_piece = lines.pieces.len();
            }
            Token::Open(node) => {
                if by_blocks && is_block(page.name(node)) {
                    lines.end();
                }
                lines.current.tags += 1;
            }
            Token::Close(node) => {
                lines.current.tags += 1;
                if by_blocks && is_block(page.name(node)) {
                    lines.end();
                }
            }
        });
        lines.end();
        lines
    }

    fn text(&mut self, text: &str, chars: u32, cut: bool) {
        if !cut || memchr::memchr(b'\n', text.as_bytes()).is_none() {
            return self.piece(chars);
        }
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.end();
            }
            // Most texts with a line end are blank: what stands between two tags.
            self.piece(if chars == 0 { 0 } else { folded_chars(line) as u32 });
        }
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
    use super::super::super::shared::text_chars;
    use super::*;

    fn lines(html: &str) -> Lines {
        let page = Page::parse(html);
        Lines::of(&page, &text_chars(&page))
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
