//! The way of every request: may it come in, is its body here, is there a place for it, how long may its answer
//! take, and what does the answer say to browsers.

use crate::admission::{self, Visitor};
use crate::app::App;
use crate::connections::Connection;
use crate::error::{self, ServeError};
use crate::{hubs, playground, uploads};
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;

/// No script, style, picture or frame but our own; nobody may frame us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The same for the playground, which runs a WebAssembly module of ours.
const PLAYGROUND_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                                 connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Whoever guesses tokens waits this long for each answer.
const WRONG_TOKEN_PAUSE: Duration = Duration::from_secs(1);
/// How long a request waits for a place.
const PATIENCE: Duration = Duration::from_secs(2);
/// Bytes of a login, and of what a hub delivers.
const MAX_LOGIN: usize = 4 << 10;
const MAX_DELIVERY: usize = 4 << 20;

/// Checks a request, has it answered, and adds what browsers have to know.
pub async fn guard(
    State(app): State<Arc<App>>,
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_string();
    let asked = (request.method(), request.uri(), request.version(), request.headers());
    let answer = match admission::admit(&app.config, connection.peer, asked) {
        Ok(visitor) => {
            if visitor == Visitor::Friend {
                connection.prove();
            }
            let answer = answer(&app, visitor, &path, request, next).await;
            answer.unwrap_or_else(ServeError::into_response)
        }
        Err(ServeError::NoToken) if !error::is_for_programs(&path) => {
            (StatusCode::SEE_OTHER, [(header::LOCATION, "/login")]).into_response()
        }
        Err(refusal) => refusal.into_response(),
    };
    if answer.status() == StatusCode::UNAUTHORIZED {
        tokio::time::sleep(WRONG_TOKEN_PAUSE).await;
    }
    let mut answer = error::in_form_for(&path, answer).await;
    harden(&path, answer.headers_mut());
    answer
}

async fn answer(
    app: &App,
    visitor: Visitor,
    path: &str,
    request: Request,
    next: Next,
) -> Result<Response, ServeError> {
    let share = app.share(visitor);
    let most = max_body(app, path);
    let received = uploads::received(request, most, app.config.body_time, &share.memory);
    let (request, _held) = received.await?;
    let busy = |_| ServeError::Busy("too many requests at once: try again");
    let place = tokio::time::timeout(PATIENCE, share.places.acquire()).await;
    let _place = place.map_err(busy)?;
    let answer = tokio::time::timeout(app.config.answer_time, next.run(request)).await;
    answer.map_err(|_| ServeError::Busy("this takes too long: try again"))
}

/// Bytes that are taken of a body; strangers have no business with long ones.
fn max_body(app: &App, path: &str) -> usize {
    let most = match path {
        "/login" => MAX_LOGIN,
        path if path.starts_with(hubs::PATH) => MAX_DELIVERY,
        _ => app.config.max_body,
    };
    most.min(app.config.max_body)
}

fn harden(path: &str, headers: &mut HeaderMap) {
    let policy = if path == playground::PATH { PLAYGROUND_POLICY } else { POLICY };
    let all = [
        ("content-security-policy", policy),
        ("x-content-type-options", "nosniff"),
        // Other sites learn nothing; with no-referrer, browsers would hide the origin of our own forms too.
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("x-frame-options", "DENY"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
