//! `dehusk train NAME` for the learned extractors of the literature.

use crate::train::make_folder;
use clap::Args;
use dehusk_eval::corpus::Corpus;
use dehusk_train::{Sample, read_samples_of, suite};
use std::path::{Path, PathBuf};

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
pub fn train(name: &str, args: &SuiteArgs) -> Result<(), String> {
    let (corpora, errors) =
        Corpus::open_all(&args.corpora, &args.names).map_err(|e| e.to_string())?;
    errors.iter().for_each(|error| eprintln!("dehusk: {error}"));
    make_folder(&args.out)?;
    eprintln!("dehusk: reading pages");
    let samples = read_samples_of(&corpora, args.limit);
    let names = if name == "suite" { suite::NAMES.to_vec() } else { vec![name] };
    for name in names {
        eprintln!("dehusk: training {name}");
        train_one(name, &samples, args)?;
    }
    Ok(())
}

/// Trains one model, prints its figures and writes it.
fn train_one(name: &str, samples: &[Sample], args: &SuiteArgs) -> Result<(), String> {
    let trained = suite::train(name, samples, args.seed)?;
    println!("{name}, on pages of hosts that it has not seen, and the shipped model there:");
    for (what, value) in &trained.figures {
        let shipped = trained.shipped.iter().find(|(name, _)| name == what);
        let shipped = shipped.map(|(_, value)| format!("{value:.4}")).unwrap_or_default();
        println!("  {what:20} {value:.4}  {shipped}");
    }
    let path = args.out.join(format!("{name}.model"));
    write(&path, &trained.file.write())
}

/// Writes beside the target first, so that a model that is in use is never half a model.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let told = |e: std::io::Error| format!("{}: {e}", path.display());
    let beside = path.with_extension("model.new");
    std::fs::write(&beside, bytes).map_err(told)?;
    std::fs::rename(&beside, path).map_err(told)?;
    eprintln!("dehusk: {} has {} KB", path.display(), bytes.len() / 1000);
    Ok(())
}
