//! Segmentation.

use crate::{Block, Blocks};
use dehusk_page::{Kind, Name, NodeId, Page, name};

fn is_inline(n: Name) -> bool {
    matches!(
        n,
        name::A
            | name::ABBR
            | name::ACRONYM
            | name::B
            | name::BDI
            | name::BDO
            | name::BIG
            | name::CITE
            | name::CODE
            | name::DATA
            | name::DEL
            | name::DFN
            | name::EM
            | name::FONT
            | name::I
            | name::INS
            | name::KBD
            | name::LABEL
            | name::MARK
            | name::METER
            | name::NOBR
            | name::OUTPUT
            | name::Q
            | name::RP
            | name::RT
            | name::RUBY
            | name::S
            | name::SAMP
            | name::SMALL
            | name::SPAN
            | name::STRIKE
            | name::STRONG
            | name::SUB
            | name::SUP
            | name::TIME
            | name::TT
            | name::U
            | name::VAR
            | name::WBR
            | name::IMG
            | name::PICTURE
            | name::SOURCE
    )
}

fn is_skipped(page: &Page, id: NodeId) -> bool {
    matches!(
        page.name(id),
        name::SCRIPT
            | name::STYLE
            | name::NOSCRIPT
            | name::TEMPLATE
            | name::HEAD
            | name::SVG
            | name::MATH
            | name::IFRAME
            | name::OBJECT
            | name::EMBED
            | name::SELECT
            | name::TEXTAREA
            | name::BUTTON
            | name::CANVAS
            | name::AUDIO
            | name::VIDEO
            | name::MAP
    ) || page.attr(id, name::HIDDEN).is_some()
}

pub(crate) fn segment(page: &Page) -> Blocks {
    let mut out = Blocks::default();
    let mut open: Option<NodeId> = None;
    let mut pending: Vec<NodeId> = Vec::new();
    let mut walk = page.descendants(page.root());
    while let Some(id) = walk.next() {
        match page.kind(id) {
            Kind::Element if is_skipped(page, id) => walk.skip_subtree(page, id),
            Kind::Text => {
                let container =
                    page.ancestors(id).find(|&a| !is_inline(page.name(a))).unwrap_or(id);
                // A boundary may also lie between two texts of one container: look at what stands between.
                let cut = open.is_some_and(|o| o != container)
                    || pending.last().is_some_and(|&p| {
                        (p.index() + 1..id.index())
                            .map(NodeId::from_index)
                            .any(|n| page.is_element(n) && !is_inline(page.name(n)))
                    });
                if cut {
                    flush(page, &mut out, &mut pending, open);
                }
                open = Some(container);
                pending.push(id);
            }
            _ => {}
        }
    }
    flush(page, &mut out, &mut pending, open);
    out
}

fn flush(page: &Page, out: &mut Blocks, pending: &mut Vec<NodeId>, container: Option<NodeId>) {
    let start = out.text.len();
    let nodes = out.nodes.len() as u32;
    let (mut words, mut link_words) = (0, 0);
    let mut space = false;
    for &id in pending.iter() {
        let linked = page.ancestors(id).any(|a| page.name(a) == name::A);
        let text = page.text(id);
        for (i, word) in text.split_whitespace().enumerate() {
            space |= i > 0 || text.starts_with(char::is_whitespace);
            if space && out.text.len() > start {
                out.text.push(' ');
            }
            out.text.push_str(word);
            space = false;
            words += 1;
            link_words += u32::from(linked);
        }
        space |= text.ends_with(char::is_whitespace);
    }
    if let Some(container) = container.filter(|_| out.text.len() > start) {
        out.nodes.append(pending);
        let text = start as u32..out.text.len() as u32;
        out.blocks.push(Block {
            text,
            nodes: nodes..out.nodes.len() as u32,
            container,
            words,
            link_words,
        });
    }
    pending.clear();
}
