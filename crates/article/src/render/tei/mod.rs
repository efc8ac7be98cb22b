//! TEI P5: the content with its structure, for corpora and editions.
//!
//! TEI knows headings only at the start of a division, so every heading of the content opens one, nested by
//! level; inside of items, cells and quotes a heading is a paragraph rendered as one.

mod body;
mod header;

use super::xml::start_tag_into;
use crate::{Article, Rendering};
use body::Body;

pub(super) fn render(article: &Article, rendering: Rendering) -> String {
    let mut body = Body::default();
    super::tell(article, rendering, &mut body);
    let tongue = article.tongue();
    let metadata = article.metadata();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str("<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"");
    if let Some(language) = header::language(metadata) {
        out.extend([" xml:lang=\"", language, "\""]);
    }
    out.push_str(">\n");
    header::write(&mut out, article.document().url(), metadata);
    start_tag_into(&mut out, "text", &body::tongue_attributes(&tongue));
    out.extend(["\n<body>\n", &body.finish(), "</body>\n</text>\n</TEI>"]);
    out
}
