//! Bytes to text, in whatever encoding they are.
//!
//! The order is the HTML standard's: a byte order mark; the charset of the transport; a declaration in
//! the first 1024 bytes (`meta`, else an XML declaration); a `meta` further down, on which a browser
//! would start over; detection. Pages are often saved without their headers, though, and then a `meta`
//! that every browser ignored is all that is left. So a declaration is dropped where the bytes refute it:
//!
//! - Zeros in every other byte are UTF-16, whatever is declared; without them nothing is.
//! - Valid UTF-8 that is not plain ASCII is UTF-8. Against a declared multi-byte encoding, in which a few
//!   characters may look like UTF-8 by chance, that takes [`CHANCE`] characters or a fault; against a
//!   declared single-byte encoding a few broken places do not matter ([`FEW`]).
//! - Declared windows-1252 with long runs of bytes above ASCII, which read without a fault in a multi-byte encoding,
//!   is that one.
//! - Declared or supposed UTF-8 with more broken places than good characters is not UTF-8: the encoding
//!   is detected.
//! - A declared multi-byte encoding in which more than one character in [`FEW`] is broken gives way to the
//!   detected one, if that does better.
//! - An English text without words that need the detected encoding is windows-1252: a lone `£` does not
//!   make it Polish.
//! - Labels the standard maps to «replacement» say nothing.
//!
//! What was declared stays known as [`Decoded::declared`].

mod english;
mod evidence;
mod prescan;

use crate::hints::Hints;
use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use evidence::{Utf8Shape, characters_past_ascii, detect, has_long_runs, utf_16_without_mark};
use memchr::memchr;
use prescan::Scripts;
use std::borrow::Cow;

/// Characters that look like UTF-8 by chance in a short text of a multi-byte encoding.
const CHANCE: usize = 8;

/// One fault in so many characters is damage, not a wrong encoding.
const FEW: usize = 20;

/// Where the choice of an encoding came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodingSource {
    /// A byte order mark.
    Mark,
    /// The transport, such as an HTTP header.
    Transport,
    /// A `meta` element.
    Meta,
    /// An XML declaration.
    XmlDeclaration,
    /// The bytes themselves.
    Detected,
    /// Nothing speaks for any encoding, and all bytes are ASCII.
    Default,
}

/// In which encoding a page was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The name of the encoding in the Encoding Standard, such as `windows-1252`.
    pub encoding: &'static str,
    /// What it was chosen by.
    pub source: EncodingSource,
    /// What the transport or the page declared, whether or not it was followed.
    pub declared: Option<&'static str>,
    /// Whether there were bytes the encoding does not have; each became U+FFFD.
    pub had_errors: bool,
}

/// A page's text and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// In which encoding it was read.
    pub encoded: Encoded,
}

/// Decodes a page. Valid UTF-8 costs a validation, and a copy if it is borrowed.
///
/// ```
/// use dehusk_page::{EncodingSource, Hints, decode};
/// let decoded = decode(&b"<meta charset=iso-8859-1><p>caf\xe9"[..], &Hints::new());
/// assert_eq!(decoded.text, "<meta charset=iso-8859-1><p>café");
/// assert_eq!(decoded.encoded.encoding, "windows-1252");
/// assert_eq!(decoded.encoded.source, EncodingSource::Meta);
/// ```
pub fn decode<'a>(bytes: impl Into<Cow<'a, [u8]>>, hints: &Hints) -> Decoded {
    let bytes = bytes.into();
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        return Choice::new(encoding, EncodingSource::Mark).read(without_prefix(bytes, mark));
    }
    let declared = declared(&bytes, hints);
    if let Some(encoding) = utf_16_without_mark(&bytes) {
        let choice = declared.filter(|d| d.encoding == encoding);
        return choice.unwrap_or(Choice::detected(encoding, declared)).read(bytes);
    }
    match validated(bytes) {
        Ok(text) => read_valid_utf_8(text, declared, hints),
        Err(bytes) => {
            let declared = declared.or_else(|| late_meta(&bytes));
            choose_for_broken_utf_8(&bytes, declared, hints).read(bytes)
        }
    }
}

