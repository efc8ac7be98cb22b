//! A page whose title never ends.
//!
//! By the standard everything up to `</title>` is the title, so a page that lacks it has no body at all, and
//! browsers show nothing. Such pages lie in archives, cut by whatever stored them. Their text is still
//! there: the title ends where the next tag begins.

use crate::limits::Limits;
use crate::page::Page;
use crate::{name, parse};
use memchr::memchr;

/// Letters a title has at most.
const LONG: usize = 1000;

/// The page with the end of its title put in, where it swallowed the rest of the page.
pub(crate) fn mended(page: Page, limits: &Limits) -> Page {
    match has_endless_title(&page).then(|| with_title_end(page.source())).flatten() {
        Some(html) => parse::document(html, limits, page.deadline()),
        None => page,
    }
}

fn has_endless_title(page: &Page) -> bool {
    let empty = page.body().is_none_or(|body| page.first_child(body).is_none());
    let is_title = |&id: &crate::NodeId| page.name(id) == name::TITLE;
    let title = || page.head().and_then(|head| page.descendants(head).find(is_title));
    empty
        && title()
            .is_some_and(|title| page.texts(title).any(|t| t.len() > LONG && t.contains("</")))
}

fn with_title_end(html: &str) -> Option<String> {
    let is_title = |at: &usize| {
        html.as_bytes().get(*at..*at + 6).is_some_and(|tag| tag.eq_ignore_ascii_case(b"<title"))
    };
    let start = memchr::memchr_iter(b'<', html.as_bytes()).find(is_title)?;
    let text = start + memchr(b'>', &html.as_bytes()[start..])? + 1;
    let end = text + memchr(b'<', &html.as_bytes()[text..])?;
    Some([&html[..end], "</title>", &html[end..]].concat())
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Limits, Page};

    fn texts(html: &str) -> (Option<String>, usize) {
        let page = Page::from_bytes(html.as_bytes(), &Hints::new(), &Limits::default()).unwrap();
        let body = page.body().unwrap();
        let text = page.text_content(body);
        (text.split_whitespace().next().map(str::to_string), text.len())
    }

    #[test]
    fn a_title_that_never_ends_ends_at_the_next_tag() {
        let rest = "<p>It rained on the quay.</p>".repeat(60);
        let (first, length) = texts(&format!("<html><head><TITLE >Rain<body>{rest}"));
        assert_eq!(first.as_deref(), Some("It"));
        assert_eq!(length, 22 * 60);
    }

    #[test]
    fn other_pages_stay_as_they_are() {
        assert_eq!(texts("<title>Rain<p>short</p>").0, None, "too short to tell");
        let long = "<p>".repeat(600);
        assert_eq!(texts(&format!("<title>{long}</title><p>body")).0.as_deref(), Some("body"));
    }
}
