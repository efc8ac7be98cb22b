//! How much our texts and a peer's agree.

use clap::Parser;
use dehusk::Article;
use dehusk::extractor::{Document, NamedExtractor, Page, named};
use dehusk_bench::pages::{self, Choice, RawPage};
use dehusk_bench::peers;
use dehusk_bench::serialize::serialize;
use dehusk_eval::measures::lcs;
use dehusk_eval::tokens::Vocabulary;
use dehusk_page::{Hints, decode};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// Mean token-LCS F1 between an extractor's texts and a peer's, the worst pages, and those the peer lost
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
    /// Compare again with HTML whose tags all match, for peers without an HTML parser of their own
    #[arg(long)]
    tidy: bool,
    /// How many of the worst pages to list
    #[arg(long, default_value_t = 20)]
    worst: usize,
    /// One table of every extractor that follows a program, beside that program
    #[arg(long, conflicts_with_all = ["extractor", "peer", "tidy"])]
    all: bool,
    /// Also write both texts of the worst pages to this folder
    #[arg(long, value_name = "DIR")]
    texts: Option<PathBuf>,
}

/// Extractors that follow a program, the program, and whether it has to be given matching tags.
const PAIRS: &[(&str, &str, bool)] = &[
    ("boilerpipe-default", "boilerpy3-default", true),
    ("boilerpipe-article", "boilerpy3-article", true),
    ("boilerpipe-sentences", "boilerpy3-sentences", true),
    ("boilerpipe-largest", "boilerpy3-largest", true),
    ("boilerpipe-keep-everything", "boilerpy3-keep-everything", true),
    ("numwords", "boilerpy3-num-words", true),
    ("readability", "readability.js", false),
    ("readability-lxml", "readability-lxml", false),
    ("justext", "justext", false),
    ("justext-language-free", "justext-language-free", false),
    ("trafilatura", "trafilatura", false),
    ("resiliparse", "resiliparse", false),
    ("goose", "goose3", false),
    ("unfluff", "unfluff", false),
    ("lxml-cleaner", "lxml_html_clean", false),
    ("html2text", "html2text", false),
    ("html-text", "html-text", false),
    ("inscriptis", "inscriptis", false),
    ("bs4", "bs4", false),
    ("xpath-text", "xpath", false),
];

/// A page with its text as decoded.
type Decoded = (RawPage, String);

/// What a peer made of a page.
struct Answer {
    text: String,
    /// Why there is nothing in it, where there is nothing.
    failure: Option<String>,
}

/// How one page came out.
struct Outcome {
    name: String,
    f1: f64,
    ours: usize,
    theirs: usize,
    failure: Option<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let decoded = |page: RawPage| {
        let text = decode(&page.bytes[..], &Hints::new()).text;
        (page, text)
    };
    let pages: Vec<Decoded> = pages::load(&arguments.pages)?.into_iter().map(decoded).collect();
    if arguments.all {
        return print_all(&arguments, &pages);
    }
    let pair = Pair { extractor: &arguments.extractor, peer: &arguments.peer, tidy: false };
    print("the pages as they are", &pair, pair.compare(&arguments, &pages)?, &arguments);
    if arguments.tidy {
        let pair = Pair { tidy: true, ..pair };
        let outcomes = pair.compare(&arguments, &pages)?;
        print("the peer given matching tags", &pair, outcomes, &arguments);
    }
    Ok(())
}

/// The table of all pairs. A peer that is not installed is named.
fn print_all(arguments: &Arguments, pages: &[Decoded]) -> Result<(), Box<dyn Error>> {
    println!("| extractor | program | mean F1 | the same | nothing from it | without these |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for &(extractor, peer, tidy) in PAIRS {
        let outcomes = match (Pair { extractor, peer, tidy }).compare(arguments, pages) {
            Ok(outcomes) => outcomes,
            Err(error) => {
                println!("| {extractor} | {peer} | SKIPPED: {error} | | | |");
                continue;
            }
        };
        let answered = || outcomes.iter().filter(|o| o.failure.is_none());
        let equal = outcomes.iter().filter(|o| o.f1 >= 0.9995).count();
        let tags = if tidy { ", matching tags" } else { "" };
        let (all, failed) = (outcomes.len(), outcomes.len() - answered().count());
        println!(
            "| {extractor} | {peer}{tags} | {:.4} | {equal} of {all} | {failed} | {:.4} |",
            mean(outcomes.iter()),
            mean(answered()),
        );
    }
    Ok(())
}

/// An extractor of ours, and the peer it is compared with.
#[derive(Clone, Copy)]
struct Pair<'a> {
    extractor: &'a str,
    peer: &'a str,
    /// Whether the peer gets HTML whose tags all match.
    tidy: bool,
}

