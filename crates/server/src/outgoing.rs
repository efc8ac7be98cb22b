//! Articles for other readers: full texts as Atom and JSON Feed, of everything, a feed, a folder, a site, a search, or
//! those with a star.
//!
//! Readers bring no token, so where there is one their addresses have a key: what only who knows the token can have
//! computed of the address. It opens this one list and nothing else.

use crate::api::lists::{ListQuery, SearchQuery, found, limited, next};
use crate::app::App;
use crate::config::Config;
use crate::error::ServeError;
use crate::html::{self, escape};
use crate::pages::markdown;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dehusk_stream::Record;
use dehusk_stream::store::ArticleRow;
use ring::hmac;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use url::form_urlencoded::{self, Serializer};

const ATOM: &str = "/out/atom.xml";
const JSON: &str = "/out/feed.json";

/// Which articles go out.
#[derive(Clone, Debug, Default)]
pub struct Outgoing {
    /// What a search finds.
    pub q: Option<String>,
    /// Of this site.
    pub site: Option<String>,
    /// Of this feed.
    pub feed: Option<i64>,
    /// Of feeds in this folder.
    pub folder: Option<String>,
    /// Those with a star.
    pub starred: bool,
}

/// Links to such a feed.
pub struct Links {
    /// For the head of a page.
    pub head: String,
    /// To press.
    pub anchors: String,
}

impl Outgoing {
    /// Links to it, with a key where there is a token.
    pub fn links(&self, config: &Config) -> Links {
        let [atom, json] = [ATOM, JSON].map(|path| escape(&self.address(config, path)));
        let link = |kind: &str, address: &str| {
            format!("<link rel=\"alternate\" type=\"{kind}\" href=\"{address}\">")
        };
        Links {
            head: link("application/atom+xml", &atom) + &link("application/feed+json", &json),
            anchors: format!("<a href=\"{atom}\">Atom</a> · <a href=\"{json}\">JSON Feed</a>"),
        }
    }

    fn address(&self, config: &Config, path: &str) -> String {
        let query = self.query();
        let mut address = path.to_string();
        if !query.is_empty() {
            address = format!("{address}?{query}");
        }
        match &config.token {
            Some(token) => {
                let between = if query.is_empty() { '?' } else { '&' };
                format!("{address}{between}key={}", key(token, path, &query))
            }
            None => address,
        }
    }

    /// What stands in the address, in one order.
    fn query(&self) -> String {
        let mut pairs = Serializer::new(String::new());
        let feed = self.feed.map(|feed| feed.to_string());
        let starred = self.starred.then_some("true");
        let all = [
            ("q", self.q.as_deref()),
            ("site", self.site.as_deref()),
            ("feed", feed.as_deref()),
            ("folder", self.folder.as_deref()),
            ("starred", starred),
        ];
        for (name, value) in all {
            if let Some(value) = value {
                pairs.append_pair(name, value);
            }
        }
        pairs.finish()
    }
}

fn key(token: &str, path: &str, query: &str) -> String {
    let secret = hmac::Key::new(hmac::HMAC_SHA256, token.as_bytes());
    let signed = hmac::sign(&secret, format!("dehusk outgoing {path}?{query}").as_bytes());
    signed.as_ref().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Whether an address has the key that opens it. Where in a list a reader goes on is not part of what is opened.
pub fn is_keyed(config: &Config, path: &str, query: Option<&str>) -> bool {
    let (Some(token), true) = (&config.token, matches!(path, ATOM | JSON)) else { return false };
    let mut pairs = Serializer::new(String::new());
    let mut brought = String::new();
    for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
        match &*name {
            "key" => brought = value.into_owned(),
            "cursor" | "limit" => {}
            _ => drop(pairs.append_pair(&name, &value)),
        }
    }
    crate::admission::is_same(&key(token, path, &pairs.finish()), &brought)
}

/// What is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    q: Option<String>,
    site: Option<String>,
    feed: Option<i64>,
    folder: Option<String>,
    #[serde(default)]
    starred: bool,
    cursor: Option<String>,
    limit: Option<u32>,
    /// Looked at before it comes here.
    #[serde(rename = "key")]
    _key: Option<String>,
}

/// What goes out.
struct Feed {
    title: String,
    /// Its own address, and where it goes on.
    own: String,
    next: Option<String>,
    home: String,
    articles: Vec<(ArticleRow, Record)>,
}

