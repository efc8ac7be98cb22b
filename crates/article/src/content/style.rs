//! What classes and styles say where no element does.

use super::label::folded_text;
use super::role::Role;
use super::{FormatKind, code, verse};
use dehusk_page::{NodeId, Page, name};

/// The format that the style of an otherwise meaningless element gives.
pub(super) fn format(page: &Page, id: NodeId) -> Option<FormatKind> {
    let style = page.attr(id, name::STYLE)?;
    let value = |property| declared(style, property);
    match value("font-weight") {
        Some(w) if w.starts_with("bold") || matches!(w, "600" | "700" | "800" | "900") => {
            return Some(FormatKind::Strong);
        }
        _ => {}
    }
    value("font-style").filter(|s| s.starts_with("italic")).map(|_| FormatKind::Emphasis)
}

/// Whether a bold element says that it is not: some editors wrap whole documents in one.
pub(super) fn is_not_bold(page: &Page, id: NodeId) -> bool {
    let style = page.attr(id, name::STYLE).unwrap_or("");
    declared(style, "font-weight").is_some_and(|w| w.starts_with("normal") || w == "400")
}

/// The value of a property in a style attribute.
pub(super) fn declared<'s>(style: &'s str, property: &str) -> Option<&'s str> {
    let mut pairs = style.split(';').filter_map(|d| d.split_once(':'));
    pairs.find(|(p, _)| p.trim().eq_ignore_ascii_case(property)).map(|(_, v)| v.trim())
}

/// Whether an element says that it is not shown: it does not part the words around it either.
pub(super) fn is_hidden(page: &Page, id: NodeId) -> bool {
    let style = page.attr(id, name::STYLE).unwrap_or("");
    page.attr(id, name::HIDDEN).is_some()
        || declared(style, "display").is_some_and(|d| d.starts_with("none"))
}

/// Class words of figures and their captions from before there were elements for them.
pub(super) const FIGURES: &[&str] =
    &["wp-caption", "thumbinner", "wp-caption-text", "thumbcaption"];

/// The role of an element whose class is better known than its name: figures from before there was one.
pub(super) fn refine(page: &Page, id: NodeId, role: Role) -> Role {
    match role {
        Role::Code if code::is_block(page, id) => return Role::Pre,
        Role::Container | Role::Paragraph | Role::Inline => {}
        _ => return role,
    }
    let class = page.attr(id, name::CLASS).unwrap_or("");
    if class.is_empty() {
        return role;
    }
    let by_word = |word| match FIGURES.iter().position(|known| *known == word)? {
        0 | 1 => Some(Role::Figure),
        _ => Some(Role::FigureCaption),
    };
    let figure = class.split_ascii_whitespace().find_map(by_word);
    match figure.filter(|_| role != Role::Inline) {
        Some(figure) => figure,
        None if role == Role::Container && code::is_division(page, id, class) => Role::Pre,
        None if verse::is_line(page, id) => Role::Line,
        None => role,
    }
}

/// Longer than any title: a whole reference.
const MAX_TITLE: usize = 80;

/// Whether a `cite` is the title of a work, which is shown in italics, and not a whole reference or somebody's name.
pub(super) fn is_title(page: &Page, id: NodeId) -> bool {
    let text = folded_text(page, id);
    let inner = page.descendants(id).any(|n| Role::of(page.name(n)) == Role::Emphasis);
    let attributes = |a| matches!(Role::of(page.name(a)), Role::Quote | Role::FigureCaption);
    text.len() <= MAX_TITLE
        && !text.contains(". ")
        && !text.starts_with(['\u{2014}', '\u{2013}', '-', '['])
        && !inner
        && !page.ancestors(id).take(4).any(attributes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first<T>(html: &str, read: impl Fn(&Page, NodeId) -> T) -> T {
        let page = Page::parse(html);
        let id = page.first_child(page.body().unwrap()).unwrap();
        read(&page, id)
    }

    #[test]
    fn styles_that_mean_something() {
        let bold = first("<span style='color: red; font-weight: 700'>", format);
        assert_eq!(bold, Some(FormatKind::Strong));
        let italic = first("<span style=FONT-STYLE:italic>", format);
        assert_eq!(italic, Some(FormatKind::Emphasis));
        assert_eq!(first("<span style='color: red'>", format), None);
        assert!(first("<b style='font-weight:normal'>", is_not_bold));
        assert!(first("<div style='display: none'>", is_hidden));
    }

    #[test]
    fn figures_by_their_class() {
        let role = |page: &Page, id| refine(page, id, Role::of(page.name(id)));
        assert_eq!(first("<div class='x wp-caption'>", role), Role::Figure);
        assert_eq!(first("<p class=wp-caption-text>", role), Role::FigureCaption);
        assert_eq!(first("<p class=caption>", role), Role::Paragraph);
    }

    #[test]
    fn titles_are_no_references() {
        assert!(first("<cite>The Mill on the Floss</cite>", is_title));
        assert!(!first(
            "<cite>Eliot, G. (1860). <i>The Mill on the Floss</i>. Blackwood.</cite>",
            is_title
        ));
        assert!(!first("<cite>Eliot (1860). The Mill on the Floss. Blackwood.</cite>", is_title));
        let page =
            Page::parse("<blockquote>A<footer><cite>George Eliot</cite></footer></blockquote>");
        let cite = page.descendants(page.root()).find(|&n| page.name(n) == name::CITE).unwrap();
        assert!(!is_title(&page, cite));
    }
}
