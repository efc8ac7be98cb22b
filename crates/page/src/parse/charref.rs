//! Character references: `&amp;`, `&#38;`, `&#x26;`.

use super::entities::{NAMED, Named};
use std::borrow::Cow;

/// A text with its character references decoded once, by the rules for attributes: what looks like a parameter of an
/// address stays. The parser has decoded every text of a page already; this is for pages that escape twice.
///
/// ```
/// use dehusk_page::decode_references;
/// assert_eq!(decode_references("Fish &amp; chips &#8364;5"), "Fish & chips €5");
/// assert_eq!(decode_references("?a=1&copy=2 & more"), "?a=1&copy=2 & more");
/// ```
pub fn decode_references(text: &str) -> Cow<'_, str> {
    let Some((before, mut rest)) = text.split_once('&') else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    out.push_str(before);
    loop {
        match reference(rest.as_bytes(), true) {
            Some((len, Reference::Named(named))) => {
                out.push_str(named);
                rest = &rest[len..];
            }
            Some((len, Reference::Char(char))) => {
                out.push(char);
                rest = &rest[len..];
            }
            None => out.push('&'),
        }
        let Some((before, after)) = rest.split_once('&') else { break };
        out.push_str(before);
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// What a reference stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    Named(&'static str),
    Char(char),
}

impl Reference {
    /// The text in UTF-8, in `buffer` if it is not in the table.
    pub fn as_bytes(self, buffer: &mut [u8; 4]) -> &[u8] {
        match self {
            Reference::Named(text) => text.as_bytes(),
            Reference::Char(char) => char.encode_utf8(buffer).as_bytes(),
        }
    }
}

/// Reads what follows a `&`: the bytes it took and what they stand for.
#[inline(never)]
pub(super) fn reference(after: &[u8], in_attribute: bool) -> Option<(usize, Reference)> {
    match after {
        [b'#', b'x' | b'X', digits @ ..] => numeric(digits, 16).map(|(n, c)| (n + 2, c)),
        [b'#', digits @ ..] => numeric(digits, 10).map(|(n, c)| (n + 1, c)),
        // Nearly all references are one of these; values that hold JSON have thousands of them.
        [b'q', b'u', b'o', b't', b';', ..] => Some((5, Reference::Char('"'))),
        [b'a', b'm', b'p', b';', ..] => Some((4, Reference::Char('&'))),
        [b'l', b't', b';', ..] => Some((3, Reference::Char('<'))),
        [b'g', b't', b';', ..] => Some((3, Reference::Char('>'))),
        [b'n', b'b', b's', b'p', b';', ..] => Some((5, Reference::Char('\u{a0}'))),
        _ => named(after, in_attribute),
    }
}

fn numeric(text: &[u8], radix: u32) -> Option<(usize, Reference)> {
    let mut value = 0u32;
    let mut len = 0;
    while let Some(digit) = text.get(len).and_then(|&b| char::from(b).to_digit(radix)) {
        value = value.saturating_mul(radix).saturating_add(digit);
        len += 1;
    }
    if len == 0 {
        return None;
    }
    len += usize::from(text.get(len) == Some(&b';'));
    Some((len, Reference::Char(character(value))))
}

