//! Fuses neighbours that look alike.

use super::{Draft, Filter};

/// Fuses neighbouring blocks of the same text density.
pub(in super::super) struct SimpleBlockFusion;

impl Filter for SimpleBlockFusion {
    fn apply(&self, draft: &mut Draft<'_>) {
        draft.fuse("as dense as its neighbour", |earlier, later| {
            earlier.text_density() == later.text_density()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{run, words};
    use super::*;

    #[test]
    fn equal_densities_become_one_block() {
        let page = dehusk_page::Page::parse([words(3), words(3), words(3), words(4)].concat());
        let draft = run(&page, &[&SimpleBlockFusion]);
        let found: Vec<_> =
            draft.blocks.iter().map(|b| (b.atoms.clone(), b.counts.words)).collect();
        assert_eq!(found, [(0..3, 9), (3..4, 4)]);
    }
}
