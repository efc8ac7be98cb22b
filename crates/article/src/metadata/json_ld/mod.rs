//! Structured data in scripts: the best description most pages have of themselves.
//!
//! A page has several scripts, each with one object, a list or a `@graph`, and most of what they describe
//! is not the content: the site, breadcrumbs, comments, related articles. [`Graph`] gathers the nodes that
//! stand for themselves and puts the one that describes the content first.

mod script;
mod values;

pub(super) use script::{in_meta, script};

use super::candidates::Candidates;
use super::schema::{self, Role};
use super::text;
use dehusk_extract::json::Json;
use std::borrow::Cow;
use std::collections::HashMap;

/// What a description must agree with to be the page's own.
#[derive(Debug, Default)]
pub(super) struct About<'a> {
    /// Addresses of the page: its own and the canonical one.
    pub addresses: Vec<&'a str>,
    /// Titles from elsewhere, as [`text::key`]s.
    pub titles: Vec<String>,
}

/// Adds what the scripts say.
pub(super) fn collect(scripts: &[Cow<'_, str>], about: &About<'_>, found: &mut Candidates) {
    let values: Vec<Json<'_>> = scripts.iter().flat_map(|s| Json::read_all(s)).collect();
    let graph = Graph::of(&values);
    for node in graph.main_first(about) {
        values::add(node, &graph, found);
    }
    graph.sites().for_each(|site| values::add_site(site, found));
}

/// The nodes of all scripts.
struct Graph<'j, 's> {
    nodes: Vec<(Role, &'j Json<'s>)>,
    by_id: HashMap<&'j str, &'j Json<'s>>,
}

impl<'j, 's> Graph<'j, 's> {
    fn of(values: &'j [Json<'s>]) -> Graph<'j, 's> {
        let mut graph = Graph { nodes: Vec::new(), by_id: HashMap::new() };
        values.iter().for_each(|v| graph.visit(v, 0));
        graph
    }

    /// Goes only where a node stands for itself, so that comments, list items and related articles
    /// are never taken for the content.
    fn visit(&mut self, value: &'j Json<'s>, depth: usize) {
        if depth > 8 {
            return;
        }
        for node in value.items() {
            match node {
                Json::List(_) => self.visit(node, depth + 1),
                Json::Object(_) => self.visit_object(node, depth),
                _ => {}
            }
        }
    }

    fn visit_object(&mut self, node: &'j Json<'s>, depth: usize) {
        let role = role_of(node);
        if role != Role::Other {
            self.nodes.push((role, node));
        }
        // A reference has an id and nothing else; the described node has more.
        if let (Some(id), Json::Object(entries)) = (node.get("@id").and_then(Json::as_text), node)
            && entries.len() > 1
        {
            self.by_id.entry(id).or_insert(node);
        }
        for key in ["@graph", "mainEntity", "mainEntityOfPage"] {
            node.get(key).into_iter().for_each(|inner| self.visit(inner, depth + 1));
        }
    }

    /// The node itself, or the one its `@id` refers to.
    fn resolve(&self, node: &'j Json<'s>) -> &'j Json<'s> {
        match node {
            Json::Object(entries) if entries.iter().all(|(k, _)| k == "@id" || k == "@type") => {
                let id = node.get("@id").and_then(Json::as_text);
                id.and_then(|id| self.by_id.get(id).copied()).unwrap_or(node)
            }
            _ => node,
        }
    }

    fn sites(&self) -> impl Iterator<Item = &'j Json<'s>> {
        self.nodes.iter().filter(|(role, _)| *role == Role::Site).map(|&(_, node)| node)
    }

    /// The nodes that describe the page, the content before the page around it.
    ///
    /// Where several contents are described and none of them is known to be the page's own, the page
    /// is a list, and what is said of one item is not said of the page.
    fn main_first(&self, about: &About<'_>) -> Vec<&'j Json<'s>> {
        let of_role = |role| self.nodes.iter().filter(move |(r, _)| *r == role).map(|&(_, n)| n);
        let mut order = Vec::new();
        for role in [Role::Content, Role::Part] {
            let mut all: Vec<_> = of_role(role).collect();
            // Beside what they are about, reviews are its readers'.
            if !all.iter().all(|n| is_review(n)) {
                all.retain(|n| !is_review(n));
            }
            let own: Vec<_> = all.iter().copied().filter(|n| about.is_own(n)).collect();
            match (own.is_empty(), all.len()) {
                (false, _) => order.extend(own),
                (true, 1) if role == Role::Content => order.extend(all),
                _ => {}
            }
        }
        order.extend(of_role(Role::Page));
        order.truncate(8);
        order
    }
}

