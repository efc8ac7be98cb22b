//! How an archive is packed, and where to go on behind a damaged place.
//!
//! Archives are compressed a record at a time, so that a reader can start at any of them. That is also what makes
//! damage bearable: the next record begins with the same few bytes, and what is between is lost, not the file.

use super::super::source::Source;
use super::gzip::{self, GzipMembers};
use fastwarc::stream_io::bufread::TrackingBufReader;
use fastwarc::stream_io::lz4::Lz4Reader;
use fastwarc::stream_io::traits::WarcRead;
use fastwarc::stream_io::zstd::ZstdReader;
use memchr::memmem;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// Bytes looked through at once for the next record.
const SCAN: usize = 256 << 10;

/// The least bytes of a frame of gzip. Frames of the others may be shorter.
pub(super) const LEAST_GZIP: u64 = gzip::LEAST as u64;

/// How the bytes of an archive are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Plain,
    Gzip,
    Zstd,
    Lz4,
}

impl Packing {
    /// Told by the first bytes.
    pub fn of(head: &[u8]) -> Packing {
        match head {
            [0x1f, 0x8b, 0x08, ..] => Packing::Gzip,
            // A frame, or the skippable one that a dictionary stands in.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x5d, 0x2a, 0x4d, 0x18, ..] => Packing::Zstd,
            [0x04, 0x22, 0x4d, 0x18, ..] => Packing::Lz4,
            _ => Packing::Plain,
        }
    }

    /// The bytes a frame begins with.
    fn magic(self) -> Option<&'static [u8]> {
        match self {
            Packing::Plain => None,
            Packing::Gzip => Some(&gzip::MAGIC),
            Packing::Zstd => Some(&[0x28, 0xb5, 0x2f, 0xfd]),
            Packing::Lz4 => Some(&[0x04, 0x22, 0x4d, 0x18]),
        }
    }

    /// A reader of what is packed, from where the source stands.
    pub fn open(self, source: Source, dictionary: Option<&[u8]>) -> Box<dyn WarcRead> {
        match (self, dictionary) {
            (Packing::Plain, _) => Box::new(TrackingBufReader::with_capacity(SCAN, source)),
            (Packing::Gzip, _) => Box::new(GzipMembers::new(source)),
            (Packing::Zstd, None) => Box::new(ZstdReader::new(source)),
            (Packing::Zstd, Some(dictionary)) => {
                Box::new(ZstdReader::with_dictionary(source, dictionary.to_vec(), None))
            }
            (Packing::Lz4, _) => Box::new(Lz4Reader::new(source)),
        }
    }

    /// The source below a reader that [`Packing::open`] gave, and the dictionary it had.
    fn close(self, reader: Box<dyn WarcRead>) -> Option<(Source, Option<Vec<u8>>)> {
        let reader = reader.into_any();
        match self {
            Packing::Plain => {
                let reader = reader.downcast::<TrackingBufReader<Source>>().ok()?;
                Some((reader.into_inner(), None))
            }
            Packing::Gzip => Some((reader.downcast::<GzipMembers>().ok()?.into_source()?, None)),
            Packing::Zstd => {
                let reader = reader.downcast::<ZstdReader<Source>>().ok()?;
                let dictionary = reader.dictionary().cloned();
                Some((reader.into_inner(), dictionary))
            }
            Packing::Lz4 => Some((reader.downcast::<Lz4Reader<Source>>().ok()?.into_inner(), None)),
        }
    }

    /// The reader at another place of its source.
    pub fn reopen(self, reader: Box<dyn WarcRead>, offset: u64) -> Option<Box<dyn WarcRead>> {
        let (mut source, dictionary) = self.close(reader)?;
        source.seek(SeekFrom::Start(offset)).ok()?;
        Some(self.open(source, dictionary.as_deref()))
    }

    /// A reader at the next record behind a damaged place, none where there is none. `begins` says by its first
    /// bytes whether something is a record.
    pub fn resume(
        self,
        mut damaged: Box<dyn WarcRead>,
        begins: impl Fn(&[u8]) -> bool,
    ) -> io::Result<Option<Box<dyn WarcRead>>> {
        let frame = damaged.frame_start_position().ok().flatten().unwrap_or_default();
        let Some((mut source, dictionary)) = self.close(damaged) else { return Ok(None) };
        if let Some(error) = source.take_failure() {
            return Err(error);
        }
        let Some(magic) = self.magic() else { return Ok(None) };
        // Of a stream only the last bytes are there; a frame that was longer is lost with what followed it closely.
        let mut from = frame + 1;
        if source.seek(SeekFrom::Start(from)).is_err() {
            from = source.stream_position()?;
        }
        while let Some(found) = find(&mut source, from, magic)? {
            source.seek(SeekFrom::Start(found))?;
            let mut reader = self.open(source, dictionary.as_deref());
            if reader.fill_buf().is_ok_and(&begins) {
                return Ok(Some(reader));
            }
            match self.close(reader) {
                Some((back, _)) => source = back,
                None => return Ok(None),
            }
            from = found + 1;
            if source.seek(SeekFrom::Start(from)).is_err() {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

/// The position of the next bytes like these, where the source stands or behind it.
fn find(source: &mut Source, from: u64, magic: &[u8]) -> io::Result<Option<u64>> {
    let mut window = Vec::new();
    let mut at = from;
    loop {
        let known = window.len();
        let read = source.by_ref().take(SCAN as u64).read_to_end(&mut window)?;
        if let Some(found) = memmem::find(&window, magic) {
            return Ok(Some(at + found as u64));
        }
        if read == 0 {
            return Ok(None);
        }
        // What may be the beginning of one is looked at again.
        let rest = (magic.len() - 1).min(known + read);
        at += (window.len() - rest) as u64;
        window.drain(..window.len() - rest);
    }
}
