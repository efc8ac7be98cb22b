//! What an assistant says when it calls a tool. The comments are what it reads.

use rmcp::schemars::JsonSchema;
use serde::Deserialize;

/// A page, and how its content is found.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub struct Page {
    /// The page's address. It is fetched unless html is given; then links are made absolute by it.
    pub url: Option<String>,
    /// The page's HTML, if you have it already; nothing is fetched then.
    pub html: Option<String>,
    /// What to prefer where both cannot be had: "precision" leaves doubtful blocks out, "recall" keeps them.
    pub favor: Option<Favor>,
    /// Whether readers' comments are kept; as the extractor judges them unless given.
    pub comments: Option<bool>,
    /// A CSS selector: the content is looked for only in what it names.
    pub select: Option<String>,
    /// A CSS selector: what it names is taken out first.
    pub remove: Option<String>,
}

/// What to prefer.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[schemars(crate = "rmcp::schemars")]
#[serde(rename_all = "lowercase")]
pub enum Favor {
    /// No word too many.
    Precision,
    /// No word missing.
    Recall,
}

/// How the content is written.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[schemars(crate = "rmcp::schemars")]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// CommonMark with tables, formulas and footnotes.
    #[default]
    Markdown,
    /// Plain text.
    Text,
    /// Sanitised HTML.
    Html,
    /// Everything that is known of the page, as JSON.
    Json,
}

/// Which part of a long answer is wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub struct Part {
    /// The character at which the answer begins, for the rest of one that was cut. 0 unless given.
    pub start: Option<usize>,
    /// Characters of the answer at most. 40000 unless given.
    pub max_characters: Option<usize>,
}

/// The content of a page is wanted.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub struct Extract {
    /// The page.
    #[serde(flatten)]
    pub page: Page,
    /// How the content is written: "markdown" (the default), "text", "html" or "json".
    #[serde(default)]
    pub format: Form,
    /// Whether Markdown and HTML keep links. They do unless this is false.
    pub links: Option<bool>,
    /// Whether Markdown and HTML keep pictures. They do not unless this is true.
    pub images: Option<bool>,
    /// Which part of it.
    #[serde(flatten)]
    pub part: Part,
}

/// The reasons are wanted.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub struct Explain {
    /// The page.
    #[serde(flatten)]
    pub page: Page,
    /// Which part of the answer.
    #[serde(flatten)]
    pub part: Part,
}

/// Articles of the store are looked for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub struct Search {
    /// Words that all have to be in an article; the last may be the beginning of one. Without words the newest articles
    /// are given.
    #[serde(default)]
    pub query: String,
    /// Articles at most, up to 100. 10 unless given.
    pub limit: Option<u32>,
}

/// An article of the store is wanted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub struct ReadArticle {
    /// Its number, as a search gives it.
    pub number: i64,
    /// Which part of it.
    #[serde(flatten)]
    pub part: Part,
}
