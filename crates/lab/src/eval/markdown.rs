//! `dehusk eval markdown`.

use super::Outcome;
use super::args::{CorporaArgs, MarkdownArgs, TableFormat};
use super::run::extractors;
use crate::{Console, LabError};
use dehusk_eval::markdown::{
    GoldPage, Kind, MarkdownTable, Writer, fixtures, left_over, of_corpus,
};
use dehusk_eval::predictions::Predictions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Compares and prints.
pub fn markdown(args: &MarkdownArgs, console: &mut Console<'_>) -> Outcome {
    let sources = sources(args, console)?;
    let sources: Vec<_> = sources.into_iter().filter(|(_, pages)| !pages.is_empty()).collect();
    let mut tables = Vec::new();
    for (source, pages) in &sources {
        let writers = writers(args, source, console)?;
        if let Some(kind) = args.misses {
            writers.iter().try_for_each(|w| misses(console.out, source, pages, w, kind))?;
            continue;
        }
        tables.push(MarkdownTable::new(source, pages, &writers));
    }
    match args.format {
        TableFormat::Text => tables.iter().try_for_each(|t| write!(console.out, "{t}"))?,
        TableFormat::Csv => tables.iter().try_for_each(|t| write!(console.out, "{}", t.csv()))?,
        TableFormat::Json if args.misses.is_none() => {
            writeln!(console.out, "{}", serde_json::to_string(&tables)?)?;
        }
        TableFormat::Json => {}
    }
    Ok(ExitCode::from(if sources.is_empty() { 1 } else { 0 }))
}

/// The pages with a gold document, under the name of the corpus or of the folder of fixtures.
fn sources(
    args: &MarkdownArgs,
    console: &Console<'_>,
) -> Result<Vec<(String, Vec<GoldPage>)>, LabError> {
    let mut sources = Vec::new();
    if let Some(folder) = &args.corpora {
        let corpora = CorporaArgs { corpora: folder.clone(), names: args.names.clone() };
        let corpora = super::open(&corpora, console)?;
        sources.extend(corpora.iter().map(|c| (c.name().to_string(), of_corpus(c))));
    }
    if let Some(folder) = &args.fixtures {
        sources.push((name_of(folder), fixtures(folder)?));
    }
    Ok(sources)
}

/// The last part of a path, by which peers call it as well.
fn name_of(folder: &Path) -> String {
    let path = folder.canonicalize().unwrap_or_else(|_| folder.into());
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn writers(
    args: &MarkdownArgs,
    source: &str,
    console: &Console<'_>,
) -> Result<Vec<Writer>, LabError> {
    let ours = extractors(&args.extractors)?.into_iter().map(Writer::Ours);
    let read = |(name, folder): &(String, PathBuf)| {
        let path = folder.join(format!("{source}.jsonl"));
        let read = Predictions::read(&path)
            .map_err(|source| LabError::File { path: path.clone(), source })?;
        read.problems.iter().for_each(|problem| (console.say)(&problem.to_string()));
        if read.ids().next().is_none() {
            (console.say)(&format!("{}: {name} has written nothing here", path.display()));
        }
        Ok(Writer::Other(name.clone(), read))
    };
    let others = args.predictions.iter().map(read).collect::<Result<Vec<_>, LabError>>()?;
    Ok(ours.chain(others).collect())
}

/// What a program lost of a kind (-) and what it has more (+), page by page.
fn misses(
    out: &mut dyn Write,
    source: &str,
    pages: &[GoldPage],
    writer: &Writer,
    kind: Kind,
) -> io::Result<()> {
    for page in pages {
        let (gold, written) = page.parts(&writer.write(page));
        let (gold, written) = (gold.of_kind(kind), written.of_kind(kind));
        let (lost, more) = (left_over(gold, written), left_over(written, gold));
        if lost.is_empty() && more.is_empty() {
            continue;
        }
        let (found, all) = (gold.len() - lost.len(), gold.len());
        writeln!(out, "{source}/{}: {} has {found} of {all}", page.id, writer.name())?;
        lost.iter().try_for_each(|unit| writeln!(out, "  - {unit:?}"))?;
        more.iter().try_for_each(|unit| writeln!(out, "  + {unit:?}"))?;
    }
    Ok(())
}
