//! What a page is about, as far as it says so: products, front pages and lists have no author.

use super::candidates::Candidates;
use super::precedence::Field;
use super::schema;

/// What a page says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something that someone wrote: an article, a recipe, a question.
    Text,
    /// Something that is sold.
    Product,
    /// The page does not say.
    Unknown,
}

/// What a page says it is.
pub(super) fn of(found: &Candidates) -> Kind {
    let kinds = found.of(Field::Kind);
    let is = |test: fn(&str) -> bool| kinds.iter().any(|c| test(&c.value));
    match () {
        () if is(is_text) => Kind::Text,
        () if is(is_product) => Kind::Product,
        () => Kind::Unknown,
    }
}

fn is_text(kind: &str) -> bool {
    let open_graph = ["article", "blog", "news", "book"];
    schema::is_text(kind) || open_graph.iter().any(|k| kind.eq_ignore_ascii_case(k))
}

fn is_product(kind: &str) -> bool {
    let last = kind.rsplit([':', '.', '/']).next().unwrap_or_default();
    ["product", "productgroup", "item"].iter().any(|k| last.eq_ignore_ascii_case(k))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::collect::collect;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    #[test]
    fn kinds_by_what_pages_say() {
        for (html, kind) in [
            ("<meta property=og:type content=article>", Kind::Text),
            ("<script type=application/ld+json>{\"@type\":\"BlogPosting\"}</script>", Kind::Text),
            (
                "<div itemscope itemtype=https://schema.org/Recipe><b itemprop=name>Soup</b></div>",
                Kind::Text,
            ),
            ("<meta property=og:type content=og:product>", Kind::Product),
            ("<script type=application/ld+json>{\"@type\":\"Product\"}</script>", Kind::Product),
            ("<meta property=og:type content=website>", Kind::Unknown),
            ("", Kind::Unknown),
        ] {
            assert_eq!(of(&collect(&Document::new(Page::parse(html))).candidates), kind, "{html}");
        }
    }
}
