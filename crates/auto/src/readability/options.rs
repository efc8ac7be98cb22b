//! The thresholds a user may change.

/// Thresholds of the algorithm. The defaults are the reference's.
///
/// ```
/// use dehusk_auto::readability::{Options, Readability};
/// use dehusk_extract::{Document, Extractor};
/// let options = Options::default().with_char_threshold(20);
/// let document = Document::new(dehusk_page::Page::parse("<p>A page of one sentence, and a short one."));
/// assert!(!Readability::new(options).extract(&document).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub(super) char_threshold: u32,
    pub(super) top_candidates: usize,
    pub(super) link_density_modifier: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { char_threshold: 500, top_candidates: 5, link_density_modifier: 0.0 }
    }
}

impl Options {
    /// An article with less text, in UTF-16 units, makes the algorithm try again with one rule less.
    pub fn with_char_threshold(mut self, units: u32) -> Options {
        self.char_threshold = units;
        self
    }

    /// How many of the best candidates are compared with each other.
    pub fn with_top_candidates(mut self, count: usize) -> Options {
        self.top_candidates = count;
        self
    }

    /// Added to the limits of link density: above 0 more elements with links stay.
    pub fn with_link_density_modifier(mut self, modifier: f64) -> Options {
        self.link_density_modifier = modifier;
        self
    }
}
