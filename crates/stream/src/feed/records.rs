//! Records picked out of XML that need not be well-formed: what stands in each `item`, `entry`, `url` or
//! `sitemap`, by the local names of the elements there.
//!
//! A reader that asks for nothing is also one that cannot be nested to death, so it goes over every feed
//! before the library does, and its records are what is left when the library refuses.

use super::beginning;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Bytes of one field; longer text is cut, because only its hash and its beginning are used.
const FIELD_BYTES: usize = 64 << 10;
/// Records that are picked.
pub const MAX_RECORDS: usize = 50_000;
/// Shorter tags are not searched for attributes: they cannot have too many, nor long ones.
const SHORT_TAG: usize = 256;

/// The fields somebody asks for; others are not kept.
const FIELDS: [&str; 16] = [
    "title",
    "link",
    "origLink",
    "guid",
    "id",
    "pubDate",
    "published",
    "date",
    "updated",
    "description",
    "summary",
    "encoded",
    "content",
    "loc",
    "lastmod",
    "publication_date",
];

/// Elements within a record whose children are its fields too.
const CONTAINERS: [&str; 2] = ["news", "group"];

/// What an XML text holds.
#[derive(Debug, Default)]
pub struct Records {
    /// The local name of its first element.
    pub root: String,
    /// The title of the whole.
    pub title: Option<String>,
    /// The records, in their order.
    pub records: Vec<Record>,
    /// How deep it is nested.
    pub depth: usize,
    /// How many elements it has.
    pub elements: usize,
    /// How many attributes an element has at most.
    pub attributes: usize,
    /// How long an `xml:base` is at most.
    pub base_bytes: usize,
}

/// The fields of one record by their local names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// `item`, `entry`, `url` or `sitemap`.
    pub name: String,
    fields: Vec<(&'static str, String)>,
}

impl Record {
    /// Keeps a field that is asked for and was not there before.
    fn add(&mut self, name: &str, text: String) {
        let Some(name) = FIELDS.iter().find(|field| **field == name) else { return };
        if !text.trim().is_empty() && self.fields.iter().all(|(known, _)| known != name) {
            self.fields.push((name, text));
        }
    }

    /// The first of these fields that is there.
    pub fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| {
            let field = self.fields.iter().find(|(known, _)| known == name);
            field.map(|(_, text)| text.trim())
        })
    }
}

/// Where the reader is.
#[derive(Default)]
struct State {
    found: Records,
    depth: usize,
    record: Option<(usize, Record)>,
    field: Option<(usize, String, String)>,
}

impl Records {
    /// Reads as far as anything can be read.
    pub fn read(text: &str) -> Records {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        let mut state = State::default();
        while state.found.records.len() < MAX_RECORDS {
            match reader.read_event() {
                Ok(Event::Eof) | Err(_) => break,
                Ok(event) => state.take(&event),
            }
        }
        state.end_record();
        state.found
    }
}

