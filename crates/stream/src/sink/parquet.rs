//! A folder of Parquet files, for those who read articles by the million.

use super::claim::{FolderClaim, resolved};
use super::columns::{COLUMNS, Of, milliseconds};
use super::error::at;
use super::{Delivery, Opening, Sink, SinkError, Taken, read_records};
use crate::files::Files;
use crate::record::Record;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::RowAccessor;
use parquet::schema::parser::parse_message_type;
use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Articles that make a file.
const ROWS: usize = 10_000;
/// Bytes of records that make one.
const BYTES: usize = 32 << 20;
/// A file is made of what there is after this long.
const PATIENCE: Duration = Duration::from_secs(300);

/// The schema: moments are timestamps in UTC.
fn schema() -> String {
    let column = |(name, of): (&str, Of)| match of {
        Of::Text(_) => format!("REQUIRED BYTE_ARRAY {name} (UTF8);"),
        Of::Maybe(_) => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
        Of::Time(_) => format!("OPTIONAL INT64 {name} (TIMESTAMP(MILLIS,true));"),
        Of::Fraction(_) => format!("OPTIONAL DOUBLE {name};"),
        Of::Count(_) => format!("REQUIRED INT64 {name};"),
    };
    format!("message article {{ {} }}", COLUMNS.map(column).join(" "))
}

/// Articles as Parquet files. A file is named after its store and the number of the first article that can be
/// in it: one that a crash left unacknowledged is replaced by the next one, which has the same name. A file that
/// has anything else is never replaced.
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
            let name = format!("articles-{}-{:012}", self.store, self.written + 1);
            self.write_files(&name, &self.held)?;
        }
        self.begin(self.delivered);
        Ok(Some(String::new()))
    }

    fn check_claim(&self) -> Result<(), SinkError> {
        match &self.claim {
            Some(claim) => claim.check(&self.folder),
            None => Err(SinkError::failed(self.folder.display(), "the folder is not open")),
        }
    }

    /// Brings articles to the disk under the first name that is free. A file that a crash left unacknowledged
    /// has nothing but these articles, and is replaced. One that has others stays, and what it has is not
    /// written again: the folder of the store was copied, or is an earlier one that was brought back, and the
    /// other one of the two wrote here.
    fn write_files(&self, name: &str, records: &[Record]) -> Result<(), SinkError> {
        self.check_claim()?;
        let mut left: Vec<&Record> = records.iter().collect();
        for number in 1.. {
            let ending = if number == 1 { String::new() } else { format!("-{number}") };
            let path = self.folder.join(format!("{name}{ending}.parquet"));
            let failed = |error| SinkError::failed(path.display(), error);
            let there = keys_in(&path).map_err(at(&path))?;
            let ours: HashSet<&str> = left.iter().map(|record| record.key.as_str()).collect();
            let is_others = |key: &String| !ours.contains(key.as_str());
            match there {
                Some(keys) if keys.is_empty() || keys.iter().any(is_others) => {
                    left.retain(|record| !keys.contains(&record.key));
                }
                _ => {
                    let bytes = file_of(&left).map_err(failed)?;
                    self.files.replace(&path, &bytes, &self.store).map_err(at(&path))?;
                    return self.check_claim();
                }
            }
            if left.is_empty() {
                return Ok(());
            }
        }
        Err(SinkError::failed(self.folder.join(name).display(), "all names for it are taken"))
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

/// The keys of the articles in a file; none if there is no such file, and no keys if it cannot be read.
fn keys_in(path: &Path) -> std::io::Result<Option<HashSet<String>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let read = || -> Result<HashSet<String>, ParquetError> {
        let keys = parse_message_type("message article { REQUIRED BYTE_ARRAY key (UTF8); }")?;
        let rows = SerializedFileReader::new(file)?;
        rows.get_row_iter(Some(keys))?.map(|row| Ok(row?.get_string(0)?.clone())).collect()
    };
    Ok(Some(read().unwrap_or_default()))
}

