//! What an extractor sees: the page, its blocks, and where it came from.

use crate::SiteHint;
use crate::algorithms::facts::Facts;
use dehusk_blocks::{BlockFeatures, Blocks, Containers, PageFacts, PageFeatures};
use dehusk_page::Page;
use std::sync::OnceLock;

/// A page with what is computed from it once, on first use, and shared by all extractors.
#[derive(Debug)]
pub struct Document {
    page: Page,
    url: Option<String>,
    hint: Option<SiteHint>,
    blocks: OnceLock<Blocks>,
    containers: OnceLock<Containers>,
    features: OnceLock<PageFeatures>,
    pub(crate) facts: Facts,
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
            facts: Facts::default(),
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
}
