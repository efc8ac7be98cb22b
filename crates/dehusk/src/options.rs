//! The options of an extraction.

use crate::{Article, Document, Limits, Page, registry};

/// What can go wrong before there is an article.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No extractor has that name.
    #[error("there is no extractor {name:?}")]
    UnknownExtractor {
        /// The name that was asked for.
        name: String,
    },
}

/// How to extract.
#[derive(Clone, Debug)]
pub struct Options {
    extractor: &'static registry::Entry,
    url: Option<String>,
    limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options { extractor: registry::default(), url: None, limits: Limits::default() }
    }
}

impl Options {
    /// The defaults.
    pub fn new() -> Options {
        Options::default()
    }

    /// The extractor, by its name in the [`registry`].
    pub fn with_extractor(mut self, name: &str) -> Result<Options, Error> {
        self.extractor =
            registry::find(name).ok_or_else(|| Error::UnknownExtractor { name: name.into() })?;
        Ok(self)
    }

    /// The address the page was fetched from, which makes links absolute.
    pub fn with_url(mut self, url: impl Into<String>) -> Options {
        self.url = Some(url.into());
        self
    }

    /// What a page may cost.
    pub fn with_limits(mut self, limits: Limits) -> Options {
        self.limits = limits;
        self
    }

    /// The main content of a page that is already decoded.
    pub fn extract(&self, html: &str) -> Article {
        let mut document = Document::new(Page::parse_with(html, &self.limits));
        if let Some(url) = &self.url {
            document = document.with_url(url);
        }
        let selection = self.extractor.make().extract(&document);
        Article::new(document, selection, self.extractor.name)
    }
}
