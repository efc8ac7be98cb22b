//! What the bytes themselves say about their encoding.
//!
//! Declarations lie often enough (a server's default, a template that was copied, a page that was
//! converted) that they are checked against the bytes where the bytes can refute them.

use super::english;
use super::prescan::WINDOW;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::memchr;

/// Bytes of words with something beyond ASCII that detection looks at: more do not change its mind, and it reads
/// hardly faster than a whole extraction.
const DETECTION_WINDOW: usize = 1 << 15;

/// How well bytes read as UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Utf8Shape {
    /// Characters of two bytes and more.
    pub good: usize,
    /// Places where the bytes cannot be UTF-8. A character cut off by the end is not one.
    pub bad: usize,
}

impl Utf8Shape {
    pub(super) fn of(bytes: &[u8]) -> Utf8Shape {
        let mut shape = Utf8Shape::default();
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            shape.good += characters_past_ascii(chunk.valid());
            let cut_off = chunks.peek().is_none() && may_go_on(chunk.invalid());
            shape.bad += usize::from(!chunk.invalid().is_empty() && !cut_off);
        }
        shape
    }

    /// Whether text that is said to be UTF-8 is that, with some damage, rather than something else.
    pub(super) fn may_be_utf_8(self) -> bool {
        self.bad == 0 || self.good > self.bad
    }
}

pub(super) fn characters_past_ascii(text: &str) -> usize {
    text.bytes().filter(|&b| b >= 0xC0).count()
}

/// Whether an invalid tail is only the beginning of a character.
fn may_go_on(tail: &[u8]) -> bool {
    matches!(std::str::from_utf8(tail), Err(e) if e.error_len().is_none())
}

/// UTF-16 without a byte order mark: markup is ASCII, so every other byte is often zero.
pub(super) fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(WINDOW)];
    let pairs = head.len() / 2;
    if pairs < 2 {
        return None;
    }
    let zeros = |offset: usize| head.iter().skip(offset).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let one_sided = |many: usize, few: usize| many * 4 >= pairs && few * 20 <= many;
    if one_sided(odd, even) {
        Some(UTF_16LE)
    } else if one_sided(even, odd) {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// The most likely legacy encoding.
pub(super) fn detect(bytes: &[u8], top_level_domain: Option<&str>) -> &'static Encoding {
    let words = telling_words(bytes);
    // The escapes of ISO-2022-JP are ASCII, and so is all that stands between them.
    let telling = memchr(0x1B, bytes).map_or(words.as_slice(), |escape| &bytes[escape..]);
    let guess = guess(telling, top_level_domain);
    if !guess.is_single_byte() {
        guess
    } else if has_long_runs(&words) {
        damaged_multi_byte(&words, top_level_domain).unwrap_or(guess)
    } else if english::has_only_symbols(bytes, &words) {
        WINDOWS_1252
    } else {
        guess
    }
}

fn guess(bytes: &[u8], top_level_domain: Option<&str>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(top_level_domain.map(str::as_bytes), Utf8Detection::Deny)
}

/// Pieces that a text is cut into to find out what most of it is.
const PIECES: usize = 16;

/// The multi-byte encoding that most pieces of a text are in. A single broken character, such as one that a page cuts in
/// the middle for a teaser, rules its encoding out for the whole text, but only for its own piece.
fn damaged_multi_byte(words: &[u8], top_level_domain: Option<&str>) -> Option<&'static Encoding> {
    let mut votes: Vec<(&'static Encoding, usize)> = Vec::new();
    for piece in pieces(words) {
        let vote = guess(piece, top_level_domain);
        match votes.iter_mut().find(|(encoding, _)| *encoding == vote) {
            Some((_, count)) => *count += 1,
            None => votes.push((vote, 1)),
        }
    }
    let all: usize = votes.iter().map(|(_, count)| count).sum();
    let most = votes.into_iter().find(|(_, count)| count * 2 > all)?.0;
    (!most.is_single_byte()).then_some(most)
}

/// Words in pieces of about the same size, cut between words.
fn pieces(words: &[u8]) -> impl Iterator<Item = &[u8]> {
    let size = words.len().div_ceil(PIECES).max(1);
    let mut rest = words;
    std::iter::from_fn(move || {
        let behind = rest.get(size..).unwrap_or_default();
        let end = memchr(b' ', behind).map_or(rest.len(), |space| size + space + 1);
        let piece;
        (piece, rest) = rest.split_at(end);
        (!piece.is_empty()).then_some(piece)
    })
}

