//! Where the content stands, so that what is looked for in it is not looked for in all of the page.

use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page};

/// The smallest element that holds all kept leaves.
pub(super) fn around(page: &Page, kept: &NodeSet) -> Option<NodeId> {
    let whole = page.root()..NodeId::from_index(page.len());
    let (first, last) = (kept.first_in(whole.clone())?, kept.last_in(whole)?);
    let around = page.ancestors(first).find(|&element| last < page.end(element));
    Some(around.unwrap_or(page.root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_element_is_found() {
        let page = Page::parse("<main><p>a</p><div><p>b</p><p>c</p></div></main>");
        let around = |letters: &str| {
            let mut kept = NodeSet::new(page.len());
            let is_kept = |&n: &NodeId| page.is_text(n) && letters.contains(page.text(n));
            kept.extend(page.descendants(page.root()).filter(is_kept));
            super::around(&page, &kept).map(|id| page.tag(id).to_string())
        };
        assert_eq!(around("bc").as_deref(), Some("div"));
        assert_eq!(around("ac").as_deref(), Some("main"));
        assert_eq!(around("b").as_deref(), Some("p"));
        assert_eq!(around("x"), None);
    }
}
