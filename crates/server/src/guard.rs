//! Who may ask, how much at once and for how long, and what every answer says to browsers.
//!
//! Loopback needs no token, but a browser on this machine visits strangers' pages too. So the Host header
//! has to name this machine (a name that was pointed at it does not), and what changes something is refused
//! when a browser says that another site asked for it.

use crate::app::{App, ServeError};
use crate::{html, hubs};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The name of the cookie that holds the token.
pub const COOKIE: &str = "dehusk_token";

/// No script, style, picture or frame but our own; nobody may frame us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Checks a request, has it answered, and adds what browsers have to know.
pub async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let open = matches!(path, "/login" | "/style.css" | "/icon.svg" | "/api/v1/health")
        || path.strip_prefix(hubs::PATH).is_some_and(|rest| rest.starts_with('/'));
    let mut response = if changes_from_elsewhere(request.method(), request.headers()) {
        plain(StatusCode::FORBIDDEN, "another site asked for this, and may not")
    } else if !open && !may_enter(&app, peer.ip(), request.headers()) {
        refused(path)
    } else if too_long(&app, request.headers()) {
        plain(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
    } else {
        answer(&app, request, next).await
    };
    harden(response.headers_mut());
    response
}

async fn answer(app: &App, request: Request, next: Next) -> Response {
    let Ok(_place) = app.places.try_acquire() else {
        return ServeError::Busy("too many requests at once: try again").into_response();
    };
    match tokio::time::timeout(app.config.timeout, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ServeError::Busy("this takes too long: try again").into_response(),
    }
}

fn may_enter(app: &App, peer: IpAddr, headers: &HeaderMap) -> bool {
    if let (Some(token), Some(brought)) = (&app.config.token, brought(headers))
        && same(token.as_bytes(), brought.as_bytes())
    {
        return true;
    }
    peer.to_canonical().is_loopback() && host_is_here(headers)
}

/// The token a request brings.
fn brought(headers: &HeaderMap) -> Option<String> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|v| v.to_str().ok());
    let bearer = text(header::AUTHORIZATION).and_then(|v| v.strip_prefix("Bearer "));
    let mut cookies = text(header::COOKIE).unwrap_or_default().split(';').map(str::trim);
    let cookie = cookies.find_map(|c| c.strip_prefix(COOKIE)?.strip_prefix('='));
    bearer.or(cookie).map(str::to_string)
}

/// Compares without telling by its time how much was right.
pub fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

fn host_is_here(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn changes_from_elsewhere(method: &Method, headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").and_then(|v| v.to_str().ok());
    let harmless = matches!(*method, Method::GET | Method::HEAD);
    !harmless && matches!(site, Some("cross-site" | "same-site"))
}

/// A body that says it is too long is not waited for.
fn too_long(app: &App, headers: &HeaderMap) -> bool {
    let length =
        headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<usize>().ok());
    length.is_some_and(|length| length > app.config.max_body)
}

fn refused(path: &str) -> Response {
    if path.starts_with("/api/") || path == "/metrics" {
        let problem = "bring the token: Authorization: Bearer TOKEN";
        let body = axum::Json(serde_json::json!({ "error": problem }));
        return (StatusCode::UNAUTHORIZED, body).into_response();
    }
    (StatusCode::SEE_OTHER, [(header::LOCATION, "/login")]).into_response()
}

fn plain(status: StatusCode, text: &'static str) -> Response {
    (status, text).into_response()
}

fn harden(headers: &mut HeaderMap) {
    let all = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("x-frame-options", "DENY"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

impl ServeError {
    /// The status for it.
    pub fn status(&self) -> StatusCode {
        match self {
            ServeError::Missing => StatusCode::NOT_FOUND,
            ServeError::Bad(_) => StatusCode::BAD_REQUEST,
            ServeError::Elsewhere(_) => StatusCode::BAD_GATEWAY,
            ServeError::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            ServeError::Store(_) | ServeError::Search(_) | ServeError::Stream(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }
}

impl IntoResponse for ServeError {
    fn into_response(self) -> Response {
        let status = self.status();
        let body = format!("<p class=\"problem\">{}</p>", html::escape(&self.to_string()));
        (status, html::page("Not this time", "", &body)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(
            header::HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )])
    }

    #[test]
    fn only_names_of_this_machine_count() {
        for here in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "127.3.4.5"] {
            assert!(host_is_here(&headers("host", here)), "{here}");
        }
        for elsewhere in
            ["evil.example", "localhost.evil.example:80", "10.0.0.1", "", "127.0.0.1.evil.example"]
        {
            assert!(!host_is_here(&headers("host", elsewhere)), "{elsewhere}");
        }
    }

    #[test]
    fn tokens_come_in_a_header_or_a_cookie() {
        assert_eq!(brought(&headers("authorization", "Bearer abc")).as_deref(), Some("abc"));
        assert_eq!(brought(&headers("cookie", "a=b; dehusk_token=abc")).as_deref(), Some("abc"));
        assert_eq!(brought(&headers("cookie", "xdehusk_token=abc")), None);
        assert!(same(b"abc", b"abc") && !same(b"abc", b"abd") && !same(b"abc", b"ab"));
    }

    #[test]
    fn other_sites_may_not_change_anything() {
        let cross = headers("sec-fetch-site", "cross-site");
        assert!(changes_from_elsewhere(&Method::POST, &cross));
        assert!(!changes_from_elsewhere(&Method::GET, &cross));
        assert!(!changes_from_elsewhere(&Method::POST, &headers("sec-fetch-site", "same-origin")));
        assert!(!changes_from_elsewhere(&Method::POST, &HeaderMap::new()));
    }
}
