//! The playground at `/try`: a page that reads pages in the browser, with dehusk as a WebAssembly module.
//!
//! Its files are built by `bindings/npm/playground/build`, which needs a compiler for WebAssembly; so that this crate needs
//! none, they are not part of it but come from a folder that is named at the start.

use crate::app::App;
use crate::error::ServeError;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::path::PathBuf;
use std::sync::Arc;

/// Where it is.
pub(crate) const PATH: &str = "/try";

/// Its files and what they are. Nothing else of the folder can be asked for.
const FILES: [(&str, &str); 3] = [
    ("try.css", "text/css; charset=utf-8"),
    ("try.js", "text/javascript; charset=utf-8"),
    ("dehusk.wasm", "application/wasm"),
];

/// The page itself.
pub async fn page(State(app): State<Arc<App>>) -> Result<Response, ServeError> {
    let folder = app.config.playground.clone().ok_or(ServeError::NoPlayground)?;
    file(folder.join("index.html"), "text/html; charset=utf-8").await
}

/// One of its files.
pub async fn part(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Response, ServeError> {
    let folder = app.config.playground.clone().ok_or(ServeError::NoPlayground)?;
    let known = FILES.iter().find(|(file, _)| *file == name);
    let &(name, kind) = known.ok_or(ServeError::Missing)?;
    file(folder.join("try").join(name), kind).await
}

async fn file(path: PathBuf, kind: &'static str) -> Result<Response, ServeError> {
    let reading = tokio::task::spawn_blocking(|| std::fs::read(path)).await;
    let bytes = reading.ok().and_then(Result::ok).ok_or(ServeError::NoPlayground)?;
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, bytes).into_response())
}
