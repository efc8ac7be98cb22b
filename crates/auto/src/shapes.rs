//! Which blocks of a page stand at places that are alike.

use dehusk_extract::{Derived, Document};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The shape of every block's place: the tags and classes of its container and of the two elements around it. Items of a
/// list, cells of a column and posts of a thread share theirs.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// Their numbers, from 0 on.
    pub of_block: Vec<u32>,
    /// How many there are.
    pub count: usize,
}

/// Shapes for which there is room at once.
const EXPECTED: usize = 100;

impl Derived for Shapes {
    fn derive(document: &Document) -> Shapes {
        let (containers, features) = (document.containers(), document.features());
        let (page, list, names) = (document.page(), containers.list(), features.names());
        let own = |at: usize| {
            let tag = u64::from(page.name(list[at].node).number());
            hash(hash(0, tag), names.class(names.of_container(at)))
        };
        let blocks = document.blocks().len();
        let mut numbers: HashMap<u64, u32, BuildHasherDefault<Hashed>> = HashMap::default();
        numbers.reserve((blocks / 2).min(EXPECTED));
        let mut shapes = Shapes { of_block: Vec::with_capacity(blocks), count: 0 };
        for block in 0..blocks {
            let chain = containers.chain(containers.of_block(block));
            let shape = chain.take(3).fold(0, |h, at| hash(h, own(at)));
            let next = numbers.len() as u32;
            shapes.of_block.push(*numbers.entry(shape).or_insert(next));
        }
        shapes.count = numbers.len();
        shapes
    }
}

/// What is hashed already; only that the bits a table looks at are the lower ones.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |state, &byte| hash(state, byte.into()));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value.rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn hash(state: u64, value: u64) -> u64 {
    (state.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn places_are_alike_by_tags_and_classes_of_three_elements() {
        let html = "<ul class=a><li>one<li>two</ul><ul class=b><li>three</ul><p>four<p>five";
        let document = Document::new(Page::parse(html));
        let shapes = document.derived::<Shapes>();
        assert_eq!((shapes.of_block.as_slice(), shapes.count), ([0, 0, 1, 2, 2].as_slice(), 3));
    }
}
