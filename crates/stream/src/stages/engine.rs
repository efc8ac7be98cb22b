//! The engine: what the stages share, how they are started and how they end.

use super::commit::{self, Command, site_of_item};
use super::deliver;
use super::extract::{self, PageTask};
use super::frontier::{Frontier, Job, Load};
use super::handle::Handle;
use super::places::{Place, Places};
use super::schedule::Round;
use super::settings::Settings;
use super::{page, subscribe, visit};
use crate::counts::Counts;
use crate::feed::Source;
use crate::fetch::{Client, Fetcher};
use crate::sink::Sink;
use crate::store::{ItemRow, Reader, Store, StoreError, now_ms};
use dehusk_site::Keys;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, watch};

/// Kilobytes of pages that may wait to be extracted.
pub const BUFFER_KB: u32 = 64 << 10;
/// Outcomes that may wait for the store.
const COMMANDS: usize = 1024;
/// Pages that may wait for one thread.
const TASKS: usize = 256;
/// How often the schedule is looked at.
const TICK: Duration = Duration::from_millis(50);

/// How long to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Until it is stopped.
    Forever,
    /// Every feed once, and what they bring.
    Once,
}

/// Why the stream cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such extractor.
    #[error("there is no extractor {0:?}: dehusk --list shows them")]
    Extractor(String),
    /// A stage ended before its time.
    #[error("{0}")]
    Stage(String),
}

/// How things stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Status {
    /// What is in the frontier.
    pub load: Load,
    /// Feeds that wait for their time.
    pub feeds: usize,
    /// Articles the slowest sink has not got yet.
    pub lag: usize,
    /// Bytes of site memories that are held.
    pub memories: usize,
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Articles that were kept.
    pub articles: u64,
    /// Pages that are tried again the next time.
    pub resting: usize,
    /// Whether the run was stopped before it was done.
    pub stopped: bool,
}

type FeedName = Arc<(String, Option<String>)>;

/// What the stages share.
pub struct Shared {
    pub settings: Settings,
    pub fetcher: Fetcher,
    pub counts: Arc<Counts>,
    pub frontier: Frontier,
    pub commits: mpsc::Sender<Command>,
    pub keys: Keys,
    pub directory: PathBuf,
    pub extractor: &'static dehusk::registry::Entry,
    pub buffer: Arc<Semaphore>,
    /// Sinks deliver what there is, then end.
    pub ending: AtomicBool,
    shards: Vec<mpsc::Sender<Option<Box<PageTask>>>>,
    places: Places,
    memories: AtomicUsize,
    runtime: tokio::runtime::Handle,
    stopping: watch::Sender<bool>,
    due: Mutex<BinaryHeap<Reverse<(i64, i64)>>>,
    aside: Mutex<Vec<(i64, i64)>>,
    feed_names: Mutex<HashMap<i64, FeedName>>,
    wakes: Mutex<Vec<SyncSender<()>>>,
    positions: Vec<AtomicI64>,
    newest: AtomicI64,
    failure: Mutex<Option<String>>,
    say: Box<dyn Fn(&str) + Send + Sync>,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Queues a page.
    pub fn enqueue(self: &Arc<Self>, item: ItemRow) {
        self.push(&site_of_item(&item), Job::Page(item));
    }

    /// Queues a job at a site and sees to it that somebody does it.
    pub fn push(self: &Arc<Self>, site: &str, job: Job) {
        if self.frontier.push(site, job) {
            let (shared, site) = (self.clone(), site.to_string());
            self.runtime.spawn(async move { shared.work_at(&site).await });
        }
    }

