//! What a page says about itself, against what people noted: title, author, date of publication, language.
//!
//! [`judge`] compares one value, [`measure`] all pages of corpora, ours and other programs' side by side,
//! and [`Report`] counts them. What other programs say stands in `DIR/CORPUS.jsonl`, a [`Told`] a line.

mod judge;
mod pages;
mod report;
mod told;

pub use judge::{Field, Judged, Verdict, judge};
pub use pages::{Half, JudgedPage, Noticed, Plan, measure};
pub use report::{Counts, Pairs, Report, Row};
pub use told::Told;
