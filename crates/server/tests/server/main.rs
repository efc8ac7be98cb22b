//! The server as its clients meet it: over sockets, with everything a client can get wrong.

mod access;
mod api;
mod connections;
mod errors;
mod explain;
mod hostile;
mod playground;
mod reading;
mod support;
