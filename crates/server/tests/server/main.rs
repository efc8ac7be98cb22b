//! The server as its clients meet it: over sockets, with everything a client can get wrong.

mod access;
mod connections;
mod errors;
mod explain;
mod hostile;
mod playground;
mod support;
