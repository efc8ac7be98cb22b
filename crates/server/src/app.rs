//! What requests share, and the table of routes.

use crate::{api, assets, guard, hubs, metrics, pages, search};
use axum::Router;
use axum::routing::{delete, get, post};
use dehusk_stream::Handle;
use dehusk_stream::store::{Reader, StoreError};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// The token that everybody but loopback has to bring; none lets in loopback alone.
    pub token: Option<String>,
    /// Bytes of a request's body.
    pub max_body: usize,
    /// Time for one request.
    pub timeout: Duration,
    /// Requests at once; more are told to come again.
    pub at_once: usize,
    /// What a page that is posted may cost.
    pub limits: dehusk::Limits,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            token: None,
            max_body: 16 << 20,
            timeout: Duration::from_secs(40),
            at_once: 64,
            limits: dehusk::Limits::default()
                .with_max_bytes(16 << 20)
                .with_max_nodes(1_000_000)
                .with_max_time(Duration::from_secs(5)),
        }
    }
}

/// What requests share.
pub struct App {
    pub(crate) stream: Handle,
    pub(crate) config: Config,
    pub(crate) places: Semaphore,
    pub(crate) started: Instant,
    readers: Mutex<Vec<Reader>>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("config", &self.config).finish_non_exhaustive()
    }
}

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The search index.
    #[error("the search index cannot be used: {0}")]
    Search(#[from] rusqlite::Error),
    /// It was asked for something that is not there.
    #[error("there is no such thing here")]
    Missing,
    /// The request makes no sense.
    #[error("{0}")]
    Bad(String),
    /// The stream.
    #[error(transparent)]
    Stream(#[from] dehusk_stream::StreamError),
    /// Something elsewhere failed.
    #[error("{0}")]
    Elsewhere(String),
    /// It takes too long or there is too much to do.
    #[error("{0}")]
    Busy(&'static str),
}

impl App {
    /// An app over a running stream.
    pub fn new(stream: Handle, config: Config) -> App {
        let places = Semaphore::new(config.at_once.max(1));
        App { stream, config, places, started: Instant::now(), readers: Mutex::default() }
    }

    /// Asks the store, on a thread where waiting is allowed.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&Reader) -> Result<T, ServeError> + Send + 'static,
    ) -> Result<T, ServeError> {
        let app = self.clone();
        let work = move || {
            let pooled = app.lock().pop();
            let reader = match pooled {
                Some(reader) => reader,
                None => Reader::open(app.stream.directory())?,
            };
            let answer = ask(&reader);
            app.lock().push(reader);
            answer
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or(Err(ServeError::Elsewhere("the request could not be worked on".into())))
    }

    /// Full-text search: numbers of articles, best first.
    pub(crate) async fn search(
        self: &Arc<Self>,
        query: String,
        limit: u32,
    ) -> Result<Vec<i64>, ServeError> {
        let path = search::path(self.stream.directory());
        let work = move || search::find(&path, &query, limit).map_err(ServeError::from);
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or(Err(ServeError::Elsewhere("the search could not be made".into())))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Reader>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything that can be asked for.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(pages::dashboard::page))
        .route("/articles", get(pages::articles::list))
        .route("/articles/{seq}", get(pages::articles::reader))
        .route("/articles/{seq}/explain", get(pages::explain::article))
        .route("/feeds", get(pages::feeds::list).post(pages::feeds::add))
        .route("/sites", get(pages::sites::list))
        .route("/sites/{site}", get(pages::sites::one))
        .route("/explain", get(pages::explain::form).post(pages::explain::posted))
        .route("/login", get(pages::login::form).post(pages::login::enter))
        .route("/style.css", get(assets::style))
        .route("/script.js", get(assets::script))
        .route("/icon.svg", get(assets::icon))
        .route("/metrics", get(metrics::metrics))
        .route("/openapi.json", get(assets::openapi))
        .route("/api/v1/health", get(api::health))
        .route("/api/v1/status", get(api::status))
        .route("/api/v1/extract", post(api::extract))
        .route("/api/v1/articles", get(api::articles))
        .route("/api/v1/articles/{seq}", get(api::article))
        .route("/api/v1/search", get(api::search))
        .route("/api/v1/feeds", get(api::feeds).post(api::add_feeds))
        .route("/api/v1/feeds/{id}", delete(api::drop_feed))
        .route("/api/v1/sites", get(api::sites))
        .route("/api/v1/sites/{site}", get(api::site))
        .route(&format!("{}/{{feed}}", hubs::PATH), get(hubs::question).post(hubs::delivery))
        .fallback(pages::missing)
        .layer(axum::extract::DefaultBodyLimit::max(app.config.max_body))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Serves until `stop` is done.
pub async fn serve(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let service = routes(Arc::new(app)).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(stop).await
}
