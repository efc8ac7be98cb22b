//! Every extractor of the papers, one file or folder each, over one parsed page.
//!
//! ```
//! use dehusk_extract::Document;
//! let registry = dehusk_suite::registry();
//! let html = "<p><a href=/>Home</a><p><a href=/news>News</a><h1>Late again</h1><p>The ferry came in late, \
//!             as it had all week, and nobody on the quay was surprised by it any more.";
//! let document = Document::new(dehusk_page::Page::parse(html));
//! let boilerpipe = registry.find("boilerpipe-article").unwrap().build(&registry)?;
//! let verdicts = boilerpipe.extract(&document).verdicts(&document);
//! assert!(!verdicts[0].keep && verdicts[0].reason == "link density 1 over 0.33");
//! assert!(verdicts[3].keep && verdicts[3].reason == "words 21 over 16");
//! # Ok::<_, dehusk_extract::BuildError>(())
//! ```
//!
//! What several of them agree on has a name too: `em:2of(readability,bte,cetr)` keeps what at least two of
//! the three keep.
//!
//! ```
//! let registry = dehusk_suite::registry();
//! assert_eq!(registry.find("em:2of(text, bte)").unwrap().name(), "em:2of(text,bte)");
//! assert!(registry.find("em:3of(text, bte)").is_none());
//! ```

mod arc90;
mod boilerpipe;
mod bs4;
mod bte;
mod ccb;
mod cetd;
mod cetr;
#[cfg(feature = "learned")]
pub mod classic_learned;
mod dsc;
mod ensemble;
mod fe;
mod goose;
mod html2text;
mod html_text;
mod inscriptis;
mod justext;
mod languages;
mod lqf;
mod lxml_cleaner;
mod members;
mod names;
mod r4;
mod resiliparse;
mod shared;
mod single_feature;
mod text;
mod trafilatura;
mod unfluff;
mod vips;
mod wlr;
mod xpath_text;

pub use members::Members;
pub use r4::{R4, R4Options};

use dehusk_extract::{Entry, Registry};

/// The extractors of this crate, a line a file: each says itself under which names it is listed. Those with a model are
/// there where its feature is on.
static EXTRACTORS: &[&[Entry]] = &[
    trafilatura::ENTRIES,
    resiliparse::ENTRIES,
    arc90::ENTRIES,
    boilerpipe::ENTRIES,
    single_feature::ENTRIES,
    goose::ENTRIES,
    unfluff::ENTRIES,
    justext::ENTRIES,
    bte::ENTRIES,
    cetr::ENTRIES,
    cetd::ENTRIES,
    r4::ENTRIES,
    lqf::ENTRIES,
    ccb::ENTRIES,
    dsc::ENTRIES,
    fe::ENTRIES,
    wlr::ENTRIES,
    vips::ENTRIES,
    bs4::ENTRIES,
    html_text::ENTRIES,
    html2text::ENTRIES,
    inscriptis::ENTRIES,
    lxml_cleaner::ENTRIES,
    xpath_text::ENTRIES,
    text::ENTRIES,
    ensemble::ENTRIES,
    ensemble::by_text::ENTRIES,
    #[cfg(feature = "em-13")]
    classic_learned::em13::ENTRIES,
    #[cfg(feature = "em-13")]
    classic_learned::em13_leaves::ENTRIES,
    #[cfg(feature = "choose")]
    classic_learned::choose::ENTRIES,
    #[cfg(feature = "choose")]
    classic_learned::cluster_choice::ENTRIES,
    #[cfg(feature = "web2text")]
    classic_learned::web2text::ENTRIES,
    #[cfg(feature = "victor")]
    classic_learned::victor::ENTRIES,
    #[cfg(feature = "four-class")]
    classic_learned::four_class::ENTRIES,
    #[cfg(feature = "c45")]
    classic_learned::c45::ENTRIES,
    #[cfg(feature = "ncleaner")]
    classic_learned::ncleaner::ENTRIES,
    #[cfg(feature = "mss")]
    classic_learned::mss::ENTRIES,
];

/// The default extractor, Readability, all of this crate, and ensembles of them by name.
pub fn registry() -> Registry {
    let entries = dehusk_auto::ENTRIES.iter().chain(EXTRACTORS.iter().copied().flatten());
    Registry::default().with_all(entries).with_family(ensemble::entry)
}
