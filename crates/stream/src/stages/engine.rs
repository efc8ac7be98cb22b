//! The engine: starts the stages, lets them run, and ends them in their order.

use super::commands::{Command, StoreQueue};
use super::deliver::SinkReport;
use super::extractor_pool::ExtractorPool;
use super::handle::Handle;
use super::outbox::Outbox;
use super::schedule::Schedule;
use super::site_workers::SiteWorkers;
use super::subscribe::Hubs;
use super::wiring::Stages;
use super::{Mode, Settings, StreamError, Summary};
use crate::counts::{Counter, Counts};
use crate::feed::Source;
use crate::fetch::Client;
use crate::sink::Sink;
use std::path::Path;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// How long each stage may take to hand over what it has when a run is stopped. What it has not handed over by then
/// is done again in the next run.
const STOP_DEADLINE: Duration = Duration::from_secs(5);

/// A stream that is set up.
pub struct Engine {
    schedule: Schedule,
    workers: Arc<SiteWorkers>,
    pool: ExtractorPool,
    store: StoreQueue,
    outbox: Arc<Outbox>,
    hubs: Arc<Hubs>,
    failures: mpsc::UnboundedReceiver<StreamError>,
    stop: watch::Sender<bool>,
    handle: Handle,
    extractors: Vec<Running<()>>,
    writer: Running<()>,
    /// The sinks by their names.
    sinks: Vec<(String, Running<SinkReport>)>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("handle", &self.handle).finish_non_exhaustive()
    }
}

