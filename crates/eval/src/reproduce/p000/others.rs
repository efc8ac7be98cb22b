//! Extractors that know no sites, on the pages of a stream: those the paper compares with.

use super::source::Source;
use crate::measures::lcs;
use crate::pool::Failure;
use crate::reproduce::{Context, ExperimentError};
use crate::tokens::Vocabulary;
use dehusk::Article;
use dehusk::extractor::{NamedExtractor, named};
use std::sync::Arc;
use std::time::Duration;

/// Pages that a thread works on in one go.
const CHUNK: usize = 8;
/// How long so many may take.
const CHUNK_LIMIT: Duration = Duration::from_secs(600);

/// Those of some names that are in this build.
pub fn known(names: &[&str]) -> Vec<NamedExtractor> {
    names.iter().filter_map(|name| named(name).ok()).collect()
}

/// The F1 of each extractor on each of some pages; none where a page can not be read.
pub fn score(
    context: &mut Context<'_>,
    source: &Source,
    pages: &[usize],
    extractors: &[NamedExtractor],
) -> Result<Vec<Option<Vec<f64>>>, ExperimentError> {
    let (source, extractors) = (source.clone(), extractors.to_vec());
    let jobs: Vec<Vec<usize>> = pages.chunks(CHUNK).map(<[usize]>::to_vec).collect();
    let work = move |pages: &Vec<usize>| -> Vec<Option<Vec<f64>>> {
        pages.iter().map(|&page| of_page(&source, page, &extractors)).collect()
    };
    let chunks: Result<Vec<_>, Failure> =
        context.each("extracting by single pages", jobs, CHUNK_LIMIT, work).into_iter().collect();
    let chunks = chunks.map_err(|failure| ExperimentError::Other(Box::new(failure)))?;
    Ok(chunks.into_iter().flatten().collect())
}

fn of_page(source: &Source, page: usize, extractors: &[NamedExtractor]) -> Option<Vec<f64>> {
    let arrival = source.page(page)?;
    let document = Arc::new(arrival.document);
    let mut vocabulary = Vocabulary::default();
    let gold = vocabulary.encode(&arrival.gold);
    let f1 = |named: &NamedExtractor| {
        let article = Article::extract(Arc::clone(&document), named.extractor(), named.name());
        lcs(&gold, &vocabulary.encode(&article.text())).f1
    };
    Some(extractors.iter().map(f1).collect())
}
