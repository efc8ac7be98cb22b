//! What an input gives, one thing after the other, before anything is made of it.
//!
//! Reading is one thread's work an input, so it does as little as possible: records are framed, lines are found, rows
//! are copied out. What they say is looked at by those who extract.

use super::error::InputError;
use super::input::{Input, InputFormat};
use super::source::{Meter, Source};
use super::table::{self, TableColumns};
use super::warc::{Damage, OpenError, Record, RecordKind, Records};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

/// A thing that was read.
#[derive(Clone, Debug)]
pub enum Item {
    /// A record of an archive.
    Record(Box<Record>),
    /// A row of a table.
    Row(Box<Row>),
    /// A line of JSON.
    Line(Line),
    /// A file that is a page.
    Page(Line),
    /// A place that could not be read.
    Damage(Damage),
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The page, if the row has one.
    pub html: Option<RowHtml>,
    /// Its address.
    pub url: Option<String>,
    /// What it is known by.
    pub id: Option<String>,
    /// When it was captured.
    pub date: Option<String>,
    /// The table.
    pub file: Arc<str>,
    /// The number of the row, from 0.
    pub offset: u64,
}

/// A page in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowHtml {
    /// As text.
    Text(String),
    /// As bytes.
    Bytes(Vec<u8>),
}

impl RowHtml {
    /// As a page to extract.
    pub fn as_page(&self) -> crate::Html<'_> {
        match self {
            RowHtml::Text(text) => crate::Html::Text(text),
            RowHtml::Bytes(bytes) => crate::Html::Bytes(bytes),
        }
    }
}

/// Bytes and where they stood.
#[derive(Clone, Debug)]
pub struct Line {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The file.
    pub file: Arc<str>,
    /// The byte they begin at, unpacked.
    pub offset: u64,
}

/// How inputs are read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The columns of tables that are read.
    pub columns: TableColumns,
    /// Bytes of a page that are read.
    pub max_bytes: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { columns: TableColumns::default(), max_bytes: 64 << 20 }
    }
}

/// Why an input gives nothing.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It can not be read.
    #[error("{name}: it can not be read")]
    Io {
        /// Its name.
        name: String,
        /// Why not.
        source: io::Error,
    },
    /// It is something else than it seems.
    #[error("{name}: {what}")]
    Format {
        /// Its name.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// It has other columns.
    #[error(transparent)]
    Input(#[from] InputError),
}

/// What an input gives.
pub trait Items: Send {
    /// The next thing.
    fn next(&mut self) -> Option<Item>;

    /// Goes to the thing at an offset, which then is the next; false where only reading on leads there.
    fn go_to(&mut self, _offset: u64) -> bool {
        false
    }

    /// What was passed over since this was asked last, by name.
    fn take_skipped(&mut self) -> BTreeMap<&'static str, u64> {
        BTreeMap::new()
    }
}

impl Input {
    /// Opens it.
    pub fn items(&self, options: &ReadOptions, meter: &Meter) -> Result<Box<dyn Items>, ReadError> {
        let io = |source| ReadError::Io { name: self.name.clone(), source };
        let mut source = self.open(meter).map_err(io)?;
        let format = match self.format {
            Some(format) => format,
            None => {
                let head = source.peek(64 << 10).map_err(io)?;
                InputFormat::of_bytes(&unpacked_head(&head))
            }
        };
        let file: Arc<str> = self.name.as_str().into();
        match format {
            InputFormat::Archive => {
                let records = Records::new(source, file).map_err(|error| match error {
                    OpenError::Io(source) => io(source),
                    other => ReadError::Format { name: self.name.clone(), what: other.to_string() },
                })?;
                let records = records.only(RecordKind::has_page).with_max_block(options.max_bytes);
                Ok(Box::new(Archive { records, told: BTreeMap::new() }))
            }
            InputFormat::JsonLines => {
                Ok(Box::new(Lines::new(source, file, options.max_bytes).map_err(io)?))
            }
            InputFormat::Page => {
                Ok(Box::new(OnePage { source: Some(source), file, max_bytes: options.max_bytes }))
            }
            InputFormat::Parquet => table::open(self, &options.columns, meter),
        }
    }
}

/// A text that may be packed by gzip or zstd.
pub fn unpacked_text(bytes: Vec<u8>) -> io::Result<String> {
    let mut text = String::new();
    match bytes[..] {
        [0x1f, 0x8b, ..] => {
            flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text)?
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            zstd::Decoder::new(&bytes[..])?.read_to_string(&mut text)?
        }
        _ => (&bytes[..]).read_to_string(&mut text)?,
    };
    Ok(text)
}

