//! The links of a page.

use crate::content::{Base, folded_text};
use dehusk_extract::NodeSet;
use dehusk_page::{Namespace, NodeId, Page, name};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A link of a page to a web page, a mail address or a telephone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Link<'a> {
    /// What it says, with white space folded; empty where it holds images only, cut where it is very long.
    pub text: Cow<'a, str>,
    /// Where it leads: absolute where the page's address is known.
    pub url: String,
    /// Its `rel` attribute, as written.
    pub rel: Option<Cow<'a, str>>,
    /// Whether anything in it is content.
    pub kept: bool,
}

/// The links of a page; `kept` are the leaves that are content.
pub(super) fn links<'a>(
    page: &'a Page,
    kept: &'a NodeSet,
    base: Base,
) -> impl Iterator<Item = Link<'a>> {
    anchors(page).filter_map(move |id| {
        Some(Link {
            url: base.link(page.attr(id, name::HREF)?)?,
            text: folded_text(page, id),
            rel: page.attr(id, name::REL).map(Cow::Borrowed),
            kept: kept.any_in(id..page.end(id)),
        })
    })
}

/// The `a` elements of a page; what stands in a template is not shown.
fn anchors(page: &Page) -> impl Iterator<Item = NodeId> {
    let mut nodes = page.descendants(page.root());
    std::iter::from_fn(move || {
        loop {
            let id = nodes.next()?;
            match page.name(id) {
                name::TEMPLATE if page.is_element(id) => nodes.skip_subtree(page, id),
                name::A if page.is_element(id) && page.namespace(id) == Namespace::Html => {
                    return Some(id);
                }
                _ => {}
            }
        }
    })
}
