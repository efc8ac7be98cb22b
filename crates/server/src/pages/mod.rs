//! The pages for people: plain HTML from the server, a little script on top.

pub mod articles;
pub mod dashboard;
pub mod explain;
pub mod failures;
pub mod feeds;
pub mod login;
pub mod markdown;
pub mod opml;
pub mod pictures;
pub mod reader;
pub mod sites;

use crate::error::ServeError;
use crate::html;
use axum::response::{Html, IntoResponse, Response};
use dehusk_stream::store::{ArticleRow, Reader};

/// What a page handler gives.
pub type Page = Result<Html<String>, ServeError>;

/// A path that leads nowhere.
pub async fn missing() -> Response {
    ServeError::Missing.into_response()
}

/// An article of a list.
pub struct Listed {
    row: ArticleRow,
    read: bool,
    starred: bool,
    /// Where a search found its words, as markup.
    snippet: Option<String>,
}

impl Listed {
    /// An article of a store.
    pub fn of(reader: &Reader, row: ArticleRow) -> Result<Listed, ServeError> {
        let (read, starred) = reader.marks(row.seq)?;
        Ok(Listed { row, read: read.is_some(), starred: starred.is_some(), snippet: None })
    }

    /// Articles of a store.
    pub fn all(reader: &Reader, rows: Vec<ArticleRow>) -> Result<Vec<Listed>, ServeError> {
        rows.into_iter().map(|row| Listed::of(reader, row)).collect()
    }

    fn item(&self) -> String {
        let Listed { row, read, starred, snippet } = self;
        let title = row.title.as_deref().filter(|t| !t.trim().is_empty()).unwrap_or("Untitled");
        let site = html::escape(&row.site);
        let star = if *starred { "<span title=\"starred\">★</span> " } else { "" };
        let new = if *read { "" } else { " class=\"unread\"" };
        let unread = if *read { "" } else { "<span class=\"hidden\">unread, </span>" };
        let snippet = snippet.as_ref().map(|text| format!("<p class=\"snippet\">{text}</p>"));
        format!(
            "<li{new}><a class=\"title\" href=\"/articles/{}\">{star}{}</a>{} <small>{unread}<a href=\"/sites/{}\">{site}</a> · {} · {} · {}</small></li>\n",
            row.seq,
            html::escape(title),
            snippet.unwrap_or_default(),
            html::path_part(&row.site),
            html::time(row.published.map_or(row.fetched, |seconds| seconds.saturating_mul(1000))),
            html::count(usize::try_from(row.words).unwrap_or(0), "word", "words"),
            confidence(row.confidence),
        )
    }
}

/// A list of articles.
fn article_list(rows: &[Listed]) -> String {
    let rows: String = rows.iter().map(Listed::item).collect();
    format!("<ol class=\"articles\">{rows}</ol>")
}

/// A confidence as a number and as a class of colour.
fn confidence(value: Option<f64>) -> String {
    match value {
        Some(value) => {
            let class = if value >= 0.8 {
                "sure"
            } else if value >= 0.5 {
                "fair"
            } else {
                "unsure"
            };
            format!("<span class=\"{class}\">confidence {value:.2}</span>")
        }
        None => "no confidence".into(),
    }
}
