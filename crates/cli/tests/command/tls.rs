//! Certificates are verified, whatever else is allowed.

use crate::support::*;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection};
use std::net::TcpListener;
use std::sync::Arc;

#[test]
fn a_certificate_nobody_vouches_for_is_refused() {
    let own = rcgen::generate_simple_self_signed(vec!["localhost".into()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(own.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut connection = ServerConnection::new(config.clone()).unwrap();
            let _ = connection.complete_io(&mut stream);
        }
    });
    let run = dehusk(&["--allow-private", &format!("https://localhost:{port}/")]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let line = run.complaint();
    assert!(line.contains("is not safe") && line.contains("certificate"), "{line}");
}
