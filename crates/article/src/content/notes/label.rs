//! The names of notes: the page's own marks where they are words and differ, else numbers.

use super::Note;
use std::collections::HashSet;

/// Longer marks are no names.
const MAX_LEN: usize = 12;

/// The name of a note: letters, digits and dashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Label {
    bytes: [u8; MAX_LEN],
    len: u8,
}

impl Label {
    /// The name that a mark makes; none for signs.
    fn of_mark(mark: &str) -> Option<Label> {
        let plain = |c: char| match c {
            ' ' => '-',
            '⁰' => '0',
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            '⁴'..='⁹' => char::from(b'4' + (c as u32 - '⁴' as u32) as u8),
            c => c.to_ascii_lowercase(),
        };
        let text: String = mark.chars().map(plain).collect();
        let fits = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        fits.then(|| Label::of_text(&text)).flatten()
    }

    fn of_text(text: &str) -> Option<Label> {
        let mut bytes = [0; MAX_LEN];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Label { bytes, len: text.len() as u8 })
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }

    /// The number it is.
    #[cfg(feature = "html")]
    pub fn number(&self) -> Option<u32> {
        self.as_str().parse().ok()
    }
}

/// Names all notes.
pub(super) fn assign(notes: &mut [Note]) {
    let own: Vec<Option<Label>> = notes.iter().map(|note| Label::of_mark(&note.mark)).collect();
    let names: HashSet<&str> =
        own.iter().flatten().map(Label::as_str).filter(|n| !n.is_empty()).collect();
    let all_differ = names.len() == notes.len();
    let numbers = (1..).map(|n: usize| Label::of_text(&n.to_string()).unwrap_or_default());
    let labels: Vec<Label> = match all_differ {
        true => own.into_iter().flatten().collect(),
        false => numbers.take(notes.len()).collect(),
    };
    notes.iter_mut().zip(labels).for_each(|(note, label)| note.label = label);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_names() {
        let name = |mark| Label::of_mark(mark).map(|l| l.as_str().to_string());
        assert_eq!(name("12").as_deref(), Some("12"));
        assert_eq!(name("Note 3").as_deref(), Some("note-3"));
        assert_eq!(name("²⁵").as_deref(), Some("25"));
        assert_eq!(name("*"), None);
        assert_eq!(name("a very long mark"), None);
    }
}
