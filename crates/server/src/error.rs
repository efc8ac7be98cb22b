//! Why a request cannot be answered, and how its sender is told: programs by JSON, people by a page.

use crate::{html, hubs};
use axum::Json;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dehusk_stream::StreamError;
use dehusk_stream::store::StoreError;
use serde_json::json;

/// Seconds after which it makes sense to come again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");
/// Bytes of an explanation that are passed on.
const MAX_EXPLANATION: usize = 16 << 10;

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The search index cannot be read.
    #[error("the search index cannot be used: {0}")]
    Search(#[from] rusqlite::Error),
    /// The stream has ended or failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// What was asked for is not there.
    #[error("there is no such thing here")]
    Missing,
    /// The playground's files are not there.
    #[error(
        "the playground is not here: build it with bindings/npm/playground/build, and name its folder with --playground"
    )]
    NoPlayground,
    /// The request makes no sense.
    #[error("{0}")]
    Bad(String),
    /// The token is missing or wrong.
    #[error("bring the token: Authorization: Bearer TOKEN")]
    NoToken,
    /// The request may not be made, whoever makes it.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The body did not arrive in time.
    #[error("the body of the request took too long to arrive")]
    Slow,
    /// The body is longer than this many bytes.
    #[error("the body is too long: at most {0} bytes are taken")]
    TooLong(usize),
    /// A page that was to be fetched cannot be had.
    #[error("{0}")]
    Elsewhere(String),
    /// There is too much to do.
    #[error("{0}")]
    Busy(&'static str),
    /// A thread broke down over the request.
    #[error("this broke the program's work on it: please report what you sent")]
    Crashed,
}

impl ServeError {
    /// The status that says it.
    fn status(&self) -> StatusCode {
        match self {
            ServeError::Missing | ServeError::NoPlayground => StatusCode::NOT_FOUND,
            ServeError::Bad(_) => StatusCode::BAD_REQUEST,
            ServeError::NoToken => StatusCode::UNAUTHORIZED,
            ServeError::Forbidden(_) | ServeError::Stream(StreamError::NoContact) => {
                StatusCode::FORBIDDEN
            }
            ServeError::Slow => StatusCode::REQUEST_TIMEOUT,
            ServeError::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ServeError::Elsewhere(_) => StatusCode::BAD_GATEWAY,
            ServeError::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            ServeError::Store(_)
            | ServeError::Search(_)
            | ServeError::Stream(_)
            | ServeError::Crashed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ServeError {
    /// As plain text; [`in_form_for`] gives it the form that fits the path.
    fn into_response(self) -> Response {
        let mut response = (self.status(), self.to_string()).into_response();
        match self {
            ServeError::Busy(_) => {
                response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
            }
            ServeError::NoToken => {
                let scheme = HeaderValue::from_static("Bearer");
                response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
            }
            _ => {}
        }
        response
    }
}

/// Whether those who ask for a path are programs.
pub fn is_for_programs(path: &str) -> bool {
    let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    matches!(path, "/api" | "/metrics" | "/openapi.json") || below("/api") || below(hubs::PATH)
}

/// An answer in the form that whoever asks for this path expects. Errors arrive here as plain text, from
/// handlers and from the framework alike; everything else is left as it is.
pub async fn in_form_for(path: &str, response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let plain = kind.is_none_or(|kind| kind.starts_with("text/plain"));
    if !(status.is_client_error() || status.is_server_error()) || !plain {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = explanation(status, body).await;
    let formed = if is_for_programs(path) {
        Json(json!({ "error": text })).into_response()
    } else {
        let problem = format!("<p class=\"problem\">{}</p>", html::escape(&text));
        html::page("Not this time", "", &problem).into_response()
    };
    let (formed, body) = formed.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.extend(formed.headers);
    Response::from_parts(parts, body)
}

async fn explanation(status: StatusCode, body: Body) -> String {
    let bytes = to_bytes(body, MAX_EXPLANATION).await.unwrap_or_default();
    match String::from_utf8_lossy(&bytes).trim() {
        "" => status.canonical_reason().unwrap_or("something went wrong").to_ascii_lowercase(),
        text => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_apart_from_people() {
        for path in ["/api", "/api/", "/api/v1/nothing", "/metrics", "/websub/1/x"] {
            assert!(is_for_programs(path), "{path}");
        }
        for path in ["/", "/apiary", "/articles", "/websubs"] {
            assert!(!is_for_programs(path), "{path}");
        }
    }
}
