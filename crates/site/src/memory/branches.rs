//! The branches of a site, which are its hosts, and whether each still looks as it did.
//!
//! A redesign shows in what is no longer found: the places of a page have shapes that nobody has seen, or
//! hold what they never held. One such page is an odd page; several in a row, and the branch starts anew.

use crate::codec::{DecodeError, Reader, Writer};

/// The place of a branch.
pub type BranchId = u8;

/// Branches of a site; hosts past that share the last.
pub const MOST_BRANCHES: usize = 64;
/// Pages after which a branch has a usual agreement to fall from.
const LEAST_PAGES: u32 = 10;
/// A page agrees too little if it does by less than this share of what is usual.
const FALLEN: f32 = 0.6;
/// Pages in a row that agree too little.
const IN_A_ROW: u32 = 4;
/// What the newest page counts in what is usual.
const NEWEST: f32 = 1.0 / 16.0;
/// Bytes of a name that are kept.
const MOST_BYTES: usize = 253;

/// A host of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Its name.
    pub host: Box<str>,
    /// Pages that were learned from, ever.
    pub seen: u32,
    /// Of these, since it looks as it does.
    pub pages: u32,
    /// How often it has changed.
    pub changes: u32,
    /// How well pages agree with what was learned before them.
    pub agreement: f32,
    /// Pages in a row that agreed too little.
    low: u32,
}

impl Branch {
    fn new(host: &str) -> Branch {
        let host = host.chars().take(MOST_BYTES).collect::<String>().into();
        Branch { host, seen: 0, pages: 0, changes: 0, agreement: 0.0, low: 0 }
    }

    /// Takes in how well a page agreed, where that can be told. If the branch has changed, the number of
    /// pages that belong to its new looks.
    pub fn judge(&mut self, agreement: Option<f32>) -> Option<u32> {
        self.seen = self.seen.saturating_add(1);
        self.pages = self.pages.saturating_add(1);
        let agreement = agreement?;
        if self.pages <= LEAST_PAGES || agreement >= FALLEN * self.agreement {
            // The first pages agree with nothing, so the average starts slowly.
            let newest = NEWEST.max(1.0 / self.pages.max(1) as f32);
            self.agreement += newest * (agreement - self.agreement);
            self.low = 0;
            return None;
        }
        self.low += 1;
        (self.low >= IN_A_ROW).then(|| {
            self.pages = self.low;
            (self.changes, self.agreement, self.low) = (self.changes + 1, 0.0, 0);
            self.pages
        })
    }
}

/// All branches of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branches(Vec<Branch>);

impl Branches {
    /// The branch of a host, if it was seen.
    pub fn find(&self, host: &str) -> Option<BranchId> {
        let place = self.0.iter().position(|branch| *branch.host == *host);
        let place = place.or((self.0.len() == MOST_BRANCHES).then_some(MOST_BRANCHES - 1));
        place.and_then(|place| BranchId::try_from(place).ok())
    }

    /// The branch of a host; one that was not seen is made.
    pub fn reach(&mut self, host: &str) -> BranchId {
        self.find(host).unwrap_or_else(|| {
            // Most sites have one or two.
            self.0.reserve_exact(1);
            self.0.push(Branch::new(host));
            (self.0.len() - 1) as BranchId
        })
    }

    /// A branch.
    pub fn get(&self, id: BranchId) -> Option<&Branch> {
        self.0.get(usize::from(id))
    }

    /// A branch by its id, to change it.
    pub fn get_mut(&mut self, id: BranchId) -> Option<&mut Branch> {
        self.0.get_mut(usize::from(id))
    }

    /// All of them.
    pub fn list(&self) -> &[Branch] {
        &self.0
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let names = self.0.iter().map(|branch| branch.host.len()).sum::<usize>();
        names + self.0.capacity() * std::mem::size_of::<Branch>()
    }

    /// Writes all.
    pub fn write(&self, out: &mut Writer) {
        out.number(self.0.len() as u64);
        for branch in &self.0 {
            out.text(&branch.host);
            for number in [branch.seen, branch.pages, branch.changes, branch.low] {
                out.number(number.into());
            }
            out.raw(branch.agreement.to_bits().into(), 4);
        }
    }

    /// Reads all.
    pub fn read(from: &mut Reader) -> Result<Branches, DecodeError> {
        let mut branches = Branches::default();
        let count = from.below(MOST_BRANCHES + 1)?;
        branches.0.reserve_exact(count);
        for _ in 0..count {
            let host = from.text()?.into_boxed_str();
            let mut number = || from.short();
            let (seen, pages, changes, low) = (number()?, number()?, number()?, number()?);
            let agreement = f32::from_bits(from.raw(4)? as u32);
            if !(0.0..=1.0).contains(&agreement) || low >= IN_A_ROW {
                return Err(DecodeError::Damaged("a branch does not add up"));
            }
            branches.0.push(Branch { host, seen, pages, changes, agreement, low });
        }
        Ok(branches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_pages_in_a_row_make_a_change() {
        let mut branch = Branch::new("a.example");
        for page in 0..50 {
            // An odd page now and then is nothing.
            let agreement = if page % 7 == 3 { 0.1 } else { 0.9 };
            assert_eq!(branch.judge(Some(agreement)), None, "{page}");
        }
        assert!(branch.agreement > 0.8);
        let told: Vec<Option<u32>> = (0..6).map(|_| branch.judge(Some(0.1))).collect();
        assert_eq!(told, [None, None, None, Some(4), None, None]);
        assert_eq!((branch.pages, branch.seen, branch.changes), (6, 56, 1));
    }

    #[test]
    fn hosts_past_the_last_share_it() {
        let mut branches = Branches::default();
        for n in 0..200 {
            branches.reach(&format!("{n}.a.example"));
        }
        assert_eq!(branches.list().len(), MOST_BRANCHES);
        assert_eq!(branches.find("199.a.example"), Some(63));
        assert_eq!(branches.find("7.a.example"), Some(7));
    }
}
