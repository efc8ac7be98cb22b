//! Characters that would be markup in CommonMark, and only where they would be.

use std::fmt::Write;

/// What a paragraph has of the characters that mean something only in pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pairs {
    pub stars: usize,
    pub underscores: usize,
    pub ticks: usize,
    pub tildes: usize,
}

impl Pairs {
    pub fn count(&mut self, text: &str) {
        for byte in text.bytes() {
            match byte {
                b'*' => self.stars += 1,
                b'_' => self.underscores += 1,
                b'`' => self.ticks += 1,
                b'~' => self.tildes += 1,
                _ => {}
            }
        }
    }
}

/// Where a text stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub in_link: bool,
    pub in_cell: bool,
    pub pairs: Pairs,
    /// The character before the text, none at the start of a line.
    pub before: Option<char>,
    /// The character after it, none at the end of a line.
    pub after: Option<char>,
}

/// Bytes that may be markup inside of a line.
static SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < MARKUP.len() {
        table[MARKUP[at] as usize] = true;
        at += 1;
    }
    table
};

const MARKUP: &[u8] = b"\\*_`~[]!<&|";

/// Appends text so that it means itself inside of a line.
pub(super) fn text_into(out: &mut String, text: &str, place: Place) {
    let mut copied = 0;
    let special = |b: u8| SPECIAL[usize::from(b)];
    for (at, &byte) in text.as_bytes().iter().enumerate().filter(|(_, b)| special(**b)) {
        let before = text[..at].chars().next_back().or(place.before);
        let after = text[at + 1..].chars().next().or(place.after);
        if is_markup(char::from(byte), before, after, &text[at..], place) {
            out.extend([&text[copied..at], "\\"]);
            copied = at;
        }
    }
    out.push_str(&text[copied..]);
}

fn is_markup(c: char, before: Option<char>, after: Option<char>, rest: &str, place: Place) -> bool {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let floats = space(before) && space(after);
    match c {
        '\\' => after.is_none_or(|a| a.is_ascii_punctuation()),
        '*' => place.pairs.stars > 1 && !floats,
        '_' => place.pairs.underscores > 1 && !floats && !(word(before) && word(after)),
        '`' => place.pairs.ticks > 1,
        '~' => place.pairs.tildes > 1 && !floats,
        // A caret makes it a note.
        '[' => place.in_link || after == Some('^'),
        ']' => place.in_link || matches!(after, Some('(' | '[' | ':')),
        '!' => rest.len() == 1 && after == Some('['),
        '<' => after.is_some_and(|a| a.is_ascii_alphabetic() || "/!?".contains(a)),
        '&' => is_reference(rest),
        '|' => place.in_cell,
        _ => false,
    }
}

/// Whether text begins with what could be a character reference.
fn is_reference(text: &str) -> bool {
    let name = text[1..].trim_start_matches('#');
    let end = name.bytes().take(40).take_while(u8::is_ascii_alphanumeric).count();
    end > 0 && name.as_bytes().get(end) == Some(&b';')
}

/// Appends a line so that its beginning does not start a block. `first` lines begin a paragraph.
pub(super) fn line_into(out: &mut String, line: &str, first: bool) {
    match block_marker(line, first) {
        // A link whose code looks like a definition: its bracket must stay what it is.
        Some(0) if line.starts_with("[`") => out.extend(["<span></span>", line]),
        Some(at) => {
            let (marker, rest) = line.split_at(at);
            let _ = write!(out, "{marker}\\{rest}");
        }
        None => out.push_str(line),
    }
}

/// Whether a line of a paragraph may end between two parts: none of them begins a block that they do not begin together,
/// and no sign is taken for a line break.
pub(super) fn may_break(line: &str, rest: &str) -> bool {
    let is_whole = block_marker(line, true).is_none() && !line.starts_with("```");
    is_whole && !line.ends_with('\\') && !begins_block(rest)
}

/// Whether a line that begins so in the middle of a paragraph would begin a block, or end one.
fn begins_block(rest: &str) -> bool {
    let line = rest.split('\n').next().unwrap_or(rest);
    let word = line.split(' ').next().unwrap_or(line);
    let fence = line.starts_with("```") || line.starts_with("~~~");
    let tag = word.starts_with('<') && !word.starts_with("</");
    block_marker(line, false).is_some() || block_marker(word, false).is_some() || fence || tag
}

