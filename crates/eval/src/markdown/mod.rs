//! How faithful Markdown is: what programs write for a page beside a gold document, by headings, items, cells, code,
//! links, pictures, formulas and notes.
//!
//! Two things can lose a part: the extractor that drops it and the writer that spoils it. An extractor that keeps all
//! of a page (`text`) shows the writer alone: its recall is what is left of the gold when nothing is dropped.

mod pages;
mod parts;
mod score;
mod table;

pub use pages::{GoldPage, PagesError, fixtures, of_corpus};
pub use parts::{ADDRESS, Kind, Parts};
pub use score::{PageScore, left_over};
pub use table::{Figures, MarkdownTable};

use crate::predictions::Predictions;
use dehusk::Options;
use dehusk::extractor::NamedExtractor;

/// Something that writes Markdown for pages.
#[derive(Debug)]
pub enum Writer {
    /// One of our extractors.
    Ours(NamedExtractor),
    /// Another program, by what it wrote.
    Other(String, Predictions),
}

impl Writer {
    /// Its name in tables.
    pub fn name(&self) -> &str {
        match self {
            Writer::Ours(extractor) => extractor.name(),
            Writer::Other(name, _) => name,
        }
    }

    /// What it writes for a page; nothing where it fails.
    pub fn write(&self, page: &GoldPage) -> String {
        match self {
            Writer::Ours(extractor) => {
                let options = Options::new().with_extractor(extractor.name());
                let options = options.map(|options| options.with_url(page.url()));
                let article = options.and_then(|options| options.extract_bytes(&page.html));
                article.map(|article| article.markdown()).unwrap_or_default()
            }
            Writer::Other(_, written) => written.get(&page.id).map_or("", |p| &p.text).to_string(),
        }
    }
}
