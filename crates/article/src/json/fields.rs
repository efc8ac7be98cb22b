//! Which fields of an article's JSON are wanted.

use super::ArticleJson;
use crate::Article;
use dehusk_extract::{Document, Selection};
use dehusk_page::Page;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A choice of the fields of [`ArticleJson`]. What is not chosen is not made either.
///
/// ```
/// use dehusk_article::json::Fields;
/// let fields = Fields::of("title, text,blocks".split(','))?;
/// assert!(fields.has("blocks") && !fields.has("html"));
/// let error = Fields::of(["titel"]).unwrap_err().to_string();
/// assert!(error.contains("\"titel\"") && error.contains("title"));
/// # Ok::<_, dehusk_article::json::UnknownField>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// All of them, or these.
    names: Option<BTreeSet<String>>,
}

/// A name that no field has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no field {name:?}: choose of {}, or all", known().join(", "))]
pub struct UnknownField {
    name: String,
}

/// What repeats the page rather than telling its content: left out where articles are kept.
const OF_THE_PAGE: [&str; 5] = ["blocks", "links", "html", "comments", "posts"];

impl Fields {
    /// Every field.
    pub fn all() -> Fields {
        Fields { names: None }
    }

    /// The fields that tell the content, without what repeats the page: `blocks`, `links`, `html`, `comments` and
    /// `posts`.
    pub fn of_the_content() -> Fields {
        let names = known().iter().filter(|name| !OF_THE_PAGE.contains(&name.as_str()));
        Fields { names: Some(names.cloned().collect()) }
    }

    /// The fields of these names; `all` means all of them. `schema_version` is always there.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Fields, UnknownField> {
        let mut chosen = BTreeSet::from(["schema_version".to_string()]);
        for name in names.into_iter().map(str::trim) {
            match name {
                "all" => return Ok(Fields::all()),
                name if known().iter().any(|known| known == name) => {
                    chosen.insert(name.to_string())
                }
                name => return Err(UnknownField { name: name.into() }),
            };
        }
        Ok(Fields { names: Some(chosen) })
    }

    /// Whether a field is wanted.
    pub fn has(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.contains(name))
    }

    /// The wanted fields of an object.
    pub(crate) fn of_object(&self, json: &ArticleJson<'_>) -> Value {
        // Nothing in it can fail to be written: all keys are text.
        match serde_json::to_value(json).unwrap_or_default() {
            Value::Object(object) => {
                let wanted = object.into_iter().filter(|(name, _)| self.has(name));
                Value::Object(wanted.collect::<Map<_, _>>())
            }
            other => other,
        }
    }
}

impl Default for Fields {
    fn default() -> Fields {
        Fields::all()
    }
}

/// The names of all fields, in their order.
fn known() -> &'static [String] {
    static KNOWN: LazyLock<Vec<String>> = LazyLock::new(|| {
        let document = Document::new(Page::parse(""));
        let selection = Selection::everything(&document);
        let article = Article::new(document, selection, "");
        match serde_json::to_value(article.to_json()) {
            Ok(Value::Object(object)) => object.into_iter().map(|(name, _)| name).collect(),
            _ => Vec::new(),
        }
    });
    &KNOWN
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Appraisal;

    #[test]
    fn chosen_fields_and_no_others_are_written() {
        let document = Document::new(Page::parse("<title>Rain</title><p>It rained."));
        let selection = Selection::everything(&document);
        let article = Article::new(document, selection, "text");
        let keys = |fields: &Fields| match article.json(fields) {
            Value::Object(object) => object.into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        assert_eq!(
            keys(&Fields::of(["text", "title"]).unwrap()),
            ["schema_version", "title", "text"]
        );
        assert_eq!(keys(&Fields::all()), known());
        let content = keys(&Fields::of_the_content());
        assert!(
            content.len() + OF_THE_PAGE.len() == known().len() && !content.contains(&"html".into())
        );
        assert_eq!(Fields::of(["text", "all"]), Ok(Fields::all()));
    }

    #[test]
    fn numbers_are_written_alike_whether_fields_are_chosen_or_not() {
        let document = Document::new(Page::parse("<title>Rain</title><p>It rained."));
        let appraisal = Appraisal::new(0.911, None, None);
        let selection = Selection::everything(&document).with_appraisal(appraisal);
        let article = Article::new(document, selection, "text");
        let chosen = article.json(&Fields::all()).to_string();
        assert_eq!(chosen, serde_json::to_string(&article).unwrap());
        assert!(chosen.contains("\"confidence\":0.911,"), "{chosen}");
    }
}
