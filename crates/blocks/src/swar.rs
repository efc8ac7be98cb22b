//! Eight bytes of text at once.
//!
//! Most of the time of a pass over text goes into finding where words end, because a processor can not
//! guess it. Here the end is computed for eight bytes together, without a branch.

/// A byte in each of the eight.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

const HIGH: u64 = all(0x80);
/// The bit that capitals lack among letters and digits.
const SMALL: u64 = all(0x20);
/// The bit that digits lack among letters and digits.
const LETTER: u64 = all(0x40);

/// Eight bytes; the first is the lowest.
#[derive(Clone, Copy, Debug)]
pub struct Eight(u64);

impl Eight {
    /// The bytes at a place; zeros stand behind the end.
    #[inline]
    pub fn at(bytes: &[u8], at: usize) -> Eight {
        let rest = bytes.get(at..).unwrap_or_default();
        match (rest.first_chunk::<8>(), bytes.last_chunk::<8>()) {
            (Some(chunk), _) => Eight(u64::from_le_bytes(*chunk)),
            // The last bytes of the text, less those before the place.
            (None, Some(last)) if !rest.is_empty() => {
                Eight(u64::from_le_bytes(*last) >> (8 * (8 - rest.len())))
            }
            _ => Eight(few(rest)),
        }
    }

    /// How many bytes from the first are ASCII letters or digits.
    #[inline]
    pub fn letters(self) -> usize {
        let others = !self.letter_bits() & HIGH;
        (others.trailing_zeros() / 8) as usize
    }

    /// The high bit of each byte that is an ASCII letter or digit.
    #[inline]
    fn letter_bits(self) -> u64 {
        let seven = self.0 & !HIGH;
        let small = seven | SMALL;
        // Adding brings a byte's high bit up from the first value of a range on.
        let letter = (small + all(0x80 - b'a')) & !(small + all(0x7f - b'z'));
        let digit = (seven + all(0x80 - b'0')) & !(seven + all(0x7f - b'9'));
        (letter | digit) & HIGH & !self.0
    }

    /// The first `len` bytes, all letters or digits, in lower case, with zeros behind.
    #[inline]
    pub fn lower(self, len: usize) -> u64 {
        (self.0 | SMALL) & first(len)
    }

    /// Capitals among the first `len` bytes, all letters or digits.
    #[inline]
    pub fn upper(self, len: usize) -> u32 {
        sum((!self.0 & SMALL & first(len)) >> 5)
    }

    /// Digits among the first `len` bytes, all letters or digits.
    #[inline]
    pub fn digits(self, len: usize) -> u32 {
        sum((!self.0 & LETTER & first(len)) >> 6)
    }

    /// How many bytes from the first are ASCII white space.
    #[inline]
    pub fn spaces(self) -> usize {
        let others = !self.space_bits() & HIGH;
        (others.trailing_zeros() / 8) as usize
    }

    /// The high bit of each byte that is ASCII white space.
    #[inline]
    fn space_bits(self) -> u64 {
        let seven = self.0 & !HIGH;
        let line = (seven + all(0x80 - b'\t')) & !(seven + all(0x7f - b'\r'));
        let space = (seven + all(0x80 - b' ')) & !(seven + all(0x7f - b' '));
        (line | space) & HIGH & !self.0
    }

    /// The bytes as they are, capitals of ASCII made small.
    #[inline]
    pub fn small(self) -> u64 {
        let seven = self.0 & !HIGH;
        let capital = (seven + all(0x80 - b'A')) & !(seven + all(0x7f - b'Z')) & HIGH & !self.0;
        self.0 | capital >> 2
    }

    /// How many bytes from the first are ASCII.
    #[inline]
    pub fn ascii(self) -> usize {
        ((self.0 & HIGH).trailing_zeros() / 8) as usize
    }

    /// Whether all bytes are of ASCII and none is a control character.
    #[inline]
    pub fn is_printable(self) -> bool {
        let seven = self.0 & !HIGH;
        let printable = (seven + all(0x80 - b' ')) & !(seven + all(0x80 - 0x7f)) & !self.0;
        printable & HIGH == HIGH
    }

