//! From a node of the graph to candidates.

use super::Graph;
use crate::metadata::candidates::Candidates;
use crate::metadata::precedence::{Field, JSON_LD, JSON_LD_ORGANISATION};
use crate::metadata::{schema, text};
use dehusk_extract::json::Json;

/// Items read of one list.
const MAX_ITEMS: usize = 64;

/// Adds what a node says about the content.
pub(super) fn add<'j, 's>(node: &'j Json<'s>, graph: &Graph<'j, 's>, found: &mut Candidates) {
    add_first(node, &["headline", "name", "title"], Field::Title, found);
    add_first(
        node,
        &["datePublished", "uploadDate", "datePosted", "dateCreated"],
        Field::Published,
        found,
    );
    add_first(node, &["dateModified"], Field::Modified, found);
    add_first(node, &["description", "abstract"], Field::Description, found);
    add_names(node, &["publisher", "sourceOrganization"], graph, Field::SiteName, found);
    add_names(node, &["inLanguage"], graph, Field::Language, found);
    add_names(node, &["articleSection"], graph, Field::Section, found);
    add_names(node, &["keywords"], graph, Field::Tag, found);
    add_addresses(node, &["license"], graph, Field::Licence, found);
    add_addresses(node, &["mainEntityOfPage", "url"], graph, Field::Canonical, found);
    add_addresses(
        node,
        &["image", "primaryImageOfPage", "thumbnailUrl"],
        graph,
        Field::Image,
        found,
    );
    add_authors(node, graph, found);
    let kinds = node.get("@type").map_or(&[][..], Json::items).iter().take(MAX_ITEMS);
    kinds.filter_map(Json::as_text).for_each(|kind| found.add(Field::Kind, JSON_LD, kind));
}

/// Adds the name of a site.
pub(super) fn add_site(site: &Json<'_>, found: &mut Candidates) {
    add_first(site, &["name", "alternateName"], Field::SiteName, found);
}

/// The text of the first of the keys that has one.
fn add_first(node: &Json<'_>, keys: &[&str], field: Field, found: &mut Candidates) {
    let values = keys.iter().filter_map(|k| node.get(k)).flat_map(|v| v.items().first());
    if let Some(value) = values.filter_map(Json::as_text).map(text::clean).find(|t| !t.is_empty()) {
        found.add(field, JSON_LD, value);
    }
}

/// The values of the first key that is there, with what each refers to.
fn values<'j, 's>(
    node: &'j Json<'s>,
    keys: &[&str],
    graph: &Graph<'j, 's>,
) -> impl Iterator<Item = &'j Json<'s>> {
    let value = keys.iter().find_map(|k| node.get(k));
    let items = value.map_or(&[][..], Json::items).iter().take(MAX_ITEMS);
    items.map(|item| graph.resolve(item)).collect::<Vec<_>>().into_iter()
}

fn add_names<'j, 's>(
    node: &'j Json<'s>,
    keys: &[&str],
    graph: &Graph<'j, 's>,
    field: Field,
    found: &mut Candidates,
) {
    for value in values(node, keys, graph) {
        let name = value.as_text().map(text::clean).or_else(|| name_of(value));
        name.into_iter().for_each(|n| found.add(field, JSON_LD, n));
    }
}

/// The first address of the keys: a string, or an object that has one.
fn add_addresses<'j, 's>(
    node: &'j Json<'s>,
    keys: &[&str],
    graph: &Graph<'j, 's>,
    field: Field,
    found: &mut Candidates,
) {
    let address = |value: &'j Json<'s>| {
        let inner =
            ["contentUrl", "url", "@id"].into_iter().find_map(|k| value.get(k)?.items().first());
        value.as_text().or_else(|| inner?.as_text()).map(text::clean)
    };
    for key in keys {
        let first = values(node, &[key], graph).find_map(address);
        first.into_iter().for_each(|a| found.add(field, JSON_LD, a));
    }
}

fn add_authors<'j, 's>(node: &'j Json<'s>, graph: &Graph<'j, 's>, found: &mut Candidates) {
    for author in values(node, &["author", "creator"], graph) {
        let kinds = author.get("@type").map_or(&[][..], Json::items);
        let organisation = kinds.iter().filter_map(Json::as_text).any(schema::is_organisation);
        let source = if organisation { JSON_LD_ORGANISATION } else { JSON_LD };
        let name = author.as_text().map(text::clean).or_else(|| name_of(author));
        name.into_iter().for_each(|n| found.add(Field::Author, source, n));
    }
}

/// The name of a person, an organisation or a thing; several of them where they stand in one object.
fn name_of(value: &Json<'_>) -> Option<String> {
    let text_of = |key: &str| value.get(key)?.items().first()?.as_text().map(text::clean);
    let listed = value.get("name").map(Json::items).filter(|names| names.len() > 1);
    if let Some(names) = listed {
        let names: Vec<_> = names.iter().filter_map(Json::as_text).map(text::clean).collect();
        return Some(names.join(", "));
    }
    text_of("name").filter(|n| !n.is_empty()).or_else(|| {
        let (given, family) = (text_of("givenName")?, text_of("familyName")?);
        Some(format!("{given} {family}"))
    })
}
