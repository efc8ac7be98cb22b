//! JSON Feed, member by member.
//!
//! Who writes a feed by hand forgets a comma, gives numbers for names, or puts a raw line break into a text. A
//! parser of whole documents refuses the feed for it. So only where members begin and end is found out for the
//! whole text, in one pass that understands strings and brackets, and each value that is wanted is parsed by
//! itself: what is broken costs its member, or its item.

use super::library::{plain, seconds};
use super::records::MAX_RECORDS;
use super::{Feed, Item};
use crate::counts::Counter;
use url::Url;

/// The feed of a text that begins with a brace; none if it is another kind of JSON.
pub fn feed(text: &str, url: &Url) -> Option<Feed> {
    let mut feed = Feed { kind: "json", ..Feed::default() };
    let (mut items, mut own, mut hub, mut is_feed) = (None, None, None, false);
    for (name, value) in Members::of(text) {
        match name {
            "version" => is_feed = string(value).is_some_and(|v| v.contains("jsonfeed.org")),
            "title" => feed.title = string(value).map(|title| plain(&title)),
            "home_page_url" => feed.page = string(value),
            "feed_url" => own = string(value),
            "hubs" => hub = elements(value).find_map(hub_address),
            "items" => items = Some(value),
            _ => {}
        }
    }
    let mut broken = 0;
    for element in elements(items?).take(MAX_RECORDS) {
        match item(element) {
            Some(item) => feed.items.push(item),
            None => broken += 1,
        }
    }
    if !is_feed && feed.items.is_empty() {
        return None;
    }
    feed.hub = hub.map(|hub| (hub, own.unwrap_or_else(|| url.to_string())));
    feed.notes.extend(std::iter::repeat_n(Counter::ItemBroken, broken));
    Some(feed)
}

fn hub_address(hub: &str) -> Option<String> {
    let mut members = Members::of(hub);
    members.find(|(name, _)| *name == "url").and_then(|(_, value)| string(value))
}

/// An item; none if there is nothing it could be known by.
fn item(text: &str) -> Option<Item> {
    let mut item = Item::default();
    let (mut external, mut summary, mut content) = (None, None, None);
    let mut dates = [None, None];
    for (name, value) in Members::of(text) {
        match name {
            "id" => item.id = string(value),
            "url" => item.link = string(value),
            "external_url" => external = string(value),
            "title" => item.title = string(value).map(|title| plain(&title)),
            "summary" => summary = string(value),
            "content_text" => content = content.or_else(|| string(value)),
            "content_html" => content = string(value).or(content),
            "date_published" => dates[0] = string(value),
            "date_modified" => dates[1] = string(value),
            _ => {}
        }
    }
    item.link = item.link.or(external);
    item.description = summary.or(content).unwrap_or_default();
    item.date = dates.into_iter().flatten().next().unwrap_or_default();
    item.published = seconds(&item.date);
    (item.link.is_some() || item.id.is_some() || item.title.is_some()).then_some(item)
}

/// The text of a string or a number; none of anything else.
fn string(value: &str) -> Option<String> {
    if value.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return Some(value.trim_end().to_string());
    }
    if !value.starts_with('"') {
        return None;
    }
    serde_json::from_str(value).or_else(|_| serde_json::from_str(&mended(value))).ok()
}

/// A string without what keeps it from being one: raw line breaks, and escapes of half a character.
fn mended(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (kept, length) = match (half(rest), half(rest.get(6..).unwrap_or_default())) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => (&rest[..12], 12),
            (Some(_), _) => ("\\ufffd", 6),
            // A backslash and what it escapes, which may be another backslash.
            (None, _) if rest.starts_with('\\') => {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                (&rest[..length], length)
            }
            (None, _) => (" ", 1),
        };
        out.push_str(kept);
        rest = &rest[length..];
    }
    out + rest
}

/// The half of a character that a text begins with the escape of.
fn half(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok().filter(|code| (0xd800..0xe000).contains(code))
}

