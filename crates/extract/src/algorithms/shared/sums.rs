//! What every element holds: characters, words, tags and links of its subtree, in one pass.

use super::is_skipped;
use dehusk_page::{Kind, NodeId, Page, name};

/// Sums over a subtree. For a text node they are its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    /// Characters, white space folded.
    pub chars: u32,
    /// Of these, in links.
    pub link_chars: u32,
    pub words: u32,
    pub link_words: u32,
    /// Elements below the node.
    pub tags: u32,
    /// Of these, `a` elements.
    pub link_tags: u32,
    /// Text nodes that are not blank.
    pub texts: u32,
}

impl Sums {
    fn add(&mut self, more: Sums) {
        self.chars += more.chars;
        self.link_chars += more.link_chars;
        self.words += more.words;
        self.link_words += more.link_words;
        self.tags += more.tags;
        self.link_tags += more.link_tags;
        self.texts += more.texts;
    }
}

/// The sums of every node of the body by its index; those outside and those that no reader sees are empty.
pub(crate) fn of(page: &Page, chars: &[u32], words: &[u32]) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); page.len()];
    let Some(body) = page.body() else { return sums };
    let mut link_end = body;
    let mut seen = Vec::new();
    let mut nodes = page.descendants(body);
    while let Some(node) = nodes.next() {
        match page.kind(node) {
            Kind::Text => {
                let at = node.index();
                sums[at] = text(chars[at], words[at], node < link_end);
            }
            Kind::Element if is_skipped(page.name(node)) => {
                nodes.skip_subtree(page, node);
                continue;
            }
            Kind::Element if page.name(node) == name::A => link_end = link_end.max(page.end(node)),
            Kind::Element => {}
            _ => continue,
        }
        seen.push(node);
    }
    add_to_parents(page, &seen, &mut sums);
    sums
}

/// Children come after their parents in the document, so that from behind every sum is done when it is added.
fn add_to_parents(page: &Page, seen: &[NodeId], sums: &mut [Sums]) {
    for &node in seen.iter().rev() {
        let Some(parent) = page.parent(node) else { continue };
        let mut own = sums[node.index()];
        if page.is_element(node) {
            own.tags += 1;
            own.link_tags += u32::from(page.name(node) == name::A);
        }
        sums[parent.index()].add(own);
    }
}

fn text(chars: u32, words: u32, linked: bool) -> Sums {
    if chars == 0 {
        return Sums::default();
    }
    let (link_chars, link_words) = if linked { (chars, words) } else { (0, 0) };
    Sums { chars, link_chars, words, link_words, texts: 1, ..Sums::default() }
}

/// The sums of a page that has no document.
#[cfg(test)]
pub(crate) fn of_page(page: &Page) -> Vec<Sums> {
    let chars = super::text_chars(page);
    of(page, &chars, &super::text_words(page, &chars))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subtree_is_summed_once() {
        let page = Page::parse("<div><p>one two <a href=x><b>three</b></a></p> <br></div>four");
        let sums = of_page(&page);
        let body = page.body().unwrap();
        let div = page.first_child(body).unwrap();
        let expected = Sums {
            chars: 12,
            link_chars: 5,
            words: 3,
            link_words: 1,
            tags: 4,
            link_tags: 1,
            texts: 2,
        };
        assert_eq!(sums[div.index()], expected);
        assert_eq!((sums[body.index()].words, sums[body.index()].tags), (4, 5));
    }

    #[test]
    fn scripts_are_empty() {
        let page = Page::parse("<p>one<script>two three</script>");
        assert_eq!(of_page(&page)[page.body().unwrap().index()].words, 1);
    }
}
