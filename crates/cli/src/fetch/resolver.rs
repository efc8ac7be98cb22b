//! The name look-up with the guard in it.
//!
//! The client connects to the addresses that come out of here and to no others, for the first request
//! and for every redirect. So there is no moment between check and connection in which a name could
//! change its answer.

use std::fmt;
use std::net::IpAddr;
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// A name led only to addresses that may not be fetched from.
#[derive(Debug, thiserror::Error)]
#[error("{address} is not a public address")]
pub struct Refused {
    /// The first of them.
    pub address: IpAddr,
}

/// Resolves names and leaves out addresses that are not allowed.
pub struct GuardedResolver {
    lookup: DefaultResolver,
    allowed: fn(IpAddr) -> bool,
}

impl GuardedResolver {
    /// A resolver that gives only addresses for which `allowed` holds.
    pub fn new(allowed: fn(IpAddr) -> bool) -> GuardedResolver {
        GuardedResolver { lookup: DefaultResolver::default(), allowed }
    }
}

impl fmt::Debug for GuardedResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedResolver").finish_non_exhaustive()
    }
}

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.lookup.resolve(uri, config, timeout)?;
        let mut kept = self.empty();
        found.iter().filter(|a| (self.allowed)(a.ip())).for_each(|&a| kept.push(a));
        match found.iter().next() {
            Some(first) if kept.is_empty() => {
                Err(Error::Other(Box::new(Refused { address: first.ip() })))
            }
            _ => Ok(kept),
        }
    }
}
