//! The records of archives.

use crate::article::Article;
use crate::errors::{Kind, error};
use crate::extract::extract;
use crate::options::Options;
use dehusk_batch::read::warc::{Cut, Damage, Record as Read, RecordKind, Records};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Mutex;

/// Bytes of a record that are unpacked.
const MAX_BODY: usize = 64 << 20;

/// A record of an archive.
#[pyclass(frozen, get_all, module = "dehusk")]
pub struct Record {
    kind: &'static str,
    id: String,
    url: Option<String>,
    date: Option<String>,
    status: Option<u16>,
    content_type: Option<String>,
    headers: Vec<(String, String)>,
    file: String,
    offset: u64,
    cut: bool,
    body: Py<PyBytes>,
}

#[pymethods]
impl Record {
    /// The main content of the page that the record holds.
    #[pyo3(signature = (*, memory=None, options=None, **keywords))]
    fn extract(
        &self,
        py: Python<'_>,
        memory: Option<&Bound<'_, PyAny>>,
        options: Option<&Options>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Article> {
        let url = self.url.as_deref().filter(|url| dehusk_cli::embed::address(url).is_ok());
        let body = self.body.bind(py).as_any();
        extract(py, body, url, self.content_type.as_deref(), memory, options, keywords)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Record {} {} of {}>",
            self.kind,
            self.url.as_deref().unwrap_or(&self.id),
            self.file
        )
    }
}

/// What is known of a record outside of Python.
pub struct Known {
    pub record: Read,
    pub status: Option<u16>,
    pub content_type: Option<String>,
    pub body: Vec<u8>,
}

impl Known {
    pub fn of(mut record: Read) -> Known {
        let (status, content_type, body) = match record.http() {
            Some(http) => {
                let kind = http.header("content-type").map(str::to_string);
                (http.status, kind, Some(record.body(MAX_BODY).into_owned()))
            }
            // The type of the message, not of what should be in it.
            None if record.kind == RecordKind::Response => (None, None, None),
            None => (None, record.header("content-type").map(str::to_string), None),
        };
        let body = body.unwrap_or_else(|| std::mem::take(&mut record.block));
        Known { record, status, content_type, body }
    }

    /// What it is known by.
    pub fn id(&self) -> Cow<'_, str> {
        match &self.record.id {
            Some(id) => Cow::Borrowed(id),
            None => format!("{}#{}", self.record.file, self.record.offset).into(),
        }
    }

    /// Whether the server gave what was asked for, as far as is known.
    pub fn is_success(&self) -> bool {
        self.status.is_none_or(|status| (200..300).contains(&status))
    }

    /// Whether the archive has less of it than there was.
    pub fn is_cut(&self) -> bool {
        matches!(self.record.cut, Some(Cut::Missing | Cut::Crawler(_)))
    }
}

/// The records of an archive, one after the other.
#[pyclass(frozen, module = "dehusk")]
pub struct WarcReader {
    records: Mutex<Records>,
    any_status: bool,
    damaged: Mutex<Vec<String>>,
}

impl WarcReader {
    /// The next record that is wanted. Damaged places are noted, and the records behind them follow; a file that can
    /// not be read on is an error.
    fn following(&self) -> Option<Result<Known, Damage>> {
        let mut records = self.records.lock().unwrap_or_else(|broken| broken.into_inner());
        loop {
            match records.next()? {
                Ok(record) => {
                    let known = Known::of(record);
                    if known.is_success() || self.any_status {
                        return Some(Ok(known));
                    }
                }
                Err(damage) if damage.ends_input => return Some(Err(damage)),
                Err(damage) => {
                    let mut damaged = self.damaged.lock().unwrap_or_else(|b| b.into_inner());
                    damaged.push(damage.to_string());
                }
            }
        }
    }
}

#[pymethods]
impl WarcReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        let Some(next) = py.detach(|| self.following()) else { return Ok(None) };
        let known = next.map_err(|damage| PyOSError::new_err(damage.to_string()))?;
        let (id, cut) = (known.id().into_owned(), known.is_cut());
        let Known { record, status, content_type, body } = known;
        Ok(Some(Record {
            kind: record.kind.name(),
            id,
            url: record.url,
            date: record.date,
            status,
            content_type,
            headers: record.headers,
            file: record.file.to_string(),
            offset: record.offset,
            cut,
            body: PyBytes::new(py, &body).unbind(),
        }))
    }

    /// What could not be read so far.
    #[getter]
    fn damaged(&self) -> Vec<String> {
        self.damaged.lock().unwrap_or_else(|broken| broken.into_inner()).clone()
    }
}

/// The pages of a WARC, WET or ARC file, packed or not.
#[pyfunction]
#[pyo3(signature = (path, *, any_status=false, all_records=false))]
pub fn read_warc(
    py: Python<'_>,
    path: PathBuf,
    any_status: bool,
    all_records: bool,
) -> PyResult<WarcReader> {
    // A file that can not be opened is Python's own error, with its name.
    std::fs::File::open(&path).map_err(|why| {
        let why = PyErr::from(why);
        let _ = why.value(py).setattr("filename", path.display().to_string());
        why
    })?;
    let opened = py.detach(|| Records::open(&path));
    let records =
        opened.map_err(|why| error(py, Kind::Data, format!("{}: {why}", path.display())))?;
    let records = if all_records { records } else { records.only(RecordKind::has_page) };
    Ok(WarcReader {
        records: Mutex::new(records),
        any_status: any_status || all_records,
        damaged: Mutex::default(),
    })
}