/// What the transport or the first bytes declare.
fn declared(bytes: &[u8], hints: &Hints) -> Option<Choice> {
    let head = &bytes[..bytes.len().min(prescan::WINDOW)];
    let sent = || {
        let value = hints.content_type.as_deref()?.as_bytes();
        prescan::charset_of_content(value).or_else(|| Encoding::for_label(value))
    };
    said(hints.charset.or_else(sent), EncodingSource::Transport)
        .or_else(|| said(prescan::meta(head, Scripts::Scanned), EncodingSource::Meta))
        .or_else(|| said(prescan::xml_declaration(head), EncodingSource::XmlDeclaration))
}

fn late_meta(bytes: &[u8]) -> Option<Choice> {
    if !prescan::may_declare(bytes) {
        return None;
    }
    said(prescan::meta(bytes, Scripts::Skipped), EncodingSource::Meta)
}

fn said(encoding: Option<&'static Encoding>, source: EncodingSource) -> Option<Choice> {
    let encoding = encoding.filter(|&e| e != REPLACEMENT)?;
    Some(Choice { declared: Some(encoding), ..Choice::new(encoding, source) })
}

fn read_valid_utf_8(text: Cow<str>, declared: Option<Choice>, hints: &Hints) -> Decoded {
    let declared = declared.filter(|d| !names_utf_16(d.encoding));
    let declared = declared.or_else(|| late_meta(text.as_bytes()));
    if let Some(choice) = declared.filter(|d| d.encoding == UTF_8) {
        return choice.with_text(text.into_owned());
    }
    if text.is_ascii() {
        return read_ascii(text, declared, hints);
    }
    match declared {
        Some(choice) if !refutes(&text, choice.encoding) => choice.read(into_bytes(text)),
        _ => Choice::detected(UTF_8, declared).with_text(text.into_owned()),
    }
}

/// ASCII reads the same in every encoding but ISO-2022-JP, whose escapes are ASCII too.
fn read_ascii(text: Cow<str>, declared: Option<Choice>, hints: &Hints) -> Decoded {
    let has_escapes = memchr(b'\x1b', text.as_bytes()).is_some();
    let choice = declared.unwrap_or_else(|| match has_escapes {
        true => detected(text.as_bytes(), None, hints),
        false => Choice::new(WINDOWS_1252, EncodingSource::Default),
    });
    if has_escapes && choice.encoding == ISO_2022_JP {
        return choice.read(into_bytes(text));
    }
    choice.with_text(text.into_owned())
}

/// Whether valid UTF-8 cannot well be in another encoding.
fn refutes(text: &str, declared: &'static Encoding) -> bool {
    declared.is_single_byte()
        || declared == ISO_2022_JP
        || characters_past_ascii(text) >= CHANCE
        || declared.decode_without_bom_handling_and_without_replacement(text.as_bytes()).is_none()
}

fn choose_for_broken_utf_8(bytes: &[u8], declared: Option<Choice>, hints: &Hints) -> Choice {
    let shape = Utf8Shape::of(bytes);
    match declared {
        Some(choice) if choice.encoding == UTF_8 && shape.may_be_utf_8() => choice,
        None if shape.good > shape.bad => Choice::detected(UTF_8, None),
        Some(choice) if choice.encoding.is_single_byte() => {
            let is_utf_8 = shape.good >= CHANCE && shape.good > shape.bad * FEW;
            if is_utf_8 {
                Choice::detected(UTF_8, declared)
            } else {
                wider_than_declared(bytes, choice, hints).unwrap_or(choice)
            }
        }
        Some(choice) if choice.encoding != UTF_8 => better_of(bytes, choice, hints),
        _ => detected(bytes, declared, hints),
    }
}

