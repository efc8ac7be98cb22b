//! From a [`Selection`] to an [`Article`]: rendered text, metadata, media, warnings.

mod content;
mod metadata;
mod render;

pub use metadata::{Feed, Metadata, Sourced};

use dehusk_extract::{Document, Selection};
use std::sync::{Arc, OnceLock};

/// How an article is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain text.
    Text,
    /// CommonMark with GFM tables.
    Markdown,
    /// Sanitised, semantic HTML.
    Html,
    /// One JSON object with metadata and text.
    Json,
    /// TEI XML.
    Tei,
}

/// The main content of a page. Renderings and metadata are made when they are asked for.
#[derive(Debug)]
pub struct Article {
    document: Arc<Document>,
    selection: Selection,
    extractor: String,
    metadata: OnceLock<Metadata>,
}

impl Article {
    /// The article that `extractor` selected in a document.
    pub fn new(
        document: impl Into<Arc<Document>>,
        selection: Selection,
        extractor: impl Into<String>,
    ) -> Article {
        let (document, extractor) = (document.into(), extractor.into());
        Article { document, selection, extractor, metadata: OnceLock::new() }
    }

    /// The page the article came from.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Which of its nodes are content, and why.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// The name of the extractor that chose them.
    pub fn extractor(&self) -> &str {
        &self.extractor
    }

    /// Title, authors, dates and the rest.
    pub fn metadata(&self) -> &Metadata {
        self.metadata.get_or_init(|| metadata::of(&self.document, &self.selection))
    }

    /// The article in a format.
    pub fn render(&self, format: Format) -> String {
        render::render(self, format)
    }

    /// The article as plain text.
    pub fn text(&self) -> String {
        self.render(Format::Text)
    }

    /// The article as Markdown.
    pub fn markdown(&self) -> String {
        self.render(Format::Markdown)
    }

    /// The article as sanitised HTML.
    pub fn html(&self) -> String {
        self.render(Format::Html)
    }

    /// What was dropped or cut, in sentences for the user.
    pub fn warnings(&self) -> Vec<String> {
        self.document.page().warnings().iter().map(ToString::to_string).collect()
    }
}
