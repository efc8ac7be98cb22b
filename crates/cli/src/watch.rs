//! `dehusk watch`: feeds to articles, for as long as it runs. All work is in `dehusk-stream`.

mod settings;
mod status;
mod stop;

pub use settings::{SinkArgs, StreamArgs};
pub use status::Stats;
pub use stop::stop_signal;

use crate::clean;
use crate::units;
use clap::Args;
use dehusk_stream::feed::{Source, opml, read_sources};
use dehusk_stream::store::{Reader, Store};
use dehusk_stream::{Engine, Mode, SinkReport, Summary, sink};
use status::StatusLine;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Feeds that failed and are named at the end; of the others only their number is told.
const MAX_FAILURES_LISTED: usize = 10;

/// Arguments of `watch`.
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// Feeds: OPML files, files with one address a line, or addresses of feeds, sitemaps and pages that name
    /// feeds. They are remembered, so that none need be given the next time
    #[arg(value_name = "FILE|URL", value_hint = clap::ValueHint::FilePath)]
    pub sources: Vec<String>,

    /// Where articles go
    #[command(flatten)]
    pub sinks: SinkArgs,

    /// Visit every feed once, fetch what is new, and stop
    #[arg(long)]
    pub once: bool,

    /// Write the remembered feeds as OPML to standard output and stop
    #[arg(long, conflicts_with_all = ["to", "once"])]
    pub opml: bool,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = units::seconds)]
    pub stop_after: Option<Duration>,

    /// Write what was counted and how long each stage took to this file, as JSON
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub stats: Option<PathBuf>,

    /// How the stream behaves
    #[command(flatten)]
    pub stream: StreamArgs,
}

/// Carries it out.
pub fn watch(args: &WatchArgs) -> ExitCode {
    let result = if args.opml { write_opml(args) } else { run(args) };
    result.unwrap_or_else(|error| {
        eprintln!("dehusk: {}", clean::one_line(&error));
        ExitCode::from(2)
    })
}

/// Runs a stream to its end. What did not end in time is left behind: nothing it does is kept any more, and waiting
/// for it could take for ever.
pub fn on_runtime<T>(work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder
        .thread_name("network")
        .enable_all()
        .build()
        .map_err(|error| format!("the network cannot be used: {error}"))?;
    let ended = runtime.block_on(work);
    runtime.shutdown_background();
    ended
}

/// The feeds that arguments name. A file that cannot be read ends the run: it was meant.
pub fn sources(arguments: &[String]) -> Result<Vec<Source>, String> {
    let mut all = Vec::new();
    for argument in arguments {
        all.extend(read_sources(argument).map_err(|error| error.to_string())?);
    }
    Ok(all)
}