/// The words that have bytes beyond ASCII, as many as [`DETECTION_WINDOW`] holds, with a space after each. The ASCII
/// letters in them count, since `caf\xe9` is a word and `\xe9` may be anything; the text around them tells nothing.
fn telling_words(bytes: &[u8]) -> Vec<u8> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(found) = first_beyond_ascii(&bytes[at..]) {
        let found = at + found;
        let start = bytes[at..found].iter().rposition(|&b| ends_word(b)).map_or(at, |n| at + n + 1);
        let end =
            bytes[found..].iter().position(|&b| ends_word(b)).map_or(bytes.len(), |n| found + n);
        if words.len() + end - start >= DETECTION_WINDOW {
            words.extend_from_slice(&bytes[start..end.min(start + DETECTION_WINDOW - words.len())]);
            break;
        }
        words.extend_from_slice(&bytes[start..end]);
        words.push(b' ');
        at = end;
    }
    words
}

/// Bytes above ASCII, and how many of them stand together in the mean, of a text without Latin letters.
const TELLING_BYTES: usize = 64;
const LONG_RUN: usize = 6;

/// Whether the bytes above ASCII stand in runs as no text of Latin letters has them.
pub(super) fn has_long_runs(bytes: &[u8]) -> bool {
    let (mut runs, mut above) = (0, 0);
    let mut was_above = false;
    for &byte in &bytes[..bytes.len().min(DETECTION_WINDOW)] {
        let is_above = byte >= 0x80;
        above += usize::from(is_above);
        runs += usize::from(is_above && !was_above);
        was_above = is_above;
    }
    above >= TELLING_BYTES && above >= LONG_RUN * runs
}

/// White space and the signs of markup, which are no second byte of any encoding's character.
fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'<' | b'>' | b'"' | b'&' | b';')
}

fn first_beyond_ascii(bytes: &[u8]) -> Option<usize> {
    // Sixteen at once first: most of most pages is ASCII.
    let is_plain = |chunk: &[u8]| chunk.is_ascii();
    let skipped = 16 * bytes.chunks_exact(16).take_while(|chunk| is_plain(chunk)).count();
    bytes[skipped..].iter().position(|&b| b >= 0x80).map(|n| skipped + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_counts_characters_and_faults() {
        assert_eq!(Utf8Shape::of("aé漢".as_bytes()), Utf8Shape { good: 2, bad: 0 });
        assert_eq!(Utf8Shape::of(b"caf\xe9 cr\xe8me"), Utf8Shape { good: 0, bad: 2 });
    }

    #[test]
    fn a_character_cut_off_by_the_end_is_no_fault() {
        assert_eq!(Utf8Shape::of(b"\xc3\xa9 \xe6\xbc"), Utf8Shape { good: 1, bad: 0 });
        assert_eq!(Utf8Shape::of(b"\xe6\xbc \xc3\xa9"), Utf8Shape { good: 1, bad: 1 });
    }

    #[test]
    fn utf_16_shows_in_its_zeros() {
        let le: Vec<u8> = "<p>漢字</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = "<p>漢字</p>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(utf_16_without_mark(&le), Some(UTF_16LE));
        assert_eq!(utf_16_without_mark(&be), Some(UTF_16BE));
        assert_eq!(utf_16_without_mark(b"<p>plain"), None);
        assert_eq!(utf_16_without_mark(&[0; 64]), None);
    }

    #[test]
    fn runs_tell_letters_from_characters() {
        let german =
            encoding_rs::WINDOWS_1252.encode(&"Übergröße für Flöße ".repeat(40)).0.into_owned();
        let chinese = encoding_rs::GBK.encode(&"渡轮码头的未来,".repeat(20)).0.into_owned();
        assert!(!has_long_runs(&german) && has_long_runs(&chinese));
        assert!(!has_long_runs(&chinese[..20]));
    }

    #[test]
    fn one_broken_character_does_not_rule_out_an_encoding() {
        let sentence = "渡轮码头的未来,今年还没有人知道。 市议会下周再次讨论此事。 ";
        let whole = encoding_rs::GBK.encode(&sentence.repeat(30)).0.into_owned();
        let mut broken = whole.clone();
        broken.insert(whole.len() / 2 + 1, 0xFF);
        assert_eq!(detect(&broken, None), detect(&whole, None));
        assert!(!detect(&broken, None).is_single_byte());
        let russian = "Будущее причала решат в среду. ".repeat(30);
        let russian = encoding_rs::WINDOWS_1251.encode(&russian).0;
        assert_eq!(detect(&russian, None).name(), "windows-1251");
        assert_eq!(pieces(&[]).count(), 0);
    }

    #[test]
    fn a_top_level_domain_helps() {
        let word =
            encoding_rs::ISO_8859_2.encode("Już wkrótce wiosna śmiało przyjdzie").0.into_owned();
        assert_eq!(detect(&word, Some("pl")).name(), "ISO-8859-2");
    }
}
