//! Writing an article out.

use crate::{Article, Format};

pub(crate) fn render(article: &Article, _format: Format) -> String {
    let blocks = article.document().blocks();
    let verdicts = article.selection().verdicts(article.document());
    let kept = verdicts.iter().enumerate().filter(|(_, v)| v.keep);
    kept.map(|(i, _)| blocks.text(i)).collect::<Vec<_>>().join("\n\n")
}
