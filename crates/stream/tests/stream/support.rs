//! A small web and a stream over it.

use dehusk_stream::counts::{Counter, Counts};
use dehusk_stream::feed::Source;
use dehusk_stream::fetch::{Client, HttpClient, HttpSettings, Policy};
use dehusk_stream::schedule::{Intervals, Retries};
use dehusk_stream::sink::{JsonLines, Sink};
use dehusk_stream::store::Reader;
use dehusk_stream::{Engine, Mode, Record, Settings, SinkReport, Summary};
use dehusk_synth::loopback::{Asked, Log, Reply, Web};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A folder that goes away with its test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("folder-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a run gave.
pub struct Outcome {
    pub counts: Arc<Counts>,
    pub records: Vec<Record>,
    /// How the sinks stood at the end; the last one is the JSON lines.
    pub sinks: Vec<SinkReport>,
}

impl Outcome {
    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(counter(name))
    }

    /// The keys of the articles, sorted.
    pub fn keys(&self) -> Vec<&str> {
        let mut keys: Vec<&str> = self.records.iter().map(|r| r.key.as_str()).collect();
        keys.sort();
        keys
    }
}

/// The counter that users know by a name.
pub fn counter(name: &str) -> Counter {
    Counter::named(name).unwrap_or_else(|| panic!("there is no counter {name}"))
}

/// Quick settings: nobody else is on this web.
pub fn settings() -> Settings {
    let policy = Policy {
        user_agent: "dehusk/test (+https://contact.example)".into(),
        timeout: Duration::from_secs(2),
        delay: Duration::from_millis(1),
        max_page_bytes: 1 << 20,
        max_feed_bytes: 2 << 20,
        ..Policy::default()
    };
    Settings {
        policy,
        intervals: Intervals { shortest: Duration::from_millis(100), ..Intervals::default() },
        retries: Retries { first: Duration::from_millis(20), tries: 3 },
        threads: 2,
        // A page may take longer where the machine is busy or the build is not optimised.
        limits: Settings::default().limits.with_max_time(Duration::from_secs(60)),
        ..Settings::default()
    }
}

