//! From a [`Selection`] to an [`Article`]: rendered text, metadata, media, warnings.

mod content;
mod declared;
mod embedded;
mod fingerprint;
mod format;
mod front_matter;
mod headline;
mod inspect;
pub mod json;
mod language;
mod media;
mod metadata;
mod render;
mod rendering;
mod structure;
mod warning;

pub use content::Direction;
pub use declared::{Event, Product, Recipe};
pub use dehusk_extract::Role;
pub use dehusk_page::Compression;
pub use embedded::ContentSource;
pub use fingerprint::{Exact, Fingerprint, Similar};
pub use format::{Format, UnknownFormat};
pub use headline::TitleAt;
pub use inspect::Counts;
pub use media::{Media, MediaKind};
pub use metadata::{Feed, Metadata, Sourced};
pub use rendering::Rendering;
pub use structure::{Block, BlockKind, Cell, Link, Note, Post, Row, Table};
pub use warning::Warning;

use content::Tongue;
use declared::Declared;
use dehusk_extract::{Appraisal, Document, Extractor, NodeSet, Selection};
use dehusk_page::Page;
use embedded::Fragment;
use headline::Headline;
use inspect::Inspection;
use json::{ArticleJson, Fields, MetadataJson};
use std::sync::{Arc, OnceLock};

/// The main content of a page. Renderings and metadata are made when they are asked for.
#[derive(Debug)]
pub struct Article {
    document: Arc<Document>,
    selection: Selection,
    extractor: String,
    /// The content, where it does not stand in the page itself.
    fragment: Option<Fragment>,
    title_at: TitleAt,
    headline: OnceLock<Option<Headline>>,
    metadata: OnceLock<Metadata>,
    inspection: OnceLock<Inspection>,
    tables: OnceLock<Vec<Table>>,
    declared: OnceLock<Declared>,
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
            title_at: TitleAt::default(),
            headline: OnceLock::new(),
            metadata: OnceLock::new(),
            inspection: OnceLock::new(),
            tables: OnceLock::new(),
            declared: OnceLock::new(),
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
        self.selection.appraisal(&self.document)
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

    /// Where its title stands in every form that the article is written in.
    ///
    /// ```
    /// # use dehusk_article::{Article, TitleAt};
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let document = Document::new(Page::parse("<title>Rain</title><p>It rained."));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text").with_title(TitleAt::First);
    /// assert_eq!(article.markdown(), "# Rain\n\nIt rained.");
    /// ```
    pub fn with_title(mut self, at: TitleAt) -> Article {
        self.title_at = at;
        self.headline = OnceLock::new();
        self
    }

    /// The title by itself, where the other metadata is not known yet.
    fn title(&self) -> Option<Sourced<String>> {
        match self.metadata.get() {
            Some(metadata) => metadata.title.clone(),
            None => metadata::title(&self.document),
        }
    }

    /// The title, where it does not simply stand where the page has it.
    fn headline(&self) -> Option<&Headline> {
        let find = || if self.title_at == TitleAt::AsPage { None } else { Headline::of(self) };
        self.headline.get_or_init(find).as_ref()
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
        ArticleJson::of(self, self.text().into(), &Fields::all())
    }

    /// The article as an object to keep, for those who have its [`Article::text`] already: it is not rendered a second
    /// time. What repeats the page rather than telling the content is left out: [`Fields::of_the_content`].
    pub fn to_json_with_text<'a>(&'a self, text: &'a str) -> ArticleJson<'a> {
        ArticleJson::of(self, text.into(), &Fields::of_the_content())
    }

    /// The wanted fields of [`Article::to_json`].
    ///
    /// ```
    /// # use dehusk_article::{Article, json::Fields};
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let document = Document::new(Page::parse("<title>Rain</title><p>It rained."));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// let json = article.json(&Fields::of(["text"])?);
    /// assert_eq!(json, serde_json::json!({"schema_version": 2, "text": "It rained."}));
    /// # Ok::<_, dehusk_article::json::UnknownField>(())
    /// ```
    pub fn json(&self, fields: &Fields) -> serde_json::Value {
        fields.of_object(&ArticleJson::of(self, self.text().into(), fields))
    }

