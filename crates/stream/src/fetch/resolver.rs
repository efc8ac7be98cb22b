//! The name look-up with the guard in it.
//!
//! The client connects to the addresses that come out of here and to no others, for the first request
//! and for every redirect. So there is no moment between check and connection in which a name could
//! change its answer. Addresses written as numbers never come here: [`check_literal`] sees to them.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, SocketAddr};
use url::{Host, Url};

/// A name led only to addresses that may not be fetched from.
#[derive(Debug, thiserror::Error)]
#[error("{address} is not a public address")]
pub struct Refused {
    /// The first of them.
    pub address: IpAddr,
}

/// A name that leads nowhere.
#[derive(Debug, thiserror::Error)]
#[error("the name leads nowhere")]
pub struct NoHost;

/// Which addresses may be connected to.
pub type Guard = fn(IpAddr) -> bool;

/// Resolves names and leaves out addresses that are not allowed.
#[derive(Clone, Copy, Debug)]
pub struct GuardedResolver {
    /// Which addresses may be connected to.
    pub allowed: Guard,
    /// Where every name leads instead of where it really does: a web on one machine, for tests, the
    /// demonstration and archives that are played back. Names below `.invalid` lead nowhere even so.
    pub instead: Option<SocketAddr>,
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = *self;
        Box::pin(async move {
            let found = resolver.look_up(name.as_str()).await?;
            let Some(first) = found.first().copied() else { return Err(NoHost.into()) };
            let kept: Vec<_> = found.into_iter().filter(|a| (resolver.allowed)(a.ip())).collect();
            if kept.is_empty() {
                return Err(Refused { address: first.ip() }.into());
            }
            let addresses: Addrs = Box::new(kept.into_iter());
            Ok(addresses)
        })
    }
}

impl GuardedResolver {
    async fn look_up(&self, name: &str) -> Result<Vec<SocketAddr>, NoHost> {
        match self.instead {
            Some(_) if name.ends_with(".invalid") => Err(NoHost),
            Some(address) => Ok(vec![address]),
            None => match tokio::net::lookup_host((name, 0)).await {
                Ok(found) => Ok(found.collect()),
                Err(_) => Err(NoHost),
            },
        }
    }
}

/// Whether an address that is written as a number may be connected to.
pub fn check_literal(url: &Url, allowed: Guard) -> Result<(), IpAddr> {
    let address = match url.host() {
        Some(Host::Ipv4(v4)) => IpAddr::V4(v4),
        Some(Host::Ipv6(v6)) => IpAddr::V6(v6),
        _ => return Ok(()),
    };
    if allowed(address) { Ok(()) } else { Err(address) }
}
