//! WARC conversion records with the text of pages, as WET files have them.

use super::{Shard, WriteError, cell};
use arrow::array::RecordBatch;
use fastwarc::warc::header::WarcHeader;
use fastwarc::warc::record::{WarcRecord, WarcRecordType};
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_128;

/// A file of records.
pub struct WarcShard {
    out: BufWriter<File>,
    path: PathBuf,
    packed: bool,
}

impl WarcShard {
    pub fn create(path: &Path, packed: bool) -> Result<WarcShard, WriteError> {
        let file = File::create(path).map_err(WriteError::at(path))?;
        let out = BufWriter::with_capacity(1 << 18, file);
        Ok(WarcShard { out, path: path.to_path_buf(), packed })
    }

    fn write_row(&mut self, batch: &RecordBatch, row: usize) -> io::Result<()> {
        let mut record = record(batch, row);
        match self.packed {
            false => record.write(&mut self.out).map(drop),
            true => {
                let mut bytes = Vec::new();
                record.write(&mut bytes)?;
                let mut packer = GzEncoder::new(&mut self.out, flate2::Compression::default());
                packer.write_all(&bytes)?;
                packer.finish().map(drop)
            }
        }
    }
}

/// The record of a row. Its identity follows from the page's, so that it is the same whenever it is written.
fn record(batch: &RecordBatch, row: usize) -> WarcRecord {
    let id = cell(batch, "id", row).unwrap_or_default();
    let hash = XxHash3_128::oneshot(id.as_bytes());
    let hex = format!("{hash:032x}");
    // Version 8 of a UUID: made as its maker likes.
    let uuid = format!(
        "uuid:{}-{}-8{}-8{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[13..16],
        &hex[17..20],
        &hex[20..]
    );
    let mut record = WarcRecord::new();
    record.init_headers(WarcRecordType::Conversion, Some(uuid.as_bytes()));
    let headers = record.headers_mut();
    if let Some(url) = cell(batch, "url", row) {
        headers.set(WarcHeader::WarcTargetUri, url);
    }
    // The crawl's date: that of writing would differ from run to run.
    headers.set(WarcHeader::WarcDate, cell(batch, "date", row).unwrap_or("1970-01-01T00:00:00Z"));
    if id.starts_with("urn:") {
        headers.set(WarcHeader::WarcRefersTo, format!("<{id}>"));
    }
    if let Some(lang) = cell(batch, "lang", row) {
        headers.set("WARC-Identified-Content-Language", lang);
    }
    headers.set(WarcHeader::ContentType, "text/plain");
    record.set_bytes_payload(cell(batch, "text", row).unwrap_or_default().as_bytes().to_vec());
    record
}

impl Shard for WarcShard {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), WriteError> {
        for row in 0..batch.num_rows() {
            self.write_row(batch, row).map_err(WriteError::at(&self.path))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), WriteError> {
        let path = self.path;
        let file = self.out.into_inner().map_err(|error| error.into_error());
        file.and_then(|file| file.sync_all()).map_err(WriteError::at(&path))
    }
}
