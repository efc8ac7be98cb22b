//! Formulas as TeX: as the page has it, or else made from its MathML.
//!
//! Pages show formulas as MathML, as images or as towers of spans, and mostly carry the TeX they were
//! written in: in an `annotation`, an `alttext`, a `script` of type `math/tex`, an image's `alt`, between signs in
//! the text.

mod delimiters;
mod markup;
mod near;
mod picture;
mod symbols;
mod tex;

pub(crate) use delimiters::Delimiters;
pub(super) use delimiters::Piece;
#[cfg(feature = "html")]
pub(crate) use markup::MATHML;
pub(super) use near::is_near;

use super::Formula;
use super::role::Role;
use dehusk_page::{NodeId, Page, name};

/// What an element is that may be a formula.
pub(super) enum Found {
    Formula(Formula),
    /// A picture of a formula that is told in another place.
    Shadow,
    /// Something else.
    Other,
}

/// Whether an element is a formula that may have no text an extractor could have kept.
pub(super) fn may_lack_text(page: &Page, id: NodeId) -> bool {
    match page.name(id) {
        name::MATH => true,
        name::SCRIPT => is_script(page, id),
        name::IMG => picture::read(page, id).is_some(),
        _ => false,
    }
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
        Role::Inline | Role::Container | Role::Paragraph => find_wrapped(page, id),
        Role::Skip if is_script(page, id) => read_script(page, id),
        Role::Image => picture::read(page, id).map_or(Found::Other, Found::Formula),
        _ => Found::Other,
    }
}

/// Attributes that hold the TeX of a formula.
const ATTRIBUTES: &[&str] = &[
    "data-tex",
    "data-latex",
    "data-math",
    "data-formula",
    "data-equation",
    "data-expr",
    "data-content",
];

/// Parts of class names of formulas.
pub(super) const CLASSES: &[&str] = &["katex", "math", "Math", "tex", "formula", "equation"];

/// Whether an element is MathJax's own.
pub(super) fn is_container(page: &Page, id: NodeId) -> bool {
    usize::from(page.name(id).number()) >= name::KNOWN && page.tag(id) == "mjx-container"
}

/// The wrappers of KaTeX, MediaWiki, MathJax and of what writes formulas into attributes.
fn find_wrapped(page: &Page, id: NodeId) -> Found {
    let class = class(page, id);
    let is_container = is_container(page, id);
    let says_so = CLASSES.iter().any(|part| class.contains(part));
    if !says_so && !is_container {
        return Found::Other;
    }
    if is_shadow(page, id, class) {
        return Found::Shadow;
    }
    let wraps = |c: &str| {
        matches!(
            c,
            "katex" | "katex-display" | "katex--inline" | "katex--display" | "mwe-math-element"
        ) || c.starts_with("MathJax")
    };
    let known = is_container || class.split_ascii_whitespace().any(wraps);
    let read = || known.then(|| read_inside(page, id)).flatten();
    match from_attributes(page, id).or_else(read) {
        Some(mut formula) => {
            formula.display |=
                class.contains("display") || class.contains("Display") || class.contains("block");
            formula.display |= page.attr_by_text(id, "display") == Some("true");
            Found::Formula(formula)
        }
        None => Found::Other,
    }
}

/// Whether an element shows what is told by one beside it.
fn is_shadow(page: &Page, id: NodeId, class: &str) -> bool {
    if class.starts_with("MathJax") && next_elements(page, id).any(|n| is_script(page, n)) {
        return true;
    }
    let has_math = |n| page.subtree(n).any(|n| page.name(n) == name::MATH);
    class.contains("katex-html") && page.prev_sibling(id).is_some_and(has_math)
}

fn next_elements(page: &Page, id: NodeId) -> impl Iterator<Item = NodeId> {
    let siblings = std::iter::successors(page.next_sibling(id), |&n| page.next_sibling(n));
    siblings.filter(|&n| page.is_element(n)).take(2)
}

/// The formula in the attributes of a wrapper or of what is right in it.
fn from_attributes(page: &Page, id: NodeId) -> Option<Formula> {
    let near = std::iter::once(id).chain(page.children(id).filter(|&n| page.is_element(n)).take(2));
    let mut tex = near.flat_map(|n| ATTRIBUTES.iter().filter_map(move |a| page.attr_by_text(n, a)));
    let tex = tex.find_map(clean);
    let mathml = || {
        page.attr_by_text(id, "data-mathml").and_then(|markup| {
            let page = Page::parse(markup);
            let math = page.descendants(page.root()).find(|&n| page.name(n) == name::MATH)?;
            Some(read_math(&page, math))
        })
    };
    tex.map(|tex| of_tex(tex, false)).or_else(mathml)
}

