//! Inputs of `dehusk batch` as batches of Arrow, for engines that give files to their workers: the pages of a file, or
//! the rows made of them where they were read.

use crate::errors::{Kind, error};
use crate::options::{Options, of_call};
use crate::table::{RecordBatchReader, chosen, no_shape};
use crate::warc::Known;
use arrow::array::{
    ArrayRef, BinaryBuilder, BooleanBuilder, Int32Builder, Int64Builder, RecordBatch, StringBuilder,
};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use arrow::error::ArrowError;
use dehusk_batch::read::warc::{Damage, RecordKind, Records};
use dehusk_batch::read::{Input, Meter, ReadOptions, TableColumns, expand};
use dehusk_batch::{Extraction, InputRows, RowsError};
use dehusk_cli::embed::Refusal;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io;
use std::sync::{Arc, Mutex};

/// Pages that make a batch, and their bytes.
const PAGES: usize = 256;
const BYTES: usize = 8 << 20;

/// What could not be read, in words, as it is found.
pub type Told = Arc<Mutex<Vec<String>>>;

/// The files that names stand for, as `dehusk batch` takes them.
#[pyfunction]
pub fn inputs(py: Python<'_>, names: Vec<String>) -> PyResult<Vec<String>> {
    let inputs = py.detach(|| expand(&names)).map_err(|why| error(py, Kind::Data, why))?;
    Ok(inputs.into_iter().map(|input| input.name).collect())
}

/// The rows of a file, read and extracted on the thread that reads them here.
#[pyfunction]
#[pyo3(signature = (
    path, html="html", url="url", *, id="id", date="date", columns=None, any_status=false, options=None, **keywords
))]
#[allow(clippy::too_many_arguments)] // Keywords of Python, each with its default.
pub fn file_rows(
    py: Python<'_>,
    path: String,
    html: &str,
    url: &str,
    id: &str,
    date: &str,
    columns: Option<&Bound<'_, PyAny>>,
    any_status: bool,
    options: Option<&Options>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<RecordBatchReader> {
    let with = of_call(py, options, keywords, false)?;
    no_shape(py, &with)?;
    let extraction = Extraction::new(with.options.clone(), chosen(columns, false)?);
    let columns =
        TableColumns { html: html.into(), url: url.into(), id: id.into(), date: date.into() };
    let read = ReadOptions { columns, ..ReadOptions::default() };
    let input = one(py, path)?;
    let opened = py.detach(|| extraction.input(&input, &read, any_status));
    let rows = opened.map_err(|why| error(py, Kind::Data, Refusal::new(&why)))?;
    let told = Told::default();
    let rows = FileRows { rows, schema: extraction.schema(), told: told.clone(), failures: 0 };
    Ok(RecordBatchReader::new(Box::new(rows), told))
}

/// The pages of an archive.
#[pyfunction]
#[pyo3(signature = (path, *, any_status=false))]
pub fn file_pages(py: Python<'_>, path: String, any_status: bool) -> PyResult<RecordBatchReader> {
    let input = one(py, path)?;
    let failed =
        |why: &dyn std::fmt::Display| error(py, Kind::Data, format!("{}: {why}", input.name));
    let source = py.detach(|| input.open(&Meter::default())).map_err(|why| failed(&why))?;
    let records = Records::new(source, input.name.as_str()).map_err(|why| failed(&why))?;
    let told = Told::default();
    let records = records.only(RecordKind::has_page);
    let pages = Pages { records, any_status, told: told.clone(), ended: false };
    Ok(RecordBatchReader::new(Box::new(pages), told))
}

fn one(py: Python<'_>, path: String) -> PyResult<Input> {
    let mut inputs = expand(&[path]).map_err(|why| error(py, Kind::Data, why))?;
    match inputs.len() {
        1 => Ok(inputs.remove(0)),
        many => Err(error(py, Kind::Data, format!("this names {many} files: give one at a time"))),
    }
}

/// What may be another time is an error, so that the engine tries again.
fn unreadable(damage: &Damage) -> ArrowError {
    let what = damage.to_string();
    ArrowError::IoError(what.clone(), io::Error::other(what))
}

fn tell(told: &Told, what: String) {
    told.lock().unwrap_or_else(|broken| broken.into_inner()).push(what);
}

struct FileRows {
    rows: InputRows,
    schema: SchemaRef,
    told: Told,
    failures: usize,
}

impl Iterator for FileRows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.rows.next();
        let failures = self.rows.failures();
        for failure in &failures[self.failures..] {
            tell(&self.told, format!("{}, {}: {}", failure.file, failure.offset, failure.error));
        }
        self.failures = failures.len();
        Some(next?.map_err(|why| match why {
            RowsError::Rows(why) => why,
            RowsError::Unreadable(damage) => unreadable(&damage),
        }))
    }
}

