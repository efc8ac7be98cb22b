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

mod fields;
mod lists;

pub use fields::{Fields, UnknownField};

use crate::content::{Base, Delimiters, tell_part};
use crate::render::marked;
use crate::structure::Paths;
use crate::{
    Article, Block, ContentSource, Counts, Direction, Event, Fingerprint, Format, Link, Media,
    Metadata, Note, Post, Product, Recipe, Table, Warning,
};
use dehusk_extract::{Diagnosis, Document, NodeSet};
use dehusk_page::NodeId;
use lists::Allowance;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Range;

/// The version of the schema: it changes when a field goes or means something else.
pub const SCHEMA_VERSION: u32 = 2;

/// An article with its metadata, its content in several forms, and what is known of the extraction. What stands in the
/// article is borrowed from it; what is read from JSON is owned. What was not asked for is not there, or empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArticleJson<'a> {
    /// [`SCHEMA_VERSION`]; the first version did not say it.
    #[serde(default = "first_version")]
    pub schema_version: u32,
    /// The page's address, and what the page says about itself.
    #[serde(flatten)]
    pub about: MetadataJson<'a>,
    /// How likely the text is in the detected language, from 0 to 1.
    #[serde(default, serialize_with = "in_short")]
    pub language_probability: Option<f32>,
    /// The direction the text is read in.
    #[serde(default)]
    pub dir: Option<Direction>,
    /// The name of the extractor.
    #[serde(default)]
    pub extractor: Cow<'a, str>,
    /// How well the extractor believes it has done, from 0 to 1 with three digits.
    #[serde(default, serialize_with = "in_short")]
    pub confidence: Option<f32>,
    /// What kind of page the extractor took it for.
    #[serde(default)]
    pub page_type: Option<Cow<'a, str>>,
    /// What is wrong with the page, where the answer may be poor for it.
    #[serde(default)]
    pub trouble: Option<TroubleJson<'a>>,
    /// Where the content stands.
    #[serde(default)]
    pub content_source: SourceJson<'a>,
    /// What was cut, or cannot be told in some format.
    #[serde(default)]
    pub warnings: Vec<WarningJson<'a>>,
    /// How much of what the content has.
    #[serde(default)]
    pub counts: CountsJson,
    /// By what the text is known.
    #[serde(default)]
    pub fingerprint: Option<Fingerprint>,
    /// The product that the page describes, where it is one.
    #[serde(default)]
    pub product: Option<Cow<'a, Product>>,
    /// The recipe that the page describes, where it is one.
    #[serde(default)]
    pub recipe: Option<Cow<'a, Recipe>>,
    /// The event that the page describes, where it is one.
    #[serde(default)]
    pub event: Option<Cow<'a, Event>>,
    /// The images, videos and sounds of the content.
    #[serde(default)]
    pub media: Cow<'a, [Media]>,
    /// The tables of data in the content, as cells.
    #[serde(default)]
    pub tables: Cow<'a, [Table]>,
    /// The footnotes and end notes of the content.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Every link of the page, kept or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<Link<'a>>>,
    /// What readers wrote below the text, kept or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<Post>>,
    /// The posts of a thread, kept or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posts: Option<Vec<Post>>,
    /// Every block of the page, kept or not, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<BlockJson<'a>>>,
    /// The content as plain text.
    #[serde(default)]
    pub text: Cow<'a, str>,
    /// The content as Markdown.
    #[serde(default)]
    pub markdown: Cow<'a, str>,
    /// The content as sanitised HTML; empty in a build without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

fn first_version() -> u32 {
    1
}

