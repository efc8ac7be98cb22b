//! Whether a string is prose, and prose as HTML.

use dehusk_blocks::count_words;

/// Of the characters of prose, the share that are letters, digits and spaces.
const MIN_LETTERS: f32 = 0.8;
/// Of the characters of prose, the share that only code has many of.
const MAX_CODE: f32 = 0.02;
/// Letters a word of prose has on average at most.
const MAX_WORD: usize = 15;

/// Words of a string without its tags, and whether they are prose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measure {
    pub words: u32,
    pub prose: bool,
}

/// Measures a string. Prose has sentences, and is neither code nor a list of names or addresses.
pub(super) fn measure(text: &str) -> Measure {
    let plain = without_tags(text);
    let words = count_words(&plain);
    let (mut all, mut letters, mut code, mut ends) = (0usize, 0usize, 0usize, 0usize);
    for c in plain.chars() {
        all += 1;
        letters += usize::from(c.is_alphanumeric() || c.is_whitespace());
        code += usize::from(matches!(c, '{' | '}' | ';' | '=' | '\\' | '|' | '_'));
        ends += usize::from(matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '।' | '؟' | '։'));
    }
    let share = |part: usize| part as f32 / all.max(1) as f32;
    let prose = words > 0
        && ends > 0
        && share(letters) >= MIN_LETTERS
        && share(code) <= MAX_CODE
        && all / words <= MAX_WORD;
    Measure { words: words as u32, prose }
}

/// The text between tags, and references as they stand.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        out.push_str(before);
        out.push(' ');
        if !begins_tag(tag) {
            rest = &tag[1..];
            continue;
        }
        // Without a `>` ahead no later `<` can begin a tag either.
        let Some(end) = tag.find('>') else {
            out.push_str(&tag[1..]);
            return out;
        };
        rest = &tag[end + 1..];
    }
    out.push_str(rest);
    out
}

fn begins_tag(text: &str) -> bool {
    text[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!')
}

/// Whether a string has markup: a tag of HTML without attributes, or with one that has a value.
pub(super) fn is_html(text: &str) -> bool {
    text.match_indices('<').take(50).any(|(at, _)| {
        let name = text[at + 1..].trim_start_matches('/');
        let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, rest) = name.split_at(length);
        let ends = rest.trim_start_matches([' ', '/']).starts_with('>')
            || rest.starts_with(char::is_whitespace)
                && rest.split('>').next().is_some_and(|inside| inside.contains('='));
        ends && TAGS.iter().any(|t| name.eq_ignore_ascii_case(t))
    })
}

const TAGS: &[&str] = &[
    "p",
    "br",
    "div",
    "span",
    "a",
    "b",
    "i",
    "em",
    "strong",
    "ul",
    "ol",
    "li",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "img",
    "figure",
    "table",
    "section",
    "article",
    "pre",
    "code",
    "hr",
    "u",
    "sup",
    "sub",
];

/// A string as a fragment of HTML: markup as it is, plain text in paragraphs.
pub(super) fn to_html(text: &str) -> String {
    if is_html(text) {
        return text.to_string();
    }
    let escaped_markup =
        text.contains("&lt;p") || text.contains("&lt;/") || text.contains("&lt;br");
    if escaped_markup {
        return text
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&");
    }
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("<p>{}</p>", escape(line))).collect()
}

/// Plain text for HTML. References of texts that were escaped before stay references.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' if !is_reference(&text[at + 1..]) => out.push_str("&amp;"),
            other => out.push(other),
        }
    }
    out
}

fn is_reference(after: &str) -> bool {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'#';
    let length = after.bytes().take(11).take_while(is_name).count();
    (2..=10).contains(&length) && after.as_bytes().get(length) == Some(&b';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_told_from_code_names_and_addresses() {
        for text in [
            "The ferry came in late again. Nobody was surprised.",
            "<p class=a>The ferry</p><p>came in <b>late</b> again.</p>",
            "渡轮又晚点了，码头上没有人感到惊讶。",
            "Паром снова опоздал. Никто не удивился.",
        ] {
            assert!(measure(text).prose, "{text}");
        }
        for text in [
            "function(a){return a.b;}",
            ".a{color:red;margin:0}.b{top:1px}",
            "https://example.org/a/very/long/address/that/goes/on.html",
            "Norway, Sweden, Denmark",
            "aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQ.aGVsbG8gd29ybGQ",
            "",
        ] {
            assert!(!measure(text).prose, "{text}");
        }
        assert_eq!(measure("<p>one <b>two</b> a < b").words, 4);
    }

    #[test]
    fn text_becomes_paragraphs_and_markup_stays() {
        assert_eq!(
            to_html("One & two\n\nthree &amp; 4 < 5"),
            "<p>One &amp; two</p><p>three &amp; 4 &lt; 5</p>"
        );
        assert_eq!(to_html("<p>One</p>"), "<p>One</p>");
        assert_eq!(to_html("&lt;p&gt;One &amp;amp; two&lt;/p&gt;"), "<p>One &amp; two</p>");
        assert!(is_html("a<br>b") && !is_html("a<b & c>d") && !is_html("if a < b"));
    }
}
