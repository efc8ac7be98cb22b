//! What a page says about itself: its title, its description, and texts in its structured data.
//!
//! A block that repeats them is likely content. The structured data is JSON, of which only the strings
//! under a few keys matter here; they are found without reading the rest, so that broken JSON, which is
//! frequent, gives what it has.

use super::markup::{Census, Markup};
use super::terms::terms;
use dehusk_page::{Name, Namespace, NodeId, Page, name};
use memchr::{memchr, memchr2};

/// Keys whose values are texts of the page.
const TEXT_KEYS: [&str; 4] = ["articleBody", "description", "text", "reviewBody"];
/// Bytes a text under such a key must have.
const MIN_TEXT: usize = 40;
/// Scripts with structured data that are read.
const MAX_SCRIPTS: usize = 10;
/// Descriptions that are read.
const MAX_DESCRIPTIONS: usize = 2;

/// What programs that run forums and boards call themselves in the head of their pages.
const FORUM_PROGRAMS: [&str; 14] = [
    "discourse",
    "vbulletin",
    "phpbb",
    "xenforo",
    "invision",
    "mybb",
    "nodebb",
    "flarum",
    "vanilla",
    "smf",
    "discuz",
    "burning board",
    "askbot",
    "question2answer",
];
/// Elements that may bear the type of what they hold.
const TYPED: [Name; 6] =
    [name::DIV, name::ARTICLE, name::SECTION, name::MAIN, name::BODY, name::HTML];

/// What kinds of page a page says it is: by the types of its structured data, of its elements and of Open Graph, and by
/// the program that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeclaredKinds {
    /// An article, a post, news.
    pub article: bool,
    /// A thing to buy.
    pub product: bool,
    /// A list of other things.
    pub list: bool,
    /// A discussion, or a question with answers.
    pub forum: bool,
    /// A site or who is behind it.
    pub site: bool,
    /// Questions and answers.
    pub questions: bool,
    /// Questions that the page answers itself.
    pub faq: bool,
}

impl DeclaredKinds {
    fn add(&mut self, kind: &str) {
        let kind = kind.trim_ascii().to_ascii_lowercase();
        let ends = |words: &[&str]| words.iter().any(|word| kind.ends_with(word));
        self.article |=
            ends(&["article", "posting", "report", "recipe"]) && !kind.contains("forum");
        self.product |=
            ends(&["product", "productgroup", "offer", "vehicle", "softwareapplication"]);
        self.list |= ends(&["itemlist", "collectionpage", "searchresultspage", "category", "blog"]);
        self.forum |= ends(&["forumposting", "qapage", "discussion"]);
        self.questions |= ends(&["question", "answer"]);
        self.faq |= kind.ends_with("faqpage");
        self.site |= ends(&["website", "organization", "localbusiness", "service", "faqpage"]);
    }

    /// Takes over the type that an element bears. Products and lists are left to the head: elements of that type are the
    /// items of any shelf.
    fn add_element(&mut self, kind: &str) {
        let mut own = DeclaredKinds::default();
        own.add(kind);
        self.article |= own.article;
        self.forum |= own.forum;
        self.questions |= own.questions;
        self.faq |= own.faq;
    }

    /// Once all is read: questions are a thread where it is readers who answer.
    fn settle(&mut self) {
        self.forum |= self.questions && !self.faq;
    }

    /// Takes over what the program that made the page is called.
    fn add_program(&mut self, program: &str) {
        let program = program.to_ascii_lowercase();
        self.forum |= FORUM_PROGRAMS.iter().any(|name| program.contains(name));
    }
}

/// What a page says about itself, as terms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    pub title: String,
    pub structured: Vec<Vec<u64>>,
    pub descriptions: Vec<Vec<u64>>,
    pub kinds: DeclaredKinds,
    pub markup: Markup,
}

