//! How memories are written as bytes: numbers in as few bytes as they need, texts behind their length.
//!
//! What is read may come from anywhere, a file that somebody sent included, so reading trusts nothing: no
//! length is believed before the bytes are there.

use twox_hash::XxHash3_64;

/// Why bytes are no memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes are something else.
    #[error("this is no site memory of dehusk")]
    NotAMemory,
    /// A later program wrote it.
    #[error(
        "the site memory has format {found}, this program reads up to {known}: use a newer dehusk"
    )]
    Newer {
        /// The format of the bytes.
        found: u8,
        /// The latest format this program knows.
        known: u8,
    },
    /// It ends early or does not add up.
    #[error("the site memory is damaged: {0}")]
    Damaged(&'static str),
}

/// Writes numbers and texts one after the other.
#[derive(Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// Starts with a word that says what follows, and the version of its format.
    pub fn new(magic: &[u8; 4], version: u8) -> Writer {
        let mut bytes = magic.to_vec();
        bytes.push(version);
        Writer(bytes)
    }

    /// A number that is small most of the time.
    pub fn number(&mut self, number: u64) {
        write_number(&mut self.0, number);
    }

    /// A number that may be negative.
    pub fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)) as u64);
    }

    /// The lowest bytes of a number that is as good as random.
    pub fn raw(&mut self, number: u64, bytes: usize) {
        self.0.extend_from_slice(&number.to_le_bytes()[..bytes.min(8)]);
    }

    /// A text behind its length.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    /// The bytes, with a checksum at their end.
    pub fn finish(mut self) -> Vec<u8> {
        let sum = XxHash3_64::oneshot(&self.0);
        self.0.extend_from_slice(&sum.to_le_bytes());
        self.0
    }
}

/// Reads what a [`Writer`] wrote.
#[derive(Debug)]
pub struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    /// Checks the beginning and the checksum.
    pub fn new(bytes: &'b [u8], magic: &[u8; 4], known: u8) -> Result<Reader<'b>, DecodeError> {
        let rest = bytes.strip_prefix(magic).ok_or(DecodeError::NotAMemory)?;
        let (&version, _) = rest.split_first().ok_or(DecodeError::NotAMemory)?;
        if version > known {
            return Err(DecodeError::Newer { found: version, known });
        }
        let end = bytes.len().checked_sub(8).filter(|&end| end > magic.len());
        let (body, sum) = bytes.split_at(end.ok_or(DecodeError::Damaged("it ends early"))?);
        if XxHash3_64::oneshot(body).to_le_bytes() != *sum {
            return Err(DecodeError::Damaged("its checksum is another"));
        }
        Ok(Reader { rest: &body[magic.len() + 1..] })
    }

    /// See [`Writer::number`].
    pub fn number(&mut self) -> Result<u64, DecodeError> {
        let mut bytes = self.rest.iter();
        let number = read_number(&mut bytes).ok_or(DecodeError::Damaged("a number is cut"));
        self.rest = bytes.as_slice();
        number
    }

    /// A number that must be below a limit.
    pub fn below(&mut self, limit: usize) -> Result<usize, DecodeError> {
        let number = self.number()?;
        let small = usize::try_from(number).ok().filter(|&n| n < limit);
        small.ok_or(DecodeError::Damaged("a number is too large"))
    }

    /// A number of 32 bits.
    pub fn short(&mut self) -> Result<u32, DecodeError> {
        u32::try_from(self.number()?).map_err(|_| DecodeError::Damaged("a number is too large"))
    }

    /// A number of things of which each takes at least one byte.
    pub fn count(&mut self) -> Result<usize, DecodeError> {
        self.below(self.rest.len().saturating_add(1))
    }

    /// See [`Writer::signed`].
    pub fn signed(&mut self) -> Result<i64, DecodeError> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// See [`Writer::raw`].
    pub fn raw(&mut self, bytes: usize) -> Result<u64, DecodeError> {
        let taken = self.take(bytes.min(8))?;
        let mut all = [0; 8];
        all[..taken.len()].copy_from_slice(taken);
        Ok(u64::from_le_bytes(all))
    }

    /// See [`Writer::text`].
    pub fn text(&mut self) -> Result<String, DecodeError> {
        let count = self.count()?;
        let bytes = self.take(count)?;
        let text = std::str::from_utf8(bytes).map_err(|_| DecodeError::Damaged("a text is none"));
        text.map(str::to_string)
    }

    /// Nothing may be left.
    pub fn finish(self) -> Result<(), DecodeError> {
        match self.rest.is_empty() {
            true => Ok(()),
            false => Err(DecodeError::Damaged("there is more than belongs to it")),
        }
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8], DecodeError> {
        let cut = self.rest.split_at_checked(count);
        let (taken, rest) = cut.ok_or(DecodeError::Damaged("it ends early"))?;
        self.rest = rest;
        Ok(taken)
    }
}

/// Seven bits a byte, the lowest first.
pub fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The next number; none at the end, or where it is no number of 64 bits.
pub fn read_number(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.next()?;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: &[u8; 4] = b"test";

    fn written() -> Vec<u8> {
        let mut writer = Writer::new(MAGIC, 1);
        [0, 1, 127, 128, u64::MAX].into_iter().for_each(|n| writer.number(n));
        [0, -1, i64::MIN, i64::MAX].into_iter().for_each(|n| writer.signed(n));
        writer.raw(0xfeed_beef, 6);
        writer.text("späť");
        writer.finish()
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = written();
        let mut reader = Reader::new(&bytes, MAGIC, 1).unwrap();
        for number in [0, 1, 127, 128, u64::MAX] {
            assert_eq!(reader.number(), Ok(number));
        }
        for number in [0, -1, i64::MIN, i64::MAX] {
            assert_eq!(reader.signed(), Ok(number));
        }
        assert_eq!(reader.raw(6), Ok(0xfeed_beef));
        assert_eq!(reader.text().as_deref(), Ok("späť"));
        assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn what_is_something_else_is_refused() {
        let bytes = written();
        assert_eq!(Reader::new(b"", MAGIC, 1).err(), Some(DecodeError::NotAMemory));
        assert_eq!(Reader::new(b"<html>", MAGIC, 1).err(), Some(DecodeError::NotAMemory));
        let newer = Reader::new(&bytes, MAGIC, 0).err();
        assert_eq!(newer, Some(DecodeError::Newer { found: 1, known: 0 }));
        for end in 0..bytes.len() {
            assert!(Reader::new(&bytes[..end], MAGIC, 1).is_err(), "{end}");
        }
        for at in 4..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(Reader::new(&changed, MAGIC, 1).is_err(), "{at}");
        }
    }

    #[test]
    fn lengths_are_not_believed() {
        let mut writer = Writer::new(MAGIC, 1);
        writer.number(u64::MAX);
        let bytes = writer.finish();
        let reader = || Reader::new(&bytes, MAGIC, 1).unwrap();
        assert!(reader().count().is_err() && reader().text().is_err());
        assert!(read_number(&mut [0xff; 11].iter()).is_none());
    }
}
