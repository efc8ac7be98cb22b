//! The HTML standard's prescan: what encoding a page declares in its first bytes.
//!
//! It works on raw bytes, before there is any text, and is deliberately cruder than the parser: a `meta`
//! inside a script counts, one inside a comment does not. Running out of bytes anywhere means that
//! nothing was declared, which `?` expresses throughout.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};
use std::ops::Range;

/// How far the standard asks to look.
pub(super) const WINDOW: usize = 1024;

/// How raw the content of `script` and `style` is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scripts {
    /// A `meta` inside them counts, as in the standard's prescan.
    Scanned,
    /// It does not, as in a parser that comes across a `meta` far down.
    Skipped,
}

/// Whether a declaration can be anywhere: reading all tags of a page for one takes as long as parsing it.
pub(super) fn may_declare(bytes: &[u8]) -> bool {
    let has = |word: &[u8]| memmem::find(bytes, word).is_some();
    has(b"harset") || has(b"HARSET")
}

/// The encoding of the first `meta` that declares one.
pub(super) fn meta(bytes: &[u8], scripts: Scripts) -> Option<&'static Encoding> {
    let mut scan = Scan { bytes, at: 0 };
    loop {
        scan.at += memchr(b'<', bytes.get(scan.at..)?)?;
        let rest = &bytes[scan.at..];
        if rest.starts_with(b"<!--") {
            // The dashes that open a comment may also close it: `<!-->`.
            scan.at += 2 + memmem::find(&rest[2..], b"-->")? + 2;
        } else if is_tag(rest, b"meta", b" \t\n\x0c\r/") {
            scan.at += 5;
            if let Some(encoding) = scan.meta_attributes()? {
                return Some(encoding);
            }
        } else if is_tag_start(rest) {
            let raw = raw_text_end(rest).filter(|_| scripts == Scripts::Skipped);
            scan.skip_tag()?;
            if let Some(end) = raw {
                scan.at += memmem::find_iter(&bytes[scan.at..], b"</")
                    .find(|&i| starts_with_ignore_case(&bytes[scan.at + i..], end))?;
                continue;
            }
        } else if matches!(rest.get(1)?, b'!' | b'/' | b'?') {
            scan.at += memchr(b'>', rest)?;
        }
        scan.at += 1;
    }
}

/// The encoding of an XML declaration at the very start.
pub(super) fn xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &bytes[..memchr(b'>', bytes)?];
    let after = memmem::find(declaration, b"encoding")? + b"encoding".len();
    let rest = skip_while(&declaration[after..], |b| b <= b' ');
    let rest = skip_while(rest.strip_prefix(b"=")?, |b| b <= b' ');
    let (&quote, rest) = rest.split_first().filter(|(q, _)| matches!(q, b'"' | b'\''))?;
    let label = &rest[..memchr(quote, rest)?];
    if label.iter().any(|&b| b <= b' ') {
        return None;
    }
    Encoding::for_label(label).map(not_utf_16)
}

/// The `charset` of a media type, as in `text/html; charset=utf-8`.
pub(super) fn charset_of_content(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        let at = rest.windows(7).position(|w| w.eq_ignore_ascii_case(b"charset"))?;
        rest = skip_while(&rest[at + 7..], is_space);
        if let Some(value) = rest.strip_prefix(b"=") {
            return Encoding::for_label(charset_value(skip_while(value, is_space))?);
        }
    }
}

