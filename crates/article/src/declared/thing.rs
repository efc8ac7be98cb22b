//! What a page describes to machines, in whatever of the two ways: things with a type and properties.

use dehusk_extract::json::Json;
use dehusk_page::{NodeId, Page, name};

/// Things, properties and characters that are read: descriptions are small.
const MAX_THINGS: usize = 500;
const MAX_DEPTH: usize = 8;
const MAX_TEXT: usize = 4_000;

/// A thing: what it is, and what is said of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Thing {
    /// Its types without the vocabulary's address, such as `Product`.
    pub types: Vec<String>,
    properties: Vec<(String, Value)>,
}

/// A value of a property.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Thing(Thing),
}

impl Thing {
    /// All values of a property.
    pub fn all(&self, property: &str) -> impl Iterator<Item = &Value> {
        self.properties.iter().filter(move |(name, _)| name == property).map(|(_, value)| value)
    }

    /// The first value of a property as a text; of a thing, its name.
    pub fn text(&self, property: &str) -> Option<String> {
        self.all(property).find_map(Value::text)
    }

    /// All values of a property as texts.
    pub fn texts(&self, property: &str) -> Vec<String> {
        self.all(property).filter_map(Value::text).collect()
    }

    /// The first value of a property that is a thing.
    pub fn thing(&self, property: &str) -> Option<&Thing> {
        self.all(property).find_map(|value| match value {
            Value::Thing(thing) => Some(thing),
            Value::Text(_) => None,
        })
    }

    pub fn is_a(&self, types: &[&str]) -> bool {
        self.types.iter().any(|own| types.contains(&own.as_str()))
    }

    /// This thing and all in it.
    pub fn walk<'t>(&'t self, visit: &mut impl FnMut(&'t Thing)) {
        visit(self);
        for (_, value) in &self.properties {
            if let Value::Thing(thing) = value {
                thing.walk(visit);
            }
        }
    }
}

