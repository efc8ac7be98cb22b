//! A record of an archive.

use super::http::Http;
use std::borrow::Cow;
use std::sync::Arc;

/// What kind of record it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RecordKind {
    /// What a server answered.
    Response,
    /// Something that was not fetched by HTTP, or is kept without its head.
    Resource,
    /// What was made of another record, such as its text in a WET file.
    Conversion,
    /// An answer that was the same as an earlier one, which alone has the body.
    Revisit,
    /// What was asked.
    Request,
    /// About another record.
    Metadata,
    /// About the file.
    Info,
    /// The rest of a record of another file.
    Continuation,
    /// Of no known kind.
    Unknown,
}

impl RecordKind {
    /// The name it has in archives.
    pub fn name(self) -> &'static str {
        match self {
            RecordKind::Response => "response",
            RecordKind::Resource => "resource",
            RecordKind::Conversion => "conversion",
            RecordKind::Revisit => "revisit",
            RecordKind::Request => "request",
            RecordKind::Metadata => "metadata",
            RecordKind::Info => "warcinfo",
            RecordKind::Continuation => "continuation",
            RecordKind::Unknown => "unknown",
        }
    }

    /// By the name it has in archives.
    pub fn from_name(name: &str) -> RecordKind {
        const ALL: [RecordKind; 8] = [
            RecordKind::Response,
            RecordKind::Resource,
            RecordKind::Conversion,
            RecordKind::Revisit,
            RecordKind::Request,
            RecordKind::Metadata,
            RecordKind::Info,
            RecordKind::Continuation,
        ];
        let found = ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name.trim()));
        found.unwrap_or(RecordKind::Unknown)
    }

    /// Whether it holds a page, or what was made of one.
    pub fn has_page(self) -> bool {
        matches!(self, RecordKind::Response | RecordKind::Resource | RecordKind::Conversion)
    }
}

/// Why a record is shorter than it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Its block is longer than the bound.
    Bound,
    /// The file ends within it, or the next record begins.
    Missing,
    /// The crawler left the rest out, and says why.
    Crawler(String),
}

/// A record of an archive.
#[derive(Clone, Debug)]
pub struct Record {
    /// What kind it is.
    pub kind: RecordKind,
    /// Its identity, without angle brackets.
    pub id: Option<String>,
    /// The address it is of.
    pub url: Option<String>,
    /// When it was captured, as the archive gives it: ISO 8601.
    pub date: Option<String>,
    /// The fields of its head, in their order.
    pub headers: Vec<(String, String)>,
    /// What it holds, as long as the bound allows.
    pub block: Vec<u8>,
    /// Why that is not all, where it is not.
    pub cut: Option<Cut>,
    /// The name of the file.
    pub file: Arc<str>,
    /// Where it begins there: the byte of the file, or where the file is packed as a whole, of what is packed in it.
    pub offset: u64,
}

impl Record {
    /// A field of the head, by its name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The message that the record holds, if it holds one.
    pub fn http(&self) -> Option<Http<'_>> {
        match self.kind {
            RecordKind::Response | RecordKind::Revisit => Http::read(&self.block),
            RecordKind::Resource if self.is_http() => Http::read(&self.block),
            _ => None,
        }
    }

    fn is_http(&self) -> bool {
        self.header("content-type").is_some_and(|kind| kind.starts_with("application/http"))
    }

    /// What the record is about: the body of its message with all codings undone, at most `max_bytes` of it, or its
    /// block. What can not be unpacked is given as it is.
    ///
    /// ```
    /// use dehusk_batch::read::warc::Records;
    /// use dehusk_batch::read::Source;
    /// let file = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 27\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<p>Late.\r\n\r\n";
    /// let record = Records::new(Source::from_reader(&file[..]), "a.warc")?.next().unwrap()?;
    /// assert_eq!(&*record.body(1 << 20), b"<p>Late.");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn body(&self, max_bytes: usize) -> Cow<'_, [u8]> {
        let Some(http) = self.http() else { return Cow::Borrowed(&self.block) };
        let coding = http.header("content-encoding").map(str::to_string);
        let unpack = |bytes: &[u8]| {
            let unpacked = dehusk_page::unpack(bytes, coding.as_deref(), max_bytes).ok()?;
            Some(unpacked.bytes.into_owned())
        };
        match unpack(&http.body) {
            Some(bytes) => Cow::Owned(bytes),
            None => http.body,
        }
    }
}
