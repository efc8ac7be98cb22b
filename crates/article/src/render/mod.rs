//! Writing an article out: each format is a sink of the one walk over the content.

mod markdown;
mod text;
pub(crate) mod xml;

use crate::content::{Base, Sink, walk};
use crate::{Article, Format};

pub(crate) fn render(article: &Article, format: Format) -> String {
    match format {
        Format::Markdown => {
            let mut sink = markdown::Markdown::new();
            tell(article, &mut sink);
            sink.finish()
        }
        _ => {
            // Nothing of plain text is an address.
            let mut sink = text::Text::new();
            walk(
                article.document().page(),
                article.selection().nodes(),
                &Base::default(),
                &mut sink,
            );
            sink.finish()
        }
    }
}

/// Tells a sink the content of an article.
pub(crate) fn tell(article: &Article, sink: &mut impl Sink) {
    let page = article.document().page();
    let base = Base::of(page, article.document().url());
    walk(page, article.selection().nodes(), &base, sink);
}