    /// A 1 in each of the first `len` bytes that is ASCII white space.
    #[inline]
    pub fn space_marks(self, len: usize) -> u64 {
        (self.space_bits() >> 7) & first(len)
    }

    /// A 1 in each byte that is the given one of ASCII.
    #[inline]
    pub fn marks_of(self, byte: u8) -> u64 {
        let differs = self.0 ^ all(byte);
        // Only a byte without any bit stays below the high one.
        !(((differs & !HIGH) + all(0x7f)) | differs) >> 7 & all(1)
    }

    /// A 1 in each byte that is an ASCII letter or digit.
    #[inline]
    pub fn letter_marks(self) -> u64 {
        self.letter_bits() >> 7
    }
}

/// Fewer than eight bytes; zeros stand behind them.
#[inline]
fn few(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            u64::from(first) | u64::from(last) << (8 * (len - 4))
        }
        _ => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// The sum of eight bytes that are 0 or 1 each. Counting the bits would do, but is slow where the processor's
/// own instruction for it can not be relied on.
#[inline]
pub fn sum(bytes: u64) -> u32 {
    (bytes.wrapping_mul(all(1)) >> 56) as u32
}

/// A mask of the first `len` bytes.
#[inline]
fn first(len: usize) -> u64 {
    if len >= 8 { u64::MAX } else { (1 << (8 * len)) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place() {
        for byte in 0..=255u8 {
            for place in 0..8 {
                let mut bytes = *b"aZ09zAmM";
                bytes[place] = byte;
                let eight = Eight::at(&bytes, 0);
                let letters = if byte.is_ascii_alphanumeric() { 8 } else { place };
                assert_eq!(eight.letters(), letters, "{byte} at {place}");
                let seen = &bytes[..letters];
                let count = |is: fn(&u8) -> bool| seen.iter().filter(|b| is(b)).count() as u32;
                assert_eq!(eight.upper(letters), count(u8::is_ascii_uppercase));
                assert_eq!(eight.digits(letters), count(u8::is_ascii_digit));
                let mut lower = [0; 8];
                lower[..letters].copy_from_slice(&seen.to_ascii_lowercase());
                assert_eq!(eight.lower(letters), u64::from_le_bytes(lower));
                let mut bytes = *b" \n\t \r  \n";
                bytes[place] = byte;
                let is_space = byte.is_ascii_whitespace() || byte == 0x0b;
                let spaces = if is_space { 8 } else { place };
                let eight = Eight::at(&bytes, 0);
                assert_eq!(eight.spaces(), spaces, "{byte} at {place}");
                assert_eq!(sum(eight.space_marks(8)), 7 + u32::from(is_space));
                assert_eq!(sum(eight.letter_marks()), u32::from(byte.is_ascii_alphanumeric()));
                assert_eq!(eight.ascii(), if byte.is_ascii() { 8 } else { place });
                assert_eq!(sum(eight.marks_of(b',')), u32::from(byte == b','));
                let mut bytes = *b"aZ ~!0mM";
                bytes[place] = byte;
                assert_eq!(Eight::at(&bytes, 0).is_printable(), matches!(byte, b' '..=b'~'));
                let mut bytes = *b" \n\t \r  \n";
                bytes[place] = byte;
                bytes.make_ascii_lowercase();
                assert_eq!(eight.small(), u64::from_le_bytes(bytes));
            }
        }
    }

    #[test]
    fn zeros_stand_behind_the_end() {
        assert_eq!(Eight::at(b"xab", 1).letters(), 2);
        assert_eq!(Eight::at(b"xab", 1).lower(8) & 0xffff, u64::from(u16::from_le_bytes(*b"ab")));
        assert_eq!(Eight::at(b"x", 5).letters(), 0);
        let bytes = b"0123456789abcdef";
        for end in 0..=16 {
            for at in 0..=end {
                let mut eight = [0; 8];
                let len = (end - at).min(8);
                eight[..len].copy_from_slice(&bytes[at..at + len]);
                assert_eq!(Eight::at(&bytes[..end], at).0, u64::from_le_bytes(eight));
            }
        }
    }
}
