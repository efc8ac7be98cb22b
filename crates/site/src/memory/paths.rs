//! How the places of a site look to a person, each element's words once.
//!
//! A site has hundreds of shapes, and their paths are made of a few dozen elements with their names. So the
//! elements are kept as a list of different texts, and a path as a way through them: an element, and the
//! path it stands in front of. Paths that end in the same way share their end.

use crate::tree::{Index, PackedVec, push_tight};
use twox_hash::XxHash3_64;

/// A path.
pub type PathId = u16;

/// The path of nothing.
pub const NONE: PathId = PathId::MAX;
/// Stands between the elements of a path.
const JOINT: char = '>';
/// Ways up to which an index is quickly made.
const FEW: usize = 512;

/// An element in front of a path.
type Way = [u16; 2];

/// The paths of a site.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The texts of all elements one after the other, and where each ends.
    texts: String,
    ends: PackedVec,
    ways: Vec<Way>,
    /// Made when a path is to be kept.
    index: Option<Box<PathIndex>>,
}

/// Finds elements by their text, and ways.
#[derive(Clone, Debug)]
struct PathIndex {
    elements: Index,
    ways: Index,
}

impl Paths {
    /// Keeps a path, if it is new. Past 65,535 ways there is no room for more.
    pub fn keep(&mut self, path: &str) -> PathId {
        let mut index = self.index.take().unwrap_or_else(|| Box::new(self.make_index()));
        let mut elements = path.split(JOINT).filter(|element| !element.is_empty()).rev();
        let kept = elements.try_fold(NONE, |rest, element| {
            let element = self.element(element, &mut index.elements)?;
            self.way([element, rest], &mut index.ways)
        });
        self.index = Some(index);
        kept.unwrap_or(NONE)
    }

    /// Lets go of what only keeping paths needs, unless it takes long to make anew.
    pub fn rest(&mut self) {
        if self.ways.len() <= FEW {
            self.index = None;
        }
    }

    /// A path as it was kept.
    pub fn show(&self, mut path: PathId) -> String {
        let mut shown = String::new();
        while let Some(way) = self.ways.get(path as usize) {
            if !shown.is_empty() {
                shown.push(JOINT);
            }
            shown.push_str(text_of(&self.texts, &self.ends, way[0].into()));
            path = way[1];
        }
        shown
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let index = self.index.as_deref().map_or(0, |index| {
            size_of::<PathIndex>() + index.elements.heap_bytes() + index.ways.heap_bytes()
        });
        let ways = self.ways.capacity() * size_of::<Way>();
        self.texts.capacity() + self.ends.heap_bytes() + ways + index
    }

    fn make_index(&self) -> PathIndex {
        let elements = Index::of(self.ends.len(), |e| text_hash(&self.texts, &self.ends, e));
        PathIndex { elements, ways: Index::of(self.ways.len(), |path| way_hash(&self.ways, path)) }
    }

    fn element(&mut self, text: &str, index: &mut Index) -> Option<u16> {
        let Paths { texts, ends, .. } = self;
        let hash = XxHash3_64::oneshot(text.as_bytes());
        if let Some(known) = index.find(hash, |e| text_of(texts, ends, e) == text) {
            return u16::try_from(known).ok();
        }
        let element = u16::try_from(ends.len()).ok()?;
        let end = u32::try_from(texts.len() + text.len()).ok()?;
        if texts.capacity() - texts.len() < text.len() {
            texts.reserve_exact(text.len() + texts.len() / 8);
        }
        texts.push_str(text);
        ends.push(end);
        index.insert(element.into(), hash, |e| text_hash(texts, ends, e));
        Some(element)
    }

    fn way(&mut self, way: Way, index: &mut Index) -> Option<PathId> {
        let ways = &mut self.ways;
        if let Some(known) = index.find(hash(way), |path| ways.get(path as usize) == Some(&way)) {
            return PathId::try_from(known).ok();
        }
        let path = PathId::try_from(ways.len()).ok().filter(|&path| path != NONE)?;
        push_tight(ways, way);
        index.insert(path.into(), hash(way), |path| way_hash(ways, path));
        Some(path)
    }
}

fn text_of<'t>(texts: &'t str, ends: &PackedVec, element: u32) -> &'t str {
    let at = element as usize;
    let start = if at == 0 { 0 } else { ends.get(at - 1) };
    texts.get(start as usize..ends.get(at) as usize).unwrap_or_default()
}

fn text_hash(texts: &str, ends: &PackedVec, element: u32) -> u64 {
    XxHash3_64::oneshot(text_of(texts, ends, element).as_bytes())
}

fn way_hash(ways: &[Way], path: u32) -> u64 {
    ways.get(path as usize).map_or(0, |&way| hash(way))
}

fn hash([element, rest]: Way) -> u64 {
    u64::from(element) << 32 | u64::from(rest)
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
        paths.rest();
        assert!(paths.index.is_none());
        assert_eq!(paths.keep("div.text>p"), ids[1]);
        assert_eq!((ids[3], paths.ends.len()), (NONE, 6));
        // Of the last path, both ways to it were there.
        assert_eq!(paths.ways.len(), 4 + 2 + 2);
    }

    #[test]
    fn a_hostile_path_fills_no_memory() {
        let mut paths = Paths::default();
        let known = paths.keep("div>p");
        let long: String = (0..70_000).map(|n| format!("e{n}>")).collect();
        assert_eq!(paths.keep(&long), NONE);
        assert_eq!((paths.keep("div>p"), paths.ways.len()), (known, usize::from(NONE)));
        assert_eq!(paths.show(known), "div>p");
    }
}