impl Asked {
    async fn feed(
        self,
        app: &Arc<App>,
        headers: &HeaderMap,
        path: &str,
    ) -> Result<Feed, ServeError> {
        let limit = limited(self.limit);
        let (rows, next) = match self.q.clone().filter(|q| !q.trim().is_empty()) {
            Some(q) => {
                let query = SearchQuery { q, cursor: self.cursor.clone(), limit: self.limit };
                let (found, next) = found(app, &query).await?;
                (found.into_iter().map(|found| found.row).collect(), next)
            }
            None => {
                let query = self.list();
                let rows = app.read(move |reader| query.list(reader)).await?;
                let next = next(&rows, limit, |row| row.seq.to_string());
                (rows, next)
            }
        };
        let id = self.feed;
        let read = app.read(move |reader| {
            let feed = id.map(|id| reader.feed(id)).transpose()?.flatten();
            let record = |row: ArticleRow| {
                // One that is damaged is left out; the store's own check names it.
                let record = Record::read(&reader.record(&row).ok()?)?;
                Some((row, record))
            };
            Ok((feed, rows.into_iter().filter_map(record).collect()))
        });
        let (feed, articles) = read.await?;
        if id.is_some() && feed.is_none() {
            return Err(ServeError::Missing);
        }
        let title = match (&self.q, feed, &self.folder, &self.site) {
            (Some(words), ..) => format!("Search for {words}"),
            (_, Some(feed), ..) => feed.title.unwrap_or(feed.url),
            (_, _, Some(folder), _) => folder.clone(),
            (.., Some(site)) => site.clone(),
            _ if self.starred => "Starred articles".into(),
            _ => "All articles".into(),
        };
        let home = home(&app.config, headers);
        let which = Outgoing {
            q: self.q,
            site: self.site,
            feed: self.feed,
            folder: self.folder,
            starred: self.starred,
        };
        let own = format!("{home}{}", which.address(&app.config, path));
        let next = next.map(|next| {
            let between = if own.contains('?') { '&' } else { '?' };
            format!("{own}{between}cursor={}", html::path_part(&next))
        });
        Ok(Feed { title, own, next, home, articles })
    }

    fn list(&self) -> ListQuery {
        ListQuery {
            site: self.site.clone(),
            feed: self.feed,
            folder: self.folder.clone(),
            unread: false,
            starred: self.starred,
            cursor: self.cursor.clone(),
            limit: self.limit,
        }
    }
}

/// The address this server is reached at.
fn home(config: &Config, headers: &HeaderMap) -> String {
    if let Some(public) = &config.public_url {
        return public.as_str().trim_end_matches('/').to_string();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    format!("http://{}", host.unwrap_or("localhost"))
}

impl Feed {
    /// By what its state is known: which articles are in it.
    fn tag(&self) -> String {
        let numbers: String =
            self.articles.iter().map(|(row, _)| format!("{},", row.seq)).collect();
        let digest = ring::digest::digest(&ring::digest::SHA256, numbers.as_bytes());
        let start: String = digest.as_ref().iter().take(8).map(|b| format!("{b:02x}")).collect();
        format!("\"{start}\"")
    }

    fn updated(&self) -> String {
        let last = self.articles.iter().map(|(row, _)| row.fetched).max();
        iso(last.unwrap_or(0))
    }

    fn atom(&self) -> String {
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{}</title>\n\
             <id>{own}</id>\n<updated>{}</updated>\n<link rel=\"self\" type=\"application/atom+xml\" href=\"{own}\"/>\n\
             <link rel=\"alternate\" type=\"text/html\" href=\"{}/\"/>\n<generator>dehusk</generator>\n",
            xml(&self.title),
            self.updated(),
            xml(&self.home),
            own = xml(&self.own),
        );
        if let Some(next) = &self.next {
            let _ = writeln!(out, "<link rel=\"next\" href=\"{}\"/>", xml(next));
        }
        self.articles.iter().for_each(|(row, record)| out.push_str(&entry(row, record)));
        out + "</feed>\n"
    }

    fn json(&self) -> Value {
        let mut feed = json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title,
            "home_page_url": format!("{}/", self.home),
            "feed_url": self.own,
        });
        if let Some(next) = &self.next {
            feed["next_url"] = json!(next);
        }
        feed["items"] = self.articles.iter().map(|(row, record)| item(row, record)).collect();
        feed
    }
}

fn iso(ms: i64) -> String {
    crate::api::views::time(ms).unwrap_or_else(|| "1970-01-01T00:00:00Z".into())
}

/// When an article was published: by the feed, or else when it was fetched.
fn published(row: &ArticleRow) -> String {
    iso(row.published.map_or(row.fetched, |seconds| seconds.saturating_mul(1000)))
}

