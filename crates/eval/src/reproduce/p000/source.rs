//! The pages of a stream in the order in which they came: of a corpus, or made up.

use crate::corpus::{Corpus, Record};
use crate::run::{document, seconds, site_key};
use dehusk::extractor::{Document, Page};
use dehusk_site::{Keys, Rules, UrlKey, head_title};
use dehusk_synth::{Site, Web};
use std::sync::Arc;

/// A page that has arrived.
pub struct Arrival {
    /// Its URL key.
    pub key: UrlKey,
    /// When it came, in seconds since 1970.
    pub time: i64,
    /// The page.
    pub document: Document,
    /// Its main content.
    pub gold: String,
    /// The page as it was made, if it was.
    pub made: Option<dehusk_synth::Page>,
}

/// A stream, whose pages are read or made when they are wanted.
#[derive(Clone)]
pub struct Source {
    pages: Arc<Pages>,
}

enum Pages {
    Corpus(Corpus, Vec<Record>),
    Made(Vec<Site>, u64),
}

impl Source {
    /// The pages of a corpus whose site is known, by date.
    pub fn of_corpus(corpus: &Corpus) -> Source {
        let known = corpus.records().iter().filter(|r| r.url.is_some() || r.host.is_some());
        let mut records: Vec<Record> = known.cloned().collect();
        // As the curves have them.
        records.sort_by(|a, b| (a.day(), &a.id).cmp(&(b.day(), &b.id)));
        Source { pages: Arc::new(Pages::Corpus(corpus.clone(), records)) }
    }

    /// The first documents of the first sites of a made-up web, in turn.
    pub fn made(web: &Web, sites: u64, documents: u64) -> Source {
        let sites = (0..sites).map(|index| web.site(index)).collect();
        Source { pages: Arc::new(Pages::Made(sites, documents)) }
    }

    /// How many pages there are.
    pub fn len(&self) -> usize {
        match &*self.pages {
            Pages::Corpus(_, records) => records.len(),
            Pages::Made(sites, documents) => sites.len() * *documents as usize,
        }
    }

    /// A page; none where it can not be read.
    pub fn page(&self, index: usize) -> Option<Arrival> {
        match &*self.pages {
            Pages::Corpus(corpus, records) => {
                let record = records.get(index)?;
                let (document, _) = document(corpus, record).ok()?;
                let title = record.title.clone().or_else(|| head_title(&document));
                let (_, key) = site_key(&Keys::default(), record, title.as_deref()).ok()?;
                let (time, gold) = (seconds(record), record.gold.clone());
                Some(Arrival { key, time, document, gold, made: None })
            }
            Pages::Made(sites, _) => {
                let page = sites.get(index % sites.len())?.page((index / sites.len()) as u64);
                let key = made_up_keys().key(&page.url, Some(&page.title));
                let document = Document::new(Page::parse(page.html.clone())).with_url(&page.url);
                let (time, gold) = (page.time, page.gold());
                Some(Arrival { key: key.ok()?, time, document, gold, made: Some(page) })
            }
        }
    }
}

/// Keys with rules for made-up sites, as somebody would have written them who looked at their addresses.
pub fn made_up_keys() -> Keys {
    const RULES: &str = "[[rule]]\nurl = '/index\\.php\\?'\nkeep = ['id']\n\
                         [[rule]]\nurl = '/article\\.aspx\\?'\nkeep = ['articleid']";
    Keys::default().with_rules(Rules::parse(RULES, "made-up.toml").0.then(Rules::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_pages_come_in_turn_and_have_one_key_an_article() {
        let web = Web::new(2).with_duplicates(40);
        let source = Source::made(&web, 3, 30);
        assert_eq!(source.len(), 90);
        let mut keys = std::collections::HashMap::new();
        for index in 0..source.len() {
            let arrival = source.page(index).unwrap();
            let page = arrival.made.unwrap();
            assert_eq!(page.site, index as u64 % 3);
            // Another section's address of the same article is another key: addresses do not tell.
            if page.origin != dehusk_synth::Origin::Elsewhere {
                let article = (page.site, page.article);
                let known = keys.entry(article).or_insert_with(|| arrival.key.clone());
                assert_eq!(*known, arrival.key, "{}", page.url);
            }
        }
    }
}
