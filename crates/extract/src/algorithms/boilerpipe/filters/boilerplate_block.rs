//! Takes boilerplate off the list.

use super::{Draft, Filter};

/// Takes every block off the list that is not content.
pub(in super::super) struct BoilerplateBlock;

impl Filter for BoilerplateBlock {
    fn apply(&self, draft: &mut Draft<'_>) {
        draft.remove_boilerplate();
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{KeepMarked, run};
    use super::*;

    #[test]
    fn what_is_removed_is_in_no_block() {
        let page = dehusk_page::Page::parse("<p>keep<p>drop<p>keep");
        let draft = run(&page, &[&KeepMarked, &BoilerplateBlock]);
        assert_eq!(draft.blocks.len(), 2);
        assert_eq!(draft.atoms.iter().map(|a| a.removed).collect::<Vec<_>>(), [false, true, false]);
    }
}