fn charset_value(value: &[u8]) -> Option<&[u8]> {
    match value.split_first()? {
        (&quote @ (b'"' | b'\''), rest) => Some(&rest[..memchr(quote, rest)?]),
        _ => value.split(|&b| is_space(b) || b == b';').next(),
    }
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Where an attribute's name and value stand.
type Attribute = (Range<usize>, Range<usize>);

impl Scan<'_> {
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip(&mut self, unwanted: impl Fn(u8) -> bool) -> Option<u8> {
        while unwanted(self.byte()?) {
            self.at += 1;
        }
        self.byte()
    }

    /// Reads the attributes of a `meta`: none if the bytes run out, else what it declares.
    fn meta_attributes(&mut self) -> Option<Option<&'static Encoding>> {
        let mut meta = Meta::default();
        while let Some((name, value)) = self.attribute()? {
            meta.add(&self.bytes[name], &self.bytes[value]);
        }
        Some(meta.encoding())
    }

    fn skip_tag(&mut self) -> Option<()> {
        self.skip(|b| !is_space(b) && b != b'>')?;
        while self.attribute()?.is_some() {}
        Some(())
    }

    /// The next attribute of a tag; the inner option is none at the tag's end.
    fn attribute(&mut self) -> Option<Option<Attribute>> {
        if self.skip(|b| is_space(b) || b == b'/')? == b'>' {
            return Some(None);
        }
        let start = self.at;
        let name = loop {
            match self.byte()? {
                b'=' if self.at > start => break start..self.at,
                b'/' | b'>' => return Some(Some((start..self.at, 0..0))),
                b if is_space(b) => {
                    let name = start..self.at;
                    if self.skip(is_space)? != b'=' {
                        return Some(Some((name, 0..0)));
                    }
                    break name;
                }
                _ => self.at += 1,
            }
        };
        self.at += 1;
        Some(Some((name, self.value()?)))
    }

    fn value(&mut self) -> Option<Range<usize>> {
        match self.skip(is_space)? {
            quote @ (b'"' | b'\'') => {
                let start = self.at + 1;
                let end = start + memchr(quote, &self.bytes[start..])?;
                self.at = end + 1;
                Some(start..end)
            }
            _ => {
                let start = self.at;
                self.skip(|b| !is_space(b) && b != b'>')?;
                Some(start..self.at)
            }
        }
    }
}

/// What the attributes of one `meta` add up to. Only the first of each name counts.
#[derive(Default)]
struct Meta {
    pragma: Option<bool>,
    content: Option<Option<&'static Encoding>>,
    charset: Option<Option<&'static Encoding>>,
}

impl Meta {
    fn add(&mut self, name: &[u8], value: &[u8]) {
        if name.eq_ignore_ascii_case(b"http-equiv") {
            self.pragma.get_or_insert(value.eq_ignore_ascii_case(b"content-type"));
        } else if name.eq_ignore_ascii_case(b"content") {
            self.content.get_or_insert_with(|| charset_of_content(value));
        } else if name.eq_ignore_ascii_case(b"charset") {
            self.charset.get_or_insert_with(|| Encoding::for_label(value));
        }
    }

    fn encoding(self) -> Option<&'static Encoding> {
        let by_pragma = || self.content.flatten().filter(|_| self.pragma == Some(true));
        let encoding = self.charset.unwrap_or_else(by_pragma)?;
        Some(if encoding == X_USER_DEFINED { WINDOWS_1252 } else { not_utf_16(encoding) })
    }
}

/// Bytes in which an ASCII declaration can be read are not UTF-16, whatever it says.
fn not_utf_16(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding }
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r')
}

fn skip_while(mut bytes: &[u8], unwanted: impl Fn(u8) -> bool) -> &[u8] {
    while let Some((_, rest)) = bytes.split_first().filter(|(b, _)| unwanted(**b)) {
        bytes = rest;
    }
    bytes
}

