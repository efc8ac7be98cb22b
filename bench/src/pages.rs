//! The pages of corpora, in memory.

use clap::Args;
use dehusk_eval::corpus::{Corpus, CorpusError};
use std::path::PathBuf;

/// Which pages to take.
#[derive(Args, Debug, Clone)]
pub struct Choice {
    /// The folder that holds one folder a corpus
    #[arg(long, value_name = "DIR")]
    pub corpora: PathBuf,
    /// Only this corpus (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub corpus: Vec<String>,
    /// At most this many pages, spread evenly over them all
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}

/// A page as it was fetched.
#[derive(Clone, Debug)]
pub struct RawPage {
    /// `corpus/id`.
    pub name: String,
    /// Its address, where known.
    pub url: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Loads the chosen pages; what can not be read is told on standard error and left out.
pub fn load(choice: &Choice) -> Result<Vec<RawPage>, CorpusError> {
    let (corpora, errors) = Corpus::open_all(&choice.corpora, &choice.corpus)?;
    errors.iter().for_each(|e| eprintln!("{e}"));
    let all: Vec<_> =
        corpora.iter().flat_map(|c| c.records().iter().map(move |r| (c, r))).collect();
    let wanted = choice.limit.unwrap_or(all.len()).min(all.len());
    let chosen = (0..wanted).map(|i| all[i * all.len() / wanted]);
    let pages = chosen.filter_map(|(corpus, record)| {
        let name = format!("{}/{}", corpus.name(), record.id);
        let bytes = corpus.page(&record.id).map_err(|e| eprintln!("{name}: {e}")).ok()?;
        Some(RawPage { name, url: record.url.clone(), bytes })
    });
    Ok(pages.collect())
}
