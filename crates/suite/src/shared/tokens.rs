//! The page as the tags and texts of its body, one after the other.
//!
//! Several algorithms were made for a flat view of the markup. It is read from the tree, so a tag that the
//! page left out and the standard implies counts as if it stood there.

use dehusk_extract::derived::is_skipped;
use dehusk_extract::{Derived, Document, Texts};
use dehusk_page::{Kind, Name, NodeId, Page, name};

/// A step through the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token {
    /// A tag that opens an element.
    Open(NodeId),
    /// A tag that closes an element; void elements have none.
    Close(NodeId),
    /// A text, blank ones too.
    Text(NodeId),
}

/// Walks through the body, without the body's own tags and without what no reader sees.
pub(crate) fn walk(page: &Page, mut see: impl FnMut(Token)) {
    let Some(body) = page.body() else { return };
    let mut open: Vec<NodeId> = Vec::new();
    let mut nodes = page.descendants(body);
    while let Some(node) = nodes.next() {
        while let Some(closed) = open.pop_if(|o| page.end(*o) <= node) {
            see(Token::Close(closed));
        }
        match page.kind(node) {
            Kind::Text => see(Token::Text(node)),
            Kind::Element if is_skipped(page.name(node)) => nodes.skip_subtree(page, node),
            Kind::Element => {
                see(Token::Open(node));
                if !is_void(page.name(node)) {
                    open.push(node);
                }
            }
            _ => {}
        }
    }
    open.into_iter().rev().for_each(|node| see(Token::Close(node)));
}

/// The body as a row of texts with tags between them: all that some algorithms ask of a walk through it.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    pub texts: Vec<StreamText>,
    /// Tags behind the last text.
    pub tags_behind: u32,
}

/// A text of a [`Stream`], blank ones too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamText {
    pub node: NodeId,
    /// Tags between the text before and this one.
    pub tags_before: u32,
}

impl Stream {
    /// The row of a page's body.
    pub fn of(page: &Page) -> Stream {
        let mut stream = Stream::default();
        walk(page, |token| match token {
            Token::Text(node) => {
                let tags_before = std::mem::take(&mut stream.tags_behind);
                stream.texts.push(StreamText { node, tags_before });
            }
            Token::Open(_) | Token::Close(_) => stream.tags_behind += 1,
        });
        stream
    }
}

impl Derived for Stream {
    fn derive(document: &Document) -> Stream {
        Stream::of(document.page())
    }
}

/// The texts of the body, for the choice of media.
pub(crate) struct StreamTexts(pub Texts);

impl Derived for StreamTexts {
    fn derive(document: &Document) -> StreamTexts {
        let texts = document.derived::<Stream>().texts.iter().map(|text| text.node);
        StreamTexts(Texts::of(document.text_letters(), texts))
    }
}

/// Elements without an end tag.
pub(crate) fn is_void(tag: Name) -> bool {
    matches!(
        tag,
        name::AREA
            | name::BASE
            | name::BR
            | name::COL
            | name::EMBED
            | name::HR
            | name::IMG
            | name::INPUT
            | name::LINK
            | name::META
            | name::PARAM
            | name::SOURCE
            | name::TRACK
            | name::WBR
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> String {
        let page = Page::parse(html);
        let mut out = String::new();
        walk(&page, |token| match token {
            Token::Open(node) => out.push_str(&format!("<{}>", page.tag(node))),
            Token::Close(node) => out.push_str(&format!("</{}>", page.tag(node))),
            Token::Text(node) => out.push_str(page.text(node)),
        });
        out
    }

    #[test]
    fn tags_and_texts_come_in_their_order() {
        let html = "<div><p>a <b>b</b></p><br>c</div>d";
        assert_eq!(shown(html), html);
        assert_eq!(shown("<p>one<p>two"), "<p>one</p><p>two</p>");
    }

    #[test]
    fn a_stream_has_the_tags_between_texts() {
        let page = Page::parse("<p>a<b>b</b></p><br> ");
        let stream = Stream::of(&page);
        let tags: Vec<u32> = stream.texts.iter().map(|text| text.tags_before).collect();
        assert_eq!((tags, stream.tags_behind), (vec![1, 1, 3], 0));
        assert_eq!(Stream::of(&Page::parse("<p>a</p><hr>")).tags_behind, 2);
    }

    #[test]
    fn what_no_reader_sees_is_left_out() {
        assert_eq!(shown("<title>t</title><p>a<script>x</script></p><!-- c -->"), "<p>a</p>");
        assert_eq!(shown(""), "");
    }
}
