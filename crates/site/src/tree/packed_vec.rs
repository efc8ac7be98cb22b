//! PackedVec that take as few bytes each as the largest of them needs.
//!
//! Most sites have fewer than 256 documents, and nearly all fewer than 65,536 blocks, nodes and documents. What
//! numbers them is a large part of a memory.

use super::tight;

/// A vector of numbers; it widens by itself when one comes that needs more room.
#[derive(Clone, Debug)]
pub enum PackedVec {
    /// While all are below 256.
    Tiny(Vec<u8>),
    /// While all are below 65,536.
    Short(Vec<u16>),
    /// From then on.
    Long(Vec<u32>),
}

impl Default for PackedVec {
    fn default() -> PackedVec {
        PackedVec::Tiny(Vec::new())
    }
}

/// Does the same with the vector of any width.
macro_rules! any_width {
    ($numbers:expr, $vector:ident => $result:expr) => {
        match $numbers {
            PackedVec::Tiny($vector) => $result,
            PackedVec::Short($vector) => $result,
            PackedVec::Long($vector) => $result,
        }
    };
}

impl PackedVec {
    /// So many zeros, with room for numbers up to one.
    pub fn zeros(count: usize, most: usize) -> PackedVec {
        match most {
            0..0x100 => PackedVec::Tiny(vec![0; count]),
            0x100..0x1_0000 => PackedVec::Short(vec![0; count]),
            _ => PackedVec::Long(vec![0; count]),
        }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        any_width!(self, numbers => numbers.len())
    }

    /// The number at a place.
    #[inline]
    pub fn get(&self, at: usize) -> u32 {
        match self {
            PackedVec::Tiny(numbers) => numbers[at].into(),
            PackedVec::Short(numbers) => numbers[at].into(),
            PackedVec::Long(numbers) => numbers[at],
        }
    }

    /// Puts another number at a place.
    #[inline]
    pub fn set(&mut self, at: usize, number: u32) {
        self.fit(number);
        match self {
            PackedVec::Tiny(numbers) => numbers[at] = number as u8,
            PackedVec::Short(numbers) => numbers[at] = number as u16,
            PackedVec::Long(numbers) => numbers[at] = number,
        }
    }

    /// Adds a number at the end.
    pub fn push(&mut self, number: u32) {
        self.fit(number);
        match self {
            PackedVec::Tiny(numbers) => tight::push(numbers, number as u8),
            PackedVec::Short(numbers) => tight::push(numbers, number as u16),
            PackedVec::Long(numbers) => tight::push(numbers, number),
        }
    }

    /// Makes room for so many more.
    pub fn reserve(&mut self, more: usize) {
        any_width!(self, numbers => tight::reserve(numbers, more));
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        any_width!(self, numbers => tight::heap_bytes(numbers))
    }

    /// Widens until a number fits.
    #[inline]
    fn fit(&mut self, number: u32) {
        let fits = match self {
            PackedVec::Tiny(_) => number <= u8::MAX.into(),
            PackedVec::Short(_) => number <= u16::MAX.into(),
            PackedVec::Long(_) => true,
        };
        if !fits {
            self.widen(number);
        }
    }

    #[cold]
    fn widen(&mut self, number: u32) {
        let mut wider = PackedVec::zeros(self.len(), number as usize);
        (0..self.len()).for_each(|at| wider.set(at, self.get(at)));
        *self = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_when_one_needs_more_room() {
        let mut numbers = PackedVec::default();
        (0..10).for_each(|number| numbers.push(number));
        numbers.set(2, 255);
        assert!(matches!(numbers, PackedVec::Tiny(_)));
        numbers.set(3, 65_535);
        assert!(matches!(numbers, PackedVec::Short(_)));
        numbers.set(4, 65_536);
        numbers.push(u32::MAX);
        let all: Vec<u32> = (0..numbers.len()).map(|at| numbers.get(at)).collect();
        assert_eq!(all, [0, 1, 255, 65_535, 65_536, 5, 6, 7, 8, 9, u32::MAX]);
        let mut pushed = PackedVec::zeros(2, 9);
        pushed.push(70_000);
        assert_eq!([pushed.get(1), pushed.get(2)], [0, 70_000]);
        assert!(matches!(PackedVec::zeros(1, 65_535), PackedVec::Short(_)));
        assert!(matches!(PackedVec::zeros(1, 65_536), PackedVec::Long(_)));
    }

    #[test]
    fn room_that_was_made_is_all_there_is() {
        let mut numbers = PackedVec::default();
        numbers.reserve(7);
        (0..7).for_each(|number| numbers.push(number));
        assert_eq!(numbers.heap_bytes(), 7);
    }
}
