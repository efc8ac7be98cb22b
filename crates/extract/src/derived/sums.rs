//! What every element holds: characters, tags and links of its subtree, in one pass, and words in another.

use super::is_skipped;
use dehusk_page::{Kind, NodeId, Page, name};

/// Sums over a subtree. For a text node they are its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Characters, white space folded.
    pub chars: u32,
    /// Of these, in links.
    pub link_chars: u32,
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
        self.tags += more.tags;
        self.link_tags += more.link_tags;
        self.texts += more.texts;
    }

    /// What was added since there was so much.
    fn since(self, before: Sums) -> Sums {
        Sums {
            chars: self.chars - before.chars,
            link_chars: self.link_chars - before.link_chars,
            tags: self.tags - before.tags,
            link_tags: self.link_tags - before.link_tags,
            texts: self.texts - before.texts,
        }
    }
}

/// The sums of every node of the body by its index; those outside and those that no reader sees are empty.
pub(super) fn of(page: &Page, chars: &[u32]) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); page.len()];
    let Some(body) = page.body() else { return sums };
    let (mut now, mut link_end) = (Sums::default(), body);
    // An open element holds what had been seen before it, until it is known what has been seen at its end.
    let mut open = vec![body];
    let mut nodes = page.descendants(body);
    while let Some(node) = nodes.next() {
        while let Some(closed) = open.pop_if(|o| page.end(*o) <= node) {
            sums[closed.index()] = now.since(sums[closed.index()]);
        }
        match page.kind(node) {
            Kind::Text => {
                let own = text(chars[node.index()], node < link_end);
                sums[node.index()] = own;
                now.add(own);
            }
            Kind::Element if is_skipped(page.name(node)) => nodes.skip_subtree(page, node),
            Kind::Element => {
                now.tags += 1;
                if page.name(node) == name::A {
                    now.link_tags += 1;
                    link_end = link_end.max(page.end(node));
                }
                if page.first_child(node).is_some() {
                    sums[node.index()] = now;
                    open.push(node);
                }
            }
            _ => {}
        }
    }
    for closed in open {
        sums[closed.index()] = now.since(sums[closed.index()]);
    }
    sums
}

fn text(chars: u32, linked: bool) -> Sums {
    if chars == 0 {
        return Sums::default();
    }
    Sums { chars, link_chars: if linked { chars } else { 0 }, texts: 1, ..Sums::default() }
}

/// The words below every node of the body by its index, for the words of each text; those that no reader sees are
/// left out.
pub(super) fn of_words(page: &Page, words: &[u32]) -> Vec<u32> {
    let mut sums = vec![0; page.len()];
    let Some(body) = page.body() else { return sums };
    let mut nodes = page.descendants(body);
    while let Some(node) = nodes.next() {
        match page.kind(node) {
            Kind::Text => sums[node.index()] = words[node.index()],
            Kind::Element if is_skipped(page.name(node)) => nodes.skip_subtree(page, node),
            _ => {}
        }
    }
    // Children come after their parents in the document, so that from behind every sum is done when it is added.
    for index in (body.index() + 1..page.end(body).index()).rev() {
        if let (Some(parent), true) = (page.parent(NodeId::from_index(index)), sums[index] > 0) {
            sums[parent.index()] += sums[index];
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;

    #[test]
    fn a_subtree_is_summed_once() {
        let html = "<div><p>one two <a href=x><b>three</b></a></p> <br></div>four";
        let document = Document::new(Page::parse(html));
        let (page, sums, words) = (document.page(), document.sums(), document.word_sums());
        let body = page.body().unwrap();
        let div = page.first_child(body).unwrap();
        let expected = Sums { chars: 12, link_chars: 5, tags: 4, link_tags: 1, texts: 2 };
        assert_eq!(sums[div.index()], expected);
        assert_eq!((sums[body.index()].chars, sums[body.index()].tags), (16, 5));
        assert_eq!((words[div.index()], words[body.index()]), (3, 4));
    }

    #[test]
    fn scripts_are_empty() {
        let html = "<p>one<script>two three</script><textarea>four</textarea>";
        let document = Document::new(Page::parse(html));
        let body = document.page().body().unwrap().index();
        assert_eq!((document.sums()[body].chars, document.word_sums()[body]), (3, 1));
    }
}
