//! Writing an article out: each format is a sink of the one walk over the content.

#[cfg(feature = "html")]
mod html;
mod markdown;
#[cfg(feature = "html")]
mod sanitize;
#[cfg(feature = "tei")]
mod tei;
mod text;
mod wrap;
pub(crate) mod xml;

pub(crate) use markdown::MAX_DEPTH;

use crate::content::{Base, Sink, walk};
use crate::{Article, Format, Rendering};

pub(crate) fn render(article: &Article, format: Format, rendering: Rendering) -> String {
    match format {
        Format::Text => text(article, rendering),
        Format::Markdown => {
            let mut sink = markdown::Markdown::new(rendering.width);
            tell(article, rendering, &mut sink);
            sink.finish()
        }
        #[cfg(feature = "html")]
        Format::Html => {
            let mut sink = html::Html::new();
            tell(article, rendering, &mut sink);
            sink.finish(&article.tongue())
        }
        Format::Json => crate::json::render(article),
        #[cfg(feature = "tei")]
        Format::Tei => tei::render(article, rendering),
    }
}

/// Plain text, which needs no addresses and shows no pictures.
fn text(article: &Article, rendering: Rendering) -> String {
    let mut sink = text::Text::new(rendering.width);
    let base = Base::default();
    let (document, selection) = article.source();
    walk(document.page(), &selection.text_nodes(), &base, rendering, &mut sink);
    sink.finish()
}

/// A sink that writes plain text.
pub(crate) fn plain() -> text::Text {
    text::Text::new(None)
}

/// A sink that writes Markdown.
pub(crate) fn marked() -> markdown::Markdown {
    markdown::Markdown::new(None)
}

/// Tells a sink the content of an article.
pub(crate) fn tell(article: &Article, rendering: Rendering, sink: &mut impl Sink) {
    let base = Base::of(article.document().page(), article.document().url());
    let (page, kept) = article.content();
    walk(page, kept, &base, rendering, sink);
}
