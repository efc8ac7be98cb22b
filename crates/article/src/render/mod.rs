//! Writing an article out: each format is a sink of the one walk over the content.

#[cfg(feature = "bare-html")]
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

use crate::content::{Base, Block, Sink, walk};
use crate::{Article, Format, Rendering, TitleAt};
use dehusk_extract::NodeSet;
use std::borrow::Cow;

pub(crate) fn render(article: &Article, format: Format, rendering: Rendering) -> String {
    match format {
        Format::Text => text(article, rendering),
        Format::Markdown => {
            let mut sink = markdown::Markdown::new(rendering.width);
            tell(article, rendering, &mut sink);
            sink.finish()
        }
        #[cfg(feature = "html")]
        Format::Html => sanitize::clean(&bare_html(article, rendering)),
        Format::Json => crate::json::render(article),
        #[cfg(feature = "tei")]
        Format::Tei => tei::render(article, rendering),
    }
}

/// HTML before the sanitiser.
#[cfg(feature = "bare-html")]
pub(crate) fn bare_html(article: &Article, rendering: Rendering) -> String {
    let mut sink = html::Html::new();
    tell(article, rendering, &mut sink);
    sink.finish(&article.tongue())
}

/// Plain text, which needs no addresses and shows no pictures.
fn text(article: &Article, rendering: Rendering) -> String {
    let mut sink = text::Text::new(rendering.width);
    let (document, selection) = article.source();
    let kept = below_title(article, selection.text_nodes(), &mut sink);
    walk(document.page(), &kept, &Base::default(), rendering, &mut sink);
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
    let kept = below_title(article, Cow::Borrowed(kept), sink);
    walk(page, &kept, &base, rendering, sink);
}

/// Tells a sink the title, where that stands first, and what of the kept leaves is left to be told.
fn below_title<'k>(
    article: &Article,
    mut kept: Cow<'k, NodeSet>,
    sink: &mut impl Sink,
) -> Cow<'k, NodeSet> {
    let Some(headline) = article.headline() else { return kept };
    if article.title_at == TitleAt::First {
        sink.start(&Block::Heading(1));
        sink.text(&headline.text);
        sink.end(&Block::Heading(1));
    }
    headline.leaves.iter().for_each(|&leaf| kept.to_mut().remove(leaf));
    kept
}
