//! How often each shape of place held content, as far back as the templates of today go.

use super::branches::{BranchId, MOST_BRANCHES};
use super::paths::{self, PathId, Paths};
use crate::codec::{DecodeError, Reader, Writer};
use crate::shape::Shape;
use crate::tree::{Item, Table};
use dehusk_extract::ShapeHint;

/// Shapes a site remembers; when there are more, those that were not seen for longest are forgotten.
const MOST: usize = 2048;
/// Pages after which an average forgets: the newest page counts this much at least.
const WINDOW: u16 = 64;
/// Steps of a share.
const STEPS: f32 = 65_535.0;

/// What was seen at places of one shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    shape: Shape,
    /// The page of its branch that had it last.
    last: u32,
    /// What the place looks like to a person.
    path: PathId,
    /// No record has none: that stands for an empty place.
    pages: u16,
    content: u16,
    branch: BranchId,
}

impl Item for Record {
    const EMPTY: Record =
        Record { shape: Shape(0), path: paths::NONE, last: 0, pages: 0, content: 0, branch: 0 };

    fn is_empty(&self) -> bool {
        self.pages == 0
    }
}

impl Record {
    /// The branch of the site it was seen in.
    pub fn branch(&self) -> BranchId {
        self.branch
    }

    /// As a hint.
    pub fn hint(&self) -> ShapeHint {
        ShapeHint { pages: self.pages.into(), content: f32::from(self.content) / STEPS }
    }

    fn learn(&mut self, content: u16) {
        self.pages = self.pages.saturating_add(1);
        let weight = i32::from(self.pages.min(WINDOW));
        let step = (i32::from(content) - i32::from(self.content)) / weight;
        self.content = (i32::from(self.content) + step).clamp(0, u16::MAX.into()) as u16;
    }

    fn hash(&self) -> u64 {
        hash(self.branch, self.shape)
    }

    fn is(&self, branch: BranchId, shape: Shape) -> bool {
        (self.branch, self.shape) == (branch, shape)
    }
}

fn hash(branch: BranchId, shape: Shape) -> u64 {
    u64::from(branch) << 32 | u64::from(shape.0)
}

/// All shapes of a site, by the branch of the site they were seen in.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    records: Table<Record>,
    paths: Paths,
}

impl Shapes {
    /// What is known of a shape.
    pub fn get(&self, branch: BranchId, shape: Shape) -> Option<Record> {
        self.records.find(hash(branch, shape), |record| record.is(branch, shape))
    }

    /// Learns how likely the words at a shape of place were content on a page.
    pub fn learn(&mut self, branch: BranchId, shape: Shape, page: u32, content: f32, path: &str) {
        let content = (content.clamp(0.0, 1.0) * STEPS) as u16;
        let place = hash(branch, shape);
        if let Some(record) = self.records.find_mut(place, |record| record.is(branch, shape)) {
            record.learn(content);
            record.last = page;
            return;
        }
        if self.records.len() >= MOST {
            self.make_room();
        }
        let path = self.paths.keep(path);
        let record = Record { shape, path, last: page, pages: 1, content, branch };
        self.records.insert(record, Record::hash);
    }

    /// To be called when the shapes of a page are learned: lets go of what only learning needs.
    pub fn rest(&mut self) {
        self.paths.rest();
    }

    /// What a shape looks like to a person.
    pub fn path(&self, record: &Record) -> String {
        self.paths.show(record.path)
    }

    /// Forgets what a branch had not shown since a page, and counts the others from there.
    pub fn start_anew(&mut self, branch: BranchId, since: u32, pages: u32) {
        let most = u16::try_from(pages).unwrap_or(u16::MAX);
        let mut left = self.list();
        left.retain(|record| record.branch != branch || record.last > since);
        for record in left.iter_mut().filter(|record| record.branch == branch) {
            record.pages = record.pages.min(most);
        }
        self.hold(left);
    }

    /// All of them, by branch, those of most pages first.
    pub fn list(&self) -> Vec<Record> {
        let mut list: Vec<Record> = self.records.iter().collect();
        list.sort_by_key(|r| (r.branch, std::cmp::Reverse(r.pages), r.shape));
        list
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.records.heap_bytes() + self.paths.heap_bytes()
    }

