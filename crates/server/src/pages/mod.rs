//! The pages for people: plain HTML from the server, a little script on top.

pub mod articles;
pub mod dashboard;
pub mod explain;
pub mod feeds;
pub mod login;
mod markdown;
pub mod sites;

use crate::error::ServeError;
use crate::html;
use axum::response::{Html, IntoResponse, Response};
use dehusk_stream::store::ArticleRow;

/// What a page handler gives.
pub type Page = Result<Html<String>, ServeError>;

/// A path that leads nowhere.
pub async fn missing() -> Response {
    ServeError::Missing.into_response()
}

/// A list of articles.
fn article_list(rows: &[ArticleRow]) -> String {
    let row = |row: &ArticleRow| {
        let title = row.title.as_deref().filter(|t| !t.trim().is_empty()).unwrap_or("Untitled");
        let site = html::escape(&row.site);
        format!(
            "<li><a class=\"title\" href=\"/articles/{}\">{}</a> <small><a href=\"/sites/{}\">{site}</a> · {} · {} words · {}</small></li>\n",
            row.seq,
            html::escape(title),
            html::path_part(&row.site),
            html::time(row.fetched),
            row.words,
            confidence(row.confidence),
        )
    };
    let rows: String = rows.iter().map(row).collect();
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
