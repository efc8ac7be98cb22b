//! What is diagnosed on pages of corpora that have a long gold text, where next to nothing should be:
//! `troubles [--extractor NAME] [--examples N] CORPUS…`.
//!
//! An index page or a mixed one may well have a long gold text; the other kinds of trouble are false
//! alarms there. The time of the diagnosis is given beside that of the parse.

use dehusk::extractor::{Document, NamedExtractor, Page, Trouble, diagnose, named};
use dehusk::{Article, Limits};
use dehusk_eval::corpus::Corpus;
use dehusk_page::Hints;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Words of a gold text that is long.
const LONG_GOLD: usize = 200;

#[derive(Default)]
struct Count {
    long: usize,
    short: usize,
    troubles: BTreeMap<&'static str, (usize, usize)>,
    parse: Duration,
    diagnosis: Duration,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut extractor, mut examples, mut folders) = ("readability".to_string(), 0, Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--extractor" => extractor = args.next().unwrap_or_default(),
            "--examples" => examples = args.next().and_then(|n| n.parse().ok()).unwrap_or(0),
            _ => folders.push(arg),
        }
    }
    // The tables of phrases are built once a process.
    let warm =
        Document::new(Page::parse("<title>404</title><p>Subscribe to continue.<div id=root>"));
    let entry = named(&extractor)?;
    diagnose(&warm, &entry.extractor().extract(&warm));
    for folder in folders {
        let corpus = Corpus::open(std::path::Path::new(&folder))?;
        let count = look_at(&corpus, &entry, examples);
        print(corpus.name(), &count);
    }
    Ok(())
}

fn look_at(corpus: &Corpus, entry: &NamedExtractor, mut examples: usize) -> Count {
    let mut count = Count::default();
    for record in corpus.records() {
        let Ok(bytes) = corpus.page(&record.id) else { continue };
        let start = Instant::now();
        let Ok(page) = Page::from_bytes(&bytes, &Hints::default(), &Limits::default()) else {
            continue;
        };
        count.parse += start.elapsed();
        let document = Document::new(page);
        let selection = entry.extractor().extract(&document);
        // What extractors share is not the diagnosis's cost.
        document.containers();
        let start = Instant::now();
        let found = diagnose(&document, &selection);
        count.diagnosis += start.elapsed();
        let is_long =
            record.gold.split_whitespace().count().max(record.gold.chars().count() / 8) > LONG_GOLD;
        *(if is_long { &mut count.long } else { &mut count.short }) += 1;
        let Some(found) = found else { continue };
        let (long, short) = count.troubles.entry(found.trouble.name()).or_default();
        *(if is_long { long } else { short }) += 1;
        let expected = matches!(found.trouble, Trouble::IndexPage | Trouble::Mixed);
        if is_long && !expected && examples > 0 {
            examples -= 1;
            let words =
                Article::new(document, selection, entry.name()).text().split_whitespace().count();
            println!(
                "  {} {}: {} [{words} words kept]",
                record.id,
                found.trouble.name(),
                found.evidence
            );
        }
    }
    count
}

fn print(name: &str, count: &Count) {
    let share = count.diagnosis.as_secs_f64() / count.parse.as_secs_f64();
    println!(
        "{name}: {} pages with a long gold text, {} others; diagnosis {:.1} % of the parse",
        count.long,
        count.short,
        100.0 * share
    );
    for (trouble, (long, short)) in &count.troubles {
        let percent = 100.0 * *long as f64 / count.long.max(1) as f64;
        println!("  {trouble:20} {long:5} ({percent:.2} %), others {short}");
    }
}
