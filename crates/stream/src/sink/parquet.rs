//! A folder of Parquet files, for those who read articles by the million.

use super::sqlite::authors;
use super::{Delivery, Sink, SinkError, at};
use crate::record::Record;
use crate::store::Position;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::PathBuf;
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

/// Articles as Parquet files, named by the number of their first one.
#[derive(Debug)]
pub struct ParquetFolder {
    folder: PathBuf,
    held: Vec<(i64, Record)>,
    bytes: usize,
    since: Option<Instant>,
}

impl ParquetFolder {
    /// Files into this folder, which is made if needed.
    pub fn new(folder: impl Into<PathBuf>) -> ParquetFolder {
        ParquetFolder { folder: folder.into(), held: Vec::new(), bytes: 0, since: None }
    }

    fn write(&mut self) -> Result<Option<String>, SinkError> {
        let Some((first, _)) = self.held.first() else { return Ok(None) };
        let name = format!("articles-{first:012}.parquet");
        let (path, part) = (self.folder.join(&name), self.folder.join(format!("{name}.part")));
        let records: Vec<&Record> = self.held.iter().map(|(_, record)| record).collect();
        let written = || -> Result<(), ParquetError> {
            let file = File::create(&part)?;
            write_file(file.try_clone()?, &records)?;
            file.sync_all()?;
            std::fs::rename(&part, &path)?;
            Ok(File::open(&self.folder)?.sync_all()?)
        };
        written().map_err(|e| SinkError(format!("{}: {e}", path.display())))?;
        self.held.clear();
        self.bytes = 0;
        self.since = None;
        Ok(Some(String::new()))
    }
}

fn write_file(file: File, records: &[&Record]) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let compression = Compression::ZSTD(ZstdLevel::try_new(3)?);
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
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
        let values: Vec<Option<String>> = records.iter().map(|record| text(record)).collect();
        write_texts(&mut group, values, optional)?;
    }
    let confidences: Vec<Option<f64>> = records.iter().map(|r| r.confidence()).collect();
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
    writer.close()?;
    Ok(())
}

fn write_texts(
    group: &mut SerializedRowGroupWriter<'_, File>,
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

    /// Files that begin behind the position were never acknowledged.
    fn open(&mut self, position: &Position) -> Result<(), SinkError> {
        self.held.clear();
        self.bytes = 0;
        std::fs::create_dir_all(&self.folder).map_err(at(self.folder.display()))?;
        for entry in std::fs::read_dir(&self.folder).map_err(at(self.folder.display()))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let number =
                name.strip_prefix("articles-").and_then(|rest| rest.get(..12)?.parse().ok());
            if number.is_some_and(|first: i64| first > position.seq) {
                std::fs::remove_file(entry.path()).map_err(at(&name))?;
            }
        }
        Ok(())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Option<String>, SinkError> {
        let since = *self.since.get_or_insert_with(Instant::now);
        for delivery in batch {
            self.bytes += delivery.record.len();
            self.held.extend(Record::read(&delivery.record).map(|record| (delivery.seq, record)));
        }
        let full = self.held.len() >= ROWS || self.bytes >= BYTES || since.elapsed() > PATIENCE;
        if full { self.write() } else { Ok(None) }
    }

    fn flush(&mut self) -> Result<Option<String>, SinkError> {
        self.write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    #[test]
    fn files_hold_what_was_delivered_and_unacknowledged_ones_go() {
        let folder = Folder::new();
        let mut sink = ParquetFolder::new(folder.path());
        sink.open(&Position::default()).unwrap();
        let delivery = |seq: i64| {
            let record = Record { key: format!("k{seq}"), ..Record::default() };
            let record = serde_json::to_vec(&record).unwrap();
            Delivery { seq, key: format!("k{seq}"), title: None, record }
        };
        let batch: Vec<Delivery> = (1..=300).map(delivery).collect();
        assert_eq!(sink.deliver(&batch).unwrap(), None, "it only holds them");
        assert!(sink.flush().unwrap().is_some());
        let path = folder.path().join("articles-000000000001.parquet");
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 300);
        sink.open(&Position { seq: 300, ..Position::default() }).unwrap();
        assert!(path.exists());
        sink.open(&Position::default()).unwrap();
        assert!(!path.exists());
    }
}
