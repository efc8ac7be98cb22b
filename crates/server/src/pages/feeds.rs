//! The feeds by their folders; forms to add, move and remove them.

use super::Page;
use crate::api;
use crate::app::App;
use crate::error::ServeError;
use crate::html;
use crate::outgoing::Outgoing;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use dehusk_stream::feed::{Source, shown_address};
use dehusk_stream::store::FeedRow;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// All feeds.
pub async fn list(State(app): State<Arc<App>>) -> Page {
    let feeds = app.read(|reader| Ok(reader.feeds()?)).await?;
    let mut folders = BTreeMap::<Option<&str>, Vec<&FeedRow>>::new();
    for feed in &feeds {
        let folder = feed.folder.as_deref().filter(|folder| !folder.trim().is_empty());
        folders.entry(folder).or_default().push(feed);
    }
    let names: String = folders
        .keys()
        .flatten()
        .map(|name| format!("<option value=\"{}\">", html::escape(name)))
        .collect();
    let mut body = format!(
        "<form method=\"post\" action=\"/feeds\" class=\"line\"><label>Addresses of feeds, sitemaps or pages that name feeds \
         <textarea name=\"urls\" rows=\"2\" required></textarea></label>\
         <label>Folder <input name=\"folder\" list=\"folders\" autocomplete=\"off\"></label><button>Add</button></form>\
         <datalist id=\"folders\">{names}</datalist>\
         <form method=\"post\" action=\"/feeds/import\" enctype=\"multipart/form-data\" class=\"line\">\
         <label>OPML of another reader <input type=\"file\" name=\"opml\" accept=\".opml,.xml,text/xml\" required></label>\
         <button>Import</button> <a href=\"/feeds.opml\">Export as OPML</a></form><p>{}.</p>",
        html::count(feeds.len(), "feed", "feeds")
    );
    for (folder, feeds) in &folders {
        body.push_str(&section(&app, *folder, feeds, folders.len() > 1));
    }
    Ok(html::page("Feeds", "/feeds", &body))
}

fn section(app: &App, folder: Option<&str>, feeds: &[&FeedRow], named: bool) -> String {
    let rows: String = feeds.iter().map(|feed| row(app, feed)).collect();
    let heads = html::heads(&["feed", "items", "visited", "every", "next", "trouble", "change"]);
    let name = folder.unwrap_or("Without a folder");
    let table = html::table(&format!("Feeds: {name}"), &(heads + &rows));
    let mut out = String::from("<section>");
    match folder {
        Some(folder) => {
            let out_of = Outgoing { folder: Some(folder.into()), ..Outgoing::default() };
            let _ = write!(
                out,
                "<h2><a href=\"/articles?folder={}\">{}</a></h2><p class=\"subscribe\">Read this elsewhere: {}</p>",
                html::path_part(folder),
                html::escape(folder),
                out_of.links(&app.config).anchors
            );
        }
        None if named => out.push_str("<h2>Without a folder</h2>"),
        None => {}
    }
    out + &table + "</section>"
}

fn row(app: &App, feed: &FeedRow) -> String {
    let shown = shown_address(&feed.url);
    let name = html::escape(feed.title.as_deref().unwrap_or(&shown));
    let trouble = match (&feed.error, feed.failures) {
        (Some(error), failures) => {
            format!("{}: {}", html::count(failures as usize, "time", "times"), html::escape(error))
        }
        (None, _) => String::new(),
    };
    let links = Outgoing { feed: Some(feed.id), ..Outgoing::default() }.links(&app.config);
    let address = match html::link(&shown_address(&feed.address)) {
        Some(url) => format!("<a rel=\"noreferrer noopener\" href=\"{url}\">{url}</a>"),
        None => html::escape(&shown),
    };
    let id = feed.id;
    let edit = format!(
        "<details><summary aria-label=\"Change {name}\">Change</summary><p>{address}</p>\
         <form method=\"post\" action=\"/feeds/{id}/folder\" class=\"line\"><label>Folder <input name=\"folder\" list=\"folders\" \
         autocomplete=\"off\" value=\"{}\"></label><button>Move</button></form>{}<p>Read elsewhere: {}</p></details>",
        html::escape(feed.folder.as_deref().unwrap_or_default()),
        html::button(&format!("/feeds/{id}/remove"), ("sure", "yes"), "Remove this feed"),
        links.anchors
    );
    format!(
        "<tr><td><a href=\"/articles?feed={id}\">{name}</a></td><td>{}</td><td>{}</td><td>{} min</td><td>{}</td><td>{trouble}</td><td>{edit}</td></tr>",
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
    #[serde(default)]
    folder: String,
}

/// Adds feeds.
pub async fn add(
    State(app): State<Arc<App>>,
    Form(new): Form<NewFeeds>,
) -> Result<Redirect, ServeError> {
    let folder = Some(new.folder.trim().to_string()).filter(|folder| !folder.is_empty());
    let source = |url: &str| Source { url: url.into(), title: None, folder: folder.clone() };
    let sources = new.urls.split_whitespace().map(source).collect();
    api::add(&app, sources).await?;
    Ok(Redirect::to("/feeds"))
}

/// Where a feed goes.
#[derive(Debug, Deserialize)]
pub struct Folder {
    folder: String,
}

/// Puts a feed into a folder; an empty name takes it out of all.
pub async fn put(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
    Form(to): Form<Folder>,
) -> Result<Redirect, ServeError> {
    let feed = app.read(move |reader| reader.feed(id)?.ok_or(ServeError::Missing)).await?;
    let source =
        Source { url: feed.url, title: feed.title, folder: Some(to.folder.trim().to_string()) };
    app.stream.add_feeds(vec![source]).await?;
    Ok(Redirect::to("/feeds"))
}

/// Leaves a feed out from now on; its articles stay.
pub async fn remove(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<Redirect, ServeError> {
    match app.stream.drop_feed(id).await? {
        true => Ok(Redirect::to("/feeds")),
        false => Err(ServeError::Missing),
    }
}
