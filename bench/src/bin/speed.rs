//! Our speed beside the peers', as ratios between programs that took turns on one core.
//!
//! Times are the processor's, so that other work on the machine counts for nobody.

use clap::Parser;
use cpu_time::ProcessTime;
use dehusk::extractor::{Document, NamedExtractor, Page, named};
use dehusk::{Article, Format, Limits};
use dehusk_bench::heap::{self, Counting};
use dehusk_bench::html5::Tree;
use dehusk_bench::pages::{self, Choice, RawPage};
use dehusk_bench::peers::{self, PageFile, Peer};
use dehusk_bench::pipeline;
use dehusk_page::{Hints, decode};
use std::error::Error;
use std::hint::black_box;
use std::io;
use std::time::Duration;

#[global_allocator]
static HEAP: Counting = Counting;

/// MB/s of parsing and extracting beside html5ever, lexbor, resiliparse and turbohtml, and allocations
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    pages: Choice,
    /// Rounds; every program runs once in each
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The extractor for the whole way
    #[arg(long, default_value = "boilerpipe-article")]
    extractor: String,
    /// The Python that has the peers installed
    #[arg(long, default_value_t = peers::default_python())]
    python: String,
    /// Run trafilatura too, which takes long
    #[arg(long)]
    trafilatura: bool,
    /// Leave the peers out
    #[arg(long)]
    alone: bool,
}

/// A page in both forms, so that no program pays for what another was given.
struct Loaded {
    raw: RawPage,
    text: String,
}

/// A program and the times it took.
struct Lane<'a> {
    name: String,
    run: Box<dyn FnMut() -> io::Result<Duration> + 'a>,
    times: Vec<Duration>,
}

impl<'a> Lane<'a> {
    fn ours<T>(name: &str, pages: &'a [Loaded], work: impl Fn(&Loaded) -> T + 'a) -> Lane<'a> {
        let run = move || {
            let start = ProcessTime::now();
            pages.iter().for_each(|page| drop(black_box(work(page))));
            Ok(start.elapsed())
        };
        Lane { name: name.into(), run: Box::new(run), times: Vec::new() }
    }

    fn peer(mut peer: Peer) -> Lane<'a> {
        let name = peer.version.clone();
        Lane { name, run: Box::new(move || peer.round()), times: Vec::new() }
    }

    fn best(&self) -> Option<Duration> {
        self.times.iter().min().copied()
    }
}

/// Names of our lanes, by which ratios find them.
const PARSE: &str = "parse";
const HTML5EVER: &str = "html5ever";
const FEATURES: &str = "decode + parse + blocks + features";
const EXTRACT: &str = "extract to text";

/// Which lane is compared with which, and the least ratio that is wanted. The default extractor has a model to
/// ask; the others are rules.
fn ratios(extractor: &str) -> [(&'static str, &'static str, f64); 6] {
    let [resiliparse, turbohtml] = if extractor == "auto" { [1.2, 0.8] } else { [2.0, 1.0] };
    [
        (PARSE, "selectolax", 2.0),
        (PARSE, HTML5EVER, 6.0),
        (FEATURES, "selectolax", 1.2),
        (EXTRACT, "resiliparse", resiliparse),
        (EXTRACT, "turbohtml", turbohtml),
        (EXTRACT, "trafilatura", 15.0),
    ]
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let entry = named(&arguments.extractor)?;
    let pages: Vec<Loaded> = pages::load(&arguments.pages)?.into_iter().map(loaded).collect();
    let bytes: usize = pages.iter().map(|p| p.raw.bytes.len()).sum();
    println!("{} pages, {:.1} MB", pages.len(), bytes as f64 / 1e6);
    let files = (
        PageFile::write("raw", pages.iter().map(|p| &p.raw.bytes[..]))?,
        PageFile::write("text", pages.iter().map(|p| p.text.as_bytes()))?,
    );
    let mut lanes = our_lanes(&pages, &entry);
    if !arguments.alone {
        lanes.extend(peer_lanes(&arguments, &files.0, &files.1));
    }
    take_turns(&mut lanes, arguments.rounds)?;
    print_speeds(&lanes, bytes);
    print_ratios(&lanes, entry.name());
    print_allocations(&pages, &entry);
    Ok(())
}

fn loaded(raw: RawPage) -> Loaded {
    let text = decode(&raw.bytes[..], &Hints::new()).text;
    Loaded { raw, text }
}

