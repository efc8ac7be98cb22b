//! Lists of articles, and an article as a reader sees it.

use super::markdown;
use super::{Page, article_list, confidence};
use crate::api::{self, ListQuery};
use crate::app::App;
use crate::error::ServeError;
use crate::html;
use axum::extract::{Path, Query, State};
use dehusk_stream::Record;
use std::fmt::Write;
use std::sync::Arc;

/// The newest articles, or what a search finds.
pub async fn list(State(app): State<Arc<App>>, Query(query): Query<ListQuery>) -> Page {
    if let Some(words) = query.q.clone().filter(|words| !words.trim().is_empty()) {
        let rows = api::found(&app, words.clone(), query.limit()).await?;
        let note = match rows.len() {
            0 => "<p>Nothing was found. Every word has to be in the article.</p>".to_string(),
            number => format!("<p>{number} articles, the best first.</p>"),
        };
        let title = format!("Search for {words}");
        return Ok(html::page(&title, "/articles", &(note + &article_list(&rows))));
    }
    let rows = app.read(move |reader| query.list(reader)).await?;
    let mut body = article_list(&rows);
    if rows.is_empty() {
        body = "<p>There are no articles yet.</p>".into();
    }
    if let Some(last) = rows.last() {
        let _ = write!(
            body,
            "<p><a rel=\"next\" href=\"/articles?before={}\">Older ones</a></p>",
            last.seq
        );
    }
    Ok(html::page("Articles", "/articles", &body))
}

/// One article.
pub async fn reader(State(app): State<Arc<App>>, Path(seq): Path<i64>) -> Page {
    let read = app.read(move |reader| {
        let row = reader.article(seq)?.ok_or(ServeError::Missing)?;
        let record = reader.record(&row)?;
        Ok((row, Record::read(&record).ok_or(ServeError::Missing)?))
    });
    let (row, record) = read.await?;
    let title = record.title().unwrap_or("Untitled").to_string();
    let mut body = String::from("<article class=\"reader\" lang=\"");
    body.push_str(&html::escape(record.value("detected_language").unwrap_or_default()));
    body.push_str("\">");
    let text = markdown::to_html(without_title(record.markdown(), &title));
    body.push_str(&text);
    body.push_str("</article><aside><h2>About this article</h2><dl class=\"facts\">");
    let mut fact = |name: &str, value: String| {
        let _ = write!(body, "<dt>{name}</dt><dd>{value}</dd>");
    };
    let address = |url: &str| match html::link(url) {
        Some(url) => format!("<a rel=\"noreferrer noopener\" href=\"{url}\">{url}</a>"),
        None => html::escape(url),
    };
    fact("Page", address(&record.response_url));
    fact("Address in the feed", address(&record.request_url));
    fact("Feed", address(&record.feed));
    fact(
        "Site",
        format!(
            "<a href=\"/sites/{}\">{}</a>",
            html::path_part(&record.site),
            html::escape(&record.site)
        ),
    );
    let published = record.value("published").or(record.item_published.as_deref());
    fact("Published", html::escape(published.unwrap_or("unknown")));
    fact("Fetched", html::time(row.fetched));
    fact("Key", html::escape(&record.key));
    let extractor = record.article.get("extractor").and_then(|e| e.as_str()).unwrap_or_default();
    fact("Extractor", html::escape(extractor));
    fact("How sure", confidence(record.confidence()));
    fact("Documents known of the site", record.site_support.to_string());
    if let Some(key) = &record.same_text_as {
        fact("The same text elsewhere", html::escape(key));
    }
    let trouble = record.article.get("trouble").and_then(|t| t.get("message")?.as_str());
    if let Some(trouble) = trouble {
        fact("Trouble", html::escape(trouble));
    }
    let _ = write!(
        body,
        "</dl><p><a href=\"/articles/{seq}/explain\">Why this is the article</a> · <a href=\"/api/v1/articles/{seq}\">JSON</a></p></aside>"
    );
    Ok(html::page(&title, "/articles", &body))
}

/// The page shows the title already.
fn without_title<'m>(markdown: &'m str, title: &str) -> &'m str {
    match markdown.split_once('\n') {
        Some((first, rest)) if first.trim_start_matches('#').trim() == title => rest,
        _ => markdown,
    }
}