impl State {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(start) => {
                self.depth += 1;
                self.found.depth = self.found.depth.max(self.depth);
                self.start(start);
            }
            Event::Empty(start) => {
                self.depth += 1;
                self.start(start);
                self.end();
            }
            Event::End(end) => self.end_named(end.local_name().as_ref()),
            Event::Text(text) => self.text(&text.xml_content(XmlVersion::Implicit1_0)),
            Event::CData(text) => self.text(&text.xml_content(XmlVersion::Implicit1_0)),
            Event::GeneralRef(name) => {
                let whole = format!("&{};", name.xml_content(XmlVersion::Implicit1_0));
                self.text(&html_escape::decode_html_entities(&whole));
            }
            _ => {}
        }
    }

    fn start(&mut self, start: &BytesStart<'_>) {
        let name = start.local_name().as_ref().to_string();
        self.measure(start);
        if self.found.root.is_empty() {
            self.found.root = name.to_ascii_lowercase();
        }
        if matches!(name.as_str(), "item" | "entry" | "url" | "sitemap") && self.field.is_none() {
            self.end_record();
            self.record = Some((self.depth, Record { name, fields: Vec::new() }));
        } else if self.field.is_none() && !CONTAINERS.contains(&name.as_str()) {
            self.link_attribute(start, &name);
            self.field = Some((self.depth, name, String::new()));
            // The title of the whole is a field too, but containers around records are not.
            if self.record.is_none() && !matches!(self.name(), "title") {
                self.field = None;
            }
        }
    }

    /// What a parser that asks for more would have to cope with.
    fn measure(&mut self, start: &BytesStart<'_>) {
        self.found.elements += 1;
        if start.len() < SHORT_TAG {
            return;
        }
        let mut attributes = start.html_attributes();
        let (mut number, mut base) = (0, 0);
        for attribute in attributes.with_checks(false).flatten() {
            number += 1;
            if attribute.key.as_ref() == "xml:base" {
                base = attribute.value.len().max(base);
            }
        }
        self.found.attributes = self.found.attributes.max(number);
        self.found.base_bytes = self.found.base_bytes.max(base);
    }

    fn name(&self) -> &str {
        self.field.as_ref().map_or("", |(_, name, _)| name)
    }

    /// Atom keeps its links in attributes.
    fn link_attribute(&mut self, start: &BytesStart<'_>, name: &str) {
        let Some((_, record)) = &mut self.record else { return };
        if name != "link" {
            return;
        }
        let value = |wanted: &str| {
            let mut attributes = start.html_attributes();
            let found = attributes.with_checks(false).flatten();
            let mut named = found.filter(|a| a.key.as_ref() == wanted);
            named.next().map(|a| html_escape::decode_html_entities(a.value.as_ref()).into_owned())
        };
        let usable = value("rel").is_none_or(|rel| rel == "alternate");
        if let Some(href) = value("href").filter(|_| usable) {
            record.add("link", href);
        }
    }

    fn text(&mut self, text: &str) {
        if let Some((_, _, field)) = &mut self.field {
            let room = FIELD_BYTES.saturating_sub(field.len());
            field.push_str(beginning(text, room));
        }
    }

    /// The end of a record counts even if elements inside it were never closed.
    fn end_named(&mut self, name: &str) {
        if self.record.as_ref().is_some_and(|(_, record)| record.name == name)
            && let Some((depth, _)) = self.record
        {
            self.end_field();
            self.end_record();
            self.depth = depth.saturating_sub(1);
            return;
        }
        // So does the end of a field.
        if let Some((depth, open, _)) = &self.field
            && open == name
        {
            self.depth = *depth;
        }
        self.end();
    }

    fn end(&mut self) {
        if self.field.as_ref().is_some_and(|(depth, ..)| *depth >= self.depth) {
            self.end_field();
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn end_field(&mut self) {
        let Some((_, name, text)) = self.field.take() else { return };
        match &mut self.record {
            Some((_, record)) => record.add(&name, text),
            None if self.found.title.is_none() => self.found.title = Some(text.trim().into()),
            None => {}
        }
    }

    fn end_record(&mut self) {
        if let Some((_, record)) = self.record.take() {
            self.found.records.push(record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_before_the_damage_are_found() {
        let text = "<rss><channel><title>T</title><item><title>One<b></title><link>u1</link></item>\
                    <item><title>Two</title><dc:date>2020</dc:date></item><item><title>Thr";
        let found = Records::read(text);
        assert_eq!((found.root.as_str(), found.title.as_deref()), ("rss", Some("T")));
        assert_eq!(found.records[0].first(&["link"]), Some("u1"));
        assert_eq!(found.records[1].first(&["pubDate", "date"]), Some("2020"));
        assert!(found.records.len() >= 2);
    }

    #[test]
    fn atom_links_are_attributes() {
        let text = "<feed><entry><link rel='self' href='s'/><link href='a&amp;b'/><id>i</id></entry></feed>";
        let found = Records::read(text);
        assert_eq!(found.records[0].first(&["link"]), Some("a&b"));
        assert_eq!(found.records[0].first(&["id"]), Some("i"));
    }

    #[test]
    fn depth_is_only_a_number() {
        let found = Records::read(&"<a>".repeat(200_000));
        assert_eq!(found.depth, 200_000);
    }
}
