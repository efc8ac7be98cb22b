//! From marks on text nodes to a selection.

use super::tokens::StreamTexts;
use dehusk_extract::{Decision, Document, NodeSet, Reason, Reasons, Selection};
use dehusk_page::NodeId;
use std::fmt;
use std::sync::Arc;

/// What an algorithm says of a text node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marked {
    pub node: NodeId,
    pub keep: bool,
    /// In the algorithm's own measure.
    pub score: f32,
}

/// Selects the marked texts, which are those of the document's stream. A blank one follows its neighbours, since it may
/// be the space between two words.
pub(crate) fn select(
    document: &Document,
    mut texts: Vec<Marked>,
    reason: impl Fn(&Marked) -> Reason + Send + Sync + 'static,
) -> Selection {
    let chars = document.text_chars();
    follow_neighbours(&mut texts, |text| chars[text.node.index()] == 0);
    let mut kept = NodeSet::new(document.page().len());
    kept.extend(texts.iter().filter(|t| t.keep).map(|t| t.node));
    let marks = Arc::new(Marks { texts, reason });
    Selection::from_texts_lazy(document, &document.derived::<StreamTexts>().0, kept, marks)
}

/// Marks that are put into words when somebody asks.
struct Marks<R> {
    texts: Vec<Marked>,
    reason: R,
}

impl<R> fmt::Debug for Marks<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.texts.fmt(f)
    }
}

impl<R: Fn(&Marked) -> Reason + Send + Sync> Reasons for Marks<R> {
    fn decisions(&self, document: &Document) -> Vec<Decision> {
        let decision = |t: &Marked| {
            Decision::subtree(document.page(), t.node, t.keep, t.score, (self.reason)(t))
        };
        self.texts.iter().map(decision).collect()
    }
}

/// A run of blank texts is kept if the texts before and after it are.
fn follow_neighbours(texts: &mut [Marked], is_blank: impl Fn(&Marked) -> bool) {
    let (mut before, mut run) = (false, 0);
    for index in 0..texts.len() {
        if is_blank(&texts[index]) {
            texts[index].keep = false;
            continue;
        }
        let keep = texts[index].keep;
        texts[run..index].iter_mut().for_each(|blank| blank.keep = before && keep);
        (before, run) = (keep, index + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(texts: &str) -> String {
        let mark = |(i, c): (usize, char)| Marked {
            node: NodeId::from_index(i),
            keep: c == '+',
            score: 0.0,
        };
        let mut marked: Vec<Marked> = texts.chars().enumerate().map(mark).collect();
        let is_blank = |t: &Marked| texts.as_bytes()[t.node.index()] == b' ';
        follow_neighbours(&mut marked, is_blank);
        marked.iter().map(|t| if t.keep { '+' } else { '-' }).collect()
    }

    #[test]
    fn blanks_are_kept_between_kept_texts_only() {
        assert_eq!(marks(" + + - +  + "), "-+++---++++-");
        assert_eq!(marks("   "), "---");
    }
}
