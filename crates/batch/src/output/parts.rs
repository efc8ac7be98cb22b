//! Rows between the stages of a run: Arrow's own files, which cost hardly more than copying.

use super::{Shard, WriteError};
use crate::Columns;
use arrow::array::RecordBatch;
use arrow::error::ArrowError;
use arrow::ipc::CompressionType;
use arrow::ipc::reader::FileReader;
use arrow::ipc::writer::{FileWriter, IpcWriteOptions};
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

/// A file of rows.
pub struct PartsShard {
    writer: FileWriter<BufWriter<File>>,
    columns: Columns,
    path: PathBuf,
}

impl PartsShard {
    pub fn create(path: &Path, columns: &Columns) -> Result<PartsShard, WriteError> {
        let file = File::create(path).map_err(WriteError::at(path))?;
        let options =
            IpcWriteOptions::default().try_with_compression(Some(CompressionType::LZ4_FRAME))?;
        let out = BufWriter::with_capacity(1 << 18, file);
        let writer = FileWriter::try_new_with_options(out, &columns.schema(), options)?;
        Ok(PartsShard { writer, columns: columns.clone(), path: path.to_path_buf() })
    }
}

impl Shard for PartsShard {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), WriteError> {
        Ok(self.writer.write(&self.columns.project(batch)?)?)
    }

    fn finish(self: Box<Self>) -> Result<(), WriteError> {
        let out = self.writer.into_inner()?;
        let file = out.into_inner().map_err(|error| error.into_error());
        file.and_then(|file| file.sync_all()).map_err(WriteError::at(&self.path))
    }
}

/// The batches of a file, as they were written; with names only these columns.
pub(crate) fn read(
    path: &Path,
    names: Option<&[&str]>,
) -> Result<impl Iterator<Item = Result<RecordBatch, ArrowError>> + use<>, WriteError> {
    let open = || File::open(path).map(BufReader::new).map_err(WriteError::at(path));
    let reader = FileReader::try_new(open()?, None)?;
    let Some(names) = names else { return Ok(reader) };
    let schema = reader.schema();
    let columns = names.iter().filter_map(|name| schema.index_of(name).ok()).collect();
    Ok(FileReader::try_new(open()?, Some(columns))?)
}
