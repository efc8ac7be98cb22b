//! The stages and what goes between them.
//!
//! ```text
//!  Schedule ──jobs──▶ SiteWorkers ──pages──▶ Extract ──articles──▶ Commit ──wakes──▶ Deliver
//!     ▲               (FeedVisitor,          (a thread                │              (a thread
//!     │                PageFetcher)           for some sites)         │               a sink)
//!     │                    └──visits, failures──────────────────────▶ │
//!     └──────────────────────────news of what was kept────────────────┘
//! ```
//!
//! Each stage owns its state and gets its channels, and the few things it reads, from here. `Schedule` runs in the
//! engine's task, `SiteWorkers` are tasks, a few for each site with something to do, and all others are threads.

use super::commands::{Command, NewsReceiver, NewsSender, StoreQueue};
use super::commit::Commit;
use super::deliver::{Deliver, Outlet};
use super::ending::Ending;
use super::extract::Extract;
use super::extractor_pool::{ExtractorPool, Tasks};
use super::fetch_page::PageFetcher;
use super::frontier::Frontier;
use super::handle::{Handle, View};
use super::outbox::Outbox;
use super::places::Places;
use super::schedule::Schedule;
use super::site_workers::SiteWorkers;
use super::subscribe::Hubs;
use super::visit_feed::{FeedVisitor, Parsers};
use super::{Say, Settings, StreamError};
use crate::counts::Counts;
use crate::fetch::{Client, Fetcher};
use crate::schedule::to_ms;
use crate::sink::Sink;
use crate::store::{Reader, Store};
use dehusk::extractor::NamedExtractor;
use dehusk_site::Keys;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use tokio::sync::{mpsc, watch};

/// Everything a run consists of, wired and ready to be started.
pub struct Stages {
    /// Lets in what is due.
    pub schedule: Schedule,
    /// Visits feeds and fetches pages.
    pub workers: Arc<SiteWorkers>,
    /// The way to the threads that extract, and their work.
    pub extractors: (ExtractorPool, Vec<(Extract, Tasks)>),
    /// Stores.
    pub commit: Commit,
    /// One for each sink, with what wakes it.
    pub deliverers: Vec<(Deliver, Outlet, Receiver<()>)>,
    /// Asks hubs.
    pub hubs: Arc<Hubs>,
    /// Where a stage says that it cannot go on.
    pub failures: mpsc::UnboundedReceiver<StreamError>,
    /// Drops the work at all sites.
    pub stop: watch::Sender<bool>,
    /// What others see of the run.
    pub handle: Handle,
}

/// The ends of the channels that stages read from.
struct Ends {
    commands: mpsc::Receiver<Command>,
    news: NewsReceiver,
    tasks: Vec<Tasks>,
    wakes: Vec<Receiver<()>>,
    stopping: watch::Receiver<bool>,
}

/// What stages are made of. It exists while they are made; no stage gets it.
struct Parts {
    settings: Settings,
    directory: PathBuf,
    extractor: NamedExtractor,
    counts: Arc<Counts>,
    fetcher: Arc<Fetcher>,
    keys: Arc<Keys>,
    outbox: Arc<Outbox>,
    say: Say,
    store: StoreQueue,
    news: NewsSender,
    pool: ExtractorPool,
    ending: Ending,
}

impl Stages {
    /// Opens the store of a directory and makes the stages. Has to be called within a runtime.
    pub fn wire(
        directory: &Path,
        settings: Settings,
        client: Arc<dyn Client>,
        sinks: Vec<Box<dyn Sink>>,
        say: Say,
    ) -> Result<Stages, StreamError> {
        let extractor = super::extract::extractor(settings.extractor.as_deref())?;
        let mut store = Store::open(directory)?;
        let reader = Reader::open(directory)?;
        let names = sinks.iter().map(|sink| sink.name()).collect();
        let sinks = Outlet::open_all(&mut store, directory, sinks)?;
        if let Some(keep) = settings.keep_articles {
            store.set_retention(keep, names);
            store.expire(settings.policy.clock.now_ms(), |line| say(line))?;
        }
        let positions = sinks.iter().map(Outlet::position).collect();

        let (queue, commands) = StoreQueue::new();
        let (news, heard) = mpsc::unbounded_channel();
        let (pool, tasks) = ExtractorPool::new(settings.threads);
        let (outbox, wakes) = Outbox::new(store.newest()?, positions);
        let (ending, failures) = Ending::new();
        let (stop, stopping) = watch::channel(false);
        let ends = Ends { commands, news: heard, tasks, wakes, stopping };
        let parts = Parts {
            directory: directory.into(),
            extractor,
            counts: Arc::default(),
            fetcher: Arc::new(Fetcher::new(client, settings.policy.clone())),
            keys: Arc::new(settings.keys.clone()),
            outbox: Arc::new(outbox),
            say,
            store: queue,
            news,
            pool,
            ending,
            settings,
        };
        parts.stages(store, reader, sinks, ends, failures, stop)
    }
}

