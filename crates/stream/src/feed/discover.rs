//! From a page to the feeds it names.

use dehusk::Article;
use dehusk::extractor::{Document, Page, Selection};
use url::Url;

/// Bytes of a page that are searched; feeds are named at its beginning.
const MAX_PAGE_BYTES: usize = 1 << 20;
/// Feeds of a page that are told.
const MAX_FEEDS: usize = 20;

/// The feeds a page names, in its order.
///
/// ```
/// let html = "<link rel=alternate type='application/rss+xml' href='/feed'>";
/// let url = url::Url::parse("https://ferry.example/about").unwrap();
/// assert_eq!(dehusk_stream::feed::feeds_of_page(html, &url), ["https://ferry.example/feed"]);
/// ```
pub fn feeds_of_page(html: &str, url: &Url) -> Vec<String> {
    let page = Page::parse(super::beginning(html, MAX_PAGE_BYTES));
    let document = Document::new(page).with_url(url.as_str());
    // Its metadata is wanted, for which nothing has to be left out.
    let everything = Selection::everything(&document);
    let article = Article::new(document, everything, "everything");
    let named = article.metadata().feeds.iter().map(|feed| feed.url.clone());
    let mut feeds: Vec<String> = named.collect();
    feeds.extend(hidden_in_links(article.document(), url));
    let mut seen = std::collections::HashSet::new();
    feeds.retain(|feed| feed.starts_with("http") && seen.insert(feed.clone()));
    feeds.truncate(MAX_FEEDS);
    feeds
}

/// Pages without a declaration often have a plain link to their feed.
fn hidden_in_links(document: &Document, url: &Url) -> Vec<String> {
    let page: &Page = document.page();
    let links = page.descendants(page.root()).filter(|&n| page.is_element(n) && page.tag(n) == "a");
    let address = |node| {
        let target = url.join(page.attr_by_text(node, "href")?).ok()?;
        let path = target.path().to_ascii_lowercase();
        let last = path.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
        let feed_like = matches!(last, "feed" | "rss" | "atom" | "feed.json")
            || [".rss", ".atom", "rss.xml", "atom.xml", "feed.xml"]
                .iter()
                .any(|e| last.ends_with(e));
        feed_like.then(|| target.to_string())
    };
    links.filter_map(address).take(5).collect()
}
