//! The whole way from bytes to a [`Page`].

use crate::decode::{Encoded, decode};
use crate::hints::Hints;
use crate::inflate::{Compression, inflate};
use crate::limits::{Limits, Warning};
use crate::page::Page;
use crate::sniff::{NotAPage, sniff_bytes, sniff_text};
use crate::{mend, parse, plain};
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
        let inflated = inflate(bytes.into(), hints.content_encoding.as_deref(), limits.max_bytes)
            .map_err(PageError::Damaged)?;
        if let Some(other) = sniff_bytes(&inflated.bytes) {
            return Err(PageError::NotAPage(other));
        }
        let decoded = decode(inflated.bytes, hints);
        let html = page_text(decoded.text, hints)?;
        let mut page = mend::mended(parse::document(html, limits), limits);
        page.warnings.extend(inflated.warnings);
        if decoded.encoded.had_errors {
            page.warnings.push(Warning::BytesReplaced(decoded.encoded.encoding));
        }
        page.encoded = Some(decoded.encoded);
        Ok(page)
    }

    /// In which encoding the page was read, if it came from bytes.
    pub fn encoded(&self) -> Option<&Encoded> {
        self.encoded.as_ref()
    }
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