impl About<'_> {
    fn is_own(&self, node: &Json<'_>) -> bool {
        let addresses = ["url", "@id", "mainEntityOfPage"].into_iter().filter_map(|k| node.get(k));
        let is_here = |value: &Json<'_>| {
            let id = value.get("@id").or_else(|| value.get("url")).unwrap_or(value);
            id.as_text().is_some_and(|a| self.addresses.iter().any(|own| same_address(own, a)))
        };
        addresses.into_iter().any(is_here) || self.has_title_of(node)
    }

    fn has_title_of(&self, node: &Json<'_>) -> bool {
        ["headline", "name"].into_iter().filter_map(|k| node.get(k)?.as_text()).any(|title| {
            let title = text::key(&text::clean(title));
            title.chars().count() >= 8 && self.titles.iter().any(|own| own.contains(&title))
        })
    }
}

fn same_address(a: &str, b: &str) -> bool {
    fn bare(address: &str) -> &str {
        let end = address.find(['#', '?']).unwrap_or(address.len());
        let address = address[..end].trim_end_matches('/');
        address.split_once("://").map_or(address, |(_, rest)| rest).trim_start_matches("www.")
    }
    !bare(a).is_empty() && bare(a) == bare(b)
}

fn is_review(node: &Json<'_>) -> bool {
    let kinds = node.get("@type").map_or(&[][..], Json::items);
    kinds.iter().filter_map(Json::as_text).any(schema::is_review)
}

