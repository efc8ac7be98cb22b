//! How the places of a site look to a person, each element's words once.
//!
//! A site has hundreds of shapes, and their paths are made of a few dozen elements with their names. So the
//! elements are kept as a list of different texts, and a path as a way through them: an element, and the
//! path it stands in front of. Paths that end in the same way share their end.

use crate::tree::Table;
use twox_hash::XxHash3_64;

/// A path.
pub type PathId = u32;

/// The path of nothing.
pub const NONE: PathId = u32::MAX;
/// Stands between the elements of a path.
const JOINT: char = '>';

/// An element in front of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    element: u32,
    rest: PathId,
}

/// The paths of a site.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The texts of all elements one after the other, and where each ends.
    texts: String,
    ends: Vec<u32>,
    elements: Table<u32>,
    ways: Vec<Way>,
    paths: Table<PathId>,
}

impl Paths {
    /// Keeps a path, if it is new.
    pub fn keep(&mut self, path: &str) -> PathId {
        let elements = path.split(JOINT).filter(|element| !element.is_empty());
        elements.rev().fold(NONE, |rest, element| {
            let element = self.element(element);
            self.way(Way { element, rest })
        })
    }

    /// A path as it was kept.
    pub fn show(&self, mut path: PathId) -> String {
        let mut shown = String::new();
        while let Some(way) = self.ways.get(path as usize) {
            if !shown.is_empty() {
                shown.push(JOINT);
            }
            shown.push_str(self.text(way.element));
            path = way.rest;
        }
        shown
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let texts = self.texts.capacity() + self.ends.capacity() * size_of::<u32>();
        let ways = self.ways.capacity() * size_of::<Way>();
        texts + ways + self.elements.heap_bytes() + self.paths.heap_bytes()
    }

    fn text(&self, element: u32) -> &str {
        text_of(&self.texts, &self.ends, element)
    }

    fn element(&mut self, text: &str) -> u32 {
        let Paths { texts, ends, elements, .. } = self;
        let hash = XxHash3_64::oneshot(text.as_bytes());
        if let Some(known) = elements.find(hash, |&e| text_of(texts, ends, e) == text) {
            return known;
        }
        let element = ends.len() as u32;
        texts.push_str(text);
        ends.push(texts.len() as u32);
        elements.insert(element, |&e| XxHash3_64::oneshot(text_of(texts, ends, e).as_bytes()));
        element
    }

    fn way(&mut self, way: Way) -> PathId {
        let Paths { ways, paths, .. } = self;
        let same = |&path: &PathId| ways.get(path as usize) == Some(&way);
        if let Some(known) = paths.find(hash(way), same) {
            return known;
        }
        let path = ways.len() as PathId;
        ways.push(way);
        paths.insert(path, |&path| ways.get(path as usize).map_or(0, |&way| hash(way)));
        path
    }
}

fn text_of<'t>(texts: &'t str, ends: &[u32], element: u32) -> &'t str {
    let at = element as usize;
    let start = at.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    let end = ends.get(at).copied().unwrap_or(start);
    texts.get(start as usize..end as usize).unwrap_or_default()
}

fn hash(way: Way) -> u64 {
    u64::from(way.element) << 32 | u64::from(way.rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back_and_share_what_is_the_same() {
        let mut paths = Paths::default();
        let kept = ["body>div.menu>ul>li", "div.text>p", "body>div.menu>p", "", "p"];
        let ids: Vec<PathId> = kept.iter().map(|path| paths.keep(path)).collect();
        for (path, &id) in kept.iter().zip(&ids) {
            assert_eq!(paths.show(id), *path);
        }
        assert_eq!(paths.keep("div.text>p"), ids[1]);
        assert_eq!((ids[3], paths.ends.len()), (NONE, 6));
        // Of the last path, both ways to it were there.
        assert_eq!(paths.ways.len(), 4 + 2 + 2);
    }
}
