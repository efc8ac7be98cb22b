//! Lists, a page at a time. Where a list goes on is told by a cursor: a text that means something only here.

use super::views::{ArticleView, FailureView, FeedView, SiteView};
use super::{Answer, DEFAULT_LIMIT, MAX_LIMIT};
use crate::app::App;
use crate::error::ServeError;
use crate::search::{self, Place};
use axum::Json;
use axum::extract::{Query, State};
use dehusk_stream::Record;
use dehusk_stream::store::{ArticleRow, FailedWanted, Reader, Wanted};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// How many of a list, within bounds.
pub fn limited(limit: Option<u32>) -> u32 {
    limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT)
}

/// Reads a cursor that was given out here.
pub fn cursor<T>(
    text: Option<&str>,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, ServeError> {
    let wrong = || ServeError::Bad("cursor: give the next of an earlier answer".into());
    text.map(|text| read(text).ok_or_else(wrong)).transpose()
}

fn number(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// What comes after a page of a list, if it was full.
pub fn next<T>(rows: &[T], limit: u32, of: impl FnOnce(&T) -> String) -> Option<String> {
    rows.last().filter(|_| rows.len() >= limit as usize).map(of)
}

/// Which articles are wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    /// Only of this site.
    pub site: Option<String>,
    /// Only of this feed.
    pub feed: Option<i64>,
    /// Only of feeds in this folder.
    pub folder: Option<String>,
    /// Only those that nobody has read.
    #[serde(default)]
    pub unread: bool,
    /// Only those with a star.
    #[serde(default)]
    pub starred: bool,
    /// Where to go on.
    pub cursor: Option<String>,
    /// How many.
    pub limit: Option<u32>,
}

impl ListQuery {
    /// The articles of a list, newest first.
    pub fn list(&self, reader: &Reader) -> Result<Vec<ArticleRow>, ServeError> {
        let wanted = Wanted {
            site: self.site.as_deref(),
            feed: self.feed,
            folder: self.folder.as_deref(),
            unread: self.unread,
            starred: self.starred,
            before: cursor(self.cursor.as_deref(), number)?,
        };
        Ok(reader.newest(&wanted, limited(self.limit))?)
    }

    /// Where the list goes on.
    pub fn next(&self, rows: &[ArticleRow]) -> Option<String> {
        next(rows, limited(self.limit), |row| row.seq.to_string())
    }
}

/// The newest articles.
pub async fn articles(State(app): State<Arc<App>>, Query(query): Query<ListQuery>) -> Answer {
    let read = app.read(move |reader| {
        let rows = query.list(reader)?;
        let next = query.next(&rows);
        let views = rows.into_iter().map(|row| ArticleView::of(reader, row));
        Ok((views.collect::<Result<Vec<_>, _>>()?, next))
    });
    let (articles, next) = read.await?;
    Ok(Json(json!({ "articles": articles, "next": next })))
}

/// What is looked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    /// The words.
    #[serde(default)]
    pub q: String,
    /// Where to go on.
    pub cursor: Option<String>,
    /// How many.
    pub limit: Option<u32>,
}

/// An article that a search found, and where its words stand.
#[derive(Clone, Debug)]
pub struct Found {
    /// The article.
    pub row: ArticleRow,
    /// A part of its text.
    pub snippet: search::Snippet,
}

/// Articles with all words of a query, best first.
pub async fn search(State(app): State<Arc<App>>, Query(query): Query<SearchQuery>) -> Answer {
    let (found, next) = found(&app, &query).await?;
    let read = app.read(move |reader| {
        let view = |found: Found| {
            let snippet = found.snippet.text();
            Ok(ArticleView::of(reader, found.row)?.with_snippet(snippet))
        };
        found.into_iter().map(view).collect::<Result<Vec<_>, ServeError>>()
    });
    let articles = read.await?;
    Ok(Json(json!({ "articles": articles, "next": next })))
}

/// The articles a search finds, and where it goes on.
pub async fn found(
    app: &Arc<App>,
    query: &SearchQuery,
) -> Result<(Vec<Found>, Option<String>), ServeError> {
    let limit = limited(query.limit);
    let after = cursor(query.cursor.as_deref(), Place::read)?;
    let hits = app.search(query.q.clone(), after, limit).await?;
    let next = next(&hits, limit, |hit| hit.place().to_string());
    let words = query.q.clone();
    let read = app.read(move |reader| {
        let mut all = Vec::new();
        for hit in hits {
            let Some(row) = reader.article(hit.seq)? else { continue };
            let record = reader.record(&row).ok().and_then(|line| Record::read(&line));
            let snippet = search::snippet(record.as_ref().map_or("", Record::text), &words);
            all.push(Found { row, snippet });
        }
        Ok(all)
    });
    Ok((read.await?, next))
}

/// A page of a list that has nothing to choose.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainQuery {
    /// Where to go on.
    pub cursor: Option<String>,
    /// How many.
    pub limit: Option<u32>,
}

/// All feeds.
pub async fn feeds(State(app): State<Arc<App>>, Query(query): Query<PlainQuery>) -> Answer {
    let after = cursor(query.cursor.as_deref(), number)?.unwrap_or(0);
    let limit = limited(query.limit);
    let feeds = app.read(|reader| Ok(reader.feeds()?)).await?;
    let page = feeds.into_iter().filter(|feed| feed.id > after).take(limit as usize);
    let page: Vec<_> = page.collect();
    let next = next(&page, limit, |feed| feed.id.to_string());
    let feeds: Vec<FeedView> = page.into_iter().map(FeedView::from).collect();
    Ok(Json(json!({ "feeds": feeds, "next": next })))
}

/// Which failures are wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailuresQuery {
    /// Only those that were given up, or only the others.
    pub given_up: Option<bool>,
    /// Where to go on.
    pub cursor: Option<String>,
    /// How many.
    pub limit: Option<u32>,
}

/// Pages that failed.
pub async fn failures(State(app): State<Arc<App>>, Query(query): Query<FailuresQuery>) -> Answer {
    let limit = limited(query.limit);
    let before = cursor(query.cursor.as_deref(), number)?;
    let wanted = FailedWanted { given_up: query.given_up, before, since: 0 };
    let pages = app.read(move |reader| Ok(reader.failed_pages(&wanted, limit)?)).await?;
    let next = next(&pages, limit, |page| page.id.to_string());
    let failures: Vec<FailureView> = pages.into_iter().map(FailureView::from).collect();
    Ok(Json(json!({ "failures": failures, "next": next })))
}

/// Sites with articles.
pub async fn sites(State(app): State<Arc<App>>, Query(query): Query<PlainQuery>) -> Answer {
    let limit = limited(query.limit);
    let after = cursor(query.cursor.as_deref(), |text| {
        let (number, site) = text.split_once('-')?;
        Some((number.parse::<i64>().ok()?, site.to_string()))
    })?;
    let read = app.read(move |reader| {
        let after = after.as_ref().map(|(number, site)| (*number, site.as_str()));
        Ok(reader.sites(after, limit)?)
    });
    let rows = read.await?;
    let next = next(&rows, limit, |(site, articles, _)| format!("{articles}-{site}"));
    let view = |(site, articles, confidence)| SiteView { site, articles, confidence };
    let sites: Vec<SiteView> = rows.into_iter().map(view).collect();
    Ok(Json(json!({ "sites": sites, "next": next })))
}