impl arrow::array::RecordBatchReader for FileRows {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

struct Pages {
    records: Records,
    any_status: bool,
    told: Told,
    ended: bool,
}

/// The columns of pages.
fn schema() -> SchemaRef {
    let field = |(name, kind)| Field::new(name, kind, true);
    let fields = [
        ("id", DataType::Utf8),
        ("url", DataType::Utf8),
        ("date", DataType::Utf8),
        ("record", DataType::Utf8),
        ("file", DataType::Utf8),
        ("offset", DataType::Int64),
        ("status", DataType::Int32),
        ("content_type", DataType::Utf8),
        ("cut", DataType::Boolean),
        ("html", DataType::Binary),
    ];
    Arc::new(Schema::new(fields.map(field).to_vec()))
}

#[derive(Default)]
struct Cells {
    id: StringBuilder,
    url: StringBuilder,
    date: StringBuilder,
    record: StringBuilder,
    file: StringBuilder,
    offset: Int64Builder,
    status: Int32Builder,
    content_type: StringBuilder,
    cut: BooleanBuilder,
    html: BinaryBuilder,
}

impl Cells {
    fn push(&mut self, page: &Known) {
        let record = &page.record;
        self.id.append_value(page.id());
        self.url.append_option(record.url.as_deref());
        self.date.append_option(record.date.as_deref());
        self.record.append_value(record.kind.name());
        self.file.append_value(&record.file);
        self.offset.append_option(i64::try_from(record.offset).ok());
        self.status.append_option(page.status.map(i32::from));
        self.content_type.append_option(page.content_type.as_deref());
        self.cut.append_value(page.is_cut());
        self.html.append_value(&page.body);
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.id.finish()),
            Arc::new(self.url.finish()),
            Arc::new(self.date.finish()),
            Arc::new(self.record.finish()),
            Arc::new(self.file.finish()),
            Arc::new(self.offset.finish()),
            Arc::new(self.status.finish()),
            Arc::new(self.content_type.finish()),
            Arc::new(self.cut.finish()),
            Arc::new(self.html.finish()),
        ];
        RecordBatch::try_new(schema(), columns)
    }
}

impl Iterator for Pages {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut cells, mut pages, mut bytes) = (Cells::default(), 0, 0);
        while pages < PAGES && bytes < BYTES && !self.ended {
            match self.records.next() {
                Some(Ok(record)) => {
                    let page = Known::of(record);
                    if page.is_success() || self.any_status {
                        cells.push(&page);
                        (pages, bytes) = (pages + 1, bytes + page.body.len());
                    }
                }
                Some(Err(damage)) if damage.ends_input => {
                    self.ended = true;
                    return Some(Err(unreadable(&damage)));
                }
                Some(Err(damage)) => tell(&self.told, damage.to_string()),
                None => self.ended = true,
            }
        }
        (pages > 0).then(|| cells.finish())
    }
}

impl arrow::array::RecordBatchReader for Pages {
    fn schema(&self) -> SchemaRef {
        schema()
    }
}
