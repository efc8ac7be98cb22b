//! Pages to learn from: parsed, with what the gold says of their blocks.

use crate::label::{Label, Labels};
use dehusk::Limits;
use dehusk::extractor::{Document, Page};
use dehusk_eval::corpus::{Corpus, Record};
use dehusk_extract::PageType;
use dehusk_page::Hints;
use rayon::prelude::*;
use std::sync::Arc;

/// A page with its labels.
#[derive(Debug)]
pub struct Sample {
    /// The name of its corpus.
    pub corpus: String,
    /// What the corpus says of it.
    pub record: Record,
    /// The page.
    pub document: Arc<Document>,
    /// What is known of each block.
    pub labels: Vec<Label>,
    /// Whether the gold is of this page; where it is not, nothing can be learned from it.
    pub is_covered: bool,
}

impl Sample {
    /// Reads a page; none where it can not be read.
    pub fn read(corpus: &Corpus, record: &Record) -> Option<Sample> {
        let bytes = corpus.page(&record.id).ok()?;
        let page = Page::from_bytes(&bytes, &Hints::default(), &Limits::default()).ok()?;
        let mut document = Document::new(page);
        // One page in two is learned from as if nobody knew its address, so that the models do well without.
        if let Some(url) = record.url.as_ref().filter(|_| record.half()) {
            document = document.with_url(url);
        }
        let Labels { blocks, covered } = Labels::of(&document, record);
        Some(Sample {
            corpus: corpus.name().to_string(),
            record: record.clone(),
            document: Arc::new(document),
            labels: blocks,
            is_covered: covered >= COVERED,
        })
    }

    /// What kind of page it is, where that is known.
    pub fn page_type(&self) -> Option<PageType> {
        PageType::from_name(self.record.kind.as_deref()?)
    }

    /// Whether the gold is a whole text.
    pub fn has_text(&self) -> bool {
        !self.record.gold.is_empty()
    }

    /// How much each block counts: every page the same, within it by a power of the words between
    /// their root, which looks at many short blocks, and their number, which looks at few long ones. Blocks that
    /// nothing is known of do not count, and a page with few known ones counts less.
    pub fn weights(&self) -> Vec<f32> {
        let known = self.labels.iter().filter(|l| l.known).count();
        let words = self.document.blocks().iter().map(|b| (b.words.max(1) as f32).powf(WORDS));
        let counts: Vec<f32> =
            words.zip(&self.labels).map(|(w, l)| if l.known { w } else { 0.0 }).collect();
        let page = match (self.is_covered, self.has_text()) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) => (known as f32 / ENOUGH).min(1.0),
        };
        let sum = counts.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        counts.into_iter().map(|count| count / sum * PAGE_WEIGHT * page).collect()
    }
}

/// The pages of corpora that can be read, in their order.
pub fn read_samples(corpora: &[Corpus]) -> Vec<Sample> {
    read_samples_of(corpora, None)
}

/// At most `limit` pages of each corpus that can be read, spread evenly over it.
pub fn read_samples_of(corpora: &[Corpus], limit: Option<usize>) -> Vec<Sample> {
    let chosen = |records: &[Record], index: usize| match limit {
        Some(limit) if limit < records.len() => {
            index * limit / records.len() != (index + 1) * limit / records.len()
        }
        _ => true,
    };
    let pages: Vec<(&Corpus, &Record)> = corpora
        .iter()
        .flat_map(|corpus| {
            let records = corpus.records();
            let spread = records.iter().enumerate().filter(move |(n, _)| chosen(records, *n));
            spread.map(move |(_, record)| (corpus, record))
        })
        .collect();
    pages.par_iter().filter_map(|(corpus, record)| Sample::read(corpus, record)).collect()
}

/// The share of the gold's words that a page must have.
const COVERED: f32 = 0.5;
/// The power of a block's words by which it counts.
const WORDS: f32 = 0.75;
/// What a page counts in all.
const PAGE_WEIGHT: f32 = 50.0;
/// Known blocks from which a page with snippets only counts in full.
const ENOUGH: f32 = 8.0;
