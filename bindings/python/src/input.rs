//! A page as it comes from Python: text, bytes, or a file's path.

use crate::errors::{Kind, error};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

/// A page that was given.
pub enum Html<'py> {
    /// Decoded; borrowed from the object where its text can be.
    Text(Bound<'py, PyString>),
    /// Bytes as they came from a server or a disk.
    Bytes(Bound<'py, PyBytes>),
    /// The bytes of a file, or of an object that may change.
    Owned(Vec<u8>),
}

impl<'py> Html<'py> {
    /// What an object is; of a file at most `max_bytes` are read.
    pub fn of(object: &Bound<'py, PyAny>, max_bytes: usize) -> PyResult<Html<'py>> {
        let py = object.py();
        if let Ok(text) = object.cast::<PyString>() {
            refuse_names(text)?;
            return Ok(Html::Text(text.clone()));
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Html::Bytes(bytes.clone()));
        }
        if let Ok(bytes) = object.cast::<PyByteArray>() {
            return Ok(Html::Owned(bytes.to_vec()));
        }
        if object.is_instance_of::<PyMemoryView>() {
            return Ok(Html::Bytes(object.call_method0("tobytes")?.cast_into()?));
        }
        if object.hasattr("__fspath__")? {
            let path: PathBuf = object.extract()?;
            return py.detach(|| read(&path, max_bytes)).map(Html::Owned).map_err(PyErr::from);
        }
        let what = object.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "a page is str, bytes or a path such as pathlib.Path(\"page.html\"), not {what}"
        )))
    }

    /// Its bytes, and whether they are text that is decoded already.
    pub fn bytes(&self) -> (Cow<'_, [u8]>, bool) {
        match self {
            Html::Text(text) => match text.to_str() {
                Ok(text) => (Cow::Borrowed(text.as_bytes()), true),
                // Half of a surrogate pair, which no encoding has.
                Err(_) => (Cow::Owned(text.to_string_lossy().into_owned().into_bytes()), true),
            },
            Html::Bytes(bytes) => (Cow::Borrowed(bytes.as_bytes()), false),
            Html::Owned(bytes) => (Cow::Borrowed(bytes), false),
        }
    }
}

fn read(path: &PathBuf, max_bytes: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let more_than_all = (max_bytes as u64).saturating_add(1);
    File::open(path)?.take(more_than_all).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A name in the place of a page is a mistake that would otherwise give a short article.
fn refuse_names(text: &Bound<'_, PyString>) -> PyResult<()> {
    const LONGEST_NAME: usize = 2_000;
    let Some(name) = text.to_str().ok().filter(|t| t.len() <= LONGEST_NAME) else { return Ok(()) };
    let name = name.trim();
    if name.contains(['<', '\n']) || name.is_empty() {
        return Ok(());
    }
    let py = text.py();
    if (name.starts_with("http://") || name.starts_with("https://")) && !name.contains(' ') {
        return Err(error(py, Kind::Page, "this is an address, not a page: use dehusk.fetch(url)"));
    }
    if !name.contains(' ') && [".html", ".htm", ".xhtml"].iter().any(|end| name.ends_with(end)) {
        let advice = format!("this is a file's name, not a page: give pathlib.Path({name:?})");
        return Err(error(py, Kind::Page, advice));
    }
    Ok(())
}
