//! What the paper measures of an extractor on a page: leaves of the tree with media, words, and time.

use crate::corpus::{Corpus, Record};
use crate::measures::{BlockGold, Prf, bag_of_words};
use crate::reproduce::{Column, Context, ExperimentError, Unit};
use crate::tokens::Vocabulary;
use cpu_time::ThreadTime;
use dehusk::Article;
use dehusk::extractor::{Document, Selection};
use std::sync::Arc;

/// The corpora of the paper's own experiments: TECO where the user has imported it, else what stands in.
pub const CORPORA: &[&str] = &["teco", "l3s-gn1"];
/// What is lacking, and what stands in.
pub const LACKS: &str =
    "TECO 4.0 is not among the corpora (import it with `dehusk eval import teco`)";
pub const WITH: &str = "the labelled pages of l3s-gn1, where media count as the text around them";

/// The columns of its tables.
pub const COLUMNS: &[Column] = &[
    Column::percent("nodes Rec."),
    Column::percent("nodes Prec."),
    Column::percent("nodes F1"),
    Column::percent("words Rec."),
    Column::percent("words Prec."),
    Column::percent("words F1"),
    Column::new("Runtime", Unit::Seconds),
];

/// Recall, precision and F1 of leaves and of words, in percent, and seconds: a value a column.
pub type Scores = [f64; 7];

/// The corpus that is measured on.
pub fn corpus<'a>(context: &Context<'a>) -> Result<&'a Corpus, ExperimentError> {
    let first = context.corpora().first();
    first.ok_or_else(|| ExperimentError::Nothing("there is no labelled corpus".into()))
}

/// Whether a page is of the fifth of the hosts that parameters are found on; the others are for the result.
pub fn is_training(record: &Record) -> bool {
    record.part(5) == 0
}

/// Does something and says how many seconds of the processor it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = ThreadTime::try_now();
    let done = work();
    let seconds = start.map_or(0.0, |start| start.elapsed().as_secs_f64());
    (done, seconds)
}

/// A page with its gold.
pub struct Judge<'r> {
    record: &'r Record,
    document: Arc<Document>,
    gold: BlockGold,
}

impl<'r> Judge<'r> {
    /// None where the page can not be read or has no labels.
    pub fn new(corpus: &Corpus, record: &'r Record) -> Option<Judge<'r>> {
        let document = Context::document(corpus, record)?;
        let gold = BlockGold::align(record, &document)?;
        Some(Judge { record, document: Arc::new(document), gold })
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    /// A document of the page of which nothing is known yet, so that what is measured does all of its work.
    pub fn fresh(&self) -> Document {
        Document::new(self.document.page().clone())
    }

    pub fn scores(&self, selection: Selection, seconds: f64) -> Scores {
        let nodes = self.gold.judge(&self.document, &selection).leaves.prf();
        let text = Article::new(Arc::clone(&self.document), selection, "r4").text();
        let mut vocabulary = Vocabulary::default();
        let gold = vocabulary.encode(&self.record.gold);
        let words = bag_of_words(&gold, &vocabulary.encode(&text));
        let percent = |prf: Prf| [prf.recall, prf.precision, prf.f1].map(|share| 100.0 * share);
        let ([a, b, c], [d, e, f]) = (percent(nodes), percent(words));
        [a, b, c, d, e, f, seconds]
    }
}

/// The mean of each column, pages weighing the same.
pub fn mean(pages: &[Scores]) -> Scores {
    let count = pages.len().max(1) as f64;
    std::array::from_fn(|column| pages.iter().map(|page| page[column]).sum::<f64>() / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::extractor::NodeSet;

    #[test]
    fn leaves_and_words_are_measured_of_a_page() {
        let html = "<div>Menu</div><p>One two three</p><p>four</p>";
        let record = Record {
            gold: "One two three four".into(),
            blocks: vec![("Menu".into(), 0), ("One two three".into(), 2), ("four".into(), 2)],
            ..Record::default()
        };
        let document = Document::new(dehusk::extractor::Page::parse(html));
        let gold = BlockGold::align(&record, &document).expect("labels");
        let judge = Judge { record: &record, document: Arc::new(document), gold };
        let page = judge.document().page();
        let mut kept = NodeSet::new(page.len());
        let wanted = |text: &str| text.starts_with("One") || text == "Menu";
        kept.extend(page.subtree(page.root()).filter(|&n| wanted(page.text(n))));
        let selection = Selection::from_nodes(judge.document(), kept, Vec::new());
        // One of two leaves of the content and one other; three of four words and one other.
        let scores = judge.scores(selection, 2.0);
        assert_eq!(scores, [50.0, 50.0, 50.0, 75.0, 75.0, 75.0, 2.0]);
        assert_eq!(mean(&[scores, [0.0; 7]])[3], 37.5);
    }
}
