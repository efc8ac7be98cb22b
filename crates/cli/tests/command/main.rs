//! The real command, run as a user runs it: what it prints where, and how it exits.

mod arguments;
#[cfg(all(feature = "batch", feature = "stream"))]
mod batch;
#[cfg(feature = "stream")]
mod contact;
#[cfg(feature = "stream")]
mod feed;
mod files;
mod formats;
#[cfg(feature = "stream")]
mod hub;
mod inputs;
mod install;
mod left_out;
#[cfg(feature = "mcp")]
mod mcp;
mod pipes;
#[cfg(all(feature = "lab", feature = "stream"))]
mod readme;
#[cfg(feature = "lab")]
mod reproduce;
#[cfg(feature = "lab")]
mod retrieval;
#[cfg(feature = "stream")]
mod server;
#[cfg(feature = "stream")]
mod sinks;
#[cfg(feature = "stream")]
mod site;
#[cfg(all(feature = "stream", feature = "suite"))]
mod site_extractors;
mod store;
mod support;
#[cfg(feature = "stream")]
mod tls;
#[cfg(feature = "lab")]
mod train;
#[cfg(feature = "stream")]
mod watch;
#[cfg(feature = "stream")]
mod web;
