//! What a page says about itself as the head of a Markdown file, in YAML.

use crate::{Article, Sourced};
use serde_json::{Value, json};

/// The head of a file with an article: the fields that are known, between two lines of dashes. Values are written as
/// JSON, which YAML understands, so that nothing in a page can break out of them.
pub(crate) fn of(article: &Article) -> String {
    let metadata = article.metadata();
    let one = |value: &Option<Sourced<String>>| value.as_ref().map(|v| json!(v.value));
    let all = |values: &[Sourced<String>]| {
        let values: Vec<&str> = values.iter().map(|v| v.value.as_str()).collect();
        (!values.is_empty()).then(|| json!(values))
    };
    let fields: [(&str, Option<Value>); 12] = [
        ("title", one(&metadata.title)),
        ("url", article.document().url().map(|url| json!(url))),
        ("canonical_url", one(&metadata.canonical_url)),
        ("authors", all(&metadata.authors)),
        ("published", one(&metadata.published)),
        ("modified", one(&metadata.modified)),
        ("site", one(&metadata.site_name)),
        ("language", one(&metadata.language).or_else(|| one(&metadata.detected_language))),
        ("section", one(&metadata.section)),
        ("tags", all(&metadata.tags)),
        ("image", one(&metadata.image)),
        ("description", one(&metadata.description)),
    ];
    let lines =
        fields.iter().filter_map(|(name, value)| Some(format!("{name}: {}\n", value.as_ref()?)));
    format!("---\n{}---\n", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::{Document, Selection};
    use dehusk_page::Page;

    #[test]
    fn nothing_breaks_out_of_a_value() {
        let html = "<html lang=en><title>a\n---\n\"b\": c</title><meta name=author content='Ann Lee'><p>Text.";
        let document = Document::new(Page::parse(html)).with_url("https://example.org/2024/ferry");
        let selection = Selection::everything(&document);
        let head = of(&Article::new(document, selection, "text"));
        assert!(head.starts_with("---\ntitle: \"a --- \\\"b\\\": c\"\nurl: "), "{head}");
        assert!(head.contains("authors: [\"Ann Lee\"]\nlanguage: \"en\"\n"), "{head}");
        assert_eq!(head.lines().filter(|line| *line == "---").count(), 2);
    }
}
