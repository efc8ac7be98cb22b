//! The stream over HTTP: an interface for programs, and pages for people.
//!
//! No extraction happens here; what is shown comes from the store of `dehusk-stream`, and pages that are
//! posted go through `dehusk`. Nothing that came from a fetched page is ever sent as markup: every text passes
//! `html::escape`, article bodies are made anew from Markdown, and the content-security policy allows no
//! script or style but our own files.

mod api;
mod app;
mod assets;
mod guard;
mod html;
mod hubs;
mod metrics;
mod pages;
mod plots;
mod search;

pub use app::{App, Config, ServeError, serve};
pub use hubs::PATH as HUBS;
pub use search::SearchIndex;
