//! Where a browser brings the token.

use super::Page;
use crate::admission::{COOKIE, is_same};
use crate::app::App;
use crate::config::Config;
use crate::html;
use axum::Form;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;

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
pub async fn enter(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Form(entry): Form<Entry>,
) -> Response {
    let right = app.config.token.as_deref().is_some_and(|token| is_same(token, &entry.token));
    if !right {
        let page = html::page(
            "Enter",
            "",
            "<p class=\"problem\">This is not the token.</p><p><a href=\"/login\">Try again</a></p>",
        );
        return (StatusCode::UNAUTHORIZED, page).into_response();
    }
    let secure = if is_https(&app.config, &headers) { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000{secure}",
        entry.token
    );
    (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie.as_str()), (header::LOCATION, "/")])
        .into_response()
}

/// Whether the browser came by https: the proxy's word for it counts only where there is one.
fn is_https(config: &Config, headers: &HeaderMap) -> bool {
    let Some(public) = &config.public_url else { return false };
    let forwarded = headers.get("x-forwarded-proto").and_then(|value| value.to_str().ok());
    public.scheme() == "https" || forwarded == Some("https")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn the_cookie_is_secure_behind_https_and_nobody_else_says_so() {
        let told = HeaderMap::from_iter([(
            header::HeaderName::from_static("x-forwarded-proto"),
            HeaderValue::from_static("https"),
        )]);
        let config = |url: Option<&str>| Config {
            public_url: url.map(|u| u.parse().unwrap()),
            ..Config::default()
        };
        assert!(!is_https(&config(None), &told));
        assert!(is_https(&config(Some("https://reader.example/")), &HeaderMap::new()));
        assert!(is_https(&config(Some("http://reader.example/")), &told));
        assert!(!is_https(&config(Some("http://reader.example/")), &HeaderMap::new()));
    }
}
