//! `dehusk train NAME` for the learned extractors of the literature.

use super::files::{make_folder, write_model};
use crate::{Console, LabError};
use clap::Args;
use dehusk_eval::corpus::Corpus;
use dehusk_train::{Sample, read_samples_of, suite};
use std::path::PathBuf;

/// Arguments of `train ncleaner` and its like.
#[derive(Args, Debug)]
pub struct SuiteArgs {
    /// The folder that holds one folder a corpus, as `dehusk eval` reads them
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    corpora: PathBuf,

    /// Only this corpus; can be given again
    #[arg(long = "corpus", value_name = "NAME")]
    names: Vec<String>,

    /// Pages of each corpus, spread evenly over it; all if not given
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// The folder that the models go to, each as NAME.model
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,

    /// The seed of everything that is drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Trains the named model, or all.
pub fn train(name: &str, args: &SuiteArgs, console: &mut Console<'_>) -> Result<(), LabError> {
    let (corpora, errors) = Corpus::open_all(&args.corpora, &args.names)?;
    errors.iter().for_each(|error| (console.say)(&error.to_string()));
    make_folder(&args.out)?;
    (console.say)("reading pages");
    let samples = read_samples_of(&corpora, args.limit);
    let names = if name == "suite" { suite::NAMES.to_vec() } else { vec![name] };
    for name in names {
        (console.say)(&format!("training {name}"));
        train_one(name, &samples, args, console)?;
    }
    Ok(())
}

/// Trains one model, writes it and prints its figures.
fn train_one(
    name: &str,
    samples: &[Sample],
    args: &SuiteArgs,
    console: &mut Console<'_>,
) -> Result<(), LabError> {
    let trained = suite::train(name, samples, args.seed)?;
    let path = args.out.join(format!("{name}.model"));
    (console.say)(&write_model(&path, &trained.file.write())?);
    writeln!(
        console.out,
        "{name}, on pages of hosts that it has not seen, and the shipped model there:"
    )?;
    for (what, value) in &trained.figures {
        let shipped = trained.shipped.iter().find(|(name, _)| name == what);
        let shipped = shipped.map(|(_, value)| format!("{value:.4}")).unwrap_or_default();
        writeln!(console.out, "  {what:20} {value:.4}  {shipped}")?;
    }
    Ok(())
}
