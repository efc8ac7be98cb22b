//! `dehusk train auto`.

use super::files::{make_folder, write_answers, write_model, write_parts};
use crate::{Console, LabError};
use clap::Args;
use dehusk_eval::corpus::Corpus;
use dehusk_train::ablation::{self, Without};
use dehusk_train::auto::{self, Answer, Plan, Trained};
use dehusk_train::figures::Figures;
use dehusk_train::{Parts, Sample, read_samples};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Arguments of `train auto`.
#[derive(Args, Debug)]
pub struct AutoArgs {
    /// The folder that holds one folder a corpus, as `dehusk eval` reads them
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    corpora: PathBuf,

    /// Only this corpus; can be given again
    #[arg(long = "corpus", value_name = "NAME")]
    names: Vec<String>,

    /// A corpus of your own that is learned from as well; can be given again
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    extra: Vec<PathBuf>,

    /// Where the model goes
    #[arg(long, value_name = "FILE", default_value = "auto.model", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,

    /// Also write the cross-validated texts to DIR/CORPUS.jsonl, for `dehusk eval run --pred auto-cv=DIR`
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    answers: Option<PathBuf>,

    /// Also write the models of the cross-validation, each trained without one part of the hosts, to
    /// DIR/without-N.model, for `dehusk eval run --models-of-parts DIR`; with --by-corpus to
    /// DIR/without-CORPUS.model, for --model
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    parts: Option<PathBuf>,

    /// Parts of the cross-validation; all pages of a host are in one
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(2..=20))]
    folds: u16,

    /// Leave out one corpus at a time instead, and make no model
    #[arg(long, conflicts_with_all = ["out", "folds"])]
    by_corpus: bool,

    /// Tell what each group of features is worth instead, and make no model
    #[arg(long, conflicts_with_all = ["out", "answers", "by_corpus"])]
    ablation: bool,

    /// Trees of the second model over blocks
    #[arg(long, value_name = "N", default_value = "160", value_parser = clap::value_parser!(u16).range(1..=5000))]
    trees: u16,

    /// The seed of everything that is drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Trains, and writes the model, or prints what groups of features are worth.
pub fn train(args: &AutoArgs, console: &mut Console<'_>) -> Result<(), LabError> {
    let corpora = open(args, console)?;
    make_folder(args.out.parent().unwrap_or(Path::new("")))?;
    let bar = Bar::new(console.say);
    bar.say("reading pages");
    let samples = read_samples(&corpora);
    if samples.is_empty() {
        return Err(LabError::NoPages(args.corpora.clone()));
    }
    if args.ablation {
        let worth = ablate(&samples, args, bar)?;
        return print_ablation(&worth, console);
    }
    let parts = if args.by_corpus { Parts::Corpora } else { Parts::Hosts(args.folds.into()) };
    let plan =
        Plan { parts, seed: args.seed, trees: args.trees.into(), only_validate: args.by_corpus };
    let trained = auto::train(&samples, &plan, &mut |what| bar.say(what))?;
    // It took long; what is told of it below must not be what loses it.
    if let Some(folder) = &args.parts {
        let about = about(args, &corpora, samples.len());
        let sizes = write_parts(folder, &trained.without, &parts.labels(&samples), &about)?;
        sizes.iter().for_each(|size| (console.say)(size));
    }
    bar.say("judging pages that were not learned from");
    let answers = trained.answers(&samples);
    drop(bar);
    finish(args, &corpora, &samples, trained, &answers, console)
}

/// Writes the files, then prints the figures: a reader that went away must not cost the model.
fn finish(
    args: &AutoArgs,
    corpora: &[Corpus],
    samples: &[Sample],
    trained: Trained,
    answers: &[Answer],
    console: &mut Console<'_>,
) -> Result<(), LabError> {
    let figures = Figures::of(samples, answers);
    if let Some(folder) = &args.answers {
        write_answers(folder, samples, answers)?;
    }
    if let Some(mut model) = trained.model {
        model.about = about(args, corpora, samples.len());
        model.about["cross_validated"] = figures.to_json();
        let size = write_model(&args.out, &model.write())?;
        (console.say)(&format!("{size}; use it with dehusk --model"));
    }
    Ok(write!(console.out, "{figures}")?)
}

/// What a model was trained on and how.
fn about(args: &AutoArgs, corpora: &[Corpus], pages: usize) -> serde_json::Value {
    let names: Vec<&str> = corpora.iter().map(Corpus::name).collect();
    json!({
        "extractor": "auto",
        "program": concat!("dehusk ", env!("CARGO_PKG_VERSION")),
        "corpora": names,
        "pages": pages,
        "folds": (!args.by_corpus).then_some(args.folds),
        "seed": args.seed,
        "trees": args.trees,
    })
}

fn open(args: &AutoArgs, console: &Console<'_>) -> Result<Vec<Corpus>, LabError> {
    let (mut corpora, errors) = Corpus::open_all(&args.corpora, &args.names)?;
    errors.iter().for_each(|error| (console.say)(&error.to_string()));
    for folder in &args.extra {
        corpora.push(Corpus::open(folder)?);
    }
    for problem in corpora.iter().flat_map(Corpus::problems) {
        (console.say)(&problem.to_string());
    }
    // Trees draw their rows in order: those with whole golds come first, whatever the corpora are called.
    let has_snippets_only = |corpus: &Corpus| corpus.records().iter().all(|r| r.gold.is_empty());
    corpora.sort_by_key(has_snippets_only);
    Ok(corpora)
}

fn ablate(samples: &[Sample], args: &AutoArgs, bar: Bar<'_>) -> Result<Vec<Without>, LabError> {
    let parts = Parts::Hosts(args.folds.into());
    Ok(ablation::ablate(samples, parts, args.seed, &mut |what| bar.say(what))?)
}

fn print_ablation(worth: &[Without], console: &mut Console<'_>) -> Result<(), LabError> {
    let all = worth.first().map_or(0.0, |w| w.f1);
    writeln!(console.out, "features      macro F1  lost")?;
    for without in worth {
        let group = without.group.as_deref().map_or("all".into(), |g| format!("without {g}"));
        writeln!(console.out, "{group:18} {:.4}  {:+.4}", without.f1, without.f1 - all)?;
    }
    Ok(())
}

/// What is being done, and for how long already.
struct Bar<'c> {
    bar: ProgressBar,
    say: &'c dyn Fn(&str),
}

impl<'c> Bar<'c> {
    fn new(say: &'c dyn Fn(&str)) -> Bar<'c> {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar { bar, say }
    }

    /// Shows it beside the spinner, or says it where there is none.
    fn say(&self, what: &str) {
        self.bar.set_message(what.to_string());
        if self.bar.is_hidden() {
            (self.say)(what);
        }
    }
}

impl Drop for Bar<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
