//! From what a user writes after `--to` to a sink.

use super::claim::resolved;
use super::{
    JsonLines, MarkdownFolder, ParquetFolder, Sink, SinkError, SqliteFile, StandardOutput, Webhook,
    jsonl,
};
use crate::fetch::Policy;
use crate::store::is_of_store;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why what was written after `--to` is no place for articles. No secret of an address is in it.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// There is a kind and nothing else.
    #[error("--to {0}: there is no place after the colon")]
    Empty(&'static str),
    /// There is nothing.
    #[error("--to: there is no place: give the name of a file or a folder, an address, or -")]
    Nothing,
    /// There is a colon, and no kind before it.
    #[error(
        "--to {kind}:…: there is no kind {kind:?}: write {kinds}, http://… or https://…; a folder with a colon \
         in its name is written ./{kind}:…", kinds = kinds()
    )]
    NoKind {
        /// What stands before the colon.
        kind: String,
    },
    /// It is the store itself.
    #[error("--to {0}: this belongs to the folder of --data itself: give --to another name")]
    OfTheStore(String),
    /// The place cannot be used.
    #[error("--to: {0}")]
    Unusable(#[from] SinkError),
}

/// What the places a user gives have in common.
#[derive(Clone, Debug, Default)]
pub struct PlaceOptions {
    /// How hooks are told who posts.
    pub user_agent: String,
    /// How long a hook may take to answer, if it is known.
    pub timeout: Option<Duration>,
    /// Whether a place that holds something else is added to.
    pub append: bool,
    /// The folder of the store, whose own files are no place for articles, whatever else is allowed.
    pub data: PathBuf,
}

/// What kind of place there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// JSON lines on standard output.
    StandardOutput,
    /// JSON lines in a file.
    JsonLines,
    /// A folder of Markdown files.
    Markdown,
    /// A folder of Parquet files.
    Parquet,
    /// A table in an SQLite file.
    Sqlite,
    /// An address that articles are posted to.
    Webhook,
}

impl Kind {
    /// All there are.
    const ALL: [Kind; 6] = [
        Kind::StandardOutput,
        Kind::JsonLines,
        Kind::Markdown,
        Kind::Parquet,
        Kind::Sqlite,
        Kind::Webhook,
    ];

    /// What stands before the colon where a user says it plainly; standard output is always `-`.
    const fn prefix(self) -> Option<&'static str> {
        match self {
            Kind::StandardOutput => None,
            Kind::JsonLines => Some("jsonl:"),
            Kind::Markdown => Some("markdown:"),
            Kind::Parquet => Some("parquet:"),
            Kind::Sqlite => Some("sqlite:"),
            Kind::Webhook => Some("webhook:"),
        }
    }

    /// Whether its places are files or folders.
    const fn is_on_disk(self) -> bool {
        !matches!(self, Kind::StandardOutput | Kind::Webhook)
    }

    /// A sink of this kind at a place.
    fn sink(self, place: &str, options: &PlaceOptions) -> Result<Box<dyn Sink>, SinkError> {
        let append = options.append;
        Ok(match self {
            Kind::StandardOutput => Box::new(StandardOutput),
            Kind::JsonLines => Box::new(JsonLines::new(place, jsonl::FULL).with_append(append)),
            Kind::Markdown => Box::new(MarkdownFolder::new(place).with_append(append)),
            Kind::Parquet => Box::new(ParquetFolder::new(place).with_append(append)),
            Kind::Sqlite => Box::new(SqliteFile::new(place).with_append(append)),
            Kind::Webhook => {
                let timeout = options.timeout.unwrap_or(Policy::default().timeout);
                Box::new(Webhook::with_timeout(place, &options.user_agent, timeout)?)
            }
        })
    }
}

/// The kinds as a user writes them.
fn kinds() -> String {
    Kind::ALL.iter().filter_map(|kind| kind.prefix()).collect::<Vec<_>>().join(", ")
}