    /// Writes all.
    pub fn write(&self, out: &mut Writer) {
        let mut list = self.list();
        list.sort_by_key(|record| (record.branch, record.shape));
        out.number(list.len() as u64);
        for record in list {
            out.raw(record.branch.into(), 1);
            out.raw(record.shape.0.into(), 4);
            out.number(record.last.into());
            out.number(record.pages.into());
            out.raw(record.content.into(), 2);
            out.text(&self.path(&record));
        }
    }

    /// Reads all.
    pub fn read(from: &mut Reader) -> Result<Shapes, DecodeError> {
        let mut shapes = Shapes::default();
        for _ in 0..from.below(MOST + 1)? {
            let branch = from.raw(1)? as BranchId;
            let shape = Shape(from.raw(4)? as u32);
            let (last, pages) = (from.short()?, from.below(1 << 16)? as u16);
            let (content, path) = (from.raw(2)? as u16, shapes.paths.keep(&from.text()?));
            if usize::from(branch) >= MOST_BRANCHES || pages == 0 {
                return Err(DecodeError::Damaged("a shape has no branch or no page"));
            }
            if shapes.get(branch, shape).is_some() {
                return Err(DecodeError::Damaged("a shape is there twice"));
            }
            let record = Record { shape, path, last, pages, content, branch };
            shapes.records.insert(record, Record::hash);
        }
        shapes.rest();
        Ok(shapes)
    }

    /// Forgets the half of the shapes that has fewer pages, of these the oldest first.
    fn make_room(&mut self) {
        let mut left = self.list();
        left.sort_by_key(|r| (r.pages, r.last, r.branch, r.shape));
        self.hold(left.split_off(left.len() / 2));
    }

    /// Holds these and nothing else; paths that nobody has any more go.
    fn hold(&mut self, records: Vec<Record>) {
        let old = std::mem::take(self);
        for mut record in records {
            record.path = self.paths.keep(&old.path(&record));
            self.records.insert(record, Record::hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_small() {
        assert_eq!(size_of::<Record>(), 16);
    }

    #[test]
    fn averages_follow_what_is_seen() {
        let mut shapes = Shapes::default();
        for page in 0..100 {
            shapes.learn(0, Shape(7), page, 1.0, "p");
        }
        assert!(shapes.get(0, Shape(7)).unwrap().hint().content > 0.99);
        for page in 100..400 {
            shapes.learn(0, Shape(7), page, 0.0, "p");
        }
        let hint = shapes.get(0, Shape(7)).unwrap().hint();
        assert!(hint.content < 0.05 && hint.pages == 400, "{hint:?}");
        assert!(shapes.get(1, Shape(7)).is_none());
    }

    #[test]
    fn a_hostile_site_fills_no_memory() {
        let mut shapes = Shapes::default();
        shapes.learn(0, Shape(u32::MAX), 0, 1.0, "p");
        shapes.learn(0, Shape(u32::MAX), 1, 1.0, "p");
        let hostile = |n: u32| format!("div.a{n}>p");
        (0..20_000).for_each(|n| shapes.learn(0, Shape(n), n, 0.5, &hostile(n)));
        assert!(shapes.records.len() <= MOST);
        assert!(shapes.heap_bytes() < 400_000, "{} bytes", shapes.heap_bytes());
        let known = shapes.get(0, Shape(u32::MAX)).expect("seen twice");
        assert_eq!(shapes.path(&known), "p");
    }

    #[test]
    fn a_branch_starts_anew_alone() {
        let mut shapes = Shapes::default();
        for (branch, shape, page) in [(0, 1, 5), (0, 2, 11), (0, 2, 12), (0, 2, 13), (1, 1, 5)] {
            shapes.learn(branch, Shape(shape), page, 1.0, "p");
        }
        shapes.start_anew(0, 10, 2);
        assert!(shapes.get(0, Shape(1)).is_none() && shapes.get(1, Shape(1)).is_some());
        assert_eq!(shapes.get(0, Shape(2)).unwrap().pages, 2);
    }
}
