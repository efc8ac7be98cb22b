//! One input, from its name on the command line to its bytes.

use crate::args::Cli;
use crate::fetch::{Client, PageFetchError};
use clap::CommandFactory;
use serde::Deserialize;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Where a page comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// An address. It is parsed when it is fetched, so that a wrong one stops no other input.
    Url(String),
    /// A file with a page a line, or standard input that has them.
    Lines(Option<PathBuf>),
    /// One of its lines.
    Line(Line),
}

/// A line of JSON that holds a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    source: String,
    number: usize,
    /// What stands there, or why it could not be read.
    json: Result<Vec<u8>, String>,
}

/// What a line says.
#[derive(Deserialize)]
struct PageLine {
    html: String,
    url: Option<String>,
}

impl Line {
    /// A line of a file.
    pub fn new(source: String, number: usize, json: Vec<u8>) -> Line {
        Line { source, number, json: Ok(json) }
    }

    /// A line that is longer than allowed.
    pub fn too_long(source: String, number: usize) -> Line {
        let why = "the line is longer than --max-bytes: raise it";
        Line { source, number, json: Err(why.into()) }
    }

    /// A line that could not be read.
    pub fn failed(source: String, number: usize, error: &io::Error) -> Line {
        Line { source, number, json: Err(error.to_string()) }
    }

    /// The file's name and the number of the line.
    pub fn name(&self) -> String {
        format!("{}:{}", self.source, self.number)
    }

    fn read(&self) -> Result<Source, InputError> {
        let json = self.json.as_ref().map_err(|why| InputError::Line(why.clone()))?;
        let page: PageLine = serde_json::from_slice(json).map_err(InputError::NoPageLine)?;
        let content_type = Some("text/html; charset=utf-8".into());
        Ok(Source {
            bytes: page.html.into_bytes(),
            content_type,
            url: page.url,
            ..Source::default()
        })
    }
}

/// A page's bytes and what is known about them.
#[derive(Debug, Default)]
pub struct Source {
    /// The bytes, at most as many as allowed.
    pub bytes: Vec<u8>,
    /// The Content-Type a server gave.
    pub content_type: Option<String>,
    /// The Content-Encoding a server gave.
    pub content_encoding: Option<String>,
    /// The address after redirects, for what was fetched.
    pub url: Option<String>,
    /// Whether there were more bytes than allowed.
    pub cut: bool,
}

/// Why an input gave no bytes.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    #[error("there is no such file{0}")]
    Missing(String),
    #[error("this is a folder: give the files in it, such as {0}")]
    Folder(String),
    #[error("{0}")]
    Line(String),
    #[error("this line is no page: write {{\"url\": \"https://…\", \"html\": \"<p>…\"}}")]
    NoPageLine(#[source] serde_json::Error),
    #[error("the file may not be read: check its permissions")]
    Denied,
    #[error("cannot be read")]
    Io(#[source] io::Error),
    #[error(transparent)]
    Fetch(#[from] PageFetchError),
}

impl Input {
    /// What an argument means: `-`, an address, or else a file.
    pub fn new(argument: &OsStr) -> Input {
        match argument.to_str() {
            Some("-") => Input::Stdin,
            Some(text) if has_scheme(text) => Input::Url(text.into()),
            _ => Input::File(argument.into()),
        }
    }

    /// The name by which results and messages speak of it.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".into(),
            Input::File(path) => path.display().to_string(),
            Input::Url(url) => url.clone(),
            Input::Lines(path) => {
                path.as_ref().map_or("-".into(), |path| path.display().to_string())
            }
            Input::Line(line) => line.name(),
        }
    }

    /// Reads it, at most `max_bytes` of it.
    pub fn read(&self, client: &Client, max_bytes: usize) -> Result<Source, InputError> {
        match self {
            Input::Stdin => local(io::stdin().lock(), max_bytes).map_err(InputError::Io),
            Input::File(path) => open(path)
                .and_then(|file| local(file, max_bytes))
                .map_err(|error| explain(error, path)),
            Input::Url(url) => Ok(client.get(url)?),
            Input::Line(line) => line.read(),
            // Its lines are read one by one.
            Input::Lines(_) => Err(InputError::Line("a file of lines is no page".into())),
        }
    }
}

