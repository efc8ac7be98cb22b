//! What of a page may be media, whatever text is kept: found once and asked by every extractor.

use super::kind;
use crate::NodeSet;
use dehusk_page::{Name, NodeId, Page, name};
use std::ops::Range;

/// The media of a page and the elements that decide about them.
#[derive(Debug)]
pub struct Media {
    candidates: Vec<Candidate>,
    found: NodeSet,
}

/// An element of the body that is a medium, or has a say about media in it.
#[derive(Debug)]
pub(super) struct Candidate {
    pub node: NodeId,
    /// The node after its subtree.
    pub end: NodeId,
    pub role: Role,
    /// Whether it is in a link that leads elsewhere than to the picture itself.
    pub is_teaser: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    Medium,
    /// A medium where its figure is kept as one.
    Drawing,
    Figure,
    /// The caption of a figure.
    Caption,
    /// An element whose media are not the content's, unless its own text is.
    Aside,
}

impl Candidate {
    /// It and all below it.
    pub fn nodes(&self) -> Range<NodeId> {
        self.node..self.end
    }
}

impl Media {
    /// Looks for them in a page.
    pub fn of(page: &Page) -> Media {
        let mut media = Media { candidates: Vec::new(), found: NodeSet::new(page.len()) };
        let mut figure_end = NodeId::ROOT;
        for node in page.subtree(page.root()) {
            let role = match page.name(node) {
                name::FIGURE => {
                    figure_end = figure_end.max(page.end(node));
                    Role::Figure
                }
                name::FIGCAPTION => Role::Caption,
                tag if is_aside(tag) => Role::Aside,
                tag if kind::may_be_medium(tag) => {
                    match media.medium(page, node, node < figure_end) {
                        Some(role) => role,
                        None => continue,
                    }
                }
                _ => continue,
            };
            media.add(page, node, role);
        }
        media.leave_what_counts(page);
        media
    }

    /// The role of an element that may be a medium.
    fn medium(&mut self, page: &Page, node: NodeId, in_figure: bool) -> Option<Role> {
        let is_medium = kind::is_medium(page, node);
        let is_drawing = in_figure && page.name(node) == name::SVG;
        if is_medium || is_drawing && is_near_figure(page, node) {
            self.found.insert(node);
        }
        match (is_medium, is_drawing) {
            (true, _) => Some(Role::Medium),
            (false, true) => Some(Role::Drawing),
            (false, false) => None,
        }
    }

    fn add(&mut self, page: &Page, node: NodeId, role: Role) {
        let asked = matches!(role, Role::Medium | Role::Figure);
        let is_teaser = asked && is_in_teaser_link(page, node);
        self.candidates.push(Candidate { node, end: page.end(node), role, is_teaser });
    }

    /// Leaves the candidates in the body, and none where no medium is among them.
    fn leave_what_counts(&mut self, page: &Page) {
        let body = page.body().map_or(NodeId::ROOT..NodeId::ROOT, |body| body..page.end(body));
        self.candidates.retain(|candidate| body.contains(&candidate.node));
        let is_medium = |c: &Candidate| matches!(c.role, Role::Medium | Role::Drawing);
        if !self.candidates.iter().any(is_medium) {
            self.candidates.clear();
        }
    }

    /// In document order.
    pub(super) fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Whether an element is a medium that belongs to the content it stands in, and not decoration.
    pub fn contains(&self, node: NodeId) -> bool {
        self.found.contains(node)
    }
}

fn is_aside(tag: Name) -> bool {
    matches!(tag, name::NAV | name::ASIDE | name::FOOTER | name::NOSCRIPT | name::TEMPLATE)
}

fn is_near_figure(page: &Page, node: NodeId) -> bool {
    page.ancestors(node).take(4).any(|a| page.name(a) == name::FIGURE)
}

/// Whether the node is in a link that leads elsewhere than to the picture itself.
fn is_in_teaser_link(page: &Page, node: NodeId) -> bool {
    let link = page.ancestors(node).take(4).find(|&a| page.name(a) == name::A);
    link.and_then(|a| page.attr(a, name::HREF)).is_some_and(|to| !kind::is_picture_address(to))
}
