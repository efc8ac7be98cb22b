//! Why a stream did not start, or ended before its time.

use crate::rules::RulesError;
use dehusk_stream::StreamError;
use dehusk_stream::feed::SourceError;
use dehusk_stream::fetch::ClientError;
use dehusk_stream::sink::PlaceError;
use dehusk_stream::store::StoreError;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why `watch`, `serve` or `demo` did not start, or ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    #[error("the network cannot be used")]
    Runtime(#[source] io::Error),
    #[error("cannot listen on {address} ({source}): choose another with --listen")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("there is no room for the store: give a folder with --data")]
    Folder(#[source] io::Error),
    #[error("the system gives no random numbers: give a --token")]
    NoToken,
    #[error("no feeds: give OPML, a file with one address a line, or addresses")]
    NoFeeds,
    #[error(
        "on the internet, say how those who run the sites reach you: give your e-mail or web address with --contact, or as DEHUSK_CONTACT"
    )]
    NoContact,
    #[error("{path}: {source}; is there room, and the right to write?")]
    Contact { path: PathBuf, source: io::Error },
    #[error("--stats {path}: {source}; is there room, and the right to write?")]
    Stats { path: PathBuf, source: io::Error },
    #[error("cannot write to standard output")]
    Stdout(#[from] io::Error),
    #[error(transparent)]
    Sources(#[from] SourceError),
    #[error(transparent)]
    Place(#[from] PlaceError),
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Stream(#[from] StreamError),
}
