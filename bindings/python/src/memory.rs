//! What is remembered of sites.

use crate::errors::{Kind, error};
use dehusk_cli::Memory;
use dehusk_cli::embed::Refusal;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The memories of sites in a file.
#[pyclass(frozen, module = "dehusk")]
pub struct SiteMemory {
    memory: Memory,
    path: PathBuf,
}

impl SiteMemory {
    /// A memory, or the one in a file.
    pub fn of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, SiteMemory>> {
        if let Ok(memory) = object.cast::<SiteMemory>() {
            return Ok(memory.clone());
        }
        let path: PathBuf = object.extract().map_err(|_| {
            PyTypeError::new_err("memory takes a dehusk.SiteMemory or the path of its file")
        })?;
        Bound::new(object.py(), SiteMemory::new(object.py(), path, None)?)
    }

    /// The article of a page, which is learned from where it has an address.
    pub fn extract(
        &self,
        options: &dehusk::Options,
        bytes: &[u8],
    ) -> Result<dehusk::Article, dehusk::Error> {
        Ok(self.memory.extract(options, bytes)?.0)
    }
}

#[pymethods]
impl SiteMemory {
    #[new]
    #[pyo3(signature = (path, rules=None))]
    fn new(py: Python<'_>, path: PathBuf, rules: Option<PathBuf>) -> PyResult<SiteMemory> {
        let opened = py.detach(|| Memory::new(&path, rules.as_deref()));
        let memory = opened.map_err(|why| error(py, Kind::Run, Refusal::new(&why)))?;
        Ok(SiteMemory { memory, path })
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    fn sites(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| self.memory.sites()).map_err(|why| error(py, Kind::Run, Refusal::new(&why)))
    }

    fn forget(&self, py: Python<'_>, site: &str) -> PyResult<bool> {
        let forgotten = py.detach(|| self.memory.forget(site));
        forgotten.map_err(|why| error(py, Kind::Run, Refusal::new(&why)))
    }

    fn __repr__(&self) -> String {
        format!("SiteMemory({:?})", self.path.display().to_string())
    }
}
