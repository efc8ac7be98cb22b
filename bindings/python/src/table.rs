//! Tables of pages to tables of results, batch by batch, on as many threads as wanted.

use crate::arrow::{Batches, batches, capsule, schema_capsule};
use crate::errors::{Kind, error};
use crate::files::Told;
use crate::options::{Options, of_call};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, RecordBatch, RecordBatchReader as _};
use arrow::compute::{cast, concat_batches};
use arrow::datatypes::{DataType, Int64Type, SchemaRef};
use arrow::error::ArrowError;
use dehusk_batch::{Columns, Extraction, Html, PageRef};
use dehusk_cli::embed::{self, Shape};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Pages that a thread takes at once, and those of a round for each thread: results wait for the whole round.
const AT_ONCE: usize = 8;
const A_ROUND: usize = 128;

/// The columns of the pages' table. All but that of the pages may be missing there.
#[derive(Clone)]
struct Names {
    html: String,
    url: String,
    id: String,
    date: String,
}

/// Results that are made as they are read.
struct Results {
    pages: Batches,
    names: Names,
    extraction: Arc<Extraction>,
    workers: usize,
    /// What is left of the last batch of pages, and rows that came before it.
    rest: Option<RecordBatch>,
    before: u64,
    ready: VecDeque<RecordBatch>,
}

impl Iterator for Results {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(rows) = self.ready.pop_front() {
                return Some(Ok(rows));
            }
            let pages = match self.rest.take() {
                Some(pages) => pages,
                None => match self.pages.next()? {
                    Ok(pages) => pages,
                    Err(why) => return Some(Err(why)),
                },
            };
            let most = pages.num_rows().min(A_ROUND * self.workers);
            if most < pages.num_rows() {
                self.rest = Some(pages.slice(most, pages.num_rows() - most));
            }
            match self.round(&pages.slice(0, most)) {
                Ok(rows) if rows.num_rows() == 0 => {}
                Ok(rows) => self.ready.push_back(rows),
                Err(why) => return Some(Err(why)),
            }
            self.before += most as u64;
        }
    }
}

impl arrow::array::RecordBatchReader for Results {
    fn schema(&self) -> SchemaRef {
        self.extraction.schema()
    }
}

impl Results {
    /// The rows of some pages, by all threads together.
    fn round(&self, pages: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let table = PageTable::of(pages, &self.names, self.before)?;
        let pieces = pages.num_rows().div_ceil(AT_ONCE);
        let made: Vec<Mutex<Option<RecordBatch>>> = (0..pieces).map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        let extraction = &*self.extraction;
        let work = || -> Result<(), ArrowError> {
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                let Some(place) = made.get(piece) else { return Ok(()) };
                let end = pages.num_rows().min((piece + 1) * AT_ONCE);
                let ids: Vec<String> = (piece * AT_ONCE..end).map(|row| table.id(row)).collect();
                let rows = (piece * AT_ONCE..end).zip(&ids);
                let rows = extraction.rows(rows.map(|(row, id)| table.page(row, id)))?;
                if let Ok(mut place) = place.lock() {
                    *place = Some(rows.batch);
                }
            }
        };
        thread::scope(|scope| {
            let others = self.workers.min(pieces).saturating_sub(1);
            let others: Vec<_> = (0..others).map(|_| scope.spawn(work)).collect();
            let own = work();
            let crashed = |_| Err(ArrowError::ComputeError("a thread crashed".into()));
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(crashed))
                .fold(own, Result::and)
        })?;
        let made = made.into_iter().filter_map(|place| place.into_inner().ok().flatten());
        concat_batches(&extraction.schema(), &made.collect::<Vec<_>>())
    }
}

/// The columns of a batch of pages. Of the pages nothing is copied.
struct PageTable {
    html: Cells,
    url: Option<Cells>,
    id: Option<Cells>,
    date: Option<Cells>,
    content_type: Option<Cells>,
    content_encoding: Option<Cells>,
    record: Option<Cells>,
    file: Option<Cells>,
    offset: Option<ArrayRef>,
    status: Option<ArrayRef>,
    cut: Option<BooleanArray>,
    before: u64,
}

