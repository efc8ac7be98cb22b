//! Keywords, as lists and one by one.

use super::Sourced;
use super::candidates::Candidates;
use super::precedence::Field;

/// Tags given out.
const MAX_TAGS: usize = 64;
/// Bytes of a tag.
const MAX_TAG: usize = 100;

/// Sources of which every value is a list, however many there are.
const LISTS: [&str; 5] =
    ["keywords", "news_keywords", "sailthru.tags", "parsely-tags", "citation_keywords"];

/// The tags of the most trusted source that has any.
pub(super) fn choose(found: &Candidates) -> Vec<Sourced<String>> {
    let mut tags: Vec<Sourced<String>> = Vec::new();
    let all = found.of(Field::Tag);
    let Some(best) = all.first() else { return tags };
    let of_best: Vec<&str> =
        all.iter().filter(|c| c.rank == best.rank).map(|c| c.value.as_str()).collect();
    let is_list = of_best.len() == 1 || LISTS.contains(&best.source());
    for tag in of_best.iter().flat_map(|value| split(value, is_list)) {
        let fits = (1..=MAX_TAG).contains(&tag.len()) && tags.len() < MAX_TAGS;
        if fits && !tags.iter().any(|t| t.value.eq_ignore_ascii_case(tag)) {
            tags.push(Sourced::new(tag.to_string(), best.source()));
        }
    }
    tags
}

/// The tags of a value. Semicolons and bars always stand between two; a comma only where the value is a list and
/// nothing else does, because names have commas too: `Berg, Ada M`.
fn split(value: &str, is_list: bool) -> Vec<&str> {
    let marks = [';', '|', '；'];
    let parts: Vec<&str> = match value {
        v if v.contains(marks) => v.split(marks).collect(),
        v if is_list && !is_inverted_name(v) => v.split([',', '，', '、']).collect(),
        v => vec![v],
    };
    parts.into_iter().map(str::trim).collect()
}

/// One comma, and an initial at the end: `Berg, Ada M`.
fn is_inverted_name(value: &str) -> bool {
    let Some((family, given)) = value.split_once(", ") else { return false };
    let last = given.split_whitespace().next_back().unwrap_or_default().trim_end_matches('.');
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_uppercase);
    is_initial
        && !given.contains(',')
        && family.split_whitespace().count() <= 2
        && given.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::collect::collect;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    fn tags(html: &str) -> Vec<String> {
        let found = collect(&Document::new(Page::parse(html)));
        choose(&found.candidates).into_iter().map(|t| t.value).collect()
    }

    #[test]
    fn lists_are_split() {
        assert_eq!(tags("<meta name=keywords content='corn, wheat,Corn'>"), ["corn", "wheat"]);
        assert_eq!(tags("<meta name=keywords content='corn; Berg, Ada'>"), ["corn", "Berg, Ada"]);
        assert_eq!(tags("<meta property=article:tag content='corn, wheat'>"), ["corn", "wheat"]);
        assert_eq!(
            tags("<meta name=keywords content='玉米，小麦、大麦'>"),
            ["玉米", "小麦", "大麦"]
        );
    }

    #[test]
    fn names_stay_whole() {
        let one = "<meta property=article:tag content='Berg, Ada M'>";
        assert_eq!(tags(one), ["Berg, Ada M"]);
        assert_eq!(
            tags(&format!("{one}<meta property=article:tag content='Chan, Bo'>")),
            ["Berg, Ada M", "Chan, Bo"]
        );
        let list = r#"<script type=application/ld+json>{"@type":"Article","keywords":["Berg, Ada","Corn"]}</script>"#;
        assert_eq!(tags(list), ["Berg, Ada", "Corn"]);
    }
}
