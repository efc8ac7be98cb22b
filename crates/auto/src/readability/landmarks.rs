//! Elements of the page that steps look for by their names, found in one walk.

use dehusk_page::{NodeId, Page, name};

/// Elements by name, each list in document order.
#[derive(Debug, Default)]
pub(super) struct Landmarks {
    pub metas: Vec<NodeId>,
    pub scripts: Vec<NodeId>,
    pub noscripts: Vec<NodeId>,
}

impl Landmarks {
    pub fn of(page: &Page) -> Landmarks {
        let mut found = Landmarks::default();
        for node in page.descendants(page.root()) {
            match page.name(node) {
                name::META => found.metas.push(node),
                name::SCRIPT => found.scripts.push(node),
                name::NOSCRIPT => found.noscripts.push(node),
                _ => {}
            }
        }
        found
    }
}