/// The sink for a place: `-`, an address, a file ending in .jsonl, .sqlite or .db, a folder ending in
/// .parquet, or any other folder, which gets Markdown. `kind:place` says it plainly. Has to be called within a
/// runtime.
pub fn parse_place(place: &str, options: &PlaceOptions) -> Result<Box<dyn Sink>, PlaceError> {
    let (kind, place) = kind_of(place)?;
    let is_at = |path: &Path| is_of_store(&resolved(&options.data), &resolved(path));
    if kind.is_on_disk() && is_at(Path::new(place)) {
        return Err(PlaceError::OfTheStore(place.into()));
    }
    Ok(kind.sink(place, options)?)
}

fn kind_of(place: &str) -> Result<(Kind, &str), PlaceError> {
    for kind in Kind::ALL {
        let Some(prefix) = kind.prefix() else { continue };
        match place.strip_prefix(prefix) {
            Some(place) if place.trim().is_empty() => return Err(PlaceError::Empty(prefix)),
            Some(rest) => return Ok((kind, rest)),
            None => {}
        }
    }
    let ends = |endings: &[&str]| endings.iter().any(|e| place.to_ascii_lowercase().ends_with(e));
    let kind = match place {
        _ if place.trim().is_empty() => return Err(PlaceError::Nothing),
        "-" => Kind::StandardOutput,
        _ if place.starts_with("http://") || place.starts_with("https://") => Kind::Webhook,
        _ if ends(&[".jsonl", ".ndjson"]) => Kind::JsonLines,
        _ if ends(&[".sqlite", ".sqlite3", ".db"]) => Kind::Sqlite,
        _ if ends(&[".parquet", ".parquet/"]) => Kind::Parquet,
        _ => Kind::Markdown,
    };
    match unknown_kind(place).filter(|_| kind != Kind::Webhook) {
        Some(kind) => Err(PlaceError::NoKind { kind: kind.into() }),
        None => Ok((kind, place)),
    }
}

/// What stands before a colon where a kind would. One letter is a drive of Windows.
fn unknown_kind(place: &str) -> Option<&str> {
    let (kind, _) = place.split_once(':')?;
    let is_path = kind.contains(['/', '\\']) || (cfg!(windows) && kind.len() == 1);
    (!is_path).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_apart() {
        let cases = [
            ("-", Kind::StandardOutput),
            ("articles/", Kind::Markdown),
            ("./odd:name", Kind::Markdown),
            ("a.jsonl", Kind::JsonLines),
            ("a.DB", Kind::Sqlite),
            ("out.parquet", Kind::Parquet),
            ("https://hook.example/x", Kind::Webhook),
            ("markdown:a.jsonl", Kind::Markdown),
        ];
        for (place, kind) in cases {
            assert_eq!(kind_of(place).unwrap().0, kind, "{place}");
        }
    }

    #[test]
    fn the_files_of_the_store_are_no_place_for_articles() {
        let options = PlaceOptions { append: true, data: "data".into(), ..PlaceOptions::default() };
        for place in [
            "data",
            "data/",
            "sqlite:./data/dehusk.sqlite",
            "data/../data/search.sqlite",
            "data/texts/a",
        ] {
            let refused = parse_place(place, &options).map(|sink| sink.name()).unwrap_err();
            assert!(matches!(refused, PlaceError::OfTheStore(_)), "{place}: {refused}");
        }
        for place in ["data/out.jsonl", "data.sqlite", "database/", "-"] {
            assert!(parse_place(place, &options).is_ok(), "{place}");
        }
    }

    #[test]
    fn a_kind_that_does_not_exist_is_refused_with_those_that_do() {
        let refused = |place: &str| kind_of(place).unwrap_err().to_string();
        for nothing in ["jsonl:", "markdown: "] {
            assert!(refused(nothing).contains("no place after the colon"));
        }
        for nothing in ["", " "] {
            assert!(refused(nothing).starts_with("--to: there is no place"));
        }
        let told = refused("foo:bar");
        for part in ["foo", "jsonl:", "webhook:", "./foo:"] {
            assert!(told.contains(part), "{told}");
        }
        let told = refused("htps://me:secret@hook.example/token");
        assert!(!told.contains("secret") && !told.contains("token"), "{told}");
    }
}
