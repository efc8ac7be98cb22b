//! What requests share, and the table of routes.

use crate::admission::Visitor;
use crate::budget::Budget;
use crate::config::Config;
use crate::error::ServeError;
use crate::workers::Workers;
use crate::{api, assets, guard, hubs, metrics, pages, playground, search};
use axum::Router;
use axum::routing::{delete, get, post};
use dehusk_stream::Handle;
use dehusk_stream::store::Reader;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::Semaphore;

/// Threads that ask the store.
const READERS: usize = 4;
/// Pages that wait to be worked on, for each thread that does.
const WAITING: usize = 8;
/// Bytes of what strangers send, all together.
const STRANGERS_MEMORY: usize = 32 << 20;

/// What one kind of visitors shares.
#[derive(Debug)]
pub(crate) struct Share {
    /// Places for requests that are being answered.
    pub places: Semaphore,
    /// Memory for what they send.
    pub memory: Budget,
}

/// What requests share.
pub struct App {
    pub(crate) stream: Handle,
    pub(crate) config: Config,
    pub(crate) started: Instant,
    /// The threads on which pages are extracted.
    pub(crate) extractors: Workers,
    friends: Share,
    strangers: Share,
    reading: Workers,
    readers: Mutex<Vec<Reader>>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("config", &self.config).finish_non_exhaustive()
    }
}

impl App {
    /// An app over a running stream; fails where no threads can be had.
    pub fn new(stream: Handle, config: Config) -> std::io::Result<App> {
        let threads = std::thread::available_parallelism().map_or(2, |n| n.get().clamp(2, 8));
        let share = |places: usize, memory| Share {
            places: Semaphore::new(places.max(1)),
            memory: Budget::new(memory),
        };
        let for_strangers = config.at_once / 4;
        Ok(App {
            extractors: Workers::new("extract", threads, threads * WAITING)?,
            friends: share(config.at_once - for_strangers, config.memory),
            strangers: share(for_strangers, STRANGERS_MEMORY),
            reading: Workers::new("read", READERS, config.at_once)?,
            readers: Mutex::default(),
            started: Instant::now(),
            stream,
            config,
        })
    }

    /// What a visitor shares with those like it.
    pub(crate) fn share(&self, visitor: Visitor) -> &Share {
        match visitor {
            Visitor::Friend => &self.friends,
            Visitor::Stranger => &self.strangers,
        }
    }

    /// Memory for pages, which only friends have worked on.
    pub(crate) fn memory(&self) -> &Budget {
        &self.friends.memory
    }

    /// Asks the store.
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
        self.reading.run(work).await
    }

    /// Full-text search: numbers of articles, best first.
    pub(crate) async fn search(&self, query: String, limit: u32) -> Result<Vec<i64>, ServeError> {
        let path = search::path(self.stream.directory());
        let work = move || search::find(&path, &query, limit).map_err(ServeError::from);
        self.reading.run(work).await
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
        .route(playground::PATH, get(playground::page))
        .route(&format!("{}/{{file}}", playground::PATH), get(playground::part))
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
        .route(
            &format!("{}/{{feed}}/{{key}}", hubs::PATH),
            get(hubs::question).post(hubs::delivery),
        )
        .fallback(pages::missing)
        // The guard has limited it already.
        .layer(axum::extract::DefaultBodyLimit::disable())
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
