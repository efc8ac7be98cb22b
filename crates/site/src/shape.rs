//! The shape of a block's place: the elements around it, told by their tags, classes and ids.
//!
//! Pages of a site come out of the same templates, so that what stands at a place of one shape on one page
//! is of the same kind as what stands there on the next. Numbers are left out of names, because templates
//! count (`post-1734`), and positions are too: a paragraph is a paragraph wherever it comes.

use dehusk_extract::Document;
use dehusk_page::{NodeId, Page, name};
use twox_hash::XxHash3_64;

/// Names of one element that count; templates that write dozens write a page's own ones.
const MOST_NAMES: usize = 4;

/// The hash of a place's shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(pub u32);

/// The shape of each block's place, in the order of the blocks.
///
/// ```
/// use dehusk_extract::Document;
/// use dehusk_page::Page;
/// let html = "<div class=post-17><p>One</div><div class=post-18><p>Two</div><div class=menu><p>Three</div>";
/// let shapes = dehusk_site::shapes(&Document::new(Page::parse(html)));
/// assert!(shapes[0] == shapes[1] && shapes[1] != shapes[2]);
/// ```
pub fn shapes(document: &Document) -> Vec<Shape> {
    let (page, containers) = (document.page(), document.containers());
    let mut ways: Vec<u64> = Vec::with_capacity(containers.list().len());
    let mut letters = Vec::new();
    for container in containers.list() {
        // Elements stand behind those around them.
        let above = container.parent.and_then(|parent| ways.get(parent as usize).copied());
        describe(page, container.node, &mut letters);
        ways.push(XxHash3_64::oneshot_with_seed(above.unwrap_or_default(), &letters));
    }
    let shape = |block| ways.get(containers.of_block(block)).copied().unwrap_or_default();
    (0..document.blocks().len()).map(|block| Shape(shape(block) as u32)).collect()
}

/// The element's name, and its own names without digits.
fn describe(page: &Page, node: NodeId, out: &mut Vec<u8>) {
    out.clear();
    out.extend_from_slice(page.tag(node).as_bytes());
    let id = page.attr(node, name::ID).unwrap_or_default();
    let classes = page.attr(node, name::CLASS).unwrap_or_default();
    for word in std::iter::once(id).chain(classes.split_ascii_whitespace().take(MOST_NAMES)) {
        out.push(b'.');
        out.extend(word.bytes().filter(|b| !b.is_ascii_digit()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<Shape> {
        shapes(&Document::new(Page::parse(html)))
    }

    #[test]
    fn tags_names_and_what_is_above_make_a_shape() {
        let one =
            of("<div id=a><p class=x>1</p><p class=y>2</p></div><div id=b><p class=x>3</div>");
        let mut different = one.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 3);
        assert_eq!(of("<p>a<p>b")[0], of("<p>c")[0]);
        assert_ne!(of("<p>a")[0], of("<h2>a")[0]);
    }

    #[test]
    fn a_page_without_text_has_none() {
        assert!(of("<div></div>").is_empty());
    }
}
