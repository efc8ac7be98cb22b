//! The title of a page, for documents that come without a feed.

use dehusk_extract::Document;

/// The first title in a page's head that is not empty: where a feed names none, it stands in.
///
/// ```
/// let page = dehusk_page::Page::parse("<title> </title><title>On bread</title><p>Flour");
/// let document = dehusk_extract::Document::new(page);
/// assert_eq!(dehusk_site::head_title(&document).as_deref(), Some("On bread"));
/// ```
pub fn head_title(document: &Document) -> Option<String> {
    let page = document.page();
    let titles = page.descendants(page.head()?).filter(|&node| page.tag(node) == "title");
    titles.map(|node| page.text_content(node).trim().to_string()).find(|t| !t.is_empty())
}
