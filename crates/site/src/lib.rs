//! Site memory: pages of a site share a template, and a stream of them shows it.
//!
//! A page alone has to be guessed at; the tenth page of a site tells by repetition which of its blocks are
//! furniture. This crate holds what is needed for that: the [URL key](Keys) that says which document a page
//! is and where in its site it stands, the [`UrlTree`] that counts the blocks of a site, [`Sites`] with a
//! tree a registered domain, and the [`Heuristic`]s that decide by the counts. They follow Sluban and Grčar,
//! "URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents", CIKM 2013.
//!
//! ```
//! use dehusk_extract::Document;
//! use dehusk_site::{Heuristic, Keys, Retention, Sites};
//! let (keys, mut sites) = (Keys::default(), Sites::new(Retention::default()));
//! let mut last = None;
//! for day in ["Monday", "Tuesday"] {
//!     let html = format!("<p>The Daily Ferry<p>The ferry was late on {day}.");
//!     let document = Document::new(dehusk_page::Page::parse(html));
//!     let key = keys.key(&format!("https://ferry.example/{day}"), None)?;
//!     last = Some(sites.observe(&key, 0, &document).verdicts(&Heuristic::strict()));
//! }
//! let keeps: Vec<bool> = last.unwrap().iter().map(|verdict| verdict.keep).collect();
//! assert_eq!(keeps, [false, true]);
//! # Ok::<_, dehusk_site::KeyError>(())
//! ```

mod block_hash;
mod codec;
mod duplicates;
mod extraction;
mod heuristic;
mod key;
mod mask;
mod memories;
mod memory;
mod observation;
mod shape;
mod sites;
#[cfg(feature = "store")]
pub mod store;
mod tree;

pub use block_hash::{BlockHash, Normalizer};
pub use codec::DecodeError;
pub use duplicates::{DuplicateCounts, Duplicates};
pub use extraction::{Remembered, extract};
pub use heuristic::{Heuristic, UnknownHeuristic};
pub(crate) use key::Address;
pub use key::{CONTENT_ID, KeyError, Keys, MAX_KEY_BYTES, UrlKey, head_title, registered_domain};
#[cfg(feature = "rules")]
pub use key::{RuleProblem, Rules};
pub use memories::Memories;
#[cfg(feature = "rules")]
pub use memory::LearnedRule;
pub use memory::{Branch, Parameter, ShownShape, SiteMemory};
pub use observation::{Observation, SeenBlock};
pub use shape::{PageShapes, Shape};
pub use sites::{Observed, Sites};
pub use tree::{Judgement, Retention, UnknownRetention, UrlTree, judge};
