//! `dehusk train`: from corpora to a model file, in one command. All learning is in `dehusk-train`.

use crate::train_suite::{self, SuiteArgs};
use clap::{Args, Subcommand};
use dehusk::auto::Model;
use dehusk_eval::corpus::Corpus;
use dehusk_eval::predictions::{Prediction, Writer};
use dehusk_eval::run::Models;
use dehusk_train::auto::{self, Answer, Plan, Trained};
use dehusk_train::{Parts, Sample, ablation, read_samples};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// What to learn.
#[derive(Debug, Subcommand)]
pub enum TrainVerb {
    /// The default extractor
    ///
    /// Labels blocks by their gold texts, trains and cross-validates with the pages parted by host, and
    /// writes one model file. The same corpora and seed give the same file.
    Auto(AutoArgs),
    /// NCleaner's character n-gram models
    Ncleaner(SuiteArgs),
    /// The token scores of maximum subsequence segmentation
    Mss(SuiteArgs),
    /// Victor's conditional random field
    Victor(SuiteArgs),
    /// The classes of blocks of news pages
    FourClass(SuiteArgs),
    /// What the votes of thirteen extractors are worth
    #[command(name = "em-13")]
    Em13(SuiteArgs),
    /// Web2Text's two networks
    Web2text(SuiteArgs),
    /// Which extractor suits a page
    Choose(SuiteArgs),
    /// All of these but auto
    ///
    /// A model learns from four fifths of the hosts and is measured on the rest. The same corpora and seed
    /// give the same files.
    Suite(SuiteArgs),
}

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

    /// Trees of each of the two models over blocks
    #[arg(long, value_name = "N", default_value = "300", value_parser = clap::value_parser!(u16).range(1..=5000))]
    trees: u16,

    /// The seed of everything that is drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Carries out a verb.
pub fn train(verb: &TrainVerb) -> ExitCode {
    let result = match verb {
        TrainVerb::Auto(args) => train_auto(args),
        TrainVerb::Ncleaner(args) => train_suite::train("ncleaner", args),
        TrainVerb::Mss(args) => train_suite::train("mss", args),
        TrainVerb::Victor(args) => train_suite::train("victor", args),
        TrainVerb::FourClass(args) => train_suite::train("four-class", args),
        TrainVerb::Em13(args) => train_suite::train("em-13", args),
        TrainVerb::Web2text(args) => train_suite::train("web2text", args),
        TrainVerb::Choose(args) => train_suite::train("choose", args),
        TrainVerb::Suite(args) => train_suite::train("suite", args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("dehusk: {what}");
            ExitCode::from(2)
        }
    }
}

fn train_auto(args: &AutoArgs) -> Result<(), String> {
    let corpora = open(args)?;
    make_folder(args.out.parent().unwrap_or(Path::new("")))?;
    let bar = Bar::new();
    bar.say("reading pages");
    let samples = read_samples(&corpora);
    if samples.is_empty() {
        return Err("the corpora have no page that can be read: give others with --corpora".into());
    }
    if args.ablation {
        return print_ablation(&samples, args, &bar);
    }
    let parts = if args.by_corpus { Parts::Corpora } else { Parts::Hosts(args.folds.into()) };
    let rounds = [args.trees.into(); 2];
    let plan = Plan { parts, seed: args.seed, rounds, only_validate: args.by_corpus };
    let trained =
        auto::train(&samples, &plan, &mut |what| bar.say(what)).map_err(|e| e.to_string())?;
    // It took long; what is told of it below must not be what loses it.
    if let Some(folder) = &args.parts {
        let about = about(args, &corpora, samples.len());
        write_parts(folder, &trained.without, &parts.labels(&samples), &about)?;
    }
    bar.say("judging pages that were not learned from");
    let answers = trained.answers(&samples);
    drop(bar);
    finish(args, &corpora, &samples, trained, &answers)
}