fn has_scheme(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|s| !s.is_empty() && s.chars().all(|c| c.is_ascii_alphanumeric()))
}

fn open(path: &Path) -> io::Result<File> {
    // Some systems open a folder without complaint and fail later with less to say.
    if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { File::open(path) }
}

fn local(reader: impl Read, max_bytes: usize) -> io::Result<Source> {
    let mut bytes = Vec::new();
    reader.take((max_bytes as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    let cut = bytes.len() > max_bytes;
    bytes.truncate(max_bytes);
    Ok(Source { bytes, cut, ..Source::default() })
}

fn explain(error: io::Error, path: &Path) -> InputError {
    match error.kind() {
        io::ErrorKind::NotFound => InputError::Missing(guess(&path.to_string_lossy())),
        io::ErrorKind::NotADirectory => InputError::Missing(guess(&path.to_string_lossy())),
        io::ErrorKind::IsADirectory => {
            InputError::Folder(path.join("*.html").display().to_string())
        }
        io::ErrorKind::PermissionDenied => InputError::Denied,
        _ => InputError::Io(error),
    }
}

/// What the user may have meant by the name of a file that is not there.
fn guess(name: &str) -> String {
    let host = name.split('/').next().unwrap_or_default();
    let top = host.rsplit_once('.').map_or("", |(_, top)| top);
    let file_like = matches!(top, "html" | "htm" | "xhtml" | "php" | "txt");
    if is_verb(name) {
        ": put the verb before all options".into()
    } else if name.starts_with('-') {
        ": options stand before --".into()
    } else if top.len() >= 2 && top.chars().all(|c| c.is_ascii_alphabetic()) && !file_like {
        format!(": for a page on the web write https://{name}")
    } else {
        ": check the path".into()
    }
}

fn is_verb(name: &str) -> bool {
    Cli::command().get_subcommands().any(|verb| verb.get_name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_told_apart() {
        assert_eq!(Input::new("-".as_ref()), Input::Stdin);
        assert_eq!(Input::new("page.html".as_ref()), Input::File("page.html".into()));
        assert_eq!(Input::new("HTTP://a/".as_ref()), Input::Url("HTTP://a/".into()));
        assert_eq!(Input::new("ftp://a/".as_ref()), Input::Url("ftp://a/".into()));
        assert_eq!(Input::new("./a://b".as_ref()), Input::File("./a://b".into()));
    }

    #[test]
    fn a_line_is_a_page_with_its_address() {
        let line = |json: &str| Line::new("a.jsonl".into(), 3, json.into()).read();
        let source = line(r#"{"url": "https://a/", "html": "<p>\u00e9", "other": 1}"#).unwrap();
        assert_eq!(
            (source.bytes.as_slice(), source.url.as_deref()),
            ("<p>é".as_bytes(), Some("https://a/"))
        );
        assert!(line(r#"{"html": "x"}"#).unwrap().url.is_none());
        assert!(matches!(line(r#"{"url": "x"}"#), Err(InputError::NoPageLine(_))));
        assert!(matches!(line("nonsense"), Err(InputError::NoPageLine(_))));
    }

    #[test]
    fn long_input_is_cut() {
        let source = local(&b"abcdef"[..], 4).unwrap();
        assert_eq!((source.bytes.as_slice(), source.cut), (&b"abcd"[..], true));
        let source = local(&b"abcd"[..], 4).unwrap();
        assert_eq!((source.bytes.as_slice(), source.cut), (&b"abcd"[..], false));
    }

    #[test]
    fn missing_files_come_with_a_guess() {
        assert!(guess("example.com/a").contains("https://example.com/a"));
        assert!(guess("www.example.org").contains("https://www.example.org"));
        assert!(guess("extract").contains("verb"));
        for file in ["page.html", "folder/page", "article", "a.b2"] {
            assert_eq!(guess(file), ": check the path", "{file}");
        }
    }
}
