//! Doubles hostile pages four times and prints how time and memory grow.
//!
//! Time is the processor's, not the wall's: what else the machine does would look like growth.

use clap::{Parser, ValueEnum};
use cpu_time::ThreadTime;
use dehusk::{Article, Document, Limits, Page, registry};
use dehusk_bench::heap::{self, Counting};
use dehusk_bench::hostile::{self, Hostile};
use dehusk_bench::pipeline::{self, FORMATS};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

#[global_allocator]
static HEAP: Counting = Counting;

/// Sizes are the full one divided by these.
const PARTS: [usize; 5] = [16, 8, 4, 2, 1];

/// A doubling that costs more than this is not linear.
const MAX_RATIO: f64 = 2.6;

/// Shorter times are noise.
const NOISE: Duration = Duration::from_millis(4);

/// The best of a few runs, and of more while there is time.
const LEAST_RUNS: usize = 3;
const MOST_RUNS: usize = 20;
const ENOUGH: Duration = Duration::from_millis(400);

/// Larger sizes are not tried after a run as long as this.
const GIVE_UP: Duration = Duration::from_secs(20);

/// Time and peak memory of hostile pages at four doublings
#[derive(Parser)]
struct Arguments {
    /// What to measure
    #[arg(long, value_enum, default_value_t = Stage::Parse)]
    stage: Stage,
    /// Parse without the default limits on depth, attributes and the like
    #[arg(long)]
    unlimited: bool,
    /// Only kinds of pages whose name has this in it
    #[arg(long)]
    only: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Stage {
    /// The parser alone
    Parse,
    /// Blocks, every extractor, metadata and every renderer, each for itself
    Extract,
}

/// Does the work on a page once and tells what it cost.
type Measure = dyn Fn(&str, &Limits) -> Cost;

/// One measured thing: prepared from a page, then run.
struct Work {
    name: String,
    run: Box<Measure>,
}

#[derive(Clone, Copy)]
struct Cost {
    time: Duration,
    peak: usize,
}

/// glibc gives large blocks back to the system at once, and every fresh page costs a fault: a step in time
/// where blocks become large. With these it keeps them.
const KEEP_MEMORY: [(&str, &str); 2] =
    [("MALLOC_MMAP_MAX_", "0"), ("MALLOC_TRIM_THRESHOLD_", "100000000000")];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(code) = again_keeping_memory() {
        return code;
    }
    let limits = if arguments.unlimited { unlimited() } else { Limits::default() };
    let only = arguments.only.as_deref().unwrap_or_default();
    let mut flagged = 0;
    for kind in hostile::ALL.iter().filter(|k| k.name.contains(only)) {
        println!("{}", kind.name);
        for work in works(arguments.stage) {
            flagged += usize::from(!grows_linearly(kind, &work, &limits));
        }
    }
    println!("{flagged} not linear (a doubling of time or memory above {MAX_RATIO})");
    if flagged == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The allocator reads its settings when a program starts: this starts it again with them, once.
fn again_keeping_memory() -> Option<ExitCode> {
    if KEEP_MEMORY.iter().all(|(name, _)| std::env::var_os(name).is_some()) {
        return None;
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(std::env::args_os().skip(1)).envs(KEEP_MEMORY);
    let status = command.status().ok()?;
    Some(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn unlimited() -> Limits {
    Limits::default()
        .with_max_depth(usize::MAX)
        .with_max_attributes(usize::MAX)
        .with_max_nodes(usize::MAX)
}

fn works(stage: Stage) -> Vec<Work> {
    let parse = |html: &str, limits: &Limits| {
        let html = html.to_string();
        cost(|| Page::parse_with(html, limits))
    };
    match stage {
        Stage::Parse => vec![Work { name: "parse".into(), run: Box::new(parse) }],
        Stage::Extract => extract_works(),
    }
}

fn extract_works() -> Vec<Work> {
    let mut works = vec![
        document_work("blocks", |_| 0, pipeline::blocks),
        document_work("features", pipeline::blocks, pipeline::features),
    ];
    works.extend(registry::ENTRIES.iter().map(|entry| {
        document_work(entry.name, pipeline::features, |document| entry.make().extract(document))
    }));
    works.push(article_work("metadata".into(), |article| drop(article.metadata().clone())));
    works.extend(FORMATS.iter().map(|&(name, format)| {
        article_work(format!("as {name}"), move |article| drop(article.render(format)))
    }));
    works
}

/// Work on a document, after what it builds on is done.
fn document_work<T>(
    name: &str,
    before: impl Fn(&Document) -> usize + 'static,
    work: impl Fn(&Document) -> T + 'static,
) -> Work {
    let run = move |html: &str, limits: &Limits| {
        let document = Document::new(Page::parse_with(html, limits));
        before(&document);
        cost(|| work(&document))
    };
    Work { name: name.into(), run: Box::new(run) }
}

fn article_work(name: String, work: impl Fn(&Article) + 'static) -> Work {
    let run = move |html: &str, limits: &Limits| {
        let article = pipeline::everything(Page::parse_with(html, limits));
        cost(|| work(&article))
    };
    Work { name, run: Box::new(run) }
}

/// What one run costs; its result is dropped within it, for that must be linear too.
fn cost<T>(work: impl FnOnce() -> T) -> Cost {
    let start = ThreadTime::now();
    let ((), heap) = heap::measure(|| drop(work()));
    Cost { time: start.elapsed(), peak: heap.peak }
}

/// Measures all sizes, prints a line, and says whether every doubling was in bounds.
fn grows_linearly(kind: &Hostile, work: &Work, limits: &Limits) -> bool {
    let mut costs: Vec<Cost> = Vec::new();
    for part in PARTS {
        if costs.last().is_some_and(|c| c.time > GIVE_UP) {
            break;
        }
        let html = kind.page(kind.full / part);
        costs.push(best(|| (work.run)(&html, limits)));
    }
    let ratios: Vec<Ratio> = costs.windows(2).map(|w| Ratio::of(w[0], w[1])).collect();
    let finished = costs.len() == PARTS.len();
    let linear = finished && ratios.iter().all(|r| r.time <= MAX_RATIO && r.peak <= MAX_RATIO);
    if let Some(last) = costs.last() {
        print_line(&work.name, *last, &ratios, linear);
    }
    linear
}

/// The best of some runs; what takes very long is done once.
fn best(run: impl Fn() -> Cost) -> Cost {
    let start = Instant::now();
    let mut best = run();
    for run_number in 1..MOST_RUNS {
        let enough = if run_number < LEAST_RUNS { GIVE_UP } else { ENOUGH };
        if start.elapsed() > enough {
            break;
        }
        let again = run();
        best = Cost { time: best.time.min(again.time), peak: best.peak.min(again.peak) };
    }
    best
}

struct Ratio {
    time: f64,
    peak: f64,
}

impl Ratio {
    /// The growth from one size to the next; what is too small to measure counts as no growth.
    fn of(small: Cost, large: Cost) -> Ratio {
        let time = large.time.as_secs_f64() / small.time.max(NOISE / 2).as_secs_f64();
        let peak = large.peak as f64 / small.peak.max(32 << 10) as f64;
        Ratio { time, peak }
    }
}

fn print_line(name: &str, last: Cost, ratios: &[Ratio], linear: bool) {
    let list = |of: fn(&Ratio) -> f64| {
        ratios.iter().map(|r| format!("{:5.2}", of(r))).collect::<Vec<_>>().join(" ")
    };
    println!(
        "  {name:28} {:9.2} ms  {:8.2} MB   time {}   memory {}{}",
        last.time.as_secs_f64() * 1e3,
        last.peak as f64 / 1e6,
        list(|r| r.time),
        list(|r| r.peak),
        if linear { "" } else { "   NOT LINEAR" },
    );
}