fn our_lanes<'a>(pages: &'a [Loaded], entry: &'a NamedExtractor) -> Vec<Lane<'a>> {
    vec![
        Lane::ours(PARSE, pages, |page| Page::parse(page.text.as_str())),
        Lane::ours(HTML5EVER, pages, |page| Tree::parse(&page.text)),
        Lane::ours(FEATURES, pages, |page| {
            let page = Page::from_bytes(&page.raw.bytes[..], &Hints::new(), &Limits::default());
            page.map(|page| pipeline::features(&Document::new(page)))
        }),
        Lane::ours(EXTRACT, pages, move |page| {
            article(Page::parse(page.text.as_str()), entry).text()
        }),
    ]
}

fn article(page: Page, entry: &NamedExtractor) -> Article {
    let document = Document::new(page);
    let selection = entry.extractor().extract(&document);
    Article::new(document, selection, entry.name())
}

/// The peers that are there; the others are named.
fn peer_lanes<'a>(arguments: &Arguments, raw: &PageFile, text: &PageFile) -> Vec<Lane<'a>> {
    let mut peers = vec![("selectolax", raw), ("resiliparse", text), ("turbohtml", text)];
    if arguments.trafilatura {
        peers.push(("trafilatura", text));
    }
    let python = &arguments.python;
    let start = |(name, file): (&str, &PageFile)| match Peer::start(python, name, file.path()) {
        Ok(peer) => Some(Lane::peer(peer)),
        Err(why) => {
            eprintln!("SKIPPED: {name} ({why})");
            None
        }
    };
    peers.into_iter().filter_map(start).collect()
}

fn take_turns(lanes: &mut [Lane], rounds: usize) -> io::Result<()> {
    for round in 1..=rounds {
        for lane in lanes.iter_mut() {
            let time = (lane.run)()?;
            eprintln!("round {round} {:38} {:8.3} s", lane.name, time.as_secs_f64());
            lane.times.push(time);
        }
    }
    Ok(())
}

fn print_speeds(lanes: &[Lane], bytes: usize) {
    println!("\nbest of the rounds");
    for lane in lanes {
        let Some(best) = lane.best() else { continue };
        let seconds = best.as_secs_f64();
        let megabytes = bytes as f64 / 1e6;
        println!(
            "  {:38} {:8.1} MB/s  {:7.3} ms/MB",
            lane.name,
            megabytes / seconds,
            1e3 * seconds / megabytes
        );
    }
}

fn print_ratios(lanes: &[Lane], extractor: &str) {
    println!("\nratios of speeds (best to best, and the median of the rounds' own ratios)");
    let find =
        |name: &str| lanes.iter().find(|l| l.name.split(' ').next() == name.split(' ').next());
    for (ours, theirs, wanted) in ratios(extractor) {
        let our_lane = lanes.iter().find(|l| l.name == ours);
        let (Some(ours), Some(theirs)) = (our_lane, find(theirs)) else { continue };
        let (Some(best), Some(their_best)) = (ours.best(), theirs.best()) else { continue };
        let ratio = their_best.as_secs_f64() / best.as_secs_f64();
        let verdict = if ratio >= wanted { "" } else { "  BELOW" };
        println!(
            "  {:36} / {:20} {ratio:6.2}  ({:.2})  wanted {wanted:.1}{verdict}",
            ours.name,
            theirs.name,
            median_ratio(theirs, ours)
        );
    }
}

fn median_ratio(theirs: &Lane, ours: &Lane) -> f64 {
    let pairs = theirs.times.iter().zip(&ours.times);
    let mut ratios: Vec<f64> = pairs.map(|(t, o)| t.as_secs_f64() / o.as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Counts every stage by itself, each fed with what the one before made.
fn print_allocations(pages: &[Loaded], entry: &NamedExtractor) {
    let names = ["decode", "parse", "blocks", "extractor", "text", "features (not needed by all)"];
    let mut counts = [0usize; 6];
    for page in pages {
        let (decoded, decode) = heap::measure(|| decode(&page.raw.bytes[..], &Hints::new()));
        let (parsed, parse) = heap::measure(|| Page::parse(decoded.text));
        let document = Document::new(parsed);
        let (_, blocks) = heap::measure(|| pipeline::blocks(&document));
        let (selection, extract) = heap::measure(|| entry.extractor().extract(&document));
        let (_, features) = heap::measure(|| pipeline::features(&document));
        let article = Article::new(document, selection, entry.name());
        let (_, text) = heap::measure(|| article.render(Format::Text));
        let stages = [decode, parse, blocks, extract, text, features];
        counts.iter_mut().zip(stages).for_each(|(count, stage)| *count += stage.allocations);
    }
    println!("\nallocations a page");
    let pages = pages.len().max(1) as f64;
    for (name, count) in names.iter().zip(counts) {
        println!("  {name:38} {:8.1}", count as f64 / pages);
    }
    println!("  {:38} {:8.1}", "all", counts.iter().sum::<usize>() as f64 / pages);
}
