//! `dehusk watch`: feeds to articles, for as long as it runs. All work is in `dehusk-stream`.

mod settings;
mod status;

pub use settings::StreamArgs;
pub use status::Stats;

use crate::clean;
use crate::units;
use clap::Args;
use dehusk_stream::feed::{Source, opml, read_sources};
use dehusk_stream::store::Reader;
use dehusk_stream::{Engine, Mode, Summary, sink};
use status::StatusLine;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Feeds that failed and are named at the end.
const TOLD: usize = 10;

/// Arguments of `watch`.
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// Feeds: OPML files, files with one address a line, or addresses of feeds, sitemaps and pages that name
    /// feeds. They are remembered, so that none need be given the next time
    #[arg(value_name = "FILE|URL", value_hint = clap::ValueHint::FilePath)]
    pub sources: Vec<String>,

    /// Where articles go; can be given again
    ///
    /// A folder gets Markdown files; a name ending in .jsonl gets JSON lines, in .sqlite or .db a table, in
    /// .parquet a folder of Parquet files; an address gets each article posted; - is standard output. A kind
    /// and a colon say it plainly: jsonl, markdown, parquet, sqlite, webhook. Whatever is given here, articles
    /// are also kept in the folder of --data.
    #[arg(long, value_name = "PLACE")]
    pub to: Vec<String>,

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

/// The runtime of a stream.
pub fn runtime() -> Result<tokio::runtime::Runtime, String> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder
        .thread_name("network")
        .enable_all()
        .build()
        .map_err(|error| format!("the network cannot be used: {error}"))
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
    let runtime = runtime()?;
    runtime.block_on(async {
        let started = Instant::now();
        let agent = &args.stream.fetch.user_agent;
        let places = args.to.iter().map(|place| sink::parse_place(place, agent));
        let sinks = places.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let results_on_stdout = args.to.iter().any(|place| place == "-");
        let line = StatusLine::new(results_on_stdout);
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
        Ok(exit_code(&summary, mode))
    })
}

/// Names the feeds that could not be read, the first of them.
fn tell_of_failures(data: &Path) -> Result<(), String> {
    let reader = Reader::open(data).map_err(|error| error.to_string())?;
    let feeds = reader.feeds().map_err(|error| error.to_string())?;
    let failed: Vec<_> =
        feeds.iter().filter_map(|feed| Some((&feed.url, feed.error.as_ref()?))).collect();
    for (url, error) in failed.iter().take(TOLD) {
        eprintln!("dehusk: {}", clean::one_line(&format!("{url}: {error}")));
    }
    if failed.len() > TOLD {
        eprintln!("dehusk: … and {} feeds more", failed.len() - TOLD);
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

fn exit_code(summary: &Summary, mode: Mode) -> ExitCode {
    match (summary.articles, mode) {
        (0, Mode::Once) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    }
}

/// Ends when the user wants it to; at the second time the whole process does.
pub async fn stop_signal(after: Option<Duration>) {
    let asked = async {
        let mut terminate =
            tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok();
        let terminated = async {
            match &mut terminate {
                Some(signal) => drop(signal.recv().await),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = terminated => {}
        }
        tokio::spawn(async {
            let _ = tokio::signal::ctrl_c().await;
            std::process::exit(130);
        });
    };
    match after {
        Some(time) => tokio::select! {
            () = asked => {}
            () = tokio::time::sleep(time) => {}
        },
        None => asked.await,
    }
}
