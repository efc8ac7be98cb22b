//! Made-up streams as corpora: what [`dehusk_synth`] makes, in the layout that the harness reads.
//!
//! The gold of these pages is exact, so that a fault in a measure or in an extractor shows; and a stream
//! can be had of any length, with a redesign where it is wanted.

pub mod redesign;

use crate::corpus::Record;
use crate::import::{Collector, ImportError};
use dehusk_synth::{Origin, Page, Web};
use serde::Serialize;
use std::path::Path;

/// What a stream holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Documents.
    pub documents: u64,
    /// Bytes of their pages.
    pub bytes: u64,
    /// Blocks of text on them.
    pub blocks: u64,
    /// Of these, the blocks of the content.
    pub content_blocks: u64,
    /// Documents that are articles seen before.
    pub duplicates: u64,
}

impl Summary {
    /// Counts a page.
    pub fn add(&mut self, page: &Page) {
        self.documents += 1;
        self.bytes += page.html.len() as u64;
        self.blocks += page.blocks.len() as u64;
        self.content_blocks += page.blocks.iter().filter(|(_, l)| l.is_content()).count() as u64;
        self.duplicates += u64::from(!matches!(page.origin, Origin::New | Origin::Wire));
    }
}

/// Writes documents as a corpus at `to`, which must not exist. What can not be finished leaves nothing
/// behind. `step` is called after each document.
pub fn write(
    web: &Web,
    sites: u64,
    documents: u64,
    to: &Path,
    mut step: impl FnMut(),
) -> Result<Summary, ImportError> {
    let mut collector = Collector::create(to)?;
    let mut summary = Summary::default();
    for page in pages(web, sites, documents) {
        summary.add(&page);
        if let Err(error) = collector.add(record(&page), page.html.as_bytes()) {
            collector.discard();
            return Err(error);
        }
        step();
    }
    collector.finish()?;
    Ok(summary)
}

/// The first `documents` of each of the first `sites`, in the order of their time.
pub fn pages(web: &Web, sites: u64, documents: u64) -> impl Iterator<Item = Page> {
    let count = usize::try_from(sites.saturating_mul(documents)).unwrap_or(usize::MAX);
    web.stream(sites).take(count)
}

/// What a corpus says of a page. Ids stand in the order of the stream within a site.
pub fn record(page: &Page) -> Record {
    Record {
        id: format!("s{:04}-d{:07}", page.site, page.number),
        url: Some(page.url.clone()),
        host: Some(page.host.clone()),
        date: Some(page.date()),
        lang: Some(page.language.into()),
        kind: Some("article".into()),
        gold: page.gold(),
        title: Some(page.title.clone()),
        author: Some(page.author.clone()),
        published: Some(page.published_date()),
        blocks: page.blocks.iter().map(|(text, label)| (text.clone(), label.number())).collect(),
        ..Record::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpus;

    #[test]
    fn what_is_written_is_a_sound_corpus_in_the_order_of_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let to = folder.path().join("made-up");
        let web = Web::new(4).with_redesign_at(Some(6));
        let summary = write(&web, 3, 12, &to, || ()).expect("written");
        let corpus = Corpus::open(&to).expect("a corpus");
        assert!(matches!(write(&web, 1, 1, &to, || ()), Err(ImportError::Exists(_))));
        assert_eq!((corpus.problems(), corpus.records().len()), (&[][..], 36));
        assert_eq!(summary.documents, 36);
        let page = web.site(1).page(7);
        let found = corpus.records().iter().find(|r| r.id == record(&page).id).expect("a record");
        assert_eq!(*found, record(&page));
        assert_eq!(corpus.page(&found.id).expect("a page"), page.html.as_bytes());
        let mut of_site: Vec<_> =
            corpus.records().iter().filter(|r| r.host == found.host).collect();
        let written: Vec<_> = of_site.iter().map(|r| r.id.clone()).collect();
        of_site.sort_by_key(|r| (&r.date, &r.id));
        assert_eq!(of_site.iter().map(|r| r.id.clone()).collect::<Vec<_>>(), written);
    }
}