/// The first bytes, unpacked if they are packed.
fn unpacked_head(head: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    let most = 1 << 10;
    // The head is cut off, so an error at its end is no surprise.
    let _ = match head {
        [0x1f, 0x8b, ..] => {
            flate2::read::MultiGzDecoder::new(head).take(most).read_to_end(&mut plain)
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => match zstd::Decoder::new(head) {
            Ok(decoder) => decoder.take(most).read_to_end(&mut plain),
            Err(_) => Ok(0),
        },
        // A dictionary, or LZ4: nobody but archives has them.
        [0x5d, 0x2a, 0x4d, 0x18, ..] | [0x04, 0x22, 0x4d, 0x18, ..] => {
            plain.extend_from_slice(b"WARC/");
            Ok(0)
        }
        _ => return head.to_vec(),
    };
    plain
}

struct Archive {
    records: Records,
    told: BTreeMap<RecordKind, u64>,
}

impl Items for Archive {
    fn next(&mut self) -> Option<Item> {
        Some(match self.records.next()? {
            Ok(record) => Item::Record(Box::new(record)),
            Err(damage) => Item::Damage(damage),
        })
    }

    fn go_to(&mut self, offset: u64) -> bool {
        self.records.go_to(offset)
    }

    fn take_skipped(&mut self) -> BTreeMap<&'static str, u64> {
        let skipped = self.records.skipped();
        let news = skipped.iter().map(|(kind, count)| {
            let known = self.told.get(kind).copied().unwrap_or_default();
            (kind.name(), count - known)
        });
        let news = news.filter(|(_, count)| *count > 0).collect();
        self.told = skipped.clone();
        news
    }
}

/// A file that is a page.
struct OnePage {
    source: Option<Source>,
    file: Arc<str>,
    max_bytes: usize,
}

impl Items for OnePage {
    fn next(&mut self) -> Option<Item> {
        let source = self.source.take()?;
        let (mut bytes, file) = (Vec::new(), self.file.clone());
        match source.take(self.max_bytes as u64).read_to_end(&mut bytes) {
            Ok(_) => Some(Item::Page(Line { bytes, file, offset: 0 })),
            Err(error) => Some(Item::Damage(unreadable(file, 0, &error))),
        }
    }
}

/// Lines of JSON, packed or not.
struct Lines {
    reader: Option<Box<dyn BufRead + Send>>,
    file: Arc<str>,
    at: u64,
    max_bytes: usize,
}

impl Lines {
    fn new(mut source: Source, file: Arc<str>, max_bytes: usize) -> io::Result<Lines> {
        let head = source.peek(4)?;
        let reader: Box<dyn BufRead + Send> = match head[..] {
            [0x1f, 0x8b, ..] => Box::new(BufReader::with_capacity(
                1 << 18,
                flate2::read::MultiGzDecoder::new(source),
            )),
            [0x28, 0xb5, 0x2f, 0xfd] => {
                Box::new(BufReader::with_capacity(1 << 18, zstd::Decoder::new(source)?))
            }
            _ => Box::new(BufReader::with_capacity(1 << 18, source)),
        };
        // In JSON a page is longer than it is: a quote is two bytes, and other characters can be six.
        Ok(Lines { reader: Some(reader), file, at: 0, max_bytes: max_bytes.saturating_mul(2) })
    }
}

impl Items for Lines {
    fn next(&mut self) -> Option<Item> {
        loop {
            let reader = self.reader.as_mut()?;
            let (mut bytes, offset) = (Vec::new(), self.at);
            let read = read_line(reader, &mut bytes, self.max_bytes);
            let file = self.file.clone();
            match read {
                Ok(0) => return None,
                Ok(read) => self.at += read,
                Err(error) => {
                    self.reader = None;
                    return Some(Item::Damage(unreadable(file, offset, &error)));
                }
            }
            if !bytes.trim_ascii().is_empty() {
                return Some(Item::Line(Line { bytes, file, offset }));
            }
        }
    }
}

/// Reads a line, of which at most so many bytes are kept; how long it is.
fn read_line(reader: &mut dyn BufRead, line: &mut Vec<u8>, max_bytes: usize) -> io::Result<u64> {
    let mut all = 0;
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(all);
        }
        let end = memchr::memchr(b'\n', bytes);
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let room = max_bytes.saturating_sub(line.len());
        line.extend_from_slice(&bytes[..taken.min(room)]);
        reader.consume(taken);
        all += taken as u64;
        if end.is_some() {
            return Ok(all);
        }
    }
}

fn unreadable(file: Arc<str>, offset: u64, error: &io::Error) -> Damage {
    // What a decoder does not like is damage; what the system does not give may be there another time.
    let is_damage = matches!(
        error.kind(),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof
    );
    let what = format!("can not be read on: {error}");
    Damage { file, offset, what, ends_input: !is_damage }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_and_bounded() {
        let text = b"{\"a\":1}\n\n{\"b\":22222222}\n{}";
        let source = Source::from_reader(&text[..]);
        let mut lines = Lines::new(source, "a".into(), 4).unwrap();
        let mut next = || match lines.next() {
            Some(Item::Line(line)) => Some((line.offset, String::from_utf8(line.bytes).unwrap())),
            _ => None,
        };
        assert_eq!(next(), Some((0, "{\"a\":1}\n".into())));
        assert_eq!(next(), Some((9, "{\"b\":222".into())), "cut");
        assert_eq!(next(), Some((24, "{}".into())));
        assert_eq!(next(), None);
    }

    #[test]
    fn formats_are_told_by_what_is_packed() {
        let packed = zstd::encode_all(&b"{\"html\":\"x\"}"[..], 1).unwrap();
        let of = |bytes: &[u8]| InputFormat::of_bytes(&unpacked_head(bytes));
        assert_eq!(of(&packed), InputFormat::JsonLines);
        assert_eq!(of(b"WARC/1.0"), InputFormat::Archive);
        assert_eq!(of(b"PAR1"), InputFormat::Parquet);
        assert_eq!(of(b" <html>"), InputFormat::Page);
    }
}
