//! `dehusk eval retrieval`.

use super::Outcome;
use super::args::RetrievalArgs;
use super::run::Bar;
use crate::{Console, LabError};
use dehusk_eval::corpus::Corpus;
use dehusk_eval::retrieval::{
    Indexed, Judgements, Reader, Swept, Topic, made_up, policies, sweep, trec,
};
use dehusk_eval::run::Progress;
use std::path::Path;
use std::process::ExitCode;

/// Indexes a collection by more and more of its text, and prints what its topics get.
pub fn retrieval(args: &RetrievalArgs, console: &mut Console<'_>) -> Outcome {
    let reader = Reader::new()?;
    let mut bar = Bar::new();
    let (pages, topics, judgements) = match (&args.collection, &args.topics, &args.judgements) {
        (Some(folder), Some(topics), Some(judgements)) => {
            let (topics, judgements) = (trec::topics(topics)?, trec::judgements(judgements)?);
            (collection(folder, &reader, &mut bar)?, topics, judgements)
        }
        _ => made_up_collection(args, &reader, &mut bar),
    };
    let swept = sweep(&pages, &topics, &judgements, &policies(), &mut bar);
    bar.finish();
    writeln!(console.out, "{} documents, {} topics", pages.len(), topics.len())?;
    writeln!(console.out, "{:36} {:>7} {:>7}", "what is indexed", "P@10", "NDCG@10")?;
    for Swept { policy, scores } in &swept {
        let (precision, ndcg) = (scores.precision_at_10, scores.ndcg_at_10);
        writeln!(console.out, "{:36} {precision:7.3} {ndcg:7.4}", policy.to_string())?;
    }
    Ok(ExitCode::from(u8::from(pages.is_empty())))
}

fn made_up_collection(
    args: &RetrievalArgs,
    reader: &Reader,
    bar: &mut Bar,
) -> (Vec<Indexed>, Vec<Topic>, Judgements) {
    let made = made_up::collection(args.seed, args.sites.into(), args.documents.into());
    bar.start("reading pages", made.pages.len());
    let read = |(id, html): &(String, String)| {
        bar.step();
        reader.read(id, html.as_bytes())
    };
    let pages = made.pages.iter().filter_map(read).collect();
    (pages, made.topics, made.judgements)
}

/// The documents of a folder: those of a corpus, or of files in TREC's form.
fn collection(folder: &Path, reader: &Reader, bar: &mut Bar) -> Result<Vec<Indexed>, LabError> {
    let mut pages = Vec::new();
    if folder.join("pages.jsonl").exists() {
        let corpus = Corpus::open(folder)?;
        bar.start("reading pages", corpus.records().len());
        for record in corpus.records() {
            bar.step();
            let bytes = corpus.page(&record.id).ok();
            pages.extend(bytes.and_then(|bytes| reader.read(&record.id, &bytes)));
        }
        return Ok(pages);
    }
    let files = trec::files(folder)?;
    bar.start("reading files", files.len());
    for file in &files {
        bar.step();
        trec::documents(file, |id, bytes| pages.extend(reader.read(id, bytes)))?;
    }
    match pages.is_empty() {
        true => Err(LabError::NoPages(folder.to_path_buf())),
        false => Ok(pages),
    }
}
