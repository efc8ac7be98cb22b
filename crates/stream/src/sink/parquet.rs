//! A folder of Parquet files, for those who read articles by the million.

use super::claim::{FolderClaim, resolved};
use super::error::at;
use super::sqlite::authors;
use super::{Delivery, Opening, Sink, SinkError, Taken, read_records};
use crate::files::Files;
use crate::record::Record;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Articles that make a file.
const ROWS: usize = 10_000;
/// Bytes of records that make one.
const BYTES: usize = 32 << 20;
/// A file is made of what there is after this long.
const PATIENCE: Duration = Duration::from_secs(300);

const SCHEMA: &str = "message article {
    REQUIRED BYTE_ARRAY key (UTF8); REQUIRED BYTE_ARRAY site (UTF8); REQUIRED BYTE_ARRAY url (UTF8);
    REQUIRED BYTE_ARRAY request_url (UTF8); REQUIRED BYTE_ARRAY feed (UTF8); OPTIONAL BYTE_ARRAY feed_title (UTF8);
    OPTIONAL BYTE_ARRAY title (UTF8); REQUIRED BYTE_ARRAY authors (UTF8); OPTIONAL BYTE_ARRAY published (UTF8);
    REQUIRED BYTE_ARRAY fetched (UTF8); OPTIONAL BYTE_ARRAY language (UTF8); OPTIONAL BYTE_ARRAY extractor (UTF8);
    REQUIRED BYTE_ARRAY text (UTF8); REQUIRED BYTE_ARRAY markdown (UTF8);
    OPTIONAL DOUBLE confidence; REQUIRED INT64 site_support; }";

/// Articles as Parquet files. A file is named after its store and the number of the first article that can be
/// in it: one that a crash left unacknowledged is replaced by the next one, which has the same name.
#[derive(Debug)]
pub struct ParquetFolder {
    folder: PathBuf,
    append: bool,
    files: Files,
    claim: Option<FolderClaim>,
    store: String,
    held: Vec<Record>,
    bytes: usize,
    since: Option<Instant>,
    /// The last article that is in a file, and the last one that was delivered.
    written: i64,
    delivered: i64,
}

impl ParquetFolder {
    /// Files into this folder, which is made if needed.
    pub fn new(folder: impl AsRef<Path>) -> ParquetFolder {
        ParquetFolder {
            folder: resolved(folder.as_ref()),
            append: false,
            files: Files::default(),
            claim: None,
            store: String::new(),
            held: Vec::new(),
            bytes: 0,
            since: None,
            written: 0,
            delivered: 0,
        }
    }

    /// Whether a folder that holds files of others is added to.
    pub fn with_append(mut self, append: bool) -> ParquetFolder {
        self.append = append;
        self
    }

    /// Through these files.
    pub fn with_files(mut self, files: Files) -> ParquetFolder {
        self.files = files;
        self
    }

    fn write(&mut self) -> Result<Option<String>, SinkError> {
        if self.delivered == self.written {
            return Ok(None);
        }
        if !self.held.is_empty() {
            let name = format!("articles-{}-{:012}.parquet", self.store, self.written + 1);
            self.write_file(&name, &self.held)?;
        }
        self.begin(self.delivered);
        Ok(Some(String::new()))
    }

    fn write_file(&self, name: &str, records: &[Record]) -> Result<(), SinkError> {
        let path = self.folder.join(name);
        let failed = |error| SinkError::failed(path.display(), error);
        let bytes = file_of(records).map_err(failed)?;
        self.files.replace(&path, &bytes).map_err(at(&path))
    }

    /// Holds nothing, and has written everything up to an article.
    fn begin(&mut self, written: i64) {
        self.held.clear();
        self.bytes = 0;
        self.since = None;
        self.written = written;
        self.delivered = written;
    }

    fn is_due(&self) -> bool {
        let waited = self.since.is_some_and(|since| since.elapsed() > PATIENCE);
        self.held.len() >= ROWS || self.bytes >= BYTES || waited
    }
}

/// A file with these articles.
fn file_of(records: &[Record]) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let compression = Compression::ZSTD(ZstdLevel::try_new(3)?);
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    type Text = fn(&Record) -> Option<String>;
    let texts: [(Text, bool); 14] = [
        (|r| Some(r.key.clone()), false),
        (|r| Some(r.site.clone()), false),
        (|r| Some(r.response_url.clone()), false),
        (|r| Some(r.request_url.clone()), false),
        (|r| Some(r.feed.clone()), false),
        (|r| r.feed_title.clone(), true),
        (|r| r.title().map(str::to_string), true),
        (|r| Some(authors(r).join(", ")), false),
        (|r| r.value("published").map(str::to_string).or(r.item_published.clone()), true),
        (|r| Some(r.fetched.clone()), false),
        (|r| r.value("detected_language").map(str::to_string), true),
        (|r| r.article.get("extractor")?.as_str().map(str::to_string), true),
        (|r| Some(r.text().to_string()), false),
        (|r| Some(r.markdown().to_string()), false),
    ];
    for (text, optional) in texts {
        let values: Vec<Option<String>> = records.iter().map(text).collect();
        write_texts(&mut group, values, optional)?;
    }
    let confidences: Vec<Option<f64>> = records.iter().map(Record::confidence).collect();
    let levels: Vec<i16> = confidences.iter().map(|c| i16::from(c.is_some())).collect();
    let values: Vec<f64> = confidences.into_iter().flatten().collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
        column.close()?;
    }
    let support: Vec<i64> = records.iter().map(|r| r.site_support).collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<Int64Type>().write_batch(&support, None, None)?;
        column.close()?;
    }
    group.close()?;
    writer.into_inner()
}

