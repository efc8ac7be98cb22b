//! How the server behaves: who may ask, and what everybody together may cost.

use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// Bytes of a page that are read, compressed or not.
const MAX_PAGE: usize = 16 << 20;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// The token that everybody has to bring, those on this machine included. Without one only requests from
    /// this machine to a name of this machine are answered.
    pub token: Option<String>,
    /// The address at which the internet reaches this server, which is then behind a reverse proxy.
    pub public_url: Option<Url>,
    /// Bytes of a request's body, and of a page once it is unpacked.
    pub max_body: usize,
    /// Time for the head of a request, and for which a connection may rest between two requests.
    pub header_time: Duration,
    /// Time for the body of a request.
    pub body_time: Duration,
    /// Time for an answer, once the request is here as a whole.
    pub answer_time: Duration,
    /// Time after which a connection is closed, whatever happens on it.
    pub connection_time: Duration,
    /// Time the requests that are being answered are given when the server ends.
    pub shutdown_time: Duration,
    /// Connections at once. A quarter of them is for those who have shown that they may enter.
    pub connections: usize,
    /// Requests that are answered at once. Three quarters of them are for those who may enter.
    pub at_once: usize,
    /// Bytes that the pages of all requests together may take.
    pub memory: usize,
    /// The folder with the playground's files, if there is one.
    pub playground: Option<PathBuf>,
    /// What one page may cost.
    pub limits: dehusk::Limits,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            token: None,
            public_url: None,
            max_body: MAX_PAGE,
            header_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            answer_time: Duration::from_secs(40),
            connection_time: Duration::from_secs(300),
            shutdown_time: Duration::from_secs(3),
            connections: 512,
            at_once: 64,
            memory: 1 << 30,
            playground: None,
            limits: dehusk::Limits::default()
                .with_max_bytes(MAX_PAGE)
                .with_max_nodes(1_000_000)
                .with_max_time(Duration::from_secs(5)),
        }
    }
}
