//! Title and author from the head of the page.
//!
//! Both change what is content: a heading that repeats the title is dropped, and a line that names the
//! author is dropped only if the head did not name one.

use super::jsonld;
use super::landmarks::Landmarks;
use super::measure::is_space;
use super::title;
use dehusk_page::{NodeId, Page, name};
use std::collections::HashMap;

/// What the head says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Metadata {
    pub title: String,
    pub has_author: bool,
}

/// Reads the head and, for the title, the page.
pub(super) fn read(page: &Page, landmarks: &Landmarks) -> Metadata {
    let linked = jsonld::read(page, &landmarks.scripts);
    let metas = metas(page, &landmarks.metas);
    let first = |known: Option<&String>, names: &[&str]| {
        let named = names.iter().filter_map(|&n| metas.get(n)).find(|v| !v.is_empty());
        known.filter(|v| !v.is_empty()).or(named).cloned()
    };
    let titles = [
        "dc:title",
        "dcterm:title",
        "og:title",
        "weibo:article:title",
        "weibo:webpage:title",
        "title",
        "twitter:title",
        "parsely-title",
    ];
    let authors = ["dc:creator", "dcterm:creator", "author", "parsely-author"];
    let article_author = metas.get("article:author").filter(|a| !a.is_empty() && !is_address(a));
    let title = first(linked.title.as_ref(), &titles).unwrap_or_else(|| title::guess(page));
    let has_author = first(linked.author.as_ref(), &authors).is_some() || article_author.is_some();
    Metadata { title: unescape(&title), has_author }
}

/// The values of `meta` elements by the names the reference knows; the last one of a name counts.
fn metas(page: &Page, metas: &[NodeId]) -> HashMap<String, String> {
    let named = metas.iter().filter_map(|&meta| {
        let content = page.attr(meta, name::CONTENT).filter(|c| !c.is_empty())?;
        let by_property = page.attr(meta, name::PROPERTY).and_then(property_name);
        let by_name = || page.attr(meta, name::NAME).and_then(plain_name);
        Some((by_property.or_else(by_name)?, content.trim_matches(is_space).to_string()))
    });
    named.collect()
}

/// The first known `prefix:key` in a property, which may be a list.
fn property_name(property: &str) -> Option<String> {
    let prefixes = ["article", "dcterm", "dc", "og", "twitter"];
    let keys = ["author", "creator", "description", "published_time", "title", "site_name"];
    let lower = property.to_lowercase();
    lower.match_indices(':').find_map(|(at, _)| {
        let (before, after) = (lower.get(..at)?.trim_end(), lower.get(at + 1..)?.trim_start());
        let prefix = prefixes.iter().find(|p| before.ends_with(**p))?;
        let key = keys.iter().find(|k| after.starts_with(**k))?;
        Some(format!("{prefix}:{key}"))
    })
}

/// A name as a whole: a key, or a known prefix and a key.
fn plain_name(name: &str) -> Option<String> {
    let prefixes = ["dc", "dcterm", "og", "twitter", "parsely", "weibo:article", "weibo:webpage"];
    let keys = ["author", "creator", "pub-date", "description", "title", "site_name"];
    let lower = name.trim_matches(is_space).to_lowercase();
    keys.iter().find_map(|key| {
        let before = lower.strip_suffix(key)?.trim_end();
        if before.is_empty() {
            return Some(key.to_string());
        }
        let mark = before.chars().next_back().filter(|c| matches!(c, '-' | '.' | ':'))?;
        let prefix = before.strip_suffix(mark)?.trim_end();
        let mark = if mark == '.' { ':' } else { mark };
        prefixes.contains(&prefix).then(|| format!("{prefix}{mark}{key}"))
    })
}

/// Whether a value would parse as an absolute address.
fn is_address(value: &str) -> bool {
    let Some((scheme, rest)) = value.trim().split_once(':') else { return false };
    let letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let known = ["http", "https", "ftp", "ws", "wss"];
    let needs_host = known.iter().any(|k| scheme.eq_ignore_ascii_case(k));
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(letters)
        && (!needs_host || rest.chars().any(|c| !matches!(c, '/' | '\\')))
}

/// Longer than any reference that means something, so that a text of ampersands is not searched in vain.
const LONGEST_REFERENCE: usize = 16;

/// Undoes the escaping that some sites apply twice: the five named references and the numbered ones.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out += rest.get(..at).unwrap_or_default();
        rest = rest.get(at..).unwrap_or_default();
        let end = rest.bytes().take(LONGEST_REFERENCE).position(|b| b == b';');
        let reference = end.and_then(|end| Some((rest.get(1..end)?, rest.get(end + 1..)?)));
        match reference.and_then(|(inner, after)| Some((character(inner)?, after))) {
            Some((c, after)) => {
                out.push(c);
                rest = after;
            }
            None => {
                out.push('&');
                rest = rest.get(1..).unwrap_or_default();
            }
        }
    }
    out + rest
}

fn character(reference: &str) -> Option<char> {
    let number = |digits: &str, radix| {
        let plain = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
        plain.then(|| u32::from_str_radix(digits, radix).unwrap_or(0))
    };
    let code = match reference {
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "amp" => return Some('&'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        other => {
            let digits = other.strip_prefix('#')?;
            match digits.strip_prefix(['x', 'X']) {
                Some(hex) => number(hex, 16),
                None => number(digits, 10),
            }?
        }
    };
    Some(char::from_u32(code).filter(|&c| c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(html: &str) -> Metadata {
        let page = Page::parse(html);
        read(&page, &Landmarks::of(&page))
    }

    #[test]
    fn the_first_known_name_gives_the_title() {
        let found = head(
            "<title>From the element, long enough</title><meta name=twitter:title content=T>\
             <meta property=og:title content=' Rivers &amp;amp; lakes '><meta name=title content=N>",
        );
        assert_eq!(found, Metadata { title: "Rivers & lakes".into(), has_author: false });
    }

    #[test]
    fn without_metas_the_title_is_guessed() {
        let found =
            head("<title>How a river moves its bed | Daily</title><meta name=author content=''>");
        assert_eq!(found.title, "How a river moves its bed");
        assert!(!found.has_author);
    }

    #[test]
    fn authors_are_names_not_addresses() {
        let author = |meta: &str| head(meta).has_author;
        assert!(author("<meta name=author content='A. Writer'>"));
        assert!(author("<meta property=article:author content='A. Writer'>"));
        assert!(!author("<meta property=article:author content='https://example.org/a'>"));
        assert!(!author("<meta property=og:author content='A. Writer'>"));
    }

    #[test]
    fn names_are_normalised() {
        assert_eq!(property_name("x OG : Title y").as_deref(), Some("og:title"));
        assert_eq!(property_name("dcterm:creator").as_deref(), Some("dcterm:creator"));
        assert_eq!(property_name("og:image"), None);
        assert_eq!(plain_name(" DC.Title ").as_deref(), Some("dc:title"));
        assert_eq!(plain_name("parsely-author").as_deref(), Some("parsely-author"));
        assert_eq!(plain_name("subtitle"), None);
        assert_eq!(plain_name("weibo:article:title").as_deref(), Some("weibo:article:title"));
    }

    #[test]
    fn references_are_undone_once() {
        assert_eq!(
            unescape("a &lt;b&gt; &#39;c&#x27; &amp;amp; & &nope; &#0;"),
            "a <b> 'c' &amp; & &nope; \u{fffd}"
        );
        assert_eq!(unescape("100 % & more"), "100 % & more");
    }
}