impl Value {
    /// The value as a text; of a thing, its name or what else stands for it.
    pub fn text(&self) -> Option<String> {
        match self {
            Value::Text(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            Value::Thing(thing) => ["name", "@value", "text", "url", "contentUrl", "@id"]
                .iter()
                .find_map(|name| thing.text(name)),
        }
    }
}

/// The things that a page describes, each with those in it.
pub(super) fn of(page: &Page) -> Vec<Thing> {
    let mut things = Vec::new();
    for id in page.descendants(page.root()).filter(|&id| page.is_element(id)) {
        if things.len() >= MAX_THINGS {
            break;
        }
        if is_json_ld(page, id) {
            let text: String = page.texts(id).collect();
            Json::read_all(&text).iter().for_each(|json| of_json(json, &mut things, 0));
        } else if has(page, id, "itemscope") && !has(page, id, "itemprop") {
            things.push(of_markup(page, id, 0));
        }
    }
    things
}

fn is_json_ld(page: &Page, id: NodeId) -> bool {
    page.name(id) == name::SCRIPT
        && page
            .attr(id, name::TYPE)
            .is_some_and(|t| t.trim().to_ascii_lowercase().starts_with("application/ld+json"))
}

fn has(page: &Page, id: NodeId, attribute: &str) -> bool {
    page.attr_by_text(id, attribute).is_some()
}

/// Adds the things that stand for themselves in a JSON value.
fn of_json(json: &Json<'_>, things: &mut Vec<Thing>, depth: usize) {
    for item in json.items() {
        match item {
            Json::List(_) if depth < MAX_DEPTH => of_json(item, things, depth + 1),
            Json::Object(_) => {
                let graph = item.get("@graph");
                graph
                    .into_iter()
                    .filter(|_| depth < MAX_DEPTH)
                    .for_each(|g| of_json(g, things, depth + 1));
                if item.get("@type").is_some() && things.len() < MAX_THINGS {
                    things.push(json_thing(item, depth));
                }
            }
            _ => {}
        }
    }
}

fn json_thing(json: &Json<'_>, depth: usize) -> Thing {
    let mut thing = Thing::default();
    let Json::Object(entries) = json else { return thing };
    for (key, value) in entries {
        if key == "@type" {
            thing.types.extend(value.items().iter().filter_map(Json::as_text).map(type_name));
            continue;
        }
        for item in value.items() {
            let value = match item {
                Json::Object(_) if depth < MAX_DEPTH => Value::Thing(json_thing(item, depth + 1)),
                Json::Text(text) => Value::Text(clean(text)),
                Json::Bare(bare) if *bare != "null" => Value::Text(bare.to_string()),
                _ => continue,
            };
            thing.properties.push((key.to_string(), value));
        }
    }
    thing
}

/// A thing of `itemscope` with the properties that are its own.
fn of_markup(page: &Page, scope: NodeId, depth: usize) -> Thing {
    let kinds = page.attr_by_text(scope, "itemtype").unwrap_or("");
    let mut thing = Thing {
        types: kinds.split_ascii_whitespace().map(type_name).collect(),
        properties: Vec::new(),
    };
    let mut below = page.descendants(scope);
    while let Some(id) = below.next() {
        if !page.is_element(id) {
            continue;
        }
        let inner = has(page, id, "itemscope");
        if let Some(names) = page.attr_by_text(id, "itemprop") {
            let value = match inner && depth < MAX_DEPTH {
                true => Value::Thing(of_markup(page, id, depth + 1)),
                false => Value::Text(markup_value(page, id)),
            };
            for name in names.split_ascii_whitespace() {
                thing.properties.push((name.to_string(), value.clone()));
            }
        }
        if inner {
            below.skip_subtree(page, id);
        }
    }
    thing
}

/// What an element with `itemprop` says: in an attribute that is made for it, or as text.
fn markup_value(page: &Page, id: NodeId) -> String {
    let attribute = |names: &[&str]| names.iter().find_map(|name| page.attr_by_text(id, name));
    let value = match page.name(id) {
        name::META => attribute(&["content"]),
        name::A | name::LINK | name::AREA => attribute(&["content", "href"]),
        name::IMG | name::AUDIO | name::VIDEO | name::IFRAME | name::EMBED | name::SOURCE => {
            attribute(&["content", "src", "data-src"])
        }
        name::TIME => attribute(&["content", "datetime"]),
        name::DATA | name::METER => attribute(&["content", "value"]),
        _ => attribute(&["content"]),
    };
    value.map_or_else(|| clean(&crate::content::folded_text(page, id)), clean)
}

/// The name of a type without its vocabulary: `https://schema.org/Product` is `Product`.
fn type_name(kind: &str) -> String {
    kind.trim().rsplit(['/', '#', ':']).next().unwrap_or_default().to_string()
}

/// A text without markup and escapes, on one line.
fn clean(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_TEXT)];
    let decoded = dehusk_page::decode_references(text);
    let plain = match decoded.contains('<') && decoded.contains('>') {
        true => {
            let page = Page::parse(decoded.into_owned());
            page.body()
                .map(|body| crate::content::folded_text(&page, body).into_owned())
                .unwrap_or_default()
        }
        false => decoded.into_owned(),
    };
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_say_the_same() {
        let json = r#"<script type="application/ld+json">{"@graph":[{"@type":"https://schema.org/Product",
            "name":"Tea &amp; <b>cake</b>","offers":[{"@type":"Offer","price":3.5},{"@type":"Offer","price":4}]}]}</script>"#;
        let markup = "<div itemscope itemtype='https://schema.org/Product'><h1 itemprop=name>Tea &amp; <b>cake</b></h1>\
            <p itemprop=offers itemscope itemtype='http://schema.org/Offer'><data itemprop=price value=3.5>3 and a half</data>\
            <p itemprop=offers itemscope itemtype='http://schema.org/Offer'><meta itemprop=price content=4></div>";
        for html in [json, markup] {
            let things = of(&Page::parse(html));
            let [product] = things.as_slice() else { panic!("{things:?}") };
            assert!(product.is_a(&["Product"]));
            assert_eq!(product.text("name").as_deref(), Some("Tea & cake"));
            assert_eq!(product.thing("offers").unwrap().text("price").as_deref(), Some("3.5"));
            assert_eq!(product.all("offers").count(), 2);
        }
    }

    #[test]
    fn what_nests_without_end_is_cut() {
        let html = "<div itemscope itemprop=a>".repeat(500) + "<p itemprop=b>x";
        assert!(of(&Page::parse(format!("<div itemscope>{html}"))).len() <= 1);
    }
}
