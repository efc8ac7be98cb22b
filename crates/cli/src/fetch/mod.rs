//! Pages from the web, by a client that trusts nobody.
//!
//! Redirects are followed here and not by the client, because each hop has to be an http(s) address, is
//! looked up through the [guarded resolver](resolver), and shares one deadline; bodies of redirects are
//! never read. Proxies are off: behind one, the address that is connected to could not be checked.

mod address;
mod error;
mod hosts;
mod resolver;

pub use error::FetchError;

use hosts::Hosts;
use resolver::GuardedResolver;
use std::io::Read;
use std::net::IpAddr;
use std::time::{Duration, Instant};
use ureq::http::{HeaderMap, Response, header};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body};
use url::Url;

/// As many as browsers follow.
const MAX_REDIRECTS: usize = 20;

/// What pages may be compressed with. The decoder of pages unpacks them, not the client.
const ENCODINGS: [&str; 3] = ["gzip", "br", "zstd"];

/// How pages are fetched.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Time for one page, redirects included.
    pub timeout: Duration,
    /// Bytes of a page that are read, as they are sent: they are unpacked later, within the same bound.
    pub max_bytes: usize,
    /// How the client names itself.
    pub user_agent: String,
    /// Whether addresses outside the public internet may be fetched from.
    pub allow_private: bool,
}

/// A page as it was sent.
#[derive(Debug)]
pub struct Fetched {
    /// Where it came from, after redirects.
    pub url: Url,
    /// The Content-Type header.
    pub content_type: Option<String>,
    /// The Content-Encoding header.
    pub content_encoding: Option<String>,
    /// The page, compressed as it was sent.
    pub bytes: Vec<u8>,
    /// Whether there was more than [`Settings::max_bytes`].
    pub cut: bool,
}

/// A client for many pages.
#[derive(Debug)]
pub struct Client {
    agent: Agent,
    settings: Settings,
    hosts: Hosts,
}

impl Client {
    /// A client by the settings.
    pub fn new(settings: Settings) -> Client {
        let allowed = if settings.allow_private { |_| true } else { address::is_public };
        Client::with_guard(settings, allowed)
    }

    fn with_guard(settings: Settings, allowed: fn(IpAddr) -> bool) -> Client {
        let config = Agent::config_builder()
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(settings.user_agent.as_str())
            .accept_encoding(ENCODINGS.join(", "))
            .accept("text/html,application/xhtml+xml;q=0.9,*/*;q=0.5")
            .build();
        let resolver = GuardedResolver::new(allowed);
        let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
        Client { agent, settings, hosts: Hosts::default() }
    }

    /// Fetches a page. Waiting for a turn at a host does not count against its time.
    pub fn get(&self, address: &str) -> Result<Fetched, FetchError> {
        let mut deadline = Instant::now() + self.settings.timeout;
        let mut url = web_url(Url::parse(address))?;
        for _ in 0..=MAX_REDIRECTS {
            let asked = Instant::now();
            let _turn = self.hosts.turn(url.host_str().unwrap_or_default());
            deadline += asked.elapsed();
            let response = self.request(&url, deadline)?;
            match redirect(&response, &url)? {
                Some(next) => url = next,
                None => return self.page(url, response),
            }
        }
        Err(FetchError::Redirects(MAX_REDIRECTS))
    }

    fn request(&self, url: &Url, deadline: Instant) -> Result<Response<Body>, FetchError> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(FetchError::Timeout(self.settings.timeout));
        }
        let request = self.agent.get(url.as_str()).config().timeout_global(Some(left)).build();
        request.call().map_err(|e| FetchError::from_client(e, url, self.settings.timeout))
    }

    fn page(&self, url: Url, response: Response<Body>) -> Result<Fetched, FetchError> {
        if !response.status().is_success() {
            return Err(FetchError::Status(response.status()));
        }
        let content_type = text_of(response.headers(), header::CONTENT_TYPE);
        check_type(content_type.as_deref())?;
        let content_encoding = text_of(response.headers(), header::CONTENT_ENCODING);
        check_encoding(content_encoding.as_deref())?;
        let max = self.settings.max_bytes;
        let mut bytes = Vec::new();
        // One byte more than wanted tells whether there is more.
        let mut reader = response.into_body().into_reader().take((max as u64).saturating_add(1));
        let read = reader.read_to_end(&mut bytes);
        read.map_err(|e| FetchError::from_client(e.into(), &url, self.settings.timeout))?;
        let cut = bytes.len() > max;
        bytes.truncate(max);
        Ok(Fetched { url, content_type, content_encoding, bytes, cut })
    }
}

