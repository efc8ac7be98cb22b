//! How near the texts that variants keep are to the gold: equations 1 to 4.

use super::play::{Judged, Kept, Played};
use super::source::Source;
use crate::measures::lcs;
use crate::reproduce::{Context, ExperimentError};
use crate::tokens::Vocabulary;
use dehusk::Article;
use dehusk::extractor::{Document, Selection, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// Pages that a thread scores in one go.
const CHUNK: usize = 16;
/// How long scoring so many may take.
const CHUNK_LIMIT: Duration = Duration::from_secs(600);

/// The F1 of every variant on a page that was judged.
pub struct Scored {
    /// The page's place in the stream.
    pub index: usize,
    /// Its site.
    pub domain: String,
    /// Of each variant; none where the page can not be read any more.
    pub f1: Vec<Option<f64>>,
}

/// Scores all pages that were judged.
pub fn score(
    context: &mut Context<'_>,
    source: &Source,
    played: Played,
) -> Result<Vec<Scored>, ExperimentError> {
    let pages = Arc::new(played.pages);
    let jobs: Vec<usize> = (0..pages.len()).step_by(CHUNK).collect();
    let (shared, source) = (Arc::clone(&pages), source.clone());
    let work = move |&from: &usize| -> Vec<Scored> {
        let to = shared.len().min(from + CHUNK);
        shared[from..to].iter().map(|judged| of_page(&source, judged)).collect()
    };
    let mut all = Vec::new();
    for chunk in context.each("scoring", jobs, CHUNK_LIMIT, work) {
        all.extend(chunk.map_err(|failure| ExperimentError::Other(Box::new(failure)))?);
    }
    Ok(all)
}

fn of_page(source: &Source, judged: &Judged) -> Scored {
    let blank = || vec![None; judged.kept.len()];
    let f1 = source.page(judged.index).map_or_else(blank, |arrival| {
        let document = Arc::new(arrival.document);
        let mut vocabulary = Vocabulary::default();
        let gold = vocabulary.encode(&arrival.gold);
        let mut known: Vec<(Kept, f64)> = Vec::new();
        let mut value = |kept: &Kept| match known.iter().find(|(other, _)| other == kept) {
            Some((_, value)) => *value,
            None => {
                let text = vocabulary.encode(&text(&document, kept));
                let value = lcs(&gold, &text).f1;
                known.push((Arc::clone(kept), value));
                value
            }
        };
        judged.kept.iter().map(|kept| Some(value(kept))).collect()
    });
    Scored { index: judged.index, domain: judged.domain.clone(), f1 }
}

/// The text of the blocks that were kept.
pub fn text(document: &Arc<Document>, kept: &[bool]) -> String {
    let verdict = |&keep: &bool| match keep {
        true => Verdict::keep(1.0, ""),
        false => Verdict::drop(0.0, ""),
    };
    let selection = Selection::from_blocks(document, kept.iter().map(verdict).collect());
    Article::new(Arc::clone(document), selection, "url-tree").text()
}

/// The mean over some pages, for each variant.
pub fn means<'s>(scored: impl IntoIterator<Item = &'s Scored>, variants: usize) -> Vec<f64> {
    let (mut sums, mut counts) = (vec![0.0; variants], vec![0_usize; variants]);
    for page in scored {
        for (variant, f1) in page.f1.iter().enumerate() {
            if let Some(f1) = f1 {
                sums[variant] += f1;
                counts[variant] += 1;
            }
        }
    }
    sums.iter().zip(counts).map(|(sum, count)| sum / count as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(f1: [Option<f64>; 2]) -> Scored {
        Scored { index: 0, domain: "a.example".into(), f1: f1.to_vec() }
    }

    #[test]
    fn pages_that_were_lost_do_not_count() {
        let pages = [scored([Some(1.0), None]), scored([Some(0.5), Some(0.25)])];
        assert_eq!(means(&pages, 2), [0.75, 0.25]);
    }

    #[test]
    fn the_text_is_that_of_the_blocks_that_were_kept() {
        let page = dehusk::extractor::Page::parse("<p>About us<p>Snow fell.<p>It was cold.");
        let document = Arc::new(Document::new(page));
        assert_eq!(text(&document, &[false, true, true]), "Snow fell.\n\nIt was cold.");
    }
}
