//! A page's metadata on its own.

use crate::terminal::joined_lines;
use dehusk::Metadata;
use std::fmt::Write;

/// A line for each value: what it is, the value, and where in the page it was found.
pub fn text(metadata: &Metadata) -> String {
    let rows = rows(metadata);
    let width = rows.iter().map(|(key, ..)| key.len()).max().unwrap_or_default();
    let mut out = String::new();
    for (key, value, source) in rows {
        let _ = writeln!(out, "{key:width$}  {}  ({source})", joined_lines(value));
    }
    out
}

fn rows(metadata: &Metadata) -> Vec<(&'static str, &str, &str)> {
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
    let singles = single.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
    let lists = many.into_iter().flat_map(|(key, list)| list.iter().map(move |v| (key, v)));
    let values = singles.chain(lists).map(|(key, found)| (key, &*found.value, &*found.source));
    let feeds = metadata.feeds.iter().map(|feed| ("feed", &*feed.url, "link element"));
    values.chain(feeds).collect()
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
