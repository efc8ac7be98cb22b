//! `dehusk serve`: the stream with an interface over HTTP and pages to look at.

use crate::stop::stop_signal;
use crate::terminal;
use crate::value_parsers::{self as parse, ValueError};
use crate::watch::{SinkArgs, StreamArgs, WatchError, contact, on_runtime, sources};
use clap::Args;
use dehusk_server::{App, Config, HUBS, SearchIndex, new_token};
use dehusk_stream::sink::Sink;
use dehusk_stream::{Engine, Handle, Mode, Settings};
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio::net::TcpListener;

/// Arguments of `serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Feeds to watch as well: OPML files, files with one address a line, or addresses
    #[arg(value_name = "FILE|URL", value_hint = clap::ValueHint::FilePath)]
    pub sources: Vec<String>,

    /// Where to listen
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// The token that everybody has to bring, programs on this machine included [default: made anew and shown
    /// where one is needed: with --public-url, or where --listen is reached by other machines]
    #[arg(long, value_name = "TEXT", env = "DEHUSK_TOKEN", hide_env_values = true, value_parser = token)]
    pub token: Option<String>,

    /// Where articles go
    #[command(flatten)]
    pub sinks: SinkArgs,

    /// Pages that are kept as they were fetched, the newest, so that it can be seen what became of each part
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub keep_pages: u32,

    /// The address at which the internet reaches this server, such as https://reader.example; hubs (WebSub) are
    /// then asked to tell of changes
    #[arg(long, value_name = "URL", value_parser = public_url)]
    pub public_url: Option<url::Url>,

    /// The folder that bindings/npm/playground/build has made: it is shown at /try, where pages are read in the browser
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub playground: Option<std::path::PathBuf>,

    /// Memory that the pages of all requests together may take; requests beyond it wait, and are then told to
    /// come again
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse::size)]
    pub request_memory: usize,

    /// How the stream behaves
    #[command(flatten)]
    pub stream: StreamArgs,
}

fn public_url(text: &str) -> Result<url::Url, ValueError> {
    let url = url::Url::parse(text).map_err(|_| ValueError::NotWebAddress)?;
    let fits = matches!(url.scheme(), "http" | "https") && url.query().is_none();
    if fits { Ok(url) } else { Err(ValueError::NotWebAddress) }
}

fn token(text: &str) -> Result<String, ValueError> {
    let fits =
        text.len() >= 8 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~".contains(&b));
    if fits { Ok(text.into()) } else { Err(ValueError::NotToken) }
}

/// Carries it out.
pub fn serve(args: &mut ServeArgs) -> Result<ExitCode, WatchError> {
    run(args)?;
    Ok(ExitCode::SUCCESS)
}

fn run(args: &mut ServeArgs) -> Result<(), WatchError> {
    let wanted = sources(&args.sources)?;
    contact::settle(&mut args.stream, &wanted)?;
    let token = match &args.token {
        Some(token) => Some(token.clone()),
        None if args.listen.ip().is_loopback() && args.public_url.is_none() => None,
        None => Some(new_token().ok_or(WatchError::NoToken)?),
    };
    on_runtime(async {
        let mut sinks = args.sinks.sinks(&args.stream)?;
        sinks.push(Box::new(SearchIndex::new(&args.stream.data)) as Box<dyn Sink>);
        let client = args.stream.client()?;
        let settings = settings(args)?;
        let engine = Engine::start(&args.stream.data, settings, client, sinks, terminal::say);
        let engine = engine?;
        contact::remember(&args.stream)?;
        engine.add_feeds(wanted).await?;
        let listener = listen(args.listen).await?;
        let address = listener.local_addr().map_err(WatchError::Runtime)?;
        terminal::say(&format!("http://{address}/ is open"));
        if args.token.is_none()
            && let Some(token) = &token
        {
            terminal::say(&format!("the token is {token}"));
        }
        let public_url = args.public_url.clone();
        let config = Config {
            token,
            public_url,
            memory: args.request_memory,
            playground: args.playground.clone(),
            ..Config::default()
        };
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let server = tokio::spawn(serve_on(listener, engine.handle(), config, stopped));
        // Both end at once: neither clients nor feeds can make the other wait.
        let end = async {
            stop_signal(None).await;
            stop.send_replace(true);
        };
        let ended = engine.run(Mode::Forever, end).await;
        stop.send_replace(true);
        let _ = server.await;
        ended?;
        Ok(())
    })
}

fn settings(args: &ServeArgs) -> Result<Settings, WatchError> {
    let callback = args.public_url.as_ref().map(|url| {
        let mut url = url.clone();
        url.set_path(&format!("{}{HUBS}", url.path().trim_end_matches('/')));
        url
    });
    Ok(Settings { kept_pages: args.keep_pages as usize, callback, ..args.stream.settings()? })
}

/// A listener, or why there is none.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, WatchError> {
    TcpListener::bind(address).await.map_err(|source| WatchError::Listen { address, source })
}

/// Serves the pages of a stream until told to stop.
pub async fn serve_on(
    listener: TcpListener,
    stream: Handle,
    config: Config,
    mut stopped: tokio::sync::watch::Receiver<bool>,
) {
    let stop = async move { drop(stopped.wait_for(|stop| *stop).await) };
    let served = match App::new(stream, config) {
        Ok(app) => dehusk_server::serve(listener, app, stop).await,
        Err(error) => Err(error),
    };
    if let Err(error) = served {
        terminal::say(&format!("cannot serve: {error}"));
    }
}
