//! Tables in Parquet: the columns with pages, row by row.

use super::error::InputError;
use super::input::Input;
use super::items::{Item, Items, ReadError, Row, RowHtml};
use super::location::Location;
use super::source::Meter;
use super::warc::Damage;
use arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Int64Type};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::file::reader::ChunkReader;
use std::fs::File;
use std::sync::Arc;

/// Rows that are decoded at once: pages are large.
const ROWS: usize = 32;

/// The names of the columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumns {
    /// The pages.
    pub html: String,
    /// Their addresses; a table may lack it.
    pub url: String,
    /// What they are known by; a table may lack it.
    pub id: String,
    /// When they were captured; a table may lack it.
    pub date: String,
}

impl Default for TableColumns {
    fn default() -> TableColumns {
        let name = str::to_string;
        TableColumns { html: name("html"), url: name("url"), id: name("id"), date: name("date") }
    }
}

/// Opens a table.
pub fn open(
    input: &Input,
    columns: &TableColumns,
    meter: &Meter,
) -> Result<Box<dyn Items>, ReadError> {
    match &input.location {
        Location::Stdin | Location::StdinKept(_) => Err(ReadError::Format {
            name: "standard input".into(),
            what: "Parquet is read from its end, which a pipe has not: give a file".into(),
        }),
        Location::File(path) => {
            let io = |source| ReadError::Io { name: input.name.clone(), source };
            rows(input, File::open(path).map_err(io)?, columns, meter)
        }
        #[cfg(feature = "remote")]
        Location::Remote(address) => {
            let io = |source| ReadError::Io { name: input.name.clone(), source };
            rows(input, address.chunks().map_err(io)?, columns, meter)
        }
    }
}

fn rows(
    input: &Input,
    file: impl ChunkReader + 'static,
    columns: &TableColumns,
    meter: &Meter,
) -> Result<Box<dyn Items>, ReadError> {
    let wrong = |error: parquet::errors::ParquetError| ReadError::Format {
        name: input.name.clone(),
        what: format!("this is no Parquet file that can be read: {error}"),
    };
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(wrong)?;
    let schema = builder.schema().clone();
    let found: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
    if !found.contains(&columns.html) {
        return Err(ReadError::Input(InputError::NoColumn {
            file: input.name.clone(),
            column: columns.html.clone(),
            found,
            option: "--html-column",
        }));
    }
    let wanted = [&columns.html, &columns.url, &columns.id, &columns.date];
    let wanted = wanted.iter().filter_map(|name| found.iter().position(|one| *one == **name));
    let mask = ProjectionMask::roots(builder.parquet_schema(), wanted);
    let all = builder.metadata().file_metadata().num_rows().max(1) as u64;
    let reader = builder.with_projection(mask).with_batch_size(ROWS).build().map_err(wrong)?;
    Ok(Box::new(Table {
        reader: Some(reader),
        batch: None,
        row: 0,
        at: 0,
        columns: columns.clone(),
        file: input.name.as_str().into(),
        bytes_a_row: input.size.unwrap_or_default() / all,
        meter: meter.clone(),
    }))
}

/// The rows of a table.
struct Table {
    reader: Option<ParquetRecordBatchReader>,
    batch: Option<RecordBatch>,
    /// The next row of the batch, and of the table.
    row: usize,
    at: u64,
    columns: TableColumns,
    file: Arc<str>,
    bytes_a_row: u64,
    meter: Meter,
}

impl Table {
    /// A batch that has a row left.
    fn fill(&mut self) -> Option<Result<(), String>> {
        while self.batch.as_ref().is_none_or(|batch| self.row >= batch.num_rows()) {
            match self.reader.as_mut()?.next()? {
                Ok(batch) => self.batch = Some(batch),
                Err(error) => return Some(Err(error.to_string())),
            }
            self.row = 0;
        }
        Some(Ok(()))
    }

    fn take_row(&mut self) -> Option<Row> {
        let batch = self.batch.as_ref()?;
        let row = row_of(batch, self.row, &self.columns, &self.file, self.at);
        self.row += 1;
        self.at += 1;
        self.meter.add(self.bytes_a_row);
        Some(row)
    }
}

impl Items for Table {
    fn next(&mut self) -> Option<Item> {
        match self.fill()? {
            Ok(()) => Some(Item::Row(Box::new(self.take_row()?))),
            Err(why) => {
                self.reader = None;
                self.batch = None;
                let what = format!("can not be read on: {why}");
                let (file, offset) = (self.file.clone(), self.at);
                Some(Item::Damage(Damage { file, offset, what, ends_input: false }))
            }
        }
    }
}

/// A row of a batch.
pub(crate) fn row_of(
    batch: &RecordBatch,
    row: usize,
    columns: &TableColumns,
    file: &Arc<str>,
    offset: u64,
) -> Row {
    let cell = |name: &str| batch.column_by_name(name).and_then(|column| text(column, row));
    Row {
        html: batch.column_by_name(&columns.html).and_then(|column| html(column, row)),
        url: cell(&columns.url),
        id: cell(&columns.id),
        date: cell(&columns.date),
        file: file.clone(),
        offset,
    }
}

fn html(column: &ArrayRef, row: usize) -> Option<RowHtml> {
    if column.is_null(row) {
        return None;
    }
    match column.data_type() {
        DataType::Binary => Some(RowHtml::Bytes(column.as_binary::<i32>().value(row).to_vec())),
        DataType::LargeBinary => {
            Some(RowHtml::Bytes(column.as_binary::<i64>().value(row).to_vec()))
        }
        DataType::BinaryView => Some(RowHtml::Bytes(column.as_binary_view().value(row).to_vec())),
        _ => text(column, row).map(RowHtml::Text),
    }
}

/// A cell as text; numbers and dates as they are written.
fn text(column: &ArrayRef, row: usize) -> Option<String> {
    if column.is_null(row) {
        return None;
    }
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(row).to_string()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row).to_string()),
        DataType::Utf8View => Some(column.as_string_view().value(row).to_string()),
        DataType::Int64 => Some(column.as_primitive::<Int64Type>().value(row).to_string()),
        _ => {
            let one = cast(&column.slice(row, 1), &DataType::Utf8).ok()?;
            let texts = one.as_string_opt::<i32>()?;
            texts.is_valid(0).then(|| texts.value(0).to_string())
        }
    }
}
