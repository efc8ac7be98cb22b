//! `dehusk batch` beside what the extractor alone costs, and beside the pipelines that people use today.
//!
//! All read the same WARC.gz of the same pages. Times are the processor's; those of other programs are of all their
//! processes.

use clap::Parser;
use cpu_time::ProcessTime;
use dehusk_bench::pages::{self, Choice, RawPage};
use dehusk_bench::peers;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Processor time of `dehusk batch` over a WARC.gz, beside auto alone, fastwarc with resiliparse, and datatrove with
/// trafilatura
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    pages: Choice,
    /// The command
    #[arg(long, value_name = "FILE", default_value = "target/release/dehusk")]
    dehusk: PathBuf,
    /// Rounds; every program runs once in each
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// The Python that has fastwarc, resiliparse, datatrove and trafilatura installed
    #[arg(long, default_value_t = peers::default_python())]
    python: String,
    /// Also run datatrove with trafilatura, which takes long
    #[arg(long)]
    datatrove: bool,
    /// Only what the extractor costs by itself, on one thread and without addresses, in seconds: for
    /// bindings/python/bench/speed.py
    #[arg(long)]
    alone: bool,
    /// Where the archive and the corpora go
    #[arg(long, value_name = "DIR", default_value = "target/batch")]
    folder: PathBuf,
}

/// A program and what it took in each round: processor and wall, in seconds.
struct Lane {
    name: &'static str,
    times: Vec<(f64, f64)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let pages = pages::load(&arguments.pages)?;
    if arguments.alone {
        let bare: Vec<_> = pages.into_iter().map(|page| RawPage { url: None, ..page }).collect();
        for _ in 0..arguments.rounds {
            println!("{}", alone(&bare, 1).0);
        }
        return Ok(());
    }
    let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
    fs::create_dir_all(&arguments.folder)?;
    let archive = arguments.folder.join("pages.warc.gz");
    write_archive(&archive, pages.iter())?;
    // Those who spread files over processes get a file for each.
    let halves = arguments.folder.join("halves");
    fs::create_dir_all(&halves)?;
    for half in 0..2 {
        write_archive(&halves.join(format!("{half}.warc.gz")), pages.iter().skip(half).step_by(2))?;
    }
    let packed = fs::metadata(&archive)?.len();
    println!(
        "{} pages, {:.1} MB, {:.1} MB packed",
        pages.len(),
        bytes as f64 / 1e6,
        packed as f64 / 1e6
    );
    let mut lanes: Vec<Lane> = Vec::new();
    for round in 0..arguments.rounds {
        let mut take = |name, time: (f64, f64)| {
            eprintln!(
                "round {} {name:44} {:8.2} s processor {:8.2} s wall",
                round + 1,
                time.0,
                time.1
            );
            match lanes.iter_mut().find(|lane| lane.name == name) {
                Some(lane) => lane.times.push(time),
                None => lanes.push(Lane { name, times: vec![time] }),
            }
        };
        take(ALONE, alone(&pages, 1));
        take(TOGETHER, alone(&pages, JOBS));
        take(TEXT, batch(&arguments, &archive, &["--columns", "url,text"])?);
        take(USUAL, batch(&arguments, &archive, &[])?);
        for (name, script, wanted) in [
            (RESILIPARSE, "batch_resiliparse.py", true),
            (DATATROVE, "batch_datatrove.py", arguments.datatrove),
        ] {
            if wanted && let Some(time) = peer(&arguments, script, &halves)? {
                take(name, time);
            }
        }
    }
    print(&lanes, bytes);
    Ok(())
}

/// Threads of the command.
const JOBS: usize = 2;
const ALONE: &str = "auto alone, bytes to text, one thread";
const TOGETHER: &str = "auto alone, bytes to text, two threads";
const TEXT: &str = "dehusk batch, url and text";
const USUAL: &str = "dehusk batch, usual columns";
const RESILIPARSE: &str = "fastwarc + resiliparse, two processes";
const DATATROVE: &str = "datatrove + trafilatura, two workers";

