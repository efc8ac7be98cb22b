//! Lists of articles: the newest, of a feed, a folder or a site, unread, with a star, and what a search finds.

use super::{Listed, Page, article_list};
use crate::api::lists::{self, ListQuery, SearchQuery};
use crate::app::App;
use crate::error::ServeError;
use crate::html;
use crate::outgoing::Outgoing;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use dehusk_stream::store::Marks;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;
use url::form_urlencoded::Serializer;

/// What is to be listed.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Wanted {
    q: Option<String>,
    site: Option<String>,
    feed: Option<i64>,
    folder: Option<String>,
    show: Option<Show>,
    cursor: Option<String>,
    limit: Option<u32>,
}

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Show {
    Unread,
    Starred,
}

impl Wanted {
    fn query(&self) -> ListQuery {
        ListQuery {
            site: self.site.clone(),
            feed: self.feed,
            folder: self.folder.clone(),
            unread: self.show == Some(Show::Unread),
            starred: self.show == Some(Show::Starred),
            cursor: self.cursor.clone(),
            limit: self.limit,
        }
    }

    /// The address of such a list.
    fn address(&self) -> String {
        let mut pairs = Serializer::new(String::new());
        let feed = self.feed.map(|feed| feed.to_string());
        let show = self.show.map(|show| match show {
            Show::Unread => "unread",
            Show::Starred => "starred",
        });
        let all = [
            ("q", self.q.as_deref()),
            ("site", self.site.as_deref()),
            ("feed", feed.as_deref()),
            ("folder", self.folder.as_deref()),
            ("show", show),
            ("cursor", self.cursor.as_deref()),
        ];
        for (name, value) in all {
            if let Some(value) = value {
                pairs.append_pair(name, value);
            }
        }
        format!("/articles?{}", pairs.finish()).trim_end_matches('?').to_string()
    }

    /// The ways to all, unread and starred ones.
    fn choices(&self) -> String {
        let choice = |(show, name): (Option<Show>, &str)| {
            let address = Wanted { show, cursor: None, ..self.clone() }.address();
            let current = if show == self.show { " aria-current=\"page\"" } else { "" };
            format!("<a href=\"{}\"{current}>{name}</a>", html::escape(&address))
        };
        let all = [(None, "All"), (Some(Show::Unread), "Unread"), (Some(Show::Starred), "Starred")];
        let all: String = all.map(choice).into_iter().collect();
        format!("<nav class=\"choices\" aria-label=\"Which articles\">{all}</nav>")
    }

    fn outgoing(&self) -> Outgoing {
        Outgoing {
            q: self.q.clone(),
            site: self.site.clone(),
            feed: self.feed,
            folder: self.folder.clone(),
            starred: self.show == Some(Show::Starred),
        }
    }
}

/// The newest articles, or what a search finds.
pub async fn list(State(app): State<Arc<App>>, Query(wanted): Query<Wanted>) -> Page {
    let words = wanted.q.clone().filter(|words| !words.trim().is_empty());
    let (title, rows, next, note) = match words {
        Some(words) => found(&app, &wanted, words).await?,
        None => newest(&app, &wanted).await?,
    };
    let subscribe = wanted.outgoing().links(&app.config);
    let mut body = note;
    if wanted.q.is_none() {
        body.push_str(&wanted.choices());
    }
    body.push_str(&article_list(&rows));
    if let Some(next) = next {
        let next = Wanted { cursor: Some(next), ..wanted.clone() }.address();
        let _ = write!(body, "<p><a rel=\"next\" href=\"{}\">More</a></p>", html::escape(&next));
    }
    let unread: Vec<String> =
        rows.iter().filter(|listed| !listed.read).map(|l| l.row.seq.to_string()).collect();
    if !unread.is_empty() {
        let action = format!("/articles/read?back={}", html::path_part(&wanted.address()));
        body.push_str(&html::button(&action, ("seqs", &unread.join(",")), "Mark these as read"));
    }
    let _ = write!(body, "<p class=\"subscribe\">Read this elsewhere: {}</p>", subscribe.anchors);
    Ok(html::page_with(&title, "/articles", &subscribe.head, &body))
}

