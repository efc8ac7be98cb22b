//! Which model the default extractor is run with.
//!
//! The shipped model has learned from every page of the corpora. What a site memory adds to it can only be
//! told with models that have not: `dehusk train auto --parts DIR` leaves one for each part of the hosts,
//! trained without them, and a page is then judged by the one of its part.

use crate::corpus::Record;
use dehusk::auto::{Auto, Model, ModelError, Preferences};
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The models of a run.
#[derive(Clone, Debug, Default)]
pub enum Models {
    /// The one that comes with the program.
    #[default]
    Shipped,
    /// One for all pages.
    One(Arc<Model>),
    /// For the pages of each part the one that has not seen them.
    Parts(Vec<Arc<Model>>),
}

/// Why a model can not be read.
#[derive(Debug, thiserror::Error)]
pub enum ModelsError {
    /// A file can not be read.
    #[error("{0}: {1}; give what `dehusk train auto --out FILE` or `--parts DIR` wrote")]
    File(PathBuf, #[source] io::Error),
    /// A file is no model.
    #[error("{0}: {1}")]
    Model(PathBuf, #[source] ModelError),
}

impl Models {
    /// The file of the model without a part, by its number or its name.
    pub fn file_of_part(folder: &Path, part: impl Display) -> PathBuf {
        folder.join(format!("without-{part}.model"))
    }

    /// Reads one model for all pages.
    pub fn read_one(path: &Path) -> Result<Models, ModelsError> {
        let bytes = std::fs::read(path).map_err(|e| ModelsError::File(path.into(), e))?;
        let model = Model::read(&bytes).map_err(|e| ModelsError::Model(path.into(), e))?;
        Ok(Models::One(Arc::new(model)))
    }

    /// Reads the models of as many parts as a folder has.
    pub fn read_parts(folder: &Path) -> Result<Models, ModelsError> {
        let mut models = Vec::new();
        loop {
            let path = Models::file_of_part(folder, models.len());
            match std::fs::read(&path) {
                Ok(bytes) => {
                    let model = Model::read(&bytes).map_err(|e| ModelsError::Model(path, e))?;
                    models.push(Arc::new(model));
                }
                Err(e) if e.kind() == io::ErrorKind::NotFound && !models.is_empty() => break,
                Err(e) => return Err(ModelsError::File(path, e)),
            }
        }
        Ok(Models::Parts(models))
    }

    /// The default extractor for a page.
    pub fn auto(&self, record: &Record) -> Auto {
        Auto::new(self.preferring(record, Preferences::default()))
    }

    /// Preferences with the model for a page.
    pub(super) fn preferring(&self, record: &Record, mut preferences: Preferences) -> Preferences {
        preferences.model = match self {
            Models::Shipped => None,
            Models::One(model) => Some(Arc::clone(model)),
            Models::Parts(models) => models.get(record.part(models.len())).cloned(),
        };
        preferences
    }

    /// The model for a page.
    pub fn model(&self, record: &Record) -> Arc<Model> {
        let preferences = self.preferring(record, Preferences::default());
        preferences.model.unwrap_or_else(Model::shipped)
    }

    /// Whether it is the shipped one.
    pub(super) fn is_shipped(&self) -> bool {
        matches!(self, Models::Shipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_far_as_they_go() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let none = Models::read_parts(folder).expect_err("there is none").to_string();
        assert!(none.contains("without-0.model") && none.contains("--parts"), "{none}");
        let shipped = Model::shipped().write();
        (0..2).for_each(|part| {
            std::fs::write(Models::file_of_part(folder, part), &shipped).expect("written");
        });
        let models = Models::read_parts(folder).expect("two models");
        assert!(matches!(&models, Models::Parts(list) if list.len() == 2));
        std::fs::write(Models::file_of_part(folder, 1), b"no model").expect("written");
        let broken = Models::read_parts(folder).expect_err("no model").to_string();
        assert!(broken.contains("without-1.model"), "{broken}");
    }
}
