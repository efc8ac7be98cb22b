//! One JSON object an article. Its schema is `docs/article.schema.json`, and a test holds the two together.

use crate::{Article, Counts, Feed, Format, Media, Metadata, Sourced, Warning};
use dehusk_extract::Diagnosis;
use serde::Serialize;

#[derive(Serialize)]
struct Json<'a> {
    url: Option<&'a str>,
    canonical_url: Option<Value<'a>>,
    title: Option<Value<'a>>,
    authors: Vec<Value<'a>>,
    published: Option<Value<'a>>,
    modified: Option<Value<'a>>,
    site_name: Option<Value<'a>>,
    description: Option<Value<'a>>,
    language: Option<Value<'a>>,
    detected_language: Option<Value<'a>>,
    tags: Vec<Value<'a>>,
    section: Option<Value<'a>>,
    licence: Option<Value<'a>>,
    image: Option<Value<'a>>,
    feeds: Vec<FeedJson<'a>>,
    extractor: &'a str,
    confidence: Option<f32>,
    page_type: Option<&'a str>,
    trouble: Option<TroubleJson<'a>>,
    content_source: SourceJson<'a>,
    warnings: Vec<WarningJson>,
    counts: CountsJson,
    media: Vec<MediaJson<'a>>,
    text: &'a str,
    markdown: &'a str,
}

#[derive(Serialize)]
struct Value<'a> {
    value: &'a str,
    source: &'a str,
}

#[derive(Serialize)]
struct FeedJson<'a> {
    url: &'a str,
    title: Option<&'a str>,
    #[serde(rename = "type")]
    kind: &'a str,
}

#[derive(Serialize)]
struct SourceJson<'a> {
    kind: &'static str,
    path: Option<&'a str>,
}

#[derive(Serialize)]
struct TroubleJson<'a> {
    code: &'static str,
    message: &'static str,
    evidence: &'a str,
}

#[derive(Serialize)]
struct WarningJson {
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
struct CountsJson {
    words: usize,
    characters: usize,
    paragraphs: usize,
    headings: usize,
    lists: usize,
    tables: usize,
    code_blocks: usize,
    formulas: usize,
    links: usize,
}

#[derive(Serialize)]
struct MediaJson<'a> {
    kind: &'static str,
    url: &'a str,
    page_url: Option<&'a str>,
    provider: Option<&'a str>,
    alt: Option<&'a str>,
    title: Option<&'a str>,
    caption: Option<&'a str>,
    poster: Option<&'a str>,
    width: Option<u32>,
    height: Option<u32>,
}

pub(super) fn render(article: &Article) -> String {
    render_with_text(article, &article.render(Format::Text))
}

/// The JSON of an article whose text was rendered before.
pub(crate) fn render_with_text(article: &Article, text: &str) -> String {
    let markdown = article.render(Format::Markdown);
    let json = object(article, article.metadata(), text, &markdown);
    // Nothing in it can fail to be written: no maps with keys that are not text.
    serde_json::to_string(&json).unwrap_or_default()
}

fn object<'a>(
    article: &'a Article,
    metadata: &'a Metadata,
    text: &'a str,
    markdown: &'a str,
) -> Json<'a> {
    Json {
        url: article.document().url(),
        canonical_url: value(&metadata.canonical_url),
        title: value(&metadata.title),
        authors: metadata.authors.iter().map(sourced).collect(),
        published: value(&metadata.published),
        modified: value(&metadata.modified),
        site_name: value(&metadata.site_name),
        description: value(&metadata.description),
        language: value(&metadata.language),
        detected_language: value(&metadata.detected_language),
        tags: metadata.tags.iter().map(sourced).collect(),
        section: value(&metadata.section),
        licence: value(&metadata.licence),
        image: value(&metadata.image),
        feeds: metadata.feeds.iter().map(feed).collect(),
        extractor: article.extractor(),
        confidence: article.appraisal().map(|a| rounded(a.confidence)),
        page_type: article.appraisal().and_then(|a| a.page_type).map(|kind| kind.name()),
        trouble: article.appraisal().and_then(|a| a.diagnosis.as_ref()).map(trouble),
        content_source: SourceJson {
            kind: article.content_source().name(),
            path: article.content_source().path(),
        },
        warnings: article.warnings().iter().map(warning).collect(),
        counts: counts(article.counts(), text),
        media: article.media().iter().map(media).collect(),
        text,
        markdown,
    }
}

/// More digits would claim more than an estimate knows.
fn rounded(confidence: f32) -> f32 {
    (confidence * 1000.0).round() / 1000.0
}

fn trouble(diagnosis: &Diagnosis) -> TroubleJson<'_> {
    let trouble = diagnosis.trouble;
    TroubleJson { code: trouble.name(), message: trouble.message(), evidence: &diagnosis.evidence }
}

fn value(value: &Option<Sourced<String>>) -> Option<Value<'_>> {
    value.as_ref().map(sourced)
}

fn sourced(sourced: &Sourced<String>) -> Value<'_> {
    Value { value: &sourced.value, source: sourced.source }
}

fn feed(feed: &Feed) -> FeedJson<'_> {
    FeedJson { url: &feed.url, title: feed.title.as_deref(), kind: &feed.kind }
}

fn warning(warning: &Warning) -> WarningJson {
    WarningJson { code: warning.code(), message: warning.to_string() }
}

fn counts(counts: Counts, text: &str) -> CountsJson {
    CountsJson {
        words: dehusk_blocks::count_words(text),
        characters: text.chars().count(),
        paragraphs: counts.paragraphs,
        headings: counts.headings,
        lists: counts.lists,
        tables: counts.tables,
        code_blocks: counts.code_blocks,
        formulas: counts.formulas,
        links: counts.links,
    }
}

fn media(media: &Media) -> MediaJson<'_> {
    MediaJson {
        kind: media.kind.name(),
        url: &media.url,
        page_url: media.page_url.as_deref(),
        provider: media.provider,
        alt: media.alt.as_deref(),
        title: media.title.as_deref(),
        caption: media.caption.as_deref(),
        poster: media.poster.as_deref(),
        width: media.width,
        height: media.height,
    }
}
