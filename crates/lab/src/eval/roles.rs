//! `dehusk eval roles`.

use super::args::UnitsArgs;
use super::run::models_of;
use super::{Outcome, open};
use crate::Console;
use dehusk_eval::roles::count;
use std::process::ExitCode;

/// Prints how often auto gives the blocks of each corpus the roles that its golds name.
pub fn roles(args: &UnitsArgs, console: &mut Console<'_>) -> Outcome {
    let corpora = open(&args.corpora, console)?;
    let models = models_of(args.model.as_deref(), args.models_of_parts.as_deref())?;
    writeln!(
        console.out,
        "{:16}{:12}{:>7}{:>8}{:>11}{:>8}{:>7}",
        "corpus", "role", "pages", "blocks", "precision", "recall", "F1"
    )?;
    for corpus in &corpora {
        for (role, counts) in count(corpus, |record| models.auto(record)) {
            let (prf, blocks) = (counts.blocks.prf(), counts.blocks.hit + counts.blocks.missed);
            writeln!(
                console.out,
                "{:16}{role:12}{:>7}{blocks:>8}{:>11.3}{:>8.3}{:>7.3}",
                corpus.name(),
                counts.pages,
                prf.precision,
                prf.recall,
                prf.f1
            )?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
