//! What the user gives beside the corpora: models that have not seen the pages they are judged on, and the texts of
//! other programs. Only experiments that ask for it are run anew when it changes.

use crate::run::{Models, ModelsError};
use std::fs;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// What the user gives beside the corpora.
#[derive(Debug, Default)]
pub struct Given {
    by_host: Option<(PathBuf, Models)>,
    by_corpus: Option<PathBuf>,
    others: Vec<(String, PathBuf)>,
}

impl Given {
    /// The models that `dehusk train auto --parts DIR` left there.
    pub fn with_models_by_host(mut self, folder: &Path) -> Result<Given, ModelsError> {
        self.by_host = Some((folder.to_path_buf(), Models::read_parts(folder)?));
        Ok(self)
    }

    /// The models that `dehusk train auto --by-corpus --parts DIR` left there.
    pub fn with_models_by_corpus(mut self, folder: impl Into<PathBuf>) -> Given {
        self.by_corpus = Some(folder.into());
        self
    }

    /// Another program's texts: a name, and the folder that holds `CORPUS.jsonl`.
    pub fn with_predictions(
        mut self,
        name: impl Into<String>,
        folder: impl Into<PathBuf>,
    ) -> Given {
        self.others.push((name.into(), folder.into()));
        self
    }

    /// Models of which each has not seen a part of the hosts.
    pub fn models_by_host(&self) -> Option<&Models> {
        self.by_host.as_ref().map(|(_, models)| models)
    }

    /// The model that has not seen a corpus, where there is one.
    pub fn model_without(&self, corpus: &str) -> Result<Option<Models>, ModelsError> {
        let Some(folder) = &self.by_corpus else { return Ok(None) };
        let path = Models::file_of_part(folder, corpus);
        path.is_file().then(|| Models::read_one(&path)).transpose()
    }

    /// The other programs: name and folder.
    pub fn predictions(&self) -> &[(String, PathBuf)] {
        &self.others
    }

    /// The same files under the same names, the same digest.
    pub fn digest(&self) -> String {
        let by_host = self.by_host.iter().map(|(folder, _)| ("hosts", folder));
        let by_corpus = self.by_corpus.iter().map(|folder| ("corpora", folder));
        let others = self.others.iter().map(|(name, folder)| (name.as_str(), folder));
        let mut hash = 0;
        let mut add = |bytes: &[u8]| hash = XxHash3_64::oneshot_with_seed(hash, bytes);
        for (name, folder) in by_host.chain(by_corpus).chain(others) {
            add(name.as_bytes());
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            files.sort();
            for file in files {
                add(file.as_os_str().as_encoded_bytes());
                add(&fs::read(&file).unwrap_or_default());
            }
        }
        format!("{hash:016x}")
    }
}
