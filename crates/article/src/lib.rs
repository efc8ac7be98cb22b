//! From a [`Selection`] to an [`Article`]: rendered text, metadata, media, warnings.

mod content;
mod embedded;
mod format;
mod inspect;
pub mod json;
mod media;
mod metadata;
mod render;
mod structure;
mod warning;

pub use dehusk_extract::Role;
pub use dehusk_page::Compression;
pub use embedded::ContentSource;
pub use format::{Format, UnknownFormat};
pub use inspect::Counts;
pub use media::{Media, MediaKind};
pub use metadata::{Feed, Metadata, Sourced};
pub use structure::{Block, BlockKind, Cell, Link, Row, Table};
pub use warning::Warning;

use dehusk_extract::{Appraisal, Document, Extractor, NodeSet, Selection};
use dehusk_page::Page;
use embedded::Fragment;
use inspect::Inspection;
use json::{ArticleJson, MetadataJson};
use std::sync::{Arc, OnceLock};

/// The main content of a page. Renderings and metadata are made when they are asked for.
#[derive(Debug)]
pub struct Article {
    document: Arc<Document>,
    selection: Selection,
    extractor: String,
    /// The content, where it does not stand in the page itself.
    fragment: Option<Fragment>,
    metadata: OnceLock<Metadata>,
    inspection: OnceLock<Inspection>,
    tables: OnceLock<Vec<Table>>,
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
            fragment: None,
            metadata: OnceLock::new(),
            inspection: OnceLock::new(),
            tables: OnceLock::new(),
        }
    }

    /// The article that an extractor finds in a document, under the name it is to be known by.
    ///
    /// ```
    /// use dehusk_article::Article;
    /// use dehusk_auto::readability::Readability;
    /// let document = dehusk_extract::Document::new(dehusk_page::Page::parse("<p>The only paragraph."));
    /// let article = Article::extract(document, &Readability::default(), "readability");
    /// assert_eq!(article.text(), "The only paragraph.");
    /// ```
    pub fn extract(
        document: impl Into<Arc<Document>>,
        extractor: &dyn Extractor,
        name: impl Into<String>,
    ) -> Article {
        let document = document.into();
        let selection = extractor.extract(&document);
        let article = Article::new(document, selection, name);
        if extractor.reads_embedded() { article.with_embedded() } else { article }
    }

    /// What the extractor says of its answer: how sure it is, what kind of page it saw, and what may be
    /// wrong with it. Most extractors say nothing.
    pub fn appraisal(&self) -> Option<&Appraisal> {
        self.selection.appraisal()
    }

    /// Takes the content from the page's scripts where they hold far more than was selected. Metadata is
    /// still the page's, and [`Article::content_source`] and a warning say what happened.
    ///
    /// ```
    /// # use dehusk_article::{Article, ContentSource};
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let body = "It rained on the quay, and the ferry was late. ".repeat(10);
    /// let html = format!("<title>Rain</title><p>Loading<script type=application/ld+json>
    ///     {{\"@type\":\"Article\",\"articleBody\":\"{body}\"}}</script>");
    /// let document = Document::new(Page::parse(html));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text").with_embedded();
    /// assert!(article.text().starts_with("It rained on the quay"));
    /// assert_eq!(article.content_source(), ContentSource::Embedded("json-ld articleBody"));
    /// ```
    pub fn with_embedded(mut self) -> Article {
        self.fragment = Fragment::instead_of(&self.document, &self.selection);
        self
    }

    /// Where the content stands.
    pub fn content_source(&self) -> ContentSource<'_> {
        match &self.fragment {
            Some(fragment) => ContentSource::Embedded(fragment.path()),
            None => ContentSource::Page,
        }
    }

    /// Whether there is no content.
    pub fn is_empty(&self) -> bool {
        self.content().1.is_empty()
    }

    /// The parsed content and its kept leaves: of the page, or of what its scripts hold.
    fn content(&self) -> (&Page, &NodeSet) {
        let (document, selection) = self.source();
        (document.page(), selection.nodes())
    }

    /// The document that holds the content, and what was selected in it.
    fn source(&self) -> (&Document, &Selection) {
        match &self.fragment {
            Some(fragment) => fragment.source(),
            None => (&self.document, &self.selection),
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
        self.metadata.get_or_init(|| metadata::of(&self.document, &self.selection, self.content()))
    }

    /// What the page says about itself and its address, as an object to serialise.
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let document = Document::new(Page::parse("<html lang=en><title>Rain</title><p>It rained."));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// let json = serde_json::to_value(article.metadata_json())?;
    /// assert_eq!(json["title"]["value"], "Rain");
    /// assert_eq!(json["language"]["source"], "html lang");
    /// # Ok::<_, serde_json::Error>(())
    /// ```
    pub fn metadata_json(&self) -> MetadataJson<'_> {
        MetadataJson::of(self)
    }

    /// The article as the object that [`Format::Json`] writes. `Article` itself serialises as this.
    pub fn to_json(&self) -> ArticleJson<'_> {
        ArticleJson::of(self, self.text().into())
    }

    /// The article as an object, for those who have its [`Article::text`] already: it is not rendered a second time.
    pub fn to_json_with_text<'a>(&'a self, text: &'a str) -> ArticleJson<'a> {
        ArticleJson::of(self, text.into())
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
    #[cfg(feature = "html")]
    pub fn html(&self) -> String {
        self.render(Format::Html)
    }

    /// The article as HTML that has not passed the sanitiser. It is made of our own elements and attributes, with every
    /// text escaped, but nobody else has looked at it: build a document from it node by node, of elements and attributes
    /// that you know, and never hand it to a browser as markup.
    #[cfg(feature = "bare-html")]
    pub fn bare_html(&self) -> String {
        render::bare_html(self)
    }

    /// The images, videos and sounds of the content, in the page's order.
    ///
    /// ```
    /// # use dehusk_article::{Article, MediaKind};
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let html = "<p>Text.</p><figure><img src=/a.jpg><figcaption>A cat</figcaption></figure><p>More.";
    /// let document = Document::new(Page::parse(html)).with_url("https://example.org/");
    /// let selection = Selection::everything(&document);
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
        let page = self.document.page().warnings().iter().cloned().map(Warning::from);
        let embedded = match self.content_source() {
            ContentSource::Embedded(path) => Some(Warning::Embedded { path: path.to_string() }),
            ContentSource::Page => None,
        };
        let cut = self.document.blocks().is_cut().then_some(Warning::ContentCut);
        let told = self.inspection().warnings.iter().filter(|w| Some(*w) != cut.as_ref()).cloned();
        page.chain(embedded).chain(cut.clone()).chain(told).collect()
    }

    fn inspection(&self) -> &Inspection {
        self.inspection.get_or_init(|| {
            let mut inspection = Inspection::default();
            render::tell(self, &mut inspection);
            inspection.finish()
        })
    }
}
