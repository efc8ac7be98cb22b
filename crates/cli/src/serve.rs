//! `dehusk serve`: the stream with an interface over HTTP and pages to look at.

use crate::terminal;
use crate::value_parsers::ValueError;
use crate::watch::{StreamArgs, WatchError, runtime, sources, stop_signal};
use clap::Args;
use dehusk_server::{App, Config, HUBS, SearchIndex};
use dehusk_stream::sink::{Sink, parse_place};
use dehusk_stream::{Engine, Handle, Mode, Settings};
use std::io::Read;
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

    /// The token that everybody but loopback has to bring [default: made anew and shown where one is needed]
    #[arg(long, value_name = "TEXT", env = "DEHUSK_TOKEN", hide_env_values = true, value_parser = token)]
    pub token: Option<String>,

    /// Where articles go besides the folder of --data; as for dehusk watch
    #[arg(long, value_name = "PLACE")]
    pub to: Vec<String>,

    /// Pages that are kept as they were fetched, the newest, so that it can be seen what became of each part
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub keep_pages: u32,

    /// The address at which the internet reaches this server, such as https://reader.example; hubs (WebSub) are
    /// then asked to tell of changes
    #[arg(long, value_name = "URL", value_parser = public_url)]
    pub public_url: Option<url::Url>,

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
pub fn serve(args: &ServeArgs) -> Result<ExitCode, WatchError> {
    run(args)?;
    Ok(ExitCode::SUCCESS)
}

fn run(args: &ServeArgs) -> Result<(), WatchError> {
    let wanted = sources(&args.sources)?;
    let token = match &args.token {
        Some(token) => Some(token.clone()),
        None if args.listen.ip().is_loopback() => None,
        None => Some(random_token().map_err(WatchError::NoToken)?),
    };
    runtime()?.block_on(async {
        let agent = &args.stream.fetch.user_agent;
        let places = args.to.iter().map(|place| parse_place(place, agent));
        let mut sinks = places.collect::<Result<Vec<_>, _>>()?;
        sinks.push(Box::new(SearchIndex::new(&args.stream.data)) as Box<dyn Sink>);
        let client = args.stream.client()?;
        let settings = settings(args)?;
        let engine = Engine::start(&args.stream.data, settings, client, sinks, terminal::say);
        let engine = engine?;
        engine.add_feeds(wanted).await?;
        let listener = listen(args.listen).await?;
        let address = listener.local_addr().map_err(WatchError::Runtime)?;
        eprintln!("dehusk: http://{address}/ is open");
        if args.token.is_none()
            && let Some(token) = &token
        {
            eprintln!("dehusk: the token is {token}");
        }
        let config = Config { token, ..Config::default() };
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let server = tokio::spawn(serve_on(listener, engine.handle(), config, stopped));
        let ended = engine.run(Mode::Forever, stop_signal(None)).await;
        let _ = stop.send(true);
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
    if let Err(error) = dehusk_server::serve(listener, App::new(stream, config), stop).await {
        eprintln!("dehusk: {error}");
    }
}

fn random_token() -> Result<String, std::io::Error> {
    let mut bytes = [0; 16];
    let mut random = std::fs::File::open("/dev/urandom")?;
    random.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
