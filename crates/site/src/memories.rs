//! A memory for every site of a stream, and the way a document takes through it.

use crate::{KeyError, Keys, Normalizer, Observation, Retention, SiteMemory, UrlKey};
use dehusk_extract::{Document, Extractor, Selection};
use std::collections::HashMap;

/// The memories of many sites, by their registered domain.
///
/// ```
/// use dehusk_auto::Auto;
/// use dehusk_extract::Document;
/// use dehusk_site::{Keys, Memories, Retention};
/// let mut memories = Memories::new(Retention::default());
/// let document = Document::new(dehusk_page::Page::parse("<p>The ferry was late again, as it had been all week."));
/// let key = memories.key(&Keys::default(), "https://ferry.example/late", None)?;
/// let (document, selection) = memories.extract(&Auto::default(), key, 0, document);
/// assert!(selection.keeps_block(&document, 0));
/// assert_eq!(memories.len(), 1);
/// # Ok::<_, dehusk_site::KeyError>(())
/// ```
#[derive(Debug, Default)]
pub struct Memories {
    /// Each in a box, because a third of the places of a map are empty.
    sites: HashMap<Box<str>, Box<SiteMemory>>,
    retention: Retention,
}

impl Memories {
    /// No sites yet; each will keep documents as told.
    pub fn new(retention: Retention) -> Memories {
        Memories { retention, ..Memories::default() }
    }

    /// The key of a document: what names no document is left out, by rules and by what its site has shown.
    pub fn key(
        &self,
        keys: &Keys,
        response_url: &str,
        title: Option<&str>,
    ) -> Result<UrlKey, KeyError> {
        keys.careful_key(response_url, title, |site, form, name| {
            self.sites.get(site).is_some_and(|memory| memory.says_nothing(form, name))
        })
    }

    /// Extracts a document with what its site has shown before, then learns from it. `time` is when it was
    /// seen, in seconds since any fixed moment.
    pub fn extract(
        &mut self,
        extractor: &dyn Extractor,
        key: UrlKey,
        time: i64,
        document: Document,
    ) -> (Document, Selection) {
        let seen = Observation::with(&mut Normalizer::of(extractor), key, time, &document);
        let memory = self.site_mut(seen.key().domain());
        let hint = memory.hint_for(extractor, &seen);
        let remembered = crate::extract(extractor, document, seen, hint.clone());
        memory.observe_after(&hint, &remembered.lesson);
        (remembered.document, remembered.selection)
    }

    /// The memory of a site, an empty one if it was not seen.
    pub fn site_mut(&mut self, domain: &str) -> &mut SiteMemory {
        let retention = self.retention;
        self.sites.entry(domain.into()).or_insert_with(|| Box::new(SiteMemory::new(retention)))
    }

    /// How many sites there are.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Whether nothing was seen.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// Bytes that all memories hold.
    pub fn heap_bytes(&self) -> usize {
        let bytes = |domain: &str, site: &SiteMemory| {
            domain.len() + size_of::<SiteMemory>() + site.heap_bytes()
        };
        let places = self.sites.capacity() * size_of::<(Box<str>, Box<SiteMemory>)>();
        self.sites.iter().map(|(domain, site)| bytes(domain, site)).sum::<usize>() + places
    }
}
