//! A page without some of its parts, for those who know better than any extractor what is not content.

use crate::limits::Warning;
use crate::page::{NIL, NodeId, Page};
use crate::parse::set_ends;

impl Page {
    /// The page without the nodes that `drops` names, and all that is below them. It is asked from the outside to the
    /// inside and in document order. Ids of the old page mean nothing in the new one.
    ///
    /// ```
    /// use dehusk_page::{Page, name};
    /// let page = Page::parse("<p>One<nav>Menu</nav><p>Two");
    /// let without = page.without(|page, id| page.name(id) == name::NAV);
    /// assert_eq!(without.text_content(without.root()), "OneTwo");
    /// ```
    pub fn without(mut self, drops: impl Fn(&Page, NodeId) -> bool) -> Page {
        let mut places = vec![NIL; self.nodes.len()];
        let mut kept = Vec::with_capacity(self.nodes.len());
        let mut id = NodeId::ROOT;
        while id.index() < self.len() {
            if id != NodeId::ROOT && drops(&self, id) {
                id = self.end(id);
                continue;
            }
            places[id.index()] = kept.len() as u32;
            kept.push(*self.node(id));
            id = NodeId::from_index(id.index() + 1);
        }
        // In document order a node's siblings before it are there already.
        for here in 0..kept.len() {
            let parent = places.get(kept[here].parent as usize).copied().unwrap_or(NIL);
            let node = &mut kept[here];
            (node.parent, node.first, node.last, node.prev, node.next) =
                (parent, NIL, NIL, NIL, NIL);
            let Some(holder) = kept.get_mut(parent as usize) else { continue };
            let before = std::mem::replace(&mut holder.last, here as u32);
            match kept.get_mut(before as usize) {
                Some(before_node) => before_node.next = here as u32,
                None => kept[parent as usize].first = here as u32,
            }
            kept[here].prev = before;
        }
        set_ends(&mut kept);
        self.nodes = kept;
        if self.body().is_none_or(|body| self.first_child(body).is_none()) {
            self.warnings.push(Warning::NothingLeft);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(page: &Page, id: NodeId) -> String {
        let inside: Vec<String> = page.children(id).map(|child| outline(page, child)).collect();
        match page.is_text(id) {
            true => page.text(id).to_string(),
            false => format!("{}({})", page.tag(id), inside.join(",")),
        }
    }

    #[test]
    fn what_is_left_is_a_page() {
        let page = Page::parse("<div>a<b>x</b>c</div><p>d<i>y</i></p><b>z</b>");
        let without = page.without(|page, id| page.tag(id) == "b");
        let body = without.body().unwrap();
        assert_eq!(outline(&without, body), "body(div(a,c),p(d,i(y)))");
        for id in without.descendants(without.root()) {
            let parent = without.parent(id).unwrap();
            assert!(without.contains(parent, id) && without.end(id) <= without.end(parent));
            assert!(without.children(parent).any(|child| child == id));
            assert_eq!(
                without.prev_sibling(id).map(|p| without.next_sibling(p)),
                without.prev_sibling(id).map(|_| Some(id))
            );
        }
    }

    #[test]
    fn nothing_and_everything_can_be_left_out() {
        let page = Page::parse("<p>a");
        assert_eq!(page.clone().without(|_, _| false).len(), page.len());
        let nothing = page.without(|_, _| true);
        assert_eq!((nothing.len(), nothing.warnings()), (1, &[Warning::NothingLeft][..]));
    }
}