fn role_of(node: &Json<'_>) -> Role {
    let Some(kinds) = node.get("@type") else { return Role::Other };
    kinds.items().iter().filter_map(Json::as_text).map(schema::role).min().unwrap_or(Role::Other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::precedence::{Field, JSON_LD, JSON_LD_ORGANISATION};

    fn read(scripts: &[&str]) -> Candidates {
        read_about(scripts, &About::default())
    }

    fn read_about(scripts: &[&str], about: &About<'_>) -> Candidates {
        let scripts: Vec<_> = scripts.iter().map(|s| Cow::Borrowed(*s)).collect();
        let mut found = Candidates::default();
        collect(&scripts, about, &mut found);
        found
    }

    fn first(found: &Candidates, field: Field) -> Option<String> {
        found.from(field, JSON_LD).next().map(str::to_string)
    }

    #[test]
    fn an_article_is_read_whole() {
        let found = read(&[
            r#"{"@context":"https://schema.org","@type":"NewsArticle","headline":"A Day",
            "datePublished":"2024-05-13T10:00:00+02:00","dateModified":"2024-05-14",
            "author":[{"@type":"Person","name":"Ada Berg"},{"@type":"Organization","name":"Desk"}, "Bo Chan"],
            "publisher":{"@type":"Organization","name":"The Site","logo":{"@type":"ImageObject"}},
            "image":{"@type":"ImageObject","url":"https://e.example/i.jpg"},
            "keywords":"one, two","articleSection":["World"],"inLanguage":"en-GB",
            "license":"https://l.example/","mainEntityOfPage":{"@id":"https://e.example/a"}}"#,
        ]);
        assert_eq!(first(&found, Field::Title).as_deref(), Some("A Day"));
        let authors: Vec<_> = found.from(Field::Author, JSON_LD).collect();
        assert_eq!(authors, ["Ada Berg", "Bo Chan"]);
        let organisations: Vec<_> = found.from(Field::Author, JSON_LD_ORGANISATION).collect();
        assert_eq!(organisations, ["Desk"]);
        assert_eq!(first(&found, Field::SiteName).as_deref(), Some("The Site"));
        assert_eq!(first(&found, Field::Image).as_deref(), Some("https://e.example/i.jpg"));
        assert_eq!(found.from(Field::Tag, JSON_LD).collect::<Vec<_>>(), ["one, two"]);
        assert_eq!(first(&found, Field::Section).as_deref(), Some("World"));
        assert_eq!(first(&found, Field::Canonical).as_deref(), Some("https://e.example/a"));
        assert_eq!(first(&found, Field::Language).as_deref(), Some("en-GB"));
    }

    #[test]
    fn references_in_a_graph_are_followed() {
        let found = read(&[r##"{"@graph":[
            {"@type":"WebSite","@id":"#w","name":"My Site"},
            {"@type":"WebPage","@id":"#p","name":"A Day - My Site","datePublished":"2024-01-01"},
            {"@type":["Article","BlogPosting"],"headline":"A Day","author":{"@id":"#a"},"image":{"@id":"#i"}},
            {"@type":"Person","@id":"#a","name":"Ada Berg"},
            {"@type":"ImageObject","@id":"#i","contentUrl":"https://e.example/i.png"}]}"##]);
        assert_eq!(first(&found, Field::Title).as_deref(), Some("A Day"));
        assert_eq!(first(&found, Field::Author).as_deref(), Some("Ada Berg"));
        assert_eq!(first(&found, Field::Image).as_deref(), Some("https://e.example/i.png"));
        assert_eq!(first(&found, Field::SiteName).as_deref(), Some("My Site"));
        assert_eq!(first(&found, Field::Published).as_deref(), Some("2024-01-01"));
    }

    #[test]
    fn of_several_articles_the_pages_own_is_taken() {
        let scripts = [
            r#"{"@type":"Article","headline":"Another story","url":"https://e.example/b"}"#,
            r#"{"@type":"Article","headline":"Story","url":"https://www.e.example/a/?x=1"}"#,
        ];
        assert_eq!(first(&read(&scripts), Field::Title), None);
        let about = About { addresses: vec!["http://e.example/a"], titles: Vec::new() };
        let found = read_about(&scripts, &about);
        assert_eq!(first(&found, Field::Title).as_deref(), Some("Story"));
        let about = About { addresses: Vec::new(), titles: vec!["anotherstorysite".into()] };
        let found = read_about(&scripts, &about);
        assert_eq!(first(&found, Field::Title).as_deref(), Some("Another story"));
    }

    #[test]
    fn items_of_lists_and_comments_are_not_the_content() {
        let found = read(&[
            r#"{"@type":"ItemList","itemListElement":[{"@type":"Article","headline":"No"}]}"#,
        ]);
        assert_eq!(first(&found, Field::Title), None);
        let found =
            read(&[r#"{"@type":"QAPage","mainEntity":{"@type":"Question","name":"Why so?",
            "author":"Ada Berg","acceptedAnswer":{"@type":"Answer","author":"No One"}}}"#]);
        assert_eq!(first(&found, Field::Title).as_deref(), Some("Why so?"));
        assert_eq!(found.from(Field::Author, JSON_LD).collect::<Vec<_>>(), ["Ada Berg"]);
    }

    #[test]
    fn reviews_of_a_product_are_not_the_content() {
        let review = r#"{"@type":"Review","name":"Good husk","author":"No One"}"#;
        let product =
            r#"{"@type":"Product","name":"Husk","review":[{"@type":"Review","author":"No One"}]}"#;
        let found = read(&[review, product]);
        assert_eq!(first(&found, Field::Title).as_deref(), Some("Husk"));
        assert_eq!(first(&found, Field::Author), None);
        assert_eq!(first(&read(&[review]), Field::Author).as_deref(), Some("No One"));
    }

    #[test]
    fn rubbish_gives_nothing() {
        for script in ["", "null", "[[[[", "{\"@type\":{}}", "{\"@graph\":{\"@graph\":[1,\"x\"]}}"]
        {
            assert_eq!(first(&read(&[script]), Field::Title), None);
        }
    }
}
