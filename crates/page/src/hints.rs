//! What is known about a page's bytes before they are read.

use encoding_rs::Encoding;

/// What came with the bytes. Everything is optional; without it the bytes speak for themselves.
///
/// ```
/// use dehusk_page::{Hints, decode};
/// let hints = Hints::new().with_content_type("text/html; charset=windows-1251");
/// assert_eq!(decode(&b"\xcf\xf0\xe8\xe2\xe5\xf2"[..], &hints).text, "Привет");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Hints {
    pub(crate) content_type: Option<String>,
    pub(crate) charset: Option<&'static Encoding>,
    pub(crate) content_encoding: Option<String>,
    pub(crate) url: Option<String>,
}

impl Hints {
    /// Nothing is known.
    pub fn new() -> Hints {
        Hints::default()
    }

    /// The value of the `Content-Type` header, or a bare encoding label such as `koi8-r`.
    pub fn with_content_type(mut self, value: impl Into<String>) -> Hints {
        self.content_type = Some(value.into());
        self
    }

    /// The encoding, where the caller knows it better than the `Content-Type` header, whose charset it replaces.
    ///
    /// ```
    /// use dehusk_page::{Hints, decode};
    /// let hints = Hints::new().with_content_type("text/html; charset=utf-8").with_charset(encoding_rs::KOI8_R);
    /// assert_eq!(decode(&b"\xcd\xc9\xd2"[..], &hints).text, "мир");
    /// ```
    pub fn with_charset(mut self, charset: &'static Encoding) -> Hints {
        self.charset = Some(charset);
        self
    }

    /// The value of the `Content-Encoding` header. If the bytes turn out not to be compressed that way
    /// (many clients unpack without saying so) it is ignored.
    pub fn with_content_encoding(mut self, value: impl Into<String>) -> Hints {
        self.content_encoding = Some(value.into());
        self
    }

    /// The page's address: its top-level domain helps to tell legacy encodings apart.
    pub fn with_url(mut self, url: impl Into<String>) -> Hints {
        self.url = Some(url.into());
        self
    }

    /// The media type without its parameters, in lower case.
    pub(crate) fn media_type(&self) -> Option<String> {
        let essence = self.content_type.as_deref()?.split(';').next()?.trim();
        essence.contains('/').then(|| essence.to_ascii_lowercase())
    }

    /// The last label of the host, if it is one that [`chardetng`] accepts: lower-case ASCII.
    pub(crate) fn top_level_domain(&self) -> Option<String> {
        let (_, rest) = self.url.as_deref()?.split_once("://")?;
        let authority = rest.split(['/', '?', '#']).next()?;
        let host = authority.rsplit('@').next()?.split(':').next()?;
        let label = host.trim_end_matches('.').rsplit('.').next()?.to_ascii_lowercase();
        let plain =
            label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        (plain && !label.is_empty()).then_some(label)
    }
}

#[cfg(test)]
mod tests {
    use super::Hints;

    fn domain(url: &str) -> Option<String> {
        Hints::new().with_url(url).top_level_domain()
    }

    #[test]
    fn the_top_level_domain_is_the_last_label_of_the_host() {
        assert_eq!(domain("https://me@News.Example.RU:8080/a.html").as_deref(), Some("ru"));
        assert_eq!(domain("http://example.jp.").as_deref(), Some("jp"));
        assert_eq!(domain("http://пример.рф/"), None);
        assert_eq!(domain("example.ru"), None);
        assert_eq!(domain("http:///"), None);
    }

    #[test]
    fn the_media_type_has_no_parameters() {
        let hints = Hints::new().with_content_type("Text/Plain; charset=utf-8");
        assert_eq!(hints.media_type().as_deref(), Some("text/plain"));
        assert_eq!(Hints::new().with_content_type("utf-8").media_type(), None);
    }
}
