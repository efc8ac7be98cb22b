//! Pages for a command that is not asynchronous: the stream's polite client, one call a page.

use crate::args::FetchArgs;
use crate::input::Source;
use dehusk_stream::fetch::{
    ClientError, Condition, FetchError, Fetcher, HttpClient, HttpSettings, Policy, Purpose,
};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::Runtime;

/// Requests to one site that may run at once: polite, and no slower for lists of many sites.
const AT_ONCE: usize = 2;

/// How pages are fetched.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Time for one page, redirects included.
    pub timeout: Duration,
    /// Bytes of a page that are read, as they are sent: they are unpacked later, within the same bound.
    pub max_bytes: usize,
    /// How the client names itself.
    pub user_agent: String,
    /// Whether addresses outside the public internet may be fetched from.
    pub allow_private: bool,
}

impl Settings {
    /// As arguments say.
    pub fn of(args: &FetchArgs, max_bytes: usize) -> Settings {
        Settings {
            timeout: args.timeout,
            max_bytes,
            user_agent: args.full_user_agent(),
            allow_private: args.allow_private,
        }
    }
}

/// Why a page could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum PageFetchError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(transparent)]
    Client(Arc<ClientError>),
    #[error("the network cannot be used")]
    Runtime(#[source] Arc<std::io::Error>),
}

/// A client for many pages. It is made when the first is fetched: most runs read files only.
#[derive(Debug)]
pub struct Client {
    settings: Settings,
    parts: OnceLock<Result<(Runtime, Fetcher), Failed>>,
}

#[derive(Debug)]
enum Failed {
    Client(Arc<ClientError>),
    Runtime(Arc<std::io::Error>),
}

impl Client {
    /// A client by the settings.
    pub fn new(settings: Settings) -> Client {
        Client { settings, parts: OnceLock::new() }
    }

    /// Fetches a page. Waiting for a turn at a site does not count against its time.
    pub fn get(&self, address: &str) -> Result<Source, PageFetchError> {
        let (runtime, fetcher) = match self.parts.get_or_init(|| self.parts()) {
            Ok(parts) => (&parts.0, &parts.1),
            Err(Failed::Client(error)) => return Err(PageFetchError::Client(error.clone())),
            Err(Failed::Runtime(error)) => return Err(PageFetchError::Runtime(error.clone())),
        };
        let anew = Condition::default();
        let page = runtime.block_on(fetcher.get(address, Purpose::Page, &anew))?;
        Ok(Source {
            bytes: page.bytes,
            content_type: page.content_type,
            content_encoding: page.content_encoding,
            url: Some(page.url.into()),
            cut: page.cut,
        })
    }

    fn parts(&self) -> Result<(Runtime, Fetcher), Failed> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|e| Failed::Runtime(Arc::new(e)))?;
        let http = HttpSettings {
            user_agent: self.settings.user_agent.clone(),
            allow_private: self.settings.allow_private,
            ..HttpSettings::default()
        };
        let client = HttpClient::new(&http).map_err(|e| Failed::Client(Arc::new(e)))?;
        let policy = Policy {
            user_agent: self.settings.user_agent.clone(),
            timeout: self.settings.timeout,
            delay: Duration::ZERO,
            at_once: AT_ONCE,
            max_page_bytes: self.settings.max_bytes,
            // Somebody asked for this very page; nothing is crawled.
            robots: false,
            ..Policy::default()
        };
        Ok((runtime, Fetcher::new(Arc::new(client), policy)))
    }
}
