//! The stream on a made-up web: how fast, with how much memory, and whether every article comes exactly once.
//!
//! The web is served by this process, `dehusk watch --once` runs as another, so that its memory is its own. With
//! `--kills N` it is killed N times at random moments before it may end, and what it has written then is compared
//! with an uninterrupted run.

use clap::Parser;
use dehusk_site::Keys;
use dehusk_stream::Record;
use dehusk_stream::loopback::{GeneratedWeb, Log, Web};
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use twox_hash::XxHash3_128;

/// Runs `dehusk watch` on a made-up web and checks what comes out.
#[derive(Debug, Parser)]
struct Arguments {
    /// Sites of the web
    #[arg(long, default_value = "1000")]
    sites: u64,
    /// Feeds of a site
    #[arg(long, default_value = "4")]
    feeds: u64,
    /// Documents of a site
    #[arg(long, default_value = "200")]
    documents: u64,
    /// Seconds a site is left alone after each answer
    #[arg(long, default_value = "0.2")]
    delay: String,
    /// Kill the stream so many times, and compare with a run that is not
    #[arg(long, default_value = "0")]
    kills: u32,
    /// The longest time in milliseconds before it is killed
    #[arg(long, default_value = "3000")]
    longest: u64,
    /// The program
    #[arg(long, default_value = "target/release/dehusk")]
    dehusk: PathBuf,
    /// A folder for what it writes; its content is removed
    #[arg(long, default_value = "target/stream-bench")]
    folder: PathBuf,
    /// The seed of the web and of the moments
    #[arg(long, default_value = "1")]
    seed: u64,
}

/// What a run wrote, the hash of the text by key, and how often a key came again.
struct Output {
    texts: BTreeMap<String, u128>,
    doubled: usize,
}

fn main() {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let good = runtime.block_on(run(&arguments));
    std::process::exit(i32::from(!good));
}

async fn run(arguments: &Arguments) -> bool {
    let Arguments { seed, sites, feeds, documents, .. } = *arguments;
    let generated = Arc::new(GeneratedWeb::new(seed, sites, feeds, documents).with_whole_feeds());
    let answering = generated.clone();
    let web =
        Web::serve(Log::default(), move |asked| answering.answer(asked)).await.expect("a server");
    let folder = arguments.folder.clone();
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder");
    let list = folder.join("feeds.txt");
    std::fs::write(&list, generated.feed_urls().join("\n")).expect("the list of feeds");
    println!(
        "{sites} sites, {} feeds, {} items, served from {}",
        sites * feeds,
        sites * documents,
        web.address()
    );

    let plain = folder.join("plain");
    let mut measured = Measured::new(Instant::now());
    let child = start(arguments, &web, &list, &plain);
    let ended = tokio::task::block_in_place(|| measured.watch(child));
    println!("exit code {ended:?}");
    let output = read(&plain.join("out.jsonl"));
    measured.print(output.texts.len());
    print_stats(&plain.join("stats.json"));
    print_log(&web);
    let mut good = check(&generated, &output);
    if arguments.kills > 0 {
        let killed = folder.join("killed");
        kill_again_and_again(arguments, &web, &list, &killed).await;
        good &= compare(&output, &read(&killed.join("out.jsonl")));
    }
    println!("{}", if good { "nothing lost, nothing doubled" } else { "FAILED" });
    good
}

fn start(arguments: &Arguments, web: &Web, list: &Path, folder: &Path) -> Child {
    std::fs::create_dir_all(folder).expect("a folder");
    let path = |name: &str| folder.join(name).display().to_string();
    let mut command = Command::new(&arguments.dehusk);
    command
        .args(["watch", "--once", "--allow-private", "--connect-to"])
        .arg(web.address().to_string());
    command.args([
        "--data",
        &path("data"),
        "--to",
        &path("out.jsonl"),
        "--stats",
        &path("stats.json"),
    ]);
    command.args(["--delay", &arguments.delay, "--requests", "256"]).arg(list);
    command
        .stdout(Stdio::null())
        .spawn()
        .expect("dehusk: build it with cargo build --release -p dehusk-cli")
}

/// Memory and time of a run.
struct Measured {
    start: Instant,
    resident: Vec<u64>,
    cpu: f64,
}

impl Measured {
    fn new(start: Instant) -> Measured {
        Measured { start, resident: Vec::new(), cpu: 0.0 }
    }

    /// Looks at a process every half second until it ends.
    fn watch(&mut self, mut child: Child) -> Option<i32> {
        loop {
            if let Ok(Some(status)) = child.try_wait() {
                return status.code();
            }
            let file = |name: &str| {
                std::fs::read_to_string(format!("/proc/{}/{name}", child.id())).unwrap_or_default()
            };
            let pages = file("statm").split(' ').nth(1).and_then(|n| n.parse::<u64>().ok());
            self.resident.extend(pages.map(|pages| pages * 4096));
            let stat = file("stat");
            let fields: Vec<&str> =
                stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
            let ticks: f64 =
                [11, 12].iter().filter_map(|n| fields.get(*n)?.parse::<f64>().ok()).sum();
            self.cpu = self.cpu.max(ticks / 100.0);
            std::thread::sleep(Duration::from_millis(500));
        }
    }

