//! A node of a page as selectors see it.

use super::names::{Names, Never, Value, Word};
use dehusk_page::{Namespace, NodeId, Page, name};
use selectors::OpaqueElement;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::matching::{ElementSelectorFlags, MatchingContext};
use std::ptr::NonNull;

/// An element of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'p> {
    pub page: &'p Page,
    pub id: NodeId,
}

impl Element<'_> {
    fn at(&self, id: NodeId) -> Self {
        Element { page: self.page, id }
    }

    fn next_in(
        &self,
        mut from: Option<NodeId>,
        step: impl Fn(NodeId) -> Option<NodeId>,
    ) -> Option<Self> {
        while let Some(id) = from {
            if self.page.is_element(id) {
                return Some(self.at(id));
            }
            from = step(id);
        }
        None
    }
}

impl selectors::Element for Element<'_> {
    type Impl = Names;

    fn opaque(&self) -> OpaqueElement {
        // An address that is never followed: one after the node's number, since none is zero.
        let address = std::ptr::without_provenance_mut(self.id.index() + 1);
        OpaqueElement::from_ptr(NonNull::new(address).unwrap_or(NonNull::dangling()))
    }

    fn parent_element(&self) -> Option<Self> {
        self.page.parent(self.id).filter(|&id| self.page.is_element(id)).map(|id| self.at(id))
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.next_in(self.page.prev_sibling(self.id), |id| self.page.prev_sibling(id))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.next_in(self.page.next_sibling(self.id), |id| self.page.next_sibling(id))
    }

    fn first_element_child(&self) -> Option<Self> {
        self.next_in(self.page.first_child(self.id), |id| self.page.next_sibling(id))
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.page.namespace(self.id) == Namespace::Html
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.page.tag(self.id) == name
    }

    fn has_namespace(&self, _: &str) -> bool {
        true
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.page.name(self.id) == other.page.name(other.id)
    }

    fn attr_matches(
        &self,
        _: &NamespaceConstraint<&Word>,
        name: &Word,
        operation: &AttrSelectorOperation<&Value>,
    ) -> bool {
        let value = self.page.attr_by_text(self.id, name.as_ref());
        value.is_some_and(|value| operation.eval_str(value))
    }

    fn match_non_ts_pseudo_class(&self, state: &Never, _: &mut MatchingContext<'_, Names>) -> bool {
        match *state {}
    }

    fn match_pseudo_element(&self, part: &Never, _: &mut MatchingContext<'_, Names>) -> bool {
        match *part {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        self.page.name(self.id) == name::A && self.page.attr(self.id, name::HREF).is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Word, case: CaseSensitivity) -> bool {
        let own = self.page.attr(self.id, name::ID);
        own.is_some_and(|own| case.eq(own.as_bytes(), id.as_ref().as_bytes()))
    }

    fn has_class(&self, class: &Word, case: CaseSensitivity) -> bool {
        let own = self.page.attr(self.id, name::CLASS).unwrap_or("");
        own.split_ascii_whitespace().any(|word| case.eq(word.as_bytes(), class.as_ref().as_bytes()))
    }

    fn has_custom_state(&self, _: &Word) -> bool {
        false
    }

    fn imported_part(&self, _: &Word) -> Option<Word> {
        None
    }

    fn is_part(&self, _: &Word) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        let says = |id| {
            self.page.is_element(id) || !self.page.text(id).is_empty() && self.page.is_text(id)
        };
        !self.page.children(self.id).any(says)
    }

    fn is_root(&self) -> bool {
        self.page.html() == Some(self.id)
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}
