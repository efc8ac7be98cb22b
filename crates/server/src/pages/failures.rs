//! What failed: feeds, pages that are tried again, and pages that were given up, each with its reason.

use super::Page;
use crate::api::lists::{cursor, next};
use crate::app::App;
use crate::html;
use axum::extract::{Query, State};
use dehusk_stream::feed::shown_address;
use dehusk_stream::store::{FailedPage, FailedWanted, FeedRow};
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;

/// Pages that are listed at once.
const LISTED: u32 = 100;

/// Where the list begins.
#[derive(Debug, Default, Deserialize)]
pub struct Wanted {
    cursor: Option<String>,
}

/// Everything that failed.
pub async fn page(State(app): State<Arc<App>>, Query(query): Query<Wanted>) -> Page {
    let before = cursor(query.cursor.as_deref(), |text| text.parse::<i64>().ok())?;
    let wanted = FailedWanted { before, ..FailedWanted::default() };
    let read = app.read(move |reader| {
        let feeds: Vec<FeedRow> =
            reader.feeds()?.into_iter().filter(|feed| feed.error.is_some()).collect();
        Ok((feeds, reader.failed_pages(&wanted, LISTED)?))
    });
    let (feeds, pages) = read.await?;
    let mut body = String::new();
    if !feeds.is_empty() && before.is_none() {
        let rows: String = feeds.iter().map(feed).collect();
        let heads = html::heads(&["feed", "failed", "reason", "tried again"]);
        let _ = write!(body, "<h2>Feeds</h2>{}", html::table("Feeds that fail", &(heads + &rows)));
    }
    if pages.is_empty() && feeds.is_empty() {
        body.push_str("<p>Nothing failed in the last 30 days.</p>");
    }
    if !pages.is_empty() {
        let rows: String = pages.iter().map(failed).collect();
        let heads = html::heads(&["page", "reason", "tries", "what becomes of it"]);
        let table = html::table("Pages that failed", &(heads + &rows));
        let _ = write!(body, "<h2>Pages</h2>{table}");
    }
    if let Some(next) = next(&pages, LISTED, |page| page.id.to_string()) {
        let _ = write!(body, "<p><a rel=\"next\" href=\"/failures?cursor={next}\">More</a></p>");
    }
    Ok(html::page("What failed", "", &body))
}

fn linked(url: &str, name: &str) -> String {
    match html::link(&shown_address(url)) {
        Some(url) => {
            format!("<a rel=\"noreferrer noopener\" href=\"{url}\">{}</a>", html::escape(name))
        }
        None => html::escape(name),
    }
}

fn feed(feed: &FeedRow) -> String {
    let shown = shown_address(&feed.url);
    format!(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
        linked(&feed.url, feed.title.as_deref().unwrap_or(&shown)),
        html::count(feed.failures as usize, "time", "times"),
        html::escape(feed.error.as_deref().unwrap_or_default()),
        html::time(feed.due)
    )
}

fn failed(page: &FailedPage) -> String {
    let becomes = match page.given_up {
        true => format!("given up {}", html::time(page.time)),
        false => format!("tried again {}", html::time(page.time)),
    };
    let shown = shown_address(&page.url);
    format!(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{becomes}</td></tr>",
        linked(&page.url, page.title.as_deref().unwrap_or(&shown)),
        html::escape(&page.reason),
        page.tries
    )
}
