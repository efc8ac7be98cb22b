//! The memories that are held, and which of them rests first.

use crate::SiteMemory;
use std::collections::{BTreeMap, HashMap};

/// A memory that is held, and the history it stands for.
#[derive(Debug)]
pub struct Resident {
    pub memory: SiteMemory,
    pub stamp: i64,
    bytes: usize,
    used: u64,
    /// Observations until its size is measured again, which takes time for each of its documents.
    unmeasured: usize,
}

impl Resident {
    /// Its size when it was last measured.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn measure(&mut self) {
        self.bytes = self.memory.heap_bytes();
        self.unmeasured = self.memory.tree().len() / GROWTH + 1;
    }
}

/// A memory is measured again when it has grown by one in so many of its documents, so that measuring costs
/// the same for each document whatever their number.
const GROWTH: usize = 16;

/// The memories that were used last, within a budget.
#[derive(Debug, Default)]
pub struct Residents {
    by_domain: HashMap<String, Resident>,
    by_use: BTreeMap<u64, String>,
    clock: u64,
    bytes: usize,
}

impl Residents {
    /// Holds a memory.
    pub fn put(&mut self, domain: &str, memory: SiteMemory, stamp: i64) {
        self.drop(domain);
        self.clock += 1;
        self.by_use.insert(self.clock, domain.to_string());
        let mut resident = Resident { memory, stamp, bytes: 0, used: self.clock, unmeasured: 0 };
        resident.measure();
        self.bytes += resident.bytes;
        self.by_domain.insert(domain.to_string(), resident);
    }

    /// The stamp of a memory that is held.
    pub fn stamp(&self, domain: &str) -> Option<i64> {
        self.by_domain.get(domain).map(|resident| resident.stamp)
    }

    /// A memory that is held, which was used just now.
    pub fn get(&mut self, domain: &str) -> Option<&mut Resident> {
        let resident = self.by_domain.get_mut(domain)?;
        self.clock += 1;
        if let Some(name) = self.by_use.remove(&resident.used) {
            self.by_use.insert(self.clock, name);
        }
        resident.used = self.clock;
        Some(resident)
    }

    /// Says that a memory has observed a document.
    pub fn grown(&mut self, domain: &str) {
        let Some(resident) = self.by_domain.get_mut(domain) else { return };
        resident.unmeasured -= 1;
        if resident.unmeasured == 0 {
            self.bytes -= resident.bytes;
            resident.measure();
            self.bytes += resident.bytes;
        }
    }

    /// Lets a memory go.
    pub fn drop(&mut self, domain: &str) {
        if let Some(resident) = self.by_domain.remove(domain) {
            self.by_use.remove(&resident.used);
            self.bytes -= resident.bytes;
        }
    }

    /// Lets those go that were not used for longest, until the rest fits; one may always stay.
    pub fn fit(&mut self, budget: usize) {
        while self.bytes > budget && self.by_domain.len() > 1 {
            let Some((_, domain)) = self.by_use.pop_first() else { return };
            self.drop(&domain);
        }
    }

    /// Bytes of all.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_domain.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_rests() {
        let mut residents = Residents::default();
        for domain in ["a", "b", "c"] {
            residents.put(domain, SiteMemory::default(), 0);
        }
        for resident in residents.by_domain.values_mut() {
            resident.bytes = 10;
        }
        residents.bytes = 30;
        assert!(residents.get("a").is_some());
        residents.fit(20);
        assert_eq!((residents.stamp("b"), residents.bytes(), residents.len()), (None, 20, 2));
        residents.fit(0);
        assert_eq!((residents.stamp("a").is_some(), residents.len()), (true, 1));
        residents.drop("a");
        assert_eq!((residents.bytes(), residents.by_use.len()), (0, 0));
    }
}
