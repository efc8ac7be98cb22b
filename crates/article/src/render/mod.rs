//! Writing an article out: each format is a sink of the one walk over the content.

#[cfg(feature = "bare-html")]
mod html;
mod markdown;
#[cfg(feature = "html")]
mod sanitize;
#[cfg(feature = "tei")]
mod tei;
mod text;
pub(crate) mod xml;

pub(crate) use markdown::MAX_DEPTH;

use crate::content::{Base, Sink, walk};
use crate::{Article, Format};

pub(crate) fn render(article: &Article, format: Format) -> String {
    match format {
        Format::Text => text(article),
        Format::Markdown => {
            let mut sink = markdown::Markdown::new();
            tell(article, &mut sink);
            sink.finish()
        }
        #[cfg(feature = "html")]
        Format::Html => sanitize::clean(&bare_html(article)),
        Format::Json => crate::json::render(article),
        #[cfg(feature = "tei")]
        Format::Tei => tei::render(article),
    }
}

/// HTML before the sanitiser.
#[cfg(feature = "bare-html")]
pub(crate) fn bare_html(article: &Article) -> String {
    let mut sink = html::Html::new();
    tell(article, &mut sink);
    sink.finish()
}

/// Plain text, which needs no addresses.
fn text(article: &Article) -> String {
    let mut sink = text::Text::new();
    let base = Base::default();
    let (page, kept) = article.content();
    walk(page, kept, &base, &mut sink);
    sink.finish()
}

/// Tells a sink the content of an article.
pub(crate) fn tell(article: &Article, sink: &mut impl Sink) {
    let base = Base::of(article.document().page(), article.document().url());
    let (page, kept) = article.content();
    walk(page, kept, &base, sink);
}
