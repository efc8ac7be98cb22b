//! How often an element repeats among its siblings.
//!
//! Lists of teasers, comments and products are runs of elements with the same tag and class. Each parent's
//! children are looked at once, whoever asks.

use crate::containers::Containers;
use crate::table::{Table, hash_bytes, mix};
use dehusk_page::{NodeId, Page, name};

/// For every container the number of its parent's children, itself included, that have its tag and class;
/// 0 for the root.
pub(crate) fn equal_siblings(page: &Page, containers: &Containers) -> Vec<u32> {
    let list = containers.list();
    let mut counts = vec![0; list.len()];
    let mut counter = Counter::new();
    // The children of one parent that are containers are linked, last first.
    let mut last_child: Vec<Option<usize>> = vec![None; list.len()];
    let mut before: Vec<Option<usize>> = vec![None; list.len()];
    for (at, container) in list.iter().enumerate() {
        if let Some(parent) = container.parent {
            before[at] = last_child[parent as usize].replace(at);
        }
    }
    for (parent, &last) in last_child.iter().enumerate() {
        let Some(last) = last else { continue };
        counter.count_children(page, list[parent].node);
        for child in std::iter::successors(Some(last), |&at| before[at]) {
            counts[child] = counter.of(page, list[child].node);
        }
    }
    counts
}

/// Counts children by tag and class. Where all are alike, as in most lists, no table is needed.
struct Counter {
    by_kind: Table<u32>,
    children: u32,
    all_alike: bool,
}

impl Counter {
    fn new() -> Counter {
        Counter { by_kind: Table::with_capacity(16), children: 0, all_alike: true }
    }

    fn count_children(&mut self, page: &Page, parent: NodeId) {
        let mut elements = page.children(parent).filter(|&c| page.is_element(c));
        let first = elements.next();
        self.children = u32::from(first.is_some());
        let alike = |&other: &NodeId| first.is_some_and(|f| are_alike(page, f, other));
        let mut rest = elements.clone().skip_while(|other| {
            let alike = alike(other);
            self.children += u32::from(alike);
            alike
        });
        self.all_alike = rest.next().is_none();
        if !self.all_alike {
            self.by_kind.clear();
            for child in first.into_iter().chain(elements) {
                if let Some(count) = self.by_kind.entry(kind(page, child)) {
                    *count += 1;
                }
            }
        }
    }

    fn of(&self, page: &Page, child: NodeId) -> u32 {
        if self.all_alike {
            return self.children;
        }
        self.by_kind.get(kind(page, child)).copied().unwrap_or(1)
    }
}

fn are_alike(page: &Page, a: NodeId, b: NodeId) -> bool {
    page.name(a) == page.name(b) && page.attr(a, name::CLASS) == page.attr(b, name::CLASS)
}

fn kind(page: &Page, element: NodeId) -> u64 {
    let class = page.attr(element, name::CLASS).map_or(0, |c| hash_bytes(c.as_bytes()));
    mix(class, u64::from(page.name(element).number()))
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
        let counts = equal_siblings(&page, &containers);
        let of_block: Vec<_> = (0..5).map(|b| counts[containers.of_block(b)]).collect();
        assert_eq!(of_block, [3, 3, 2, 2, 1]);
        assert_eq!(counts[0], 0, "html has no parent");
    }
}
