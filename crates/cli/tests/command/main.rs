//! The real command, run as a user runs it: what it prints where, and how it exits.

mod arguments;
mod files;
mod formats;
mod hub;
mod readme;
mod server;
mod site;
mod store;
mod support;
mod tls;
mod train;
mod watch;
mod web;
