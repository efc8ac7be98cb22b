//! Which addresses belong to the public internet.
//!
//! A page, a redirect or a list of links may name a machine that only this computer can reach: a router,
//! a cloud's metadata service, a service on localhost. Names prove nothing, so the test is made on the
//! address the connection will really go to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// Whether an address of the web is meant for this machine or its own network, as far as its host says so.
///
/// ```
/// use dehusk_stream::fetch::address::is_local;
/// assert!(is_local("http://localhost:8080/feed") && is_local("http://192.168.1.4/feed"));
/// assert!(!is_local("https://dehusk.example/feed"));
/// ```
pub fn is_local(address: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    match url.host() {
        Some(Host::Ipv4(v4)) => !is_public_v4(v4),
        Some(Host::Ipv6(v6)) => !is_public_v6(v6),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let own = [".localhost", ".local", ".internal", ".home.arpa"];
            // A name without a dot is one that only the own network knows.
            !name.contains('.') || own.iter().any(|end| name.ends_with(end))
        }
        None => false,
    }
}

/// Whether anyone on the internet could reach the address.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// Everything but the blocks of IANA's IPv4 special-purpose registry, multicast and the reserved end.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        // This network, private, loopback, link-local.
        [0 | 10 | 127, ..] | [169, 254, ..] | [172, 16..=31, ..] | [192, 168, ..] => true,
        // Shared by carriers (CGNAT), protocol assignments, the 6to4 relay, benchmarks.
        [100, 64..=127, ..] | [192, 0, 0, _] | [192, 88, 99, _] | [198, 18..=19, ..] => true,
        // Documentation.
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => true,
        // Multicast, reserved, broadcast.
        [224..=255, ..] => true,
        _ => false,
    };
    !special
}

/// Global unicast (2000::/3) without its special blocks. That leaves out loopback, link-local, unique
/// local, multicast and IPv4-mapped addresses; those that carry an IPv4 address on purpose are judged
/// by it.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    match [a, b, c, d, e, f] {
        // NAT64, the way to IPv4 from a network that has none.
        [0x64, 0xff9b, 0, 0, 0, 0] => is_public_v4(embedded(g, h)),
        // 6to4.
        [0x2002, high, low, ..] => is_public_v4(embedded(high, low)),
        // Protocol assignments with Teredo (2001::/23), documentation (2001:db8::/32, 3fff::/20).
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        _ => (0x2000..0x4000).contains(&a),
    }
}

fn embedded(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn public(address: &str) -> bool {
        is_public(address.parse().unwrap())
    }

    #[test]
    fn own_machines_are_told_from_the_internet_by_their_names() {
        for local in [
            "http://localhost/",
            "http://LOCALHOST.:80/",
            "http://a.localhost/",
            "http://127.0.0.1:8080/feed",
            "http://[::1]/",
            "http://10.0.0.8/",
            "http://nas/feed",
            "http://printer.local/",
        ] {
            assert!(is_local(local), "{local}");
        }
        for public in
            ["https://a.example/", "http://1.1.1.1/", "http://local.example/", "no address"]
        {
            assert!(!is_local(public), "{public}");
        }
    }

    #[test]
    fn the_public_internet_is_public() {
        for address in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.0.0.1",
            "169.253.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2a00:1450::5",
            "2002:0808:0808::1",
            "64:ff9b::808:808",
        ] {
            assert!(public(address), "{address}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for address in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:a00:1::1",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "5f00::1",
        ] {
            assert!(!public(address), "{address}");
        }
    }
}
