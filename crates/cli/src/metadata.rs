//! A page's metadata on its own.

use crate::clean;
use dehusk::{Article, Format, Metadata, Sourced};
use serde_json::Value;
use std::fmt::Write;

/// A line for each value: what it is, the value, and where in the page it was found.
pub fn text(metadata: &Metadata) -> String {
    let rows = rows(metadata);
    let width = rows.iter().map(|(key, ..)| key.len()).max().unwrap_or_default();
    let mut out = String::new();
    for (key, value, source) in rows {
        let _ = writeln!(out, "{key:width$}  {}  ({source})", clean::one_line(&value));
    }
    out
}

fn rows(metadata: &Metadata) -> Vec<(&'static str, String, &'static str)> {
    let single = [
        ("title", &metadata.title),
        ("published", &metadata.published),
        ("modified", &metadata.modified),
        ("site", &metadata.site_name),
        ("section", &metadata.section),
        ("description", &metadata.description),
        ("language", &metadata.language),
        ("detected", &metadata.detected_language),
        ("address", &metadata.canonical_url),
        ("licence", &metadata.licence),
        ("image", &metadata.image),
    ];
    let many = [("author", &metadata.authors), ("tag", &metadata.tags)];
    let row = |key, found: &Sourced<String>| (key, found.value.clone(), found.source);
    let singles = single.into_iter().filter_map(|(key, value)| Some(row(key, value.as_ref()?)));
    let lists = many.into_iter().flat_map(|(key, list)| list.iter().map(move |v| row(key, v)));
    let feeds = metadata.feeds.iter().map(|feed| ("feed", feed.url.clone(), "link element"));
    singles.chain(lists).chain(feeds).collect()
}

/// The `metadata` object of the article's JSON, so that both have one schema.
pub fn json(article: &Article) -> Option<String> {
    let article: Value = serde_json::from_str(&article.render(Format::Json)).ok()?;
    serde_json::to_string_pretty(article.get("metadata")?).ok()
}