/// A name for an article that no other has, now and later (RFC 4151).
fn name(row: &ArticleRow) -> String {
    let fetched = iso(row.fetched);
    let day = fetched.get(..10).unwrap_or("1970-01-01");
    format!("tag:{},{day}:dehusk/{}", row.site, row.seq)
}

fn entry(row: &ArticleRow, record: &Record) -> String {
    let authors: String = record
        .values("authors")
        .iter()
        .map(|author| format!("<author><name>{}</name></author>", xml(author)))
        .collect();
    // Atom wants an author.
    let site = record.value("site_name").unwrap_or(&record.site);
    let authors = match authors.is_empty() {
        true => format!("<author><name>{}</name></author>", xml(site)),
        false => authors,
    };
    let tags: String = record
        .values("tags")
        .iter()
        .map(|tag| format!("<category term=\"{}\"/>", xml(tag)))
        .collect();
    let summary =
        record.value("description").map(|text| format!("<summary>{}</summary>", xml(text)));
    let link = match html::is_web(&record.response_url) {
        true => format!("<link rel=\"alternate\" href=\"{}\"/>", xml(&record.response_url)),
        false => String::new(),
    };
    format!(
        "<entry><title>{}</title><id>{}</id>{link}<published>{}</published><updated>{}</updated>{authors}{tags}{}\
         <content type=\"html\">{}</content></entry>\n",
        xml(record.title().unwrap_or("Untitled")),
        xml(&name(row)),
        published(row),
        iso(row.fetched),
        summary.unwrap_or_default(),
        xml(&markdown::to_html(record.markdown(), &markdown::original)),
    )
}

fn item(row: &ArticleRow, record: &Record) -> Value {
    let authors: Vec<Value> =
        record.values("authors").iter().map(|author| json!({ "name": author })).collect();
    let mut item = json!({
        "id": name(row),
        "title": record.title().unwrap_or("Untitled"),
        "content_html": markdown::to_html(record.markdown(), &markdown::original),
        "content_text": record.text(),
        "date_published": published(row),
        "date_modified": iso(row.fetched),
        "authors": authors,
        "tags": record.values("tags"),
    });
    let more = [
        ("url", Some(record.response_url.as_str()).filter(|url| html::is_web(url))),
        ("summary", record.value("description")),
        ("image", record.value("image").filter(|url| html::is_web(url))),
        ("language", record.language()),
    ];
    for (name, value) in more {
        if let Some(value) = value {
            item[name] = json!(value);
        }
    }
    item
}

/// A text as it may stand in XML.
fn xml(text: &str) -> String {
    let allowed: String = text.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
    escape(&allowed)
}

fn answer(headers: &HeaderMap, tag: String, sent: impl IntoResponse) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let cached = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_string())];
    match known.is_some_and(|known| known.contains(&tag)) {
        true => (StatusCode::NOT_MODIFIED, cached).into_response(),
        false => (cached, sent).into_response(),
    }
}

/// As Atom.
pub async fn atom(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Result<Response, ServeError> {
    let feed = asked.feed(&app, &headers, ATOM).await?;
    let kind = [(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")];
    Ok(answer(&headers, feed.tag(), (kind, feed.atom())))
}

/// As JSON Feed.
pub async fn json(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Result<Response, ServeError> {
    let feed = asked.feed(&app, &headers, JSON).await?;
    let mut sent = Json(feed.json()).into_response();
    let kind = header::HeaderValue::from_static("application/feed+json");
    sent.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(answer(&headers, feed.tag(), sent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_one_list_alone() {
        let config = Config { token: Some("right-token".into()), ..Config::default() };
        let which = Outgoing { folder: Some("News & more".into()), ..Outgoing::default() };
        let address = which.address(&config, ATOM);
        let (path, query) = address.split_once('?').unwrap();
        assert!(is_keyed(&config, path, Some(query)));
        assert!(is_keyed(&config, path, Some(&format!("{query}&cursor=7"))));
        assert!(!is_keyed(&config, JSON, Some(query)));
        assert!(!is_keyed(&config, path, Some(&query.replace("News", "Other"))));
        assert!(!is_keyed(&config, path, Some(&format!("{query}&feed=1"))));
        assert!(!is_keyed(&config, path, Some("folder=News")) && !is_keyed(&config, path, None));
        assert!(!is_keyed(&config, "/api/v1/feeds", Some(query)));
        let all = Outgoing::default().address(&config, JSON);
        let (path, query) = all.split_once('?').unwrap();
        assert!(is_keyed(&config, path, Some(query)));
        assert_eq!(Outgoing::default().address(&Config::default(), JSON), JSON);
    }
}
