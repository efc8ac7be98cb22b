//! Where the addresses of feeds come from: OPML, a list of lines, or the command line.

use super::opml;
use std::io;
use std::path::Path;
use url::Url;

/// A feed somebody wants to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its address, or that of a page which names it.
    pub url: String,
    /// What the reader calls it.
    pub title: Option<String>,
    /// Where the reader has put it.
    pub folder: Option<String>,
}

/// Why a list of feeds cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// It cannot be read.
    #[error("{0}: cannot be read ({1})")]
    File(String, io::Error),
    /// It has no feed.
    #[error(
        "{0}: there is no address of a feed in it: give OPML, or a file with one address a line"
    )]
    Empty(String),
}

/// The feeds an argument names: an address, an OPML file, or a file with one address a line. Lines that
/// are empty or begin with # are skipped.
pub fn read_sources(argument: &str) -> Result<Vec<Source>, SourceError> {
    if is_web(argument) {
        return Ok(vec![Source { url: argument.into(), ..Source::default() }]);
    }
    let bytes = std::fs::read(Path::new(argument))
        .map_err(|error| SourceError::File(argument.into(), error))?;
    let text = dehusk_page::decode(bytes, &dehusk_page::Hints::new()).text;
    let sources = if text.trim_start().starts_with('<') { opml::read(&text) } else { lines(&text) };
    if sources.is_empty() { Err(SourceError::Empty(argument.into())) } else { Ok(sources) }
}

/// The address of a feed as others may see it: without a name and a password, which are between its reader and its
/// server.
///
/// ```
/// use dehusk_stream::feed::shown_address;
/// assert_eq!(shown_address("https://me:secret@a.example/feed"), "https://a.example/feed");
/// ```
pub fn shown_address(address: &str) -> String {
    match Url::parse(address) {
        Ok(mut url) if !url.username().is_empty() || url.password().is_some() => {
            // It can fail only for addresses without a host, which have neither.
            let _ = (url.set_username(""), url.set_password(None));
            url.into()
        }
        _ => address.into(),
    }
}

fn lines(text: &str) -> Vec<Source> {
    let wanted = text.lines().map(str::trim).filter(|line| is_web(line));
    wanted.map(|url| Source { url: url.into(), ..Source::default() }).collect()
}

fn is_web(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}