    /// Does the jobs of a site until there are none.
    async fn work_at(self: &Arc<Self>, site: &str) {
        let mut stopping = self.stopping.subscribe();
        let mut place = Place::default();
        while let Some(job) = self.frontier.next(site) {
            let work = async {
                self.places.take(&mut place, self.fetcher.wait(site)).await;
                match job {
                    Job::Feed(feed) => visit::visit(self, *feed).await,
                    Job::Page(item) => page::fetch(self, item).await,
                }
            };
            tokio::select! {
                () = work => {}
                // What is cut short here is still in the queue of the store.
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
    }

    /// The thread that has a site.
    pub fn shard(&self, site: &str) -> &mpsc::Sender<Option<Box<PageTask>>> {
        let hash = twox_hash::XxHash3_64::oneshot(site.as_bytes());
        // There is at least one, and the remainder is below their number.
        &self.shards[(hash % self.shards.len() as u64) as usize]
    }

    /// Feeds become due at these times.
    pub fn due_again(&self, due: Vec<(i64, i64)>) {
        locked(&self.due).extend(due.into_iter().map(Reverse));
    }

    /// The next feed, if it is due or time does not matter.
    pub fn next_due(&self, now: i64, any_time: bool) -> Option<(i64, i64)> {
        let mut due = locked(&self.due);
        let Reverse((at, _)) = due.peek()?;
        if any_time || *at <= now { due.pop().map(|Reverse(feed)| feed) } else { None }
    }

    /// A feed that is not looked at again in this run.
    pub fn put_aside(&self, due: i64, id: i64) {
        locked(&self.aside).push((due, id));
    }

    /// How many feeds wait, those that are not looked at again in this run included.
    pub fn feeds_waiting(&self) -> usize {
        locked(&self.due).len() + locked(&self.aside).len()
    }

    /// Whether any feed waits.
    pub fn has_due(&self) -> bool {
        !locked(&self.due).is_empty()
    }

    /// Address and title of a feed.
    pub fn feed_name(&self, id: i64, reader: &Reader) -> Result<FeedName, StoreError> {
        if let Some(name) = locked(&self.feed_names).get(&id) {
            return Ok(name.clone());
        }
        let feed = reader.feed(id)?.unwrap_or_default();
        let known = feed.checked.is_some();
        let name = Arc::new((feed.url, feed.title));
        if known {
            locked(&self.feed_names).insert(id, name.clone());
        }
        Ok(name)
    }

    /// Tells the sinks that there is something new.
    pub fn wake_sinks(&self, newest: i64) {
        self.newest.fetch_max(newest, Ordering::Relaxed);
        // A sink that is awake already need not be told twice.
        for wake in locked(&self.wakes).iter() {
            let _ = wake.try_send(());
        }
    }

    /// A sink has everything up to an article.
    pub fn delivered(&self, sink: usize, seq: i64) {
        if let Some(position) = self.positions.get(sink) {
            position.store(seq, Ordering::Relaxed);
        }
    }

    /// How many articles the slowest sink lacks.
    pub fn lag(&self) -> usize {
        let kept = self.newest.load(Ordering::Relaxed);
        let slowest = self.positions.iter().map(|p| p.load(Ordering::Relaxed)).min();
        slowest.map_or(0, |seq| usize::try_from(kept - seq).unwrap_or_default())
    }

    /// A site memory has become larger or smaller.
    pub fn memories_grew(&self, before: usize, after: usize) {
        self.memories.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
    }

    /// Bytes of site memories that all threads hold.
    pub fn memories(&self) -> usize {
        self.memories.load(Ordering::Relaxed)
    }

    /// Something that ends the run.
    pub fn fail(&self, error: impl std::fmt::Display) {
        locked(&self.failure).get_or_insert_with(|| error.to_string());
        self.frontier.close();
        self.stopping.send_replace(true);
    }

    /// Tells the user something.
    pub fn say(&self, message: &str) {
        (self.say)(message);
    }
}

/// A stream that is set up.
pub struct Engine {
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
    extractors: Vec<JoinHandle<()>>,
    sinks: Vec<JoinHandle<()>>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("directory", &self.shared.directory).finish_non_exhaustive()
    }
}

impl Engine {
    /// Opens the store of a directory and starts the threads; nothing is fetched before [`Engine::run`].
    /// `say` is told what went wrong where somebody should know. Has to be called within a runtime.
    pub fn start(
        directory: &Path,
        settings: Settings,
        client: Arc<dyn Client>,
        sinks: Vec<Box<dyn Sink>>,
        say: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Engine, StreamError> {
        let name = settings.extractor.as_deref();
        let extractor = extract::extractor(name)
            .ok_or_else(|| StreamError::Extractor(name.unwrap_or_default().into()))?;
        let mut store = Store::open(directory)?;
        if let Some(keep) = settings.keep_articles {
            store.set_retention(keep, sinks.iter().map(|sink| sink.name()).collect());
            store.expire(now_ms(), &say)?;
        }
        let reader = Reader::open(directory)?;
        let (commits, commands) = mpsc::channel(COMMANDS);
        let channels = (0..settings.threads.max(1)).map(|_| mpsc::channel(TASKS));
        let (shards, tasks): (Vec<_>, Vec<_>) = channels.unzip();
        let (wakes, woken): (Vec<_>, Vec<_>) = sinks.iter().map(|_| sync_channel(1)).unzip();
        let positions = sinks.iter().map(|sink| reader.position(&sink.name()));
        let positions = positions.map(|p| Ok(AtomicI64::new(p?.unwrap_or_default().seq)));
        let positions = positions.collect::<Result<Vec<_>, StoreError>>()?;
        let shared = Arc::new(Shared {
            fetcher: Fetcher::new(client, settings.policy.clone()),
            counts: Arc::default(),
            frontier: Frontier::new(settings.policy.at_once),
            commits,
            keys: settings.keys.clone(),
            directory: directory.into(),
            extractor,
            buffer: Arc::new(Semaphore::new(BUFFER_KB as usize)),
            ending: AtomicBool::new(false),
            shards,
            places: Places::new(settings.policy.overall),
            memories: AtomicUsize::new(0),
            runtime: tokio::runtime::Handle::current(),
            stopping: watch::Sender::new(false),
            due: Mutex::new(reader.due()?.into_iter().map(Reverse).collect()),
            aside: Mutex::default(),
            feed_names: Mutex::default(),
            wakes: Mutex::new(wakes),
            positions,
            newest: AtomicI64::new(store.newest()?),
            failure: Mutex::default(),
            say: Box::new(say),
            settings,
        });
        Engine::with_threads(shared, store, commands, tasks, sinks, woken)
    }

    fn with_threads(
        shared: Arc<Shared>,
        store: Store,
        commands: mpsc::Receiver<Command>,
        tasks: Vec<mpsc::Receiver<Option<Box<PageTask>>>>,
        sinks: Vec<Box<dyn Sink>>,
        woken: Vec<Receiver<()>>,
    ) -> Result<Engine, StreamError> {
        let writer = {
            let shared = shared.clone();
            thread("store", move || commit::run(&shared, store, commands))?
        };
        let extractor = |tasks| {
            let shared = shared.clone();
            thread("extract", move || extract::run(&shared, tasks))
        };
        let extractors = tasks.into_iter().map(extractor).collect::<Result<_, _>>()?;
        let deliverer = |(number, (sink, wake)): (usize, (Box<dyn Sink>, Receiver<()>))| {
            let shared = shared.clone();
            thread("sink", move || deliver::run(&shared, sink, number, &wake))
        };
        let sinks = sinks.into_iter().zip(woken).enumerate().map(deliverer);
        let sinks = sinks.collect::<Result<_, _>>()?;
        Ok(Engine { shared, writer: Some(writer), extractors, sinks })
    }

    /// What is counted.
    pub fn counts(&self) -> &Arc<Counts> {
        &self.shared.counts
    }

    /// A handle for others who look and ask while the engine runs.
    pub fn handle(&self) -> Handle {
        Handle::of(&self.shared)
    }

    /// Adds feeds; how many are new.
    pub async fn add_feeds(&self, sources: Vec<Source>) -> Result<usize, StreamError> {
        self.handle().add_feeds(sources).await
    }

    /// Runs until everything is done or `stop` is.
    pub async fn run(
        mut self,
        mode: Mode,
        stop: impl Future<Output = ()>,
    ) -> Result<Summary, StreamError> {
        let reader = Reader::open(&self.shared.directory)?;
        for item in reader.queue()? {
            if item.due > crate::store::now_ms() {
                self.shared.frontier.rest(item);
            } else {
                self.shared.enqueue(item);
            }
        }
        let subscriber = tokio::spawn(subscribe::run(self.shared.clone()));
        let mut round = Round::new(mode);
        let mut stopping = self.shared.stopping.subscribe();
        tokio::pin!(stop);
        let mut stopped = false;
        loop {
            if round.step(&self.shared, &reader)? {
                break;
            }
            tokio::select! {
                () = &mut stop => { stopped = true; break }
                _ = stopping.wait_for(|stop| *stop) => { stopped = true; break }
                () = tokio::time::sleep(TICK) => {}
            }
        }
        subscriber.abort();
        drop(reader);
        let resting = self.shared.frontier.load().resting;
        self.end().await;
        if let Some(failure) = locked(&self.shared.failure).take() {
            return Err(StreamError::Stage(failure));
        }
        let articles = self.shared.counts.get("articles");
        Ok(Summary { articles, resting, stopped })
    }

    /// Ends the stages in their order, so that each can hand over what it has.
    async fn end(&mut self) {
        self.shared.frontier.close();
        self.shared.stopping.send_replace(true);
        for shard in &self.shared.shards {
            let _ = shard.send(None).await;
        }
        join(std::mem::take(&mut self.extractors)).await;
        // Sinks end when they have everything, so everything has to be kept before.
        let _ = self.handle().ask(Command::Flush).await;
        self.shared.ending.store(true, Ordering::SeqCst);
        self.shared.wake_sinks(0);
        join(std::mem::take(&mut self.sinks)).await;
        let _ = self.shared.commits.send(Command::Stop).await;
        join(self.writer.take().into_iter().collect()).await;
    }
}

/// A thread with a name, by which the system tells what it costs.
fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StreamError> {
    let thread = std::thread::Builder::new().name(name.into()).spawn(work);
    thread.map_err(|error| StreamError::Stage(format!("no thread can be started: {error}")))
}

async fn join(threads: Vec<JoinHandle<()>>) {
    let wait = move || threads.into_iter().for_each(|thread| drop(thread.join()));
    let _ = tokio::task::spawn_blocking(wait).await;
}
