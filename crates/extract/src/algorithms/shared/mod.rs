//! Steps that several algorithms share.

pub(crate) mod automaton;
pub(crate) mod gaussian;
pub(crate) mod language;
pub(crate) mod lengths;
pub(crate) mod names;
pub(crate) mod quick;
pub(crate) mod stop_words;
pub(crate) mod strings;
pub(crate) mod subtrees;
pub(crate) mod sums;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod texts;
pub(crate) mod tokens;
pub(crate) mod values;

use dehusk_blocks::count_words;
use dehusk_page::{Name, NodeId, Page, name};

/// Elements whose text no reader sees, or is no text at all: markup that the standard's parser reads as such.
pub(crate) fn is_skipped(tag: Name) -> bool {
    matches!(
        tag,
        name::SCRIPT
            | name::STYLE
            | name::NOSCRIPT
            | name::TEMPLATE
            | name::IFRAME
            | name::NOEMBED
            | name::NOFRAMES
            | name::TEXTAREA
            | name::HEAD
            | name::TITLE
    )
}

/// The words of each text by its node's index, for the characters of the same.
pub(crate) fn text_words(page: &Page, chars: &[u32]) -> Vec<u32> {
    let words = |(index, &chars): (usize, &u32)| match chars {
        0 => 0,
        _ => count_words(page.text(NodeId::from_index(index))) as u32,
    };
    chars.iter().enumerate().map(words).collect()
}

/// Whether the last `display` of an element's own style is `none`.
pub(crate) fn displays_nothing(style: &str) -> bool {
    let display = style.split(';').rev().find_map(|rule| {
        let (property, value) = rule.split_once(':')?;
        property.trim().eq_ignore_ascii_case("display").then(|| value.trim())
    });
    display.is_some_and(|value| value.eq_ignore_ascii_case("none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_display_counts() {
        assert!(displays_nothing("color: red; Display:none"));
        assert!(!displays_nothing("display: none; display: block"));
        assert!(!displays_nothing(""));
    }
}