/// The character a number means; the C1 controls mean what windows-1252 has there.
fn character(value: u32) -> char {
    const WINDOWS_1252: [char; 32] = [
        '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}',
        '\u{2021}', '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}',
        '\u{8f}', '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}',
        '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}',
        '\u{178}',
    ];
    match value {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9f => WINDOWS_1252[value as usize - 0x80],
        _ => char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

fn named(text: &[u8], in_attribute: bool) -> Option<(usize, Reference)> {
    let candidates = with_prefix(*text.first()?, *text.get(1)?);
    let matched = |entry: &&Named| text.starts_with(entry.name.as_bytes());
    let ended = |entry: &Named| text.get(entry.name.len()) == Some(&b';');
    let best = candidates
        .iter()
        .filter(matched)
        .filter(|entry| entry.bare || ended(entry))
        .max_by_key(|entry| entry.name.len())?;
    if ended(best) {
        return Some((best.name.len() + 1, Reference::Named(best.text)));
    }
    let follows = text.get(best.name.len()).copied().unwrap_or(0);
    if in_attribute && (follows == b'=' || follows.is_ascii_alphanumeric()) {
        return None;
    }
    Some((best.name.len(), Reference::Named(best.text)))
}

/// First entry of [`NAMED`] for every first letter and second byte, and one past the last.
static PREFIXES: [u16; LETTERS * SECONDS + 1] = prefixes();
const LETTERS: usize = 58;
const SECONDS: usize = 75;

/// Names start with a letter (`A` to `z`) and go on with a letter or a digit (`0` to `z`).
const fn slot(first: u8, second: u8) -> Option<usize> {
    if first < b'A' || first > b'z' || second < b'0' || second > b'z' {
        return None;
    }
    Some((first - b'A') as usize * SECONDS + (second - b'0') as usize)
}

const fn prefixes() -> [u16; LETTERS * SECONDS + 1] {
    let mut starts = [0; LETTERS * SECONDS + 1];
    let mut entry = 0;
    while entry < NAMED.len() {
        let name = NAMED[entry].name.as_bytes();
        if let Some(at) = slot(name[0], name[1]) {
            starts[at + 1] += 1;
        }
        entry += 1;
    }
    let mut at = 1;
    while at < starts.len() {
        starts[at] += starts[at - 1];
        at += 1;
    }
    starts
}

fn with_prefix(first: u8, second: u8) -> &'static [Named] {
    let Some(at) = slot(first, second) else { return &[] };
    &NAMED[PREFIXES[at] as usize..PREFIXES[at + 1] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, in_attribute: bool) -> Option<(usize, String)> {
        let (len, reference) = reference(text.as_bytes(), in_attribute)?;
        let mut buffer = [0; 4];
        Some((len, String::from_utf8_lossy(reference.as_bytes(&mut buffer)).into_owned()))
    }

    #[test]
    fn the_longest_name_wins() {
        assert_eq!(read("notin;", false), Some((6, "\u{2209}".into())));
        assert_eq!(read("notit;", false), Some((3, "\u{ac}".into())));
        assert_eq!(read("ampx", false), Some((3, "&".into())));
        assert_eq!(read("nosuch;", false), None);
        assert_eq!(read("&", false), None);
        assert_eq!(read("", false), None);
    }

    #[test]
    fn attributes_keep_what_looks_like_a_parameter() {
        assert_eq!(read("copy=1", true), None);
        assert_eq!(read("copyx", true), None);
        assert_eq!(read("copy;=1", true), Some((5, "\u{a9}".into())));
        assert_eq!(read("copy", true), Some((4, "\u{a9}".into())));
    }

    #[test]
    fn numbers_decode_as_the_standard_says() {
        assert_eq!(read("#65;x", false), Some((4, "A".into())));
        assert_eq!(read("#x1F600", false), Some((7, "\u{1f600}".into())));
        assert_eq!(read("#128;", false), Some((5, "\u{20ac}".into())));
        assert_eq!(read("#xD800;", false), Some((7, "\u{fffd}".into())));
        assert_eq!(read("#99999999999999;", false), Some((16, "\u{fffd}".into())));
        assert_eq!(read("#;", false), None);
        assert_eq!(read("#x;", false), None);
    }

    #[test]
    fn texts_are_decoded_once() {
        for (text, decoded) in [
            ("", ""),
            ("&", "&"),
            ("&&amp;&", "&&&"),
            ("&amp;amp; &quot;b&quot;", "&amp; \"b\""),
            ("é&eacute;&#xe9;é", "éééé"),
            ("&nosuch; &#; &copy", "&nosuch; &#; ©"),
        ] {
            assert_eq!(decode_references(text), decoded, "{text}");
        }
    }

    #[test]
    fn every_name_is_found() {
        for entry in &NAMED {
            let text = format!("{};", entry.name);
            assert_eq!(read(&text, false), Some((text.len(), entry.text.into())), "{text}");
        }
    }
}
