//! `dehusk demo`: the whole stream on a made-up web on this machine. No network is needed.

use crate::serve::{listen, serve_on};
use crate::stdout;
use crate::stop::stop_signal;
use crate::terminal;
use crate::value_parsers as parse;
use crate::watch::{WatchError, on_runtime};
use clap::Args;
use dehusk_server::{Config, SearchIndex};
use dehusk_stream::counts::Counter;
use dehusk_stream::feed::Source;
use dehusk_stream::fetch::{HttpClient, HttpSettings, Policy};
use dehusk_stream::schedule::{Intervals, Retries};
use dehusk_stream::{Engine, Handle, Mode, Settings};
use dehusk_synth::loopback::{GeneratedWeb, Log, Web};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Sites of the made-up web, feeds of each, and documents each has when the demonstration begins.
const SITES: u64 = 8;
const FEEDS: u64 = 3;
const DOCUMENTS: u64 = 24;
/// From this document on a site looks different.
const REDESIGN: u64 = 48;
/// How often every site publishes something.
const PUBLISHES: Duration = Duration::from_millis(1500);

/// Writes a line; nobody may be reading any more, and the demonstration goes on.
macro_rules! say {
    ($($part:tt)*) => { stdout::tell(&format!($($part)*)) };
}

/// Arguments of `demo`.
#[derive(Args, Debug)]
pub struct DemoArgs {
    /// Where the dashboard is; port 0 is any that is free
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,

    /// How long the web goes on publishing
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse::seconds)]
    pub time: Duration,

    /// Stop then, instead of leaving the dashboard open
    #[arg(long)]
    pub exit: bool,

    /// The folder for the store [default: one that goes away]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub data: Option<PathBuf>,
}

/// Carries it out.
pub fn demo(args: &DemoArgs) -> Result<ExitCode, WatchError> {
    // Goes away when this function ends.
    let own = tempfile::tempdir().map_err(WatchError::Folder)?;
    let data = args.data.as_deref().unwrap_or(own.path());
    on_runtime(run(args, data))?;
    Ok(ExitCode::SUCCESS)
}

async fn run(args: &DemoArgs, data: &std::path::Path) -> Result<(), WatchError> {
    let generated = Arc::new(
        GeneratedWeb::new(1, SITES, FEEDS, DOCUMENTS).with_redesign_at(REDESIGN).with_faults(),
    );
    let answering = generated.clone();
    let web = Web::serve(Log::default(), move |asked| answering.answer(asked)).await;
    let web = web.map_err(WatchError::Runtime)?;
    say!("A web of {SITES} sites with {} feeds is made up on {}.", SITES * FEEDS, web.address());
    let engine = engine(&web, data)?;
    let source = |url: String| Source { url, ..Source::default() };
    let feeds = generated.feed_urls().into_iter().map(source).collect();
    engine.add_feeds(feeds).await?;
    let listener = listen(args.listen).await?;
    let address = listener.local_addr().map_err(WatchError::Runtime)?;
    say!("The dashboard is at http://{address}/ — open it in a browser.\n");
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let server = tokio::spawn(serve_on(listener, engine.handle(), Config::default(), stopped));
    let story = tokio::spawn(tell(engine.handle(), generated, args.time, !args.exit));
    let end = async {
        let over = async {
            match args.exit {
                true => tokio::time::sleep(args.time + Duration::from_secs(2)).await,
                false => std::future::pending().await,
            }
        };
        tokio::select! {
            () = stop_signal(None) => {}
            () = over => {}
        }
    };
    let ended = engine.run(Mode::Forever, end).await;
    story.abort();
    let _ = stop.send(true);
    let _ = server.await;
    ended?;
    Ok(())
}

fn engine(web: &Web, data: &std::path::Path) -> Result<Engine, WatchError> {
    let policy = Policy {
        user_agent: "dehusk-demo".into(),
        delay: Duration::from_millis(40),
        ..Policy::default()
    };
    let http = HttpSettings {
        user_agent: policy.user_agent.clone(),
        allow_private: true,
        connect_to: Some(web.address()),
        ..HttpSettings::default()
    };
    let settings = Settings {
        policy,
        intervals: Intervals {
            shortest: Duration::from_secs(2),
            longest: Duration::from_secs(8),
            first: Duration::from_secs(2),
            ..Intervals::default()
        },
        retries: Retries { first: Duration::from_secs(1), tries: 4 },
        kept_pages: 500,
        ..Settings::default()
    };
    let client = Arc::new(HttpClient::new(&http)?);
    let sinks = vec![Box::new(SearchIndex::new(data)) as Box<dyn dehusk_stream::sink::Sink>];
    Ok(Engine::start(data, settings, client, sinks, terminal::say)?)
}

/// Lets the web publish, and tells what happens.
async fn tell(stream: Handle, web: Arc<GeneratedWeb>, time: Duration, stays: bool) {
    let start = Instant::now();
    let mut next_line = Duration::ZERO;
    let mut redesigned = false;
    while start.elapsed() < time {
        tokio::time::sleep(PUBLISHES).await;
        let documents = web.publish(1);
        if documents > REDESIGN && !redesigned {
            redesigned = true;
            say!("{} the sites are redesigned: new templates from here on", clock(start));
        }
        if start.elapsed() >= next_line {
            say!("{} {}", clock(start), line(&stream));
            next_line += Duration::from_secs(5);
        }
    }
    say!("{} {}", clock(start), line(&stream));
    if stays {
        say!("\nThe web rests now. The dashboard stays open until Ctrl-C.");
    }
}

fn clock(start: Instant) -> String {
    format!("{:>3} s", start.elapsed().as_secs())
}

fn line(stream: &Handle) -> String {
    let counts = stream.counts();
    format!(
        "{} articles · {} feed visits unchanged · items seen before {} · same address {} · same text {} · tried again {} · given up {}",
        counts.get(Counter::Articles),
        counts.get(Counter::FeedNotModified),
        counts.get(Counter::DuplicateItem),
        counts.get(Counter::DuplicateKey),
        counts.get(Counter::DuplicateText),
        counts.get(Counter::TriedAgain),
        counts.get(Counter::GivenUp),
    )
}
