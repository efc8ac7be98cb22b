//! Log-odds of many small features, each in the slot that its hash names.
//!
//! A table has a power of two of slots and a signed byte in each, in sixteenths of a natural logarithm. Features
//! that share a slot share its odds: with many more slots than frequent features that costs little.

/// Sixteenths that a byte counts in.
pub const SCALE: f32 = 16.0;

/// A table of log-odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    weights: Vec<i8>,
}

impl Odds {
    /// From how often each slot was seen in content and elsewhere, `alpha` added to each.
    pub fn of_counts(content: &[f32], other: &[f32], alpha: f32) -> Odds {
        let (all, rest) = (content.iter().sum::<f32>(), other.iter().sum::<f32>());
        let slots = content.len() as f32;
        let weight = |(&c, &o): (&f32, &f32)| {
            let odds =
                ((c + alpha) / (all + alpha * slots)) / ((o + alpha) / (rest + alpha * slots));
            (odds.ln() * SCALE).round().clamp(-127.0, 127.0) as i8
        };
        Odds { weights: content.iter().zip(other).map(weight).collect() }
    }

    /// From stored bytes; none if there is not a power of two of them.
    pub fn from_bytes(bytes: &[u8]) -> Option<Odds> {
        bytes
            .len()
            .is_power_of_two()
            .then(|| Odds { weights: bytes.iter().map(|&b| b as i8).collect() })
    }

    /// The bytes to store.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights.iter().map(|&w| w as u8).collect()
    }

    /// The log-odds of a feature by its hash, in [sixteenths](SCALE): they add up without rounding.
    #[inline]
    pub fn sixteenths(&self, hash: u32) -> i32 {
        let slot = slot(hash, self.weights.len());
        i32::from(self.weights.get(slot).copied().unwrap_or(0))
    }
}

/// The slot of a hash in a table of a power of two of them; in one without any it is some number.
#[inline]
pub fn slot(hash: u32, slots: usize) -> usize {
    (hash.wrapping_mul(0x9e37_79b1) >> 7) as usize & slots.wrapping_sub(1)
}

/// Hashes a part into what was hashed before; begin with 0.
#[inline]
pub fn hash(before: u32, part: &[u8]) -> u32 {
    part.iter().fold(begin(before), |hash, &byte| add(hash, byte))
}

/// [`hash`] of a part whose bytes come one at a time: what was hashed before, then [`add`] for each.
#[inline]
pub fn begin(before: u32) -> u32 {
    before ^ 0x811c_9dc5
}

/// One byte more of a part.
#[inline]
pub fn add(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_in_content_has_positive_odds() {
        let (mut content, mut other) = (vec![0.0; 16], vec![0.0; 16]);
        let (ship, menu) = (slot(hash(0, b"ship"), 16), slot(hash(0, b"menu"), 16));
        assert_ne!(ship, menu);
        (content[ship], other[menu]) = (10.0, 10.0);
        let odds = Odds::of_counts(&content, &other, 1.0);
        assert!(odds.sixteenths(hash(0, b"ship")) > 32 && odds.sixteenths(hash(0, b"menu")) < -32);
        assert_eq!(Odds::from_bytes(&odds.to_bytes()), Some(odds));
        assert_eq!(Odds::from_bytes(&[0; 3]), None);
    }
}
