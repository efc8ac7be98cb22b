//! `dehusk eval metadata`.

use super::args::{CorporaArgs, HalfName, MetadataArgs, TableFormat};
use super::run::{Bar, list};
use super::{Outcome, open};
use crate::{Console, LabError};
use dehusk_eval::metadata::{Half, JudgedPage, Plan, Report, Verdict, measure};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

/// Prints how much of the metadata is right, ours and other programs'.
pub fn metadata(args: &MetadataArgs, console: &mut Console<'_>) -> Outcome {
    let mut plan = Plan { programs: args.predictions.clone(), ..Plan::default() };
    for folder in folders(args)? {
        plan.corpora.extend(open(&folder, console)?);
    }
    plan.half = args.half.map(|half| match half {
        HalfName::First => Half::First,
        HalfName::Second => Half::Second,
    });
    let mut bar = Bar::new();
    let (pages, noticed) = measure(&plan, &mut bar)?;
    bar.finish();
    list(&noticed.problems, console);
    list(&noticed.failures, console);
    if let Some(file) = &args.faults {
        write_faults(file, &pages)
            .map_err(|source| LabError::File { path: file.clone(), source })?;
    }
    let report = Report::of(&pages);
    match args.format {
        TableFormat::Text => write!(console.out, "{report}")?,
        TableFormat::Csv => write!(console.out, "{}", report.csv())?,
        TableFormat::Json => writeln!(console.out, "{}", serde_json::to_string(&report)?)?,
    }
    Ok(ExitCode::from(match () {
        () if !noticed.failures.is_empty() => 2,
        () if report.rows.is_empty() => 1,
        () => 0,
    }))
}

/// The folders with the named corpora that each has; all of its corpora where none is named.
fn folders(args: &MetadataArgs) -> Result<Vec<CorporaArgs>, LabError> {
    let names =
        |folder: &Path| args.names.iter().filter(|n| folder.join(n).is_dir()).cloned().collect();
    let folders = args.corpora.iter().map(|f| CorporaArgs { corpora: f.clone(), names: names(f) });
    let folders: Vec<_> =
        folders.filter(|f| args.names.is_empty() || !f.names.is_empty()).collect();
    match (folders.is_empty(), args.corpora.first()) {
        (true, Some(folder)) => Err(LabError::NoCorpus(folder.clone())),
        _ => Ok(folders),
    }
}

/// Pages on which any program is not right.
fn write_faults(file: &Path, pages: &[JudgedPage]) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    let is_fine = |verdict| matches!(verdict, Verdict::Right | Verdict::Silent);
    for page in pages.iter().filter(|p| !p.programs.iter().all(|(_, _, j)| is_fine(j.verdict))) {
        serde_json::to_writer(&mut out, page)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
