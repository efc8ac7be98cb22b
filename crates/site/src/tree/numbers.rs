//! Numbers that take two bytes each while all of them are small.
//!
//! Nearly every site has fewer than 65,536 blocks, nodes and documents, and what numbers them is a large
//! part of a memory.

use super::tight;

/// A vector of numbers; it widens by itself when one comes that needs more room.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// While all are below 65,536.
    Short(Vec<u16>),
    /// From then on.
    Long(Vec<u32>),
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers::Short(Vec::new())
    }
}

impl Numbers {
    /// So many zeros, with room for numbers up to one.
    pub fn zeros(count: usize, most: usize) -> Numbers {
        match u16::try_from(most) {
            Ok(_) => Numbers::Short(vec![0; count]),
            Err(_) => Numbers::Long(vec![0; count]),
        }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            Numbers::Short(numbers) => numbers.len(),
            Numbers::Long(numbers) => numbers.len(),
        }
    }

    /// The number at a place.
    #[inline]
    pub fn get(&self, at: usize) -> u32 {
        match self {
            Numbers::Short(numbers) => numbers[at].into(),
            Numbers::Long(numbers) => numbers[at],
        }
    }

    /// Puts another number at a place.
    #[inline]
    pub fn set(&mut self, at: usize, number: u32) {
        self.make_room_for(number);
        match self {
            Numbers::Short(numbers) => numbers[at] = number as u16,
            Numbers::Long(numbers) => numbers[at] = number,
        }
    }

    /// Adds a number at the end.
    pub fn push(&mut self, number: u32) {
        self.make_room_for(number);
        match self {
            Numbers::Short(numbers) => tight::push(numbers, number as u16),
            Numbers::Long(numbers) => tight::push(numbers, number),
        }
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Numbers::Short(numbers) => tight::heap_bytes(numbers),
            Numbers::Long(numbers) => tight::heap_bytes(numbers),
        }
    }

    #[inline]
    fn make_room_for(&mut self, number: u32) {
        if let Numbers::Short(numbers) = self
            && number > u16::MAX.into()
        {
            *self = Numbers::Long(numbers.iter().map(|&number| number.into()).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_when_one_needs_more_room() {
        let mut numbers = Numbers::default();
        (0..10).for_each(|number| numbers.push(number));
        numbers.set(3, 65_535);
        assert!(matches!(numbers, Numbers::Short(_)));
        numbers.set(4, 65_536);
        numbers.push(u32::MAX);
        let all: Vec<u32> = (0..numbers.len()).map(|at| numbers.get(at)).collect();
        assert_eq!(all, [0, 1, 2, 65_535, 65_536, 5, 6, 7, 8, 9, u32::MAX]);
        let mut pushed = Numbers::zeros(2, 9);
        pushed.push(70_000);
        assert_eq!([pushed.get(1), pushed.get(2)], [0, 70_000]);
        assert!(matches!(Numbers::zeros(1, 65_536), Numbers::Long(_)));
    }
}
