//! Parquet, packed by zstd, with row groups of about the same size.

use super::{Shard, WriteError, row_bytes};
use crate::Columns;
use arrow::array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Columns whose values hardly ever come twice: a dictionary of them costs and gives nothing, and nobody asks
/// for the least of them.
const LONG: [&str; 3] = ["text", "markdown", "hash"];
/// How hard zstd tries: above this, time grows faster than files shrink.
const LEVEL: i32 = 3;

/// A file of Parquet.
pub struct ParquetShard {
    writer: ArrowWriter<File>,
    columns: Columns,
    path: PathBuf,
    row_group_bytes: usize,
    /// Bytes of the row group that is being filled.
    bytes: usize,
}

impl ParquetShard {
    pub fn create(
        path: &Path,
        columns: &Columns,
        row_group_bytes: usize,
    ) -> Result<ParquetShard, WriteError> {
        let file = File::create(path).map_err(WriteError::at(path))?;
        let writer = properties()
            .and_then(|properties| ArrowWriter::try_new(file, columns.schema(), Some(properties)))
            .map_err(failed(path))?;
        let (columns, path) = (columns.clone(), path.to_path_buf());
        Ok(ParquetShard { writer, columns, path, row_group_bytes, bytes: 0 })
    }
}

fn properties() -> Result<WriterProperties, ParquetError> {
    let compression = Compression::ZSTD(ZstdLevel::try_new(LEVEL)?);
    let mut properties = WriterProperties::builder()
        .set_compression(compression)
        // Row groups are cut by their bytes.
        .set_max_row_group_row_count(Some(usize::MAX))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    for name in LONG {
        let column = ColumnPath::from(name);
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_statistics_enabled(column, EnabledStatistics::None);
    }
    Ok(properties.build())
}

fn failed(path: &Path) -> impl Fn(ParquetError) -> WriteError {
    let name = path.display().to_string();
    move |source| WriteError::Parquet { name: name.clone(), source }
}

impl Shard for ParquetShard {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), WriteError> {
        let batch = self.columns.project(batch)?;
        self.writer.write(&batch).map_err(failed(&self.path))?;
        self.bytes += row_bytes(&batch);
        if self.bytes >= self.row_group_bytes {
            self.writer.flush().map_err(failed(&self.path))?;
            self.bytes = 0;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), WriteError> {
        let file = self.writer.into_inner().map_err(failed(&self.path))?;
        file.sync_all().map_err(WriteError::at(&self.path))
    }
}
