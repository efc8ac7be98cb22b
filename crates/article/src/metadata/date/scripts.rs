//! Dates in the data of a page's programs, for pages that say it nowhere else.

use super::iso;
use super::moment::Moment;
use aho_corasick::Input;
use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;
use dehusk_page::{NodeId, Page, name};
use std::sync::LazyLock;

/// Bytes of scripts that are looked through.
const MAX_BYTES: usize = 4 << 20;
/// Bytes behind a key in which its value begins.
const MAX_APART: usize = 12;

/// What programs call the day of publication.
static KEYS: LazyLock<Option<DFA>> = LazyLock::new(|| {
    let keys = vec![
        "datepublished",
        "date_published",
        "publishdate",
        "publish_date",
        "publisheddate",
        "published_date",
        "publishedat",
        "published_at",
        "publicationdate",
        "publication_date",
        "firstpublished",
        "pubdate",
        "displaydate",
        "display_date",
    ];
    DFA::builder().ascii_case_insensitive(true).build(keys).ok()
});

/// The first date that a script gives under such a name.
pub(super) fn published(page: &Page) -> Option<Moment> {
    let mut left = MAX_BYTES;
    let scripts = page.descendants(NodeId::ROOT).filter(|&n| page.name(n) == name::SCRIPT);
    for script in scripts.filter_map(|s| page.first_child(s)) {
        let text = page.text(script);
        left = left.checked_sub(text.len())?;
        if let Some(moment) = in_script(text) {
            return Some(moment);
        }
    }
    None
}

fn in_script(text: &str) -> Option<Moment> {
    let keys = KEYS.as_ref()?.try_find_iter(Input::new(text)).ok()?;
    keys.filter_map(|key| value(text.get(key.end()..)?)).find(|m| m.is_plausible(1990))
}

/// The date behind a key: after quotes, a colon or an equals sign.
fn value(text: &str) -> Option<Moment> {
    let start = text.find(|c: char| c.is_ascii_digit()).filter(|&at| at <= MAX_APART)?;
    let (between, value) = text.split_at(start);
    let is_value =
        between.contains([':', '=', ',', '(']) && !between.contains(|c: char| c.is_alphanumeric());
    let value = super::text::head(value, 40);
    let number = value.find(|c: char| !c.is_ascii_digit()).map_or(value, |end| &value[..end]);
    is_value.then(|| iso::parse(value).or_else(|| iso::unix(number)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_under_names_of_publication() {
        for script in [
            r#"{"a":1,"publishedAt":"2024-05-13T10:00:00Z"}"#,
            r#"x = {\"datePublished\":\"2024-05-13T10:00:00Z\"}"#,
            "article.publish_date = '2024-05-13T10:00:00Z';",
            "{pubDate: 1715594400000}",
        ] {
            let page = Page::parse(format!("<script>{script}</script>"));
            assert_eq!(
                published(&page).map(|m| m.to_string()).as_deref(),
                Some("2024-05-13T10:00:00Z"),
                "{script}"
            );
        }
        for script in ["publishedAt: null, id: 20240513", "datePublished()", "pubDate"] {
            assert_eq!(
                published(&Page::parse(format!("<script>{script}</script>"))),
                None,
                "{script}"
            );
        }
    }
}
