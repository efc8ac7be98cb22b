//! The block in the making: its text is folded and its words are counted as they come.

use crate::swar::Eight;
use crate::words::{Class, WordState, class, plain_run};
use dehusk_page::NodeId;

/// What stands between the text so far and the text to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    #[default]
    None,
    Space,
    Line,
}

#[derive(Debug, Default)]
pub(crate) struct Pending {
    pub text_start: usize,
    pub nodes_start: usize,
    /// Behind the last node with visible text: white space after it belongs to no block.
    pub nodes_end: usize,
    pub words: u32,
    pub link_words: u32,
    pub links: u32,
    pub last_link: Option<NodeId>,
    pub strong_chars: u32,
    /// Nothing visible came since a `br`.
    pub after_break: bool,
    gap: Gap,
    word: WordState,
}

impl Pending {
    pub fn starting(text_start: usize, nodes_start: usize) -> Pending {
        Pending { text_start, nodes_start, nodes_end: nodes_start, ..Pending::default() }
    }

    /// Whether it has no visible text yet.
    pub fn is_empty(&self) -> bool {
        self.nodes_end == self.nodes_start
    }

    /// Parts what comes from what was.
    pub fn part(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
        self.word = WordState::default();
    }

    /// Appends a text with its white space folded.
    pub fn fold(&mut self, text: &str, keep_lines: bool, out: &mut String) {
        let mut at = 0;
        while at < text.len() {
            at = self.skip_space(text, at, keep_lines);
            if at < text.len() {
                self.emit_gap(out);
                let end = self.scan(text, at);
                out.push_str(&text[at..end]);
                self.after_break = false;
                at = end;
            }
        }
    }

    fn skip_space(&mut self, text: &str, start: usize, keep_lines: bool) -> usize {
        let bytes = text.as_bytes();
        let mut at = start;
        loop {
            let spaces = Eight::at(bytes, at).spaces();
            at += spaces;
            if spaces == 8 {
                continue;
            }
            match bytes.get(at).filter(|&&b| may_be_space(b)).and_then(|_| first_char(text, at)) {
                Some(c) if class(c) == Class::Space => at += c.len_utf8(),
                _ => break,
            }
        }
        if at > start {
            let is_line = keep_lines && bytes[start..at].contains(&b'\n');
            self.part(if is_line { Gap::Line } else { Gap::Space });
        }
        at
    }

    fn emit_gap(&mut self, out: &mut String) {
        let gap = std::mem::take(&mut self.gap);
        if out.len() > self.text_start {
            match gap {
                Gap::None => {}
                Gap::Space => out.push(' '),
                Gap::Line => out.push('\n'),
            }
        }
    }

    /// The end of a stretch that can be copied as it is: single spaces between words are part of it.
    fn scan(&mut self, text: &str, start: usize) -> usize {
        let bytes = text.as_bytes();
        let mut at = start;
        loop {
            let run = plain_run(&bytes[at..], &mut self.word);
            self.words += run.words;
            at += run.len;
            let wide = self.scan_wide(text, at);
            at += wide;
            if wide == 0 {
                break;
            }
        }
        // A space at the end is not between words: it becomes the gap before what comes.
        if bytes[at - 1] == b' ' { at - 1 } else { at }
    }

    /// The bytes of the characters beyond ASCII at a place, up to white space.
    fn scan_wide(&mut self, text: &str, start: usize) -> usize {
        let mut taken = 0;
        for c in text.get(start..).unwrap_or_default().chars().take_while(|c| !c.is_ascii()) {
            let class = class(c);
            if class == Class::Space {
                break;
            }
            self.words += u32::from(self.word.begins(class));
            taken += c.len_utf8();
        }
        taken
    }
}

/// Whether a byte can begin white space beyond ASCII.
fn may_be_space(byte: u8) -> bool {
    matches!(byte, 0xc2 | 0xe1 | 0xe2 | 0xe3)
}

fn first_char(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}
