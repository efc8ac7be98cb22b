//! The long run of random and mutated pages: no panic, no hang.

use clap::Parser;
use dehusk_bench::inputs;
use dehusk_bench::pages::{self, Choice};
use std::error::Error;
use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A case that takes longer is reported.
const SLOW: Duration = Duration::from_secs(2);

/// A case that takes longer hangs: it is saved and the run ends.
const HANGS: Duration = Duration::from_secs(60);

/// Pages of corpora are long; a piece of this size from the middle of each keeps the run moving.
const PIECE: usize = 8 << 10;

/// Random byte strings and mutated pages through decoding, parsing, every extractor and every renderer
#[derive(Parser)]
struct Arguments {
    /// How many cases
    #[arg(long, default_value_t = 1_000_000)]
    count: u64,
    /// Chooses the cases; the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The first case's number, to repeat one: --first N --count 1
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Also mutate pages of the corpora in this folder
    #[arg(long, value_name = "DIR")]
    corpora: Option<PathBuf>,
    /// How many of their pages
    #[arg(long, default_value_t = 500)]
    pages: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Where inputs that fail are saved
    #[arg(long, value_name = "DIR", default_value = "target/hammer")]
    save: PathBuf,
}

/// What the workers share.
struct Run {
    arguments: Arguments,
    pages: Vec<Vec<u8>>,
    next: AtomicU64,
    failures: AtomicU64,
    /// The case each worker is at, and since when.
    current: Vec<Mutex<Option<(u64, Instant)>>>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    // Panics are reported with their case; the default report would only repeat them.
    std::panic::set_hook(Box::new(|info| eprintln!("\n{info}")));
    let run = Arc::new(Run {
        pages: mutable_pages(&arguments)?,
        next: AtomicU64::new(0),
        failures: AtomicU64::new(0),
        current: (0..arguments.jobs.max(1)).map(|_| Mutex::new(None)).collect(),
        arguments,
    });
    let workers: Vec<_> = (0..run.current.len())
        .map(|worker| {
            let run = Arc::clone(&run);
            thread::spawn(move || work(&run, worker))
        })
        .collect();
    watch(&run, || workers.iter().all(|w| w.is_finished()));
    let failures = run.failures.load(Relaxed);
    println!("\n{} cases of seed {}: {failures} failed", run.arguments.count, run.arguments.seed);
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn mutable_pages(arguments: &Arguments) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let Some(corpora) = arguments.corpora.clone() else { return Ok(Vec::new()) };
    let choice = Choice { corpora, corpus: Vec::new(), limit: Some(arguments.pages) };
    let piece = |bytes: Vec<u8>| {
        let start = bytes.len() / 3;
        bytes[start..bytes.len().min(start + PIECE)].to_vec()
    };
    Ok(pages::load(&choice)?.into_iter().map(|page| piece(page.bytes)).collect())
}

fn work(run: &Run, worker: usize) {
    loop {
        let index = run.next.fetch_add(1, Relaxed);
        if index >= run.arguments.count {
            return set(run, worker, None);
        }
        let number = run.arguments.first + index;
        let bytes = inputs::case(run.arguments.seed, number, &run.pages);
        let start = Instant::now();
        set(run, worker, Some((number, start)));
        let result = catch_unwind(AssertUnwindSafe(|| inputs::run(&bytes)));
        if result.is_err() {
            report(run, number, &bytes, "panicked");
        } else if start.elapsed() > SLOW {
            report(run, number, &bytes, &format!("took {:.1} s", start.elapsed().as_secs_f64()));
        }
    }
}

fn set(run: &Run, worker: usize, case: Option<(u64, Instant)>) {
    if let Ok(mut current) = run.current[worker].lock() {
        *current = case;
    }
}

fn report(run: &Run, number: u64, bytes: &[u8], what: &str) {
    run.failures.fetch_add(1, Relaxed);
    let place = match save(&run.arguments.save, run.arguments.seed, number, bytes) {
        Ok(path) => path.display().to_string(),
        Err(error) => format!("not saved: {error}"),
    };
    eprintln!(
        "\ncase {number} of seed {} {what} ({} bytes, {place})",
        run.arguments.seed,
        bytes.len()
    );
}

fn save(folder: &Path, seed: u64, number: u64, bytes: &[u8]) -> std::io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("{seed}-{number}.html"));
    fs::write(&path, bytes)?;
    Ok(path)
}

/// Shows how far the run is, and ends it if a case hangs.
fn watch(run: &Run, finished: impl Fn() -> bool) {
    let start = Instant::now();
    let mut shown = Instant::now();
    while !finished() {
        thread::sleep(Duration::from_millis(20));
        if shown.elapsed() < Duration::from_secs(2) {
            continue;
        }
        shown = Instant::now();
        let done = run.next.load(Relaxed).min(run.arguments.count);
        let pace = done as f64 / start.elapsed().as_secs_f64();
        eprint!(
            "\r{done} of {} cases, {pace:.0} a second, {} failed ",
            run.arguments.count,
            run.failures.load(Relaxed)
        );
        let _ = std::io::stderr().flush();
        end_if_hanging(run);
    }
}

fn end_if_hanging(run: &Run) {
    for current in &run.current {
        let case = current.lock().ok().and_then(|c| *c);
        if let Some((number, _)) = case.filter(|(_, since)| since.elapsed() > HANGS) {
            let bytes = inputs::case(run.arguments.seed, number, &run.pages);
            report(run, number, &bytes, "hangs");
            exit(1);
        }
    }
}
