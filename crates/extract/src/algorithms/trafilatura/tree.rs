//! The page without what has been left out of it, and what its elements hold.

use super::super::shared::folded_chars;
use super::names::{CONTENT, Found, UNWANTED};
use crate::NodeSet;
use dehusk_page::{Kind, NodeId, Page, name};

/// What is looked up of the page's nodes again and again, by their index.
pub(super) struct Facts {
    /// Characters of texts.
    chars: Vec<u32>,
    unwanted: Vec<Found>,
    content: Vec<Found>,
}

impl Facts {
    pub fn of(page: &Page) -> Facts {
        let mut chars = vec![0; page.len()];
        let mut unwanted = vec![Found::default(); page.len()];
        let mut content = unwanted.clone();
        for node in page.subtree(page.root()) {
            match page.kind(node) {
                Kind::Text => chars[node.index()] = folded_chars(page.text(node)),
                Kind::Element => {
                    unwanted[node.index()] = Found::of(&UNWANTED, page, node);
                    content[node.index()] = Found::of(&CONTENT, page, node);
                }
                _ => {}
            }
        }
        Facts { chars, unwanted, content }
    }

    pub fn chars(&self, node: NodeId) -> u32 {
        self.chars[node.index()]
    }

    /// The names of furniture that an element has.
    pub fn unwanted(&self, node: NodeId) -> Found {
        self.unwanted[node.index()]
    }

    /// The names of places for content that an element has.
    pub fn content(&self, node: NodeId) -> Found {
        self.content[node.index()]
    }
}

/// A page of which elements have been taken away.
#[derive(Clone)]
pub(super) struct Tree<'p> {
    pub page: &'p Page,
    pub facts: &'p Facts,
    gone: NodeSet,
}

/// What an element holds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measure {
    pub chars: u32,
    /// Links in it, and of these with text, and with little text.
    pub links: u32,
    pub full_links: u32,
    pub short_links: u32,
    pub link_chars: u32,
}

/// Characters of a link's text below which it is short.
const SHORT: u32 = 10;

impl<'p> Tree<'p> {
    pub fn new(page: &'p Page, facts: &'p Facts) -> Tree<'p> {
        Tree { page, facts, gone: NodeSet::new(page.len()) }
    }

    /// Takes an element away with all that is in it.
    pub fn remove(&mut self, node: NodeId) {
        self.gone.insert(node);
    }

    /// Whether the node itself was taken away; one around it may have been.
    pub fn is_gone(&self, node: NodeId) -> bool {
        self.gone.contains(node)
    }

    /// The elements and texts below a node that are still there, itself first.
    pub fn live(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut nodes = self.page.subtree(root);
        std::iter::from_fn(move || {
            loop {
                let node = nodes.next()?;
                if self.gone.contains(node) && node != root {
                    nodes.skip_subtree(self.page, node);
                } else if matches!(self.page.kind(node), Kind::Element | Kind::Text) {
                    return Some(node);
                }
            }
        })
    }

    /// What every element below a node holds, by index from that node on.
    pub fn measures(&self, root: NodeId) -> Measures {
        let mut all = vec![Measure::default(); self.page.end(root).index() - root.index()];
        let live: Vec<NodeId> = self.live(root).collect();
        for &node in live.iter().rev() {
            let at = node.index() - root.index();
            if self.page.is_text(node) {
                all[at].chars = self.facts.chars(node);
            }
            let Some(parent) = self.page.parent(node).filter(|&p| p >= root) else { continue };
            let mut own = all[at];
            if self.page.name(node) == name::A {
                own.link_chars = own.chars;
                (own.links, own.full_links) =
                    (own.links + 1, own.full_links + u32::from(own.chars > 0));
                own.short_links += u32::from((1..SHORT).contains(&own.chars));
            }
            add(&mut all[parent.index() - root.index()], own);
        }
        Measures { root, all }
    }

    /// The next element beside a node that is still there.
    pub fn next_element(&self, node: NodeId) -> Option<NodeId> {
        let after = |&n: &NodeId| self.page.next_sibling(n);
        let mut next = std::iter::successors(self.page.next_sibling(node), after);
        next.find(|&n| self.page.is_element(n) && !self.gone.contains(n))
    }

    /// Elements among a node's children that are still there.
    pub fn element_children(&self, node: NodeId) -> usize {
        let children = self.page.children(node);
        children.filter(|&c| self.page.is_element(c) && !self.gone.contains(c)).count()
    }
}

fn add(sum: &mut Measure, more: Measure) {
    sum.chars += more.chars + u32::from(sum.chars > 0 && more.chars > 0);
    sum.links += more.links;
    sum.full_links += more.full_links;
    sum.short_links += more.short_links;
    sum.link_chars += more.link_chars;
}

/// The measures of the nodes below one.
pub(super) struct Measures {
    root: NodeId,
    all: Vec<Measure>,
}

impl Measures {
    pub fn of(&self, node: NodeId) -> Measure {
        let at = node.index().checked_sub(self.root.index());
        at.and_then(|at| self.all.get(at)).copied().unwrap_or_default()
    }
}
