//! Pages from the web, by a client that trusts nobody and bothers nobody.
//!
//! [`Client`] sends one request; [`HttpClient`] is the one for the real web, and a test may bring its own.
//! [`Fetcher`] makes a polite visitor of it: turns at a site, robots.txt, cookies, and redirects, which are
//! followed there and not by the client, because each hop has to be an http(s) address, is looked up
//! through the guarded resolver (`resolver`), waits for its turn, and shares one deadline.

pub mod address;
mod answer;
mod cookies;
mod error;
mod fetcher;
mod http;
mod permission;
mod picture;
mod policy;
mod resolver;
mod robots;
mod turns;

pub(crate) use answer::MAX_URL_BYTES;
pub use error::FetchError;
pub use fetcher::Fetcher;
pub(crate) use fetcher::{network_of, site_of};
pub use http::{ClientError, HttpClient, HttpSettings};
pub use picture::Picture;
pub use policy::{Condition, Fetched, Policy, Purpose};
pub use robots::RobotsRules;

use reqwest::header::HeaderName;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use url::Url;

/// A future that can be sent between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One request.
#[derive(Clone, Debug)]
pub struct Request {
    /// Whom to ask.
    pub url: Url,
    /// What to say besides.
    pub headers: Vec<(&'static str, String)>,
    /// The body, for a POST.
    pub post: Option<Vec<u8>>,
    /// Bytes of the answer that are read, as they are sent.
    pub max_bytes: usize,
    /// Time for the whole exchange.
    pub timeout: Duration,
}

/// The answer to one request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers somebody reads.
    pub headers: Vec<(HeaderName, String)>,
    /// The body, compressed as it was sent.
    pub bytes: Vec<u8>,
    /// Whether there was more than was asked for.
    pub cut: bool,
    /// How long it took.
    pub time: Duration,
}

impl Answer {
    /// The first header of a name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.as_str() == name).map(|(_, v)| v.as_str())
    }
}

/// Something that can send a request: the web, or a test.
pub trait Client: Send + Sync {
    /// Sends it and reads the answer.
    fn send<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Answer, FetchError>>;
}
