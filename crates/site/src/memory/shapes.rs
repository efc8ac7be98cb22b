//! How often each shape of place held content, as far back as the templates of today go.

use super::branches::{BranchId, MOST_BRANCHES};
use crate::code::{DecodeError, Reader, Writer};
use crate::shape::Shape;
use dehusk_extract::ShapeHint;
use std::collections::HashMap;

/// Shapes a site remembers; when there are more, those that were not seen for longest are forgotten.
const MOST: usize = 2048;
/// Pages after which an average forgets: the newest page counts this much at least.
const WINDOW: u16 = 64;
/// Steps of a share.
const STEPS: f32 = 65_535.0;

/// What was seen at places of one shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What the place looks like to a person.
    pub path: Box<str>,
    /// The page of its branch that had it last.
    last: u32,
    pages: u16,
    content: u16,
}

impl Record {
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
}

/// All shapes of a site, by the branch of the site they were seen in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes(HashMap<(BranchId, Shape), Record>);

impl Shapes {
    /// What is known of a shape.
    pub fn get(&self, branch: BranchId, shape: Shape) -> Option<&Record> {
        self.0.get(&(branch, shape))
    }

    /// Learns how likely the words at a shape of place were content on a page.
    pub fn learn(&mut self, branch: BranchId, shape: Shape, page: u32, content: f32, path: &str) {
        let content = (content.clamp(0.0, 1.0) * STEPS) as u16;
        if let Some(record) = self.0.get_mut(&(branch, shape)) {
            record.learn(content);
            record.last = page;
            return;
        }
        if self.0.len() >= MOST {
            self.make_room();
        }
        let record = Record { path: path.into(), last: page, pages: 1, content };
        self.0.insert((branch, shape), record);
    }

    /// Forgets what a branch had not shown since a page, and counts the others from there.
    pub fn start_anew(&mut self, branch: BranchId, since: u32, pages: u32) {
        self.0.retain(|(of, _), record| *of != branch || record.last > since);
        let most = u16::try_from(pages).unwrap_or(u16::MAX);
        for ((of, _), record) in &mut self.0 {
            if *of == branch {
                record.pages = record.pages.min(most);
            }
        }
    }

    /// All of them, those of most pages first.
    pub fn list(&self) -> Vec<(BranchId, Shape, &Record)> {
        let mut list: Vec<_> = self.0.iter().map(|(&(b, s), record)| (b, s, record)).collect();
        list.sort_by_key(|(branch, shape, r)| (*branch, std::cmp::Reverse(r.pages), *shape));
        list
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let each = std::mem::size_of::<((BranchId, Shape), Record)>() + 1;
        self.0.values().map(|r| r.path.len()).sum::<usize>() + self.0.capacity() * each
    }

    /// Writes all.
    pub fn write(&self, out: &mut Writer) {
        let mut list = self.list();
        list.sort_by_key(|(branch, shape, _)| (*branch, *shape));
        out.number(list.len() as u64);
        for (branch, shape, record) in list {
            out.raw(branch.into(), 1);
            out.raw(shape.0.into(), 4);
            out.number(record.last.into());
            out.number(record.pages.into());
            out.raw(record.content.into(), 2);
            out.text(&record.path);
        }
    }

    /// Reads all.
    pub fn read(from: &mut Reader) -> Result<Shapes, DecodeError> {
        let mut shapes = Shapes::default();
        for _ in 0..from.below(MOST + 1)? {
            let branch = from.raw(1)? as BranchId;
            let shape = Shape(from.raw(4)? as u32);
            let (last, pages) = (from.below(1 << 32)? as u32, from.below(1 << 16)? as u16);
            let (content, path) = (from.raw(2)? as u16, from.text()?.into_boxed_str());
            if usize::from(branch) >= MOST_BRANCHES || pages == 0 {
                return Err(DecodeError::Damaged("a shape has no branch or no page"));
            }
            shapes.0.insert((branch, shape), Record { path, last, pages, content });
        }
        Ok(shapes)
    }

    /// Forgets the half of the shapes that has fewer pages, of these the oldest first.
    fn make_room(&mut self) {
        let mut ranks: Vec<(u16, u32, (BranchId, Shape))> =
            self.0.iter().map(|(&key, r)| (r.pages, r.last, key)).collect();
        ranks.sort_unstable();
        ranks.truncate(MOST / 2);
        ranks.into_iter().for_each(|(.., key)| drop(self.0.remove(&key)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        (0..20_000).for_each(|n| shapes.learn(0, Shape(n), n, 0.5, "div"));
        assert!(shapes.0.len() <= MOST);
        assert!(shapes.get(0, Shape(u32::MAX)).is_some(), "seen twice");
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
