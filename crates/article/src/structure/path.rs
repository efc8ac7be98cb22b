//! Where an element stands in its page, as a CSS selector that names it and no other.

use dehusk_page::{Name, NodeId, Page};
use std::collections::HashMap;
use std::fmt::Write;

/// Makes paths, and remembers what it counted.
pub(crate) struct Paths<'p> {
    page: &'p Page,
    /// The place of an element among those of its name beside it, none where it is the only one.
    places: HashMap<NodeId, Option<u32>>,
}

impl<'p> Paths<'p> {
    pub fn new(page: &'p Page) -> Paths<'p> {
        Paths { page, places: HashMap::new() }
    }

    /// The path of an element from the page's root.
    ///
    /// It is made of names and places alone: ids and classes need not be the same the next time.
    pub fn of(&mut self, id: NodeId) -> String {
        let mut way: Vec<NodeId> = std::iter::once(id).chain(self.page.ancestors(id)).collect();
        way.retain(|&id| self.page.is_element(id));
        way.reverse();
        let mut path = String::new();
        for id in way {
            if !path.is_empty() {
                path.push_str(" > ");
            }
            path.push_str(&escaped(self.page.tag(id)));
            if let Some(place) = self.place(id) {
                let _ = write!(path, ":nth-of-type({place})");
            }
        }
        path
    }

    fn place(&mut self, id: NodeId) -> Option<u32> {
        if let Some(place) = self.places.get(&id) {
            return *place;
        }
        let parent = self.page.parent(id)?;
        let mut counts: HashMap<Name, u32> = HashMap::new();
        let mut beside = Vec::new();
        for child in self.page.children(parent).filter(|&child| self.page.is_element(child)) {
            let count = counts.entry(self.page.name(child)).or_default();
            *count += 1;
            beside.push((child, *count));
        }
        for (child, place) in beside {
            let alone = counts.get(&self.page.name(child)) == Some(&1);
            self.places.insert(child, (!alone).then_some(place));
        }
        self.places.get(&id).copied().flatten()
    }
}

/// A tag's name as an identifier of CSS: pages make up tags with any characters.
fn escaped(tag: &str) -> String {
    let mut out = String::with_capacity(tag.len());
    for (at, c) in tag.char_indices() {
        match c {
            'a'..='z' | 'A'..='Z' | '_' | '-' => out.push(c),
            '0'..='9' if at > 0 => out.push(c),
            c if !c.is_ascii() => out.push(c),
            c => {
                let _ = write!(out, "\\{:x} ", c as u32);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_made_of_names_and_places() {
        let page = Page::parse("<main><p>a<p>b<div><p>c</div></main>");
        let mut paths = Paths::new(&page);
        let texts = page.descendants(page.root()).filter(|&n| page.is_text(n));
        let all: Vec<String> = texts.filter_map(|n| page.parent(n)).map(|n| paths.of(n)).collect();
        let expected = ["p:nth-of-type(1)", "p:nth-of-type(2)", "div > p"];
        assert_eq!(all, expected.map(|end| format!("html > body > main > {end}")));
    }

    #[test]
    fn names_of_tags_are_escaped() {
        assert_eq!(
            (escaped("x-y"), escaped("a:b"), escaped("h1")),
            ("x-y".into(), "a\\3a b".into(), "h1".into())
        );
    }
}
