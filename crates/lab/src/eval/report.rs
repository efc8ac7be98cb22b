//! `dehusk eval report`.

use super::args::{CorporaArgs, ReportArgs};
use super::{Outcome, open, read};
use crate::{Console, LabError};
use dehusk_eval::corpus::Corpus;
use dehusk_eval::report::Report;
use dehusk_eval::results::PageResult;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Writes the report of a run.
pub fn report(args: &ReportArgs, console: &mut Console<'_>) -> Outcome {
    let results = read(&args.results)?;
    if results.is_empty() {
        return Err(LabError::NoResults(args.results.out.clone()));
    }
    let corpora =
        args.corpora.as_ref().map(|folder| corpora(folder, &results, console)).transpose()?;
    let mut report = Report::new(results).with_texts(&args.results.out);
    for (name, folder) in &args.predictions {
        report = report.with_predictions(name, folder);
    }
    if let Some(corpora) = corpora {
        report = report.with_corpora(corpora);
    }
    let html = report.html();
    let file = args.to.clone().unwrap_or_else(|| args.results.out.join("report.html"));
    fs::write(&file, &html).map_err(|source| LabError::File { path: file.clone(), source })?;
    writeln!(console.out, "{} ({:.1} MB)", file.display(), html.len() as f64 / 1e6)?;
    Ok(ExitCode::SUCCESS)
}

/// The corpora that the results speak of.
fn corpora(
    folder: &Path,
    results: &[PageResult],
    console: &Console<'_>,
) -> Result<Vec<Corpus>, LabError> {
    let mut names: Vec<String> = results.iter().map(|r| r.corpus.clone()).collect();
    names.sort();
    names.dedup();
    open(&CorporaArgs { corpora: folder.to_path_buf(), names }, console)
}