fn print(lanes: &[Lane], bytes: usize) {
    let best = |name: &str| {
        let lane = lanes.iter().find(|lane| lane.name == name)?;
        let least = |part: fn(&(f64, f64)) -> f64| {
            lane.times.iter().map(part).min_by(f64::total_cmp).unwrap_or(f64::NAN)
        };
        Some((least(|time| time.0), least(|time| time.1)))
    };
    println!("\nbest of the rounds");
    for lane in lanes {
        let Some((processor, wall)) = best(lane.name) else { continue };
        let speed = bytes as f64 / 1e6 / processor;
        println!(
            "  {:44} {processor:8.2} s processor {wall:8.2} s wall {speed:8.1} MB/s of a processor",
            lane.name
        );
    }
    println!();
    // Two busy processors are slower than one, each by itself: they share what the machine has, and the command is
    // measured beside what is shared as much.
    for (name, wanted) in [(TEXT, 1.25), (USUAL, f64::NAN)] {
        for (alone_name, wanted) in [(TOGETHER, wanted), (ALONE, f64::NAN)] {
            let (Some(batch), Some(alone)) = (best(name), best(alone_name)) else { continue };
            let ratio = batch.0 / alone.0;
            let verdict = if ratio > wanted { "  ABOVE" } else { "" };
            println!("  {name}: {ratio:.2} times {alone_name} (wanted at most {wanted}){verdict}");
        }
    }
    // Others write address and text; what the usual columns cost is told beside it.
    for (name, wanted) in [(RESILIPARSE, 1.5), (DATATROVE, 20.0)] {
        for (ours, wanted) in [(TEXT, wanted), (USUAL, f64::NAN)] {
            let (Some(batch), Some(peer)) = (best(ours), best(name)) else { continue };
            let (processor, wall) = (peer.0 / batch.0, peer.1 / batch.1);
            let verdict = if processor < wanted { "  BELOW" } else { "" };
            println!(
                "  {ours}: {processor:.2} times as fast as {name} by the processor, {wall:.2} by the wall (wanted {wanted}){verdict}"
            );
        }
    }
}

/// What the extractor costs from bytes to text, by itself, on so many threads.
fn alone(pages: &[RawPage], threads: usize) -> (f64, f64) {
    let (start, wall) = (ProcessTime::now(), Instant::now());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut options = dehusk::Options::new();
            if let Some(url) = &page.url {
                options = options.with_url(url.clone());
            }
            if let Ok(article) = options.extract_bytes(&page.bytes) {
                black_box(article.text());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    (start.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64())
}

fn batch(arguments: &Arguments, archive: &Path, more: &[&str]) -> io::Result<(f64, f64)> {
    let out = arguments.folder.join("corpus");
    let _ = fs::remove_dir_all(&out);
    let mut command = Command::new(&arguments.dehusk);
    command
        .arg("batch")
        .arg(archive)
        .arg("--out")
        .arg(&out)
        .args(["--jobs", &JOBS.to_string()])
        .args(more);
    measure(&mut command)?.ok_or_else(|| io::Error::other("dehusk batch failed"))
}

/// A peer, which writes texts as JSON lines; none if it can not be run here.
fn peer(arguments: &Arguments, script: &str, halves: &Path) -> io::Result<Option<(f64, f64)>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join(script);
    let out = arguments.folder.join("peer");
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out)?;
    let mut command = Command::new(&arguments.python);
    command.arg(&script).arg(halves).arg(&out);
    let time = measure(&mut command)?;
    if time.is_none() {
        eprintln!("SKIPPED: {}: see bench/README.md for what it needs", script.display());
    }
    Ok(time)
}

/// The processor's time of a command and all it starts, and the wall's; none if it fails.
fn measure(command: &mut Command) -> io::Result<Option<(f64, f64)>> {
    let times = tempfile::NamedTempFile::new()?;
    let mut timed = Command::new("/usr/bin/env");
    timed
        .arg("bash")
        .arg("-c")
        .arg("TIMEFORMAT='%U %S %R'; { time \"$@\" 2>/dev/null 1>/dev/null; } 2> \"$0\"");
    timed.arg(times.path()).arg(command.get_program()).args(command.get_args());
    let status = timed.stdin(Stdio::null()).status()?;
    let said = fs::read_to_string(times.path())?;
    let numbers: Vec<f64> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        // 2 is no fault: a page may have failed.
        [user, system, wall] if matches!(status.code(), Some(0 | 2)) => {
            Ok(Some((user + system, wall)))
        }
        _ => Ok(None),
    }
}

/// The pages as a crawler writes them: a record each, packed by itself.
fn write_archive<'p>(path: &Path, pages: impl Iterator<Item = &'p RawPage>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    for (number, page) in pages.enumerate() {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        let url = page
            .url
            .clone()
            .unwrap_or_else(|| format!("http://{}.example/", page.name.replace('/', ".")));
        let mut record = GzEncoder::new(&mut out, Compression::default());
        write!(
            record,
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-8000-8000-{number:012x}>\r\n\
             WARC-Target-URI: {url}\r\nWARC-Date: 2026-11-18T00:00:00Z\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{head}",
            head.len() + page.bytes.len()
        )?;
        record.write_all(&page.bytes)?;
        record.write_all(b"\r\n\r\n")?;
        record.finish()?;
    }
    out.flush()
}
