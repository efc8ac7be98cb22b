//! How much our texts and a peer's agree.

use clap::Parser;
use dehusk::{Document, Hints, Page, decode};
use dehusk_bench::pages::{self, Choice, RawPage};
use dehusk_bench::serialize::serialize;
use dehusk_bench::{peers, pipeline};
use dehusk_eval::measures::lcs;
use dehusk_eval::tokens::Vocabulary;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;

/// Mean token-LCS F1 between an extractor's texts and a peer's, and the worst pages
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    pages: Choice,
    /// Our extractor
    #[arg(long, default_value = "boilerpipe-article")]
    extractor: String,
    /// The peer: boilerpy3-article, boilerpy3-default, readability-lxml…
    #[arg(long, default_value = "boilerpy3-article")]
    peer: String,
    /// The Python that has the peer installed
    #[arg(long, default_value_t = peers::default_python())]
    python: String,
    /// Give the peer HTML whose tags all match, for peers without an HTML parser of their own
    #[arg(long)]
    tidy: bool,
    /// How many of the worst pages to list
    #[arg(long, default_value_t = 20)]
    worst: usize,
}

/// How one page came out.
struct Outcome {
    name: String,
    f1: f64,
    ours: usize,
    theirs: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let entry = pipeline::extractor(&arguments.extractor)?;
    let pages: Vec<(RawPage, String)> = pages::load(&arguments.pages)?
        .into_iter()
        .map(|page| {
            let text = decode(&page.bytes[..], &Hints::new()).text;
            (page, text)
        })
        .collect();
    let theirs = peer_texts(&arguments, &pages)?;
    let mut outcomes = Vec::new();
    for ((page, html), theirs) in pages.iter().zip(theirs) {
        let Some(theirs) = theirs else {
            eprintln!("{}: the peer failed; left out", page.name);
            continue;
        };
        let document = Document::new(Page::parse(html.as_str()));
        let selection = entry.make().extract(&document);
        let ours = dehusk::Article::new(document, selection, entry.name).text();
        outcomes.push(outcome(&page.name, &ours, &theirs));
    }
    print(outcomes, &arguments);
    Ok(())
}

fn outcome(name: &str, ours: &str, theirs: &str) -> Outcome {
    let mut vocabulary = Vocabulary::default();
    let (ours, theirs) = (vocabulary.encode(ours), vocabulary.encode(theirs));
    let f1 = lcs(&theirs, &ours).f1;
    Outcome { name: name.into(), f1, ours: ours.len(), theirs: theirs.len() }
}

/// The peer's text of every page, in their order.
fn peer_texts(
    arguments: &Arguments,
    pages: &[(RawPage, String)],
) -> Result<Vec<Option<String>>, Box<dyn Error>> {
    let mut child = Command::new(&arguments.python)
        .arg(peers::script("agree.py"))
        .arg(&arguments.peer)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (mut input, output) =
        (child.stdin.take().ok_or("no pipe")?, child.stdout.take().ok_or("no pipe")?);
    let line = |(page, html): &(RawPage, String)| match arguments.tidy {
        true => {
            json!({"name": page.name, "html": serialize(&Page::parse(html.as_str()))}).to_string()
        }
        false => json!({"name": page.name, "html": html}).to_string(),
    };
    let lines: Vec<String> = pages.iter().map(line).collect();
    // Both pipes are small: one side writes while the other reads.
    let writer = thread::spawn(move || lines.iter().try_for_each(|line| writeln!(input, "{line}")));
    let texts: Result<Vec<_>, Box<dyn Error>> = BufReader::new(output)
        .lines()
        .map(|line| Ok(serde_json::from_str::<Value>(&line?)?["text"].as_str().map(String::from)))
        .collect();
    let _ = writer.join();
    let status = child.wait()?;
    let texts = texts?;
    if !status.success() || texts.len() != pages.len() {
        return Err(
            format!("{} gave {} of {} texts", arguments.peer, texts.len(), pages.len()).into()
        );
    }
    Ok(texts)
}

fn print(mut outcomes: Vec<Outcome>, arguments: &Arguments) {
    outcomes.sort_by(|a, b| a.f1.total_cmp(&b.f1));
    println!("   F1    ours  theirs  page (lengths in tokens)");
    for o in outcomes.iter().take(arguments.worst) {
        println!("{:.3} {:7} {:7}  {}", o.f1, o.ours, o.theirs, o.name);
    }
    let count = outcomes.len();
    let mean = outcomes.iter().map(|o| o.f1).sum::<f64>() / count.max(1) as f64;
    let equal = outcomes.iter().filter(|o| o.f1 >= 0.9995).count();
    println!(
        "{} and {}: mean agreement {mean:.4} over {count} pages, {equal} of them the same",
        arguments.extractor, arguments.peer
    );
}
