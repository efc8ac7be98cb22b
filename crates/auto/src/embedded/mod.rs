//! Content that stands only in a page's scripts.
//!
//! Many pages carry their text as data and leave it to a script to show it: structured data with the whole
//! article, or the state of a framework (`__NEXT_DATA__`, `window.__INITIAL_STATE__`…). Where little else is
//! to be seen, that data is the content. It is found by what it is like, prose under a telling key near the
//! page's title, because no two sites name it the same.

mod choose;
mod prose;
mod rich;
mod sources;
mod titles;

use choose::Candidate;
use dehusk_extract::{Document, Selection};

/// A page with at least this many kept words is taken to show its content itself.
const MAX_KEPT: u32 = 250;
/// Embedded text must exceed the kept words by this factor to take their place.
const MIN_FACTOR: u32 = 3;

/// Content that was found in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Embedded {
    /// The content as a fragment of HTML. It is as the page has it and not to be trusted.
    pub html: String,
    /// Where it stands, such as `json-ld articleBody` or `__NEXT_DATA__ props.pageProps.post.body`.
    pub source: String,
    /// Its words.
    pub words: u32,
}

/// Finds the content in a page's scripts.
///
/// ```
/// let words = "It rained on the quay, and the ferry was late. ".repeat(20);
/// let html = format!("<div id=app></div><script id=__NEXT_DATA__ type=application/json>
///     {{\"props\":{{\"post\":{{\"body\":\"<p>{words}\"}}}}}}</script>");
/// let document = dehusk_extract::Document::new(dehusk_page::Page::parse(html));
/// let found = dehusk_auto::embedded::find(&document).unwrap();
/// assert_eq!(found.source, "__NEXT_DATA__ props.post.body");
/// assert!(found.html.starts_with("<p>It rained"));
/// ```
pub fn find(document: &Document) -> Option<Embedded> {
    let sources = sources::of(document.page());
    if sources.is_empty() {
        return None;
    }
    let titles = titles::Titles::of(document.page());
    let Candidate { html, source, words, .. } = choose::best(&sources, &titles)?;
    Some(Embedded { html, source, words })
}

/// The content in a page's scripts, where it is far more than what was kept of the page itself.
///
/// A page that shows a text of its own is left alone, whatever its scripts hold: only where fewer than 250
/// words were kept are they looked at, and they must hold three times as many.
pub fn instead_of(document: &Document, selection: &Selection) -> Option<Embedded> {
    let kept = kept_words(document, selection);
    if kept >= MAX_KEPT {
        return None;
    }
    find(document).filter(|found| found.words > MIN_FACTOR * kept)
}

fn kept_words(document: &Document, selection: &Selection) -> u32 {
    let blocks = document.blocks().iter().enumerate();
    blocks.filter(|(at, _)| selection.keeps_block(document, *at)).map(|(_, b)| b.words).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    pub(super) fn prose(words: usize) -> String {
        "The ferry came in late again, and nobody was surprised. ".repeat(words.div_ceil(10))
    }

    fn document(html: &str) -> Document {
        Document::new(Page::parse(html))
    }

    fn source(html: &str) -> Option<String> {
        find(&document(html)).map(|e| e.source)
    }

    #[test]
    fn structured_data_has_the_article() {
        let json =
            format!(r#"{{"@graph":[{{"@type":"NewsArticle","articleBody":"{}"}}]}}"#, prose(150));
        let html = format!("<script type=application/ld+json>{json}</script>");
        let found = find(&document(&html)).unwrap();
        assert_eq!((found.source.as_str(), found.words), ("json-ld articleBody", 150));
        assert!(found.html.starts_with("<p>The ferry"));
    }

    #[test]
    fn assignments_of_frameworks() {
        let body = prose(150);
        for (script, path) in [
            (
                format!("window.__INITIAL_STATE__ = {{\"a\":{{\"text\":\"{body}\"}}}};f()"),
                "__INITIAL_STATE__ a.text",
            ),
            (
                format!("window['__APOLLO_STATE__']={{\"P:1\":{{\"body\":\"{body}\"}}}}"),
                "__APOLLO_STATE__ P:1.body",
            ),
            (
                format!(
                    "window.__PRELOADED_STATE__=JSON.parse(\"{{\\\"content\\\":\\\"{body}\\\"}}\")"
                ),
                "__PRELOADED_STATE__ content",
            ),
            (
                format!(
                    "window.__NUXT__=(function(a,b){{return {{data:[{{post:{{body:\"{body}\"}}}}]}}}}(1,2))"
                ),
                "__NUXT__ data.0.post.body",
            ),
        ] {
            assert_eq!(source(&format!("<script>{script}</script>")).as_deref(), Some(path));
        }
    }

    #[test]
    fn broken_and_cut_data_gives_what_it_has() {
        let html = format!("<script>window.__NUXT__={{data:{{,,\"body\":\"{}", prose(150));
        assert_eq!(source(&html).as_deref(), Some("__NUXT__ data.body"));
        assert_eq!(source("<script>window.__NUXT__={</script>"), None);
        assert_eq!(source(&format!("<script>var text = \"{}\"</script>", prose(150))), None);
    }

    #[test]
    fn a_page_with_a_text_is_left_alone() {
        let json = format!(
            "<script type=application/ld+json>{{\"@type\":\"Article\",\"articleBody\":\"{}\"}}</script>",
            prose(900)
        );
        let replaced = |shown: usize| {
            let document = document(&format!("{json}<p>{}</p>", prose(shown)));
            let selection = Selection::everything(&document);
            instead_of(&document, &selection).is_some()
        };
        assert!(replaced(20) && replaced(200));
        assert!(!replaced(300), "enough is shown");
        let json = json.replace(&prose(900), &prose(150));
        let document = document(&format!("{json}<p>{}</p>", prose(60)));
        let selection = Selection::everything(&document);
        assert_eq!(instead_of(&document, &selection), None, "not far more");
    }
}
