//! Where the time of the default extractor goes, stage by stage.
//!
//! Every page goes through all stages once a round; each stage is timed by itself, by the thread's own
//! processor time.

use clap::Parser;
use cpu_time::ThreadTime;
use dehusk::auto::{Auto, Model};
use dehusk::extractor::{Document, Extractor, Page};
use dehusk::{Article, Format};
use dehusk_bench::pages::{self, Choice, RawPage};
use dehusk_bench::pipeline;
use dehusk_page::{Hints, decode};
use std::error::Error;
use std::hint::black_box;
use std::time::Duration;

/// Times of the stages of `auto`, from bytes to text
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    pages: Choice,
    /// Rounds; the best of each stage counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// The way from bytes to text.
const STAGES: [&str; 7] = [
    "decode",
    "parse",
    "blocks and containers",
    "features of the page",
    "words, two models, choice",
    "trouble, selection, media",
    "text",
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let pages = pages::load(&arguments.pages)?;
    let bytes: usize = pages.iter().map(|p| p.bytes.len()).sum();
    println!(
        "{} pages, {:.1} MB, best of {} rounds",
        pages.len(),
        bytes as f64 / 1e6,
        arguments.rounds
    );
    // Before anything else asks for it.
    let (_, loading) = timed(Model::shipped);
    println!("loading the model: {:.2} ms\n", 1e3 * loading.as_secs_f64());
    let extractor = Auto::default();
    let mut best = [Duration::MAX; STAGES.len()];
    for _ in 0..arguments.rounds {
        let mut round = [Duration::ZERO; STAGES.len()];
        pages.iter().for_each(|page| add(&mut round, stages(page, &extractor)));
        lower(&mut best, round);
    }
    let parse = best[1].as_secs_f64();
    let whole: f64 = best.iter().map(Duration::as_secs_f64).sum();
    for (name, time) in STAGES.iter().zip(best) {
        print(name, time, bytes, whole, parse);
    }
    print("all", Duration::from_secs_f64(whole), bytes, whole, parse);
    Ok(())
}

fn add<const N: usize>(sums: &mut [Duration; N], times: [Duration; N]) {
    sums.iter_mut().zip(times).for_each(|(sum, time)| *sum += time);
}

fn lower<const N: usize>(best: &mut [Duration; N], round: [Duration; N]) {
    best.iter_mut().zip(round).for_each(|(best, time)| *best = time.min(*best));
}

fn print(name: &str, time: Duration, bytes: usize, whole: f64, parse: f64) {
    let seconds = time.as_secs_f64();
    println!(
        "  {name:32} {:7.3} ms/MB {:5.1} %  {:5.2} parses",
        1e9 * seconds / bytes as f64,
        100.0 * seconds / whole,
        seconds / parse
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = ThreadTime::now();
    let made = black_box(work());
    (made, start.elapsed())
}

/// The last stage of the extractor repeats the judgement, which is taken off again.
fn stages(page: &RawPage, extractor: &Auto) -> [Duration; STAGES.len()] {
    let (decoded, decode) = timed(|| decode(&page.bytes[..], &Hints::new()));
    let (parsed, parse) = timed(|| Page::parse(decoded.text));
    let document = Document::new(parsed);
    let (_, blocks) = timed(|| (document.blocks().len(), document.containers().list().len()));
    let (_, features) = timed(|| pipeline::features(&document));
    let (_, judged) = timed(|| Model::shipped().judge(&document, 1.0));
    let (_, again) = timed(|| Model::shipped().judge(&document, 1.0));
    let (selection, extracted) = timed(|| extractor.extract(&document));
    let article = Article::new(document, selection, "auto");
    let (_, text) = timed(|| article.render(Format::Text));
    [decode, parse, blocks, features, judged, extracted.saturating_sub(again), text]
}
