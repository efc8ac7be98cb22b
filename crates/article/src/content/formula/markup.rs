//! MathML as a page may keep it: known elements without attributes, and what a reader sees of it.

use dehusk_page::{Kind, NodeId, Page};

/// The elements of presentation MathML that carry a formula; none of them can hold anything else.
pub(crate) const MATHML: &[&str] = &[
    "math",
    "menclose",
    "mfenced",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "none",
];

/// A formula as clean MathML, and its text.
pub(super) fn clean(page: &Page, math: NodeId) -> (String, String) {
    let (mut out, mut text) = (String::new(), String::new());
    let mut open: Vec<(NodeId, &str)> = Vec::new();
    let mut below = page.subtree(math);
    while let Some(id) = below.next() {
        close_until(&mut out, &mut open, id);
        match page.kind(id) {
            Kind::Text => {
                let word = page.text(id).trim();
                crate::render::xml::escape_into(&mut out, word);
                text.push_str(word);
            }
            Kind::Element if MATHML.contains(&page.tag(id)) => {
                out.extend(["<", page.tag(id), ">"]);
                open.push((page.end(id), page.tag(id)));
            }
            // Only the wrapper of formula and annotation is looked through.
            Kind::Element if page.tag(id) == "semantics" => {}
            _ => below.skip_subtree(page, id),
        }
    }
    close_until(&mut out, &mut open, page.end(math));
    (out, text)
}

fn close_until(out: &mut String, open: &mut Vec<(NodeId, &str)>, here: NodeId) {
    while let Some(&(_, tag)) = open.last().filter(|(end, _)| *end <= here) {
        open.pop();
        out.extend(["</", tag, ">"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::name;

    #[test]
    fn mathml_is_cleaned() {
        let page = Page::parse(
            "<math onclick=x><mi class=y>a</mi><mo>&lt;</mo><mtext><b>!</b></mtext></math>",
        );
        let math = page.descendants(page.root()).find(|&n| page.name(n) == name::MATH).unwrap();
        let (markup, text) = clean(&page, math);
        assert_eq!(markup, "<math><mi>a</mi><mo>&lt;</mo><mtext></mtext></math>");
        assert_eq!(text, "a<");
    }
}
