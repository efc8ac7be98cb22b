//! `meta` elements: OpenGraph, Twitter, Dublin Core, citation, and what single systems invented.

use super::author;
use super::candidates::Candidates;
use super::precedence::{self, Field, TWITTER_LABEL};
use super::text;
use dehusk_page::{NodeId, Page, name};

/// No key of ours is longer.
const MAX_KEY: usize = 40;

/// Adds what a `meta` element says.
pub(super) fn collect(page: &Page, id: NodeId, found: &mut Candidates) {
    let Some(content) = page.attr(id, name::CONTENT).filter(|c| !c.trim().is_empty()) else {
        return;
    };
    if let Some(author) = labelled_author(page, id, content) {
        found.add(Field::Author, TWITTER_LABEL, author);
    }
    for attribute in [name::PROPERTY, name::NAME, name::HTTP_EQUIV] {
        // Some pages put several keys into one attribute.
        let keys = page.attr(id, attribute).unwrap_or_default().split_ascii_whitespace().take(4);
        keys.for_each(|key| add(key, content, found));
    }
}

/// The author in the next element, where this one is the label for it: `twitter:label1` says `Written by`, and
/// `twitter:data1` who.
fn labelled_author(page: &Page, id: NodeId, content: &str) -> Option<String> {
    let key = page.attr(id, name::NAME).or_else(|| page.attr(id, name::PROPERTY))?;
    let number = key.strip_prefix("twitter:label")?;
    if !author::is_introduction(content) {
        return None;
    }
    let mut after = std::iter::successors(page.next_sibling(id), |&n| page.next_sibling(n)).take(8);
    let data = after.find(|&n| {
        let key = page.attr(n, name::NAME).or_else(|| page.attr(n, name::PROPERTY));
        key.and_then(|k| k.strip_prefix("twitter:data")) == Some(number)
    })?;
    page.attr(data, name::CONTENT).map(text::clean)
}

fn add(raw: &str, content: &str, found: &mut Candidates) {
    let mut buffer = [0; MAX_KEY];
    let Some(key) = normalise(raw, &mut buffer) else { return };
    for &(field, rank) in precedence::of_meta(key) {
        found.push(field, rank, || text::clean(content));
    }
}

/// The key in lower case, Dublin Core with dots.
fn normalise<'b>(raw: &str, buffer: &'b mut [u8; MAX_KEY]) -> Option<&'b str> {
    let key = buffer.get_mut(..raw.len())?;
    key.copy_from_slice(raw.as_bytes());
    key.make_ascii_lowercase();
    let core = ["dc:", "dc_", "dcterms:"].into_iter().find(|p| key.starts_with(p.as_bytes()));
    if let Some(separator) = core.and_then(|prefix| key.get_mut(prefix.len() - 1)) {
        *separator = b'.';
    }
    std::str::from_utf8(key).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Candidates {
        let page = Page::parse(html);
        let mut found = Candidates::default();
        let metas = page.descendants(page.root()).filter(|&n| page.name(n) == name::META);
        metas.for_each(|m| collect(&page, m, &mut found));
        found
    }

    fn one(html: &str, field: Field) -> (String, &'static str) {
        let found = of(html);
        let first = found.of(field).first().map(|c| (c.value.clone(), c.source()));
        first.unwrap_or_default()
    }

    #[test]
    fn keys_in_every_spelling() {
        let cases = [
            ("<meta property='og:title' content='A'>", Field::Title, "og:title"),
            ("<meta name='OG:Title' content='A'>", Field::Title, "og:title"),
            ("<meta name='DC.creator' content='A'>", Field::Author, "dc.creator"),
            ("<meta name='dc:creator' content='A'>", Field::Author, "dc.creator"),
            ("<meta name='DCTERMS.issued' content='A'>", Field::Published, "dcterms.issued"),
            (
                "<meta property='article:published_time' content='A'>",
                Field::Published,
                "article:published_time",
            ),
            ("<meta name='parsely-author' content='A'>", Field::Author, "parsely-author"),
            (
                "<meta http-equiv='Content-Language' content='A'>",
                Field::Language,
                "content-language",
            ),
            ("<meta name='citation_author' content='A'>", Field::Author, "citation_author"),
            ("<meta name='sailthru.tags' content='A'>", Field::Tag, "sailthru.tags"),
            ("<meta property='x og:image' content='A'>", Field::Image, "og:image"),
        ];
        for (html, field, source) in cases {
            assert_eq!(one(html, field), ("A".to_string(), source), "{html}");
        }
    }

    #[test]
    fn labels_for_twitter() {
        let label = |text: &str| {
            format!(
                "<meta name=twitter:label1 content='{text}'><meta name=twitter:data1 content='Ada Berg'>"
            )
        };
        assert_eq!(one(&label("Written by"), Field::Author), ("Ada Berg".into(), TWITTER_LABEL));
        assert_eq!(one(&label("Escrito por"), Field::Author), ("Ada Berg".into(), TWITTER_LABEL));
        assert_eq!(one(&label("Reading time"), Field::Author), (String::new(), ""));
    }

    #[test]
    fn empty_and_unknown_ones_are_ignored() {
        let found = of(
            "<meta name=author content=' '><meta name=author><meta name=foo content=bar>\
            <meta name='aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' content=x>",
        );
        assert!(found.of(Field::Author).is_empty() && found.of(Field::Title).is_empty());
    }
}
