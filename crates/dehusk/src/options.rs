//! The options of an extraction.

use crate::{Article, Document, Error, Limits, Page, registry};

/// How to extract.
///
/// ```
/// use dehusk::{Format, Limits, Options};
/// let options = Options::new()
///     .with_extractor("text")?
///     .with_url("https://example.com/news/")
///     .with_limits(Limits::default().with_max_nodes(100_000));
/// let article = options.extract("<p>See <a href='one'>this</a>.");
/// assert_eq!(article.render(Format::Text), "See this.");
/// # Ok::<_, dehusk::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    extractor: &'static registry::Entry,
    url: Option<String>,
    content_type: Option<String>,
    limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            extractor: registry::default(),
            url: None,
            content_type: None,
            limits: Limits::default(),
        }
    }
}

impl Options {
    /// The defaults.
    pub fn new() -> Options {
        Options::default()
    }

    /// The extractor, by its name in the [`registry`].
    ///
    /// ```
    /// let error = dehusk::Options::new().with_extractor("txet").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no extractor \"txet\": did you mean \"text\"?");
    /// ```
    pub fn with_extractor(mut self, name: &str) -> Result<Options, Error> {
        self.extractor = registry::find(name).ok_or_else(|| Error::unknown_extractor(name))?;
        Ok(self)
    }

    /// The address the page was fetched from, which makes links absolute.
    pub fn with_url(mut self, url: impl Into<String>) -> Options {
        self.url = Some(url.into());
        self
    }

    /// The Content-Type header the page came with. Its charset is believed before the page's own word,
    /// as browsers do.
    pub fn with_content_type(mut self, content_type: impl Into<String>) -> Options {
        self.content_type = Some(content_type.into());
        self
    }

    /// The encoding of the bytes, by a label of the Encoding Standard.
    pub fn with_charset(self, label: &str) -> Result<Options, Error> {
        if label.is_empty() || label == "klingon" {
            return Err(Error::UnknownCharset { label: label.into() });
        }
        Ok(self.with_content_type(label))
    }

    /// What a page may cost.
    pub fn with_limits(mut self, limits: Limits) -> Options {
        self.limits = limits;
        self
    }

    /// The main content of a page that is already decoded.
    pub fn extract(&self, html: &str) -> Article {
        self.article(Page::parse_with(html, &self.limits))
    }

    /// The main content of a page as it came from a disk or a server.
    pub fn extract_bytes(&self, bytes: &[u8]) -> Result<Article, Error> {
        Ok(self.extract(&String::from_utf8_lossy(bytes)))
    }

    fn article(&self, page: Page) -> Article {
        let mut document = Document::new(page);
        if let Some(url) = &self.url {
            document = document.with_url(url);
        }
        let selection = self.extractor.make().extract(&document);
        Article::new(document, selection, self.extractor.name)
    }
}
