//! The shape of a block's place: the elements around it, told by their tags, classes and ids.
//!
//! Pages of a site come out of the same templates, so that what stands at a place of one shape on one page
//! is of the same kind as what stands there on the next. Numbers are left out of names, because templates
//! count (`post-1734`), and positions are too: a paragraph is a paragraph wherever it comes.

use dehusk_blocks::Containers;
use dehusk_extract::Document;
use dehusk_page::{NodeId, Page, name};
use twox_hash::XxHash3_64;

/// Names of one element that count; templates that write dozens write a page's own ones.
const MOST_NAMES: usize = 4;
/// Bytes of a description.
const MOST_BYTES: usize = 48;

/// The hash of a place's shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(pub u32);

/// The shapes of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageShapes {
    /// The shape of each block's place, in the order of the blocks.
    pub blocks: Vec<Shape>,
    /// How each of these looks to a person, each once: the end of its path.
    pub described: Vec<(Shape, String)>,
}

impl PageShapes {
    /// Of a document.
    ///
    /// ```
    /// use dehusk_extract::Document;
    /// use dehusk_page::Page;
    /// use dehusk_site::PageShapes;
    /// let html = "<div class=post-17><p>One</div><div class=post-18><p>Two</div><div class=menu><p>Three</div>";
    /// let shapes = PageShapes::of(&Document::new(Page::parse(html)));
    /// assert!(shapes.blocks[0] == shapes.blocks[1] && shapes.blocks[1] != shapes.blocks[2]);
    /// assert!(shapes.described.iter().any(|(_, path)| path.ends_with("div.menu>p")));
    /// ```
    pub fn of(document: &Document) -> PageShapes {
        let (page, containers) = (document.page(), document.containers());
        let list = containers.list();
        let mut elements = Elements::default();
        let mut ways: Vec<u64> = Vec::with_capacity(list.len());
        for container in list {
            // Elements stand behind those around them.
            let above = container.parent.and_then(|parent| ways.get(parent as usize).copied());
            let text = elements.add(page, container.node);
            ways.push(XxHash3_64::oneshot_with_seed(above.unwrap_or_default(), text.as_bytes()));
        }
        let mut shapes = PageShapes::default();
        let mut holders: Vec<(Shape, usize)> = Vec::new();
        for block in 0..document.blocks().len() {
            let holder = containers.of_block(block);
            let shape = Shape(ways.get(holder).copied().unwrap_or_default() as u32);
            shapes.blocks.push(shape);
            holders.push((shape, holder));
        }
        holders.sort_unstable();
        holders.dedup_by_key(|(shape, _)| *shape);
        let described = |(shape, holder)| (shape, elements.path(containers, holder));
        shapes.described = holders.into_iter().map(described).collect();
        shapes
    }
}

/// The containers of a page as a selector has them, each described once.
#[derive(Debug, Default)]
struct Elements {
    texts: String,
    ends: Vec<usize>,
}

impl Elements {
    /// Describes the next one.
    fn add(&mut self, page: &Page, node: NodeId) -> &str {
        let start = self.texts.len();
        if page.is_element(node) {
            describe(page, node, &mut self.texts);
        }
        self.ends.push(self.texts.len());
        self.texts.get(start..).unwrap_or_default()
    }

    fn get(&self, at: usize) -> &str {
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let end = self.ends.get(at).copied().unwrap_or_default();
        self.texts.get(start.unwrap_or_default()..end).unwrap_or_default()
    }

    /// As many of the last elements of a path as have room.
    fn path(&self, containers: &Containers, holder: usize) -> String {
        let (mut last, mut length) = (Vec::new(), 0);
        for at in containers.chain(holder) {
            let one = self.get(at);
            if one.is_empty() || (length + one.len() >= MOST_BYTES && length > 0) {
                break;
            }
            length += one.len() + 1;
            last.push(one);
        }
        last.reverse();
        let mut path = last.join(">");
        let end = path.char_indices().map(|(at, _)| at).take_while(|&at| at <= MOST_BYTES).last();
        if path.len() > MOST_BYTES {
            path.truncate(end.unwrap_or_default());
        }
        path
    }
}

/// The element's name, and its own names without digits, as a selector has them.
fn describe(page: &Page, node: NodeId, out: &mut String) {
    out.push_str(page.tag(node));
    let mut add = |mark: char, word: &str| {
        out.push(mark);
        out.extend(word.chars().filter(|c| !c.is_ascii_digit()));
    };
    let id = page.attr(node, name::ID).unwrap_or_default();
    id.split_ascii_whitespace().take(1).for_each(|id| add('#', id));
    let classes = page.attr(node, name::CLASS).unwrap_or_default();
    classes.split_ascii_whitespace().take(MOST_NAMES).for_each(|class| add('.', class));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> PageShapes {
        PageShapes::of(&Document::new(Page::parse(html)))
    }

    #[test]
    fn tags_names_and_what_is_above_make_a_shape() {
        let one =
            of("<div id=a><p class=x>1</p><p class=y>2</p></div><div id=b><p class=x>3</div>");
        assert_eq!(one.described.len(), 3);
        assert_eq!(of("<p>a<p>b").blocks[0], of("<p>c").blocks[0]);
        assert_ne!(of("<p>a").blocks[0], of("<h2>a").blocks[0]);
    }

    #[test]
    fn descriptions_are_short() {
        let long = "ä".repeat(90);
        let shapes = of(&format!("<div class={long}><p>a</div><p id={long}>b"));
        assert!(
            shapes.described.iter().all(|(_, path)| path.len() <= MOST_BYTES && !path.is_empty())
        );
    }

    #[test]
    fn a_page_without_text_has_none() {
        assert_eq!(of("<div></div>"), PageShapes::default());
    }
}
