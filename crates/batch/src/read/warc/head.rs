//! The heads of records: how to tell one, and what it says.

use super::arc::ArcHead;
use super::record::RecordKind;
use fastwarc::stream_io::traits::WarcRead;
use fastwarc::warc::record::WarcRecord;
use memchr::{memchr, memmem};
use std::io::{self, BufRead, Read};

/// The form of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Warc,
    Arc,
}

/// What stands where a record should begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    Record,
    Garbage,
    End,
}

/// What a head says.
#[derive(Debug)]
pub(super) struct Head {
    pub kind: RecordKind,
    pub id: Option<String>,
    pub url: Option<String>,
    pub date: Option<String>,
    /// Bytes of the block, if that is said.
    pub length: Option<u64>,
    /// Why the crawler left something out.
    pub truncated: Option<String>,
    pub headers: Vec<(String, String)>,
}

impl Form {
    /// Told by the first bytes that are packed in an archive.
    pub fn of(head: &[u8]) -> Option<Form> {
        let start = head.trim_ascii_start();
        if start.starts_with(b"filedesc://") {
            return Some(Form::Arc);
        }
        // A file may begin with the end of a record.
        let warc = start.is_empty() || memmem::find(start, b"WARC/").is_some();
        warc.then_some(Form::Warc)
    }

    /// Whether a record begins so, as far as these bytes tell.
    pub fn begins(self, bytes: &[u8]) -> bool {
        match self {
            Form::Warc => {
                let known = bytes.len().min(5);
                known > 0 && bytes[..known] == b"WARC/"[..known]
            }
            Form::Arc => {
                let end = memchr(b'\n', bytes).unwrap_or(bytes.len());
                ArcHead::read(&bytes[..end]).is_some()
            }
        }
    }

    /// Whether a record begins so where none is expected: a page may have a line that begins with the name of the form.
    pub fn surely_begins(self, bytes: &[u8]) -> bool {
        match self {
            Form::Warc => [&b"WARC/1."[..], b"WARC/0."].iter().any(|head| bytes.starts_with(head)),
            Form::Arc => self.begins(bytes),
        }
    }

    /// Skips what stands between records and tells what follows.
    pub fn start(self, reader: &mut dyn WarcRead) -> io::Result<Start> {
        loop {
            let bytes = reader.fill_buf()?;
            if bytes.is_empty() {
                return Ok(Start::End);
            }
            let blank = bytes.len() - bytes.trim_ascii_start().len();
            let is_record = self.begins(&bytes[blank..]);
            let is_blank = blank == bytes.len();
            reader.consume(blank);
            match (is_blank, is_record) {
                (true, _) => {}
                (false, true) => return Ok(Start::Record),
                (false, false) => return Ok(Start::Garbage),
            }
        }
    }

    /// Skips lines until one begins a record; how many bytes that were.
    pub fn skip_garbage(self, reader: &mut dyn WarcRead) -> io::Result<u64> {
        let mut skipped = 0;
        loop {
            let bytes = reader.fill_buf()?;
            if bytes.is_empty() || (skipped > 0 && self.begins(bytes)) {
                return Ok(skipped);
            }
            // Line by line, as long as the lines end within what is there.
            let mut at = 0;
            while let Some(end) = memchr(b'\n', &bytes[at..]) {
                at += end + 1;
                if self.begins(&bytes[at..]) {
                    break;
                }
            }
            if at == 0 || !self.begins(&bytes[at..]) {
                at = bytes.len();
            }
            skipped += at as u64;
            reader.consume(at);
        }
    }

    /// Reads a head. The reader is given back, unless it was lost.
    pub fn head(
        self,
        reader: Box<dyn WarcRead>,
        max_bytes: usize,
    ) -> (Option<Box<dyn WarcRead>>, io::Result<Head>) {
        match self {
            Form::Warc => warc_head(reader, max_bytes),
            Form::Arc => arc_head(reader, max_bytes),
        }
    }
}

fn warc_head(
    reader: Box<dyn WarcRead>,
    max_bytes: usize,
) -> (Option<Box<dyn WarcRead>>, io::Result<Head>) {
    let mut record = WarcRecord::new();
    record.attach_reader(reader);
    let read = record.parse_warc_headers_with_opts(true, max_bytes);
    let text = |(name, value): (std::borrow::Cow<str>, std::borrow::Cow<str>)| {
        (name.into_owned(), value.into_owned())
    };
    let headers: Vec<(String, String)> = record.headers().items().map(text).collect();
    let reader = record.detach_reader();
    let head = read.and_then(|bytes| match (bytes, headers.is_empty()) {
        (0, _) | (_, true) => {
            Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a head breaks off"))
        }
        _ => Ok(Head::of(headers)),
    });
    (reader, head)
}

fn arc_head(
    mut reader: Box<dyn WarcRead>,
    max_bytes: usize,
) -> (Option<Box<dyn WarcRead>>, io::Result<Head>) {
    let mut line = Vec::new();
    // A line need not end.
    let read = (&mut reader).take(max_bytes as u64).read_until(b'\n', &mut line);
    let head = read.and_then(|_| {
        let head = ArcHead::read(&line);
        head.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a head breaks off"))
    });
    (Some(reader), head.map(Head::from))
}

impl Head {
    fn of(headers: Vec<(String, String)>) -> Head {
        let find = |name: &str| {
            let found = headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
        };
        let plain = |value: &str| {
            let inner = value.strip_prefix('<').and_then(|value| value.strip_suffix('>'));
            inner.unwrap_or(value).to_string()
        };
        Head {
            kind: find("WARC-Type").map_or(RecordKind::Unknown, RecordKind::from_name),
            id: find("WARC-Record-ID").map(plain),
            url: find("WARC-Target-URI").map(plain),
            date: find("WARC-Date").map(str::to_string),
            length: find("Content-Length").and_then(|length| length.parse().ok()),
            truncated: find("WARC-Truncated").map(str::to_string),
            headers,
        }
    }
}

impl From<ArcHead> for Head {
    fn from(arc: ArcHead) -> Head {
        let content_type = ("Content-Type".to_string(), arc.content_type);
        Head {
            kind: arc.kind,
            id: None,
            url: Some(arc.url),
            date: arc.date,
            length: Some(arc.length),
            truncated: None,
            headers: vec![content_type],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::source::{Meter, Source};
    use super::super::packing::Packing;
    use super::*;

    #[test]
    fn a_head_without_an_end_is_not_read_to_the_end_of_the_file() {
        for form in [Form::Warc, Form::Arc] {
            let start: &[u8] = if form == Form::Warc { b"WARC/1.0\r\nX: " } else { b"http://" };
            let endless = start.chain(io::repeat(b'a').take(64 << 20));
            let meter = Meter::default();
            let source = Source::from_reader(endless).with_meter(meter.clone());
            let (_, head) = form.head(Packing::Plain.open(source, None), 2 << 20);
            assert!(head.is_err(), "{form:?}");
            assert!(meter.bytes() < 4 << 20, "{form:?}: {}", meter.bytes());
        }
    }
}
