//! What a page says about itself: its title, its description, and texts in its structured data.
//!
//! A block that repeats them is likely content. The structured data is JSON, of which only the strings
//! under a few keys matter here; they are found without reading the rest, so that broken JSON, which is
//! frequent, gives what it has.

use super::terms::terms;
use dehusk_page::{Namespace, NodeId, Page, name};
use memchr::{memchr, memchr2};

/// Keys whose values are texts of the page.
const TEXT_KEYS: [&str; 4] = ["articleBody", "description", "text", "reviewBody"];
/// Bytes a text under such a key must have.
const MIN_TEXT: usize = 40;
/// Scripts with structured data that are read.
const MAX_SCRIPTS: usize = 10;
/// Descriptions that are read.
const MAX_DESCRIPTIONS: usize = 2;

/// What a page says about itself, as terms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    pub title: String,
    pub structured: Vec<Vec<u64>>,
    pub descriptions: Vec<Vec<u64>>,
}

impl Declared {
    pub fn of(page: &Page) -> Declared {
        let mut declared = Declared::default();
        let mut scripts = 0;
        let mut titled = false;
        for id in page.descendants(page.root()) {
            match page.name(id) {
                name::TITLE if !titled && page.namespace(id) == Namespace::Html => {
                    let title = page.text_content(id);
                    declared.title = title.split_whitespace().collect::<Vec<_>>().join(" ");
                    titled = true;
                }
                name::META if declared.descriptions.len() < MAX_DESCRIPTIONS => {
                    declared.descriptions.extend(description(page, id).map(terms));
                }
                name::SCRIPT if scripts < MAX_SCRIPTS && is_structured_data(page, id) => {
                    scripts += 1;
                    for json in page.texts(id) {
                        texts_in_json(json, |text| declared.structured.push(terms(&text)));
                    }
                }
                _ => {}
            }
        }
        declared
    }
}

fn description(page: &Page, meta: NodeId) -> Option<&str> {
    let is = |attribute, value: &str| {
        page.attr(meta, attribute).is_some_and(|v| v.trim_ascii().eq_ignore_ascii_case(value))
    };
    let describes = is(name::NAME, "description") || is(name::PROPERTY, "og:description");
    describes.then(|| page.attr(meta, name::CONTENT)).flatten()
}

fn is_structured_data(page: &Page, script: NodeId) -> bool {
    let of_type = |t: &str| t.trim_ascii().eq_ignore_ascii_case("application/ld+json");
    page.attr(script, name::TYPE).is_some_and(of_type)
}

/// Gives every long string that stands under one of [`TEXT_KEYS`].
fn texts_in_json(json: &str, mut give: impl FnMut(String)) {
    let bytes = json.as_bytes();
    let mut under_key = false;
    let mut at = 0;
    while let Some(start) = memchr(b'"', &bytes[at..]).map(|n| at + n + 1) {
        let Some(end) = string_end(bytes, start) else { break };
        let raw = &json[start..end];
        at = end + 1;
        let is_key = bytes[at..].iter().find(|b| !b.is_ascii_whitespace()) == Some(&b':');
        if is_key {
            under_key = TEXT_KEYS.contains(&raw);
        } else {
            if under_key && raw.len() >= MIN_TEXT {
                give(unescape(raw));
            }
            under_key = false;
        }
    }
}

/// The closing quote of a string that begins at `start`.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// A JSON string's text. What is not an escape stays as it is.
fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut units: Vec<u16> = Vec::new();
    let mut rest = raw;
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let Some(c) = escape.chars().next() else { break };
        rest = &escape[c.len_utf8()..];
        if c == 'u' {
            rest = &escape[1 + hex_unit(&escape[1..], &mut units)..];
            if !rest.starts_with("\\u") {
                text.extend(char::decode_utf16(units.drain(..)).map(|c| c.unwrap_or('\u{fffd}')));
            }
        } else {
            text.push(match c {
                'n' | 'r' | 't' | 'b' | 'f' => ' ',
                other => other,
            });
        }
    }
    text.push_str(rest);
    text
}

/// Reads the four digits of a `\u` escape and says how many bytes they took.
fn hex_unit(digits: &str, units: &mut Vec<u16>) -> usize {
    match digits.get(..4).and_then(|d| u16::from_str_radix(d, 16).ok()) {
        Some(unit) => {
            units.push(unit);
            4
        }
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(json: &str) -> Vec<String> {
        let mut out = Vec::new();
        texts_in_json(json, |text| out.push(text));
        out
    }

    #[test]
    fn long_texts_under_their_keys() {
        let long = "long enough to count as a text of a page";
        assert_eq!(texts(&format!(r#"{{"a":1,"articleBody" : "{long}"}}"#)), [long]);
        assert_eq!(texts(&format!(r#"{{"headline":"{long}","text":"short"}}"#)), [""; 0]);
        assert_eq!(texts(&format!(r#"{{"text":"articleBody","x":"{long}"}}"#)), [""; 0]);
        assert_eq!(
            texts(&format!(r#"[{{"description":"{long}"#)),
            [""; 0],
            "an open string is none"
        );
        let escaped = r#"{"text":"A \"quoted\" word,\u00e9t\u00E9 and\n\ud83d\ude00 \q \\ \u12 done, long enough"}"#;
        assert_eq!(texts(escaped), ["A \"quoted\" word,été and 😀 q \\ 12 done, long enough"]);
    }

    #[test]
    fn a_page_declares_title_description_and_texts() {
        let page = Page::parse(
            "<title> A\n title </title><meta name=Description content='one two three'>\
             <meta property='og:description' content='four'><meta name=description content=five>\
             <body><svg><title>no</title></svg><script type='application/ld+json'>\
             {\"articleBody\":\"a text that is long enough to be of interest here\"}</script>",
        );
        let declared = Declared::of(&page);
        assert_eq!(declared.title, "A title");
        assert_eq!(declared.descriptions, [terms("one two three"), terms("four")]);
        assert_eq!(declared.structured.len(), 1);
        assert_eq!(declared.structured[0].len(), 11);
    }
}
