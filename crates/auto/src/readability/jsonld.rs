//! Title and author from JSON-LD. Only objects of schema.org that are a kind of article count.

use super::measure::is_space;
use super::title::{guess, similarity};
use dehusk_page::{NodeId, Page, name};
use serde_json::Value;

/// What the first article in JSON-LD says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Linked {
    pub title: Option<String>,
    pub author: Option<String>,
}

/// Reads the first article of the page's JSON-LD, which stands in its scripts.
pub(super) fn read(page: &Page, scripts: &[NodeId]) -> Linked {
    let scripts = scripts.iter().copied();
    let linked = scripts.filter(|&s| page.attr(s, name::TYPE) == Some("application/ld+json"));
    let mut articles = linked.filter_map(|s| article(&page.text_content(s)));
    let Some(article) = articles.next() else { return Linked::default() };
    Linked { title: title(page, &article), author: author(&article) }
}

/// The article in one script.
fn article(script: &str) -> Option<Value> {
    let script = script.trim_matches(is_space);
    let script = script.strip_prefix("<![CDATA[").unwrap_or(script);
    let script = script.strip_suffix("]]>").unwrap_or(script);
    let mut value: Value = serde_json::from_str(script).ok()?;
    if let Value::Array(list) = value {
        value = first_article(list)?;
    }
    if !is_schema_org(&value["@context"]) {
        return None;
    }
    let no_type = value["@type"].is_null() || value["@type"] == "";
    if no_type && let Some(Value::Array(graph)) = value.get_mut("@graph").map(Value::take) {
        value = first_article(graph)?;
    }
    is_article(&value).then_some(value)
}

/// The first article in a list. An entry with several types ends the search, as it does in the reference.
fn first_article(list: Vec<Value>) -> Option<Value> {
    let plain = |entry: &Value| {
        !entry.is_null() && (entry["@type"].is_null() || entry["@type"].is_string())
    };
    list.into_iter().take_while(plain).find(is_article)
}

fn is_schema_org(context: &Value) -> bool {
    let vocabulary = if context.is_object() { &context["@vocab"] } else { context };
    let address = vocabulary.as_str().unwrap_or_default();
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    matches!(rest, Some("schema.org" | "schema.org/"))
}

/// Whether the type is one of an article. The reference's pattern is anchored at its two ends only.
fn is_article(value: &Value) -> bool {
    const INSIDE: [&str; 8] = [
        "AdvertiserContentArticle",
        "NewsArticle",
        "Report",
        "SatiricalArticle",
        "ScholarlyArticle",
        "SocialMediaPosting",
        "BlogPosting",
        "DiscussionForumPosting",
    ];
    let kind = value["@type"].as_str().unwrap_or_default();
    kind.starts_with("Article")
        || INSIDE.iter().any(|k| kind.contains(k))
        || kind.contains("TechArticle")
        || kind.ends_with("APIReference")
}

/// `name`, or `headline` if there is no name or only the headline is like the page's title.
fn title(page: &Page, article: &Value) -> Option<String> {
    let (name, headline) = (article["name"].as_str(), article["headline"].as_str());
    match (name, headline) {
        (Some(name), Some(headline)) if name != headline => {
            let title = guess(page);
            let like = |text: &str| similarity(text, &title) > 0.75;
            Some(if like(headline) && !like(name) { headline } else { name }.to_string())
        }
        (found, other) => Some(found.or(other)?.trim_matches(is_space).to_string()),
    }
}

fn author(article: &Value) -> Option<String> {
    let author = &article["author"];
    let first = if author["name"].is_string() { &author["name"] } else { &author[0]["name"] };
    Some(first.as_str()?.trim_matches(is_space).to_string())
}

#[cfg(test)]
mod tests {
    use super::super::landmarks::Landmarks;
    use super::*;

    fn linked(json: &str) -> Linked {
        let head = "<title>How a river moves its bed</title>";
        let script = format!("{head}<script type='application/ld+json'>{json}</script>");
        let page = Page::parse(script);
        read(&page, &Landmarks::of(&page).scripts)
    }

    #[test]
    fn an_article_gives_title_and_author() {
        let found = linked(
            r#"{"@context":"https://schema.org","@type":"NewsArticle","headline":" A river ",
                "author":[{"name":"A. Writer"},{"name":"B. Other"}]}"#,
        );
        assert_eq!(found.title.as_deref(), Some("A river"));
        assert_eq!(found.author.as_deref(), Some("A. Writer"));
    }

    #[test]
    fn articles_are_found_in_lists_and_graphs() {
        let list = r#"[{"@type":"Person"},{"@context":"http://schema.org/","@type":"Article","name":"x"}]"#;
        assert_eq!(linked(list).title.as_deref(), Some("x"));
        let graph = r#"{"@context":{"@vocab":"https://schema.org/"},"@graph":[{"@type":"WebPage"},{"@type":"BlogPosting","name":"y"}]}"#;
        assert_eq!(linked(graph).title.as_deref(), Some("y"));
    }

    #[test]
    fn the_one_that_is_like_the_title_is_taken() {
        let both = r#"{"@context":"https://schema.org","@type":"Article","name":"The Daily","headline":"How a river moves its bed"}"#;
        assert_eq!(linked(both).title.as_deref(), Some("How a river moves its bed"));
        let neither =
            r#"{"@context":"https://schema.org","@type":"Article","name":"One","headline":"Two"}"#;
        assert_eq!(linked(neither).title.as_deref(), Some("One"));
    }

    #[test]
    fn other_things_are_not_articles() {
        for json in [
            "not json",
            "null",
            r#"{"@context":"https://schema.org","@type":"Person","name":"x"}"#,
            r#"{"@context":"https://example.org","@type":"Article","name":"x"}"#,
            r#"{"@context":"https://schema.org","@type":["Article"],"name":"x"}"#,
        ] {
            assert_eq!(linked(json), Linked::default(), "{json}");
        }
    }
}
