//! Turning what stands in a page into one clean line.
//!
//! Values come from attributes, scripts and elements, and every place has its own dirt: line breaks,
//! character references that were escaped twice, tags inside of attributes, invisible characters. All of
//! them pass through here, so that the same title from two places compares equal.

use dehusk_page::{Kind, NodeId, Page, name};
use std::borrow::Cow;

/// No value needs more; what is longer is cut at a word.
pub(super) const MAX_VALUE: usize = 2_000;

/// The text of one element is looked for in so many nodes below it.
const MAX_NODES: usize = 400;

/// One clean line: white space folded, references decoded, tags and invisible characters dropped.
pub(super) fn clean(raw: &str) -> String {
    let raw = head(raw, 4 * MAX_VALUE);
    let decoded = decode(raw);
    let plain = if decoded.contains('<') { strip_tags(&decoded, |_| true) } else { decoded };
    cut(fold(&plain), MAX_VALUE)
}

/// The same for what a page shows. There a tag may be what the text is about, as in `<table>: the table element`; one
/// that is closed again was meant as markup.
pub(super) fn clean_shown(raw: &str) -> String {
    let raw = head(raw, 4 * MAX_VALUE);
    let decoded = decode(raw);
    let is_markup = |tag: &str| {
        let name = tag.trim_matches(['<', '/', '>', ' ']);
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        tag.ends_with("/>")
            || tag.starts_with("<!")
            || decoded.contains(&format!("</{name}>")) && decoded.contains(&format!("<{name}"))
    };
    let plain = match decoded.contains('<') {
        true => strip_tags(&decoded, is_markup),
        false => decoded.clone(),
    };
    cut(fold(&plain), MAX_VALUE)
}

/// White space folded to single spaces, control and zero-width characters dropped.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(MAX_VALUE));
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !out.is_empty() && !out.ends_with(' ') && !word.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().filter(|&c| !is_invisible(c)));
    }
    out.truncate(out.trim_end().len());
    out
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

/// The parser decoded references once; pages that escape twice leave one more layer.
fn decode(text: &str) -> Cow<'_, str> {
    dehusk_page::decode_references(text)
}

/// Drops `<b>`, `</b>` and the like where they are markup; a lone `<` stays.
fn strip_tags(text: &str, is_markup: impl Fn(&str) -> bool) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        out.push_str(before);
        let named = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        match tag.find('>').filter(|_| named) {
            Some(end) => {
                match is_markup(&tag[..=end]) {
                    true => out.push(' '),
                    false => out.push_str(&tag[..=end]),
                }
                rest = &tag[end + 1..];
            }
            // Without a `>` ahead no later `<` can be a tag either.
            None if !named => {
                out.push('<');
                rest = &tag[1..];
            }
            None => {
                out.push_str(tag);
                rest = "";
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// At most `max` bytes from the front, cut at a character.
pub(super) fn head(text: &str, max: usize) -> &str {
    let mut end = max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Cuts a line at the last word that fits.
fn cut(mut line: String, max: usize) -> String {
    if line.len() > max {
        let fits = head(&line, max);
        let end = fits.rfind(' ').filter(|&at| at > max / 2).unwrap_or(fits.len());
        line.truncate(end);
        line.push('…');
    }
    line
}

/// The visible text below an element as one clean line, at most about `max` bytes of it.
pub(super) fn of_element(page: &Page, id: NodeId, max: usize) -> String {
    gather(page, id, max, |node| !is_inline(page, node))
}

/// The same with a blank between any two elements, for what pages set apart by its looks alone.
pub(super) fn of_parts(page: &Page, id: NodeId, max: usize) -> String {
    gather(page, id, max, |_| true)
}

fn gather(page: &Page, id: NodeId, max: usize, parts: impl Fn(NodeId) -> bool) -> String {
    let mut raw = String::new();
    let mut walk = page.subtree(id);
    let mut seen = 0;
    while let Some(node) = walk.next() {
        seen += 1;
        if seen > MAX_NODES || raw.len() > max {
            break;
        }
        match page.kind(node) {
            Kind::Text => {
                // What follows an element stands apart from it as well.
                let after = page.prev_sibling(node).is_some_and(|s| page.is_element(s) && parts(s));
                raw.extend(after.then_some(' '));
                raw.push_str(head(page.text(node), max + 1));
            }
            Kind::Element if is_silent(page, node) && node != id => walk.skip_subtree(page, node),
            Kind::Element if parts(node) => raw.push(' '),
            _ => {}
        }
    }
    clean_shown(&raw)
}

fn is_silent(page: &Page, id: NodeId) -> bool {
    matches!(
        page.name(id),
        name::SCRIPT
            | name::STYLE
            | name::SVG
            | name::TEMPLATE
            | name::NOSCRIPT
            | name::BUTTON
            | name::SELECT
            | name::TITLE
    ) || page.attr(id, name::HIDDEN).is_some()
}

fn is_inline(page: &Page, id: NodeId) -> bool {
    matches!(
        page.name(id),
        name::B
            | name::I
            | name::EM
            | name::STRONG
            | name::SMALL
            | name::SUB
            | name::SUP
            | name::WBR
            | name::FONT
            | name::MARK
            | name::U
            | name::S
            | name::Q
            | name::CODE
            | name::ABBR
            | name::A
            | name::SPAN
            | name::BDI
    )
}

/// Letters and digits of a text in lower case, for comparing what is written differently.
pub(crate) fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            if c.is_ascii_alphanumeric() {
                key.push(c.to_ascii_lowercase());
            }
        } else if c.is_alphanumeric() {
            key.extend(c.to_lowercase());
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_clean() {
        assert_eq!(clean("  A\n\t title\u{a0}here "), "A title here");
        assert_eq!(clean("Tom &amp; Jerry &#8211; &quot;live&quot;"), "Tom & Jerry – \"live\"");
        assert_eq!(clean("A <em>new</em> day"), "A new day");
        assert_eq!(clean("a < b and 2 <3"), "a < b and 2 <3");
        assert_eq!(clean("soft\u{ad}hyphen\u{200b}"), "softhyphen");
        assert_eq!(clean("an <unclosed"), "an <unclosed");
    }

    #[test]
    fn long_values_are_cut_at_a_word() {
        let cut = clean(&"word ".repeat(2_000));
        assert!(cut.len() <= MAX_VALUE + 3 && cut.ends_with("word…"));
        assert!(clean(&"語".repeat(5_000)).len() <= MAX_VALUE + 3);
    }

    #[test]
    fn element_text_leaves_out_what_is_not_shown() {
        let page = Page::parse("<h1>One<script>x()</script> <b>t</b>wo<br>three</h1>");
        let h1 = page.descendants(page.root()).find(|&n| page.name(n) == name::H1).unwrap();
        assert_eq!(of_element(&page, h1, 100), "One two three");
    }

    #[test]
    fn keys_ignore_case_and_punctuation() {
        assert_eq!(key("Don't PANIC!"), key("Don’t panic"));
    }
}
