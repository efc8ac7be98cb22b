//! Text from the web on its way to a terminal. A page may hold escape sequences that move the cursor,
//! set the window's title or worse; nothing a page says may steer the terminal.

use std::borrow::Cow;

/// The text with control characters, except line ends and tabs, replaced by the replacement character.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(steers, "\u{FFFD}"))
}

/// The text on one line: line ends and tabs become spaces too.
pub fn one_line(text: &str) -> String {
    printable(text).replace(['\n', '\t'], " ")
}

fn steers(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_taken_out() {
        assert_eq!(printable("a\u{1b}[2Jb"), "a\u{FFFD}[2Jb");
        assert_eq!(printable("a\u{9b}2Jb\r"), "a\u{FFFD}2Jb\u{FFFD}");
    }

    #[test]
    fn plain_text_is_untouched() {
        assert!(matches!(printable("Grüße,\n\t世界"), Cow::Borrowed(_)));
        assert_eq!(one_line("a\nb\tc"), "a b c");
    }
}
