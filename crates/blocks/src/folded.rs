//! How many characters a text has for a reader: white space is folded.

use crate::swar::{Eight, sum};
use crate::words::{BYTES, Class};

/// Characters of a text as a reader counts them: white space is folded and left out at both ends.
///
/// ```
/// use dehusk_blocks::folded_chars;
/// assert_eq!(folded_chars("  two \n words "), 9);
/// assert_eq!(folded_chars("für"), 3);
/// ```
pub fn folded_chars(text: &str) -> usize {
    let bytes = text.as_bytes();
    // Half of all texts are blank: what stands between two tags.
    let lead = leading_spaces(bytes);
    if lead == bytes.len() {
        return 0;
    }
    // Bytes that are no character of their own, and whether white space stands before the next byte.
    let (mut dropped, mut before) = (lead, 1);
    let mut at = lead;
    while at < bytes.len() {
        if let Some(chunk) =
            bytes.get(at..).and_then(|rest| rest.first_chunk()).filter(|c| is_plain(c))
        {
            dropped += repeated_spaces(chunk, &mut before);
            at += chunk.len();
            continue;
        }
        let eight = Eight::at(bytes, at);
        let len = eight.ascii();
        let spaces = eight.space_marks(len);
        let repeated = spaces & (spaces << 8 | before);
        if repeated != 0 {
            dropped += sum(repeated) as usize;
        }
        at += len;
        if len == 8 {
            before = spaces >> 56;
            continue;
        }
        before = if len == 0 { before } else { spaces >> (8 * (len - 1)) };
        while let Some(wide) = wide_at(text, at) {
            dropped += wide.len - 1 + if wide.is_space { before as usize } else { 0 };
            before = u64::from(wide.is_space);
            at += wide.len;
        }
    }
    let chars = bytes.len() - dropped;
    // The last gap is none if nothing follows.
    let ends_in_gap = match bytes.last() {
        Some(b' ' | 9..=13) => true,
        Some(0x80..) => text.ends_with(char::is_whitespace),
        _ => false,
    };
    chars - usize::from(chars > 0 && ends_in_gap)
}

/// Characters of a text as a reader counts them, where it is ASCII alone and has no white space at its ends: white
/// space inside is folded.
///
/// ```
/// assert_eq!(dehusk_blocks::folded_ascii(b"two \n words"), 9);
/// ```
pub fn folded_ascii(trimmed: &[u8]) -> usize {
    let (chunks, rest) = trimmed.as_chunks();
    let mut before = 0;
    let mut repeated: usize = chunks.iter().map(|chunk| repeated_spaces(chunk, &mut before)).sum();
    for at in (0..rest.len()).step_by(8) {
        let spaces = Eight::at(rest, at).space_marks(8);
        repeated += sum(spaces & (spaces << 8 | before)) as usize;
        before = spaces >> 56;
    }
    trimmed.len() - repeated
}

/// Bytes of long texts that are looked at together.
const CHUNK: usize = 32;

/// Whether all bytes are ASCII.
fn is_plain(chunk: &[u8; CHUNK]) -> bool {
    chunk.iter().fold(0, |all, byte| all | byte) < 0x80
}

/// White space that follows on other white space, in bytes that are ASCII. `before` is 1 if there is some before them,
/// then if there is some at their end.
fn repeated_spaces(chunk: &[u8; CHUNK], before: &mut u64) -> usize {
    let mut spaces = [0; CHUNK];
    for (space, &byte) in spaces.iter_mut().zip(chunk) {
        *space = u8::from((byte == b' ') | (byte.wrapping_sub(b'\t') < 5));
    }
    let mut repeated = 0;
    for eight in spaces.as_chunks::<8>().0 {
        let spaces = u64::from_le_bytes(*eight);
        repeated += spaces & (spaces << 8 | *before);
        *before = spaces >> 56;
    }
    sum(repeated) as usize
}

/// How many bytes from the first are ASCII white space.
pub fn leading_spaces(bytes: &[u8]) -> usize {
    if !bytes.first().is_some_and(|&byte| BYTES[usize::from(byte)] == Class::Space) {
        return 0;
    }
    let mut at = 0;
    loop {
        let spaces = Eight::at(bytes, at).spaces();
        at += spaces;
        if spaces < 8 {
            return at;
        }
    }
}

struct Wide {
    len: usize,
    is_space: bool,
}

/// The character at a place, if it is not ASCII.
#[inline]
fn wide_at(text: &str, at: usize) -> Option<Wide> {
    match *text.as_bytes().get(at)? {
        0..0x80 => None,
        // The first bytes of all white space beyond ASCII.
        0xc2 | 0xe1..=0xe3 => {
            let c = text.get(at..)?.chars().next()?;
            Some(Wide { len: c.len_utf8(), is_space: c.is_whitespace() })
        }
        0x80..0xe0 => Some(Wide { len: 2, is_space: false }),
        0xe0..0xf0 => Some(Wide { len: 3, is_space: false }),
        _ => Some(Wide { len: 4, is_space: false }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_way_counts_like_the_rule() {
        let pieces = ["a", "Ω", " ", "  ", "-", "\n", "\u{a0}", "語", "\u{200b}"];
        for n in 0..pieces.len().pow(4) {
            let picks = (0..4).map(|digit| pieces[n / pieces.len().pow(digit) % pieces.len()]);
            let text: String = picks.collect();
            let long = format!("{text}{text}some more words {text}ab  and then even more{text}");
            for text in [text, long] {
                let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
                assert_eq!(folded_chars(&text), folded.chars().count(), "{text:?}");
                if text.is_ascii() {
                    assert_eq!(folded_ascii(text.trim().as_bytes()), folded.len(), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn all_white_space_is_folded() {
        for c in ('\0'..=char::MAX).filter(|c| c.is_whitespace() || *c == char::MAX) {
            let chars = if c.is_whitespace() { 3 } else { 6 };
            assert_eq!(folded_chars(&format!("{c}a{c}{c}b{c}")), chars, "{c:?}");
        }
        assert_eq!(folded_chars(""), 0);
        assert_eq!(folded_chars(" \n "), 0);
        assert_eq!(folded_chars("\u{a0}\u{3000}ü\u{a0} \u{2003}ß日本"), 5);
    }
}