fn write_texts(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: Vec<Option<String>>,
    optional: bool,
) -> Result<(), ParquetError> {
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let bytes = |text: String| ByteArray::from(text.into_bytes());
    let values: Vec<ByteArray> = values.into_iter().flatten().map(bytes).collect();
    if let Some(mut column) = group.next_column()? {
        let levels = optional.then_some(levels.as_slice());
        column.typed::<ByteArrayType>().write_batch(&values, levels, None)?;
        column.close()?;
    }
    Ok(())
}

impl Sink for ParquetFolder {
    fn name(&self) -> String {
        format!("parquet:{}", self.folder.display())
    }

    fn open(&mut self, from: &Opening<'_>) -> Result<String, SinkError> {
        self.claim = None;
        self.begin(from.position.map_or(0, |position| position.seq));
        let known = from.position.is_some();
        let claim = FolderClaim::take(&self.files, &self.folder, from.store, known, self.append)?;
        self.claim = Some(claim);
        self.store = from.store.into();
        Ok(String::new())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        self.since.get_or_insert_with(Instant::now);
        let (records, set_aside) = read_records(batch);
        self.held.extend(records.into_iter().map(|(_, record)| record));
        self.bytes += batch.iter().map(|delivery| delivery.record.len()).sum::<usize>();
        self.delivered = batch.last().map_or(self.delivered, |delivery| delivery.seq);
        let state = if self.is_due() { self.write()? } else { None };
        Ok(Taken { number: batch.len(), state, set_aside })
    }

    /// They get a file of their own, at once: the others are named by where the sink is.
    fn deliver_again(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        let (records, set_aside) = read_records(batch);
        let records: Vec<Record> = records.into_iter().map(|(_, record)| record).collect();
        if let ([first, ..], [.., last]) = (batch, batch)
            && !records.is_empty()
        {
            let (first, last) = (first.seq, last.seq);
            let name = format!("articles-{}-again-{first:012}-{last:012}.parquet", self.store);
            self.write_file(&name, &records)?;
        }
        Ok(Taken { set_aside, ..Taken::all(batch) })
    }

    fn settle(&mut self, last: bool) -> Result<Option<String>, SinkError> {
        if last || self.is_due() { self.write() } else { Ok(None) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::store::Position;
    use crate::testing::Folder;

    #[test]
    fn a_file_that_was_not_acknowledged_is_replaced_and_no_other_is() {
        let folder = Folder::new();
        let mut sink = ParquetFolder::new(folder.path());
        open_new(&mut sink).unwrap();
        let taken = sink.deliver(&deliveries(1..301)).unwrap();
        assert_eq!((taken.number, taken.state), (300, None), "it only holds them");
        assert_eq!(sink.settle(false).unwrap(), None);
        assert!(sink.settle(true).unwrap().is_some());
        let noted = Position { seq: 300, state: String::new() };
        deliver(&mut sink, &deliveries(301..311));
        assert_eq!(numbers_in_parquet(folder.path()), (1..311).collect::<Vec<_>>());
        open_for(&mut sink, STORE, Some(&noted), &[]).unwrap();
        deliver(&mut sink, &deliveries(301..321));
        assert_eq!(numbers_in_parquet(folder.path()), (1..321).collect::<Vec<_>>());
    }

    #[test]
    fn a_second_store_is_refused_and_replaces_nothing_when_allowed() {
        let folder = Folder::new();
        let mut sink = ParquetFolder::new(folder.path());
        open_new(&mut sink).unwrap();
        deliver(&mut sink, &deliveries(1..11));
        drop(sink);
        let mut other = ParquetFolder::new(folder.path());
        let refused = open_for(&mut other, "00000000000000bb", None, &[]).unwrap_err().to_string();
        assert!(refused.contains("another data folder"), "{refused}");
        assert_eq!(numbers_in_parquet(folder.path()), (1..11).collect::<Vec<_>>());
        let mut other = other.with_append(true);
        open_for(&mut other, "00000000000000bb", None, &[]).unwrap();
        deliver(&mut other, &deliveries(1..3));
        let both: Vec<_> = [1, 1, 2, 2].into_iter().chain(3..11).collect();
        assert_eq!(numbers_in_parquet(folder.path()), both);
    }

    #[test]
    fn what_comes_again_replaces_no_file_of_others() {
        let folder = Folder::new();
        let mut sink = ParquetFolder::new(folder.path());
        open_new(&mut sink).unwrap();
        deliver(&mut sink, &deliveries([1, 2, 4, 5, 6]));
        for _ in 0..2 {
            sink.deliver_again(&deliveries([3])).unwrap();
        }
        deliver(&mut sink, &deliveries(7..10));
        assert_eq!(numbers_in_parquet(folder.path()), (1..10).collect::<Vec<_>>());
    }

    #[test]
    fn a_record_that_cannot_be_read_is_set_aside() {
        let folder = Folder::new();
        let mut sink = ParquetFolder::new(folder.path());
        open_new(&mut sink).unwrap();
        let mut batch = deliveries(1..3);
        batch[1].record.truncate(10);
        let taken = sink.deliver(&batch).unwrap();
        assert_eq!((taken.number, taken.set_aside[0].seq), (2, 2));
        assert!(sink.settle(true).unwrap().is_some());
        assert_eq!(numbers_in_parquet(folder.path()), [1]);
    }
}
