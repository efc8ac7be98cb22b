//! A working day of a stream in minutes, over a web that fails: memory, handles, threads, files and the queue have to
//! stay flat, and nothing may come twice.
//!
//! The clock of the stream goes faster than the real one, so that feeds fall due, sites are left alone and failures
//! are tried again as often as in the whole time. What is measured is of this process, in which the web runs too.
//!
//! How many handles are open and how much is queued while a stream is busy says how fast the machine is. So there is
//! a pause once the stream is warm and another at the end, in which nothing is published and nothing fails: what is
//! still held then and was not in the first pause is lost for good.

use clap::Parser;
use dehusk_bench::process::Resident;
use dehusk_bench::stream::Output;
use dehusk_stream::feed::Source;
use dehusk_stream::fetch::{HttpClient, HttpSettings, Policy};
use dehusk_stream::sink::{JsonLines, Sink, SqliteFile, Webhook};
use dehusk_stream::store::{Keep, check};
use dehusk_stream::{Clock, Engine, Handle, Mode, Settings, Summary};
use dehusk_synth::loopback::{Asked, Body, GeneratedWeb, Log, Reply, Web};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The allocator of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Times that is looked in an hour.
const LOOKS: u32 = 4;
/// Share of the time that a stream may need to have everything it holds on to.
const WARM: f64 = 0.4;
/// How long a queue may take to run empty in a pause, in real time.
const DRAINED: Duration = Duration::from_secs(180);
/// Connections that nobody uses are closed by then, in real time.
const CLOSED: Duration = Duration::from_secs(20);
/// Looks in a pause, of which the least counts, and the time between them.
const PAUSE_LOOKS: usize = 20;
const PAUSE_LOOK: Duration = Duration::from_millis(250);

/// Runs a stream for hours of its own time and looks whether it stays as it is.
#[derive(Debug, Parser)]
struct Arguments {
    /// Hours of the stream
    #[arg(long, default_value = "8")]
    hours: u32,
    /// Minutes that they take
    #[arg(long, default_value = "5")]
    minutes: u32,
    /// Sites of the web, with two feeds each
    #[arg(long, default_value = "60")]
    sites: u64,
    /// Documents that every site publishes in an hour
    #[arg(long, default_value = "30")]
    documents: u32,
    /// A folder for what it writes; its content is removed
    #[arg(long, default_value = "target/soak")]
    folder: PathBuf,
    /// The seed of the web
    #[arg(long, default_value = "1")]
    seed: u64,
}

impl Arguments {
    fn speed(&self) -> u32 {
        (self.hours * 60 / self.minutes.max(1)).max(1)
    }
}

/// What a look found.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    megabytes: f64,
    handles: f64,
    threads: f64,
    files: f64,
    queue: f64,
    articles: u64,
}

fn main() {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let good = runtime.block_on(run(&arguments));
    println!("{}", if good { "everything stays as it is" } else { "FAILED" });
    std::process::exit(i32::from(!good));
}

async fn run(arguments: &Arguments) -> bool {
    let _ = std::fs::remove_dir_all(&arguments.folder);
    std::fs::create_dir_all(&arguments.folder).expect("the folder");
    let generated =
        Arc::new(GeneratedWeb::new(arguments.seed, arguments.sites, 2, 20).with_faults());
    let (answering, asked) = (generated.clone(), AtomicU64::new(0));
    let calm = Arc::new(AtomicBool::new(false));
    let is_calm = calm.clone();
    let answer = move |request: &Asked| match is_calm.load(Ordering::Relaxed) {
        true => answer_calmly(&answering, request),
        false => answer(&answering, request, asked.fetch_add(1, Ordering::Relaxed)),
    };
    let web = Web::serve(Log::default(), answer).await.expect("a server");
    let clock = Clock::faster(arguments.speed());
    let engine = engine(arguments, &web, clock);
    let source = |url: String| Source { url, ..Source::default() };
    let feeds = generated.feed_urls().into_iter().map(source).collect();
    engine.add_feeds(feeds).await.expect("feeds");
    let handle = engine.handle();
    let publishing = tokio::spawn(publish(generated, arguments.documents, clock, calm.clone()));
    let hours = Duration::from_secs(u64::from(arguments.hours) * 3600);
    let looking =
        look_again_and_again(handle.clone(), arguments.folder.clone(), clock, calm.clone());
    let looks = tokio::spawn(looking);
    let mut pauses = Vec::new();
    let day = async {
        for part in [WARM, 1.0 - WARM] {
            clock.sleep(hours.mul_f64(part)).await;
            pauses.push(pause(&handle, &arguments.folder, &calm).await);
        }
    };
    let ended = engine.run(Mode::Forever, day).await;
    publishing.abort();
    looks.abort();
    let looks = LOOKED.lock().expect("the looks").clone();
    print(&looks, arguments.hours);
    judge(&looks) & judge_pauses(&pauses) & is_sound(&arguments.folder, ended.expect("an end"))
}

