//! What bytes are that are no page.
//!
//! Signatures of two or three bytes are also how sentences begin («BMW…», «MZ…»), so bytes are compared
//! with them only if they do not look like text, or if the signature is a long and textual one.

use crate::hints::Hints;
use infer::{MatcherType, Type};
use std::fmt;

/// Bytes that are looked at to tell text from binary data.
const HEAD: usize = 4096;

/// One control character in so many bytes is more than text has; compressed data has one in ten.
const CONTROLS: usize = 30;

/// Signatures in ASCII.
const TEXTUAL: &[&[u8]] = &[b"%PDF-", b"{\\rtf", b"%!PS"];

/// How a page can begin that has control characters in it.
const PAGE_STARTS: &[&str] = &["<!doctype", "<html", "<head", "<body", "<?xml", "<!--"];

/// The family of something that is not a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentKind {
    /// PNG, JPEG, SVG…
    Image,
    /// MP4, WebM…
    Video,
    /// MP3, Ogg…
    Audio,
    /// WOFF, TrueType…
    Font,
    /// PDF, office files, books.
    Document,
    /// ZIP, tar and compressed files that are not unpacked.
    Archive,
    /// Executables and libraries.
    Program,
    /// RSS, Atom, OPML, sitemaps.
    Feed,
    /// JSON, databases.
    Data,
    /// Scripts and style sheets.
    Code,
    /// WARC: many pages as a crawler fetched them.
    Crawl,
    /// Bytes without any known signature.
    Binary,
}

/// Something that is not a page: its family and its name, such as «PNG image».
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPage {
    /// The family.
    pub kind: ContentKind,
    name: String,
}

impl NotAPage {
    fn new(kind: ContentKind, name: impl Into<String>) -> NotAPage {
        NotAPage { kind, name: name.into() }
    }
}

impl fmt::Display for NotAPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What the bytes are, if they are no text at all.
pub(crate) fn sniff_bytes(bytes: &[u8]) -> Option<NotAPage> {
    if is_binary(bytes) && !bytes.starts_with(b"WARC/") {
        let binary = || NotAPage::new(ContentKind::Binary, "binary data");
        return Some(by_signature(bytes).unwrap_or_else(binary));
    }
    if bytes.starts_with(b"WARC/") {
        return Some(NotAPage::new(ContentKind::Crawl, "WARC file"));
    }
    TEXTUAL.iter().any(|t| bytes.starts_with(t)).then(|| by_signature(bytes))?
}

/// What the text is, if it is no page.
pub(crate) fn sniff_text(text: &str, hints: &Hints) -> Option<NotAPage> {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if start.starts_with('<') {
        return by_root(start);
    }
    let is_json = is_json(start);
    match hints.media_type().as_deref() {
        _ if is_json => Some(NotAPage::new(ContentKind::Data, "JSON data")),
        Some("text/css") => Some(NotAPage::new(ContentKind::Code, "style sheet")),
        Some("text/javascript" | "application/javascript" | "application/x-javascript") => {
            Some(NotAPage::new(ContentKind::Code, "script"))
        }
        _ => None,
    }
}

/// Whether the bytes are no text in any encoding.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    if encoding_rs::Encoding::for_bom(bytes).is_some() || starts_like_page(bytes) {
        return false;
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    let controls = head.iter().filter(|&&b| is_control(b)).count();
    controls * CONTROLS > head.len()
        && (by_signature(bytes).is_some() || !crate::decode::is_utf_16(bytes))
}

/// The bytes that the MIME Sniffing Standard calls binary.
fn is_control(b: u8) -> bool {
    matches!(b, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F)
}

fn starts_like_page(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    PAGE_STARTS.iter().any(|page| {
        start.get(..page.len()).is_some_and(|s| s.eq_ignore_ascii_case(page.as_bytes()))
    })
}

/// A name for bytes that begin as a known binary format does.
pub(crate) fn by_signature(bytes: &[u8]) -> Option<NotAPage> {
    let found = infer::get(bytes).filter(|t| t.matcher_type() != MatcherType::Text)?;
    let (kind, noun) = family(&found);
    let label = match found.extension() {
        "jpg" => "JPEG",
        "webp" => "WebP",
        "webm" => "WebM",
        "tif" => "TIFF",
        "ps" => "PostScript",
        "sqlite" => "SQLite",
        "exe" | "dll" => "Windows",
        "class" => "Java",
        "mach" => "macOS",
        "doc" | "docx" => "Word",
        "xls" | "xlsx" => "Excel",
        "ppt" | "pptx" => "PowerPoint",
        other => &other.to_ascii_uppercase(),
    };
    Some(NotAPage::new(kind, format!("{label} {noun}")))
}

