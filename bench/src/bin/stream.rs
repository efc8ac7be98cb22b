//! The stream on a made-up web: how fast, with how much memory, and whether every article comes exactly once.
//!
//! The web is served by this process, `dehusk watch --once` runs as another, so that its memory is its own. With
//! `--kills N` it is killed N times at random moments before it may end, and what it has written then is compared
//! with an uninterrupted run.

use clap::Parser;
use dehusk_bench::process::{Usage, Watched};
use dehusk_bench::stream::{Output, check, compare};
use dehusk_synth::loopback::{GeneratedWeb, Log, Web};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// The file that articles go to.
const OUT: &str = "out.jsonl";

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
    let server_before = Usage::of("self");
    let mut watched = Watched::new(start(arguments, &web, &list, &plain));
    let ended = tokio::task::block_in_place(|| watched.wait());
    let server = Usage::of("self").since(&server_before);
    println!("exit code {ended:?}");
    let output = Output::read(&plain.join(OUT));
    watched.print(output.articles(), &server);
    print_stats(&plain.join("stats.json"));
    print_log(&web);
    let mut good = check(&generated, &output, &plain.join(OUT));
    if arguments.kills > 0 {
        let killed = folder.join("killed");
        let kills = kill_again_and_again(arguments, &web, &list, &plain, &killed).await;
        good &= compare(&output, &Output::read(&killed.join(OUT))) && kills == arguments.kills;
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
    command.args(["--data", &path("data"), "--to", &path(OUT), "--stats", &path("stats.json")]);
    command.args(["--delay", &arguments.delay, "--requests", "256"]).arg(list);
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("dehusk: build it with cargo build --release -p dehusk-cli")
}

fn print_stats(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let stats: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    println!("counts: {}", stats["counts"]);
    let memories = stats["site_memory_bytes"].as_u64().unwrap_or_default();
    println!("site memories held at the end: {} MB", memories >> 20);
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

/// Starts the stream and kills it at a random moment, again and again, then lets it end. Only kills before the
/// last article was written count; how many did.
async fn kill_again_and_again(
    arguments: &Arguments,
    web: &Web,
    list: &Path,
    plain: &Path,
    folder: &Path,
) -> u32 {
    let mut random = fastrand::Rng::with_seed(arguments.seed);
    let (mut killed, mut too_late) = (0, 0);
    while killed < arguments.kills && too_late < 3 {
        let mut child = start(arguments, web, list, folder);
        let moment = random.u64(..arguments.longest.max(1));
        tokio::time::sleep(Duration::from_millis(moment)).await;
        let _ = child.kill();
        let _ = child.wait();
        match Output::bytes(&folder.join(OUT)) < Output::bytes(&plain.join(OUT)) {
            true => killed += 1,
            false => too_late += 1,
        }
    }
    println!("killed {killed} times before the last article was written");
    if killed < arguments.kills {
        println!("there was no more to do: choose a larger web or a shorter --longest");
    }
    let mut watched = Watched::new(start(arguments, web, list, folder));
    let _ = tokio::task::block_in_place(|| watched.wait());
    killed
}
