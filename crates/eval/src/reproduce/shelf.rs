//! The folder of corpora: which are there, and each of them opened once.

use super::runner::{RunnerError, at};
use super::{Corpora, Data, Experiment};
use crate::corpus::{Corpus, CorpusError};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The corpora of a folder, each opened when it is first wanted.
pub struct Shelf {
    folder: PathBuf,
    names: BTreeSet<String>,
    open: HashMap<String, (Corpus, String)>,
}

impl Shelf {
    /// The corpora that are there, none of them opened.
    pub fn new(folder: &Path) -> Result<Shelf, RunnerError> {
        let entries = fs::read_dir(folder)
            .map_err(|source| CorpusError::NoFolder { path: folder.to_path_buf(), source })?;
        let is_corpus = |path: &PathBuf| path.join("pages.jsonl").is_file();
        let names = entries.flatten().filter(|entry| is_corpus(&entry.path()));
        let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        Ok(Shelf { folder: folder.to_path_buf(), names, open: HashMap::new() })
    }

    /// The corpora of an experiment that are there, or what is missing.
    pub fn names_of(&self, experiment: &Experiment) -> Result<Vec<String>, String> {
        if let Data::Missing(why) = experiment.data {
            return Err(why.into());
        }
        let has = |name: &&&str| self.names.contains(**name);
        let own = |names: Vec<&&str>| names.into_iter().map(|n| n.to_string()).collect();
        match experiment.corpora {
            Corpora::None => Ok(Vec::new()),
            Corpora::All if self.names.is_empty() => Err("there is no corpus in the folder".into()),
            Corpora::All => Ok(self.names.iter().cloned().collect()),
            Corpora::These(names) => {
                let lacking: Vec<&str> = names.iter().filter(|n| !has(n)).copied().collect();
                match lacking.is_empty() {
                    true => Ok(own(names.iter().collect())),
                    false => Err(lacks(&lacking)),
                }
            }
            Corpora::Among(names) => {
                let found: Vec<&&str> = names.iter().filter(has).collect();
                if found.is_empty() { Err(lacks(names)) } else { Ok(own(found)) }
            }
        }
    }

    /// The digest of a corpus, which is opened for it.
    pub fn digest(&mut self, name: &str) -> Result<String, RunnerError> {
        if let Some((_, digest)) = self.open.get(name) {
            return Ok(digest.clone());
        }
        let folder = self.folder.join(name);
        let corpus = Corpus::open(&folder)?;
        let digest = corpus.digest().map_err(at(&folder))?;
        self.open.insert(name.into(), (corpus, digest.clone()));
        Ok(digest)
    }

    /// Those of the corpora whose digests were asked for.
    pub fn opened<'n>(&self, names: impl Iterator<Item = &'n String>) -> Vec<Corpus> {
        names.filter_map(|name| self.open.get(name)).map(|(corpus, _)| corpus.clone()).collect()
    }
}

fn lacks(names: &[&str]) -> String {
    format!("not among the corpora: {}", names.join(", "))
}