/// The multi-byte encoding of a page that declares windows-1252, the label of every template, and has no words of Latin
/// letters beyond ASCII: its bytes above ASCII stand in long runs.
fn wider_than_declared(bytes: &[u8], declared: Choice, hints: &Hints) -> Option<Choice> {
    if declared.encoding != WINDOWS_1252 || !has_long_runs(bytes) {
        return None;
    }
    let other = detected(bytes, Some(declared), hints);
    let is_wide = !other.encoding.is_single_byte();
    (is_wide && holes(bytes, other.encoding).0 == 0).then_some(other)
}

/// A declared multi-byte encoding, or the detected one if that leaves fewer holes.
fn better_of(bytes: &[u8], declared: Choice, hints: &Hints) -> Choice {
    let (holes, characters) = holes(bytes, declared.encoding);
    if holes * FEW <= characters {
        return declared;
    }
    let other = detected(bytes, Some(declared), hints);
    if self::holes(bytes, other.encoding).0 < holes { other } else { declared }
}

/// Characters that could not be read, and all that are not ASCII.
fn holes(bytes: &[u8], encoding: &'static Encoding) -> (usize, usize) {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    (text.matches('\u{FFFD}').count(), characters_past_ascii(&text))
}

fn detected(bytes: &[u8], declared: Option<Choice>, hints: &Hints) -> Choice {
    Choice::detected(detect(bytes, hints.top_level_domain().as_deref()), declared)
}

/// Whether bytes without a byte order mark look like UTF-16.
pub(crate) fn is_utf_16(bytes: &[u8]) -> bool {
    utf_16_without_mark(bytes).is_some()
}

fn names_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// The bytes as text if they are valid UTF-8, without a copy either way.
fn validated(bytes: Cow<[u8]>) -> Result<Cow<str>, Cow<[u8]>> {
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::from).map_err(|_| bytes.into()),
        Cow::Owned(bytes) => {
            String::from_utf8(bytes).map(Cow::from).map_err(|e| e.into_bytes().into())
        }
    }
}

fn into_bytes(text: Cow<str>) -> Cow<[u8]> {
    match text {
        Cow::Borrowed(text) => text.as_bytes().into(),
        Cow::Owned(text) => text.into_bytes().into(),
    }
}

fn without_prefix(bytes: Cow<[u8]>, len: usize) -> Cow<[u8]> {
    match bytes {
        Cow::Borrowed(bytes) => bytes[len..].into(),
        Cow::Owned(mut bytes) => {
            bytes.drain(..len);
            bytes.into()
        }
    }
}

/// An encoding that was decided on.
#[derive(Clone, Copy)]
struct Choice {
    encoding: &'static Encoding,
    source: EncodingSource,
    declared: Option<&'static Encoding>,
}

impl Choice {
    fn new(encoding: &'static Encoding, source: EncodingSource) -> Choice {
        Choice { encoding, source, declared: None }
    }

    fn detected(encoding: &'static Encoding, declared: Option<Choice>) -> Choice {
        let declared = declared.map(|d| d.encoding);
        Choice { declared, ..Choice::new(encoding, EncodingSource::Detected) }
    }

    fn read(self, bytes: Cow<[u8]>) -> Decoded {
        if self.encoding == UTF_8 {
            return match validated(bytes) {
                Ok(text) => self.with_text(text.into_owned()),
                Err(bytes) => self.replacing(&bytes),
            };
        }
        self.replacing(&bytes)
    }

    fn replacing(self, bytes: &[u8]) -> Decoded {
        let (text, had_errors) = self.encoding.decode_without_bom_handling(bytes);
        let mut decoded = self.with_text(text.into_owned());
        decoded.encoded.had_errors = had_errors;
        decoded
    }

    fn with_text(self, text: String) -> Decoded {
        let encoded = Encoded {
            encoding: self.encoding.name(),
            source: self.source,
            declared: self.declared.map(|d| d.name()),
            had_errors: false,
        };
        Decoded { text, encoded }
    }
}

#[cfg(test)]
mod tests;
