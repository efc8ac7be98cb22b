//! The compiled half of the Python package `dehusk`. What a user sees of it is in `python/dehusk`, with its types in
//! `_dehusk.pyi`. The interpreter's lock is given up wherever a page is worked on.

mod arrow;
mod article;
mod batch;
mod command;
mod errors;
mod extract;
mod files;
mod input;
mod memory;
mod options;
mod parts;
mod table;
mod warc;

use pyo3::prelude::*;

#[pymodule]
mod _dehusk {
    #[pymodule_export]
    use super::article::Article;
    #[pymodule_export]
    use super::batch::{Summary, batch};
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::extract::{extract, extractors, fetch, site_of, try_extract};
    #[pymodule_export]
    use super::files::{file_pages, file_rows, inputs};
    #[pymodule_export]
    use super::memory::SiteMemory;
    #[pymodule_export]
    use super::options::Options;
    #[pymodule_export]
    use super::parts::{ArticleWarning, Block, Extractor, Link, Media, Trouble};
    #[pymodule_export]
    use super::table::{RecordBatchReader, extract_table};
    #[pymodule_export]
    use super::warc::{Record, WarcReader, read_warc};
    #[pymodule_export]
    #[allow(non_upper_case_globals)] // As Python names it.
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
