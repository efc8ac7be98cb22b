//! Archives packed by gzip, inflated a member at a time where that can be had.
//!
//! libdeflate inflates in half of the time a streaming inflater takes, but it wants all of a member and room for all
//! that is packed in it. Both can be told where each record is packed by itself: a member ends where the next one or
//! nothing begins, and its last four bytes are the unpacked length. A guess that is wrong shows, because length and
//! checksum have to fit. What is longer than is looked ahead, damaged or odd in any other way is inflated by fastwarc's
//! streaming reader, which gives of it what can be had; behind it members are taken whole again.

use super::super::source::Source;
use fastwarc::stream_io::gzip::GzipReader;
use fastwarc::stream_io::traits::WarcRead;
use libdeflater::Decompressor;
use memchr::memmem;
use std::any::Any;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// The bytes a member begins with: gzip, deflated.
pub(super) const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];
/// The least bytes of a member: ten before what is packed, and eight behind it.
pub(super) const LEAST: usize = 18;
/// Bytes read at once.
const AT_ONCE: usize = 128 << 10;
/// Bytes of a member that are waited for. A pipe has to be able to go back to where it began, see [`Source`].
const AHEAD: usize = 768 << 10;
/// Bytes that a member may hold to be inflated at once.
const MOST_UNPACKED: usize = 8 << 20;
/// Deflate packs no better than this.
const BEST_RATIO: usize = 1032;
/// Places that are tried as the end of a member: bytes that look like a beginning can stand in what is packed.
const GUESSES: usize = 8;

/// Unpacks an archive.
pub(super) struct GzipMembers {
    mode: Mode,
    inflater: Decompressor,
    /// Where the member began that the bytes are of.
    member: u64,
    unpacked: Vec<u8>,
    /// What of that is still to be read.
    at: usize,
    end: usize,
    /// Unpacked bytes that were read.
    position: u64,
}

enum Mode {
    Whole(Ahead),
    Streaming(Box<GzipReader<Source>>),
    /// The source could not go back.
    Lost,
}

/// Packed bytes that were read ahead.
struct Ahead {
    source: Source,
    packed: Vec<u8>,
    /// Where in them the next member begins, and where in the source the first of them stands.
    from: usize,
    offset: u64,
}

impl GzipMembers {
    /// From where the source stands.
    pub fn new(mut source: Source) -> GzipMembers {
        let member = source.stream_position().unwrap_or_default();
        GzipMembers {
            mode: Mode::Whole(Ahead::new(source, member)),
            inflater: Decompressor::new(),
            member,
            unpacked: Vec::new(),
            at: 0,
            end: 0,
            position: 0,
        }
    }

    /// The source, which stands anywhere.
    pub fn into_source(self) -> Option<Source> {
        match self.mode {
            Mode::Whole(ahead) => Some(ahead.source),
            Mode::Streaming(reader) => Some(reader.into_inner()),
            Mode::Lost => None,
        }
    }

    /// Sees to it that there are bytes to read, unless this is the end.
    fn prepare(&mut self) -> io::Result<()> {
        while self.at == self.end {
            let going = match &mut self.mode {
                Mode::Whole(_) => self.next_member()?,
                Mode::Streaming(_) => self.next_of_stream()?,
                Mode::Lost => return Err(io::Error::other("the archive can not be gone back in")),
            };
            if !going {
                break;
            }
        }
        Ok(())
    }

    /// Inflates the next member, or begins to stream it; false at the end.
    fn next_member(&mut self) -> io::Result<bool> {
        let Mode::Whole(ahead) = &mut self.mode else { return Ok(true) };
        if !ahead.has_more()? {
            return Ok(false);
        }
        self.member = ahead.position();
        match ahead.inflate(&mut self.inflater, &mut self.unpacked) {
            Some(length) => (self.at, self.end) = (0, length),
            None => self.go_to(self.member, |source| {
                Mode::Streaming(Box::new(GzipReader::with_capacity(source, AT_ONCE)))
            })?,
        }
        Ok(true)
    }

    /// Looks whether the stream gives something; false if it does, or never will.
    fn next_of_stream(&mut self) -> io::Result<bool> {
        let Mode::Streaming(reader) = &mut self.mode else { return Ok(true) };
        let before = reader.inner_stream_position()?;
        let given = reader.fill_buf().map(<[u8]>::len);
        let frame = reader.frame_start_position()?.unwrap_or_default();
        if frame != self.member {
            self.go_to(frame, |source| Mode::Whole(Ahead::new(source, frame)))?;
            return Ok(true);
        }
        // A member without anything in it gives nothing, and others follow.
        Ok(given? == 0 && reader.inner_stream_position()? > before)
    }

