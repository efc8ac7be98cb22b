//! Atomic text blocks: character data between two tags, where links are no tags.

use super::Measures;
use super::measures::Counter;
use dehusk_extract::{Derived, Document};
use dehusk_page::{Kind, Name, NodeId, Page, name};
use std::ops::Range;

/// An element that the paper looks for around a block, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around(u16);

impl Around {
    /// The elements by the order of their bits.
    pub const TAGS: [Name; 9] =
        [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6, name::P, name::DIV, name::A];

    fn of(tag: Name) -> Around {
        let bit = Around::TAGS.iter().position(|&known| known == tag);
        Around(bit.map_or(0, |bit| 1 << bit))
    }

    fn with(self, other: Around) -> Around {
        Around(self.0 | other.0)
    }

    /// Whether the element of a bit is around.
    pub fn has(self, bit: usize) -> bool {
        self.0 >> bit & 1 == 1
    }

    fn is_link(self) -> bool {
        self.has(Around::TAGS.len() - 1)
    }
}

/// An atomic text block.
#[derive(Clone, Debug)]
pub struct Atom {
    nodes: Range<u32>,
    /// What was measured of its text.
    pub measures: Measures,
    /// The hash of its text, white space aside.
    pub text: u64,
}

/// The atomic text blocks of a page, in document order. Each has a word or a sign at least.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    list: Vec<Atom>,
    nodes: Vec<NodeId>,
}

impl Atoms {
    /// The blocks of a page's body.
    pub fn of(page: &Page) -> Atoms {
        let mut reader = Reader { page, atoms: Atoms::default(), open: Vec::new(), counter: None };
        if let Some(body) = page.body() {
            reader.walk(body);
        }
        reader.atoms
    }

    /// The blocks.
    pub fn list(&self) -> &[Atom] {
        &self.list
    }

    /// The text nodes of a block.
    pub fn nodes(&self, atom: &Atom) -> &[NodeId] {
        self.nodes.get(atom.nodes.start as usize..atom.nodes.end as usize).unwrap_or_default()
    }

    /// All text nodes with text.
    pub fn all_nodes(&self) -> impl Iterator<Item = NodeId> {
        self.nodes.iter().copied()
    }
}

impl Derived for Atoms {
    fn derive(document: &Document) -> Atoms {
        Atoms::of(document.page())
    }
}

/// Whether nothing below an element is text that a reader sees.
fn is_left_out(tag: Name) -> bool {
    matches!(
        tag,
        name::SCRIPT
            | name::STYLE
            | name::NOSCRIPT
            | name::TEMPLATE
            | name::OPTION
            | name::OBJECT
            | name::EMBED
            | name::APPLET
            | name::IFRAME
            | name::NOEMBED
            | name::NOFRAMES
            | name::TEXTAREA
    )
}

struct Reader<'p> {
    page: &'p Page,
    atoms: Atoms,
    /// Elements that are open: the id after their subtree, whether they are links, what is around their content.
    open: Vec<(NodeId, bool, Around)>,
    /// What is counted of the block that is being read, once there is one.
    counter: Option<(Counter, Around, u32)>,
}

impl Reader<'_> {
    fn walk(&mut self, body: NodeId) {
        let mut nodes = self.page.descendants(body);
        while let Some(node) = nodes.next() {
            self.close_before(node);
            match self.page.kind(node) {
                Kind::Text => self.text(node),
                Kind::Element => {
                    let tag = self.page.name(node);
                    let is_link = tag == name::A;
                    if !is_link {
                        self.cut();
                    }
                    if is_left_out(tag) {
                        nodes.skip_subtree(self.page, node);
                        continue;
                    }
                    let around = self.around().with(Around::of(tag));
                    self.open.push((self.page.end(node), is_link, around));
                }
                _ => {}
            }
        }
        self.cut();
    }

    fn around(&self) -> Around {
        self.open.last().map_or(Around::default(), |open| open.2)
    }

    fn close_before(&mut self, node: NodeId) {
        while let Some((_, is_link, _)) = self.open.pop_if(|open| open.0 <= node) {
            if !is_link {
                self.cut();
            }
        }
    }

    fn text(&mut self, node: NodeId) {
        let text = self.page.text(node);
        if self.counter.is_none() && text.trim_start().is_empty() {
            return;
        }
        let around = self.around();
        let start = self.atoms.nodes.len() as u32;
        let (counter, all, _) =
            self.counter.get_or_insert_with(|| (Counter::default(), Around::default(), start));
        counter.add(text, around.is_link());
        *all = all.with(around);
        self.atoms.nodes.push(node);
    }

    /// Ends the block that is being read.
    fn cut(&mut self) {
        let Some((counter, around, start)) = self.counter.take() else { return };
        let (measures, text) = counter.finish(around);
        let nodes = start..self.atoms.nodes.len() as u32;
        self.atoms.list.push(Atom { nodes, measures, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_but_a_link_cuts() {
        let page = Page::parse(
            "<div>One <a href=x>two <b>three</b></a> four<br>five<script>six</script> \
             <h2><a href=y>Seven</a></h2><p>  </p>|</div>",
        );
        let atoms = Atoms::of(&page);
        let texts: Vec<String> = atoms
            .list()
            .iter()
            .map(|atom| atoms.nodes(atom).iter().map(|&n| page.text(n)).collect())
            .collect();
        let texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
        assert_eq!(texts, ["One two", "three", "four", "five", "Seven", "|"]);
        let links: Vec<f32> = atoms.list().iter().map(|a| a.measures.link_density).collect();
        assert_eq!(links, [0.5, 1.0, 0.0, 0.0, 1.0, 0.0]);
        let seven = &atoms.list()[4].measures;
        let around: Vec<usize> =
            (0..Around::TAGS.len()).filter(|&bit| seven.around.has(bit)).collect();
        assert_eq!(around, [1, 7, 8]);
        assert_eq!(atoms.list()[5].measures.words, 0.0);
    }

    #[test]
    fn the_same_text_has_the_same_hash() {
        let atoms = Atoms::of(&Page::parse("<p>Read  more</p><p> Read\nmore </p><p>Readmore</p>"));
        let texts: Vec<u64> = atoms.list().iter().map(|a| a.text).collect();
        assert!(texts[0] == texts[1] && texts[1] != texts[2]);
    }
}