/// Prints the figures and writes the files.
fn finish(
    args: &AutoArgs,
    corpora: &[Corpus],
    samples: &[Sample],
    trained: Trained,
    answers: &[Answer],
) -> Result<(), String> {
    let figures = dehusk_train::figures::Figures::of(samples, answers);
    print!("{figures}");
    if let Some(folder) = &args.answers {
        write_answers(folder, samples, answers)?;
    }
    let Some(mut model) = trained.model else { return Ok(()) };
    model.about = about(args, corpora, samples.len());
    model.about["cross_validated"] = figures.to_json();
    write_model(&args.out, &model)
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

fn open(args: &AutoArgs) -> Result<Vec<Corpus>, String> {
    let (mut corpora, errors) =
        Corpus::open_all(&args.corpora, &args.names).map_err(|e| e.to_string())?;
    errors.iter().for_each(|error| eprintln!("dehusk: {error}"));
    for folder in &args.extra {
        corpora.push(Corpus::open(folder).map_err(|e| e.to_string())?);
    }
    for problem in corpora.iter().flat_map(Corpus::problems) {
        eprintln!("dehusk: {problem}");
    }
    // Trees draw their rows in order: those with whole golds come first, whatever the corpora are called.
    let has_snippets_only = |corpus: &Corpus| corpus.records().iter().all(|r| r.gold.is_empty());
    corpora.sort_by_key(has_snippets_only);
    Ok(corpora)
}

fn print_ablation(samples: &[Sample], args: &AutoArgs, bar: &Bar) -> Result<(), String> {
    let parts = Parts::Hosts(args.folds.into());
    let worth = ablation::ablate(samples, parts, args.seed, &mut |what| bar.say(what));
    let worth = worth.map_err(|e| e.to_string())?;
    let all = worth.first().map_or(0.0, |w| w.f1);
    bar.0.finish_and_clear();
    println!("features      macro F1  lost");
    for without in &worth {
        let group = without.group.as_deref().map_or("all".into(), |g| format!("without {g}"));
        println!("{group:18} {:.4}  {:+.4}", without.f1, without.f1 - all);
    }
    Ok(())
}

fn write_answers(folder: &Path, samples: &[Sample], answers: &[Answer]) -> Result<(), String> {
    let told = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    let mut writers = std::collections::BTreeMap::new();
    for (sample, answer) in samples.iter().zip(answers) {
        let path = folder.join(format!("{}.jsonl", sample.corpus));
        if !writers.contains_key(&path) {
            // Answers of an earlier training would be taken for these.
            let _ = std::fs::remove_file(&path);
            writers.insert(path.clone(), Writer::append(&path).map_err(|e| told(&path, e))?);
        }
        let prediction = Prediction {
            id: sample.record.id.clone(),
            text: answer.text.clone(),
            confidence: Some(answer.confidence),
            page_type: answer.page_type.map(|kind| kind.name().to_string()),
            ..Prediction::default()
        };
        if let Some(writer) = writers.get_mut(&path) {
            writer.write(&prediction).map_err(|e| told(&path, e))?;
        }
    }
    Ok(())
}

/// The models that have not seen a part, each with which part it is.
fn write_parts(
    folder: &Path,
    models: &[Model],
    labels: &[String],
    about: &serde_json::Value,
) -> Result<(), String> {
    make_folder(folder)?;
    for (model, label) in models.iter().zip(labels) {
        let mut model = model.clone();
        model.about = about.clone();
        model.about["without_part"] = label.as_str().into();
        write_model(&Models::file_of_part(folder, label), &model)?;
    }
    Ok(())
}

/// Makes the folder that a model goes to. Done before the training, whose end is late to learn that it can not be made.
pub(crate) fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

/// Writes beside the target first, so that a model that is in use is never half a model.
fn write_model(path: &Path, model: &Model) -> Result<(), String> {
    let told = |e: std::io::Error| {
        format!("{}: {e}; is there room and the right to write?", path.display())
    };
    let bytes = model.write();
    let beside = path.with_extension("model.new");
    std::fs::write(&beside, &bytes).map_err(told)?;
    std::fs::rename(&beside, path).map_err(told)?;
    eprintln!(
        "dehusk: {} has {} KB; use it with dehusk --model",
        path.display(),
        bytes.len() / 1000
    );
    Ok(())
}

/// What is being done, and for how long already.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar(bar)
    }

    fn say(&self, what: &str) {
        self.0.set_message(what.to_string());
        if self.0.is_hidden() {
            eprintln!("dehusk: {what}");
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
