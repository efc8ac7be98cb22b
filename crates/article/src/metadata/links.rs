//! `link` and `a` elements whose `rel` says something about the page.

use super::address::{self, Base};
use super::candidates::Candidates;
use super::precedence::{Field, LICENCE_LINK, LINK, REL_TAG};
use super::{Feed, text};
use dehusk_page::{NodeId, Page, name};

/// A page may link as many feeds.
const MAX_FEEDS: usize = 32;

/// Adds what a `link` element says; feeds are gathered apart, because they need the base.
pub(super) fn collect_link(
    page: &Page,
    id: NodeId,
    found: &mut Candidates,
    feeds: &mut Vec<NodeId>,
) {
    let (Some(rel), Some(href)) = (page.attr(id, name::REL), page.attr(id, name::HREF)) else {
        return;
    };
    for token in rel.split_ascii_whitespace().take(8) {
        match token {
            t if t.eq_ignore_ascii_case("canonical") => {
                found.add(Field::Canonical, LINK, href.trim())
            }
            t if t.eq_ignore_ascii_case("license") => found.add(Field::Licence, LINK, href.trim()),
            t if t.eq_ignore_ascii_case("image_src") => found.add(Field::Image, LINK, href.trim()),
            t if is_feed_rel(t) && feeds.len() < 4 * MAX_FEEDS => feeds.push(id),
            _ => {}
        }
    }
}

/// Adds what an `a` element says by its `rel` or by leading to a licence.
pub(super) fn collect_anchor(page: &Page, id: NodeId, rel: &str, found: &mut Candidates) {
    for token in rel.split_ascii_whitespace().take(8) {
        if token.eq_ignore_ascii_case("tag") {
            found.add(Field::Tag, REL_TAG, text::of_element(page, id, 80));
        } else if token.eq_ignore_ascii_case("license") {
            let href = page.attr(id, name::HREF).unwrap_or_default();
            found.add(Field::Licence, LICENCE_LINK, href.trim());
        }
    }
}

fn is_feed_rel(token: &str) -> bool {
    token.eq_ignore_ascii_case("alternate") || token.eq_ignore_ascii_case("feed")
}

/// The feeds among the gathered elements, each address once.
pub(super) fn feeds(page: &Page, links: &[NodeId], base: &Base) -> Vec<Feed> {
    let mut feeds: Vec<Feed> = Vec::new();
    for feed in links.iter().filter_map(|&id| feed(page, id, base)) {
        if feeds.len() < MAX_FEEDS && !feeds.iter().any(|f| f.url == feed.url) {
            feeds.push(feed);
        }
    }
    feeds
}

fn feed(page: &Page, id: NodeId, base: &Base) -> Option<Feed> {
    let href = page.attr(id, name::HREF)?;
    let kind = page.attr(id, name::TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let named = page
        .attr(id, name::REL)
        .is_some_and(|r| r.split_ascii_whitespace().any(|t| t.eq_ignore_ascii_case("feed")));
    if !named && !is_feed_type(&kind, href) {
        return None;
    }
    let title = page.attr(id, name::TITLE).map(text::clean).filter(|t| !t.is_empty());
    Some(Feed { url: address::resolve(base, href)?, title, kind })
}

/// `application/json` was the type of the first JSON Feeds, but is that of many other things as well.
fn is_feed_type(kind: &str, href: &str) -> bool {
    match kind {
        "application/rss+xml"
        | "application/atom+xml"
        | "application/rdf+xml"
        | "application/rss"
        | "application/atom"
        | "text/rss"
        | "text/rss+xml"
        | "text/atom"
        | "text/atom+xml"
        | "application/feed+json" => true,
        "application/json" | "application/xml" | "text/xml" => {
            let path = href.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
            let file = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            ["feed", "rss", "atom"].iter().any(|word| file.contains(word))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feeds_of(html: &str) -> Vec<Feed> {
        let page = Page::parse(html);
        let (mut found, mut ids) = (Candidates::default(), Vec::new());
        let links = page.descendants(page.root()).filter(|&n| page.name(n) == name::LINK);
        links.for_each(|l| collect_link(&page, l, &mut found, &mut ids));
        feeds(&page, &ids, &Base::new(Some("https://e.example/a/"), None))
    }

    #[test]
    fn feeds_by_type() {
        let feeds = feeds_of(
            "<link rel=alternate type=application/rss+xml title='All &amp; more' href=/rss>
             <link rel='ALTERNATE' type='application/atom+xml; charset=utf-8' href=atom.xml>
             <link rel=alternate type=application/feed+json href=/feed.json>
             <link rel=alternate type=application/json href=https://e.example/feed.json?x>
             <link rel=alternate type=application/rss+xml href=/rss>
             <link rel=alternate type=application/json+oembed href=/oembed>
             <link rel=alternate type=application/json href=/wp-json/posts/1>
             <link rel=alternate hreflang=de href=/de>
             <link rel=icon type=image/png href=/i.png>
             <link rel=alternate type=application/rss+xml href='javascript:1'>",
        );
        let urls: Vec<_> = feeds.iter().map(|f| f.url.as_str()).collect();
        assert_eq!(
            urls,
            [
                "https://e.example/rss",
                "https://e.example/a/atom.xml",
                "https://e.example/feed.json",
                "https://e.example/feed.json?x"
            ]
        );
        assert_eq!(feeds[0].title.as_deref(), Some("All & more"));
        assert_eq!(feeds[1].kind, "application/atom+xml");
    }

    #[test]
    fn floods_of_feeds_are_cut() {
        let html: String = (0..10_000)
            .map(|i| format!("<link rel=alternate type=application/rss+xml href=/{i}>"))
            .collect();
        assert_eq!(feeds_of(&html).len(), MAX_FEEDS);
    }
}
