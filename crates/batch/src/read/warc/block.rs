//! The block of a record, whose length may be a lie.
//!
//! Where records are packed one by one, the packing tells where they end. Elsewhere a length that is too long shows
//! by what follows it: if that is no record, and one begins within the block, the block ended there.

use super::head::Form;
use super::packing::Packing;
use super::record::Cut;
use fastwarc::stream_io::traits::WarcRead;
use memchr::memchr_iter;
use std::io::{self, SeekFrom};

/// What was read of a block.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub block: Vec<u8>,
    pub cut: Option<Cut>,
    /// Why reading ended, if not at its end.
    pub error: Option<io::Error>,
}

/// Bytes of a block that are reserved before any was seen.
const RESERVED: u64 = 1 << 20;

/// Bytes that are looked at to tell whether a record begins.
const LINE: usize = 512;

/// Reads a block of a declared length, of which `most` bytes are kept.
pub(super) fn read(
    reader: &mut dyn WarcRead,
    length: Option<u64>,
    most: usize,
    packing: Packing,
    form: Form,
) -> Block {
    let frame = reader.frame_start_position().ok().flatten();
    let mut read = Block::default();
    // Without a length it goes to the end of its frame, and where there are none nobody knows.
    let mut left = length.unwrap_or(if packing == Packing::Plain { 0 } else { u64::MAX });
    read.block.reserve(left.min(RESERVED).min(most as u64) as usize);
    while left > 0 {
        match next(reader, frame, form) {
            Ok(Next::Bytes(bytes)) => {
                let taken = usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()));
                let kept = taken.min(most - read.block.len());
                read.block.extend_from_slice(&bytes[..kept]);
                if kept < taken && most > 0 {
                    read.cut = Some(Cut::Bound);
                }
                reader.consume(taken);
                left -= taken as u64;
            }
            Ok(Next::End) => {
                if length.is_some() {
                    read.cut = Some(Cut::Missing);
                }
                break;
            }
            Err(error) => {
                read.cut = Some(Cut::Missing);
                read.error = Some(error);
                return read;
            }
        }
    }
    if packing == Packing::Plain && most > 0 {
        go_back_to_swallowed(reader, &mut read, form);
    }
    read
}

enum Next<'r> {
    Bytes(&'r [u8]),
    End,
}

/// The next bytes, unless the file ends or another frame begins with another record.
fn next<'r>(reader: &'r mut dyn WarcRead, frame: Option<u64>, form: Form) -> io::Result<Next<'r>> {
    reader.fill_buf()?;
    let moved = frame.is_some() && reader.frame_start_position()? != frame;
    let bytes = reader.fill_buf()?;
    match bytes.is_empty() || (moved && form.begins(bytes)) {
        true => Ok(Next::End),
        false => Ok(Next::Bytes(bytes)),
    }
}

/// If no record follows the block and one begins within it, the block ended before that one.
fn go_back_to_swallowed(reader: &mut dyn WarcRead, read: &mut Block, form: Form) {
    let following = reader.fill_buf().unwrap_or_default();
    let rest = following.trim_ascii_start();
    // What is left of an address looks like one, so a line has to end before it.
    let is_line = rest.len() < following.len() || read.block.ends_with(b"\n");
    let begins = form.begins(rest) && (is_line || form == Form::Warc);
    let fits = read.cut.is_none() && (rest.is_empty() || begins);
    // Of a block that is longer than the bound, nobody knows where what was kept stands.
    if fits || read.cut == Some(Cut::Bound) {
        return;
    }
    let following = following[..following.len().min(LINE)].to_vec();
    let Some(found) = swallowed(&read.block, &following, form) else { return };
    let back = (read.block.len() - found) as u64;
    let target = reader.stream_position().map(|at| at - back);
    if target.is_ok_and(|target| reader.seek(SeekFrom::Start(target)).is_ok()) {
        let end = read.block[..found].trim_ascii_end().len();
        read.block.truncate(end);
        read.cut = Some(Cut::Missing);
    }
}

/// Where in a block the first record begins, which may go on in what follows.
fn swallowed(block: &[u8], following: &[u8], form: Form) -> Option<usize> {
    let starts = memchr_iter(b'\n', block).map(|at| at + 1);
    starts.into_iter().find(|&at| match block.len() - at {
        LINE.. => form.surely_begins(&block[at..]),
        _ => form.surely_begins(&[&block[at..], following].concat()),
    })
}
