//! The interface for programs, described in `/openapi.json`.

pub mod lists;
pub mod views;

use crate::accept;
use crate::app::App;
use crate::error::ServeError;
use crate::pages::markdown;
use crate::preferences::{Preferences, Writing};
use crate::raw_page::RawPage;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use dehusk::Format;
use dehusk_stream::Record;
use dehusk_stream::feed::Source;
use dehusk_stream::store::Marks;
use lists::ListQuery;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use views::ArticleView;

type Answer = Result<Json<Value>, ServeError>;

/// Entries of a list at most, and by default.
const MAX_LIMIT: u32 = 500;
const DEFAULT_LIMIT: u32 = 50;
/// In what a kept article is written; of its page nothing is left that TEI could be made of.
const KEPT_FORMATS: [Format; 4] = [Format::Json, Format::Markdown, Format::Html, Format::Text];

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
    let feeds = json!({
        "visiting": status.load.feeds, "waiting": status.feeds, "failing": app.stream.failures().feeds(),
    });
    Ok(Json(json!({
        "articles": articles,
        "items": { "queued": items[0], "done": items[1], "given_up": items[2] },
        "feeds": feeds,
        "pages": { "queued": status.load.pages, "resting": status.load.resting, "sites": status.load.sites },
        "sink_lag": status.lag,
        "resident_bytes": dehusk_stream::counts::resident_bytes(),
        "uptime_seconds": app.started.elapsed().as_secs(),
        "counts": app.stream.counts().by_name(),
    })))
}

fn sent(format: Format, text: String) -> Response {
    ([(header::CONTENT_TYPE, accept::content_type(format))], text).into_response()
}

/// The article of a page that is posted, or of an address.
pub async fn extract(
    State(app): State<Arc<App>>,
    Query(query): Query<Preferences>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ServeError> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
    let json = content_type.is_some_and(|t| t.starts_with("application/json"));
    let (wanted, body) = if json { from_json(query, &body)? } else { (query, body.to_vec()) };
    // What curl sends unasked says nothing about the page.
    let content_type = content_type.filter(|t| !json && !t.contains("form-urlencoded"));
    let format = accept::format(wanted.format.as_deref(), &headers, Format::ALL)?;
    let writing = wanted.writing(format)?;
    let posted = PostedPage { wanted, body, content_type: content_type.map(str::to_string) };
    let text = posted.work(&app, move |article| Writing::write(&writing, article)).await?;
    Ok(sent(format, text))
}

/// A request may also be an object with the same names, and the page as `html`.
fn from_json(query: Preferences, body: &[u8]) -> Result<(Preferences, Vec<u8>), ServeError> {
    let wrong = |error: serde_json::Error| {
        ServeError::Bad(format!("the body is not the JSON that was expected: {error}"))
    };
    let mut asked: serde_json::Map<String, Value> = serde_json::from_slice(body).map_err(wrong)?;
    let html: Option<String> = match asked.remove("html") {
        Some(html) => serde_json::from_value(html).map_err(wrong)?,
        None => None,
    };
    let asked: Preferences = serde_json::from_value(asked.into()).map_err(wrong)?;
    Ok((asked.or(query), html.unwrap_or_default().into_bytes()))
}

/// A page to extract.
pub struct PostedPage {
    /// Its address and what is wanted of it.
    pub wanted: Preferences,
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
        let PostedPage { wanted, body, content_type } = self;
        let page = match wanted.url.clone() {
            url if !body.is_empty() => {
                RawPage { url, content_type, content_encoding: None, bytes: body }
            }
            Some(url) => RawPage::fetch(app, &url).await?,
            None => {
                let told = "send a page as the body, or its address as url";
                return Err(ServeError::Bad(told.into()));
            }
        };
        let work = move |options: &dehusk::Options, bytes: &[u8]| {
            options.extract_bytes(bytes).map(|article| make(&article))
        };
        page.work(app, &wanted, work).await
    }
}

/// How an article is wanted.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatQuery {
    format: Option<String>,
}

/// One article, as sinks get it, or its content alone.
pub async fn article(
    State(app): State<Arc<App>>,
    Path(seq): Path<i64>,
    Query(query): Query<FormatQuery>,
    headers: HeaderMap,
) -> Result<Response, ServeError> {
    let format = accept::format(query.format.as_deref(), &headers, &KEPT_FORMATS)?;
    let read = app.read(move |reader| {
        let row = reader.article(seq)?.ok_or(ServeError::Missing)?;
        Ok(reader.record(&row)?)
    });
    let line = read.await?;
    if format == Format::Json {
        return Ok(([(header::CONTENT_TYPE, "application/json")], line).into_response());
    }
    let record = Record::read(&line).ok_or(ServeError::Missing)?;
    Ok(sent(
        format,
        match format {
            Format::Markdown => record.markdown().to_string(),
            Format::Html => markdown::to_html(record.markdown(), &markdown::original),
            _ => record.text().to_string(),
        },
    ))
}

