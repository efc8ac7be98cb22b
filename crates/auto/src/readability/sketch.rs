//! A working tree as HTML without attributes, for tests.

use super::tree::{Id, Tree};
use super::walk::{Step, Tour};
use dehusk_page::{Page, name};

/// Everything below a node.
pub(super) fn sketch(page: &Page, tree: &Tree, root: Id) -> String {
    let mut out = String::new();
    let mut tour = Tour::of(root);
    while let Some(step) = tour.next(tree) {
        match step {
            Step::Enter(id) | Step::Leave(id) if id == root => {}
            Step::Enter(id) if tree.is_element(id) => {
                out += &format!("<{}>", page.name_text(tree.name(id)));
            }
            Step::Enter(id) => {
                out += tree.origin(id).map_or("", |origin| page.text(origin));
            }
            Step::Leave(id) => {
                let tag = tree.name(id);
                if tree.is_element(id) && !matches!(tag, name::BR | name::IMG | name::HR) {
                    out += &format!("</{}>", page.name_text(tag));
                }
            }
        }
    }
    out
}