/// Where a line must be escaped so as not to start a block.
fn block_marker(line: &str, first: bool) -> Option<usize> {
    let bytes = line.as_bytes();
    let ends = |at: usize| bytes.get(at).is_none_or(|b| matches!(b, b' ' | b'\t'));
    let only = |set: &[u8]| bytes.iter().all(|b| set.contains(b));
    let run = |of: u8| bytes.iter().take_while(|&&b| b == of).count();
    match *bytes.first()? {
        b'#' => (run(b'#') <= 6 && ends(run(b'#'))).then_some(0),
        b'>' => Some(0),
        b'-' => (ends(1) || only(b"-:| ")).then_some(0),
        b'+' => ends(1).then_some(0),
        b'*' => (ends(1) || only(b"* ")).then_some(0),
        b'_' => only(b"_ ").then_some(0),
        b'=' => (!first && only(b"= ")).then_some(0),
        b':' | b'|' => only(b"-:| ").then_some(0),
        b'[' => (is_task(bytes) || (first && is_definition(bytes))).then_some(0),
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
            let marks = matches!(bytes.get(digits), Some(b'.' | b')'));
            (digits <= 9 && marks && ends(digits + 1)).then_some(digits)
        }
        _ => None,
    }
}

/// `[ ]` and `[x]` before text are boxes to tick in lists.
fn is_task(line: &[u8]) -> bool {
    matches!(line, [b'[', b' ' | b'x' | b'X', b']', ..])
}

/// Whether a line defines the address of a reference: a label, which ends at the first bracket that is not
/// escaped, and a colon.
fn is_definition(line: &[u8]) -> bool {
    let mut at = 1;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => return false,
            b']' => return line.get(at + 1) == Some(&b':'),
            _ => {}
        }
        at += 1;
    }
    false
}

/// Appends the address of a link or an image.
pub(super) fn address_into(out: &mut String, url: &str, in_cell: bool) {
    let mut depth = 0i32;
    let balanced = url.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0 && !c.is_control() && c != ' '
    });
    let plain = balanced && depth == 0 && !url.is_empty();
    if !plain {
        out.push('<');
    }
    for (at, c) in url.char_indices() {
        match c {
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            '|' if in_cell => out.push_str("%7C"),
            '&' if is_reference(&url[at..]) => out.push_str("&amp;"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    if !plain {
        out.push('>');
    }
}

/// A code span: fenced by more ticks than it holds.
pub(super) fn code_into(out: &mut String, code: &str, in_cell: bool) {
    let fence = "`".repeat(longest_run(code, '`') + 1);
    let padded = code.starts_with('`') || code.ends_with('`');
    let space = if padded { " " } else { "" };
    let code = if in_cell { code.replace('|', "\\|") } else { code.to_string() };
    let _ = write!(out, "{fence}{space}{code}{space}{fence}");
}

/// The longest run of a character.
pub(super) fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> String {
        let mut pairs = Pairs::default();
        pairs.count(text);
        let mut out = String::new();
        text_into(&mut out, text, Place { pairs, ..Place::default() });
        out
    }

    #[test]
    fn only_what_would_be_markup() {
        for plain in [
            "snake_case_name",
            "2 * 3 * 4",
            "5 < 6 & 7",
            "a* b",
            r"C:\dir",
            "[1] and [2]",
            "~5 km",
            r"$\alpha_1$",
            "AT&T",
        ] {
            assert_eq!(text(plain), plain);
        }
        assert_eq!(text("*a*"), r"\*a\*");
        assert_eq!(text("_a_"), r"\_a\_");
        assert_eq!(text("[a](b)"), r"[a\](b)");
        assert_eq!(text(r"<b> &amp; \*"), r"\<b> \&amp; \\*");
        assert_eq!(text("`a`"), r"\`a\`");
    }

    #[test]
    fn lines_start_no_blocks() {
        let line = |line: &str, first| {
            let mut out = String::new();
            line_into(&mut out, line, first);
            out
        };
        for (from, to) in [
            ("# a", r"\# a"),
            ("#a", "#a"),
            ("- a", r"\- a"),
            ("-a", "-a"),
            ("--- -", r"\--- -"),
            ("1. a", r"1\. a"),
            ("1.a", "1.a"),
            ("1234567890. a", "1234567890. a"),
            ("> a", r"\> a"),
            ("[ ] a", r"\[ ] a"),
        ] {
            assert_eq!(line(from, true), to);
        }
        assert_eq!(line("===", false), r"\===");
        assert_eq!(line("===", true), "===");
        assert_eq!(line("|-|", false), r"\|-|");
    }

    #[test]
    fn addresses_hold_together() {
        let address = |url: &str| {
            let mut out = String::new();
            address_into(&mut out, url, false);
            out
        };
        assert_eq!(address("http://a/b_(c)"), "http://a/b_(c)");
        assert_eq!(address("http://a/b_(c"), "<http://a/b_(c>");
        assert_eq!(address("http://a/?x&copy;y"), "http://a/?x&amp;copy;y");
    }

    #[test]
    fn code_is_fenced_by_more_ticks() {
        let code = |code: &str| {
            let mut out = String::new();
            code_into(&mut out, code, false);
            out
        };
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
    }
}