/// What is to be marked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewMarks {
    read: Option<bool>,
    starred: Option<bool>,
}

/// Marks an article as read, or with a star.
pub async fn mark(
    State(app): State<Arc<App>>,
    Path(seq): Path<i64>,
    Json(new): Json<NewMarks>,
) -> Answer {
    let marks = Marks { read: new.read, starred: new.starred };
    app.stream.mark(vec![seq], marks).await?;
    let read = app.read(move |reader| {
        let row = reader.article(seq)?.ok_or(ServeError::Missing)?;
        ArticleView::of(reader, row)
    });
    Ok(Json(json!(read.await?)))
}

/// Feeds to add.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewFeeds {
    urls: Vec<String>,
    folder: Option<String>,
}

/// Adds feeds.
pub async fn add_feeds(State(app): State<Arc<App>>, Json(new): Json<NewFeeds>) -> Answer {
    let source = |url| Source { url, title: None, folder: new.folder.clone() };
    let added = add(&app, new.urls.into_iter().map(source).collect()).await?;
    Ok(Json(json!({ "added": added })))
}

/// Adds feeds, whose addresses have to be of the web; how many are new.
pub async fn add(app: &Arc<App>, sources: Vec<Source>) -> Result<usize, ServeError> {
    let is_web = |source: &Source| {
        url::Url::parse(&source.url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
    };
    if let Some(wrong) = sources.iter().find(|source| !is_web(source)) {
        return Err(ServeError::Bad(format!("{:?} is no address of the web", wrong.url)));
    }
    Ok(app.stream.add_feeds(sources).await?)
}

/// Leaves a feed out from now on.
pub async fn drop_feed(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    match app.stream.drop_feed(id).await? {
        true => Ok(Json(json!({ "dropped": id }))),
        false => Err(ServeError::Missing),
    }
}

/// One site: its newest articles, and what its memory knows.
pub async fn site(State(app): State<Arc<App>>, Path(site): Path<String>) -> Answer {
    let query = ListQuery { site: Some(site.clone()), ..ListQuery::default() };
    let name = site.clone();
    let read = app.read(move |reader| {
        let rows = query.list(reader)?.into_iter().map(|row| ArticleView::of(reader, row));
        Ok((rows.collect::<Result<Vec<_>, _>>()?, reader.memory(&name)?))
    });
    let (rows, memory) = read.await?;
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
    use serde_json::Value;

    fn described() -> Value {
        serde_json::from_str(crate::assets::OPENAPI).unwrap()
    }

    /// Every path of the description is a route, and every route of the interface is described.
    #[test]
    fn the_description_tells_of_every_route() {
        let described = described();
        let paths: Vec<&String> = described["paths"].as_object().unwrap().keys().collect();
        let source = include_str!("../app.rs");
        let routes: Vec<&str> = source
            .split(".route(\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .filter(|path| {
                path.starts_with("/api/") || path.starts_with("/out/") || *path == "/metrics"
            })
            .collect();
        assert!(routes.len() > 12);
        for route in &routes {
            assert!(paths.iter().any(|path| path == route), "{route} is not described");
        }
        for path in paths {
            assert!(routes.contains(&path.as_str()), "{path} is no route");
        }
    }

    /// The article is described as `docs/article.schema.json` does.
    #[test]
    fn the_description_has_the_schema_of_articles() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/article.schema.json");
        let Ok(text) = std::fs::read_to_string(root) else {
            println!(
                "SKIPPED: the schema of articles in the description, because {root} is not there"
            );
            return;
        };
        let names: Value = serde_json::from_str::<Value>(&text).unwrap()["$defs"].clone();
        let text = names.as_object().unwrap().keys().fold(text.clone(), |text, name| {
            let (from, to) =
                (format!("#/$defs/{name}\""), format!("#/components/schemas/Article_{name}\""));
            text.replace(&from, &to)
        });
        let schema: Value = serde_json::from_str(&text).unwrap();
        let described = described();
        let schemas = &described["components"]["schemas"];
        assert_eq!(schemas["Article"]["properties"], schema["properties"]);
        for (name, part) in schema["$defs"].as_object().unwrap() {
            assert_eq!(&schemas[format!("Article_{name}")], part, "{name}");
        }
    }

    /// Nothing is called an object and no more.
    #[test]
    fn every_schema_is_spelled_out() {
        fn walk(value: &Value, at: &str) {
            if let Some(object) = value.as_object() {
                let vague = object.get("type").is_some_and(|kind| kind == "object")
                    && !object.contains_key("properties")
                    && !object.contains_key("additionalProperties");
                assert!(!vague, "{at} says nothing of its fields");
            }
            match value {
                Value::Object(object) => {
                    object.iter().for_each(|(name, part)| walk(part, &format!("{at}/{name}")));
                }
                Value::Array(all) => all.iter().for_each(|part| walk(part, at)),
                _ => {}
            }
        }
        walk(&described(), "");
    }
}