/// Lets everything that is queued be done, in a web where nothing fails and nothing new is published, and looks at
/// what is held then.
async fn pause(handle: &Handle, folder: &Path, calm: &AtomicBool) -> Look {
    calm.store(true, Ordering::Relaxed);
    let begun = Instant::now();
    let data = folder.join("data");
    while look(handle, &data).queue > 0.0 && begun.elapsed() < DRAINED {
        tokio::time::sleep(PAUSE_LOOK).await;
    }
    println!("a pause: the queue was empty after {:.1} s", begun.elapsed().as_secs_f64());
    tokio::time::sleep(CLOSED).await;
    let mut least = look(handle, &data);
    for _ in 0..PAUSE_LOOKS {
        tokio::time::sleep(PAUSE_LOOK).await;
        let now = look(handle, &data);
        least = Look {
            megabytes: least.megabytes.min(now.megabytes),
            handles: least.handles.min(now.handles),
            threads: least.threads.min(now.threads),
            files: least.files.min(now.files),
            queue: least.queue.min(now.queue),
            articles: now.articles,
        };
    }
    calm.store(false, Ordering::Relaxed);
    least
}

/// What the web answers in a pause: nothing fails, and no connection stays open.
fn answer_calmly(web: &GeneratedWeb, asked: &Asked) -> Reply {
    let answer = if asked.host == "127.0.0.1" { Reply::status(200) } else { web.answer(asked) };
    answer.with("Connection", "close")
}

/// What was seen so far. The task that looks is ended while it waits.
static LOOKED: std::sync::Mutex<Vec<Look>> = std::sync::Mutex::new(Vec::new());

/// What the web answers: what it should, but for every few requests.
fn answer(web: &GeneratedWeb, asked: &Asked, number: u64) -> Reply {
    if asked.host == "127.0.0.1" {
        return Reply::status(match number % 50 {
            7 => 410,
            n if n % 9 == 1 => 500,
            _ => 200,
        });
    }
    let half = || b"<rss version='2.0'><channel><title>Half</title><item><title>Hal".to_vec();
    match number % 400 {
        11 => Reply::status(503).with("Retry-After", "900"),
        57 => Reply::status(429).with("Retry-After", "120"),
        103 => Reply::redirect(302, &asked.target),
        149 => Reply::html("").sending(Body::Never),
        195 => Reply::html("").sending(Body::Misstated(half(), 100_000)),
        241 => Reply::html("").sending(Body::Endless(b"<p>And on and on.</p>".repeat(100))),
        287 => Reply::html(half()).with("Content-Encoding", "gzip"),
        333 => Reply::new("application/rss+xml", half()),
        _ => web.answer(asked),
    }
}

fn engine(arguments: &Arguments, web: &Web, clock: Clock) -> Engine {
    let policy = Policy {
        user_agent: "dehusk-soak".into(),
        // Work is in real time: a server that never answers holds a place for this long.
        timeout: Duration::from_secs(1),
        max_page_bytes: 1 << 20,
        clock,
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
        keep_articles: Some(Keep::Newest(2_000)),
        kept_pages: 200,
        memories: 8 << 20,
        ..Settings::default()
    };
    let at = |name: &str| arguments.folder.join(name);
    let hook = format!("http://{}/hook", web.address());
    let sinks: Vec<Box<dyn Sink>> = vec![
        Box::new(JsonLines::new(at("out.jsonl"), 1 << 30)),
        Box::new(SqliteFile::new(at("out.sqlite"))),
        Box::new(Webhook::new(&hook, "dehusk-soak").expect("a hook")),
    ];
    let client = Arc::new(HttpClient::new(&http).expect("a client"));
    Engine::start(&at("data"), settings, client, sinks, |_| ()).expect("an engine")
}

async fn publish(web: Arc<GeneratedWeb>, documents: u32, clock: Clock, calm: Arc<AtomicBool>) {
    loop {
        clock.sleep(Duration::from_secs(3600) / documents.max(1)).await;
        if !calm.load(Ordering::Relaxed) {
            web.publish(1);
        }
    }
}

