//! From a [`Selection`] to an [`Article`]: rendered text, metadata, media, warnings.

mod content;
mod inspect;
mod media;
mod metadata;
mod render;
mod warning;

pub use inspect::Counts;
pub use media::{Media, MediaKind};
pub use metadata::{Feed, Metadata, Sourced};
pub use warning::Warning;

use dehusk_extract::{Document, Selection};
use inspect::Inspection;
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
    inspection: OnceLock<Inspection>,
}

impl Article {
    /// The article that `extractor` selected in a document.
    pub fn new(
        document: impl Into<Arc<Document>>,
        selection: Selection,
        extractor: impl Into<String>,
    ) -> Article {
        Article {
            document: document.into(),
            selection,
            extractor: extractor.into(),
            metadata: OnceLock::new(),
            inspection: OnceLock::new(),
        }
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

    /// The images, videos and sounds of the content, in the page's order.
    ///
    /// ```
    /// # use dehusk_article::{Article, MediaKind};
    /// # use dehusk_extract::{Document, registry};
    /// # use dehusk_page::Page;
    /// let html = "<p>Text.</p><figure><img src=/a.jpg><figcaption>A cat</figcaption></figure><p>More.";
    /// let document = Document::new(Page::parse(html)).with_url("https://example.org/");
    /// let selection = registry::find("text").unwrap().make().extract(&document);
    /// let article = Article::new(document, selection, "text");
    /// assert_eq!(article.media()[0].url, "https://example.org/a.jpg");
    /// assert_eq!(article.media()[0].caption.as_deref(), Some("A cat"));
    /// ```
    pub fn media(&self) -> &[Media] {
        &self.inspection().media
    }

    /// How much of what the content has.
    pub fn counts(&self) -> Counts {
        self.inspection().counts
    }

    /// What was cut, or cannot be told in some format.
    pub fn warnings(&self) -> Vec<Warning> {
        let page = self.document.page().warnings().iter().cloned().map(Warning::Page);
        page.chain(self.inspection().warnings.iter().cloned()).collect()
    }

    fn inspection(&self) -> &Inspection {
        self.inspection.get_or_init(|| {
            let mut inspection = Inspection::default();
            render::tell(self, &mut inspection);
            inspection.finish()
        })
    }
}
