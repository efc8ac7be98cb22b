//! How long extractors of sites take on the pages of one.

use super::Models;
use super::sites::{Kind, SiteExtractor, address_of, key, seconds};
use crate::corpus::Record;
use dehusk::Article;
use dehusk::extractor::{Document, Extractor};
use dehusk_site::{Keys, Memories, head_title};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A page of a site, whose blocks are there already.
pub(crate) struct SitePage<'r> {
    /// What the corpus says of it.
    pub record: &'r Record,
    /// The page.
    pub document: Document,
}

/// The places of records by their sites, each site in time order; one whose site is not known stands alone.
pub(crate) fn by_site(records: &[Record]) -> Vec<Vec<usize>> {
    let mut by_domain: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, record) in records.iter().enumerate() {
        let domain = key(record, None).map(|key| key.domain().to_string());
        by_domain.entry(domain.unwrap_or_else(|_| format!("{place}"))).or_default().push(place);
    }
    let mut sites: Vec<Vec<usize>> = by_domain.into_values().collect();
    for site in &mut sites {
        site.sort_by_key(|&place| (records[place].day(), &records[place].id));
    }
    sites
}

impl SiteExtractor {
    /// How long each page of a site takes to extract and to render; what is done for all is shared out.
    pub(crate) fn pace(&self, pages: Vec<SitePage<'_>>) -> Vec<Duration> {
        match &self.kind {
            Kind::Pages(entry) => {
                let count = pages.len().max(1) as u32;
                let begun = Instant::now();
                let documents: Vec<&Document> = pages.iter().map(|page| &page.document).collect();
                let chosen = entry.of_pages().map(|extractor| extractor.extract(&documents));
                let shared = begun.elapsed() / count;
                let times = pages.into_iter().zip(chosen.unwrap_or_default());
                let time = times.map(|(page, selection)| {
                    let begun = Instant::now();
                    black_box(Article::new(Arc::new(page.document), selection, self.name()).text());
                    shared + begun.elapsed()
                });
                time.collect()
            }
            Kind::Counting(named, kept) => {
                one_by_one(pages, Memories::new(*kept), |_| named.shared())
            }
            Kind::AutoMemory(kept) => one_by_one(pages, Memories::new(*kept), |record| {
                Arc::new(Models::Shipped.auto(record))
            }),
        }
    }
}

fn one_by_one(
    pages: Vec<SitePage<'_>>,
    mut memories: Memories,
    extractor: impl Fn(&Record) -> Arc<dyn Extractor>,
) -> Vec<Duration> {
    let keys = Keys::default();
    let mut time = |SitePage { record, document }: SitePage<'_>| {
        let extractor = extractor(record);
        let begun = Instant::now();
        let title = record.title.clone().or_else(|| head_title(&document));
        let key = address_of(record).ok();
        let key = key.and_then(|url| memories.key(&keys, &url, title.as_deref()).ok());
        let (document, selection) = match key {
            Some(key) => memories.extract(&extractor, key, seconds(record), document),
            None => {
                let selection = extractor.extract(&document);
                (document, selection)
            }
        };
        black_box(Article::new(Arc::new(document), selection, "timed").text());
        begun.elapsed()
    };
    pages.into_iter().map(&mut time).collect()
}