/// Why a run is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    /// There is nothing left to do.
    Done,
    /// Somebody wants it to end.
    Stopped,
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
        let stages = Stages::wire(directory, settings, client, sinks, Arc::new(say))?;
        let Stages { schedule, workers, extractors, commit, deliverers, hubs, .. } = stages;
        let Stages { failures, stop, handle, .. } = stages;
        let (pool, extractors) = extractors;
        let extractors = extractors
            .into_iter()
            .map(|(stage, tasks)| thread("extract", move || stage.run(tasks)));
        let extractors = extractors.collect::<Result<_, _>>()?;
        let writer = thread("store", move || commit.run())?;
        let sinks = deliverers.into_iter().enumerate().map(|(number, (stage, sink, wake))| {
            let name = sink.name().to_string();
            Ok((name, thread("sink", move || sink.run(&stage, number, &wake))?))
        });
        let sinks = sinks.collect::<Result<_, StreamError>>()?;
        let (store, outbox) = (handle.0.store.clone(), handle.0.outbox.clone());
        Ok(Engine {
            schedule,
            workers,
            pool,
            store,
            outbox,
            hubs,
            failures,
            stop,
            handle,
            extractors,
            writer,
            sinks,
        })
    }

    /// What is counted.
    pub fn counts(&self) -> &Arc<Counts> {
        self.handle.counts()
    }

    /// A handle for others who look and ask while the engine runs.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Adds feeds; how many are new.
    pub async fn add_feeds(&self, sources: Vec<Source>) -> Result<usize, StreamError> {
        self.handle.add_feeds(sources).await
    }

    /// Runs until everything is done or `stop` is. What is left to hand over then is, for as long as it takes; when
    /// somebody stops it, for a few seconds more.
    pub async fn run(
        mut self,
        mode: Mode,
        stop: impl Future<Output = ()>,
    ) -> Result<Summary, StreamError> {
        let hubs = self.hubs.clone();
        let hubs = tokio::spawn(async move { hubs.run().await });
        let mut stop = pin!(stop);
        let over = self.work(mode, stop.as_mut()).await;
        hubs.abort();
        // Who stops a run does not want to wait for a sink that does not answer either.
        let (hurry, hurried) = watch::channel(!matches!(over, Ok(Over::Done)));
        let hurrying = async {
            if !*hurry.borrow() {
                stop.await;
                hurry.send_replace(true);
            }
            std::future::pending::<()>().await;
        };
        let sinks = tokio::select! {
            reports = self.end(&hurried) => reports,
            () = hurrying => Vec::new(),
        };
        let over = over?;
        // A stage may have failed while it ended.
        if let Ok(error) = self.failures.try_recv()
            && !matches!(error, StreamError::NobodyReads)
        {
            return Err(error);
        }
        let articles = self.counts().get(Counter::Articles);
        let stopped = over == Over::Stopped || *hurried.borrow();
        Ok(Summary { articles, resting: self.schedule.resting(), stopped, sinks })
    }

    async fn work(
        &mut self,
        mode: Mode,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<Over, StreamError> {
        loop {
            if self.schedule.step(mode)? {
                return Ok(Over::Done);
            }
            tokio::select! {
                () = &mut stop => return Ok(Over::Stopped),
                Some(error) = self.failures.recv() => return match error {
                    StreamError::NobodyReads => Ok(Over::Stopped),
                    error => Err(error),
                },
                () = self.schedule.wait() => {}
            }
        }
    }

    /// Ends the stages in their order, so that each can hand over what it has. A stage that does not within its
    /// deadline once it is to hurry is left behind: the store is as the last commit left it, so nothing is lost.
    async fn end(&mut self, hurried: &watch::Receiver<bool>) -> Vec<SinkReport> {
        self.workers.frontier.close();
        self.stop.send_replace(true);
        let extractors = std::mem::take(&mut self.extractors);
        within(hurried, async {
            self.pool.end().await;
            join(extractors).await;
            // Sinks end when they have everything, so everything has to be kept before.
            let _ = self.store.ask(Command::Flush).await;
        })
        .await;
        self.outbox.end();
        let reports = self.end_sinks(hurried).await;
        within(hurried, async {
            self.store.put(Command::Stop).await;
            let _ = (&mut self.writer).await;
        })
        .await;
        reports
    }

    /// How all sinks stand at the end, those among them that do not end.
    async fn end_sinks(&mut self, hurried: &watch::Receiver<bool>) -> Vec<SinkReport> {
        let mut sinks = std::mem::take(&mut self.sinks);
        let mut reports = Vec::new();
        let mut late = false;
        for (number, (name, running)) in sinks.iter_mut().enumerate() {
            let ended = match late {
                true => running.try_recv().ok(),
                false => match within(hurried, &mut *running).await {
                    Some(ended) => ended.ok(),
                    None => {
                        late = true;
                        None
                    }
                },
            };
            reports.push(ended.unwrap_or_else(|| SinkReport {
                name: name.clone(),
                lacks: self.outbox.lag_of(number) as u64,
                failure: Some("it did not end in time".into()),
                ..SinkReport::default()
            }));
        }
        reports
    }
}

/// Waits for something, but once it is to hurry no longer than its deadline.
async fn within<T>(hurried: &watch::Receiver<bool>, work: impl Future<Output = T>) -> Option<T> {
    let mut hurried = hurried.clone();
    let late = async {
        // Without somebody who could hurry it there is all the time.
        if hurried.wait_for(|hurried| *hurried).await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(STOP_DEADLINE).await;
    };
    tokio::select! {
        done = work => Some(done),
        () = late => None,
    }
}

/// The end of a thread, with what it gives; an error if it crashed.
type Running<T> = oneshot::Receiver<T>;

/// Starts a thread with a name, by which the system tells what it costs.
fn thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Running<T>, StreamError> {
    let (done, running) = oneshot::channel();
    // Nobody waits any more for a thread that did not end in time.
    let work = move || drop(done.send(work()));
    std::thread::Builder::new().name(name.into()).spawn(work).map_err(StreamError::Thread)?;
    Ok(running)
}

/// Waits for the end of threads; what they gave.
async fn join<T>(threads: Vec<Running<T>>) -> Vec<T> {
    let mut all = Vec::new();
    for thread in threads {
        all.extend(thread.await.ok());
    }
    all
}