fn starts_with_ignore_case(bytes: &[u8], prefix: &[u8]) -> bool {
    bytes.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn is_tag(rest: &[u8], name: &[u8], after: &[u8]) -> bool {
    let end = rest.get(1 + name.len());
    starts_with_ignore_case(&rest[1..], name) && end.is_some_and(|b| after.contains(b))
}

fn is_tag_start(rest: &[u8]) -> bool {
    match rest.get(1) {
        Some(b'/') => rest.get(2).is_some_and(u8::is_ascii_alphabetic),
        Some(b) => b.is_ascii_alphabetic(),
        None => false,
    }
}

fn raw_text_end(rest: &[u8]) -> Option<&'static [u8]> {
    let ends: [(&[u8], &'static [u8]); 2] = [(b"script", b"</script"), (b"style", b"</style")];
    ends.into_iter().find(|(name, _)| is_tag(rest, name, b" \t\n\x0c\r/>")).map(|(_, end)| end)
}

#[cfg(test)]
mod tests {
    use super::{Scripts, charset_of_content, meta, xml_declaration};

    fn name(html: &str) -> Option<&'static str> {
        meta(html.as_bytes(), Scripts::Scanned).map(|e| e.name())
    }

    #[test]
    fn both_forms_of_meta_declare() {
        assert_eq!(name("<META CharSet = 'KOI8-R' >"), Some("KOI8-R"));
        let pragma = "<meta content='text/html; charset=\"big5\"' http-equiv=content-type>";
        assert_eq!(name(pragma), Some("Big5"));
        assert_eq!(name("<meta content='text/html; charset=big5'>"), None);
    }

    #[test]
    fn only_the_first_attribute_of_a_name_counts() {
        assert_eq!(name("<meta charset=big5 charset=koi8-r>"), Some("Big5"));
        assert_eq!(name("<meta charset=nonsense charset=koi8-r>"), None);
    }

    #[test]
    fn a_comment_may_close_at_once_and_hides_what_it_holds() {
        assert_eq!(name("<!--><meta charset=big5>"), Some("Big5"));
        assert_eq!(name("<!-- <meta charset=big5> --><meta charset=koi8-r>"), Some("KOI8-R"));
        assert_eq!(name("<!-- <meta charset=big5>"), None);
    }

    #[test]
    fn special_labels_are_replaced() {
        assert_eq!(name("<meta charset=utf-16be>"), Some("UTF-8"));
        assert_eq!(name("<meta charset=x-user-defined>"), Some("windows-1252"));
    }

    #[test]
    fn scripts_can_be_skipped() {
        let html = b"<script>'<meta charset=big5>'</SCRIPT><meta charset=koi8-r>";
        assert_eq!(meta(html, Scripts::Scanned).unwrap().name(), "Big5");
        assert_eq!(meta(html, Scripts::Skipped).unwrap().name(), "KOI8-R");
        assert_eq!(meta(b"<style><meta charset=big5>", Scripts::Skipped), None);
    }

    #[test]
    fn an_xml_declaration_declares() {
        let of = |xml: &[u8]| xml_declaration(xml).map(|e| e.name());
        assert_eq!(of(b"<?xml version='1.0' encoding = 'iso-8859-2'?>"), Some("ISO-8859-2"));
        assert_eq!(of(b"<?xml version='1.0' encoding='utf-16'?>"), Some("UTF-8"));
        assert_eq!(of(b"<?xml version='1.0'?><p encoding='iso-8859-2'>"), None);
        assert_eq!(of(b" <?xml encoding='iso-8859-2'?>"), None);
        assert_eq!(of(b"<\0?\0x\0m\0l\0"), Some("UTF-16LE"));
        assert_eq!(of(b"\0<\0?\0x\0m\0l"), Some("UTF-16BE"));
    }

    #[test]
    fn charset_parameters_are_found_where_they_stand() {
        let of = |value: &str| charset_of_content(value.as_bytes()).map(|e| e.name());
        assert_eq!(of("text/html;charset=Shift_JIS;x=y"), Some("Shift_JIS"));
        assert_eq!(of("charset charset = 'euc-kr'"), Some("EUC-KR"));
        assert_eq!(of("text/html; charset='euc-kr"), None);
        assert_eq!(of("text/html; charset="), None);
    }

    #[test]
    fn every_cut_of_a_declaration_is_survived() {
        let html = b"<!DOCTYPE html><!-- a --><p title='x>'/><meta http-equiv='content-type' content='charset=big5'>";
        for end in 0..html.len() {
            assert_eq!(meta(&html[..end], Scripts::Skipped), None, "cut at {end}");
        }
        assert!(meta(html, Scripts::Skipped).is_some());
    }
}
