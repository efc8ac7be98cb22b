//! What each extractor of the suite costs, in parses.
//!
//! A page is parsed and cut into blocks; then every extractor works on a document of its own, and at last all of them on
//! one, whose answers they share. `auto`, which is of no paper, is asked last there and does not count as one of the suite:
//! what it shares with the others is counted with them. Each counts with its best round on each page, by the thread's own processor time, as
//! a multiple of what parsing the same pages takes.

use clap::Parser;
use cpu_time::ThreadTime;
use dehusk::extractor::{Document, NamedExtractor, Page, registry};
use dehusk_bench::pages::{self, Choice, RawPage};
use dehusk_page::{Hints, decode};
use std::error::Error;
use std::hint::black_box;
use std::time::Duration;

/// Costs of all extractors as multiples of the parse
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    pages: Choice,
    /// Rounds; the best of each page counts
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Only this extractor; can be given again
    #[arg(long = "extractor", value_name = "NAME")]
    names: Vec<String>,
}

/// Parses that an extractor without a trained model may cost, all together, and `em-3-5`.
const MOST: f64 = 1.5;
const MOST_OF_ALL: f64 = 12.0;
const MOST_OF_EM_3_5: f64 = 3.0;

/// The default extractor.
const DEFAULT: &str = "auto";

/// Times of one page or, summed up, of all.
#[derive(Clone)]
struct Times {
    parse: Duration,
    blocks: Duration,
    alone: Vec<Duration>,
    /// What each adds to a document on which those before it have been asked.
    together: Vec<Duration>,
}

impl Times {
    fn all(value: Duration, extractors: usize) -> Times {
        let each = vec![value; extractors];
        Times { parse: value, blocks: value, alone: each.clone(), together: each }
    }

    fn merge(&mut self, other: &Times, merge: impl Fn(Duration, Duration) -> Duration) {
        self.parse = merge(self.parse, other.parse);
        self.blocks = merge(self.blocks, other.blocks);
        let mine = self.alone.iter_mut().chain(&mut self.together);
        for (mine, theirs) in mine.zip(other.alone.iter().chain(&other.together)) {
            *mine = merge(*mine, *theirs);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let wanted = |entry: &NamedExtractor| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| name == entry.name())
    };
    let mut entries = registry().build_all()?;
    entries.retain(wanted);
    entries.sort_by_key(|entry| entry.name() == DEFAULT);
    if entries.is_empty() {
        return Err("there is no such extractor".into());
    }
    let pages = pages::load(&arguments.pages)?;
    let mut sum = Times::all(Duration::ZERO, entries.len());
    for page in &pages {
        let mut best = Times::all(Duration::MAX, entries.len());
        for _ in 0..arguments.rounds.max(1) {
            best.merge(&measure(page, &entries), Duration::min);
        }
        sum.merge(&best, |a, b| a + b);
    }
    println!("{} pages, best of {} rounds on each", pages.len(), arguments.rounds.max(1));
    print(&sum, &entries);
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = ThreadTime::now();
    let made = black_box(work());
    (made, start.elapsed())
}

fn measure(page: &RawPage, entries: &[NamedExtractor]) -> Times {
    let text = decode(&page.bytes[..], &Hints::new()).text;
    let (parsed, parse) = timed(|| Page::parse(text));
    let document = |page: &Page| {
        let document = Document::new(page.clone());
        document.blocks();
        document
    };
    let fresh = Document::new(parsed.clone());
    let (_, blocks) = timed(|| fresh.blocks().len());
    let alone = entries.iter().map(|entry| {
        let document = document(&parsed);
        timed(|| entry.extractor().extract(&document)).1
    });
    let alone = alone.collect();
    let one = document(&parsed);
    let together = entries
        .iter()
        .map(|entry| timed(|| one.answer(entry.name(), entry.extractor()).is_empty()).1);
    let together = together.collect();
    Times { parse, blocks, alone, together }
}

fn print(sum: &Times, entries: &[NamedExtractor]) {
    let parse = sum.parse.as_secs_f64().max(f64::MIN_POSITIVE);
    let parses = |time: Duration| time.as_secs_f64() / parse;
    println!("{:28} {:6.2} parses", "blocks, before all of them", parses(sum.blocks));
    let costs = sum.alone.iter().zip(&sum.together).map(|(&a, &b)| (parses(a), parses(b)));
    let mut rows: Vec<(&NamedExtractor, (f64, f64))> = entries.iter().zip(costs).collect();
    rows.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
    for (entry, (cost, added)) in rows {
        let most = match entry.name() {
            "em-3-5" => MOST_OF_EM_3_5,
            name if name == DEFAULT || TRAINED.contains(&name) || name.starts_with("em-") => {
                f64::MAX
            }
            _ => MOST,
        };
        let mark = if cost > most { format!("  over {most}") } else { String::new() };
        println!("{:28} {cost:6.2} parses, {added:5.2} after the others{mark}", entry.name());
    }
    let together = entries.iter().zip(&sum.together);
    let of_papers = together.clone().filter(|(entry, _)| entry.name() != DEFAULT);
    let suite = parses(of_papers.map(|(_, time)| *time).sum());
    let mark = if suite > MOST_OF_ALL { format!("  over {MOST_OF_ALL}") } else { String::new() };
    println!("{:28} {suite:6.2} parses{mark}", "the suite over one document");
    let all = parses(together.map(|(_, time)| *time).sum());
    println!("{:28} {all:6.2} parses", "and auto after it");
}

/// Those with a model.
const TRAINED: [&str; 10] = [
    "c45-four-class",
    "c45-two-class",
    "choose",
    "web2text",
    "victor",
    "four-class",
    "ncleaner-lexical",
    "ncleaner-non-lexical",
    "mss-unigram",
    "mss-trigram",
];
