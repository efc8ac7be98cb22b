//! Items of lists that can be ticked.

use super::fold;
use super::role::Role;
use dehusk_page::{NodeId, Page, name};

/// Nodes looked at for a box at the beginning of an item.
const MAX_NODES: usize = 12;

/// Whether an item is ticked; none where it has no box.
pub(super) fn of_item(page: &Page, item: NodeId) -> Option<bool> {
    let said = |id: NodeId| {
        let aria = page
            .attr_by_text(id, "aria-checked")
            .filter(|_| page.attr(id, name::ROLE) == Some("checkbox"));
        aria.or_else(|| page.attr_by_text(id, "data-checked")).map(|value| value == "true")
    };
    if let Some(done) = said(item) {
        return Some(done);
    }
    for id in page.descendants(item).take(MAX_NODES) {
        if page.is_text(id) && !fold::is_blank(page.text(id)) {
            return None;
        }
        if matches!(Role::of(page.name(id)), Role::List { .. }) {
            return None;
        }
        let kind = page.attr(id, name::TYPE).unwrap_or("");
        if page.name(id) == name::INPUT && kind.eq_ignore_ascii_case("checkbox") {
            return Some(page.attr_by_text(id, "checked").is_some());
        }
        if let Some(done) = said(id) {
            return Some(done);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(html: &str) -> Option<bool> {
        let page = Page::parse(html);
        let item = page.descendants(page.root()).find(|&n| page.name(n) == name::LI).unwrap();
        of_item(&page, item)
    }

    #[test]
    fn boxes_before_the_words() {
        assert_eq!(done("<li><input type=checkbox checked> Bread"), Some(true));
        assert_eq!(done("<li><label><input type=Checkbox disabled> Milk</label>"), Some(false));
        assert_eq!(done("<li role=checkbox aria-checked=true>Bread"), Some(true));
        assert_eq!(done("<li data-checked=false><p>Bread"), Some(false));
        assert_eq!(done("<li>Tick <input type=checkbox> here"), None);
        assert_eq!(done("<li><input type=text> Bread"), None);
    }
}
