//! The sites: how many articles each gave, how sure the extractor was of them, and what is known of a site.

use super::{Page, article_list, confidence};
use crate::api::ListQuery;
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
/// Places of a template that are shown.
const PLACES: usize = 60;

/// All sites.
pub async fn list(State(app): State<Arc<App>>) -> Page {
    let sites = app.read(|reader| Ok(reader.sites(SITES)?)).await?;
    let row = |(site, articles, mean): &(String, i64, Option<f64>)| {
        format!(
            "<tr><td><a href=\"/sites/{}\">{}</a></td><td>{articles}</td><td>{}</td></tr>",
            html::path_part(site),
            html::escape(site),
            confidence(*mean)
        )
    };
    let rows: String = sites.iter().map(row).collect();
    let body = format!(
        "<table><tr><th scope=\"col\">site</th><th scope=\"col\">articles</th><th scope=\"col\">on average</th></tr>{rows}</table>"
    );
    Ok(html::page("Sites", "/sites", &body))
}

/// One site: its articles, and the template its memory has learned.
pub async fn one(State(app): State<Arc<App>>, Path(site): Path<String>) -> Page {
    let query = ListQuery { site: Some(site.clone()), limit: Some(RECENT), ..ListQuery::default() };
    let name = site.clone();
    let read = app.read(move |reader| Ok((query.list(reader)?, reader.memory(&name)?)));
    let (rows, memory) = read.await?;
    if rows.is_empty() {
        return Err(ServeError::Missing);
    }
    let values: Vec<Option<f64>> = rows.iter().rev().map(|row| row.confidence).collect();
    let words: Vec<f64> = rows.iter().rev().map(|row| row.words as f64).collect();
    let shown = &rows[..rows.len().min(50)];
    let body = format!(
        "{}{}{}<h2>Newest articles</h2>{}",
        plots::line("Confidence, article by article", &values),
        plots::bars("Words, article by article", &words, "words"),
        memory.as_ref().map(template).unwrap_or_default(),
        article_list(shown)
    );
    Ok(html::page(&site, "/sites", &body))
}

/// What a memory knows: its branches, and the places of content and of furniture.
fn template(memory: &SiteMemory) -> String {
    let mut out = format!(
        "<section><h2>What the memory knows</h2><p>{} documents, {} kB.</p><table><tr><th scope=\"col\">host</th>\
         <th scope=\"col\">pages since it looks like this</th><th scope=\"col\">redesigns</th><th scope=\"col\">agreement</th></tr>",
        memory.tree().len(),
        memory.heap_bytes() / 1024
    );
    for branch in memory.branches() {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td></tr>",
            html::escape(&branch.host),
            branch.pages,
            branch.changes,
            branch.agreement
        );
    }
    let mut shapes = memory.shapes();
    shapes.sort_by_key(|shape| std::cmp::Reverse(shape.hint.pages));
    out.push_str(
        "</table><h3>Its template</h3><p>Places on its pages, and how likely the words there are content.</p>\
         <div class=\"wide\"><table><tr><th scope=\"col\">place</th><th scope=\"col\">pages</th><th scope=\"col\">content</th></tr>",
    );
    for shape in shapes.iter().take(PLACES) {
        let class = if shape.hint.content >= 0.5 { "keep" } else { "drop" };
        let _ = write!(
            out,
            "<tr class=\"block {class}\"><td>{}</td><td>{}</td><td>{:.2}</td></tr>",
            html::escape(&shape.path),
            shape.hint.pages,
            shape.hint.content
        );
    }
    out + "</table></div></section>"
}
