//! Poems: their lines, and how far these are moved in.

use super::role::Role;
use super::style::declared;
use dehusk_page::{NodeId, Page, name};

/// Class names of what holds verse.
const VERSE: &[&str] = &[
    "verse",
    "poem",
    "poetry",
    "stanza",
    "lyrics",
    "line-block",
    "linegroup",
    "lg",
    "wp-block-verse",
];

/// Class names of a line in it.
pub(super) const LINES: &[&str] =
    &["line", "l", "verse-line", "poem-line", "poetry-line", "lyric-line"];

/// Lines are not moved in further.
const MAX_INDENT: u32 = 40;

/// Whether an element holds verse.
pub(super) fn is_verse(page: &Page, id: NodeId) -> bool {
    has_class(page, id, VERSE)
}

/// Whether an element is a line of verse.
pub(super) fn is_line(page: &Page, id: NodeId) -> bool {
    has_class(page, id, LINES) && page.ancestors(id).take(4).any(|a| is_verse(page, a))
}

fn has_class(page: &Page, id: NodeId, names: &[&str]) -> bool {
    let class = page.attr(id, name::CLASS).unwrap_or("");
    class.split_ascii_whitespace().any(|word| names.contains(&word))
}

/// Whether the line ends of an element's text are lines on the screen, by what it says of itself.
pub(super) fn keeps_lines(page: &Page, id: NodeId, role: Role) -> bool {
    matches!(role, Role::Paragraph | Role::Container | Role::Inline | Role::Quote)
        && page
            .attr(id, name::STYLE)
            .and_then(|style| declared(style, "white-space"))
            .is_some_and(|value| matches!(value, "pre" | "pre-wrap" | "pre-line" | "break-spaces"))
}

/// By how many spaces a line is moved in: by its class, as in `i2`, or by its style.
pub(super) fn indent(page: &Page, id: NodeId) -> u32 {
    let class = page.attr(id, name::CLASS).unwrap_or("");
    let by_class = class.split_ascii_whitespace().find_map(|word| {
        let digits = word.strip_prefix("indent").or(word.strip_prefix('i'))?;
        digits.trim_start_matches('-').parse::<u32>().ok()
    });
    let style = page.attr(id, name::STYLE).unwrap_or("");
    let by_style = || {
        ["margin-left", "padding-left", "text-indent"]
            .iter()
            .find_map(|p| spaces(declared(style, p)?))
    };
    by_class.or_else(by_style).unwrap_or(0).min(MAX_INDENT)
}

/// A length as so many spaces, each half as wide as a letter is high.
fn spaces(length: &str) -> Option<u32> {
    let units = [("em", 2.0), ("rem", 2.0), ("ch", 1.0), ("px", 0.125)];
    let (number, width) =
        units.iter().find_map(|(unit, width)| Some((length.strip_suffix(unit)?, width)))?;
    let value: f32 = number.trim().trim_end_matches('r').parse().ok()?;
    (value > 0.0).then_some((value * width).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<T>(html: &str, read: impl Fn(&Page, NodeId) -> T) -> T {
        let page = Page::parse(html);
        let id = page.descendants(page.root()).filter(|&n| page.is_element(n)).last().unwrap();
        read(&page, id)
    }

    #[test]
    fn lines_stand_in_verse() {
        assert!(of("<div class=poem><p><span class='line i2'>", is_line));
        assert!(!of("<div class=box><p><span class=line>", is_line));
        assert!(of("<pre class=wp-block-verse>", is_verse));
    }

    #[test]
    fn how_far_lines_are_moved_in() {
        assert_eq!(of("<span class='line i4'>", indent), 4);
        assert_eq!(of("<span style='margin-left: 1.5em'>", indent), 3);
        assert_eq!(of("<span style='padding-left:32px'>", indent), 4);
        assert_eq!(of("<span style='margin-left:2000em'>", indent), MAX_INDENT);
        assert_eq!(of("<span>", indent), 0);
    }

    #[test]
    fn styles_keep_lines() {
        assert!(of("<p style='white-space: pre-line'>", |p, n| keeps_lines(p, n, Role::Paragraph)));
        assert!(!of("<p style='white-space: nowrap'>", |p, n| keeps_lines(p, n, Role::Paragraph)));
    }
}
