//! `dehusk eval features`.

use super::args::FeatureArgs;
use super::{Outcome, open};
use crate::{Console, LabError};
use dehusk_eval::analysis::{TextModel, fit_text_model, information_gains};
use dehusk_eval::labelled;
use std::io::{self, Write};
use std::process::ExitCode;

/// Features listed.
const LISTED: usize = 40;

/// Prints the information gain of each feature, weighted by words, and the fits of the text model.
pub fn features(args: &FeatureArgs, console: &mut Console<'_>) -> Outcome {
    let data = labelled::blocks(&open(&args.corpora, console)?);
    if data.is_empty() {
        return Err(LabError::NoLabels(args.corpora.corpora.clone()));
    }
    writeln!(console.out, "Information gain on {} labelled blocks, in bits a word", data.len())?;
    for gain in information_gains(&data).iter().take(LISTED) {
        writeln!(console.out, "  {:28} {:.4}", gain.feature, gain.bits)?;
    }
    if let Some(model) = fit_text_model(data.rows().iter().map(|&row| data.weight(row) as usize)) {
        print_model(console.out, &model)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_model(out: &mut dyn Write, model: &TextModel) -> io::Result<()> {
    writeln!(out, "\nStochastic text model: words a block")?;
    let TextModel { end, simple, short_share, short_end, long_end, mixed } = model;
    writeln!(
        out,
        "  one kind of text:   ends {end:.4}, adjusted R² {:.4}, RMSE {:.5}",
        simple.adjusted_r2, simple.rmse
    )?;
    writeln!(
        out,
        "  short and long text: {:.1} % short, ends {short_end:.4} and {long_end:.4}, adjusted R² {:.4}, RMSE {:.5}",
        100.0 * short_share,
        mixed.adjusted_r2,
        mixed.rmse
    )?;
    Ok(())
}
