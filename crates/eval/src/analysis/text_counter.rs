//! How often texts occur, in memory that does not grow with them.
//!
//! A count-min sketch (G. Cormode, S. Muthukrishnan, Journal of Algorithms 55, 2005) with conservative update: a text
//! has a counter in each of four rows, and its count is the least of them. It is never below the truth, and above it only
//! where other texts fell on all four of its counters.

/// Rows of counters.
const ROWS: usize = 4;
/// Counters of a row: a megabyte in all.
const COUNTERS: usize = 1 << 16;

/// Counts texts by their hashes.
#[derive(Clone, Debug)]
pub struct TextCounter {
    rows: Vec<[u32; ROWS]>,
}

impl Default for TextCounter {
    fn default() -> TextCounter {
        TextCounter { rows: vec![[0; ROWS]; COUNTERS] }
    }
}

impl TextCounter {
    /// Counts a text once more.
    pub fn add(&mut self, text: u64) {
        let next = self.count(text).saturating_add(1);
        for (row, place) in places(text).into_iter().enumerate() {
            let counter = &mut self.rows[place][row];
            *counter = next.max(*counter);
        }
    }

    /// How often a text was counted, or a little more.
    pub fn count(&self, text: u64) -> u32 {
        let counters =
            places(text).into_iter().enumerate().map(|(row, place)| self.rows[place][row]);
        counters.min().unwrap_or(0)
    }
}

fn places(text: u64) -> [usize; ROWS] {
    std::array::from_fn(|row| {
        let seed = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(row as u64 + 1);
        let mixed = (text ^ seed).wrapping_mul(0xff51_afd7_ed55_8ccd);
        ((mixed ^ mixed >> 32) >> 8) as usize % COUNTERS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_texts_are_counted_and_nothing_is_lost() {
        let mut counter = TextCounter::default();
        (0..30_000_u64).for_each(|text| counter.add(text * 7919));
        (0..500).for_each(|_| counter.add(42));
        assert!((500..505).contains(&counter.count(42)), "{}", counter.count(42));
        assert!((0..30_000).all(|text| counter.count(text * 7919) >= 1));
        let over = (0..30_000).filter(|text| counter.count(text * 7919) > 1).count();
        assert!(over < 600, "{over}");
        assert_eq!(TextCounter::default().count(42), 0);
    }
}