fn write_opml(args: &WatchArgs) -> Result<ExitCode, String> {
    // Opened as the writer first, so that a store that is not there yet is an empty one.
    drop(Store::open(&args.stream.data).map_err(|error| error.to_string())?);
    let reader = Reader::open(&args.stream.data).map_err(|error| error.to_string())?;
    let feeds = reader.feeds().map_err(|error| error.to_string())?;
    let source = |feed: dehusk_stream::store::FeedRow| Source {
        url: feed.url,
        title: feed.title,
        folder: feed.folder,
    };
    let sources: Vec<Source> = feeds.into_iter().map(source).collect();
    let text = opml::write("Feeds of dehusk", &sources);
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn run(args: &WatchArgs) -> Result<ExitCode, String> {
    let wanted = sources(&args.sources)?;
    on_runtime(stream(args, wanted))
}

async fn stream(args: &WatchArgs, wanted: Vec<Source>) -> Result<ExitCode, String> {
    let started = Instant::now();
    let sinks = args.sinks.sinks(&args.stream.fetch.user_agent)?;
    let line = StatusLine::new(args.sinks.use_standard_output());
    let engine = start(args, sinks, &line)?;
    let new = engine.add_feeds(wanted).await.map_err(|error| error.to_string())?;
    if new == 0 && engine.handle().status().feeds == 0 {
        return Err("no feeds: give OPML, a file with one address a line, or addresses".into());
    }
    let handle = engine.handle();
    let shown = line.show(handle.clone());
    let mode = if args.once { Mode::Once } else { Mode::Forever };
    let ended = engine.run(mode, stop_signal(args.stop_after)).await;
    shown.abort();
    line.clear();
    let stats = Stats::of(&handle, started.elapsed());
    if let Some(path) = &args.stats {
        let text = stats.json();
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let summary = ended.map_err(|error| error.to_string())?;
    eprintln!("{}", stats.summary(&summary));
    if args.once {
        tell_of_failures(&args.stream.data)?;
    }
    tell_of_sinks(&args.stream.data, &summary.sinks)?;
    Ok(exit_code(&summary, mode))
}

/// Names the feeds that could not be read, the first of them.
fn tell_of_failures(data: &Path) -> Result<(), String> {
    let reader = Reader::open(data).map_err(|error| error.to_string())?;
    let feeds = reader.feeds().map_err(|error| error.to_string())?;
    let failed: Vec<_> =
        feeds.iter().filter_map(|feed| Some((&feed.url, feed.error.as_ref()?))).collect();
    for (url, error) in failed.iter().take(MAX_FAILURES_LISTED) {
        eprintln!("dehusk: {}", clean::one_line(&format!("{url}: {error}")));
    }
    if failed.len() > MAX_FAILURES_LISTED {
        eprintln!("dehusk: … and {} feeds more", failed.len() - MAX_FAILURES_LISTED);
    }
    Ok(())
}

/// Names what sinks have not got, and what they will not take, the last of it.
fn tell_of_sinks(data: &Path, sinks: &[SinkReport]) -> Result<(), String> {
    let incomplete = sinks.iter().filter(|sink| !sink.is_complete());
    for SinkReport { name, lacks, set_aside, failure } in incomplete {
        if *lacks > 0 || failure.is_some() {
            let why = failure.as_deref().unwrap_or("the run ended before");
            let told = format!("{lacks} articles are not in {name} yet ({why}): run it again");
            eprintln!("dehusk: {}", clean::one_line(&told));
        }
        if *set_aside == 0 {
            continue;
        }
        eprintln!("dehusk: {set_aside} articles were set aside for {}", clean::one_line(name));
        let listed = (*set_aside).min(MAX_FAILURES_LISTED as u64) as u32;
        let reader = Reader::open(data).map_err(|error| error.to_string())?;
        let last = reader.set_aside(name, listed).map_err(|error| error.to_string())?;
        for aside in last {
            let article = reader.article(aside.seq).map_err(|error| error.to_string())?;
            let url = article.map_or(String::new(), |article| article.url);
            let told = format!("article {}, {url}: {}", aside.seq, aside.reason);
            eprintln!("dehusk: {}", clean::one_line(&told));
        }
    }
    Ok(())
}

fn start(
    args: &WatchArgs,
    sinks: Vec<Box<dyn sink::Sink>>,
    line: &StatusLine,
) -> Result<Engine, String> {
    let client = args.stream.client()?;
    let say = line.speaker();
    let settings = args.stream.settings()?;
    Engine::start(&args.stream.data, settings, client, sinks, say)
        .map_err(|error| error.to_string())
}

/// For a single round: 2 if a sink has not got everything, 1 if there was nothing new.
fn exit_code(summary: &Summary, mode: Mode) -> ExitCode {
    let complete = summary.sinks.iter().all(SinkReport::is_complete);
    match mode {
        Mode::Once if !complete => ExitCode::from(2),
        Mode::Once if summary.articles == 0 => ExitCode::from(1),
        Mode::Once | Mode::Forever => ExitCode::SUCCESS,
    }
}