    /// The article in a format.
    pub fn render(&self, format: Format) -> String {
        self.render_as(format, Rendering::default())
    }

    /// The article in a format, without what is not wanted. JSON is not touched by it: see [`Fields`].
    pub fn render_as(&self, format: Format, rendering: Rendering) -> String {
        render::render(self, format, rendering)
    }

    /// What the page says about itself as the head of a Markdown file, in YAML between lines of dashes.
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let document = Document::new(Page::parse("<html lang=en><title>Rain</title><p>It rained."));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// assert_eq!(article.front_matter(), "---\ntitle: \"Rain\"\nlanguage: \"en\"\n---\n");
    /// ```
    pub fn front_matter(&self) -> String {
        front_matter::of(self)
    }

    /// By what its text is known: the same for the same words, nearly the same for nearly the same.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.text())
    }

    /// The product that the page describes to machines, where it is one.
    pub fn product(&self) -> Option<&Product> {
        self.declared().product.as_ref()
    }

    /// The recipe that the page describes to machines, where it is one.
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let html = r#"<script type=application/ld+json>{"@type":"Recipe","name":"Bread","recipeIngredient":["Flour"]}</script>"#;
    /// let document = Document::new(Page::parse(html));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// assert_eq!(article.recipe().unwrap().ingredients, ["Flour"]);
    /// ```
    pub fn recipe(&self) -> Option<&Recipe> {
        self.declared().recipe.as_ref()
    }

    /// The event that the page describes to machines, where it is one.
    pub fn event(&self) -> Option<&Event> {
        self.declared().event.as_ref()
    }

    fn declared(&self) -> &Declared {
        self.declared.get_or_init(|| Declared::of(self.document.page()))
    }

    /// How likely the text is in the language that was detected: the share of its parts that are, as a detector sees
    /// them one by one. None where no language was detected.
    pub fn language_probability(&self) -> Option<f32> {
        let language = self.metadata().detected_language.as_ref()?;
        language::share(&self.text(), &language.value)
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
        render::bare_html(self, Rendering::default())
    }

    /// The direction its text is read in: as the page declares it for the content, else by its letters.
    ///
    /// ```
    /// # use dehusk_article::{Article, Direction};
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let direction = |html: &str| {
    ///     let document = Document::new(Page::parse(html));
    ///     let selection = Selection::everything(&document);
    ///     Article::new(document, selection, "text").direction()
    /// };
    /// assert_eq!(direction("<div dir=rtl><p>12</div>"), Some(Direction::Rtl));
    /// assert_eq!(direction("<p>שלום"), Some(Direction::Rtl));
    /// assert_eq!(direction("<p>12"), None);
    /// ```
    pub fn direction(&self) -> Option<Direction> {
        let (page, kept) = self.content();
        let declared = Tongue::of_content(page, kept).dir;
        declared.or_else(|| {
            let texts = kept.iter().map(|id| page.text(id)).filter(|text| !text.trim().is_empty());
            Direction::of_text(&texts.take(20).collect::<String>())
        })
    }

    /// The language and the direction of all of the content; left to right is not said where nothing declares it.
    #[cfg(any(feature = "bare-html", feature = "tei"))]
    fn tongue(&self) -> Tongue {
        let (page, kept) = self.content();
        let declared = Tongue::of_content(page, kept);
        let metadata = self.metadata();
        let known = metadata.language.as_ref().or(metadata.detected_language.as_ref());
        let known = known.map(|lang| lang.value.clone()).filter(|tag| content::tongue::is_tag(tag));
        let dir = declared.dir.or_else(|| self.direction().filter(|&dir| dir == Direction::Rtl));
        Tongue { lang: declared.lang.or(known), dir }
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
            render::tell(self, Rendering::default(), &mut inspection);
            inspection.finish()
        })
    }
}
