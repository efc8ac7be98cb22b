//! Feeds to and from other programs, as OPML.

use crate::api;
use crate::app::App;
use crate::error::ServeError;
use axum::extract::{Multipart, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use dehusk_stream::feed::{Source, opml};
use dehusk_stream::store::FeedRow;
use std::sync::Arc;

/// All feeds as a file.
pub async fn export(State(app): State<Arc<App>>) -> Result<Response, ServeError> {
    let feeds = app.read(|reader| Ok(reader.feeds()?)).await?;
    let source = |feed: FeedRow| Source { url: feed.url, title: feed.title, folder: feed.folder };
    let sources: Vec<Source> = feeds.into_iter().map(source).collect();
    let headers = [
        (header::CONTENT_TYPE, "text/x-opml; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"feeds.opml\""),
    ];
    Ok((headers, opml::write("Feeds of dehusk", &sources)).into_response())
}

/// Adds the feeds of a file, in its folders.
pub async fn import(
    State(app): State<Arc<App>>,
    mut form: Multipart,
) -> Result<Redirect, ServeError> {
    let wrong =
        |error: axum::extract::multipart::MultipartError| ServeError::Bad(error.body_text());
    let mut text = String::new();
    while let Some(field) = form.next_field().await.map_err(wrong)? {
        if field.name() == Some("opml") {
            text = String::from_utf8_lossy(&field.bytes().await.map_err(wrong)?).into_owned();
        }
    }
    let is_web = |source: &Source| {
        url::Url::parse(&source.url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
    };
    // What other programs keep beside feeds is passed over: the rest was meant.
    let sources: Vec<Source> = opml::read(&text).into_iter().filter(is_web).collect();
    if sources.is_empty() {
        let told =
            "there is no address of a feed in this file: give OPML, as other readers export it";
        return Err(ServeError::Bad(told.into()));
    }
    api::add(&app, sources).await?;
    Ok(Redirect::to("/feeds"))
}