/// A server for a test, with the whole log.
pub async fn web(answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Web {
    Web::serve(Log::of_everything(), answer).await.unwrap()
}

/// One round over some feeds with JSON lines as its sink.
pub async fn once(web: &Web, folder: &Folder, feeds: &[&str]) -> Outcome {
    once_with(web, folder, feeds, settings(), Vec::new()).await
}

/// The same with other settings and more sinks.
pub async fn once_with(
    web: &Web,
    folder: &Folder,
    feeds: &[&str],
    settings: Settings,
    sinks: Vec<Box<dyn Sink>>,
) -> Outcome {
    once_through(client_of(web, &settings), folder, feeds, settings, sinks).await
}

/// A client that is led to a web by every name.
fn client_of(web: &Web, settings: &Settings) -> Arc<HttpClient> {
    let http = HttpSettings {
        user_agent: settings.policy.user_agent.clone(),
        allow_private: true,
        connect_to: Some(web.address()),
        ..HttpSettings::default()
    };
    Arc::new(HttpClient::new(&http).unwrap())
}

/// The same through another client.
pub async fn once_through(
    client: Arc<dyn Client>,
    folder: &Folder,
    feeds: &[&str],
    settings: Settings,
    mut sinks: Vec<Box<dyn Sink>>,
) -> Outcome {
    let out = folder.join("out.jsonl");
    sinks.push(Box::new(JsonLines::new(&out, 1 << 30)));
    let say = |message: &str| eprintln!("{message}");
    let engine = Engine::start(&folder.join("data"), settings, client, sinks, say).unwrap();
    let sources = feeds.iter().map(|url| Source { url: url.to_string(), ..Source::default() });
    engine.add_feeds(sources.collect()).await.unwrap();
    let counts = engine.counts().clone();
    let patience = tokio::time::sleep(Duration::from_secs(60));
    let summary = engine.run(Mode::Once, patience).await.unwrap();
    assert!(!summary.stopped, "the round did not come to its end: {:?}", counts.by_name());
    let lines = std::fs::read_to_string(&out).unwrap_or_default();
    let records = lines.lines().map(|line| Record::read(line.as_bytes()).unwrap()).collect();
    Outcome { counts, records, sinks: summary.sinks }
}

/// One round over some feeds that somebody stops.
pub async fn round_until(
    stop: impl Future<Output = ()>,
    web: &Web,
    folder: &Folder,
    feeds: &[&str],
    settings: Settings,
    sinks: Vec<Box<dyn Sink>>,
) -> Summary {
    let (data, client) = (folder.join("data"), client_of(web, &settings));
    let engine = Engine::start(&data, settings, client, sinks, |_| ()).unwrap();
    let sources = feeds.iter().map(|url| Source { url: url.to_string(), ..Source::default() });
    engine.add_feeds(sources.collect()).await.unwrap();
    engine.run(Mode::Once, stop).await.unwrap()
}

/// A stream over some feeds that is ended after a time.
pub async fn run_for(
    time: Duration,
    web: &Web,
    folder: &Folder,
    feeds: &[&str],
    settings: Settings,
) {
    let (data, client) = (folder.join("data"), client_of(web, &settings));
    let engine = Engine::start(&data, settings, client, Vec::new(), |_| ()).unwrap();
    let sources = feeds.iter().map(|url| Source { url: url.to_string(), ..Source::default() });
    engine.add_feeds(sources.collect()).await.unwrap();
    engine.run(Mode::Forever, tokio::time::sleep(time)).await.unwrap();
}

/// What the store holds.
pub fn reader(folder: &Folder) -> Reader {
    Reader::open(&folder.join("data")).unwrap()
}

/// A page of which everybody can tell what its content is.
pub fn page(title: &str) -> String {
    let sentence = |n: usize| {
        format!(
            "<p>The {n}. paragraph about {title} has a few sentences of its own. It was written for a reader who \
             has the time to read it, and it says something about {title} that the others do not say, \
             although it takes its time to do so, as paragraphs do.</p>"
        )
    };
    let body: String = (1..6).map(sentence).collect();
    format!(
        "<!doctype html><html><head><title>{title}</title></head><body><nav><a href=/>Home</a> <a href=/news>News</a>\
         </nav><article><h1>{title}</h1>{body}</article><footer>All rights reserved</footer></body></html>"
    )
}

/// A subject for each number, in words: pages that differ in a number alone are one page to a site's memory.
pub fn subject(number: usize) -> String {
    const FIRST: [&str; 8] =
        ["bread", "ferries", "clocks", "rivers", "lamps", "maps", "bells", "wool"];
    const SECOND: [&str; 8] =
        ["winter", "islands", "markets", "letters", "gardens", "storms", "bridges", "songs"];
    format!("{} and {}", FIRST[number % 8], SECOND[number / 8 % 8])
}

/// The number at the end of a path.
pub fn number_of(path: &str) -> usize {
    path.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or_default()
}

/// A feed of these links.
pub fn rss(links: &[&str]) -> String {
    let item = |link: &&str| {
        format!(
            "<item><title>About {link}</title><link>{link}</link><description>On {link}</description>\
                 <pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate></item>"
        )
    };
    let items: String = links.iter().map(item).collect();
    format!(
        "<?xml version='1.0'?><rss version='2.0'><channel><title>A feed</title>{items}</channel></rss>"
    )
}

/// An answer of type RSS.
pub fn feed(links: &[&str]) -> Reply {
    Reply::new("application/rss+xml", rss(links))
}

/// What a site without trouble answers: `/feed` with three articles.
pub fn good_site(asked: &Asked) -> Reply {
    match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&["/one", "/two", "/three"]),
        path => Reply::html(page(&format!("the matter of {}", path.trim_matches('/')))),
    }
}

/// The keys of the articles of a site without trouble.
pub fn good_keys() -> Vec<&'static str> {
    vec!["http://good.example/one", "http://good.example/three", "http://good.example/two"]
}
