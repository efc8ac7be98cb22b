//! What a site has shown before, in the hands of JavaScript: the caller keeps it, this module learns and shows it.
//!
//! The way of a page is that of the stream: the memory's hint, the extraction, the lesson (`dehusk_site::extract`). The
//! bytes are those of `dehusk site export`.

use crate::article::{Article, for_trees, without_unwanted};
use crate::options::{OptionsError, Wanted};
use dehusk::extractor::{Document, Page};
use dehusk_site::{Keys, Observation, Retention, SiteMemory, head_title};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The memory of one site.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Memory(SiteMemory);

/// A memory for people.
#[derive(Serialize)]
struct Shown<'m> {
    documents: usize,
    hosts: Vec<Host<'m>>,
    places: Vec<Place<'m>>,
}

#[derive(Serialize)]
struct Host<'m> {
    host: &'m str,
    pages: u32,
    /// How often it has changed its looks.
    changes: u32,
}

#[derive(Serialize)]
struct Place<'m> {
    host: &'m str,
    path: String,
    pages: u32,
    /// How likely its words were content.
    content: f32,
}

#[wasm_bindgen]
impl Memory {
    /// Nothing is known yet.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)] // Nobody but JavaScript makes one.
    pub fn new() -> Memory {
        Memory(SiteMemory::new(Retention::default()))
    }

    /// What was known, from the bytes of `encode` or of `dehusk site export`.
    pub fn decode(bytes: &[u8]) -> Result<Memory, JsError> {
        Ok(Memory(SiteMemory::decode(bytes)?))
    }

    /// All of it as bytes, as `dehusk site import` reads them.
    pub fn encode(&self) -> Vec<u8> {
        self.0.encode()
    }

    /// Documents, hosts and the places that were seen most often, as JSON.
    pub fn show(&self, places: usize) -> String {
        let hosts = self.0.branches().iter().map(|branch| Host {
            host: &branch.host,
            pages: branch.seen,
            changes: branch.changes,
        });
        let shapes = self.0.shapes().into_iter().take(places);
        let places = shapes.map(|shape| {
            let (pages, content) = (shape.hint.pages, shape.hint.content);
            Place { host: shape.host, path: shape.path, pages, content }
        });
        let documents = self.0.tree().len();
        let shown = Shown { documents, hosts: hosts.collect(), places: places.collect() };
        // All keys are text, so nothing can fail to be written.
        serde_json::to_string(&shown).unwrap_or_default()
    }
}

/// As `readTree`, with what the page's site has shown before. `site` is its registered domain, `seconds` the time; where
/// it is to learn, the memory has learned from the page when this is done. A page without an address teaches nothing.
#[wasm_bindgen(js_name = readTreeOfSite)]
pub fn read_tree_of_site(
    tree: String,
    options: &str,
    site: &str,
    memory: &mut Memory,
    seconds: f64,
    learn: bool,
) -> Result<Article, JsError> {
    Ok(of_site(tree, options, site, memory, seconds, learn)?)
}

fn of_site(
    tree: String,
    options: &str,
    site: &str,
    memory: &mut Memory,
    seconds: f64,
    learn: bool,
) -> Result<Article, OptionsError> {
    let wanted = Wanted::read(options)?;
    let mut document = Document::new(Page::from_tree(tree, &wanted.limits()?));
    let options = for_trees(&wanted)?;
    let Some(url) = wanted.url() else {
        return Ok(Article::of_document(document, &wanted, options));
    };
    document = document.with_url(url);
    let memory = &mut memory.0;
    let keys = Keys::default().with_site(site);
    let says_nothing = |_: &str, form: &str, name: &str| memory.says_nothing(form, name);
    let title = head_title(&document);
    let Ok(key) = keys.careful_key(url, title.as_deref(), says_nothing) else {
        return Ok(Article::of_document(document, &wanted, options));
    };
    let seen = Observation::of(key, seconds as i64, &document);
    let hint = memory.hint(&seen);
    let extractor = options.extractor();
    let answer = dehusk_site::extract(extractor.extractor(), document, seen, hint.clone());
    if learn {
        memory.observe_after(&hint, &answer.lesson);
    }
    let selection = without_unwanted(&answer.document, answer.selection, &wanted);
    Ok(Article::new(options.article(answer.document, selection)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: f64 = 86_400.0;

    /// A page of a site whose teaser looks like content: long sentences, the same on every page.
    fn page(number: usize) -> String {
        let teaser = "Every morning at seven our harbour letter tells a hundred thousand readers what the day will bring, \
            from the first ferry to the last auction, written by people who live on the quay and know it.";
        let things = [
            "anchors", "barrels", "candles", "drums", "flags", "gloves", "hats", "jars", "kettles",
            "lamps", "maps",
        ];
        let text = |n: usize| {
            let thing =
                |step: usize| things[(number * 7 + n * 5 + step * (number + 3)) % things.len()];
            format!(
                "The ferry with the {} and the {} came in before the one with the {}, and whoever had waited for {} or \
                {} on quay {number} went home with {}, as its captain told us.",
                thing(1),
                thing(2),
                thing(3),
                thing(4),
                thing(5),
                thing(6)
            )
        };
        let html = format!(
            "<title>Ferry {number}</title><nav>Home</nav><div class=a><h1>Ferry {number}</h1><p>{}</p><p>{}</p><p>{}</p></div>\
             <div class=b><p>{teaser}</p></div>",
            text(1),
            text(2),
            text(3)
        );
        let page = Page::parse(html);
        page.to_tree(page.root())
    }

    fn read(number: usize, memory: &mut Memory, learn: bool) -> Article {
        let options = format!(r#"{{"url": "https://news.ferry.example/{number}"}}"#);
        of_site(page(number), &options, "ferry.example", memory, number as f64 * DAY, learn)
            .unwrap()
    }

    #[test]
    fn what_every_page_has_is_known_after_some_of_them() {
        let mut memory = Memory::new();
        assert!(read(1, &mut memory, true).text().contains("harbour letter"));
        for number in 2..=12 {
            read(number, &mut memory, true);
        }
        let after = read(20, &mut memory, false).text();
        assert!(!after.contains("harbour letter"), "{after}");
        assert!(after.contains("on quay 20 went home"));
    }

    #[test]
    fn a_look_teaches_nothing_and_bytes_are_kept() {
        let mut memory = Memory::new();
        read(1, &mut memory, true);
        let before = memory.encode();
        read(2, &mut memory, false);
        assert_eq!(memory.encode(), before);
        let mut again = Memory(SiteMemory::decode(&before).unwrap());
        read(2, &mut memory, true);
        read(2, &mut again, true);
        assert_eq!(memory.encode(), again.encode());
        let shown: serde_json::Value = serde_json::from_str(&again.show(3)).unwrap();
        assert_eq!(shown["documents"], 2);
        assert_eq!(shown["hosts"][0]["host"], "news.ferry.example");
        assert_eq!(shown["places"].as_array().unwrap().len(), 3);
    }

    #[test]
    fn a_page_without_an_address_is_read_all_the_same() {
        for options in ["", r#"{"url": "about:blank"}"#] {
            let mut memory = Memory::new();
            let article =
                of_site(page(1), options, "ferry.example", &mut memory, 0.0, true).unwrap();
            assert!(article.text().contains("on quay 1 went home"));
            assert_eq!(memory.0.tree().len(), 0);
        }
    }
}
