//! What can go wrong on the way to a page, each with what to do about it.

use super::resolver::Refused;
use std::io;
use std::net::IpAddr;
use std::time::Duration;
use url::Url;

/// Why a page could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("this is not a valid address ({0}): write it as https://example.com/page")]
    BadUrl(url::ParseError),
    #[error(
        "{0}: addresses cannot be fetched; give an http or https address, or a file by its path"
    )]
    Scheme(String),
    #[error("there is no host {0}: check the address and the network connection")]
    NoHost(String),
    #[error("this leads to the private address {0}: pass --allow-private if you trust it")]
    Private(IpAddr),
    #[error("nothing answers at {0} (connection refused): check the host and the port")]
    Refused(String),
    #[error("no complete answer within {} s: try again, or raise --timeout", .0.as_secs_f64())]
    Timeout(Duration),
    #[error("more than {0} redirects: the address leads in circles; open it in a browser to check")]
    Redirects(usize),
    #[error("the server redirects without saying where to: give the page's final address")]
    NoLocation,
    #[error("the server answered {code}{reason}: {advice}", reason = spaced(.0), code = .0.as_u16(), advice = advice(*.0))]
    Status(ureq::http::StatusCode),
    #[error("the server sent {0}, not HTML: give the address of a page")]
    NotHtml(String),
    #[error(
        "the server compressed the page as {0}, which is not supported: save it and give the file"
    )]
    Encoding(String),
    #[error(
        "the connection to {host} is not safe ({why}): check the address; certificates are always verified"
    )]
    Tls { host: String, why: String },
    #[error("the transfer from {host} failed ({why}): try again")]
    Other { host: String, why: String },
}

fn spaced(status: &ureq::http::StatusCode) -> String {
    status.canonical_reason().map(|r| format!(" {r}")).unwrap_or_default()
}

fn advice(status: ureq::http::StatusCode) -> &'static str {
    match status.as_u16() {
        401 | 402 | 407 => "the page needs a login; save it in a browser and give the file",
        403 | 451 => "access is denied; save the page in a browser and give the file",
        404 | 410 => "the page is not there; check the address",
        408 | 429 => "the server wants fewer requests; try again later",
        500..=599 => "the server has a problem; try again later",
        _ => "this is not a page; check the address",
    }
}

impl FetchError {
    /// What the client's error means for a request to `url`.
    pub fn from_client(error: ureq::Error, url: &Url, timeout: Duration) -> FetchError {
        let host = url.host_str().unwrap_or_default().to_string();
        let why = error.to_string();
        match error {
            ureq::Error::Timeout(_) => FetchError::Timeout(timeout),
            ureq::Error::HostNotFound => FetchError::NoHost(host),
            ureq::Error::Rustls(error) => FetchError::Tls { host, why: error.to_string() },
            ureq::Error::Tls(_) | ureq::Error::TlsRequired => FetchError::Tls { host, why },
            ureq::Error::Other(inner) => match inner.downcast_ref::<Refused>() {
                Some(refused) => FetchError::Private(refused.address),
                None => FetchError::Other { host, why },
            },
            ureq::Error::Io(error) => FetchError::from_io(&error, url, timeout),
            _ => FetchError::Other { host, why },
        }
    }

    fn from_io(error: &io::Error, url: &Url, timeout: Duration) -> FetchError {
        let host = url.host_str().unwrap_or_default().to_string();
        let port = url.port_or_known_default().unwrap_or_default();
        let why = error.to_string();
        match error.kind() {
            io::ErrorKind::ConnectionRefused => FetchError::Refused(format!("{host}:{port}")),
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => FetchError::Timeout(timeout),
            io::ErrorKind::InvalidData => FetchError::Tls { host, why },
            // The standard library has no kind for a failed look-up, only this wording.
            _ if why.contains("lookup address") => FetchError::NoHost(host),
            _ => FetchError::Other { host, why },
        }
    }
}
