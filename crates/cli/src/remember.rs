//! Extraction with a site memory: what earlier pages of a site have shown goes into each answer, and each
//! page into the memory.

use crate::rules::{self, RulesError};
use dehusk::extractor::{Document, Extractor, SiteHint};
use dehusk::{Article, Options};
use dehusk_site::store::{SiteStore, StoreError, StoreOptions};
use dehusk_site::{KeyError, Keys, Normalizer, Observation, UrlKey, head_title};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

/// The memories of sites in a file, and how addresses become keys.
#[derive(Debug)]
pub struct Memory {
    keys: Keys,
    store: Mutex<SiteStore>,
}

/// Why there is no memory.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a page is not remembered. It is extracted all the same.
#[derive(Debug, thiserror::Error)]
pub enum NotRemembered {
    #[error("it has no address, so its site is not known")]
    NoAddress,
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the memory was left in the middle of a change")]
    Broken,
    #[error("what was known of {0} was damaged; it is learned anew from this page on")]
    Damaged(String),
}

impl Memory {
    /// Opens the file, or makes it; a rule that can not be used is named on standard error.
    pub fn new(path: &Path, rules: Option<&Path>) -> Result<Memory, MemoryError> {
        let keys = rules::keys(rules)?;
        let store = SiteStore::open(path, StoreOptions::default())?;
        Ok(Memory { keys, store: Mutex::new(store) })
    }

    /// The article of a page, and why it was not remembered if it was not.
    pub fn extract(
        &self,
        options: &Options,
        bytes: &[u8],
    ) -> Result<(Article, Option<NotRemembered>), dehusk::Error> {
        let document = options.document(bytes)?;
        let extractor = options.extractor();
        let extractor = extractor.extractor();
        let (document, selection, forgotten) = match self.known(extractor, &document) {
            Ok((seen, hint)) => {
                let remembered = dehusk_site::extract(extractor, document, seen, hint);
                let learned = self.learn(&remembered.lesson);
                (remembered.document, remembered.selection, learned.err())
            }
            Err(why) => {
                // By itself an extractor that goes by counts knows nothing.
                let selection = extractor.extract(&document);
                (document, selection, Some(why))
            }
        };
        Ok((options.article(document, selection), forgotten))
    }

    /// The registered domains of the sites that are remembered.
    pub fn sites(&self) -> Result<Vec<String>, NotRemembered> {
        let sites = self.store()?.sites()?;
        Ok(sites.into_iter().map(|site| site.domain).collect())
    }

    /// Forgets a site; false if it was not known.
    pub fn forget(&self, domain: &str) -> Result<bool, NotRemembered> {
        Ok(self.store()?.forget(domain)?)
    }

    /// What is seen of a document, and what its site has shown before.
    fn known(
        &self,
        extractor: &dyn Extractor,
        document: &Document,
    ) -> Result<(Observation, SiteHint), NotRemembered> {
        let url = document.url().ok_or(NotRemembered::NoAddress)?;
        let key = self.key(url, head_title(document).as_deref())?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        let seen = Observation::with(&mut Normalizer::of(extractor), key, now, document);
        let hint = self.store()?.hint_for(extractor, &seen)?;
        Ok((seen, hint))
    }

    /// The key of an address, by the rule of the stream: a parameter that no rule names stays, unless advertisers use
    /// it or the site has shown that it says nothing.
    fn key(&self, url: &str, title: Option<&str>) -> Result<UrlKey, NotRemembered> {
        let mut store = self.store()?;
        let mut failure = None;
        let key = self.keys.careful_key(url, title, |site, form, name| {
            let known = store.says_nothing(site, form, name);
            known.unwrap_or_else(|error| {
                failure = Some(error);
                false
            })
        });
        match failure {
            Some(error) => Err(error.into()),
            None => Ok(key?),
        }
    }

    fn learn(&self, lesson: &Observation) -> Result<(), NotRemembered> {
        let mut store = self.store()?;
        store.observe(lesson)?;
        store.take_damaged().pop().map_or(Ok(()), |site| Err(NotRemembered::Damaged(site)))
    }

    fn store(&self) -> Result<MutexGuard<'_, SiteStore>, NotRemembered> {
        self.store.lock().map_err(|_| NotRemembered::Broken)
    }
}
