//! How long the texts of a page are, in the ways that most algorithms count.

use dehusk_blocks::{folded_ascii, folded_chars, leading_spaces};
use dehusk_page::{NodeId, Page, name};

/// The texts of a page without white space of ASCII at both ends, by their nodes' indices. Half of all texts are blank:
/// what stands between two tags.
#[derive(Debug)]
pub struct Trimmed {
    /// Where the first byte stands that is left.
    starts: Vec<u32>,
    /// Bytes that are left; 0 for nodes that are no texts.
    pub letters: Vec<u32>,
}

impl Trimmed {
    /// The texts of a page.
    pub fn of(page: &Page) -> Trimmed {
        let mut trimmed = Trimmed { starts: vec![0; page.len()], letters: vec![0; page.len()] };
        for node in page.subtree(page.root()).filter(|&n| page.is_text(n)) {
            let (start, letters) = trim(page.text(node).as_bytes());
            if letters > 0 {
                trimmed.starts[node.index()] = start;
                trimmed.letters[node.index()] = letters;
            }
        }
        trimmed
    }

    /// The characters of each text, white space folded; 0 for nodes that are no texts, and for texts with nothing else.
    /// What scripts and styles hold is no text.
    pub fn chars(&self, page: &Page) -> Vec<u32> {
        let chars = |(index, &letters): (usize, &u32)| {
            let node = NodeId::from_index(index);
            if letters == 0 || is_code(page, node) {
                return 0;
            }
            chars(page.text(node), self.starts[index], letters)
        };
        self.letters.iter().enumerate().map(chars).collect()
    }

    /// The first byte of a text that is left, and how many are.
    pub fn at(&self, text: NodeId) -> (u32, u32) {
        (self.starts[text.index()], self.letters[text.index()])
    }
}

/// Characters of a text of which so many bytes are left from a place on.
fn chars(text: &str, start: u32, letters: u32) -> u32 {
    let left = text.as_bytes().get(start as usize..(start + letters) as usize);
    match left.filter(|left| left.is_ascii()) {
        Some(ascii) => folded_ascii(ascii) as u32,
        None => folded_chars(text) as u32,
    }
}

/// Where the first byte of a text stands that is no white space, and how many bytes are left from there to the last.
pub fn trim(text: &[u8]) -> (u32, u32) {
    let start = leading_spaces(text);
    let is_space = |byte: u8| byte == b' ' || byte.wrapping_sub(b'\t') < 5;
    let left = text.get(start..).unwrap_or_default();
    let letters = left.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
    (start as u32, letters as u32)
}

/// Whether a text stands in a script or a style.
pub fn is_code(page: &Page, text: NodeId) -> bool {
    page.parent(text).is_some_and(|p| matches!(page.name(p), name::SCRIPT | name::STYLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_counted_and_code_is_none() {
        let html = "<body><p> one \n two </p> \t <p>\u{a0}f\u{fc}r </p><script> x </script>";
        let page = Page::parse(html);
        let trimmed = Trimmed::of(&page);
        let chars = trimmed.chars(&page);
        let texts = page.subtree(page.root()).filter(|&n| page.is_text(n));
        let both = texts.map(|n| (chars[n.index()], trimmed.at(n)));
        assert_eq!(both.collect::<Vec<_>>(), [(7, (1, 9)), (0, (0, 0)), (3, (0, 6)), (0, (1, 1))]);
    }
}
