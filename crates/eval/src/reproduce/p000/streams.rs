//! The made-up streams that several experiments play.

use super::source::Source;
use dehusk_synth::Web;

/// Documents a day and site, as in the paper: 292,053 of 33 domains in 56 days.
const PER_DAY: u64 = 158;

/// Domains of the wide stream, as many as the paper has.
pub const DOMAINS: u64 = 33;
/// Of the wide stream every which document of a site is annotated, about as many as in the paper.
pub const WIDE_EVERY: usize = 5;

/// Many sites, of each a few hundred documents.
pub fn wide() -> Source {
    Source::made(&Web::new(2013).with_per_day(PER_DAY), DOMAINS, 400)
}

/// Whether a page of the wide stream is annotated.
pub fn is_annotated(index: usize) -> bool {
    (index / DOMAINS as usize).is_multiple_of(WIDE_EVERY)
}

/// Sites of the long stream, and documents of each: fifteen days.
pub const LONG_SITES: u64 = 8;
pub const LONG: u64 = 2400;
/// Of the long stream every which document of a site is annotated.
const LONG_EVERY: usize = 8;

/// Few sites, of each so many documents that N can be up to 1,000; with another design from a document on.
pub fn long(redesign_at: Option<u64>) -> Source {
    let web = Web::new(1000).with_per_day(PER_DAY).with_redesign_at(redesign_at);
    Source::made(&web, LONG_SITES, LONG)
}

/// Whether a page of the long stream is annotated.
pub fn is_annotated_of_long(index: usize) -> bool {
    (index / LONG_SITES as usize).is_multiple_of(LONG_EVERY)
}