fn read_inside(page: &Page, id: NodeId) -> Option<Formula> {
    let math = page.descendants(id).find(|&n| page.name(n) == name::MATH);
    let image = || page.descendants(id).find_map(|n| picture::read(page, n));
    let script = || {
        page.descendants(id).find(|&n| is_script(page, n)).and_then(|n| {
            match read_script(page, n) {
                Found::Formula(formula) => Some(formula),
                _ => None,
            }
        })
    };
    math.map(|m| read_math(page, m)).or_else(image).or_else(script)
}

fn of_tex(tex: String, display: bool) -> Formula {
    Formula { text: tex.clone(), tex: Some(tex), mathml: None, display }
}

fn read_script(page: &Page, id: NodeId) -> Found {
    let display = page.attr(id, name::TYPE).is_some_and(|t| t.contains("display"));
    match clean(&page.text_content(id)) {
        Some(tex) => Found::Formula(of_tex(tex, display)),
        None => Found::Shadow,
    }
}

/// Reads a `math` element.
pub(super) fn read_math(page: &Page, id: NodeId) -> Formula {
    let annotation = page.descendants(id).find(|&n| {
        page.name(n) == name::ANNOTATION
            && page.attr(n, name::ENCODING).is_some_and(|e| e.to_ascii_lowercase().contains("tex"))
    });
    let annotated = annotation.and_then(|n| clean(&page.text_content(n)));
    let alttext = || page.attr_by_text(id, "alttext").and_then(clean);
    let made = || clean(&tex::of_math(page, id));
    let (mathml, text) = markup::clean(page, id);
    let display = page.attr_by_text(id, "display") == Some("block")
        || page.attr_by_text(id, "mode") == Some("display");
    Formula { tex: annotated.or_else(alttext).or_else(made), text, mathml: Some(mathml), display }
}

/// TeX without comments and without the wrappers that only say how it is set.
fn clean(source: &str) -> Option<String> {
    let without = without_comments(source);
    let mut tex = without.trim();
    let wrappers = [
        ("{\\displaystyle", "}"),
        ("{\\textstyle", "}"),
        ("\\displaystyle", ""),
        ("$$", "$$"),
        ("$", "$"),
        ("\\(", "\\)"),
        ("\\[", "\\]"),
    ];
    for (before, after) in wrappers {
        let inner = tex.strip_prefix(before).and_then(|t| t.strip_suffix(after));
        tex = inner.map_or(tex, str::trim);
    }
    let shows = tex.contains(|c: char| c != '\\' && !c.is_whitespace());
    shows.then(|| tex.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
}

/// TeX without what stands between a percent sign and the end of its line.
fn without_comments(source: &str) -> String {
    let line = |line: &str| -> String {
        let mut escaped = false;
        let end = line.char_indices().find(|&(_, c)| {
            let comment = c == '%' && !escaped;
            escaped = c == '\\' && !escaped;
            comment
        });
        line[..end.map_or(line.len(), |(at, _)| at)].to_string()
    };
    source.lines().map(line).collect::<Vec<_>>().join("\n")
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
        assert_eq!(
            tex_of("<span class=ztext-math data-tex='x_1'>?</span>").as_deref(),
            Some("x_1")
        );
        assert_eq!(tex_of("<span data-tex='x_1'>?</span>"), None);
        let mathjax =
            "<span class=MathJax data-mathml='<math><mi>y</mi></math>'><nobr>y</nobr></span>";
        assert_eq!(tex_of(mathjax).as_deref(), Some("y"));
    }

    #[test]
    fn comments_and_wrappers_of_tex_go() {
        assert_eq!(clean("{\\displaystyle a % first\n+ b}").as_deref(), Some("a + b"));
        assert_eq!(clean("$50\\%$").as_deref(), Some("50\\%"));
        assert_eq!(clean(" "), None);
    }

    #[test]
    fn display_formulas_are_known() {
        assert!(formula("<script type='math/tex; mode=display'>x</script>").unwrap().display);
        assert!(formula("<math display=block><mi>x</mi></math>").unwrap().display);
        assert!(
            formula("<span class=katex-display><math><mi>x</mi></math></span>").unwrap().display
        );
    }

    #[test]
    fn the_picture_of_a_script_is_a_shadow() {
        let page = Page::parse("<p><span class=MathJax>x</span><script type='math/tex'>x</script>");
        let span = page.descendants(page.root()).find(|&n| page.name(n) == name::SPAN).unwrap();
        assert!(matches!(find(&page, span, Role::Inline), Found::Shadow));
    }
}
