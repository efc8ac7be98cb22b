//! An article as a reader sees it.

use super::{Page, confidence, markdown, pictures};
use crate::app::App;
use crate::error::ServeError;
use crate::html;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use dehusk_stream::Record;
use dehusk_stream::store::ArticleRow;
use std::fmt::Write;
use std::sync::Arc;

/// One article.
pub async fn page(State(app): State<Arc<App>>, Path(seq): Path<i64>, headers: HeaderMap) -> Page {
    let read = app.read(move |reader| {
        let row = reader.article(seq)?.ok_or(ServeError::Missing)?;
        let record = reader.record(&row)?;
        let record = Record::read(&record).ok_or(ServeError::Missing)?;
        Ok((reader.marks(seq)?, row, record))
    });
    let ((read, starred), row, record) = read.await?;
    let title = record.title().unwrap_or("Untitled").to_string();
    let shown = pictures::are_wanted(&headers);
    let own = |number: usize, address: &str| {
        let own = || format!("/articles/{seq}/pictures/{number}");
        html::is_web(address).then(own).filter(|_| shown)
    };
    let text = markdown::to_html(without_title(record.markdown(), &title), &own);
    let unread = if read.is_none() { " data-unread" } else { "" };
    let mut body = format!(
        "<div class=\"reading\"><div>{}{}<article class=\"reader\" id=\"article\" data-seq=\"{seq}\"{unread} lang=\"{}\" dir=\"auto\">{text}</article></div>",
        byline(&record),
        actions(seq, read.is_some(), starred.is_some(), shown, &record),
        html::escape(record.language().unwrap_or_default()),
    );
    body.push_str(&about(seq, &row, &record));
    body.push_str("</div>");
    Ok(html::page(&title, "/articles", &body))
}

/// Who wrote it, when, and where it stands.
fn byline(record: &Record) -> String {
    let mut parts = Vec::new();
    let authors = record.values("authors");
    if !authors.is_empty() {
        parts.push(format!("By {}", html::escape(&authors.join(", "))));
    }
    if let Some(published) = record.published() {
        let day = published.get(..10).unwrap_or(published);
        parts.push(format!("<time>{}</time>", html::escape(day)));
    }
    let name = html::escape(record.value("site_name").unwrap_or(&record.site));
    parts.push(match html::link(&record.response_url) {
        Some(url) => {
            format!("<a rel=\"noreferrer noopener\" href=\"{url}\">Original at {name}</a>")
        }
        None => name,
    });
    format!("<p class=\"byline\">{}</p>", parts.join(" · "))
}

fn actions(seq: i64, read: bool, starred: bool, shown: bool, record: &Record) -> String {
    let marks = format!("/articles/{seq}/marks");
    let star = match starred {
        true => html::button(&marks, ("starred", "false"), "★ Take the star away"),
        false => html::button(&marks, ("starred", "true"), "☆ Star"),
    };
    let unread = match read {
        true => html::button(&marks, ("read", "false"), "Mark as unread"),
        false => html::button(&marks, ("read", "true"), "Mark as read"),
    };
    let number = markdown::pictures(record.markdown()).len();
    let action = format!("/pictures?back={seq}");
    let pictures = match (number, shown) {
        (0, _) => String::new(),
        (_, true) => html::button(&action, ("pictures", "off"), "Hide pictures"),
        (number, false) => {
            let label = format!("Show {}", html::count(number, "picture", "pictures"));
            html::button(&action, ("pictures", "on"), &label)
        }
    };
    format!("<div class=\"actions\">{star}{unread}{pictures}</div>")
}

fn about(seq: i64, row: &ArticleRow, record: &Record) -> String {
    let mut body = String::from("<aside><h2>About this article</h2><dl class=\"facts\">");
    let mut fact = |name: &str, value: String| {
        let _ = write!(body, "<dt>{name}</dt><dd>{value}</dd>");
    };
    let address = |url: &str| match html::link(url) {
        Some(url) => format!("<a rel=\"noreferrer noopener\" href=\"{url}\">{url}</a>"),
        None => html::escape(url),
    };
    fact("Page", address(&record.response_url));
    if record.request_url != record.response_url {
        fact("Address in the feed", address(&record.request_url));
    }
    let feed = record.feed_title.as_deref().unwrap_or(&record.feed);
    fact("Feed", format!("<a href=\"/articles?feed={}\">{}</a>", row.feed, html::escape(feed)));
    let site = (html::path_part(&record.site), html::escape(&record.site));
    fact("Site", format!("<a href=\"/sites/{}\">{}</a>", site.0, site.1));
    fact("Published", html::escape(record.published().unwrap_or("unknown")));
    fact("Fetched", html::time(row.fetched));
    let tags = record.values("tags");
    if !tags.is_empty() {
        fact("Tags", html::escape(&tags.join(", ")));
    }
    fact("Key", html::escape(&record.key));
    let extractor = record.article.get("extractor").and_then(|e| e.as_str()).unwrap_or_default();
    fact("Extractor", html::escape(extractor));
    fact("How sure", confidence(record.confidence()));
    fact("Documents known of the site", record.site_support.to_string());
    if let Some(key) = &record.same_text_as {
        fact("The same text elsewhere", html::escape(key));
    }
    if let Some(trouble) = record.trouble() {
        fact("Trouble", html::escape(trouble));
    }
    let _ = write!(
        body,
        "</dl><p><a href=\"/articles/{seq}/explain\">Why this is the article</a> · <a href=\"/api/v1/articles/{seq}\">JSON</a> · \
         <a href=\"/api/v1/articles/{seq}?format=markdown\">Markdown</a></p></aside>"
    );
    body
}

/// The page shows the title already.
fn without_title<'m>(markdown: &'m str, title: &str) -> &'m str {
    match markdown.split_once('\n') {
        Some((first, rest)) if first.trim_start_matches('#').trim() == title => rest,
        _ => markdown,
    }
}
