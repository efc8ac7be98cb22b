//! From what a user writes after `--to` to a sink.

use super::{
    JsonLines, MarkdownFolder, ParquetFolder, Sink, SqliteFile, StandardOutput, Webhook, jsonl,
};

/// Why a place for articles cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("--to {0}: {1}")]
pub struct PlaceError(String, String);

/// The sink for a place: `-`, an address, a file ending in .jsonl, .sqlite or .db, a folder ending in
/// .parquet, or any other folder, which gets Markdown. `kind:place` says it plainly, with a kind of jsonl,
/// markdown, parquet, sqlite or webhook. Has to be called within a runtime.
pub fn parse_place(place: &str, user_agent: &str) -> Result<Box<dyn Sink>, PlaceError> {
    let (kind, rest) = kind_of(place);
    if rest.is_empty() {
        return Err(PlaceError(place.into(), "there is no place after the colon".into()));
    }
    Ok(match kind {
        "stdout" => Box::new(StandardOutput),
        "jsonl" => Box::new(JsonLines::new(rest, jsonl::FULL)),
        "markdown" => Box::new(MarkdownFolder::new(rest)),
        "parquet" => Box::new(ParquetFolder::new(rest)),
        "sqlite" => Box::new(SqliteFile::new(rest)),
        _ => {
            let hook = Webhook::new(rest, user_agent);
            Box::new(hook.map_err(|error| PlaceError(place.into(), error.to_string()))?)
        }
    })
}

fn kind_of(place: &str) -> (&'static str, &str) {
    for kind in ["jsonl", "markdown", "parquet", "sqlite", "webhook"] {
        if let Some(rest) = place.strip_prefix(kind).and_then(|rest| rest.strip_prefix(':')) {
            return (kind, rest);
        }
    }
    let ends = |endings: &[&str]| endings.iter().any(|e| place.to_ascii_lowercase().ends_with(e));
    let kind = match place {
        "-" => "stdout",
        _ if place.starts_with("http://") || place.starts_with("https://") => "webhook",
        _ if ends(&[".jsonl", ".ndjson"]) => "jsonl",
        _ if ends(&[".sqlite", ".sqlite3", ".db"]) => "sqlite",
        _ if ends(&[".parquet", ".parquet/"]) => "parquet",
        _ => "markdown",
    };
    (kind, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_apart() {
        let cases = [
            ("-", "stdout"),
            ("articles/", "markdown"),
            ("a.jsonl", "jsonl"),
            ("a.DB", "sqlite"),
            ("out.parquet", "parquet"),
            ("https://hook.example/x", "webhook"),
            ("markdown:a.jsonl", "markdown"),
        ];
        for (place, kind) in cases {
            assert_eq!(kind_of(place).0, kind, "{place}");
        }
        assert!(parse_place("jsonl:", "x").is_err());
    }
}