async fn look_again_and_again(
    handle: Handle,
    folder: PathBuf,
    clock: Clock,
    calm: Arc<AtomicBool>,
) {
    loop {
        clock.sleep(Duration::from_secs(3600) / LOOKS).await;
        if calm.load(Ordering::Relaxed) {
            continue;
        }
        let look = look(&handle, &folder.join("data"));
        LOOKED.lock().expect("the looks").push(look);
    }
}

fn look(handle: &Handle, data: &Path) -> Look {
    let entries = |path: &str| std::fs::read_dir(path).map_or(0, Iterator::count) as f64;
    let status = handle.status();
    Look {
        megabytes: Resident::of("self").map_or(0, |resident| resident.own()) as f64 / 1048576.0,
        handles: entries("/proc/self/fd"),
        threads: entries("/proc/self/task"),
        files: entries(&data.display().to_string())
            + entries(&data.join("texts").display().to_string()),
        queue: (status.load.pages + status.load.feeds + status.lag) as f64,
        articles: handle.counts().get(dehusk_stream::counts::Counter::Articles),
    }
}

fn print(looks: &[Look], hours: u32) {
    println!("hour   articles   MB   handles   threads   files   queue");
    for (number, look) in looks.iter().enumerate().skip(1).step_by(2) {
        let hour = f64::from(number as u32 + 1) / f64::from(LOOKS);
        let Look { megabytes, handles, threads, files, queue, articles } = look;
        println!(
            "{hour:>4.1} {articles:>10} {megabytes:>4.0} {handles:>9} {threads:>9} {files:>7} {queue:>7}"
        );
    }
    println!("{hours} hours");
}

/// Reads one number of a look.
type Measure = fn(&Look) -> f64;
/// By so much of a hundred and so many a mean may be more at the end.
type Bound = (f64, f64);

/// Whether memory is at the end as it was once the stream was warm, while the stream is busy.
fn judge(looks: &[Look]) -> bool {
    let warm = (looks.len() as f64 * WARM) as usize;
    let (middle, end) = looks[warm.min(looks.len())..].split_at((looks.len() - warm) / 2);
    let mean =
        |part: &[Look], of: Measure| part.iter().map(of).sum::<f64>() / part.len().max(1) as f64;
    let measures: [(&str, Measure, Option<Bound>); 5] = [
        ("megabytes", |look| look.megabytes, Some((10.0, 4.0))),
        ("threads", |look| look.threads, Some((10.0, 2.0))),
        ("files", |look| look.files, Some((0.0, 1.0))),
        // Of these the pauses tell.
        ("handles", |look| look.handles, None),
        ("queue", |look| look.queue, None),
    ];
    let mut good = middle.len() >= 4;
    for (name, of, bound) in measures {
        let (before, after) = (mean(middle, of), mean(end, of));
        let flat =
            bound.is_none_or(|(percent, more)| after <= before * (1.0 + percent / 100.0) + more);
        println!(
            "{name}: {before:.1} in the middle, {after:.1} at the end{}",
            if flat { "" } else { ": GROWS" }
        );
        good &= flat;
    }
    good
}

/// Whether nothing is held in the last pause that was not in the first: a few handles may be on their way.
fn judge_pauses(pauses: &[Look]) -> bool {
    let [first, .., last] = pauses else { return false };
    let measures: [(&str, Measure, f64); 4] = [
        ("megabytes", |look| look.megabytes, first.megabytes / 10.0 + 4.0),
        ("handles", |look| look.handles, 4.0),
        ("threads", |look| look.threads, 2.0),
        ("files", |look| look.files, 1.0),
    ];
    let mut good = true;
    for (name, of, more) in measures {
        let flat = of(last) <= of(first) + more;
        let told = if flat { "" } else { ": GROWS" };
        println!("{name} in the pauses: {:.0}, then {:.0}{told}", of(first), of(last));
        good &= flat;
    }
    let empty = first.queue + last.queue == 0.0;
    println!(
        "queue in the pauses: {}, then {}{}",
        first.queue,
        last.queue,
        if empty { "" } else { ": NOT EMPTY" }
    );
    good & empty
}

/// Whether the store is whole and nothing came twice.
fn is_sound(folder: &Path, summary: Summary) -> bool {
    let found = check(&folder.join("data"), &mut |_, _| ()).expect("a store");
    let output = Output::read(&folder.join("out.jsonl"));
    println!(
        "{} articles, {} lines, doubled {}; {} are kept, {} damaged",
        summary.articles,
        output.articles(),
        output.doubled(),
        found.articles,
        found.damaged.len()
    );
    for sink in summary.sinks {
        println!("{}: lacks {}, set aside {}", sink.name, sink.lacks, sink.set_aside);
    }
    output.doubled() == 0 && found.damaged.is_empty() && summary.articles > 0
}