/// A block of the page with what can be said of it beyond its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockJson<'a> {
    /// The block.
    #[serde(flatten)]
    pub block: Block<'a>,
    /// Its text as Markdown, without the marks of what it stands in.
    pub markdown: String,
    /// A CSS selector for the element it stands in.
    pub path: String,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The object with the wanted fields; others that cost something are empty.
    pub(crate) fn of(article: &'a Article, text: Cow<'a, str>, fields: &Fields) -> ArticleJson<'a> {
        let appraisal = article.appraisal();
        let notes = || if article.counts().notes > 0 { article.notes() } else { Vec::new() };
        let mut room = Allowance::new(article.document().page().deadline().renewed());
        let media = room.of_slice(article.media());
        let tables = wanted(fields, "tables", || room.of_slice(article.tables()));
        let notes = wanted(fields, "notes", || room.of(notes()));
        let comments = wanted(fields, "comments", || room.of(article.comments()));
        let posts = wanted(fields, "posts", || room.of(article.posts()));
        let links = wanted(fields, "links", || room.of(article.links()));
        let blocks = wanted(fields, "blocks", || blocks(article, &mut room));
        let cut = room.is_cut().then_some(Warning::ListsCut);
        ArticleJson {
            schema_version: SCHEMA_VERSION,
            about: MetadataJson::of(article),
            language_probability: wanted(fields, "language_probability", || {
                article.language_probability()
            })
            .flatten(),
            dir: article.direction(),
            extractor: article.extractor().into(),
            confidence: appraisal.map(|a| rounded(a.confidence)),
            page_type: appraisal.and_then(|a| a.page_type).map(|kind| kind.name().into()),
            trouble: appraisal.and_then(|a| a.diagnosis.as_ref()).map(TroubleJson::of),
            content_source: SourceJson::of(article.content_source()),
            warnings: article.warnings().iter().chain(&cut).map(WarningJson::of).collect(),
            counts: CountsJson::of(article.counts(), &text),
            fingerprint: wanted(fields, "fingerprint", || Fingerprint::of(&text)),
            product: article.product().map(Cow::Borrowed),
            recipe: article.recipe().map(Cow::Borrowed),
            event: article.event().map(Cow::Borrowed),
            media,
            tables: tables.unwrap_or_default(),
            notes: notes.unwrap_or_default(),
            links,
            comments,
            posts,
            blocks,
            markdown: wanted(fields, "markdown", || article.render(Format::Markdown))
                .unwrap_or_default()
                .into(),
            html: wanted(fields, "html", || html(article)),
            text,
        }
    }
}

fn wanted<T>(fields: &Fields, name: &str, make: impl FnOnce() -> T) -> Option<T> {
    fields.has(name).then(make)
}

#[cfg(feature = "html")]
fn html(article: &Article) -> String {
    article.html()
}

#[cfg(not(feature = "html"))]
fn html(_: &Article) -> String {
    String::new()
}

/// The blocks of a page, each with its Markdown and its path, as far as there is room for them.
fn blocks<'a>(article: &'a Article, room: &mut Allowance) -> Vec<BlockJson<'a>> {
    let base = Base::of(article.document().page(), article.document().url());
    let document = article.source().0;
    let page = document.page();
    let mut paths = Paths::new(page);
    let mut kept = NodeSet::new(page.len());
    let tex = Delimiters::of(page);
    let blocks = article.blocks().map(|block| {
        let nodes = document.blocks().nodes(block.index);
        kept.extend(nodes.iter().copied());
        let mut sink = marked();
        tell_part(page, &kept, &base, &tex, extent(document, &block), &mut sink);
        nodes.iter().for_each(|&node| kept.remove(node));
        BlockJson { path: paths.of(block.node), markdown: sink.finish(), block }
    });
    room.of(blocks)
}

/// The nodes that have to be visited for a block: its element, or only what is around its leaves where the element
/// holds other blocks as well. A page may have all its blocks in one element.
fn extent(document: &Document, block: &Block<'_>) -> Range<NodeId> {
    let (page, blocks) = (document.page(), document.blocks());
    let whole = block.node..page.end(block.node);
    let before = block.index.checked_sub(1).and_then(|index| blocks.nodes(index).last());
    let after = Some(block.index + 1).filter(|&index| index < blocks.len());
    let after = after.and_then(|index| blocks.nodes(index).first());
    let is_shared = before.into_iter().chain(after).any(|leaf| whole.contains(leaf));
    let leaves = blocks.nodes(block.index);
    let (Some(&first), Some(&last), true) = (leaves.first(), leaves.last(), is_shared) else {
        return whole;
    };
    let below = |leaf: NodeId| {
        page.ancestors(leaf).take_while(|&around| around != block.node).last().unwrap_or(leaf)
    };
    below(first)..page.end(below(last))
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

/// A number with the digits that tell it from its neighbours. Made a value first, as a choice of fields is, it would have
/// those of a double: 0.9110000133514404 for 0.911.
pub(crate) fn in_short<S: Serializer>(
    number: &Option<f32>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    number.and_then(|number| number.to_string().parse::<f64>().ok()).serialize(serializer)
}

/// More digits would claim more than an estimate knows.
fn rounded(confidence: f32) -> f32 {
    (confidence * 1000.0).round() / 1000.0
}

pub(crate) fn render(article: &Article) -> String {
    // Nothing in it can fail to be written: all keys are text.
    serde_json::to_string(article).unwrap_or_default()
}
