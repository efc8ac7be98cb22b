//! A server over a small web, and a client that sends exactly what it is told to.

use dehusk_server::{App, Config, SearchIndex, serve};
use dehusk_stream::fetch::{HttpClient, HttpSettings, Policy};
use dehusk_stream::sink::Sink;
use dehusk_stream::{Engine, Mode, Settings};
use dehusk_synth::loopback::{Asked, Log, Reply, Web};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The token of servers that have one.
pub const TOKEN: &str = "right-token";
/// The header that brings it.
pub const BEARER: &str = "Authorization: Bearer right-token\r\n";
/// Nothing here takes as long, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server.
pub struct Served {
    pub address: SocketAddr,
    pub web: Web,
    stop: watch::Sender<bool>,
    server: JoinHandle<std::io::Result<()>>,
    engine: JoinHandle<()>,
    folder: PathBuf,
}

/// How tests serve: with a token.
pub fn config() -> Config {
    Config { token: Some(TOKEN.into()), ..Config::default() }
}

impl Served {
    /// A server over a web where every page is an article.
    pub async fn new(config: Config) -> Served {
        let answer = |asked: &Asked| match asked.path() {
            "/robots.txt" | "/gone" => Reply::status(404),
            "/feed" => Reply::new("application/rss+xml", feed()),
            "/picture.png" => Reply::new("image/png", PICTURE),
            "/picture.svg" => Reply::new("image/svg+xml", "<svg onload='alert(1)'/>"),
            path => Reply::html(page(path)),
        };
        let web = Web::serve(Log::of_everything(), answer).await.unwrap();
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("served-{}-{number}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let engine = engine(&web, &folder);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = App::new(engine.handle(), config).unwrap();
        let (stop, stopped) = watch::channel(false);
        let until = |mut stopped: watch::Receiver<bool>| async move {
            drop(stopped.wait_for(|stop| *stop).await);
        };
        let server = tokio::spawn(serve(listener, app, until(stopped.clone())));
        let run = engine.run(Mode::Forever, until(stopped));
        let engine = tokio::spawn(async move { drop(run.await) });
        Served { address, web, stop, server, engine, folder }
    }

    /// Ends the server and gives the time that took.
    pub async fn end(self) -> Duration {
        let start = std::time::Instant::now();
        self.stop.send_replace(true);
        self.server.await.unwrap().unwrap();
        let took = start.elapsed();
        self.engine.await.unwrap();
        let _ = std::fs::remove_dir_all(&self.folder);
        took
    }

    /// Adds the feed to a folder, and waits until its articles are here and can be found.
    pub async fn read_feed(&self) {
        let json = format!("{BEARER}Content-Type: application/json\r\n");
        let new = "{\"urls\":[\"http://me:secret@quay.example/feed\"],\"folder\":\"Sea\"}";
        assert_eq!(self.ask("POST /api/v1/feeds", &json, new).await.status(), 200);
        for _ in 0..600 {
            let found = self.ask("GET /api/v1/search?q=paragraph", BEARER, "").await;
            let failed = self.ask("GET /api/v1/failures", BEARER, "").await;
            if found.0.matches("\"seq\"").count() == 2 && failed.0.contains("\"given_up\":true") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the feed was not read");
    }

    /// The answer to a request for JSON.
    pub async fn json(&self, path: &str) -> serde_json::Value {
        let answer = self.ask(&format!("GET {path}"), BEARER, "").await;
        assert_eq!(answer.status(), 200, "{path}: {answer:?}");
        serde_json::from_str(answer.body()).unwrap()
    }

    /// A connection on which something was sent.
    pub async fn send(&self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(bytes.as_ref()).await.unwrap();
        stream
    }

    /// The answer to a request: `first` is its first line without the version, `more` its other headers.
    pub async fn ask(&self, first: &str, more: &str, body: &str) -> Answer {
        let length = match body.len() {
            0 => String::new(),
            bytes => format!("Content-Length: {bytes}\r\n"),
        };
        let address = self.address;
        self.raw(&format!(
            "{first} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{more}{length}\r\n{body}"
        ))
        .await
    }

    /// The answer to exactly these bytes.
    pub async fn raw(&self, request: &str) -> Answer {
        let mut stream = self.send(request).await;
        Answer(read_to_end(&mut stream).await)
    }
}

fn engine(web: &Web, folder: &Path) -> Engine {
    let policy = Policy { delay: Duration::from_millis(1), ..Policy::default() };
    let http = HttpSettings {
        user_agent: policy.user_agent.clone(),
        allow_private: true,
        connect_to: Some(web.address()),
        ..HttpSettings::default()
    };
    let client = Arc::new(HttpClient::new(&http).unwrap());
    let settings = Settings { policy, threads: 1, ..Settings::default() };
    let sinks = vec![Box::new(SearchIndex::new(folder)) as Box<dyn Sink>];
    Engine::start(folder, settings, client, sinks, |message| eprintln!("{message}")).unwrap()
}

/// What a connection gives until it is closed.
pub async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut all)).await;
    // A connection that is cut off is closed as well.
    let _ = read.expect("the connection is closed");
    String::from_utf8_lossy(&all).into_owned()
}

/// An answer as it came.
#[derive(Debug)]
pub struct Answer(pub String);

impl Answer {
    pub fn status(&self) -> u16 {
        self.0.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let head = self.0.split("\r\n\r\n").next().unwrap_or_default();
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn body(&self) -> &str {
        self.0.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }
}

/// What a picture begins with.
pub const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\nand so on";

/// A feed of three pages, one of which is not there.
fn feed() -> String {
    let item = |path: &str| {
        let date = "<pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate>";
        format!(
            "<item><title>{path}</title><link>{path}</link><description>{path}</description>{date}</item>"
        )
    };
    let items: String = ["/lamps", "/storms", "/gone"].map(item).into_iter().collect();
    format!("<rss version=\"2.0\"><channel><title>The Quay</title>{items}</channel></rss>")
}

/// A page of which everybody can tell what its content is.
pub fn page(title: &str) -> String {
    let paragraph = |n: usize| {
        format!(
            "<p>The {n}. paragraph about {title} has a few sentences of its own. It was written for a reader who \
             has the time to read it, and it says something about {title} that the others do not say.</p>"
        )
    };
    let body: String = (1..6).map(paragraph).collect();
    let pictures = "<p>A picture: <img src=\"/picture.png\" alt=\"A boat\"> and another \
                    <img src=\"/picture.svg\" alt=\"A sail\"> of the same boat on the same sea.</p>";
    format!(
        "<!doctype html><title>{title}</title><meta name=author content=\"Ann Baker\">\
         <article><h1>{title}</h1>{body}{pictures}</article>"
    )
}