impl Declared {
    pub fn of(page: &Page) -> Declared {
        let mut declared = Declared::default();
        let mut scripts = 0;
        let mut titled = false;
        let mut census = Census::default();
        for id in page.descendants(page.root()) {
            if !page.is_element(id) {
                continue;
            }
            let tag = page.name(id);
            census.add(tag);
            match tag {
                name::TITLE if !titled && page.namespace(id) == Namespace::Html => {
                    let title = page.text_content(id);
                    declared.title = title.split_whitespace().collect::<Vec<_>>().join(" ");
                    titled = true;
                }
                name::META => {
                    if declared.descriptions.len() < MAX_DESCRIPTIONS {
                        declared.descriptions.extend(description(page, id).map(terms));
                    }
                    if let Some(kind) = open_graph_type(page, id) {
                        declared.kinds.add(kind);
                    }
                    if let Some(program) = generator(page, id) {
                        declared.kinds.add_program(program);
                    }
                    census.viewport |= page.attr(id, name::NAME) == Some("viewport");
                }
                name::SCRIPT if scripts < MAX_SCRIPTS && is_structured_data(page, id) => {
                    scripts += 1;
                    census.structured += 1;
                    for json in page.texts(id) {
                        let Declared { structured, kinds, .. } = &mut declared;
                        texts_in_json(
                            json,
                            |text| structured.push(terms(&text)),
                            |kind| kinds.add(kind),
                        );
                    }
                }
                tag if TYPED.contains(&tag) => {
                    if let Some(kind) = page.attr(id, name::ITEMTYPE) {
                        declared.kinds.add_element(kind);
                    }
                }
                _ => {}
            }
        }
        declared.kinds.settle();
        declared.markup = census.markup();
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

fn open_graph_type(page: &Page, meta: NodeId) -> Option<&str> {
    let property = page.attr(meta, name::PROPERTY)?.trim_ascii();
    property.eq_ignore_ascii_case("og:type").then(|| page.attr(meta, name::CONTENT)).flatten()
}

fn generator(page: &Page, meta: NodeId) -> Option<&str> {
    let of = page.attr(meta, name::NAME)?.trim_ascii();
    of.eq_ignore_ascii_case("generator").then(|| page.attr(meta, name::CONTENT)).flatten()
}

fn is_structured_data(page: &Page, script: NodeId) -> bool {
    let of_type = |t: &str| t.trim_ascii().eq_ignore_ascii_case("application/ld+json");
    page.attr(script, name::TYPE).is_some_and(of_type)
}

/// Gives every long string that stands under one of [`TEXT_KEYS`], and every type that is declared.
fn texts_in_json(json: &str, mut give: impl FnMut(String), mut give_type: impl FnMut(&str)) {
    let bytes = json.as_bytes();
    let (mut under_key, mut under_type) = (false, false);
    let mut at = 0;
    while let Some(start) = memchr(b'"', &bytes[at..]).map(|n| at + n + 1) {
        let Some(end) = string_end(bytes, start) else { break };
        let raw = &json[start..end];
        at = end + 1;
        let is_key = bytes[at..].iter().find(|b| !b.is_ascii_whitespace()) == Some(&b':');
        if is_key {
            under_key = TEXT_KEYS.contains(&raw);
            under_type = raw == "@type";
        } else {
            if under_key && raw.len() >= MIN_TEXT {
                give(unescape(raw));
            } else if under_type {
                give_type(raw);
            }
            // A list of types has its strings one after the other; any other key ends it.
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
        texts_in_json(json, |text| out.push(text), |_| {});
        out
    }

    #[test]
    fn threads_are_told_by_their_program_and_by_typed_elements() {
        let kinds = |html: &str| Declared::of(&Page::parse(html)).kinds;
        assert!(kinds("<meta name=generator content='Discourse 3.2'>").forum);
        assert!(!kinds("<meta name=generator content='WordPress 6'>").forum);
        assert!(kinds("<div itemscope itemtype='https://schema.org/Question'>x</div>").forum);
        let faq = r#"<script type="application/ld+json">{"@type":"FAQPage","mainEntity":{"@type":"Question"}}</script>"#;
        assert!(!kinds(faq).forum, "questions that the page answers itself");
        let shelf = kinds("<div itemscope itemtype='https://schema.org/Product'>x</div>");
        assert_eq!(shelf, DeclaredKinds::default(), "an item of a shelf is not the page");
    }

    #[test]
    fn kinds_of_page_are_read_from_structured_data_and_open_graph() {
        let page = Page::parse(
            r#"<meta property="og:type" content="website"><script type="application/ld+json">
            {"@type":["NewsArticle","Thing"],"mainEntity":{"@type":"Question","name":"Product"}}</script>"#,
        );
        let kinds = Declared::of(&page).kinds;
        assert!(kinds.article && kinds.forum && kinds.site && !kinds.product && !kinds.list);
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