    fn go_to(&mut self, offset: u64, open: impl FnOnce(Source) -> Mode) -> io::Result<()> {
        let mut source = match std::mem::replace(&mut self.mode, Mode::Lost) {
            Mode::Whole(ahead) => ahead.source,
            Mode::Streaming(reader) => reader.into_inner(),
            Mode::Lost => return Ok(()),
        };
        source.seek(SeekFrom::Start(offset))?;
        self.mode = open(source);
        Ok(())
    }
}

impl Ahead {
    fn new(source: Source, offset: u64) -> Ahead {
        Ahead { source, packed: Vec::new(), from: 0, offset }
    }

    /// Where the next member begins.
    fn position(&self) -> u64 {
        self.offset + self.from as u64
    }

    fn has_more(&mut self) -> io::Result<bool> {
        Ok(self.from < self.packed.len() || self.read_on()?)
    }

    /// Reads some more; false at the end.
    fn read_on(&mut self) -> io::Result<bool> {
        self.packed.drain(..self.from);
        self.offset += self.from as u64;
        self.from = 0;
        let known = self.packed.len();
        self.packed.resize(known + AT_ONCE, 0);
        let read = loop {
            match self.source.read(&mut self.packed[known..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.packed.truncate(known + *read.as_ref().unwrap_or(&0));
        Ok(read? > 0)
    }

    /// Inflates the next member and goes behind it; none if it is not one that can be taken whole.
    fn inflate(&mut self, inflater: &mut Decompressor, unpacked: &mut Vec<u8>) -> Option<usize> {
        let mut length = LEAST;
        for _ in 0..GUESSES {
            length = self.end_from(length)?;
            let member = &self.packed[self.from..self.from + length];
            if let Some(size) = unpacked_size(member) {
                if unpacked.len() < size {
                    unpacked.resize(size, 0);
                }
                if inflater.gzip_decompress(member, &mut unpacked[..size]) == Ok(size) {
                    self.from += length;
                    return Some(size);
                }
            }
            length += 1;
        }
        None
    }

    /// The least length from this one on that the next member may have: behind it another begins, or nothing is.
    fn end_from(&mut self, length: usize) -> Option<usize> {
        let mut looked = length;
        loop {
            let packed = &self.packed[self.from..];
            if let Some(found) = packed.get(looked..).and_then(|rest| memmem::find(rest, &MAGIC)) {
                return Some(looked + found);
            }
            let known = packed.len();
            if known >= AHEAD {
                return None;
            }
            looked = looked.max(known.saturating_sub(MAGIC.len() - 1));
            match self.read_on() {
                Ok(true) => {}
                Ok(false) => return (known >= length).then_some(known),
                // Whoever reads on meets it again, behind what could be read.
                Err(_) => {
                    self.source.take_failure();
                    return (known >= length).then_some(known);
                }
            }
        }
    }
}

/// What a member says of its unpacked length, unless that can not be or is too much.
fn unpacked_size(member: &[u8]) -> Option<usize> {
    let last = member.last_chunk().filter(|_| member.starts_with(&MAGIC))?;
    let size = u32::from_le_bytes(*last) as usize;
    (size <= MOST_UNPACKED && size <= member.len().saturating_mul(BEST_RATIO)).then_some(size)
}

impl BufRead for GzipMembers {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.prepare()?;
        match &mut self.mode {
            Mode::Streaming(reader) => reader.fill_buf(),
            _ => Ok(&self.unpacked[self.at..self.end]),
        }
    }

    fn consume(&mut self, amount: usize) {
        self.position += amount as u64;
        match &mut self.mode {
            Mode::Streaming(reader) => reader.consume(amount),
            _ => self.at += amount,
        }
    }
}

impl Read for GzipMembers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl Seek for GzipMembers {
    /// Tells the place among the unpacked bytes; there is no going to another.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Current(0) => Ok(self.position),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

impl WarcRead for GzipMembers {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }

    fn inner_seek(&mut self, _to: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn inner_stream_position(&mut self) -> io::Result<u64> {
        match &mut self.mode {
            Mode::Whole(ahead) => Ok(ahead.position()),
            Mode::Streaming(reader) => reader.inner_stream_position(),
            Mode::Lost => Ok(self.member),
        }
    }

    fn frame_start_position(&mut self) -> io::Result<Option<u64>> {
        Ok(Some(self.member))
    }

    fn is_stream_decoder(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::{Cursor, Write};

    /// A pipe that gives little at once.
    struct Slow(Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let most = into.len().min(1000);
            self.0.read(&mut into[..most])
        }
    }

    fn packed(bytes: &[u8], level: u32) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::new(level));
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    /// Bytes that do not pack, with what looks like the beginning of a member in every thousandth place.
    fn noise(seed: u64, length: usize) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut noise: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        for at in (500..length.saturating_sub(3)).step_by(1000) {
            noise[at..at + 3].copy_from_slice(&MAGIC);
        }
        noise
    }

    /// What each member holds, by where it begins, and how many of them were streamed.
    fn read(bytes: &[u8]) -> (Vec<(u64, Vec<u8>)>, usize) {
        let (mut members, mut streamed): (Vec<(u64, Vec<u8>)>, _) = (Vec::new(), Vec::new());
        let mut reader = GzipMembers::new(Source::from_reader(Slow(Cursor::new(bytes.to_vec()))));
        loop {
            let given = reader.fill_buf().unwrap().to_vec();
            if given.is_empty() {
                break;
            }
            reader.consume(given.len());
            let frame = reader.frame_start_position().unwrap().unwrap();
            if matches!(reader.mode, Mode::Streaming(_)) && !streamed.contains(&frame) {
                streamed.push(frame);
            }
            match members.last_mut().filter(|(last, _)| *last == frame) {
                Some((_, member)) => member.extend(given),
                None => members.push((frame, given)),
            }
        }
        let all: usize = members.iter().map(|(_, member)| member.len()).sum();
        assert_eq!(reader.stream_position().unwrap(), all as u64);
        (members, streamed.len())
    }

    fn assert_members(parts: &[(&[u8], u32)], streamed: usize) {
        let (mut all, mut expected) = (Vec::new(), Vec::new());
        for (bytes, level) in parts {
            if !bytes.is_empty() {
                expected.push((all.len() as u64, bytes.to_vec()));
            }
            all.extend(packed(bytes, *level));
        }
        let (members, of_them) = read(&all);
        assert!(members == expected, "{:?}", members.iter().map(|m| (m.0, m.1.len())));
        assert_eq!(of_them, streamed);
    }

    #[test]
    fn members_are_inflated_whole_where_that_can_be() {
        let text = b"and so on, ".repeat(20_000);
        assert_members(&[(b"a", 6), (&text, 6), (b"", 6), (&text, 1), (&noise(1, 3000), 0)], 0);
    }

    #[test]
    fn long_ones_are_streamed_and_those_behind_them_are_not() {
        let (long, other) = (noise(2, 3 * AHEAD), noise(3, 2 * AHEAD));
        assert_members(&[(b"a", 6), (&long, 0), (b"b", 6), (&other, 6), (b"c", 6)], 2);
        // More than is looked for the end of it in.
        assert_members(&[(b"a", 6), (&noise(4, 20_000), 0), (b"b", 6)], 1);
        assert_members(&[(&vec![7; MOST_UNPACKED + 1], 9), (b"b", 6)], 1);
    }

    #[test]
    fn a_member_without_anything_in_it_is_not_the_end() {
        let mut empty_and_odd = packed(b"", 6);
        empty_and_odd[8] = 0xff;
        let head = packed(b"a", 6);
        let all = [&head[..], &empty_and_odd, b"garbage"].concat();
        assert_eq!(read(&[&all[..all.len() - 7], &head].concat()).0.len(), 2);
        let mut reader = GzipMembers::new(Source::from_reader(Cursor::new(all)));
        let mut text = Vec::new();
        assert!(reader.read_to_end(&mut text).is_err());
        assert_eq!(text, b"a");
    }

    #[test]
    fn what_is_wrong_is_told_behind_what_is_there() {
        let (text, noise) = (b"and so on, ".repeat(9000), noise(5, 9000));
        let mut wrong = packed(&text, 6);
        let last = wrong.len() - 6;
        wrong[last] ^= 1;
        let all = [packed(&noise, 6), wrong, packed(b"b", 6)].concat();
        let mut reader = GzipMembers::new(Source::from_reader(Cursor::new(all)));
        let mut read = Vec::new();
        assert!(reader.read_to_end(&mut read).is_err());
        assert!(read.len() >= noise.len() && [noise, text].concat().starts_with(&read));
    }

    #[test]
    fn lengths_are_believed_within_reason() {
        let size = |length: u32| {
            let member = [&MAGIC[..], &[0; 15], &length.to_le_bytes()].concat();
            unpacked_size(&member)
        };
        assert_eq!((size(5), size(22 * 1032)), (Some(5), Some(22 * 1032)));
        assert_eq!((size(22 * 1032 + 1), size(u32::MAX)), (None, None));
        assert_eq!(unpacked_size(b"no member at all, but long"), None);
    }
}
