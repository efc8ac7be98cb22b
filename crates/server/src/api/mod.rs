//! The interface for programs: JSON in and out, described in `/openapi.json`.

use crate::app::App;
use crate::error::ServeError;
use crate::raw_page::RawPage;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use dehusk_stream::feed::Source;
use dehusk_stream::store::{ArticleRow, Reader, Wanted};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

type Answer = Result<Json<Value>, ServeError>;

/// Articles of a list at most, and by default.
const MAX_LIMIT: u32 = 500;
const DEFAULT_LIMIT: u32 = 50;

/// Which articles are wanted.
#[derive(Debug, Default, Deserialize)]
pub struct ListQuery {
    /// Words to look for.
    pub q: Option<String>,
    /// Only of this site.
    pub site: Option<String>,
    /// Only of this feed.
    pub feed: Option<i64>,
    /// Only those before this number.
    pub before: Option<i64>,
    /// How many.
    pub limit: Option<u32>,
}

impl ListQuery {
    /// How many, within bounds.
    pub fn limit(&self) -> u32 {
        self.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT)
    }

    /// The articles of a list, newest first.
    pub fn list(&self, reader: &Reader) -> Result<Vec<ArticleRow>, ServeError> {
        let wanted = Wanted { site: self.site.as_deref(), feed: self.feed, before: self.before };
        Ok(reader.newest(&wanted, self.limit())?)
    }
}

/// Whether the program works: the store can be read.
pub async fn health(State(app): State<Arc<App>>) -> Answer {
    app.read(|reader| Ok(reader.item_counts()?)).await?;
    Ok(Json(json!({ "ok": true })))
}

/// How things stand.
pub async fn status(State(app): State<Arc<App>>) -> Answer {
    let (articles, items) =
        app.read(|reader| Ok((reader.article_count()?, reader.item_counts()?))).await?;
    let status = app.stream.status();
    Ok(Json(json!({
        "articles": articles,
        "items": { "queued": items[0], "done": items[1], "given_up": items[2] },
        "feeds": { "visiting": status.load.feeds, "waiting": status.feeds },
        "pages": { "queued": status.load.pages, "resting": status.load.resting, "sites": status.load.sites },
        "sink_lag": status.lag,
        "resident_bytes": dehusk_stream::counts::resident_bytes(),
        "uptime_seconds": app.started.elapsed().as_secs(),
        "counts": app.stream.counts().by_name(),
    })))
}

/// How to extract what is posted.
#[derive(Debug, Default, Deserialize)]
pub struct ExtractQuery {
    /// The address of the page: fetched if no page is posted.
    pub url: Option<String>,
    /// Which extractor.
    pub extractor: Option<String>,
}

/// The article of a page that is posted, or of an address.
pub async fn extract(
    State(app): State<Arc<App>>,
    Query(query): Query<ExtractQuery>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ServeError> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
    let json = content_type.is_some_and(|t| t.starts_with("application/json"));
    let (query, body) = if json { from_json(query, &body)? } else { (query, body.to_vec()) };
    // What curl sends unasked says nothing about the page.
    let content_type = content_type.filter(|t| !json && !t.contains("form-urlencoded"));
    let posted = PostedPage { query, body, content_type: content_type.map(str::to_string) };
    let article = posted.work(&app, |article| article.render(dehusk::Format::Json)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], article).into_response())
}

/// A request may also be an object with `url`, `html` and `extractor`.
fn from_json(mut query: ExtractQuery, body: &[u8]) -> Result<(ExtractQuery, Vec<u8>), ServeError> {
    #[derive(Deserialize)]
    struct Asked {
        url: Option<String>,
        html: Option<String>,
        extractor: Option<String>,
    }
    let asked: Asked = serde_json::from_slice(body)
        .map_err(|e| ServeError::Bad(format!("the body is not the JSON that was expected: {e}")))?;
    query.url = asked.url.or(query.url);
    query.extractor = asked.extractor.or(query.extractor);
    Ok((query, asked.html.unwrap_or_default().into_bytes()))
}

/// A page to extract.
pub struct PostedPage {
    /// Its address and the extractor.
    pub query: ExtractQuery,
    /// The page; empty if it is to be fetched.
    pub body: Vec<u8>,
    /// What it was sent as.
    pub content_type: Option<String>,
}

impl PostedPage {
    /// Extracts it, and makes something of the article.
    pub async fn work<T: Send + 'static>(
        self,
        app: &App,
        make: impl FnOnce(&dehusk::Article) -> T + Send + 'static,
    ) -> Result<T, ServeError> {
        let PostedPage { query, body, content_type } = self;
        let page = match query.url {
            url if !body.is_empty() => {
                RawPage { url, content_type, content_encoding: None, bytes: body }
            }
            Some(url) => RawPage::fetch(app, &url).await?,
            None => {
                let wanted = "send a page as the body, or its address as url";
                return Err(ServeError::Bad(wanted.into()));
            }
        };
        let work = move |options: &dehusk::Options, bytes: &[u8]| {
            options.extract_bytes(bytes).map(|article| make(&article))
        };
        page.work(app, query.extractor.as_deref(), work).await
    }
}