/// The address without its fragment, if it is one of the web's.
fn web_url(parsed: Result<Url, url::ParseError>) -> Result<Url, FetchError> {
    let mut url = parsed.map_err(FetchError::BadUrl)?;
    url.set_fragment(None);
    match url.scheme() {
        "http" | "https" => Ok(url),
        other => Err(FetchError::Scheme(other.into())),
    }
}

/// Where a response sends us on to, if it does.
fn redirect(response: &Response<Body>, url: &Url) -> Result<Option<Url>, FetchError> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let location = response.headers().get(header::LOCATION).ok_or(FetchError::NoLocation)?;
    web_url(url.join(&String::from_utf8_lossy(location.as_bytes()))).map(Some)
}

fn text_of(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    headers.get(name).map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned())
}

/// Refuses what says plainly that it is something else. Unclear types pass: the bytes decide later.
fn check_type(content_type: Option<&str>) -> Result<(), FetchError> {
    let full = content_type.unwrap_or_default();
    let essence = full.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "" | "text/html" | "application/xhtml+xml" | "text/xml" | "application/xml" => Ok(()),
        "text/plain" | "application/octet-stream" => Ok(()),
        "application/gzip" | "application/x-gzip" | "application/zstd" => Ok(()),
        _ => Err(FetchError::NotHtml(essence)),
    }
}

fn check_encoding(content_encoding: Option<&str>) -> Result<(), FetchError> {
    let known = |name: &&str| {
        let name = name.trim().to_ascii_lowercase();
        // Servers also send these, asked or not.
        matches!(name.as_str(), "" | "identity" | "x-gzip" | "deflate" | "none" | "utf-8")
            || ENCODINGS.contains(&name.as_str())
    };
    match content_encoding.unwrap_or_default().split(',').find(|name| !known(name)) {
        Some(unknown) => Err(FetchError::Encoding(unknown.trim().into())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::TcpListener;

    /// Answers every connection to `host` with `response`; gives the address of its page.
    fn server(host: &str, response: String) -> String {
        let listener = TcpListener::bind((host, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let _ = stream.read(&mut [0; 4096]);
                let _ = stream.write_all(response.as_bytes());
            }
        });
        format!("http://{address}/")
    }

    fn redirect_to(address: &str) -> String {
        format!("HTTP/1.1 302 Found\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n")
    }

    fn client(allowed: fn(IpAddr) -> bool) -> Client {
        let settings = Settings {
            timeout: Duration::from_secs(5),
            max_bytes: 1 << 20,
            user_agent: "test".into(),
            allow_private: false,
        };
        Client::with_guard(settings, allowed)
    }

    /// Loopback stands for the public internet, except for one address that stands for the inside.
    fn outside(address: IpAddr) -> bool {
        address != IpAddr::from([127, 0, 0, 2])
    }

    #[test]
    fn redirects_are_checked_like_the_first_address() {
        let page = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret";
        let inside = server("127.0.0.2", page.into());
        let gate = server("127.0.0.1", redirect_to(&inside));
        let error = client(outside).get(&gate).unwrap_err();
        assert!(matches!(error, FetchError::Private(_)), "{error}");
        assert_eq!(client(|_| true).get(&gate).unwrap().bytes, b"secret");
    }

    #[test]
    fn redirects_leave_the_web_nowhere() {
        for target in ["file:///etc/passwd", "ftp://example.com/", "javascript:0", "gopher://x"] {
            let error =
                client(|_| true).get(&server("127.0.0.1", redirect_to(target))).unwrap_err();
            assert!(matches!(error, FetchError::Scheme(_)), "{target}: {error}");
        }
    }

    #[test]
    fn numbers_in_other_clothes_are_addresses_too() {
        let guarded = client(address::is_public);
        for address in ["2130706433", "0x7f.1", "0177.0.0.1", "[::ffff:127.0.0.1]", "localhost"] {
            let error = guarded.get(&format!("http://{address}:9/")).unwrap_err();
            assert!(matches!(error, FetchError::Private(_)), "{address}: {error}");
        }
    }

    #[test]
    fn types_that_cannot_be_pages_are_refused() {
        for fine in
            ["text/html; charset=utf-8", "TEXT/HTML", "application/xhtml+xml", "", "text/plain"]
        {
            assert!(check_type(Some(fine)).is_ok(), "{fine}");
        }
        assert!(check_type(None).is_ok());
        for wrong in ["image/svg+xml", "application/pdf", "application/json", "text/css"] {
            assert!(check_type(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
