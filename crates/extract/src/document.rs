//! What an extractor sees: the page, its blocks, and where it came from.

use crate::cache::Cache;
use crate::{Derived, Extractor, Selection, SiteHint};
use dehusk_blocks::{BlockFeatures, Blocks, Containers, PageFacts, PageFeatures};
use dehusk_page::Page;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A page with what is computed from it once, on first use, and shared by all extractors.
#[derive(Debug)]
pub struct Document {
    page: Page,
    url: Option<String>,
    hint: Option<SiteHint>,
    blocks: OnceLock<Blocks>,
    containers: OnceLock<Containers>,
    features: OnceLock<PageFeatures>,
    cache: Cache,
}

impl Document {
    /// A document over a parsed page.
    pub fn new(page: Page) -> Document {
        Document {
            page,
            url: None,
            hint: None,
            blocks: OnceLock::new(),
            containers: OnceLock::new(),
            features: OnceLock::new(),
            cache: Cache::default(),
        }
    }

    /// The address the page was fetched from.
    pub fn with_url(mut self, url: impl Into<String>) -> Document {
        self.url = Some(url.into());
        self
    }

    /// What the page's site has shown on its earlier pages.
    pub fn with_hint(mut self, hint: SiteHint) -> Document {
        self.hint = Some(hint);
        self
    }

    /// What the page's site has shown on its earlier pages, where that is known.
    pub fn hint(&self) -> Option<&SiteHint> {
        self.hint.as_ref()
    }

    /// The parsed page.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The address the page was fetched from, as it was given.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The page's blocks.
    pub fn blocks(&self) -> &Blocks {
        self.blocks.get_or_init(|| Blocks::of(&self.page))
    }

    /// The elements that hold blocks, with sums over what they hold.
    pub fn containers(&self) -> &Containers {
        self.containers.get_or_init(|| Containers::of(&self.page, self.blocks()))
    }

    /// The features of the page's blocks, one for each.
    ///
    /// ```
    /// let page = dehusk_page::Page::parse("<p>One <a href=x>two</a><p>Three");
    /// let document = dehusk_extract::Document::new(page);
    /// assert_eq!(document.features().len(), 2);
    /// assert_eq!(document.features().text(0).link_density, 0.5);
    /// assert_eq!(document.facts().words, 3);
    /// ```
    pub fn features(&self) -> BlockFeatures<'_> {
        self.page_features().view(self.blocks(), self.containers())
    }

    /// What is known of the page as a whole.
    pub fn facts(&self) -> &PageFacts {
        &self.page_features().facts
    }

    fn page_features(&self) -> &PageFeatures {
        self.features.get_or_init(|| PageFeatures::of(&self.page, self.blocks(), self.containers()))
    }

    /// What an algorithm finds out of the document, found out once however many ask.
    pub fn derived<T: Derived>(&self) -> &T {
        self.cache.place::<T>().get_or_init(|| T::derive(self))
    }

    #[cfg(test)]
    pub(crate) fn cache(&self) -> &Cache {
        &self.cache
    }

    /// What the extractor of a name answers, asked once however many extractors want to know: those that ask others
    /// share the answers. `extractor` is the one that the name stands for.
    pub fn answer(&self, name: &str, extractor: &dyn Extractor) -> Arc<Selection> {
        let answers = self.cache.place::<Answers>().get_or_init(Answers::default);
        if let Some(known) = answers.find(name) {
            return known;
        }
        // Nothing is locked while it is asked: it may ask for answers itself.
        let selection = Arc::new(extractor.extract(self));
        answers.keep(name, &selection);
        selection
    }
}

/// What extractors answered, by their names.
#[derive(Debug, Default)]
struct Answers(Mutex<Vec<(Box<str>, Arc<Selection>)>>);

impl Answers {
    fn find(&self, name: &str) -> Option<Arc<Selection>> {
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers.iter().find(|(known, _)| **known == *name).map(|(_, selection)| selection.clone())
    }

    fn keep(&self, name: &str, selection: &Arc<Selection>) {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers.push((name.into(), selection.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Counts how often it is asked.
    struct Counting(AtomicUsize);

    impl Extractor for Counting {
        fn extract(&self, document: &Document) -> Selection {
            self.0.fetch_add(1, Ordering::Relaxed);
            Selection::everything(document)
        }
    }

    #[test]
    fn an_answer_is_asked_for_once() {
        let document = Document::new(Page::parse("<p>One<p>Two"));
        let counting = Counting(AtomicUsize::new(0));
        let first = document.answer("counting", &counting);
        assert_eq!(document.answer("counting", &counting).nodes(), first.nodes());
        assert_eq!(counting.0.load(Ordering::Relaxed), 1);
    }
}
