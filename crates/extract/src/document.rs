//! What an extractor sees: the page, its blocks, and where it came from.

use dehusk_blocks::Blocks;
use dehusk_page::Page;
use std::sync::OnceLock;

/// A page with what is computed from it once, on first use, and shared by all extractors.
#[derive(Debug)]
pub struct Document {
    page: Page,
    url: Option<String>,
    blocks: OnceLock<Blocks>,
}

impl Document {
    /// A document over a parsed page.
    pub fn new(page: Page) -> Document {
        Document { page, url: None, blocks: OnceLock::new() }
    }

    /// The address the page was fetched from.
    pub fn with_url(mut self, url: impl Into<String>) -> Document {
        self.url = Some(url.into());
        self
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
}
