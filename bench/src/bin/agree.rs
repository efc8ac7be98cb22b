//! How much our texts and a peer's agree.

use clap::Parser;
use dehusk::registry::Entry;
use dehusk::{Article, Document, Hints, Page, decode};
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
}

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
    let entry = pipeline::extractor(&arguments.extractor)?;
    let decoded = |page: RawPage| {
        let text = decode(&page.bytes[..], &Hints::new()).text;
        (page, text)
    };
    let pages: Vec<Decoded> = pages::load(&arguments.pages)?.into_iter().map(decoded).collect();
    let ours: Vec<String> = pages.iter().map(|(_, html)| our_text(entry, html)).collect();
    compare("the pages as they are", &arguments, &pages, &ours, |html| html.into())?;
    if arguments.tidy {
        let tidy = |html: &str| serialize(&Page::parse(html));
        compare("the peer given matching tags", &arguments, &pages, &ours, tidy)?;
    }
    Ok(())
}

fn our_text(entry: &'static Entry, html: &str) -> String {
    let document = Document::new(Page::parse(html));
    let selection = entry.make().extract(&document);
    Article::new(document, selection, entry.name).text()
}

/// Lets the peer work on the pages, each written as `write` does it, and prints how much it agrees.
fn compare(
    what: &str,
    arguments: &Arguments,
    pages: &[Decoded],
    ours: &[String],
    write: impl Fn(&str) -> String,
) -> Result<(), Box<dyn Error>> {
    let line = |(page, html): &Decoded| json!({"name": page.name, "html": write(html)}).to_string();
    let answers = peer_answers(arguments, pages.iter().map(line).collect())?;
    let together = pages.iter().zip(ours).zip(answers);
    let outcomes = together.map(|(((page, _), ours), answer)| outcome(&page.name, ours, answer));
    print(what, outcomes.collect(), arguments);
    Ok(())
}

fn outcome(name: &str, ours: &str, answer: Answer) -> Outcome {
    let mut vocabulary = Vocabulary::default();
    let (ours, theirs) = (vocabulary.encode(ours), vocabulary.encode(&answer.text));
    let f1 = lcs(&theirs, &ours).f1;
    let failure = answer.failure.filter(|_| theirs.is_empty() && !ours.is_empty());
    Outcome { name: name.into(), f1, ours: ours.len(), theirs: theirs.len(), failure }
}

/// What the peer answers to lines of pages, in their order.
fn peer_answers(arguments: &Arguments, lines: Vec<String>) -> Result<Vec<Answer>, Box<dyn Error>> {
    let mut child = Command::new(&arguments.python)
        .arg(peers::script("agree.py"))
        .arg(&arguments.peer)
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
        return Err(format!("{} gave {} of {asked} texts", arguments.peer, answers.len()).into());
    }
    Ok(answers)
}

fn answer(line: &str) -> Result<Answer, Box<dyn Error>> {
    let value: Value = serde_json::from_str(line)?;
    let field = |name: &str| value[name].as_str().map(String::from);
    Ok(Answer { text: field("text").unwrap_or_default(), failure: field("failure") })
}

fn print(what: &str, mut outcomes: Vec<Outcome>, arguments: &Arguments) {
    outcomes.sort_by(|a, b| a.f1.total_cmp(&b.f1));
    println!("{} and {}, {what}", arguments.extractor, arguments.peer);
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
