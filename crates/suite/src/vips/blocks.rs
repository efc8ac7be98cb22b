//! The page divided into blocks from the top, by the rules of VIPS that need no drawing.

use dehusk_extract::Document;
use dehusk_extract::derived::{Sums, is_skipped};
use dehusk_page::{Kind, Name, NodeId, Page, name};

/// Share of the page's text below which an element is not divided any more. The paper has a size in pixels.
const SMALL: f64 = 0.05;

/// What a reader sees as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// An element or a text.
    pub node: NodeId,
    /// Characters outside links.
    pub text: u32,
}

/// The blocks of a page's body, in document order. Those without text and pictures are left out.
pub(super) fn divide(document: &Document) -> Vec<Block> {
    let page = document.page();
    let Some(body) = page.body() else { return Vec::new() };
    let facts = Facts::of(document, body);
    let mut blocks = Vec::new();
    let mut nodes = page.descendants(body);
    while let Some(node) = nodes.next() {
        if !facts.is_seen(page, node) {
            nodes.skip_subtree(page, node);
        } else if page.is_text(node) || !facts.is_divided(page, node) {
            blocks.push(Block { node, text: facts.own_text(page, node) });
            nodes.skip_subtree(page, node);
        }
    }
    blocks
}

/// What the rules ask of nodes, by a node's index.
struct Facts<'d> {
    sums: &'d [Sums],
    chars: &'d [u32],
    /// Nothing but text and inline elements is in it.
    is_inline: Vec<bool>,
    /// It is a picture, or one is in it.
    has_picture: Vec<bool>,
    /// Characters of the whole body.
    all: f64,
}

impl<'d> Facts<'d> {
    fn of(document: &'d Document, body: NodeId) -> Facts<'d> {
        let page = document.page();
        let mut is_inline = vec![true; page.len()];
        let mut has_picture = vec![false; page.len()];
        for index in (body.index() + 1..page.end(body).index()).rev() {
            let node = NodeId::from_index(index);
            let is_line = !page.is_element(node) || is_inline_tag(page.name(node));
            has_picture[index] |= page.name(node) == name::IMG;
            if let Some(parent) = page.parent(node) {
                is_inline[parent.index()] &= is_line && is_inline[index];
                has_picture[parent.index()] |= has_picture[index];
            }
        }
        let sums = document.sums();
        let all = f64::from(sums[body.index()].chars);
        Facts { sums, chars: document.text_chars(), is_inline, has_picture, all }
    }

    /// Whether a reader sees something of it.
    fn is_seen(&self, page: &Page, node: NodeId) -> bool {
        match page.kind(node) {
            Kind::Text => self.chars[node.index()] > 0,
            Kind::Element if is_skipped(page.name(node)) => false,
            Kind::Element => self.sums[node.index()].texts > 0 || self.has_picture[node.index()],
            _ => false,
        }
    }

    fn own_text(&self, page: &Page, node: NodeId) -> u32 {
        match page.is_text(node) {
            true => self.chars[node.index()],
            false => {
                let sums = &self.sums[node.index()];
                sums.chars.saturating_sub(sums.link_chars)
            }
        }
    }

    /// Whether an element is divided, by the first rule that speaks of it.
    fn is_divided(&self, page: &Page, node: NodeId) -> bool {
        let mut seen = page.children(node).filter(|&child| self.is_seen(page, child));
        let (first, more) = (seen.next(), seen.next());
        drop(seen);
        // A single child that is no text: it is what is looked at next.
        if let (Some(only), None) = (first, more)
            && page.is_element(only)
        {
            return true;
        }
        // Text and what is written in a line is one, unless a line break parts it.
        if self.is_inline[node.index()] {
            return false;
        }
        let own = background(page, node);
        let parts = |child: NodeId| {
            let of_child = background(page, child);
            page.name(child) == name::HR || of_child.is_some() && of_child != own
        };
        if page.children(node).any(parts) {
            return true;
        }
        f64::from(self.sums[node.index()].chars) >= SMALL * self.all
    }
}

/// The background that an element declares.
pub(super) fn background(page: &Page, node: NodeId) -> Option<&str> {
    let by_attribute = page.find_name("bgcolor").and_then(|name| page.attr(node, name));
    by_attribute.or_else(|| {
        let style = page.attr(node, name::STYLE)?;
        let mut declarations = style.split(';').filter_map(|part| part.split_once(':'));
        let is_background = |name: &str| matches!(name.trim(), "background" | "background-color");
        declarations.find(|(name, _)| is_background(name)).map(|(_, value)| value.trim())
    })
}

fn is_inline_tag(tag: Name) -> bool {
    matches!(
        tag,
        name::A
            | name::ABBR
            | name::B
            | name::BIG
            | name::CITE
            | name::CODE
            | name::EM
            | name::FONT
            | name::I
            | name::IMG
            | name::KBD
            | name::LABEL
            | name::Q
            | name::S
            | name::SAMP
            | name::SMALL
            | name::SPAN
            | name::STRONG
            | name::SUB
            | name::SUP
            | name::TIME
            | name::U
            | name::VAR
            | name::WBR
            | name::BR
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tags of the blocks; texts have none.
    fn tags(html: &str) -> Vec<String> {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let page = document.page();
        divide(&document).iter().map(|b| page.tag(b.node).to_string()).collect()
    }

    #[test]
    fn what_is_written_in_a_line_is_one_block() {
        assert_eq!(tags("<p>one <b>two</b> <a href=x>three</a></p>text"), ["p", ""]);
        assert_eq!(tags("<div><section><p>one</p></section></div><p>two</p>"), ["p", "p"]);
    }

    #[test]
    fn rules_and_backgrounds_divide_what_is_small() {
        let long = "many words ".repeat(50);
        let page = |inside: &str| tags(&format!("<p>{long}</p><div>{inside}</div>"));
        assert_eq!(page("<p>a</p><p>b</p>"), ["p", "div"]);
        assert_eq!(page("<p>a</p><hr><p>b</p>"), ["p", "p", "p"]);
        assert_eq!(page("<p>a</p><p style='background: #eee'>b</p>"), ["p", "p", "p"]);
        assert_eq!(page("<p>a</p><p bgcolor=red>b</p>"), ["p", "p", "p"]);
    }

    #[test]
    fn what_no_reader_sees_is_no_block() {
        assert_eq!(tags("<script>x</script><div></div> <!-- c --><p>a</p>"), ["p"]);
    }
}