impl Parts {
    fn stages(
        self,
        store: Store,
        reader: Reader,
        sinks: Vec<Outlet>,
        ends: Ends,
        failures: mpsc::UnboundedReceiver<StreamError>,
        stop: watch::Sender<bool>,
    ) -> Result<Stages, StreamError> {
        let workers = Arc::new(self.site_workers(ends.stopping));
        let schedule = Schedule::new(
            reader,
            ends.news,
            workers.clone(),
            self.outbox.clone(),
            &self.settings.intervals,
            self.settings.queue,
        )?;
        let extractors = ends.tasks.into_iter().map(|tasks| (self.extract(), tasks)).collect();
        let commit = self.commit(store, ends.commands);
        let deliverers = sinks.into_iter().zip(ends.wakes);
        let deliverers = deliverers.map(|(sink, wake)| (self.deliver(), sink, wake)).collect();
        let hubs = Arc::new(self.hubs());
        let handle = self.handle(&schedule, hubs.clone());
        let extractors = (self.pool, extractors);
        Ok(Stages {
            schedule,
            workers,
            extractors,
            commit,
            deliverers,
            hubs,
            failures,
            stop,
            handle,
        })
    }

    fn site_workers(&self, stopping: watch::Receiver<bool>) -> SiteWorkers {
        let policy = &self.settings.policy;
        SiteWorkers {
            frontier: Frontier::new(policy.at_once),
            places: Places::new(policy.overall, policy.clock),
            fetcher: self.fetcher.clone(),
            feeds: FeedVisitor {
                fetcher: self.fetcher.clone(),
                store: self.store.clone(),
                intervals: self.settings.intervals,
                counts: self.counts.clone(),
                parsers: Parsers::default(),
            },
            pages: PageFetcher {
                fetcher: self.fetcher.clone(),
                extractors: self.pool.clone(),
                store: self.store.clone(),
                retries: self.settings.retries,
                counts: self.counts.clone(),
            },
            news: self.news.clone(),
            counts: self.counts.clone(),
            stopping,
            runtime: tokio::runtime::Handle::current(),
        }
    }

    fn extract(&self) -> Extract {
        Extract {
            directory: self.directory.clone(),
            store: self.store.clone(),
            fetcher: self.fetcher.clone(),
            extractor: self.extractor.clone(),
            keys: self.keys.clone(),
            limits: self.settings.limits.clone(),
            memories: self.settings.memories / self.settings.threads.max(1),
            keeps_pages: self.settings.kept_pages > 0,
            counts: self.counts.clone(),
            ending: self.ending.clone(),
        }
    }

    fn commit(&self, store: Store, commands: mpsc::Receiver<Command>) -> Commit {
        Commit {
            store,
            commands,
            news: self.news.clone(),
            outbox: self.outbox.clone(),
            counts: self.counts.clone(),
            ending: self.ending.clone(),
            say: self.say.clone(),
            clock: self.settings.policy.clock,
            first_interval: to_ms(self.settings.intervals.first),
            kept_pages: self.settings.kept_pages,
            runtime: tokio::runtime::Handle::current(),
        }
    }

    fn deliver(&self) -> Deliver {
        let store = self.store.clone();
        Deliver {
            notes: Arc::new(move |progress| {
                store.ask_blocking(|reply| Command::Position(progress, reply))
            }),
            outbox: self.outbox.clone(),
            counts: self.counts.clone(),
            say: self.say.clone(),
            ending: self.ending.clone(),
            clock: self.settings.policy.clock,
        }
    }

    fn hubs(&self) -> Hubs {
        Hubs {
            directory: self.directory.clone(),
            callback: self.settings.callback.clone(),
            fetcher: self.fetcher.clone(),
            store: self.store.clone(),
            counts: self.counts.clone(),
            say: self.say.clone(),
        }
    }

    fn handle(&self, schedule: &Schedule, hubs: Arc<Hubs>) -> Handle {
        Handle(Arc::new(View {
            counts: self.counts.clone(),
            status: schedule.status(),
            outbox: self.outbox.clone(),
            store: self.store.clone(),
            fetcher: self.fetcher.clone(),
            hubs,
            directory: self.directory.clone(),
            keys: self.keys.clone(),
            extractor: self.extractor.name().to_string(),
            kept_pages: self.settings.kept_pages,
            local_only: self.settings.local_only,
        }))
    }
}
