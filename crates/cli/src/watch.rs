//! `dehusk watch`: feeds to articles, for as long as it runs. All work is in `dehusk-stream`.

pub mod contact;
mod error;
mod failures;
mod settings;
mod status;

pub use error::WatchError;
pub use settings::{SinkArgs, StreamArgs};

use crate::stdout::stdout;
use crate::stop::stop_signal;
use crate::terminal;
use crate::value_parsers as parse;
use clap::Args;
use dehusk_stream::feed::{Source, opml, read_sources};
use dehusk_stream::store::{Reader, now_ms};
use dehusk_stream::{Engine, Mode, SinkReport, Summary, sink};
use status::{Stats, StatusLine};
use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Articles that were set aside and are named at the end; of the others only their number is told.
const MAX_LISTED: u64 = 10;

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
    #[arg(long, value_name = "SECONDS", value_parser = parse::seconds)]
    pub stop_after: Option<Duration>,

    /// Write what was counted and how long each stage took to this file, as JSON
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub stats: Option<PathBuf>,

    /// Add a line of JSON for each page and feed that fails to this file, with its reason, as it happens
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub failures: Option<PathBuf>,

    /// How the stream behaves
    #[command(flatten)]
    pub stream: StreamArgs,
}

/// Carries it out.
pub fn watch(args: &mut WatchArgs) -> Result<ExitCode, WatchError> {
    if args.opml { write_opml(args) } else { run(args) }
}

/// Runs a stream to its end. What did not end in time is left behind: nothing it does is kept any more, and waiting
/// for it could take for ever.
pub fn on_runtime<T>(work: impl Future<Output = Result<T, WatchError>>) -> Result<T, WatchError> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let built = builder.thread_name("network").enable_all().build();
    let runtime = built.map_err(WatchError::Runtime)?;
    let ended = runtime.block_on(work);
    runtime.shutdown_background();
    ended
}

/// The feeds that arguments name. A file that cannot be read ends the run: it was meant.
pub fn sources(arguments: &[String]) -> Result<Vec<Source>, WatchError> {
    let mut all = Vec::new();
    for argument in arguments {
        all.extend(read_sources(argument)?);
    }
    Ok(all)
}

fn write_opml(args: &WatchArgs) -> Result<ExitCode, WatchError> {
    let reader = Reader::open(&args.stream.data)?;
    let feeds = reader.feeds()?;
    let source = |feed: dehusk_stream::store::FeedRow| Source {
        url: feed.url,
        title: feed.title,
        folder: feed.folder,
    };
    let sources: Vec<Source> = feeds.into_iter().map(source).collect();
    let text = opml::write("Feeds of dehusk", &sources);
    let is_seen = std::io::stdout().is_terminal();
    let shown = if is_seen { terminal::printable(&text) } else { Cow::Borrowed(&*text) };
    stdout().write_all(shown.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn run(args: &mut WatchArgs) -> Result<ExitCode, WatchError> {
    let wanted = sources(&args.sources)?;
    contact::settle(&mut args.stream, &wanted)?;
    on_runtime(stream(args, wanted))
}

async fn stream(args: &WatchArgs, wanted: Vec<Source>) -> Result<ExitCode, WatchError> {
    let (started, since) = (Instant::now(), now_ms());
    let sinks = args.sinks.sinks(&args.stream)?;
    let line = StatusLine::new(args.sinks.use_standard_output());
    let engine = start(args, sinks, &line)?;
    contact::remember(&args.stream)?;
    let new = engine.add_feeds(wanted).await?;
    if new == 0 && engine.handle().status().feeds == 0 {
        return Err(WatchError::NoFeeds);
    }
    let handle = engine.handle();
    let shown = line.show(handle.clone());
    let mode = if args.once { Mode::Once } else { Mode::Forever };
    let ended = engine.run(mode, stop_signal(args.stop_after)).await;
    shown.abort();
    line.clear();
    let stats = Stats::of(&handle, started.elapsed());
    if let Some(path) = &args.stats {
        let at = |source| WatchError::Stats { path: path.clone(), source };
        std::fs::write(path, stats.json()).map_err(at)?;
    }
    let summary = ended?;
    stats.summary(&summary).lines().for_each(terminal::say);
    failures::tell(&args.stream.data, since, args.failures.is_some())?;
    tell_of_sinks(&args.stream.data, &summary.sinks)?;
    Ok(exit_code(&summary, mode))
}

/// Names what sinks have not got, and what they will not take, the last of it.
fn tell_of_sinks(data: &Path, sinks: &[SinkReport]) -> Result<(), WatchError> {
    let incomplete = sinks.iter().filter(|sink| !sink.is_complete());
    for SinkReport { name, lacks, set_aside, failure } in incomplete {
        if *lacks > 0 || failure.is_some() {
            let why = failure.as_deref().unwrap_or("the run ended before");
            terminal::say(&format!(
                "{name} still lacks {} ({why}): run it again",
                terminal::counted(*lacks, "article")
            ));
        }
        if *set_aside == 0 {
            continue;
        }
        let what = "`dehusk store redeliver` on the folder has them delivered again";
        terminal::say(&format!(
            "{} set aside for {name}: {what}",
            terminal::counted(*set_aside, "article")
        ));
        let listed = (*set_aside).min(MAX_LISTED) as u32;
        let reader = Reader::open(data)?;
        for aside in reader.set_aside(name, listed)? {
            let url = reader.article(aside.seq)?.map_or(String::new(), |article| article.url);
            terminal::say(&format!("article {}, {url}: {}", aside.seq, aside.reason));
        }
    }
    Ok(())
}

fn start(
    args: &WatchArgs,
    sinks: Vec<Box<dyn sink::Sink>>,
    line: &StatusLine,
) -> Result<Engine, WatchError> {
    let client = args.stream.client()?;
    let say = line.speaker();
    let mut settings = args.stream.settings()?;
    if let Some(path) = &args.failures {
        settings.failures = failures::to_file(path)?;
    }
    Ok(Engine::start(&args.stream.data, settings, client, sinks, say)?)
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
