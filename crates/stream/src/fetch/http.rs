//! The client for the real web: one request at a time, no redirects of its own, no proxy, TLS verified.

use super::resolver::{Guard, GuardedResolver, check_literal};
use super::{Answer, BoxFuture, Client, FetchError, Request, address};
use reqwest::header::{self, HeaderMap, HeaderName};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What pages may be compressed with. The decoder of pages unpacks them, not the client.
const ENCODINGS: &str = "gzip, br, zstd";

/// Connections nobody uses are closed after this long: a stream asks a thousand sites in turn.
const IDLE: Duration = Duration::from_secs(15);

/// Headers with a longer value are as if they were not there: some are kept for each feed.
const MAX_HEADER_BYTES: usize = 16 << 10;

/// How to connect.
#[derive(Clone, Debug, Default)]
pub struct HttpSettings {
    /// How the client names itself.
    pub user_agent: String,
    /// Whether addresses outside the public internet may be fetched from.
    pub allow_private: bool,
    /// Where every name leads instead of where it really does.
    pub connect_to: Option<SocketAddr>,
    /// Certificates that are trusted besides those of the public authorities.
    pub extra_roots: Vec<rustls::pki_types::CertificateDer<'static>>,
}

/// The client for the real web.
#[derive(Debug)]
pub struct HttpClient {
    client: reqwest::Client,
    allowed: Guard,
}

/// The client could not be made; a certificate that was given is none.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client cannot be made: {0}")]
pub struct ClientError(String);

impl HttpClient {
    /// A client by the settings.
    pub fn new(settings: &HttpSettings) -> Result<HttpClient, ClientError> {
        let allowed: Guard = if settings.allow_private { |_| true } else { address::is_public };
        HttpClient::with_guard(settings, allowed)
    }

    /// A client with another idea of which addresses may be connected to.
    pub(crate) fn with_guard(
        settings: &HttpSettings,
        allowed: Guard,
    ) -> Result<HttpClient, ClientError> {
        let resolver = GuardedResolver { allowed, instead: settings.connect_to };
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, header::HeaderValue::from_static(ENCODINGS));
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(settings)?)
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .user_agent(settings.user_agent.as_str())
            .default_headers(headers)
            .pool_idle_timeout(IDLE)
            .pool_max_idle_per_host(2)
            .dns_resolver(resolver)
            .build()
            .map_err(|e| ClientError(e.to_string()))?;
        Ok(HttpClient { client, allowed })
    }
}

/// TLS as the public authorities vouch for it, HTTP/2 where the server can.
fn tls(settings: &HttpSettings) -> Result<rustls::ClientConfig, ClientError> {
    let mut roots = rustls::RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    for certificate in &settings.extra_roots {
        roots.add(certificate.clone()).map_err(|e| ClientError(e.to_string()))?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| ClientError(e.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

impl Client for HttpClient {
    fn send<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Answer, FetchError>> {
        Box::pin(async move {
            check_literal(&request.url, self.allowed).map_err(FetchError::Private)?;
            match tokio::time::timeout(request.timeout, self.exchange(request)).await {
                Ok(answer) => answer,
                Err(_) => Err(FetchError::Timeout(request.timeout)),
            }
        })
    }
}

impl HttpClient {
    async fn exchange(&self, request: &Request) -> Result<Answer, FetchError> {
        let started = Instant::now();
        let failed = |e: reqwest::Error| FetchError::from_client(&e, &request.url, request.timeout);
        let mut builder = match &request.post {
            None => self.client.get(request.url.clone()),
            Some(body) => self.client.post(request.url.clone()).body(body.clone()),
        };
        for (name, value) in &request.headers {
            builder = builder.header(*name, value.as_str());
        }
        let mut response = builder.send().await.map_err(failed)?;
        let mut answer = Answer {
            status: response.status().as_u16(),
            headers: kept(response.headers()),
            bytes: Vec::new(),
            cut: false,
            time: Duration::ZERO,
        };
        // What comes with a redirect or "not modified" is never read.
        let wanted = (200..300).contains(&answer.status);
        while wanted && let Some(chunk) = response.chunk().await.map_err(failed)? {
            let room = request.max_bytes.saturating_sub(answer.bytes.len());
            answer.bytes.extend_from_slice(chunk.get(..room).unwrap_or(&chunk));
            if chunk.len() > room {
                answer.cut = true;
                break;
            }
        }
        answer.time = started.elapsed();
        Ok(answer)
    }
}

/// The headers somebody reads, as text.
fn kept(headers: &HeaderMap) -> Vec<(HeaderName, String)> {
    const READ: [HeaderName; 9] = [
        header::CONTENT_TYPE,
        header::CONTENT_ENCODING,
        header::LOCATION,
        header::ETAG,
        header::LAST_MODIFIED,
        header::RETRY_AFTER,
        header::CACHE_CONTROL,
        header::SET_COOKIE,
        header::LINK,
    ];
    let wanted = |name: &HeaderName| READ.contains(name);
    let read = headers.iter().filter(|(n, v)| wanted(n) && v.len() <= MAX_HEADER_BYTES);
    read.map(|(name, v)| (name.clone(), String::from_utf8_lossy(v.as_bytes()).into_owned()))
        .collect()
}