/// The members of an object, each with its name and the text of its value, as far as they can be told apart.
struct Members<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Members<'t> {
    fn of(text: &'t str) -> Members<'t> {
        // Not an object: there is nothing at its end.
        let at = if text.starts_with('{') { 1 } else { text.len() };
        Members { text, at }
    }
}

impl<'t> Iterator for Members<'t> {
    type Item = (&'t str, &'t str);

    fn next(&mut self) -> Option<(&'t str, &'t str)> {
        let text = self.text.as_bytes();
        let name = skip(text, self.at, b",");
        if text.get(name) != Some(&b'"') {
            return None;
        }
        let name_end = string_end(text, name);
        let value = skip(text, name_end, b":");
        self.at = value_end(text, value);
        // Names with escapes are none that is wanted.
        Some((self.text.get(name + 1..name_end - 1)?, &self.text[value..self.at]))
    }
}

/// The elements of an array.
fn elements(array: &str) -> impl Iterator<Item = &str> {
    let text = array.as_bytes();
    let mut at = if array.starts_with('[') { 1 } else { text.len() };
    std::iter::from_fn(move || {
        // A brace that closes nothing is nobody's.
        let start = skip(text, at, b",}");
        at = value_end(text, start);
        (at > start).then(|| &array[start..at])
    })
}

/// The first place that holds neither space nor one of these.
fn skip(text: &[u8], from: usize, others: &[u8]) -> usize {
    let stays = |byte: &u8| *byte > b' ' && !others.contains(byte);
    text[from..].iter().position(stays).map_or(text.len(), |at| from + at)
}

/// Where a string ends that begins here.
fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// Where a value ends that begins here. Who forgets a bracket or writes one too many means the one that fits: a
/// closing one closes what was forgotten within, and nothing if it fits to nothing; no object begins where a member of
/// another should, so that one was not closed.
fn value_end(text: &[u8], start: usize) -> usize {
    let (mut at, mut open, mut before) = (start, Open::default(), b' ');
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => at = string_end(text, at) - 1,
            b'{' if before == b',' && open.last() == Some(b'{') => {
                open.close(b'{');
                if open.is_empty() {
                    return at;
                }
                open.begin(byte);
            }
            b'{' | b'[' => open.begin(byte),
            b'}' | b']' | b',' if open.is_empty() => return at,
            b'}' => open.close(b'{'),
            b']' => open.close(b'['),
            _ => {}
        }
        at += 1;
        let ends = matches!(byte, b'"' | b'}' | b']');
        if ends && open.is_empty() {
            return at;
        }
        before = if byte > b' ' { byte } else { before };
    }
    text.len()
}

/// The brackets that are open, and how many there are of each kind.
#[derive(Default)]
struct Open {
    all: Vec<u8>,
    objects: usize,
}

impl Open {
    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn last(&self) -> Option<u8> {
        self.all.last().copied()
    }

    fn begin(&mut self, bracket: u8) {
        self.objects += usize::from(bracket == b'{');
        self.all.push(bracket);
    }

