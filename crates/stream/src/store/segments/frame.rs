//! Frames: many entries compressed together, behind their lengths and a checksum over all of it.
//!
//! Segments that were written before there were checksums are still read. What can be wrong with those is
//! noticed only where the compression notices it.

use super::super::{Damage, StoreError};
use crate::files::read_exact_at;
use std::fs::File;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// How a segment begins: what it is, and the identity of its store; then a checksum over both.
const MAGIC: &[u8; 8] = b"dhskseg2";
/// Bytes before the first frame.
pub const SEGMENT_HEADER: u64 = 32;
/// How a frame begins, so that the next one is found behind a damaged one.
const MARKER: [u8; 4] = [0xd5, 0x46, 0x52, 0x32];
/// The marker, the two lengths, the checksum.
const FRAME_HEADER: usize = 20;
/// The two lengths.
const OLD_HEADER: usize = 8;
/// The most that the content of a frame without a checksum may claim to have.
const OLD_MOST: usize = 1 << 30;
/// Texts compress to about a third at any level; higher ones cost more than they save.
const LEVEL: i32 = 3;

/// The identity of a store: who has the same wrote the same.
pub type Identity = [u8; 16];

/// The first bytes of a segment.
pub fn segment_header(identity: &Identity) -> Vec<u8> {
    let mut header = [&MAGIC[..], identity].concat();
    header.extend(XxHash3_64::oneshot(&header).to_le_bytes());
    header
}

/// A frame with its header.
pub fn encode(content: &[u8]) -> Result<Vec<u8>, StoreError> {
    let packed = zstd::bulk::compress(content, LEVEL)?;
    let mut frame = MARKER.to_vec();
    for length in [packed.len(), content.len()] {
        let length = u32::try_from(length).map_err(std::io::Error::other)?;
        frame.extend(length.to_le_bytes());
    }
    let sum = checksum(&frame[4..12], &packed);
    frame.extend(sum.to_le_bytes());
    frame.extend(packed);
    Ok(frame)
}

fn checksum(lengths: &[u8], packed: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(XxHash3_64::oneshot(lengths), packed)
}

fn number(bytes: &[u8]) -> usize {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
}

/// A segment that is open for reading.
#[derive(Debug)]
pub struct Segment {
    file: File,
    path: PathBuf,
    length: u64,
    /// Whether its frames have checksums; those of the first versions do not.
    pub checked: bool,
    /// The identity of its store, unless it is old or its beginning is damaged.
    pub identity: Option<Identity>,
}

impl Segment {
    /// Opens a segment.
    pub fn open(path: &Path) -> Result<Segment, StoreError> {
        let wrong = |error| Damage::of_read(path, 0, error);
        let file = File::open(path).map_err(wrong)?;
        let length = file.metadata().map_err(wrong)?.len();
        let mut start = [0; SEGMENT_HEADER as usize + MARKER.len()];
        let there = usize::try_from(length).map_or(start.len(), |length| length.min(start.len()));
        read_exact_at(&file, &mut start[..there], 0).map_err(wrong)?;
        let (header, frame) = start.split_at(SEGMENT_HEADER as usize);
        let identity = header.get(8..24).and_then(|identity| identity.first_chunk()).copied();
        let identity = identity.filter(|identity| segment_header(identity) == header);
        // No single damage makes an old segment look like a new one, or a new one like an old.
        let checked = there == 0 || header.starts_with(MAGIC) || frame == MARKER;
        Ok(Segment { file, path: path.into(), length, checked, identity })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How long it is.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Where the first frame begins.
    pub fn first(&self) -> u64 {
        if self.checked { SEGMENT_HEADER } else { 0 }
    }

    /// The content of the frame at an offset, and where the next one begins.
    pub fn frame(&self, offset: u64) -> Result<(Vec<u8>, u64), StoreError> {
        let damage = |what: &str| StoreError::from(Damage::at(&self.path, offset, what));
        let header_length = if self.checked { FRAME_HEADER } else { OLD_HEADER };
        let mut header = [0; FRAME_HEADER];
        self.read(&mut header[..header_length], offset, offset)?;
        let lengths = if self.checked { &header[4..12] } else { &header[..8] };
        let (packed, plain) = (number(lengths), number(&lengths[4..]));
        let start = offset + header_length as u64;
        let next = start + packed as u64;
        // The file may have grown since it was opened, so the system is asked again.
        if next > self.file.metadata()?.len() {
            return Err(damage("the file ends early"));
        }
        let mut bytes = vec![0; packed];
        self.read(&mut bytes, start, offset)?;
        if self.checked && header[..4] != MARKER {
            return Err(damage("no text begins here"));
        }
        if self.checked && checksum(lengths, &bytes).to_le_bytes() != header[12..20] {
            return Err(damage("the checksum is another"));
        }
        if plain > OLD_MOST && !self.checked {
            return Err(damage("the length cannot be right"));
        }
        let content = zstd::bulk::decompress(&bytes, plain)
            .map_err(|error| Damage::at(&self.path, offset, error))?;
        match content.len() == plain {
            true => Ok((content, next)),
            false => Err(damage("the length is another")),
        }
    }

    fn read(&self, bytes: &mut [u8], at: u64, frame: u64) -> Result<(), StoreError> {
        read_exact_at(&self.file, bytes, at).map_err(|e| Damage::of_read(&self.path, frame, e))
    }

    /// The next frame that can be read at or behind an offset; none to the end of the file.
    pub fn next_good(&self, from: u64) -> Result<Option<u64>, StoreError> {
        if !self.checked {
            return Ok(None);
        }
        let mut window = vec![0; 1 << 20];
        let mut at = from;
        while at < self.length {
            let size = usize::try_from(self.length - at).unwrap_or(usize::MAX).min(window.len());
            let piece = &mut window[..size];
            self.read(piece, at, at)?;
            for found in markers(piece) {
                let offset = at + found as u64;
                if self.frame(offset).is_ok() {
                    return Ok(Some(offset));
                }
            }
            // A marker may lie across the end of the window.
            at += (size.saturating_sub(MARKER.len() - 1)).max(1) as u64;
        }
        Ok(None)
    }
}

fn markers(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let starts = bytes.windows(MARKER.len()).enumerate();
    starts.filter(|(_, four)| *four == MARKER).map(|(at, _)| at)
}
