//! The algorithms, one file or folder each.

pub(crate) mod boilerpipe;
pub(crate) mod bs4;
pub(crate) mod bte;
pub(crate) mod ccb;
pub(crate) mod cetd;
pub(crate) mod cetr;
pub(crate) mod dsc;
pub(crate) mod ensemble;
pub(crate) mod facts;
pub(crate) mod fe;
pub(crate) mod gravity;
pub(crate) mod html2text;
pub(crate) mod html_text;
pub(crate) mod inscriptis;
pub(crate) mod justext;
pub(crate) mod lqf;
pub(crate) mod lxml_cleaner;
mod names;
pub(crate) mod r4;
pub(crate) mod readability;
pub(crate) mod resiliparse;
mod shared;
pub(crate) mod text;
pub(crate) mod trafilatura;
pub(crate) mod unfluff;
pub(crate) mod wlr;
pub(crate) mod xpath_text;