type List = (String, Vec<Listed>, Option<String>, String);

async fn found(app: &Arc<App>, wanted: &Wanted, words: String) -> Result<List, ServeError> {
    let query =
        SearchQuery { q: words.clone(), cursor: wanted.cursor.clone(), limit: wanted.limit };
    let (found, next) = lists::found(app, &query).await?;
    let read = app.read(move |reader| {
        let listed = |found: lists::Found| {
            let snippet = Some(found.snippet.html());
            Ok(Listed { snippet, ..Listed::of(reader, found.row)? })
        };
        found.into_iter().map(listed).collect::<Result<Vec<_>, ServeError>>()
    });
    let rows = read.await?;
    let note = match rows.len() {
        0 => "<p>Nothing was found. Every word has to be in the article.</p>".to_string(),
        number => format!("<p>{}, the best first.</p>", html::count(number, "article", "articles")),
    };
    Ok((format!("Search for {words}"), rows, next, note))
}

async fn newest(app: &Arc<App>, wanted: &Wanted) -> Result<List, ServeError> {
    let query = wanted.query();
    let read = app.read(move |reader| {
        let rows = query.list(reader)?;
        let next = query.next(&rows);
        let feed = query.feed.map(|id| reader.feed(id)).transpose()?.flatten();
        Ok((Listed::all(reader, rows)?, next, feed))
    });
    let (rows, next, feed) = read.await?;
    let title = match (feed, &wanted.folder, &wanted.site) {
        (Some(feed), ..) => feed.title.unwrap_or_else(|| "Articles of a feed".into()),
        (None, Some(folder), _) => folder.clone(),
        (None, None, Some(site)) => site.clone(),
        _ => "Articles".into(),
    };
    let note = match (rows.is_empty(), wanted.show) {
        (false, _) => "",
        (true, Some(Show::Unread)) => "<p>Everything was read.</p>",
        (true, Some(Show::Starred)) => "<p>No article has a star.</p>",
        (true, None) => "<p>There are no articles here.</p>",
    };
    Ok((title, rows, next, note.to_string()))
}

/// What the button of a list sends.
#[derive(Debug, Deserialize)]
pub struct Read {
    seqs: String,
}

/// Where to go afterwards.
#[derive(Debug, Default, Deserialize)]
pub struct Back {
    back: Option<String>,
}

/// Marks the articles of a list as read.
pub async fn mark_read(
    State(app): State<Arc<App>>,
    Query(back): Query<Back>,
    Form(read): Form<Read>,
) -> Result<Redirect, ServeError> {
    let seqs: Vec<i64> = read.seqs.split(',').filter_map(|seq| seq.parse().ok()).collect();
    app.stream.mark(seqs, Marks { read: Some(true), starred: None }).await?;
    let back = back.back.filter(|back| back.starts_with("/articles"));
    Ok(Redirect::to(back.as_deref().unwrap_or("/articles")))
}

/// What the buttons of an article send.
#[derive(Debug, Default, Deserialize)]
pub struct Marked {
    read: Option<bool>,
    starred: Option<bool>,
}

/// Marks an article.
pub async fn mark(
    State(app): State<Arc<App>>,
    Path(seq): Path<i64>,
    Form(marked): Form<Marked>,
) -> Result<Redirect, ServeError> {
    let marks = Marks { read: marked.read, starred: marked.starred };
    if app.stream.mark(vec![seq], marks).await? == 0 {
        return Err(ServeError::Missing);
    }
    // Back at the article it would be taken for read again.
    let to =
        if marked.read == Some(false) { "/articles".into() } else { format!("/articles/{seq}") };
    Ok(Redirect::to(&to))
}
