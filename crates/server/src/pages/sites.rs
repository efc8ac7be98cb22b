//! The sites: how many articles each gave, how sure the extractor was of them, and what is known of a site.

use super::{Listed, Page, article_list, confidence};
use crate::api::lists::ListQuery;
use crate::app::App;
use crate::error::ServeError;
use crate::html;
use crate::plots;
use axum::extract::{Path, State};
use dehusk_site::SiteMemory;
use std::fmt::Write;
use std::sync::Arc;

/// Sites that are listed.
const SITES: u32 = 1000;
/// Articles the plots of a site go back.
const RECENT: u32 = 200;
/// Articles that are listed.
const SHOWN: usize = 50;
/// Places of a template that are shown.
const PLACES: usize = 60;

/// All sites.
pub async fn list(State(app): State<Arc<App>>) -> Page {
    let sites = app.read(|reader| Ok(reader.sites(None, SITES)?)).await?;
    let row = |(site, articles, mean): &(String, i64, Option<f64>)| {
        format!(
            "<tr><td><a href=\"/sites/{}\">{}</a></td><td>{articles}</td><td>{}</td></tr>",
            html::path_part(site),
            html::escape(site),
            confidence(*mean)
        )
    };
    let rows: String = sites.iter().map(row).collect();
    let heads = html::heads(&["site", "articles", "on average"]);
    let body = match sites.is_empty() {
        true => "<p>There are no articles yet.</p>".into(),
        false => html::table("Sites", &(heads + &rows)),
    };
    Ok(html::page("Sites", "/sites", &body))
}

/// One site: its articles, and the template its memory has learned.
pub async fn one(State(app): State<Arc<App>>, Path(site): Path<String>) -> Page {
    let query = ListQuery { site: Some(site.clone()), limit: Some(RECENT), ..ListQuery::default() };
    let name = site.clone();
    let read = app.read(move |reader| {
        let rows = query.list(reader)?;
        let shown = rows.iter().take(SHOWN).cloned().collect();
        Ok((Listed::all(reader, shown)?, rows, reader.memory(&name)?))
    });
    let (shown, rows, memory) = read.await?;
    if rows.is_empty() {
        return Err(ServeError::Missing);
    }
    let values: Vec<Option<f64>> = rows.iter().rev().map(|row| row.confidence).collect();
    let words: Vec<f64> = rows.iter().rev().map(|row| row.words as f64).collect();
    let body = format!(
        "<section class=\"plots\">{}{}</section>{}<h2>Newest articles</h2>{}",
        plots::line("Confidence, article by article", &values),
        plots::bars("Words, article by article", &words, ("word", "words")),
        memory.as_ref().map(template).unwrap_or_default(),
        article_list(&shown)
    );
    Ok(html::page(&site, "/sites", &body))
}

/// What a memory knows: its branches, and the places of content and of furniture.
fn template(memory: &SiteMemory) -> String {
    let row = |branch: &dehusk_site::Branch| {
        format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td></tr>",
            html::escape(&branch.host),
            branch.pages,
            branch.changes,
            branch.agreement
        )
    };
    let hosts: String = memory.branches().iter().map(row).collect();
    let heads = html::heads(&["host", "pages since it looks like this", "redesigns", "agreement"]);
    let mut shapes = memory.shapes();
    shapes.sort_by_key(|shape| std::cmp::Reverse(shape.hint.pages));
    let mut places = html::heads(&["place", "pages", "content"]);
    for shape in shapes.iter().take(PLACES) {
        let class = if shape.hint.content >= 0.5 { "keep" } else { "drop" };
        let _ = write!(
            places,
            "<tr class=\"block {class}\"><td>{}</td><td>{}</td><td>{:.2}</td></tr>",
            html::escape(&shape.path),
            shape.hint.pages,
            shape.hint.content
        );
    }
    format!(
        "<section><h2>What the memory knows</h2><p>{}, {} kB.</p>{}<h3>Its template</h3>\
         <p>Places on its pages, and how likely the words there are content.</p>{}</section>",
        html::count(memory.tree().len(), "document", "documents"),
        memory.heap_bytes() / 1024,
        html::table("Hosts", &(heads + &hosts)),
        html::table("Places of the template", &places)
    )
}
