//! A whole run over a crawl, as `dehusk batch` does it.

use crate::errors::{Kind, error};
use crate::options::arguments;
use dehusk_batch::{Cancel, Status};
use dehusk_cli::embed::{self, Refusal, Use};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// What a run has done.
#[pyclass(frozen, get_all, module = "dehusk")]
pub struct Summary {
    read: u64,
    rows: u64,
    left_out: BTreeMap<String, u64>,
    failed: BTreeMap<String, u64>,
    files: usize,
    unreadable: Vec<String>,
    complete: bool,
}

#[pymethods]
impl Summary {
    fn __repr__(&self) -> String {
        let failed: u64 = self.failed.values().sum();
        let Summary { read, rows, files, complete, .. } = self;
        format!(
            "Summary(rows={rows}, read={read}, failed={failed}, files={files}, complete={complete})"
        )
    }
}

/// Makes a corpus of a crawl. Ctrl-C ends it, and `resume=True` goes on from there.
#[pyfunction]
#[pyo3(signature = (inputs=None, *, out, **keywords))]
pub fn batch(
    py: Python<'_>,
    inputs: Option<&Bound<'_, PyAny>>,
    out: &Bound<'_, PyAny>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Summary> {
    let given = keywords.map_or_else(|| Ok(PyDict::new(py)), |keywords| keywords.copy())?;
    given.set_item("out", out)?;
    let mut args = arguments(&given, Use::Batch)?;
    args.push("--".into());
    args.extend(paths(inputs)?);
    let job = py.detach(|| embed::batch(args)).map_err(|why| error(py, Kind::Option, why))?;
    let cancel = Cancel::default();
    let mut interrupted = None;
    let watch = |_: &Status| {
        if let Err(signal) = Python::attach(|py| py.check_signals()) {
            interrupted = Some(signal);
            cancel.cancel();
        }
    };
    let done = py.detach(|| dehusk_batch::run(&job, &cancel, watch));
    if let Some(signal) = interrupted {
        return Err(signal);
    }
    let summary = done.map_err(|why| error(py, Kind::Run, Refusal::new(&why)))?;
    Ok(Summary {
        complete: summary.is_complete(),
        read: summary.tally.read,
        rows: summary.tally.rows,
        left_out: summary.tally.left_out,
        failed: summary.tally.failed,
        files: summary.shards,
        unreadable: summary
            .unreadable
            .iter()
            .map(|failure| format!("{}, {}: {}", failure.file, failure.offset, failure.error))
            .collect(),
    })
}

/// One path or address, or many.
fn paths(inputs: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<OsString>> {
    let Some(inputs) = inputs else { return Ok(Vec::new()) };
    if inputs.is_instance_of::<PyString>() || inputs.hasattr("__fspath__")? {
        return Ok(vec![inputs.extract::<PathBuf>()?.into()]);
    }
    inputs.try_iter()?.map(|input| Ok(input?.extract::<PathBuf>()?.into())).collect()
}
