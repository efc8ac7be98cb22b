//! Pictures of articles. They are off until somebody presses for them; then they come through this server, so that
//! their sites see it and never the reader. Only what an article names can be had, by its number there.

use super::markdown;
use crate::app::App;
use crate::error::ServeError;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dehusk_stream::Record;
use serde::Deserialize;
use std::sync::Arc;

/// The cookie that says that pictures are wanted.
const COOKIE: &str = "dehusk_pictures=on";
/// Memory that is set aside for a picture on its way.
const MEMORY: usize = 8 << 20;

/// Whether a browser has been told to show pictures.
pub fn are_wanted(headers: &HeaderMap) -> bool {
    let cookies = headers.get(header::COOKIE).and_then(|value| value.to_str().ok());
    cookies.is_some_and(|all| all.split(';').any(|cookie| cookie.trim() == COOKIE))
}

/// What the button sends.
#[derive(Debug, Deserialize)]
pub struct Choice {
    pictures: String,
}

/// Which article to go back to.
#[derive(Debug, Deserialize)]
pub struct Back {
    back: i64,
}

/// Remembers whether pictures are wanted, and goes back to the article.
pub async fn choose(Query(Back { back }): Query<Back>, Form(choice): Form<Choice>) -> Response {
    let age = if choice.pictures == "on" { 31_536_000 } else { 0 };
    let cookie = format!("{COOKIE}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}");
    let to = format!("/articles/{back}");
    (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, to)]).into_response()
}

/// A picture of an article.
pub async fn one(
    State(app): State<Arc<App>>,
    Path((seq, number)): Path<(i64, usize)>,
) -> Result<Response, ServeError> {
    let read = app.read(move |reader| {
        let row = reader.article(seq)?.ok_or(ServeError::Missing)?;
        let record = Record::read(&reader.record(&row)?).ok_or(ServeError::Missing)?;
        // The reader leaves a title out that it shows above, which holds no picture: numbers stay the same.
        markdown::pictures(record.markdown()).into_iter().nth(number).ok_or(ServeError::Missing)
    });
    let address = read.await?;
    let _held = app.memory().take(MEMORY).await?;
    let got = app.stream.fetcher().picture(&address).await;
    let picture = got.map_err(|error| ServeError::Elsewhere(error.to_string()))?;
    let headers = [
        (header::CONTENT_TYPE, picture.media_type),
        (header::CACHE_CONTROL, "private, max-age=86400"),
    ];
    Ok((headers, picture.bytes).into_response())
}
