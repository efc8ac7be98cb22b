//! Bodies of requests. They are here as a whole before a request takes a place, so that half of one, sent by
//! somebody who then waits, keeps nobody from being answered.

use crate::budget::Budget;
use crate::error::ServeError;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// Smaller bodies are not counted: connections are limited, and so are these together.
const UNCOUNTED: usize = 16 << 10;

/// A request with its whole body, and the memory that was set aside for it.
pub async fn received(
    request: Request,
    most: usize,
    time: Duration,
    memory: &Budget,
) -> Result<(Request, Option<OwnedSemaphorePermit>), ServeError> {
    let (parts, body) = request.into_parts();
    // A body that does not tell its length may be as long as any.
    let told = body.size_hint().exact().map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let length = told.unwrap_or(most);
    if length > most {
        return Err(ServeError::TooLong(most));
    }
    let held = if length > UNCOUNTED { Some(memory.take(length).await?) } else { None };
    let whole = tokio::time::timeout(time, Limited::new(body, most).collect()).await;
    let whole = whole.map_err(|_| ServeError::Slow)?.map_err(|error| {
        match error.downcast_ref::<LengthLimitError>() {
            Some(_) => ServeError::TooLong(most),
            None => ServeError::Bad("the body of the request broke off".into()),
        }
    })?;
    Ok((Request::from_parts(parts, Body::from(whole.to_bytes())), held))
}
