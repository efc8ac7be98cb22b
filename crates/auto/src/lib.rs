//! `auto`, the default extractor: learned from pages that people marked, and it knows how sure it is.
//!
//! A first, small model glances at every block and rejects half of them. What it says of a block's neighbours, containers
//! and look-alikes, together with the page as a whole and its kind, is what a second model judges the rest by. Both see
//! what the words of names, labels and headings say, which is learned too. From the probabilities, drawn together where
//! places are alike and evened out inside of tables, programs, lists and other whole things, the set of blocks with the
//! largest expected F1 is kept, and a last model turns what is known of the answer into a confidence.
//!
//! ```
//! use dehusk_auto::Auto;
//! use dehusk_extract::{Document, Extractor};
//! let html = "<nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>Late again</h1><p>The ferry \
//!     came in late, as it had all week, and nobody on the quay was surprised by it any more. By noon the \
//!     fish was gone, and with it the people who had come for it.</article><footer>© Harbour Times</footer>";
//! let document = Document::new(dehusk_page::Page::parse(html));
//! let selection = Auto::default().extract(&document);
//! assert!(selection.keeps_block(&document, 2) && !selection.keeps_block(&document, 0));
//! let appraisal = selection.appraisal(&document).unwrap();
//! assert!(appraisal.confidence > 0.0 && appraisal.confidence <= 1.0);
//! ```
//!
//! [`readability`] is here because it is what a build without the suite has beside the default; [`diagnosis`] and [`embedded`] because they belong to
//! an answer that knows when it is poor.

mod address;
mod alike;
mod answer;
mod appeals;
mod beside;
mod choose;
mod coherence;
mod columns;
mod comments;
mod context;
pub mod diagnosis;
pub mod embedded;
mod entries;
mod explain;
mod extractor;
mod forest;
pub mod input;
mod judge;
mod left_alike;
mod lexicon;
mod model;
mod odds;
mod overview;
mod packed;
mod plan;
mod preferences;
pub mod readability;
mod roles;
mod shapes;
mod site;
mod table;
pub mod training;
mod units;

pub use entries::ENTRIES;
pub use extractor::Auto;
pub use model::{Model, ModelError};
pub use preferences::{Comments, Favor, Lists, Preferences};
