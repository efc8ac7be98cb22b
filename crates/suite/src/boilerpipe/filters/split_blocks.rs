//! Undoes fusions.

use super::{Draft, Filter};

/// Splits blocks into the paragraphs they were fused from, for filters that look at one paragraph at a time.
pub(in super::super) struct SplitBlocks;

impl Filter for SplitBlocks {
    fn apply(&self, draft: &mut Draft<'_>) {
        let mut split = Vec::with_capacity(draft.atoms.len());
        for block in &draft.blocks {
            for atom in block.atoms.clone() {
                if let Some(found) =
                    draft.atoms.get(atom as usize).filter(|_| !draft.removed[atom as usize])
                {
                    let mut part = block.clone();
                    part.atoms = atom..atom + 1;
                    part.counts = found.counts;
                    split.push(part);
                }
            }
        }
        draft.blocks = split;
    }
}

#[cfg(test)]
mod tests {
    use super::super::block_proximity_fusion::BlockProximityFusion;
    use super::super::boilerplate_block::BoilerplateBlock;
    use super::super::testing::{KeepMarked, run};
    use super::*;

    #[test]
    fn a_fused_block_falls_into_its_atoms_but_not_into_removed_ones() {
        let page = dehusk_page::Page::parse("<p>keep one<p>drop<p>keep the other");
        let fusion = BlockProximityFusion {
            max_distance: 1,
            content_only: true,
            same_tag_level_only: false,
        };
        let mut draft =
            run(&page, &[&KeepMarked, &BoilerplateBlock { keep_title: false }, &fusion]);
        assert_eq!(draft.blocks.len(), 1);
        SplitBlocks.apply(&mut draft);
        let found: Vec<_> = draft.blocks.iter().map(|b| (b.atoms.start, b.counts.words)).collect();
        assert_eq!(found, [(0, 2), (2, 3)]);
    }
}
