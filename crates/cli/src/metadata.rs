//! A page's metadata on its own.

use crate::terminal::joined_lines;
use dehusk::article::Sourced;
use dehusk::{Article, Format, Metadata};
use serde_json::{Map, Value};
use std::fmt::Write;

/// A line for each value: what it is, the value, and where in the page it was found.
pub fn text(metadata: &Metadata) -> String {
    let rows = rows(metadata);
    let width = rows.iter().map(|(key, ..)| key.len()).max().unwrap_or_default();
    let mut out = String::new();
    for (key, value, source) in rows {
        let _ = writeln!(out, "{key:width$}  {}  ({source})", joined_lines(&value));
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

/// The parts of an article's JSON that are its content or speak about the extraction.
const NOT_METADATA: [&str; 7] =
    ["text", "markdown", "media", "counts", "warnings", "extractor", "confidence"];

/// The article's JSON without its content, so that both have one schema.
pub fn json(article: &Article) -> Option<String> {
    let mut article: Map<String, Value> =
        serde_json::from_str(&article.render(Format::Json)).ok()?;
    article.retain(|key, _| !NOT_METADATA.contains(&key.as_str()));
    serde_json::to_string_pretty(&article).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_line_and_its_source() {
        let page = "<title>One\ntwo</title><meta name=author content='Ann Lee'><p>Text.";
        let text = text(dehusk::extract(page).metadata());
        assert!(text.lines().any(|l| l.starts_with("title ") && l.ends_with(')')), "{text}");
        assert!(text.lines().any(|l| l.contains("Ann Lee")), "{text}");
    }
}