impl PageTable {
    fn of(pages: &RecordBatch, names: &Names, before: u64) -> Result<PageTable, ArrowError> {
        let column = |name: &str| pages.column_by_name(name);
        let texts = |name: &str| column(name).map(Cells::texts).transpose();
        let numbers = |name: &str| {
            let number = column(name).filter(|column| column.data_type().is_integer());
            number.map(|column| cast(column, &DataType::Int64)).transpose()
        };
        let html = column(&names.html).ok_or_else(|| {
            ArrowError::SchemaError(format!("there is no column {:?}", names.html))
        })?;
        // What else read_warc and dehusk's own tables tell of a page.
        Ok(PageTable {
            html: Cells::pages(html)?,
            url: texts(&names.url)?,
            id: texts(&names.id)?,
            date: texts(&names.date)?,
            content_type: texts("content_type")?,
            content_encoding: texts("content_encoding")?,
            record: texts("record")?,
            file: texts("file")?,
            offset: numbers("offset")?,
            status: numbers("status")?,
            cut: column("cut").and_then(|column| column.as_boolean_opt().cloned()),
            before,
        })
    }

    /// What a page is known by: what the table says, or its place in it.
    fn id(&self, row: usize) -> String {
        let given = text(&self.id, row).map(str::to_string);
        given.unwrap_or_else(|| format!("#{}", self.before + row as u64))
    }

    fn page<'a>(&'a self, row: usize, id: &'a str) -> PageRef<'a> {
        let number = |column: &Option<ArrayRef>| {
            let column = column.as_ref().filter(|column| column.is_valid(row))?;
            Some(column.as_primitive::<Int64Type>().value(row))
        };
        let record = text(&self.record, row).unwrap_or("row");
        let content_type = text(&self.content_type, row);
        let offset = number(&self.offset).and_then(|offset| u64::try_from(offset).ok());
        PageRef {
            url: text(&self.url, row),
            date: text(&self.date, row),
            record,
            file: text(&self.file, row).unwrap_or_default(),
            offset: offset.unwrap_or(self.before + row as u64),
            status: number(&self.status).and_then(|status| u16::try_from(status).ok()),
            content_type,
            content_encoding: text(&self.content_encoding, row),
            cut: self.cut.as_ref().is_some_and(|cut| cut.is_valid(row) && cut.value(row)),
            ..PageRef::new(id, self.html(row, record, content_type))
        }
    }

    /// The page of a row. What archives hold as text already stays as it is.
    fn html(&self, row: usize, record: &str, content_type: Option<&str>) -> Html<'_> {
        let html = self.html.get(row).unwrap_or(Cell::Text(""));
        let plain = record == "conversion"
            && content_type.is_none_or(|kind| kind.starts_with("text/plain"));
        match html {
            Cell::Text(text) if plain => Html::Plain(text),
            Cell::Text(text) => Html::Text(text),
            Cell::Bytes(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) if plain => Html::Plain(text),
                _ => Html::Bytes(bytes),
            },
        }
    }
}

fn text(cells: &Option<Cells>, row: usize) -> Option<&str> {
    match cells.as_ref()?.get(row)? {
        Cell::Text(text) => Some(text),
        Cell::Bytes(_) => None,
    }
}

/// A column of texts or bytes.
struct Cells(ArrayRef);

enum Cell<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl Cells {
    /// A column of pages: texts, bytes, or what can be made texts, as a dictionary can.
    fn pages(column: &ArrayRef) -> Result<Cells, ArrowError> {
        match column.data_type() {
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
                Ok(Cells(column.clone()))
            }
            DataType::Dictionary(_, kind) if kind.is_binary() => {
                Ok(Cells(cast(column, &DataType::LargeBinary)?))
            }
            _ => Cells::texts(column),
        }
    }

    fn texts(column: &ArrayRef) -> Result<Cells, ArrowError> {
        match column.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(Cells(column.clone())),
            _ => Ok(Cells(cast(column, &DataType::LargeUtf8)?)),
        }
    }

    fn get(&self, row: usize) -> Option<Cell<'_>> {
        let column = &self.0;
        if column.is_null(row) {
            return None;
        }
        Some(match column.data_type() {
            DataType::Utf8 => Cell::Text(column.as_string::<i32>().value(row)),
            DataType::LargeUtf8 => Cell::Text(column.as_string::<i64>().value(row)),
            DataType::Utf8View => Cell::Text(column.as_string_view().value(row)),
            DataType::Binary => Cell::Bytes(column.as_binary::<i32>().value(row)),
            DataType::LargeBinary => Cell::Bytes(column.as_binary::<i64>().value(row)),
            DataType::BinaryView => Cell::Bytes(column.as_binary_view().value(row)),
            _ => return None,
        })
    }
}

