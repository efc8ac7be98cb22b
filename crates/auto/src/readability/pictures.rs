//! Pictures that scripts would have put in place.
//!
//! Pages that load pictures late leave an empty `img` and repeat the picture in a `noscript` behind it.
//! The reference drops empty pictures and lets the repeated one take the place of the one in front.

use dehusk_page::{NodeId, Page, name};
use std::collections::HashMap;

/// A picture is not wrapped deeper than that.
const MAX_WRAPPING: usize = 64;

/// Whether an `img` has no address at all, under any name.
#[inline]
pub(super) fn is_empty_picture(page: &Page, id: NodeId) -> bool {
    page.name(id) == name::IMG && !has_address(page, id)
}

fn has_address(page: &Page, id: NodeId) -> bool {
    let sources = [name::SRC, name::SRCSET, name::DATA_SRC, name::DATA_SRCSET];
    page.attrs(id).any(|(n, value)| sources.contains(&n) || has_picture_file(value))
}

/// Elements that hold one picture, each with the element of a `noscript` that takes its place.
pub(super) fn replacements(page: &Page, noscripts: &[NodeId]) -> HashMap<NodeId, NodeId> {
    noscripts.iter().filter_map(|&noscript| replacement(page, noscript)).collect()
}

fn replacement(page: &Page, noscript: NodeId) -> Option<(NodeId, NodeId)> {
    let picture = single_picture(page, noscript)?;
    let mut before = std::iter::successors(page.prev_sibling(noscript), |&n| page.prev_sibling(n));
    let placeholder = before
        .find(|&n| page.is_element(n) && !is_empty_picture(page, n))
        .filter(|&n| page.name(n) == name::IMG || single_picture(page, n).is_some())?;
    Some((placeholder, picture))
}

/// The only element in a node that has no text and, at some depth, one picture.
fn single_picture(page: &Page, id: NodeId) -> Option<NodeId> {
    let first = only_element(page, id)?;
    let mut at = first;
    for _ in 0..MAX_WRAPPING {
        if page.name(at) == name::IMG {
            return Some(first);
        }
        at = only_element(page, at)?;
    }
    None
}

fn only_element(page: &Page, id: NodeId) -> Option<NodeId> {
    let mut only = None;
    for child in page.children(id) {
        if page.is_text(child) && !page.text(child).trim().is_empty() {
            return None;
        }
        if page.is_element(child) && !is_empty_picture(page, child) && only.replace(child).is_some()
        {
            return None;
        }
    }
    only
}

/// Whether a value names a picture's file.
fn has_picture_file(value: &str) -> bool {
    let endings = ["jpg", "jpeg", "png", "webp"];
    value.match_indices('.').any(|(at, _)| {
        let rest = value.get(at + 1..).unwrap_or_default();
        endings
            .iter()
            .any(|e| rest.get(..e.len()).is_some_and(|start| start.eq_ignore_ascii_case(e)))
    })
}

/// Whether an attribute of a `figure` that has no picture holds the address of one that a script would
/// have put there: a file alone, or a list of files with sizes.
pub(super) fn names_late_picture(value: &str) -> bool {
    let endings = [".jpg", ".jpeg", ".png", ".webp"];
    let sized = |rest: &str| {
        let size = rest.trim_start();
        size.len() < rest.len() && size.starts_with(|c: char| c.is_ascii_digit())
    };
    let alone = !value.trim().contains(char::is_whitespace);
    endings.iter().any(|ending| {
        value.match_indices(ending).any(|(at, _)| {
            let rest = value.get(at + ending.len()..).unwrap_or_default();
            sized(rest) || (alone && !value.get(..at).unwrap_or_default().trim().is_empty())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::landmarks::Landmarks;
    use super::*;

    fn find(page: &Page, id: &str) -> NodeId {
        page.descendants(page.root()).find(|&n| page.attr(n, name::ID) == Some(id)).unwrap()
    }

    #[test]
    fn a_picture_without_address_is_empty() {
        let page = Page::parse(
            "<img id=a alt=x><img id=b src=x><img id=c data-late='p/q.PNG?x'><img id=d data-x=y>",
        );
        let empty = ["a", "b", "c", "d"].map(|id| is_empty_picture(&page, find(&page, id)));
        assert_eq!(empty, [true, false, false, true]);
    }

    #[test]
    fn a_noscript_picture_replaces_the_one_in_front() {
        let page = Page::parse(
            "<div id=old><img src=small.jpg></div><noscript><a id=new><img src=big.jpg></a></noscript>",
        );
        let map = replacements(&page, &Landmarks::of(&page).noscripts);
        assert_eq!(map.get(&find(&page, "old")), Some(&find(&page, "new")));
        assert_eq!(map.len(), 1);
    }

    #[test]
    fn nothing_is_replaced_where_there_is_more_than_a_picture() {
        for html in [
            "<p>words</p><noscript><img src=a.jpg></noscript>",
            "<img src=a.jpg><noscript>words <img src=b.jpg></noscript>",
            "<img src=a.jpg><noscript><img src=b.jpg><img src=c.jpg></noscript>",
            "<img src=a.jpg><p>words</p><noscript><img src=b.jpg></noscript>",
        ] {
            let page = Page::parse(html);
            assert!(replacements(&page, &Landmarks::of(&page).noscripts).is_empty(), "{html}");
        }
    }

    #[test]
    fn late_pictures_are_files_or_lists_of_files() {
        assert!(names_late_picture(" /a/b.jpg?w=3 "));
        assert!(names_late_picture("a.png 300w, b.png 600w"));
        assert!(!names_late_picture("see a.jpg there"));
        assert!(!names_late_picture("a.gif"));
        assert!(!names_late_picture(".jpg"));
    }
}
