//! The feeds, and a form to add some.

use super::Page;
use crate::api;
use crate::app::App;
use crate::error::ServeError;
use crate::html;
use axum::Form;
use axum::extract::State;
use axum::response::Redirect;
use dehusk_stream::store::FeedRow;
use serde::Deserialize;
use std::sync::Arc;

/// All feeds.
pub async fn list(State(app): State<Arc<App>>) -> Page {
    let feeds = app.read(|reader| Ok(reader.feeds()?)).await?;
    let rows: String = feeds.iter().map(row).collect();
    let body = format!(
        "<form method=\"post\" action=\"/feeds\" class=\"line\"><label>Addresses of feeds, sitemaps or pages that name feeds \
         <textarea name=\"urls\" rows=\"2\" required></textarea></label><button>Add</button></form>\
         <p>{} feeds.</p><div class=\"wide\"><table><tr><th scope=\"col\">feed</th><th scope=\"col\">articles</th>\
         <th scope=\"col\">visited</th><th scope=\"col\">every</th><th scope=\"col\">next</th><th scope=\"col\">trouble</th></tr>{rows}</table></div>",
        feeds.len()
    );
    Ok(html::page("Feeds", "/feeds", &body))
}

fn row(feed: &FeedRow) -> String {
    let name = feed.title.as_deref().unwrap_or(&feed.url);
    let linked = match html::link(&feed.address) {
        Some(url) => {
            format!("<a rel=\"noreferrer noopener\" href=\"{url}\">{}</a>", html::escape(name))
        }
        None => html::escape(name),
    };
    let trouble = match (&feed.error, feed.failures) {
        (Some(error), failures) => format!("{failures} times: {}", html::escape(error)),
        (None, _) => String::new(),
    };
    format!(
        "<tr><td>{linked}</td><td><a href=\"/articles?feed={}\">{}</a></td><td>{}</td><td>{} min</td><td>{}</td><td>{trouble}</td></tr>",
        feed.id,
        feed.items,
        feed.checked.map(html::time).unwrap_or_default(),
        feed.interval / 60_000,
        html::time(feed.due),
    )
}

/// What the form sends.
#[derive(Debug, Deserialize)]
pub struct NewFeeds {
    urls: String,
}

/// Adds feeds.
pub async fn add(
    State(app): State<Arc<App>>,
    Form(new): Form<NewFeeds>,
) -> Result<Redirect, ServeError> {
    let urls = new.urls.split_whitespace().map(str::to_string).collect();
    api::add(&app, urls).await?;
    Ok(Redirect::to("/feeds"))
}