/// The newest articles.
pub async fn articles(State(app): State<Arc<App>>, Query(query): Query<ListQuery>) -> Answer {
    let rows = app.read(move |reader| query.list(reader)).await?;
    Ok(Json(json!({ "articles": rows })))
}

/// One article, as sinks get it.
pub async fn article(
    State(app): State<Arc<App>>,
    Path(seq): Path<i64>,
) -> Result<Response, ServeError> {
    let record = app
        .read(move |reader| {
            let row = reader.article(seq)?.ok_or(ServeError::Missing)?;
            Ok(reader.record(&row)?)
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], record).into_response())
}

/// Articles with all words of a query, best first.
pub async fn search(State(app): State<Arc<App>>, Query(query): Query<ListQuery>) -> Answer {
    let words = query.q.clone().unwrap_or_default();
    let rows = found(&app, words, query.limit()).await?;
    Ok(Json(json!({ "articles": rows })))
}

/// The articles a search finds.
pub async fn found(
    app: &Arc<App>,
    words: String,
    limit: u32,
) -> Result<Vec<ArticleRow>, ServeError> {
    let numbers = app.search(words, limit).await?;
    app.read(move |reader| {
        let rows = numbers.into_iter().filter_map(|seq| reader.article(seq).transpose());
        Ok(rows.collect::<Result<_, _>>()?)
    })
    .await
}

/// All feeds.
pub async fn feeds(State(app): State<Arc<App>>) -> Answer {
    let feeds = app.read(|reader| Ok(reader.feeds()?)).await?;
    Ok(Json(json!({ "feeds": feeds })))
}

/// Feeds to add.
#[derive(Debug, Deserialize)]
pub struct NewFeeds {
    urls: Vec<String>,
}

/// Adds feeds.
pub async fn add_feeds(State(app): State<Arc<App>>, Json(new): Json<NewFeeds>) -> Answer {
    let added = add(&app, new.urls).await?;
    Ok(Json(json!({ "added": added })))
}

/// Adds feeds by their addresses, which have to be of the web; how many are new.
pub async fn add(app: &Arc<App>, urls: Vec<String>) -> Result<usize, ServeError> {
    let is_web = |url: &String| {
        url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
    };
    if let Some(wrong) = urls.iter().find(|url| !is_web(url)) {
        return Err(ServeError::Bad(format!("{wrong:?} is no address of the web")));
    }
    let source = |url: String| Source { url, ..Source::default() };
    let sources = urls.into_iter().map(source).collect();
    Ok(app.stream.add_feeds(sources).await?)
}

/// Leaves a feed out from now on.
pub async fn drop_feed(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    match app.stream.drop_feed(id).await? {
        true => Ok(Json(json!({ "dropped": id }))),
        false => Err(ServeError::Missing),
    }
}

/// Sites with articles.
pub async fn sites(State(app): State<Arc<App>>) -> Answer {
    let sites = app.read(|reader| Ok(reader.sites(MAX_LIMIT)?)).await?;
    let site = |(site, articles, confidence): &(String, i64, Option<f64>)| json!({ "site": site, "articles": articles, "confidence": confidence });
    Ok(Json(json!({ "sites": sites.iter().map(site).collect::<Vec<_>>() })))
}

/// One site: its newest articles, and what its memory knows.
pub async fn site(State(app): State<Arc<App>>, Path(site): Path<String>) -> Answer {
    let query = ListQuery { site: Some(site.clone()), ..ListQuery::default() };
    let name = site.clone();
    let (rows, memory) =
        app.read(move |reader| Ok((query.list(reader)?, reader.memory(&name)?))).await?;
    if rows.is_empty() {
        return Err(ServeError::Missing);
    }
    let memory = memory.as_ref().map(|memory| {
        let branch = |b: &dehusk_site::Branch| {
            json!({ "host": b.host, "pages": b.pages, "redesigns": b.changes, "agreement": b.agreement })
        };
        json!({
            "documents": memory.tree().len(),
            "bytes": memory.heap_bytes(),
            "hosts": memory.branches().iter().map(branch).collect::<Vec<_>>(),
        })
    });
    Ok(Json(json!({ "site": site, "memory": memory, "articles": rows })))
}

#[cfg(test)]
mod tests {
    /// Every path of the description is a route, and every route of the interface is described.
    #[test]
    fn the_description_tells_of_every_route() {
        let described: serde_json::Value = serde_json::from_str(crate::assets::OPENAPI).unwrap();
        let paths: Vec<&String> = described["paths"].as_object().unwrap().keys().collect();
        let source = include_str!("app.rs");
        let routes: Vec<&str> = source
            .split(".route(\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .filter(|path| path.starts_with("/api/") || *path == "/metrics")
            .collect();
        assert!(routes.len() > 10);
        for route in &routes {
            assert!(paths.iter().any(|path| path == route), "{route} is not described");
        }
        for path in paths {
            assert!(routes.contains(&path.as_str()), "{path} is no route");
        }
    }
}
