//! Our own files: the style, the script, the icon and the description of the interface.

use axum::http::header;
use axum::response::IntoResponse;

/// The description of the interface, in OpenAPI 3.1.
pub const OPENAPI: &str = include_str!("assets/openapi.json");

fn file(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=300")], text)
}

/// The style of all pages.
pub async fn style() -> impl IntoResponse {
    file("text/css; charset=utf-8", include_str!("assets/style.css"))
}

/// The little script.
pub async fn script() -> impl IntoResponse {
    file("text/javascript; charset=utf-8", include_str!("assets/script.js"))
}

/// The icon.
pub async fn icon() -> impl IntoResponse {
    file("image/svg+xml", include_str!("assets/icon.svg"))
}

/// The description of the interface.
pub async fn openapi() -> impl IntoResponse {
    file("application/json", OPENAPI)
}
