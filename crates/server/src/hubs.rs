//! Where hubs reach us (WebSub): they ask whether a subscription is wanted, and tell that a feed has changed.
//! The way is open to everybody who knows the key in the address, which each subscription has its own of; a
//! question has to fit what was asked for, and a delivery has to be signed.

use crate::app::App;
use crate::error::ServeError;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dehusk_stream::{Delivered, HubQuestion};
use serde::Deserialize;
use std::sync::Arc;

/// The path below which hubs reach us.
pub const PATH: &str = "/websub";

/// What a hub asks.
#[derive(Debug, Deserialize)]
pub struct Question {
    #[serde(rename = "hub.mode")]
    mode: String,
    #[serde(rename = "hub.topic", default)]
    topic: String,
    #[serde(rename = "hub.challenge", default)]
    challenge: String,
    #[serde(rename = "hub.lease_seconds")]
    lease_seconds: Option<i64>,
}

/// Answers whether a subscription is wanted.
pub async fn question(
    State(app): State<Arc<App>>,
    Path((feed, key)): Path<(i64, String)>,
    Query(Question { mode, topic, challenge, lease_seconds }): Query<Question>,
) -> Result<Response, ServeError> {
    let asked = HubQuestion { mode, topic, challenge, lease_seconds };
    let answer = app.stream.confirm_subscription(feed, &key, &asked).await?;
    Ok(match answer {
        Some(challenge) => {
            ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], challenge).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    })
}

/// Takes word of a change. A hub is not told that its signature was wrong, as the recommendation has it.
pub async fn delivery(
    State(app): State<Arc<App>>,
    Path((feed, key)): Path<(i64, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ServeError> {
    let signature = headers.get("x-hub-signature").and_then(|value| value.to_str().ok());
    Ok(match app.stream.hub_delivers(feed, &key, signature, &body).await? {
        Delivered::Visited | Delivered::Unsigned => StatusCode::ACCEPTED,
        Delivered::Unwanted => StatusCode::GONE,
    })
}
