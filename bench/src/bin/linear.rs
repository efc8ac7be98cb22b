//! Doubles hostile pages four times and prints how time and memory grow.
//!
//! Time is the processor's, not the wall's: what else the machine does would look like growth. It still slows
//! the processor's caches down, so what looks like too much growth is measured again before it is called so,
//! and `--count` compares instructions, which nothing else can change.

use clap::{Parser, ValueEnum};
use cpu_time::ThreadTime;
use dehusk::extractor::{Document, Page, registry};
use dehusk::{Article, Format, Limits};
use dehusk_bench::heap::{self, Counting};
use dehusk_bench::hostile::{self, Hostile};
use dehusk_bench::instructions;
use dehusk_bench::pipeline;
use std::fmt;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

#[global_allocator]
static HEAP: Counting = Counting;

/// Sizes are the full one divided by these.
const PARTS: [usize; 5] = [16, 8, 4, 2, 1];

/// A doubling that costs more than this is not linear: twice, and room for a working set that leaves a cache on
/// the way. Quadratic growth is 4.
const MAX_RATIO: f64 = 2.6;

/// How often a doubling that was too slow is measured again. What slows a run down only ever adds to it, so the
/// least of all runs counts, for both sizes.
const SECOND_LOOKS: usize = 4;

/// Shorter times are noise.
const NOISE: Duration = Duration::from_millis(4);

/// Fewer are spent on starting.
const FEW_INSTRUCTIONS: u64 = 1_000_000;

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
    /// Compare counts of instructions instead of times; needs valgrind, and fifty times as long
    #[arg(long)]
    count: bool,
    /// Only the work of this name: parse, features, readability, "as html"…
    #[arg(long)]
    work: Option<String>,
    /// Do the chosen work once, on the page divided by this: what valgrind is given to count
    #[arg(long, hide = true)]
    once: Option<usize>,
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

impl Cost {
    fn least(self, other: Cost) -> Cost {
        Cost { time: self.time.min(other.time), peak: self.peak.min(other.peak) }
    }
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
    let chosen = |work: &Work| arguments.work.as_ref().is_none_or(|name| *name == work.name);
    let mut flagged = 0;
    for kind in hostile::ALL.iter().filter(|k| k.name.contains(only)) {
        println!("{}", kind.name);
        for work in works(arguments.stage).iter().filter(|w| chosen(w)) {
            if let Some(part) = arguments.once {
                (work.run)(&kind.page(kind.full / part), &limits);
                continue;
            }
            let growth = match arguments.count {
                true => counted_growth(&arguments, kind, work),
                false => Ok(timed_growth(kind, work, &limits)),
            };
            flagged += usize::from(!is_linear(&work.name, growth));
        }
    }
    println!("{flagged} not linear (a doubling above {MAX_RATIO})");
    if flagged == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a line, and says whether every doubling was in bounds.
fn is_linear(name: &str, growth: Result<Growth, String>) -> bool {
    match growth {
        Ok(growth) => {
            println!("  {name:28} {growth}{}", if growth.linear { "" } else { "   NOT LINEAR" });
            growth.linear
        }
        Err(why) => {
            println!("  {name:28} NOT MEASURED: {why}");
            false
        }
    }
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
    let extractors = registry().build_all().unwrap_or_default();
    works.extend(extractors.into_iter().map(|entry| {
        let name = entry.name().to_string();
        document_work(&name, pipeline::features, move |document| {
            entry.extractor().extract(document)
        })
    }));
    works.push(article_work("metadata".into(), |article| drop(article.metadata().clone())));
    works.extend(Format::ALL.iter().map(|&format| {
        article_work(format!("as {format}"), move |article| drop(article.render(format)))
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
    let ((), heap) = heap::measure(|| instructions::counted(|| drop(work())));
    Cost { time: start.elapsed(), peak: heap.peak }
}

/// How the cost of a work grew over the sizes.
struct Growth {
    /// The cost of the largest size, and the ratios, as they are shown.
    shown: String,
    linear: bool,
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Times all sizes, and those again where one took too long beside the next smaller one.
fn timed_growth(kind: &Hostile, work: &Work, limits: &Limits) -> Growth {
    let measure = |part| {
        let html = kind.page(kind.full / part);
        best(|| (work.run)(&html, limits))
    };
    let mut costs: Vec<Cost> = Vec::new();
    for part in PARTS {
        if costs.last().is_some_and(|c| c.time > GIVE_UP) {
            break;
        }
        costs.push(measure(part));
    }
    for _ in 0..SECOND_LOOKS {
        let Some(slow) = costs.windows(2).position(|w| Ratio::of(w[0], w[1]).time > MAX_RATIO)
        else {
            break;
        };
        for at in [slow, slow + 1] {
            costs[at] = costs[at].least(measure(PARTS[at]));
        }
    }
    growth(&costs)
}

fn growth(costs: &[Cost]) -> Growth {
    let ratios: Vec<Ratio> = costs.windows(2).map(|w| Ratio::of(w[0], w[1])).collect();
    let finished = costs.len() == PARTS.len();
    let linear = finished && ratios.iter().all(|r| r.time <= MAX_RATIO && r.peak <= MAX_RATIO);
    let shown = costs.last().map(|last| {
        format!(
            "{:9.2} ms  {:8.2} MB   time {}   memory {}",
            last.time.as_secs_f64() * 1e3,
            last.peak as f64 / 1e6,
            listed(ratios.iter().map(|r| r.time)),
            listed(ratios.iter().map(|r| r.peak)),
        )
    });
    Growth { shown: shown.unwrap_or_default(), linear }
}

fn listed(ratios: impl Iterator<Item = f64>) -> String {
    ratios.map(|r| format!("{r:5.2}")).collect::<Vec<_>>().join(" ")
}

/// Counts the instructions of all sizes, each in a run of this program of its own.
fn counted_growth(arguments: &Arguments, kind: &Hostile, work: &Work) -> Result<Growth, String> {
    let stage = match arguments.stage {
        Stage::Parse => "parse",
        Stage::Extract => "extract",
    };
    let count = |part: usize| {
        let once = ["--once".into(), part.to_string()];
        let chosen = ["--stage", stage, "--only", kind.name, "--work", &work.name];
        let unlimited = arguments.unlimited.then(|| "--unlimited".to_string());
        let all = chosen.map(String::from).into_iter().chain(once).chain(unlimited);
        instructions::count(&all.collect::<Vec<_>>())
    };
    let counts: Vec<u64> = PARTS.into_iter().map(count).collect::<Result<_, _>>()?;
    let ratios: Vec<f64> =
        counts.windows(2).map(|w| w[1] as f64 / w[0].max(FEW_INSTRUCTIONS) as f64).collect();
    let last = counts.last().copied().unwrap_or_default() as f64 / 1e6;
    let shown = format!("{last:9.1} M instructions   {}", listed(ratios.iter().copied()));
    Ok(Growth { shown, linear: ratios.iter().all(|&r| r <= MAX_RATIO) })
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
        best = best.least(run());
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
