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

/// How long a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextCount {
    /// Characters, white space folded; 0 if there is nothing else.
    pub chars: u32,
    pub words: u32,
}

/// The length of each text of a page by its node's index. What scripts and styles hold is no text.
pub(crate) fn text_counts(page: &Page) -> Vec<TextCount> {
    let mut counts = vec![TextCount::default(); page.len()];
    for (index, count) in counts.iter_mut().enumerate() {
        let node = NodeId::from_index(index);
        if page.is_text(node) && !is_code(page, node) {
            let text = page.text(node);
            count.chars = folded_chars(text);
            count.words = if count.chars == 0 { 0 } else { count_words(text) as u32 };
        }
    }
    counts
}

fn is_code(page: &Page, text: NodeId) -> bool {
    page.parent(text).is_some_and(|p| matches!(page.name(p), name::SCRIPT | name::STYLE))
}

/// Characters of a text as a reader counts them: white space is folded and left out at both ends.
pub(crate) fn folded_chars(text: &str) -> u32 {
    let (mut solid, mut gaps, mut before) = (0, 0, 0);
    let mut see = |is_solid: u32| {
        // A gap begins at white space after something else.
        gaps += before & (is_solid ^ 1);
        solid += is_solid;
        before = is_solid;
    };
    let mut rest = text;
    loop {
        let ascii = rest.bytes().position(|b| !b.is_ascii()).unwrap_or(rest.len());
        let (plain, wide) = rest.split_at(ascii);
        plain.bytes().for_each(|b| see(u32::from(!matches!(b, b' ' | 9..=13))));
        let mut chars = wide.chars();
        let Some(c) = chars.next() else { break };
        see(u32::from(!c.is_whitespace()));
        rest = chars.as_str();
    }
    // The last gap is none if nothing follows.
    solid + gaps - u32::from(before == 0 && solid > 0)
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
        assert_eq!(folded_chars("\u{a0}\u{3000}ü\u{a0} \u{2003}ß日本"), 5);
    }
}