/// Record batches that can be read once, by anything that reads the Arrow C stream interface.
#[pyclass(frozen, module = "dehusk")]
pub struct RecordBatchReader {
    batches: Mutex<Option<Batches>>,
    schema: SchemaRef,
    told: Told,
}

impl RecordBatchReader {
    /// Of batches whose reader tells what it can not read.
    pub fn new(batches: Batches, told: Told) -> RecordBatchReader {
        let schema = batches.schema();
        RecordBatchReader { batches: Mutex::new(Some(batches)), schema, told }
    }
}

#[pymethods]
impl RecordBatchReader {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish, which the interface allows not to be granted.
        let _ = requested_schema;
        let batches = self.batches.lock().ok().and_then(|mut batches| batches.take());
        let read = "this reader was read already: call extract_table again";
        capsule(py, batches.ok_or_else(|| error(py, Kind::Data, read))?)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// What could not be read of a file so far.
    #[getter]
    fn failed(&self) -> Vec<String> {
        self.told.lock().unwrap_or_else(|broken| broken.into_inner()).clone()
    }

    /// The same as a reader of pyarrow.
    fn to_arrow<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let reader = this.py().import("pyarrow")?.getattr("RecordBatchReader")?;
        reader.call_method1("from_stream", (this,))
    }

    fn __repr__(&self) -> String {
        format!("<RecordBatchReader {}>", self.column_names().join(", "))
    }
}

/// The main content of the pages of a table, as a table with the columns of `dehusk batch`.
#[pyfunction]
#[pyo3(signature = (
    data, html="html", url="url", *, id="id", date="date", columns=None, every_page=false, workers=None,
    options=None, **keywords
))]
#[allow(clippy::too_many_arguments)] // Keywords of Python, each with its default.
pub fn extract_table(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    html: &str,
    url: &str,
    id: &str,
    date: &str,
    columns: Option<&Bound<'_, PyAny>>,
    every_page: bool,
    workers: Option<usize>,
    options: Option<&Options>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<RecordBatchReader> {
    let with = of_call(py, options, keywords, false)?;
    no_shape(py, &with)?;
    let pages = batches(data)?;
    if pages.schema().column_with_name(html).is_none() {
        let found = pages.schema().fields().iter().map(|f| f.name().clone()).collect::<Vec<_>>();
        let found = found.join(", ");
        let lacking =
            format!("there is no column {html:?}: name the one with pages by html=…, of {found}");
        return Err(error(py, Kind::Data, lacking));
    }
    if workers == Some(0) {
        return Err(error(py, Kind::Option, "workers is a number of threads: give at least 1"));
    }
    let columns = chosen(columns, every_page)?;
    let extraction = Extraction::new(with.options.clone(), columns).with_every_page(every_page);
    let workers = workers.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let names = Names { html: html.into(), url: url.into(), id: id.into(), date: date.into() };
    let results = Results {
        pages,
        names,
        extraction: Arc::new(extraction),
        workers,
        rest: None,
        before: 0,
        ready: VecDeque::new(),
    };
    Ok(RecordBatchReader::new(Box::new(results), Told::default()))
}

/// Refuses options of how an article is written: tables have columns.
pub fn no_shape(py: Python<'_>, with: &embed::Extraction) -> PyResult<()> {
    if with.shape == Shape::default() {
        return Ok(());
    }
    let forms = "no_links, no_images, front_matter, width and fields are for single articles, and tables have columns: leave them out";
    Err(error(py, Kind::Option, forms))
}

/// The columns of a choice: text as for `--columns`, or a list of names.
pub fn chosen(columns: Option<&Bound<'_, PyAny>>, every_page: bool) -> PyResult<Columns> {
    let columns = match columns {
        None => Columns::default(),
        Some(given) => {
            let names = match given.extract::<String>() {
                Ok(names) => names,
                Err(_) => given.extract::<Vec<String>>()?.join(","),
            };
            Columns::parse(&names).map_err(|why| error(given.py(), Kind::Option, why))?
        }
    };
    Ok(if every_page { columns.with(["error"]) } else { columns })
}
