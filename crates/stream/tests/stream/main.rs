//! The whole stream on a web of its own: what works, what is broken, and how it behaves towards others.

mod faults;
mod flow;
mod keys;
mod manners;
mod sinks;
mod strangers;
mod support;
mod tls;
