//! `dehusk train roles`.

use super::files::{make_folder, write_model};
use crate::{Console, LabError};
use clap::Args;
use dehusk_eval::corpus::Corpus;
use dehusk_eval::run::Models;
use dehusk_train::roles::{Figures, train as learn};
use std::path::{Path, PathBuf};

/// Arguments of `train roles`.
#[derive(Args, Debug)]
pub struct RolesArgs {
    /// The folder that holds one folder a corpus, as `dehusk eval` reads them
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    corpora: PathBuf,

    /// Only this corpus; can be given again
    #[arg(long = "corpus", value_name = "NAME")]
    names: Vec<String>,

    /// The models that dehusk train auto --parts DIR left there: a page is judged by the one that was trained without
    /// the pages of its host
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    models_of_parts: Option<PathBuf>,

    /// Where the model goes
    #[arg(long, value_name = "FILE", default_value = "roles.model", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
}

/// Trains, writes the model, and prints how well roles are told on pages that were not learned from.
pub fn train(args: &RolesArgs, console: &mut Console<'_>) -> Result<(), LabError> {
    let (corpora, problems) = Corpus::open_all(&args.corpora, &args.names)?;
    problems.iter().for_each(|problem| (console.say)(&problem.to_string()));
    make_folder(args.out.parent().unwrap_or(Path::new("")))?;
    let models = match &args.models_of_parts {
        Some(folder) => Models::read_parts(folder)?,
        None => Models::Shipped,
    };
    let (model, figures) =
        learn(&corpora, |record| models.model(record), &mut |what| (console.say)(what))?;
    (console.say)(&write_model(&args.out, &model.write())?);
    print(&figures, console)
}

fn print(figures: &[Figures], console: &mut Console<'_>) -> Result<(), LabError> {
    writeln!(
        console.out,
        "{:12}{:16}{:>8}{:>11}{:>8}{:>7}",
        "role", "corpus", "blocks", "precision", "recall", "F1"
    )?;
    for Figures { role, corpus, blocks } in figures {
        let prf = blocks.prf();
        writeln!(
            console.out,
            "{:12}{:16}{:>8}{:>11.3}{:>8.3}{:>7.3}",
            role.name(),
            corpus.as_deref().unwrap_or("all"),
            blocks.hit + blocks.missed,
            prf.precision,
            prf.recall,
            prf.f1
        )?;
    }
    Ok(())
}
