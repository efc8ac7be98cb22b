//! An article as JSON: the types behind [`Format::Json`], to write it and to read it
//! back. The schema is `docs/article.schema.json`, and a test holds the two together.
//!
//! ```
//! # use dehusk_article::{Article, json::ArticleJson};
//! # use dehusk_extract::{Document, Selection};
//! # use dehusk_page::Page;
//! let document = Document::new(Page::parse("<title>Rain</title><p>It rained."));
//! let selection = Selection::everything(&document);
//! let article = Article::new(document, selection, "text");
//! let line = serde_json::to_string(&article)?;
//! let read: ArticleJson = serde_json::from_str(&line)?;
//! assert_eq!((&*read.text, read.counts.words), ("It rained.", 2));
//! assert_eq!(read.about.metadata.title.as_ref().unwrap().value, "Rain");
//! # Ok::<_, serde_json::Error>(())
//! ```

use crate::{Article, ContentSource, Counts, Format, Media, Metadata, Warning};
use dehusk_extract::Diagnosis;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;

/// An article with its metadata, its content as text and as Markdown, and what is known of the extraction.
/// What stands in the article is borrowed from it; what is read from JSON is owned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArticleJson<'a> {
    /// The page's address, and what the page says about itself.
    #[serde(flatten)]
    pub about: MetadataJson<'a>,
    /// The name of the extractor.
    pub extractor: Cow<'a, str>,
    /// How well the extractor believes it has done, from 0 to 1 with three digits.
    pub confidence: Option<f32>,
    /// What kind of page the extractor took it for.
    pub page_type: Option<Cow<'a, str>>,
    /// What is wrong with the page, where the answer may be poor for it.
    pub trouble: Option<TroubleJson<'a>>,
    /// Where the content stands.
    pub content_source: SourceJson<'a>,
    /// What was cut, or cannot be told in some format.
    pub warnings: Vec<WarningJson<'a>>,
    /// How much of what the content has.
    pub counts: CountsJson,
    /// The images, videos and sounds of the content.
    pub media: Cow<'a, [Media]>,
    /// The content as plain text.
    pub text: Cow<'a, str>,
    /// The content as Markdown.
    pub markdown: Cow<'a, str>,
}

/// What a page says about itself, with its address: an article's JSON without the content and without what
/// is known of the extraction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetadataJson<'a> {
    /// The address the page was fetched from, as it was given.
    pub url: Option<Cow<'a, str>>,
    /// Title, authors, dates and the rest.
    #[serde(flatten)]
    pub metadata: Cow<'a, Metadata>,
}

/// Where the content of an article stands; see [`ContentSource`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceJson<'a> {
    /// `page` or `embedded`.
    pub kind: Cow<'a, str>,
    /// Where in the page's data, for embedded content.
    pub path: Option<Cow<'a, str>>,
}

/// What is wrong with a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TroubleJson<'a> {
    /// A short name that does not change.
    pub code: Cow<'a, str>,
    /// A sentence for the user.
    pub message: Cow<'a, str>,
    /// What in the page speaks for it.
    pub evidence: Cow<'a, str>,
}

/// A [`Warning`] as it is written: for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarningJson<'a> {
    /// A short name that does not change.
    pub code: Cow<'a, str>,
    /// A sentence for the user.
    pub message: String,
}

/// How much of what the content has, with the length of its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountsJson {
    /// Words of the text; in scripts without spaces, about as many as there are.
    pub words: usize,
    /// Characters of the text.
    pub characters: usize,
    /// Paragraphs, headings, lists and the rest.
    #[serde(flatten)]
    pub content: Counts,
}

impl<'a> ArticleJson<'a> {
    pub(crate) fn of(article: &'a Article, text: Cow<'a, str>) -> ArticleJson<'a> {
        let appraisal = article.appraisal();
        ArticleJson {
            about: MetadataJson::of(article),
            extractor: article.extractor().into(),
            confidence: appraisal.map(|a| rounded(a.confidence)),
            page_type: appraisal.and_then(|a| a.page_type).map(|kind| kind.name().into()),
            trouble: appraisal.and_then(|a| a.diagnosis.as_ref()).map(TroubleJson::of),
            content_source: SourceJson::of(article.content_source()),
            warnings: article.warnings().iter().map(WarningJson::of).collect(),
            counts: CountsJson::of(article.counts(), &text),
            media: article.media().into(),
            text,
            markdown: article.render(Format::Markdown).into(),
        }
    }
}

impl<'a> MetadataJson<'a> {
    pub(crate) fn of(article: &'a Article) -> MetadataJson<'a> {
        MetadataJson {
            url: article.document().url().map(Cow::Borrowed),
            metadata: Cow::Borrowed(article.metadata()),
        }
    }
}

impl<'a> SourceJson<'a> {
    fn of(source: ContentSource<'a>) -> SourceJson<'a> {
        SourceJson { kind: source.name().into(), path: source.path().map(Cow::Borrowed) }
    }
}

impl<'a> TroubleJson<'a> {
    fn of(diagnosis: &'a Diagnosis) -> TroubleJson<'a> {
        TroubleJson {
            code: diagnosis.trouble.name().into(),
            message: diagnosis.trouble.message().into(),
            evidence: Cow::Borrowed(&diagnosis.evidence),
        }
    }
}

impl WarningJson<'_> {
    fn of(warning: &Warning) -> Self {
        WarningJson { code: warning.code().into(), message: warning.to_string() }
    }
}

impl CountsJson {
    fn of(content: Counts, text: &str) -> CountsJson {
        let (words, characters) = (dehusk_blocks::count_words(text), text.chars().count());
        CountsJson { words, characters, content }
    }
}

/// An article serialises as its [`ArticleJson`].
impl Serialize for Article {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

/// More digits would claim more than an estimate knows.
fn rounded(confidence: f32) -> f32 {
    (confidence * 1000.0).round() / 1000.0
}

pub(crate) fn render(article: &Article) -> String {
    // Nothing in it can fail to be written: all keys are text.
    serde_json::to_string(article).unwrap_or_default()
}
