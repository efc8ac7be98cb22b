//! Bytes of an input, wherever they come from, with a look back.
//!
//! A damaged place in an archive is found only after bytes behind it were read, and a pipe can not be asked for them
//! again. So the last of them are kept, and reading can go on from any of them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a stream that are kept to go back to.
const LOOK_BACK: usize = 1 << 20;
/// Bytes that are read at once.
const AT_ONCE: usize = 256 << 10;

/// The bytes of an input.
///
/// ```
/// use dehusk_batch::read::Source;
/// use std::io::{Read, Seek, SeekFrom};
/// let mut source = Source::from_reader(&b"a pipe"[..]);
/// let mut text = String::new();
/// source.read_to_string(&mut text)?;
/// source.seek(SeekFrom::Start(2))?;
/// text.clear();
/// source.read_to_string(&mut text)?;
/// assert_eq!(text, "pipe");
/// # Ok::<_, std::io::Error>(())
/// ```
pub struct Source {
    origin: Origin,
    /// The position of the next byte.
    at: u64,
    /// The last bytes of a stream, and how many of them are to be read again.
    kept: Vec<u8>,
    again: usize,
    meter: Meter,
    /// Why reading failed, so that it can be told from damage in what was read.
    failure: Option<io::Error>,
}

enum Origin {
    File(File),
    Stream(Box<dyn Read + Send>),
}

/// Counts the bytes that were read, for those who show progress.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<AtomicU64>);

impl Meter {
    /// So many bytes more.
    pub fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The bytes so far.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Source {
    /// A file.
    pub fn open(path: &Path) -> io::Result<Source> {
        let file = File::open(path)?;
        // Some systems open a folder without complaint and fail later with less to say.
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // What is no file, such as a named pipe, can not go back.
        match file.metadata()?.is_file() {
            true => Ok(Source::new(Origin::File(file))),
            false => Ok(Source::from_reader(file)),
        }
    }

    /// A stream: standard input, or what a server sends.
    pub fn from_reader(reader: impl Read + Send + 'static) -> Source {
        Source::new(Origin::Stream(Box::new(reader)))
    }

    /// Whether it can go to any place.
    pub(crate) fn can_seek(&self) -> bool {
        matches!(self.origin, Origin::File(_))
    }

    /// Counts what is read here.
    pub fn with_meter(mut self, meter: Meter) -> Source {
        self.meter = meter;
        self
    }

    fn new(origin: Origin) -> Source {
        Source { origin, at: 0, kept: Vec::new(), again: 0, meter: Meter::default(), failure: None }
    }

    /// Why bytes could not be read, if they could not: what a decoder says of it may hide that.
    pub(crate) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    fn read_on(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match &mut self.origin {
            Origin::File(file) => file.read(into),
            Origin::Stream(stream) => {
                let read = stream.read(into)?;
                self.keep(&into[..read]);
                Ok(read)
            }
        }
    }

    /// The first bytes, which are still to be read.
    pub fn peek(&mut self, bytes: usize) -> io::Result<Vec<u8>> {
        let from = self.at;
        let mut head = vec![0; bytes];
        let mut filled = 0;
        while filled < bytes {
            match self.read(&mut head[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                // Whoever reads on meets it again, behind what could be read.
                Err(_) if filled > 0 => {
                    self.failure = None;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        head.truncate(filled);
        self.seek(SeekFrom::Start(from))?;
        Ok(head)
    }

    /// Keeps what was read of a stream, and forgets what is too far back.
    fn keep(&mut self, bytes: &[u8]) {
        if self.kept.len() + bytes.len() > 2 * LOOK_BACK {
            let forgotten = self.kept.len().saturating_sub(LOOK_BACK);
            self.kept.drain(..forgotten);
        }
        self.kept.extend_from_slice(bytes);
    }

    fn seek_to(&mut self, target: u64) -> io::Result<()> {
        let end = self.at + self.again as u64;
        match &mut self.origin {
            Origin::File(file) => {
                file.seek(SeekFrom::Start(target))?;
                self.at = target;
            }
            Origin::Stream(_) if target > end => {
                self.again = 0;
                self.at = end;
                io::copy(&mut self.by_ref().take(target - end), &mut io::sink())?;
            }
            Origin::Stream(_) => {
                let back = end - target;
                if back > self.kept.len() as u64 {
                    return Err(io::Error::new(
                        io::ErrorKind::Unsupported,
                        "a stream does not go back that far",
                    ));
                }
                self.again = back as usize;
                self.at = target;
            }
        }
        Ok(())
    }
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.again > 0 {
            let from = self.kept.len() - self.again;
            let read = into.len().min(self.again);
            into[..read].copy_from_slice(&self.kept[from..from + read]);
            self.again -= read;
            self.at += read as u64;
            return Ok(read);
        }
        let most = into.len().min(AT_ONCE);
        let read = match self.read_on(&mut into[..most]) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => {
                let same = io::Error::new(error.kind(), error.to_string());
                self.failure = Some(error);
                return Err(same);
            }
        };
        self.at += read as u64;
        self.meter.add(read as u64);
        Ok(read)
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(target) => Some(target),
            SeekFrom::Current(0) => return Ok(self.at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(_) => None,
        };
        let target = target.ok_or(io::ErrorKind::Unsupported)?;
        self.seek_to(target)?;
        Ok(self.at)
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.origin {
            Origin::File(_) => "file",
            Origin::Stream(_) => "stream",
        };
        f.debug_struct("Source").field("origin", &kind).field("at", &self.at).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that gives little at once.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let most = into.len().min(3);
            self.0.read(&mut into[..most])
        }
    }

    #[test]
    fn a_stream_goes_back_and_on() {
        let mut source = Source::from_reader(Slow(b"0123456789"));
        assert_eq!(source.peek(5).unwrap(), b"01234");
        let mut four = [0; 4];
        source.read_exact(&mut four).unwrap();
        assert_eq!((&four, source.stream_position().unwrap()), (b"0123", 4));
        source.seek(SeekFrom::Start(1)).unwrap();
        source.read_exact(&mut four).unwrap();
        assert_eq!(&four, b"1234");
        source.seek(SeekFrom::Start(8)).unwrap();
        let mut rest = Vec::new();
        source.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, b"89");
        source.seek(SeekFrom::Start(0)).unwrap();
        source.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, b"890123456789");
    }

    #[test]
    fn what_is_too_far_back_is_an_error() {
        let long = vec![7; 5 * LOOK_BACK];
        let mut source = Source::from_reader(io::Cursor::new(long));
        let meter = Meter::default();
        source = source.with_meter(meter.clone());
        io::copy(&mut source, &mut io::sink()).unwrap();
        assert_eq!(meter.bytes(), 5 * LOOK_BACK as u64);
        assert!(source.seek(SeekFrom::Start(1)).is_err());
        assert!(source.seek(SeekFrom::Current(-(LOOK_BACK as i64))).is_ok());
        assert!(source.kept.len() <= 2 * LOOK_BACK);
    }
}
