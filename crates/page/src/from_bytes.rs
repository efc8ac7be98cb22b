//! The whole way from bytes to a [`Page`].

use crate::deadline::Deadline;
use crate::decode::{Encoded, decode};
use crate::hints::Hints;
use crate::inflate::{Compression, inflate};
use crate::limits::{Limits, Warning};
use crate::page::Page;
use crate::sniff::{NotAPage, sniff_bytes, sniff_text};
use crate::{endless_title, parse, plain};
use std::borrow::Cow;

/// Why bytes gave no page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// There is nothing but white space.
    #[error("the page is empty")]
    Empty,
    /// The bytes are something else.
    #[error("not a web page but something else: {0}")]
    NotAPage(NotAPage),
    /// The bytes are compressed, and not even their beginning could be unpacked.
    #[error("the {0} data is damaged: nothing could be unpacked")]
    Damaged(Compression),
}

impl Page {
    /// Reads a page as it was fetched or saved: compressed or not, in any encoding.
    ///
    /// Plain text (by its `Content-Type`, or because it has no tag) becomes a page whose paragraphs are
    /// those of the text. What is damaged or too long is read as far as it goes, with a warning.
    ///
    /// ```
    /// use dehusk_page::{Hints, Limits, Page};
    /// let page = Page::from_bytes(&b"<p>caf\xe9"[..], &Hints::new(), &Limits::default())?;
    /// assert_eq!(page.text_content(page.root()), "café");
    /// assert_eq!(page.encoded().unwrap().encoding, "windows-1252");
    ///
    /// let error = Page::from_bytes(&b"\x89PNG\r\n\x1a\n"[..], &Hints::new(), &Limits::default());
    /// assert_eq!(error.unwrap_err().to_string(), "not a web page but something else: PNG image");
    /// # Ok::<(), dehusk_page::PageError>(())
    /// ```
    pub fn from_bytes<'a>(
        bytes: impl Into<Cow<'a, [u8]>>,
        hints: &Hints,
        limits: &Limits,
    ) -> Result<Page, PageError> {
        let deadline = limits.deadline();
        let most = limits.most_bytes();
        let mut inflated = inflate(bytes.into(), hints.content_encoding.as_deref(), most)
            .map_err(PageError::Damaged)?;
        let cut = cut_to(&mut inflated.bytes, most);
        refuse_binary(&inflated.bytes)?;
        let decoded = decode(inflated.bytes, hints);
        let mut page = read(decoded.text, hints, limits, deadline)?;
        page.note_cut(cut, limits);
        page.warnings.extend(inflated.warnings);
        if decoded.encoded.had_errors {
            page.warnings.push(Warning::BytesReplaced(decoded.encoded.encoding));
        }
        page.encoded = Some(decoded.encoded);
        Ok(page)
    }

    /// Reads a page whose text is already decoded. All but the decoding is what [`Page::from_bytes`] does: plain text
    /// becomes paragraphs, and what is no page is an error.
    ///
    /// ```
    /// use dehusk_page::{Hints, Limits, Page};
    /// let page = Page::from_text("One.\n\nTwo.", &Hints::new(), &Limits::default())?;
    /// assert_eq!(page.children(page.body().unwrap()).filter(|&p| page.is_element(p)).count(), 2);
    /// # Ok::<(), dehusk_page::PageError>(())
    /// ```
    pub fn from_text(
        text: impl Into<String>,
        hints: &Hints,
        limits: &Limits,
    ) -> Result<Page, PageError> {
        let deadline = limits.deadline();
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let end = text.floor_char_boundary(limits.most_bytes());
        let cut = text.len() - end;
        text.truncate(end);
        refuse_binary(text.as_bytes())?;
        let mut page = read(text, hints, limits, deadline)?;
        page.note_cut(cut, limits);
        Ok(page)
    }

    /// Notes that so many bytes were cut off before the rest was decoded.
    fn note_cut(&mut self, bytes: usize, limits: &Limits) {
        if bytes > 0 {
            limits.bytes_cut(bytes).note(&mut self.warnings);
        }
    }

    /// In which encoding the page was read, if it came from bytes.
    pub fn encoded(&self) -> Option<&Encoded> {
        self.encoded.as_ref()
    }
}

fn refuse_binary(bytes: &[u8]) -> Result<(), PageError> {
    sniff_bytes(bytes).map_or(Ok(()), |other| Err(PageError::NotAPage(other)))
}

/// The page that a text is.
fn read(
    text: String,
    hints: &Hints,
    limits: &Limits,
    deadline: Deadline,
) -> Result<Page, PageError> {
    let html = page_text(text, hints)?;
    Ok(endless_title::mended(parse::document(html, limits, deadline), limits))
}

/// The text of a page, or why it is none.
fn page_text(text: String, hints: &Hints) -> Result<String, PageError> {
    if text.trim().is_empty() {
        return Err(PageError::Empty);
    }
    if let Some(other) = sniff_text(&text, hints) {
        return Err(PageError::NotAPage(other));
    }
    Ok(plain::to_html(&text, hints).unwrap_or(text))
}

/// Cuts bytes that are too many before they are decoded, and tells how many were cut. UTF-8 is cut between two
/// characters: half a character would make the whole look like another encoding.
fn cut_to(bytes: &mut Cow<[u8]>, most: usize) -> usize {
    let len = bytes.len();
    if len <= most {
        return 0;
    }
    let is_inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let end = (most.saturating_sub(3)..=most).rev().find(|at| !is_inside(at)).unwrap_or(most);
    match bytes {
        Cow::Borrowed(bytes) => *bytes = &bytes[..end],
        Cow::Owned(bytes) => bytes.truncate(end),
    }
    len - end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_cut_between_characters() {
        let mut bytes = Cow::Borrowed("aé語".as_bytes());
        assert_eq!(cut_to(&mut bytes, 6), 0);
        assert_eq!((cut_to(&mut bytes, 5), &*bytes), (3, "aé".as_bytes()));
        assert_eq!((cut_to(&mut bytes, 2), &*bytes), (2, &b"a"[..]));
        let mut continuations = Cow::Owned(vec![0x80; 9]);
        assert_eq!(cut_to(&mut continuations, 5), 4);
    }
}
