//! Steps that several algorithms share.

pub(crate) mod gaussian;
pub(crate) mod language;
pub(crate) mod names;
pub(crate) mod stop_words;
pub(crate) mod strings;
pub(crate) mod subtrees;
pub(crate) mod sums;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod texts;
pub(crate) mod tokens;

use dehusk_page::{Name, name};

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

/// Characters of a text as a reader counts them: white space is folded and left out at both ends.
pub(crate) fn folded_chars(text: &str) -> u32 {
    let (mut chars, mut gap) = (0, false);
    for c in text.chars() {
        if c.is_whitespace() {
            gap = chars > 0;
        } else {
            chars += 1 + u32::from(std::mem::take(&mut gap));
        }
    }
    chars
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

    #[test]
    fn white_space_is_folded() {
        assert_eq!(folded_chars(""), 0);
        assert_eq!(folded_chars(" \n "), 0);
        assert_eq!(folded_chars("  two \n words "), 9);
        assert_eq!(folded_chars("für"), 3);
    }
}