fn family(found: &Type) -> (ContentKind, &'static str) {
    match (found.matcher_type(), found.extension()) {
        (MatcherType::Image, _) => (ContentKind::Image, "image"),
        (MatcherType::Video, _) => (ContentKind::Video, "video"),
        (MatcherType::Audio, _) => (ContentKind::Audio, "sound file"),
        (MatcherType::Font, _) | (_, "eot") => (ContentKind::Font, "font"),
        (MatcherType::Book, _) | (_, "epub") => (ContentKind::Document, "book"),
        (MatcherType::Doc, _) | (_, "pdf" | "rtf" | "ps") => (ContentKind::Document, "document"),
        (_, "sqlite") => (ContentKind::Data, "database"),
        (_, "dcm") => (ContentKind::Image, "image"),
        (_, "swf" | "nes") => (ContentKind::Program, "program"),
        (MatcherType::App, "der" | "pem" | "qcow2") => (ContentKind::Binary, "file"),
        (MatcherType::App, _) => (ContentKind::Program, "program"),
        _ => (ContentKind::Archive, "archive"),
    }
}

/// XML that is not XHTML, by its root element.
fn by_root(text: &str) -> Option<NotAPage> {
    let declared = text.starts_with("<?xml");
    let root = root_name(text)?;
    let named = |kind, name: &str| Some(NotAPage::new(kind, name));
    match root {
        "rss" | "rdf:RDF" => named(ContentKind::Feed, "RSS feed"),
        "feed" => named(ContentKind::Feed, "Atom feed"),
        "opml" => named(ContentKind::Feed, "OPML list of feeds"),
        "urlset" | "sitemapindex" => named(ContentKind::Feed, "sitemap"),
        "svg" if declared => named(ContentKind::Image, "SVG image"),
        _ => None,
    }
}

/// The first tag's name, past declarations and comments.
fn root_name(mut text: &str) -> Option<&str> {
    loop {
        text = text.trim_start();
        let end = match text {
            t if t.starts_with("<!--") => "-->",
            t if t.starts_with("<?") || t.starts_with("<!") => ">",
            _ => break,
        };
        text = text.get(text.find(end)? + end.len()..)?;
    }
    let name = text.strip_prefix('<')?;
    name.split(|c: char| c.is_whitespace() || c == '>' || c == '/').next()
}

/// JSON by both of its ends, so that a sentence in brackets is not taken for it.
fn is_json(start: &str) -> bool {
    let inner = start.get(1..).unwrap_or_default().trim_start();
    match start.as_bytes().first() {
        Some(b'{') => inner.starts_with(['"', '}']) && start.trim_end().ends_with('}'),
        Some(b'[') => inner.starts_with(['{', '"', '[', ']']) && start.trim_end().ends_with(']'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(signature: &[u8]) -> Option<String> {
        let mut bytes = signature.to_vec();
        bytes.extend((0..512u32).map(|i| (i * 37 % 251) as u8));
        sniff_bytes(&bytes).map(|n| n.to_string())
    }

    fn text(text: &str) -> Option<String> {
        sniff_text(text, &Hints::new()).map(|n| n.to_string())
    }

    #[test]
    fn known_signatures_are_named() {
        let cases: &[(&[u8], &str)] = &[
            (b"\x89PNG\r\n\x1a\n", "PNG image"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG image"),
            (b"GIF89a", "GIF image"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "WebP image"),
            (b"%PDF-1.7\n", "PDF document"),
            (b"PK\x03\x04\x14\0", "ZIP archive"),
            (b"\x7fELF\x02\x01\x01\0", "ELF program"),
            (b"\0\0\0\x18ftypmp42", "MP4 video"),
            (b"ID3\x03\0\0", "MP3 sound file"),
            (b"wOFF\0\x01\0\0", "WOFF font"),
            (b"SQLite format 3\0", "SQLite database"),
            (b"{\\rtf1\\ansi", "RTF document"),
            (b"\x01\x02\x03\x04", "binary data"),
        ];
        for (signature, name) in cases {
            assert_eq!(bytes(signature).as_deref(), Some(*name));
        }
    }

    #[test]
    fn a_pdf_that_looks_like_text_is_a_pdf() {
        assert_eq!(
            sniff_bytes(b"%PDF-1.4 all of it is ASCII").unwrap().kind,
            ContentKind::Document
        );
    }

    #[test]
    fn text_is_not_binary_however_it_begins() {
        for text in ["BMW builds cars", "MZ is how it starts", "\u{feff}<p>", "<p>", "", "Größe"]
        {
            assert_eq!(sniff_bytes(text.as_bytes()), None, "{text}");
        }
        assert_eq!(sniff_bytes(b"<html>\0\0\0\0\0\0\0\0"), None, "a page with zeros in it");
        let utf_16: Vec<u8> = "<p>text".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(sniff_bytes(&utf_16), None);
    }

    #[test]
    fn feeds_and_json_are_named() {
        assert_eq!(text("<?xml version='1.0'?><!-- x --><rss version='2.0'>").unwrap(), "RSS feed");
        assert_eq!(text("<feed xmlns='http://www.w3.org/2005/Atom'>").unwrap(), "Atom feed");
        assert_eq!(text("<?xml version='1.0'?><svg>").unwrap(), "SVG image");
        assert_eq!(text("{\"a\": 1}\n").unwrap(), "JSON data");
        assert_eq!(text("[{\"a\": 1}]").unwrap(), "JSON data");
    }

    #[test]
    fn pages_and_sentences_are_not() {
        for page in [
            "<?xml version='1.0'?><html>",
            "<svg></svg><p>x",
            "[1] A note. [2]",
            "{curly}",
            "a",
            "",
        ] {
            assert_eq!(text(page), None, "{page}");
        }
    }
}
