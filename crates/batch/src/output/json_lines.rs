//! A line of JSON a row; what is not known is left out.

use super::{Shard, WriteError};
use crate::Columns;
use arrow::array::RecordBatch;
use arrow::json::LineDelimitedWriter;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How lines are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    None,
    Gzip,
    Zstd,
}

/// Lines into anything that can be written to.
pub struct JsonLinesWriter<W: Write> {
    out: Packed<W>,
    columns: Columns,
}

enum Packed<W: Write> {
    None(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Write for Packed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packed::None(out) => out.write(bytes),
            Packed::Gzip(out) => out.write(bytes),
            Packed::Zstd(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packed::None(out) => out.flush(),
            Packed::Gzip(out) => out.flush(),
            Packed::Zstd(out) => out.flush(),
        }
    }
}

impl<W: Write> JsonLinesWriter<W> {
    pub fn new(out: W, columns: &Columns, packing: Packing) -> io::Result<JsonLinesWriter<W>> {
        let out = match packing {
            Packing::None => Packed::None(out),
            Packing::Gzip => Packed::Gzip(GzEncoder::new(out, flate2::Compression::default())),
            Packing::Zstd => Packed::Zstd(zstd::Encoder::new(out, 0)?),
        };
        Ok(JsonLinesWriter { out, columns: columns.clone() })
    }

    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), arrow::error::ArrowError> {
        let batch = self.columns.project(batch)?;
        let mut lines = LineDelimitedWriter::new(&mut self.out);
        lines.write(&batch)?;
        lines.finish()
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(self) -> io::Result<W> {
        match self.out {
            Packed::None(out) => Ok(out),
            Packed::Gzip(out) => out.finish(),
            Packed::Zstd(out) => out.finish(),
        }
    }
}

/// A file of them.
pub struct JsonLinesShard {
    lines: JsonLinesWriter<BufWriter<File>>,
    path: PathBuf,
}

impl JsonLinesShard {
    pub fn create(
        path: &Path,
        columns: &Columns,
        packing: Packing,
    ) -> Result<JsonLinesShard, WriteError> {
        let file = File::create(path).map_err(WriteError::at(path))?;
        let lines = JsonLinesWriter::new(BufWriter::with_capacity(1 << 18, file), columns, packing)
            .map_err(WriteError::at(path))?;
        Ok(JsonLinesShard { lines, path: path.to_path_buf() })
    }
}

impl Shard for JsonLinesShard {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), WriteError> {
        self.lines.write(batch).map_err(WriteError::from)
    }

    fn finish(self: Box<Self>) -> Result<(), WriteError> {
        let path = self.path;
        let file = self.lines.finish().and_then(|out| out.into_inner().map_err(|e| e.into_error()));
        file.and_then(|file| file.sync_all()).map_err(WriteError::at(&path))
    }
}
