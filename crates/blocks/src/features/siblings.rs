//! How often an element repeats among its siblings.
//!
//! Lists of teasers, comments and products are runs of elements with the same tag and class. Only siblings
//! that hold text count: what stands empty between them says nothing.

use super::names::NameList;
use crate::containers::{Container, Containers};
use crate::table::{Table, mix};
use dehusk_page::Page;

/// Kinds of siblings for which there is room at once; a page with more of them makes room by growing. Fewer would crowd
/// the table on ordinary pages, and what does not fit there is not counted.
const EXPECTED_KINDS: usize = 1 << 16;

/// For every container the number of containers, itself included, that have its parent, its tag and its
/// class; 0 for the root. `names` say what each is.
pub(crate) fn equal_siblings(page: &Page, containers: &Containers, names: &NameList) -> Vec<u32> {
    let list = containers.list();
    let mut counts = Table::<u32>::with_capacity(list.len().min(EXPECTED_KINDS));
    let kind = |(at, container): (usize, &Container)| {
        let parent = container.parent?;
        let tag = u64::from(page.name(container.node).number());
        Some(mix(mix(names.get(at).class, tag), u64::from(parent)))
    };
    let kinds = || list.iter().enumerate().map(kind);
    for kind in kinds().flatten() {
        if let Some(count) = counts.entry(kind) {
            *count += 1;
        }
    }
    let count = |kind| counts.get(kind).copied().unwrap_or(1);
    kinds().map(|kind| kind.map_or(0, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blocks;

    #[test]
    fn siblings_are_alike_by_tag_and_class() {
        let page = Page::parse(
            "<ul><li>a<li><img><li>b</ul><div class=x>c</div><div class=x>d</div><div>e</div>",
        );
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let counts = equal_siblings(&page, &containers, &NameList::of(&page, &containers));
        let of_block: Vec<_> = (0..5).map(|b| counts[containers.of_block(b)]).collect();
        assert_eq!(of_block, [2, 2, 2, 2, 1], "an empty li does not count");
        assert_eq!(counts[0], 0, "html has no parent");
    }
}