impl Pair<'_> {
    /// Lets both work on the pages.
    fn compare(
        &self,
        arguments: &Arguments,
        pages: &[Decoded],
    ) -> Result<Vec<Outcome>, Box<dyn Error>> {
        let entry = named(self.extractor)?;
        let write = |html: &str| match self.tidy {
            true => serialize(&Page::parse(html)),
            false => html.to_string(),
        };
        let line =
            |(page, html): &Decoded| json!({"name": page.name, "html": write(html)}).to_string();
        let answers = peer_answers(arguments, self.peer, pages.iter().map(line).collect())?;
        let together = pages.iter().zip(answers);
        let outcomes = together.map(|((page, html), answer)| {
            let ours = our_text(&entry, html);
            let outcome = outcome(&page.name, &ours, &answer);
            if let Some(folder) = &arguments.texts {
                keep_texts(folder, &outcome, &ours, &answer.text)?;
            }
            Ok(outcome)
        });
        outcomes.collect()
    }
}

/// Writes both texts of a page that differ, to be looked at.
fn keep_texts(folder: &Path, outcome: &Outcome, ours: &str, theirs: &str) -> io::Result<()> {
    if outcome.f1 >= 0.9995 {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    let file = |whose: &str| folder.join(format!("{}.{whose}.txt", outcome.name.replace('/', "_")));
    std::fs::write(file("ours"), ours)?;
    std::fs::write(file("theirs"), theirs)
}

fn our_text(entry: &NamedExtractor, html: &str) -> String {
    let document = Document::new(Page::parse(html));
    let selection = entry.extractor().extract(&document);
    Article::new(document, selection, entry.name()).text()
}

fn outcome(name: &str, ours: &str, answer: &Answer) -> Outcome {
    let mut vocabulary = Vocabulary::default();
    let (ours, theirs) = (vocabulary.encode(ours), vocabulary.encode(&answer.text));
    let f1 = lcs(&theirs, &ours).f1;
    let failure = answer.failure.clone().filter(|_| theirs.is_empty() && !ours.is_empty());
    Outcome { name: name.into(), f1, ours: ours.len(), theirs: theirs.len(), failure }
}

/// What the peer answers to lines of pages, in their order.
fn peer_answers(
    arguments: &Arguments,
    peer: &str,
    lines: Vec<String>,
) -> Result<Vec<Answer>, Box<dyn Error>> {
    let mut child = Command::new(&arguments.python)
        .arg(peers::script("agree.py"))
        .arg(peer)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (mut input, output) =
        (child.stdin.take().ok_or("no pipe")?, child.stdout.take().ok_or("no pipe")?);
    let asked = lines.len();
    // Both pipes are small: one side writes while the other reads.
    let writer = thread::spawn(move || lines.iter().try_for_each(|line| writeln!(input, "{line}")));
    let answers: Result<Vec<Answer>, Box<dyn Error>> =
        BufReader::new(output).lines().map(|line| answer(&line?)).collect();
    // A peer that ends early breaks the pipe; its exit code says it better.
    let _ = writer.join();
    let status = child.wait()?;
    let answers = answers?;
    if !status.success() || answers.len() != asked {
        return Err(format!("{peer} gave {} of {asked} texts", answers.len()).into());
    }
    Ok(answers)
}

fn answer(line: &str) -> Result<Answer, Box<dyn Error>> {
    let value: Value = serde_json::from_str(line)?;
    let field = |name: &str| value[name].as_str().map(String::from);
    Ok(Answer { text: field("text").unwrap_or_default(), failure: field("failure") })
}

fn print(what: &str, pair: &Pair<'_>, mut outcomes: Vec<Outcome>, arguments: &Arguments) {
    outcomes.sort_by(|a, b| a.f1.total_cmp(&b.f1));
    println!("{} and {}, {what}", pair.extractor, pair.peer);
    let (failed, answered): (Vec<_>, Vec<_>) = outcomes.iter().partition(|o| o.failure.is_some());
    println!("   F1    ours  theirs  page (lengths in tokens)");
    for o in answered.iter().take(arguments.worst) {
        println!("{:.3} {:7} {:7}  {}", o.f1, o.ours, o.theirs, o.name);
    }
    for o in &failed {
        let reason = o.failure.as_deref().unwrap_or_default();
        println!("{:.3} {:7}    none  {}: {reason}", o.f1, o.ours, o.name);
    }
    let equal = outcomes.iter().filter(|o| o.f1 >= 0.9995).count();
    println!(
        "mean agreement {:.4} over {} pages, {equal} of them the same; the peer gave nothing on {}, \
         without these {:.4}\n",
        mean(outcomes.iter()),
        outcomes.len(),
        failed.len(),
        mean(answered.iter().copied()),
    );
}

fn mean<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> f64 {
    let (count, sum) = outcomes.fold((0u32, 0.0), |(count, sum), o| (count + 1, sum + o.f1));
    sum / f64::from(count.max(1))
}