    fn print(&self, articles: usize) {
        let seconds = self.start.elapsed().as_secs_f64();
        println!(
            "{articles} articles in {seconds:.1} s: {:.0} a second",
            articles as f64 / seconds
        );
        println!(
            "processor time of the stream: {:.1} s, {:.2} ms an article",
            self.cpu,
            self.cpu * 1000.0 / articles.max(1) as f64
        );
        let most = |part: &[u64]| part.iter().max().copied().unwrap_or_default() >> 20;
        let (first, second) = self.resident.split_at(self.resident.len() / 2);
        println!(
            "resident: at most {} MB in the first half, {} MB in the second",
            most(first),
            most(second)
        );
        let tenths: Vec<String> = (0..10)
            .map(|n| {
                self.resident.get(n * self.resident.len() / 10).copied().unwrap_or_default() >> 20
            })
            .map(|mb| mb.to_string())
            .collect();
        println!("resident over time: {} MB", tenths.join(" "));
    }
}

fn print_stats(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let stats: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    println!("counts: {}", stats["counts"]);
    println!("stage             times     seconds   mean ms");
    for (name, stage) in stats["stages"].as_object().into_iter().flatten() {
        let (times, seconds) =
            (stage["times"].as_f64().unwrap_or(1.0), stage["seconds"].as_f64().unwrap_or(0.0));
        println!(
            "{name:<14} {times:>8} {seconds:>11.1} {:>9.3}",
            seconds * 1000.0 / times.max(1.0)
        );
    }
}

fn print_log(web: &Web) {
    let log = web.log().sites();
    let requests: u64 = log.values().map(|site| site.requests).sum();
    let at_once = log.values().map(|site| site.at_once).max().unwrap_or_default();
    let gap = log.values().filter_map(|site| site.shortest_gap).min().unwrap_or_default();
    println!(
        "the server saw {requests} requests, at most {at_once} at once at a site, the shortest pause {gap:?}"
    );
}

/// Every document that is out has its article, or one of the same text on its site.
fn check(web: &GeneratedWeb, output: &Output) -> bool {
    let keys = Keys::default();
    let mut articles = BTreeMap::<(u64, u64), BTreeSet<String>>::new();
    for page in web.pages() {
        let key = keys.key(&page.url, Some(&page.title)).expect("a key");
        articles.entry((page.site, page.article)).or_default().insert(key.as_str().to_string());
    }
    let known: BTreeSet<&String> = articles.values().flatten().collect();
    let unknown = output.texts.keys().filter(|key| !known.contains(key)).count();
    let lost = articles
        .values()
        .filter(|keys| !keys.iter().any(|key| output.texts.contains_key(key)))
        .count();
    println!(
        "{} different articles under {} keys; lost {lost}, doubled {}, unknown {unknown}",
        articles.len(),
        known.len(),
        output.doubled
    );
    lost == 0 && output.doubled == 0 && unknown == 0
}

fn read(path: &Path) -> Output {
    let (mut texts, mut doubled) = (BTreeMap::new(), 0);
    let Ok(file) = std::fs::File::open(path) else { return Output { texts, doubled } };
    for line in std::io::BufReader::new(file).lines().map_while(Result::ok) {
        let record = Record::read(line.as_bytes()).expect("a record in every line");
        let text = XxHash3_128::oneshot(record.text().as_bytes());
        doubled += usize::from(texts.insert(record.key, text).is_some());
    }
    Output { texts, doubled }
}

/// Starts the stream and kills it at a random moment, again and again, then lets it end.
async fn kill_again_and_again(arguments: &Arguments, web: &Web, list: &Path, folder: &Path) {
    let mut random = arguments.seed | 1;
    let mut before_end = 0;
    for _ in 0..arguments.kills {
        let mut child = start(arguments, web, list, folder);
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        tokio::time::sleep(Duration::from_millis(random % arguments.longest.max(1))).await;
        before_end += usize::from(matches!(child.try_wait(), Ok(None)));
        let _ = child.kill();
        let _ = child.wait();
    }
    println!(
        "killed {before_end} times in the middle of its work, {} times after its end",
        arguments.kills as usize - before_end
    );
    let child = start(arguments, web, list, folder);
    let _ = tokio::task::block_in_place(|| Measured::new(Instant::now()).watch(child));
}

fn compare(plain: &Output, killed: &Output) -> bool {
    let same =
        plain.texts.iter().filter(|(key, text)| killed.texts.get(*key) == Some(text)).count();
    println!(
        "{} articles without and {} with kills; {same} are the same by key and text; doubled {}",
        plain.texts.len(),
        killed.texts.len(),
        killed.doubled
    );
    same == plain.texts.len() && same == killed.texts.len() && killed.doubled == 0
}
