//! Formulas, as TeX wherever a page has them so.
//!
//! Pages show formulas as MathML, as images or as towers of spans, and mostly carry the TeX they were
//! written in: in an `annotation`, an `alttext`, a `script` of type `math/tex`, an image's `alt`.

use super::role::Role;
use super::{Formula, fold};
use dehusk_extract::NodeSet;
use dehusk_page::{Kind, Namespace, NodeId, Page, name};
use std::ops::Range;

/// What an element is that may be a formula.
pub(super) enum Found {
    Formula(Formula),
    /// A picture of a formula that is told in another place.
    Shadow,
    /// Something else.
    Other,
}

/// How many wrappers around a formula may stand beside the text it belongs to.
const NEAR: usize = 6;

/// The kept leaves, and with them the formulas that stand among them: they have no text that an extractor
/// could have kept.
pub(super) fn with_formulas(page: &Page, kept: &NodeSet) -> Option<NodeSet> {
    let mut all: Option<NodeSet> = None;
    for id in page.descendants(page.body()?) {
        if (page.name(id) == name::MATH || is_script(page, id)) && is_near(page, kept, id) {
            all.get_or_insert_with(|| kept.clone()).insert(id);
        }
    }
    all
}

/// Whether a formula belongs to kept leaves: they stand in its paragraph, or beside the wrappers that hold
/// nothing but the formula.
fn is_near(page: &Page, kept: &NodeSet, id: NodeId) -> bool {
    let mut wrapper = id;
    for parent in page.ancestors(id).take(NEAR) {
        let beside = beside(page, wrapper);
        let whole = parent..page.end(parent);
        let is_line = matches!(Role::of(page.name(parent)), Role::Paragraph | Role::Item);
        if kept.any_in(if is_line { whole.clone() } else { beside }) {
            return true;
        }
        if has_text_around(page, whole, wrapper) {
            return false;
        }
        wrapper = parent;
    }
    false
}

/// A node with two siblings on either side: white space often stands between elements.
fn beside(page: &Page, id: NodeId) -> Range<NodeId> {
    let first = std::iter::successors(page.prev_sibling(id), |&n| page.prev_sibling(n)).nth(1);
    let last = std::iter::successors(page.next_sibling(id), |&n| page.next_sibling(n)).nth(1);
    let (first, last) = (first.or(page.prev_sibling(id)), last.or(page.next_sibling(id)));
    first.unwrap_or(id)..page.end(last.unwrap_or(id))
}

/// Whether a range holds text that is neither in `inner` nor part of a formula.
fn has_text_around(page: &Page, range: Range<NodeId>, inner: NodeId) -> bool {
    let before = range.start.index()..inner.index();
    let after = page.end(inner).index()..range.end.index();
    before.chain(after).map(NodeId::from_index).any(|n| {
        let html = |p| page.namespace(p) == Namespace::Html && Role::of(page.name(p)) != Role::Skip;
        page.is_text(n) && page.parent(n).is_some_and(html) && !fold::is_blank(page.text(n))
    })
}

fn is_script(page: &Page, id: NodeId) -> bool {
    page.name(id) == name::SCRIPT
        && page.attr(id, name::TYPE).is_some_and(|t| t.trim_start().starts_with("math/tex"))
}

fn class(page: &Page, id: NodeId) -> &str {
    page.attr(id, name::CLASS).unwrap_or("")
}

/// Reads an element that may be a formula but is not a `math`.
pub(super) fn find(page: &Page, id: NodeId, role: Role) -> Found {
    match role {
        Role::Inline | Role::Container => find_wrapped(page, id),
        Role::Skip if is_script(page, id) => read_script(page, id),
        Role::Image => read_image(page, id).map_or(Found::Other, Found::Formula),
        _ => Found::Other,
    }
}

/// The wrappers of KaTeX, MediaWiki and MathJax.
fn find_wrapped(page: &Page, id: NodeId) -> Found {
    let class = class(page, id);
    let wraps = |c: &str| {
        c == "katex" || c == "katex-display" || c == "mwe-math-element" || c.starts_with("MathJax")
    };
    if !class.split_ascii_whitespace().any(wraps) && page.tag(id) != "mjx-container" {
        return Found::Other;
    }
    if class.starts_with("MathJax") && next_elements(page, id).any(|n| is_script(page, n)) {
        return Found::Shadow;
    }
    let math = page.descendants(id).find(|&n| page.name(n) == name::MATH);
    let math = math.map(|m| read_math(page, m));
    let image = || page.descendants(id).find_map(|n| read_image(page, n));
    match math.or_else(image) {
        Some(mut formula) => {
            formula.display |= class.contains("display") || class.contains("Display");
            formula.display |= page.attr_by_text(id, "display") == Some("true");
            Found::Formula(formula)
        }
        None => Found::Other,
    }
}

fn next_elements(page: &Page, id: NodeId) -> impl Iterator<Item = NodeId> {
    let siblings = std::iter::successors(page.next_sibling(id), |&n| page.next_sibling(n));
    siblings.filter(|&n| page.is_element(n)).take(2)
}

fn read_script(page: &Page, id: NodeId) -> Found {
    let display = page.attr(id, name::TYPE).is_some_and(|t| t.contains("display"));
    match tex(&page.text_content(id)) {
        Some(tex) => {
            Found::Formula(Formula { text: tex.clone(), tex: Some(tex), mathml: None, display })
        }
        None => Found::Shadow,
    }
}