/// A file with these articles.
fn file_of(records: &[&Record]) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(&schema())?);
    let compression = Compression::ZSTD(ZstdLevel::try_new(3)?);
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (_, of) in COLUMNS {
        write_column(&mut group, records, of)?;
    }
    group.close()?;
    writer.into_inner()
}

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    records: &[&Record],
    of: Of,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    let bytes = |text: String| ByteArray::from(text.into_bytes());
    match of {
        Of::Text(of) => {
            let values: Vec<ByteArray> = records.iter().map(|r| bytes(of(r))).collect();
            column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        }
        Of::Maybe(of) => {
            let (values, levels) = present(records.iter().copied().map(|r| of(r).map(bytes)));
            column.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
        }
        Of::Time(of) => {
            let moment = |r: &Record| of(r).as_deref().and_then(milliseconds);
            let (values, levels) = present(records.iter().copied().map(moment));
            column.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
        }
        Of::Fraction(of) => {
            let (values, levels) = present(records.iter().copied().map(of));
            column.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
        }
        Of::Count(of) => {
            let values: Vec<i64> = records.iter().copied().map(of).collect();
            column.typed::<Int64Type>().write_batch(&values, None, None)?;
        }
    }
    column.close()
}

/// The values that are there, and for each row whether it is.
fn present<T>(values: impl Iterator<Item = Option<T>>) -> (Vec<T>, Vec<i16>) {
    let mut levels = Vec::new();
    let count = |value: &Option<T>| levels.push(i16::from(value.is_some()));
    let values = values.inspect(count).flatten().collect();
    (values, levels)
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
            let name = format!("articles-{}-again-{first:012}-{last:012}", self.store);
            self.write_files(&name, &records)?;
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
    fn moments_are_timestamps() {
        let record = |published: &str| Record {
            item_published: Some(published.into()),
            fetched: "2026-01-02T00:00:00Z".into(),
            ..Record::default()
        };
        let records = [record("2025-06-03T09:39:21+02:00"), record("2025")];
        let bytes = file_of(&records.each_ref()).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        for name in ["published", "modified", "fetched"] {
            let column = schema.columns().iter().find(|column| column.name() == name).unwrap();
            let kind = format!("{:?}", column.logical_type_ref());
            assert!(kind.contains("Timestamp") && kind.contains("true"), "{name}: {kind}");
        }
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert!(rows[0].contains("published: 2025-06-03 07:39:21"), "{}", rows[0]);
        assert!(rows[1].contains("published: null, modified: null, fetched: 2026-01-02"));
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
    fn a_copy_of_the_store_replaces_no_file_of_the_other() {
        let folder = Folder::new();
        let mut sink = ParquetFolder::new(folder.path());
        open_new(&mut sink).unwrap();
        let noted = deliver(&mut sink, &deliveries(1..4));
        deliver(&mut sink, &deliveries(4..10));
        // The copy knows of three articles and found others since, one of them the same.
        open_for(&mut sink, STORE, Some(&noted), &[]).unwrap();
        deliver(&mut sink, &deliveries([20, 5, 21]));
        assert_eq!(numbers_in_parquet(folder.path()), (1..10).chain(20..22).collect::<Vec<_>>());
        // The same once more, after a crash that left the second file unacknowledged.
        open_for(&mut sink, STORE, Some(&noted), &[]).unwrap();
        deliver(&mut sink, &deliveries([20, 5, 21, 22]));
        assert_eq!(numbers_in_parquet(folder.path()), (1..10).chain(20..23).collect::<Vec<_>>());
        let damaged = folder.path().join(format!("articles-{STORE}-000000000004.parquet"));
        std::fs::write(&damaged, "PAR1 mine PAR1").unwrap();
        open_for(&mut sink, STORE, Some(&noted), &[]).unwrap();
        deliver(&mut sink, &deliveries([20, 21, 22, 23]));
        assert_eq!(std::fs::read(&damaged).unwrap(), b"PAR1 mine PAR1");
    }

    #[test]
    fn what_comes_again_a_second_time_takes_nothing_from_the_first() {
        let folder = Folder::new();
        let mut sink = ParquetFolder::new(folder.path());
        open_new(&mut sink).unwrap();
        let mut batch = deliveries([3, 5, 7]);
        batch[0].record.truncate(10);
        batch[2].record.truncate(10);
        assert_eq!(sink.deliver_again(&batch).unwrap().set_aside.len(), 2);
        sink.deliver_again(&deliveries([3, 7])).unwrap();
        assert_eq!(numbers_in_parquet(folder.path()), [3, 5, 7]);
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
