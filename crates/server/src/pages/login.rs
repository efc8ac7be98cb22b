//! Where a browser brings the token.

use super::Page;
use crate::app::App;
use crate::guard::{COOKIE, same};
use crate::html;
use axum::Form;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// The form.
pub async fn form() -> Page {
    let body = "<form method=\"post\" action=\"/login\" class=\"line\"><label>Token <input type=\"password\" name=\"token\" \
                autocomplete=\"current-password\" required></label><button>Enter</button></form>\
                <p>The token was shown when the server was started.</p>";
    Ok(html::page("Enter", "", body))
}

/// What the form sends.
#[derive(Debug, Deserialize)]
pub struct Entry {
    token: String,
}

/// Keeps the right token in a cookie.
pub async fn enter(State(app): State<Arc<App>>, Form(entry): Form<Entry>) -> Response {
    let right =
        app.config.token.as_deref().is_some_and(|t| same(t.as_bytes(), entry.token.as_bytes()));
    if !right {
        // Guessing takes time.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let page = html::page(
            "Enter",
            "",
            "<p class=\"problem\">This is not the token.</p><p><a href=\"/login\">Try again</a></p>",
        );
        return (StatusCode::UNAUTHORIZED, page).into_response();
    }
    let cookie =
        format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000", entry.token);
    (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie.as_str()), (header::LOCATION, "/")])
        .into_response()
}