/// A picture of a formula, known by its class.
fn read_image(page: &Page, id: NodeId) -> Option<Formula> {
    let is_tex = |c: &str| {
        matches!(c, "tex" | "latex" | "LaTeX") || c.starts_with("mwe-math-fallback-image")
    };
    let class = class(page, id);
    if page.name(id) != name::IMG || !class.split_ascii_whitespace().any(is_tex) {
        return None;
    }
    let tex = tex(page.attr(id, name::ALT)?)?;
    let display = class.contains("display");
    Some(Formula { text: tex.clone(), tex: Some(tex), mathml: None, display })
}

/// Reads a `math` element.
pub(super) fn read_math(page: &Page, id: NodeId) -> Formula {
    let annotation = page.descendants(id).find(|&n| {
        page.name(n) == name::ANNOTATION
            && page.attr(n, name::ENCODING).is_some_and(|e| e.to_ascii_lowercase().contains("tex"))
    });
    let annotated = annotation.and_then(|n| tex(&page.text_content(n)));
    let alttext = || page.attr_by_text(id, "alttext").and_then(tex);
    let (mathml, text) = mathml(page, id);
    Formula {
        tex: annotated.or_else(alttext),
        text,
        mathml: Some(mathml),
        display: page.attr_by_text(id, "display") == Some("block"),
    }
}

/// TeX without the wrappers that only say how it is set.
fn tex(source: &str) -> Option<String> {
    let mut tex = source.trim();
    let wrappers = [
        ("{\\displaystyle", "}"),
        ("{\\textstyle", "}"),
        ("$$", "$$"),
        ("$", "$"),
        ("\\(", "\\)"),
        ("\\[", "\\]"),
    ];
    for (before, after) in wrappers {
        let inner = tex.strip_prefix(before).and_then(|t| t.strip_suffix(after));
        tex = inner.map_or(tex, str::trim);
    }
    (!tex.is_empty()).then(|| tex.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
}

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
fn mathml(page: &Page, math: NodeId) -> (String, String) {
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

    fn formula(html: &str) -> Option<Formula> {
        let page = Page::parse(html);
        page.descendants(page.root()).filter(|&n| page.is_element(n)).find_map(|n| {
            if page.name(n) == name::MATH {
                return Some(read_math(&page, n));
            }
            match find(&page, n, Role::of(page.name(n))) {
                Found::Formula(f) => Some(f),
                _ => None,
            }
        })
    }

    fn tex_of(html: &str) -> Option<String> {
        formula(html).and_then(|f| f.tex)
    }

    #[test]
    fn tex_where_the_page_has_it() {
        let annotated = "<span class=katex><math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>\
            <annotation encoding='application/x-tex'>x^2</annotation></semantics></math></span>";
        assert_eq!(tex_of(annotated).as_deref(), Some("x^2"));
        assert_eq!(tex_of("<math alttext='a+b'><mi>a</mi></math>").as_deref(), Some("a+b"));
        assert_eq!(tex_of("<script type='math/tex'>E=mc^2</script>").as_deref(), Some("E=mc^2"));
        let image = "<img class=tex alt='{\\displaystyle \\pi}' src=x.png>";
        assert_eq!(tex_of(image).as_deref(), Some("\\pi"));
        assert_eq!(tex_of("<img alt='x^2' src=x.png>"), None);
    }

    #[test]
    fn mathml_is_cleaned() {
        let f = formula(
            "<math onclick=x><mi class=y>a</mi><mo>&lt;</mo><mtext><b>!</b></mtext></math>",
        );
        let f = f.unwrap();
        assert_eq!(
            f.mathml.as_deref(),
            Some("<math><mi>a</mi><mo>&lt;</mo><mtext></mtext></math>")
        );
        assert_eq!((f.text.as_str(), f.tex), ("a<", None));
    }

    #[test]
    fn formulas_stay_with_their_text() {
        let near = |html: &str| {
            let page = Page::parse(html);
            let mut kept = NodeSet::new(page.len());
            kept.extend(page.descendants(page.root()).filter(|&n| page.text(n).contains("kept")));
            let math = page.descendants(page.root()).find(|&n| page.name(n) == name::MATH).unwrap();
            is_near(&page, &kept, math)
        };
        assert!(near("<p>kept <span><math></math></span> <b>x</b>"));
        assert!(near("<p>kept</p><div><p><math></math></p></div><p>other"));
        assert!(near("<p><math></math> x <b>y</b> <i>z</i> <b>kept</b>"));
        assert!(!near("<p>kept</p><p>other <math></math></p>"));
        assert!(!near("<p>kept</p><div><p>other</p><p><math></math></p></div>"));
    }

    #[test]
    fn display_formulas_are_known() {
        assert!(formula("<script type='math/tex; mode=display'>x</script>").unwrap().display);
        assert!(formula("<math display=block><mi>x</mi></math>").unwrap().display);
    }

    #[test]
    fn the_picture_of_a_script_is_a_shadow() {
        let page = Page::parse("<p><span class=MathJax>x</span><script type='math/tex'>x</script>");
        let span = page.descendants(page.root()).find(|&n| page.name(n) == name::SPAN).unwrap();
        assert!(matches!(find(&page, span, Role::Inline), Found::Shadow));
    }
}
