//! How long the texts of a page are, in the ways that most algorithms count, by one reading.

use dehusk_blocks::{folded_ascii, folded_chars, leading_spaces};
use dehusk_page::{NodeId, Page, name};

/// What is known of the length of each text, by its node's index.
#[derive(Debug, Default)]
pub(crate) struct Lengths {
    /// Characters, white space folded; 0 for nodes that are no texts, and for texts with nothing else. What scripts and
    /// styles hold is no text.
    pub chars: Vec<u32>,
    /// Bytes without white space of ASCII at both ends, in scripts and styles too.
    pub letters: Vec<u32>,
    /// Where the first of these bytes stands, for texts of ASCII alone; `u32::MAX` for others with any.
    pub starts: Vec<u32>,
}

/// What is known of the length of one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Length {
    pub chars: u32,
    pub letters: u32,
    pub start: u32,
}

impl Length {
    /// Of a text that is no code.
    pub fn of(text: &str) -> Length {
        let start = leading_spaces(text.as_bytes());
        // Half of all texts are blank: what stands between two tags.
        if start == text.len() {
            return Length { chars: 0, letters: 0, start: 0 };
        }
        let trimmed = trim_end(text.as_bytes(), start);
        let is_ascii = trimmed.is_ascii();
        let chars = if is_ascii { folded_ascii(trimmed) } else { folded_chars(text) };
        let start = if is_ascii { start as u32 } else { u32::MAX };
        Length { chars: chars as u32, letters: trimmed.len() as u32, start }
    }

    fn of_code(text: &str) -> Length {
        let letters = trim_end(text.as_bytes(), leading_spaces(text.as_bytes())).len() as u32;
        Length { chars: 0, letters, start: 0 }
    }
}

impl Lengths {
    pub fn of(page: &Page) -> Lengths {
        let none = || vec![0; page.len()];
        let mut lengths = Lengths { chars: none(), letters: none(), starts: none() };
        for node in page.subtree(page.root()).filter(|&n| page.is_text(n)) {
            let (text, at) = (page.text(node), node.index());
            let length = if is_code(page, node) { Length::of_code(text) } else { Length::of(text) };
            if length.letters > 0 {
                lengths.chars[at] = length.chars;
                lengths.letters[at] = length.letters;
                lengths.starts[at] = length.start;
            }
        }
        lengths
    }

    /// That of one text.
    pub fn at(&self, text: NodeId) -> Length {
        let at = text.index();
        Length { chars: self.chars[at], letters: self.letters[at], start: self.starts[at] }
    }
}

/// A text from a place on, without white space of ASCII at its end.
fn trim_end(text: &[u8], start: usize) -> &[u8] {
    let is_space = |byte: u8| byte == b' ' || byte.wrapping_sub(b'\t') < 5;
    let end = text.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
    text.get(start..end).unwrap_or_default()
}

fn is_code(page: &Page, text: NodeId) -> bool {
    page.parent(text).is_some_and(|p| matches!(page.name(p), name::SCRIPT | name::STYLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_counted_and_code_is_none() {
        let html = "<body><p> one \n two </p> \t <p>\u{a0}f\u{fc}r </p><script> x </script>";
        let page = Page::parse(html);
        let lengths = Lengths::of(&page);
        let texts = page.subtree(page.root()).filter(|&n| page.is_text(n));
        let both = texts.map(|n| (lengths.chars[n.index()], lengths.letters[n.index()]));
        assert_eq!(both.collect::<Vec<_>>(), [(7, 9), (0, 0), (3, 6), (0, 1)]);
    }
}
