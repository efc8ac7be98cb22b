//! Certificates are verified, and HTTP/2 is not in the way.

use crate::support::*;
use dehusk_stream::fetch::{
    Answer, BoxFuture, Client, Condition, FetchError, Fetcher, HttpClient, HttpSettings, Policy,
    Purpose, Request,
};
use dehusk_synth::loopback::{Log, Reply, connection};
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use std::net::SocketAddr;
use std::sync::Arc;

/// A server with a certificate that is good until a year; gives its address and the certificate.
async fn server(until: i32) -> (SocketAddr, CertificateDer<'static>) {
    let mut params = CertificateParams::new(vec!["tls.example".into()]).unwrap();
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(until, 1, 1);
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    let private = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], private)
        .unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let log = Arc::new(Log::default());
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, log) = (acceptor.clone(), log.clone());
            tokio::spawn(async move {
                let Ok(stream) = acceptor.accept(stream).await else { return };
                connection(stream, &log, &|_: &_| Reply::html(page("a safe page"))).await;
            });
        }
    });
    (address, certificate.der().clone())
}

async fn get(
    address: SocketAddr,
    extra_roots: Vec<CertificateDer<'static>>,
) -> Result<Vec<u8>, FetchError> {
    let settings = HttpSettings {
        allow_private: true,
        connect_to: Some(address),
        extra_roots,
        ..HttpSettings::default()
    };
    let client = Arc::new(HttpClient::new(&settings).unwrap());
    let policy = Policy { robots: false, ..Policy::default() };
    let fetcher = Fetcher::new(client, policy);
    let fetched = fetcher.get("https://tls.example/", Purpose::Page, &Condition::default()).await?;
    Ok(fetched.bytes)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_good_certificates_are_good_enough() {
    let (address, certificate) = server(2099).await;
    assert!(get(address, vec![certificate]).await.is_ok());
    let stranger = get(address, Vec::new()).await.unwrap_err();
    assert_eq!(stranger.kind(), "certificate", "{stranger}");
    let (address, certificate) = server(2021).await;
    let expired = get(address, vec![certificate]).await.unwrap_err();
    assert_eq!(expired.kind(), "certificate", "{expired}");
    assert!(expired.to_string().contains("xpired"), "{expired}");
}

/// A web of two servers, one of them with TLS.
struct Both {
    safe: HttpClient,
    plain: HttpClient,
}

impl Client for Both {
    fn send<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Answer, FetchError>> {
        match request.url.scheme() {
            "https" => self.safe.send(request),
            _ => self.plain.send(request),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_has_expired_is_counted_and_leaves_the_rest_running() {
    let (address, certificate) = server(2021).await;
    let (web, folder) = (web(good_site).await, Folder::new());
    let client = |address, extra_roots| {
        HttpClient::new(&HttpSettings {
            allow_private: true,
            connect_to: Some(address),
            extra_roots,
            ..HttpSettings::default()
        })
        .unwrap()
    };
    let both =
        Both { safe: client(address, vec![certificate]), plain: client(web.address(), Vec::new()) };
    let feeds = ["https://tls.example/feed", "http://good.example/feed"];
    let outcome = once_through(Arc::new(both), &folder, &feeds, settings(), Vec::new()).await;
    assert_eq!(outcome.keys(), good_keys());
    assert_eq!((outcome.count("certificate"), outcome.count("feed_failed")), (1, 1));
}
