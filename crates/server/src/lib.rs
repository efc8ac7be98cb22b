//! The stream over HTTP: an interface for programs, and pages for people.
//!
//! No extraction happens here; what is shown comes from the store of `dehusk-stream`, and pages that are
//! posted go through `dehusk`. Nothing that came from a fetched page is ever sent as markup: every text passes
//! `html::escape`, article bodies are made anew from Markdown, and the content-security policy allows no
//! script or style but our own files.

mod admission;
mod api;
mod app;
mod assets;
mod budget;
mod config;
mod connections;
mod error;
mod guard;
mod html;
mod hubs;
mod metrics;
mod pages;
mod playground;
mod plots;
mod raw_page;
mod search;
mod token;
mod uploads;
mod workers;

pub use app::App;
pub use config::Config;
pub use connections::serve;
pub use hubs::PATH as HUBS;
pub use search::{SearchError, SearchIndex, StoreSearch};
pub use token::new_token;