    /// Closes the last bracket of a kind and those within it, if there is one.
    fn close(&mut self, bracket: u8) {
        let arrays = self.all.len() - self.objects;
        if if bracket == b'{' { self.objects } else { arrays } == 0 {
            return;
        }
        while let Some(last) = self.all.pop() {
            self.objects -= usize::from(last == b'{');
            if last == bracket {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(text: &str) -> Option<Feed> {
        super::feed(text, &Url::parse("https://a.example/feed").unwrap())
    }

    fn links(text: &str) -> Vec<String> {
        feed(text).unwrap().items.into_iter().filter_map(|item| item.link).collect()
    }

    #[test]
    fn members_are_found_whatever_stands_between() {
        let text = r#" {"a" : [1, {"b": "}\""}] ,"c":-5.0e3,"d":"x","e":oops, "f":{}}"#;
        let found: Vec<_> = Members::of(text.trim_start()).collect();
        let expected = [
            ("a", r#"[1, {"b": "}\""}]"#),
            ("c", "-5.0e3"),
            ("d", "\"x\""),
            ("e", "oops"),
            ("f", "{}"),
        ];
        assert_eq!(found, expected);
        assert_eq!(
            elements("[1, [2, 3], \"4,5\", {}").collect::<Vec<_>>(),
            ["1", "[2, 3]", "\"4,5\"", "{}"]
        );
        assert_eq!(elements("{}").count() + Members::of("[]").count(), 0);
    }

    #[test]
    fn a_broken_item_costs_itself_only() {
        let text = r#"{"version": "https://jsonfeed.org/version/1.1", "title": 7, "items": [
            {"id": 1, "url": "https://a.example/1"},
            "no item at all", 5, null, [], {},
            {"id": {"deep": []}, "url": ["https://a.example/x"], "title": true},
            {"id": "3", "url": "https://a.example/3", "title": "half \ud83d", "authors": "odd", "date_published": 5},
            {"id": "4", "url": "https://a.example/4" "title": "no comma"},
            {"id": "5", "url": "https://a.example/5", "content_html": "a raw
            line break"},
            {"id": "6", "url": "https://a.example/6", "title": "cut"#;
        let feed = feed(text).unwrap();
        assert_eq!(feed.title.as_deref(), Some("7"));
        assert_eq!(feed.items[0].id.as_deref(), Some("1"));
        let expected = ["1", "3", "4", "5", "6"].map(|n| format!("https://a.example/{n}"));
        assert_eq!(links(text), expected);
        assert_eq!(feed.notes, [Counter::ItemBroken; 6]);
        let said: Vec<&str> = feed.items[3].description.split_whitespace().collect();
        assert_eq!(said, ["a", "raw", "line", "break"]);
        assert_eq!(feed.items[1].title.as_deref(), Some("half \u{fffd}"));
    }

    #[test]
    fn a_bracket_too_many_or_too_few_costs_its_item_only() {
        let item = |number: u32| format!(r#"{{"id":{number},"url":"https://a.example/{number}"}}"#);
        let whole = [1, 2, 3].map(item);
        let [first, second, third] = &whole;
        let open = first.trim_end_matches('}');
        for items in [
            format!("{first}}},{second}}}}} , {third}"),
            format!("{open} , {second},{third}"),
            format!("{open},\"tags\":[\"a\"}},{second},{third}"),
            format!("{open},\"authors\":[{{\"name\":\"A\"],\"x\":{{}}}},{second},{third}"),
            format!("{first},{second},{}", third.trim_end_matches('}')),
        ] {
            let text = format!(
                r#"{{"items":[{items}],"version":"https://jsonfeed.org/version/1.1","title":"Whole"}}"#
            );
            let expected = [1, 2, 3].map(|number| format!("https://a.example/{number}"));
            assert_eq!(links(&text), expected, "{text}");
            assert_eq!(feed(&text).unwrap().title.as_deref(), Some("Whole"), "{text}");
        }
    }

    #[test]
    fn strings_are_mended_and_nothing_else_is() {
        let whole = r#""\u0041 \ud83d\ude00 \\ud83d \" \n é""#;
        assert_eq!(mended(whole), whole);
        assert_eq!(mended(r#""\ud83d\u0041 \ude00""#), r#""\ufffd\u0041 \ufffd""#);
        assert_eq!(mended("\"a\tb\\"), "\"a b\\");
    }

    #[test]
    fn other_json_is_no_feed() {
        for text in
            ["{}", r#"{"a":1}"#, r#"{"items":{}}"#, r#"{"items":[1,2]}"#, "{\"items\":", "[]", ""]
        {
            assert!(feed(text).is_none(), "{text}");
        }
        let empty =
            r#"{"items":[],"version":"https://jsonfeed.org/version/1","hubs":[{"url":"h"}]}"#;
        let empty = feed(empty).unwrap();
        assert_eq!(empty.items, []);
        assert_eq!(empty.hub, Some(("h".into(), "https://a.example/feed".into())));
    }
}
