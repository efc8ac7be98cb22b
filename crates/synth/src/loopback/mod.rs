//! A whole web on one machine: a server that answers for every host, as well or as badly as it is told to,
//! and keeps a log from which politeness can be proved. The tests, the demonstration and the long runs live
//! on it; a client is pointed at it by `HttpSettings::connect_to` of `dehusk-stream`.

mod generated;
mod log;
mod server;

pub use generated::GeneratedWeb;
pub use log::{Asked, Log, SiteLog};
pub use server::{Body, Reply, Web, connection};
