//! Text from the web on its way to a terminal. A page may hold escape sequences that move the cursor, set the
//! window's title or worse, and characters that turn the order of a line around, so that it reads as what it is
//! not; nothing a page says may steer the terminal.

use std::borrow::Cow;
use std::io::Write;

/// The text without what steers a terminal. Control characters become the replacement character, line and
/// paragraph separators line ends; marks without a shape of their own go.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| shown(c) == Some(c)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter_map(shown).collect())
}

/// Printable text on one line.
pub fn one_line(text: &str) -> String {
    joined_lines(&printable(text))
}

/// The text on one line, and otherwise as it is: for programs, which nothing steers.
pub fn joined_lines(text: &str) -> String {
    text.replace(['\n', '\r', '\t', '\u{2028}', '\u{2029}'], " ")
}

/// Says something on standard error, in one line. Where nobody can read it, nobody can be told that either.
pub fn say(message: &str) {
    let _ = writeln!(std::io::stderr(), "dehusk: {}", one_line(message));
}

/// A number and what it counts: "1 page", "2 pages", "1,200 pages".
pub fn counted(count: u64, one: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{} {one}{many}", indicatif::HumanCount(count))
}

fn shown(c: char) -> Option<char> {
    match c {
        '\n' | '\t' => Some(c),
        '\u{2028}' | '\u{2029}' => Some('\n'),
        _ if turns_around(c) || is_tag(c) => None,
        _ if c.is_control() => Some(char::REPLACEMENT_CHARACTER),
        _ => Some(c),
    }
}

/// The characters with Unicode's property Bidi_Control.
fn turns_around(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Unicode's tags: letters that no terminal shows, and that a program copying the text does read.
fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(counted(0, "page"), "0 pages");
        assert_eq!(counted(1, "page"), "1 page");
        assert_eq!(counted(1200, "page"), "1,200 pages");
    }

    #[test]
    fn escapes_are_taken_out() {
        assert_eq!(printable("a\u{1b}[2Jb"), "a\u{FFFD}[2Jb");
        assert_eq!(printable("a\u{9b}2Jb\r"), "a\u{FFFD}2Jb\u{FFFD}");
        assert_eq!(printable("a\0\u{7f}"), "a\u{FFFD}\u{FFFD}");
    }

    #[test]
    fn no_line_reads_as_what_it_is_not() {
        let turning = "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}";
        assert_eq!(printable(&format!("ab{turning}c")), "abc");
        assert_eq!(printable("a\u{E0041}\u{E007F}b"), "ab");
        assert_eq!(printable("a\u{2028}b\u{2029}c"), "a\nb\nc");
        assert_eq!(one_line("a\u{2028}b"), "a b");
    }

    #[test]
    fn plain_text_is_untouched() {
        assert!(matches!(printable("Grüße,\n\t世界 مرحبا 👩\u{200D}👩"), Cow::Borrowed(_)));
        assert_eq!(one_line("a\nb\tc"), "a b c");
        assert_eq!(joined_lines("a\r\nשלום\u{200F}"), "a  שלום\u{200F}");
    }
}
