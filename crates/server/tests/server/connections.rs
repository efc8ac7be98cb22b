//! What clients can do with a connection, and that it costs the others nothing.

use crate::support::*;
use dehusk_server::Config;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_bodies_keep_nobody_from_being_answered() {
    let served = Served::new(config()).await;
    let mut held = Vec::new();
    for n in 0..160 {
        let path = if n % 2 == 0 { "/login" } else { "/websub/1/key" };
        let half = format!("POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\ntoken=");
        held.push(served.send(half).await);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(served.ask("GET /api/v1/status", BEARER, "").await.status(), 200);
    assert_eq!(served.ask("GET /login", "", "").await.status(), 200);
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let entered = served.ask("POST /login", form, "token=right-token").await;
    assert_eq!(entered.status(), 303, "{entered:?}");
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_headers_are_closed() {
    let header_time = Duration::from_millis(400);
    let served = Served::new(Config { header_time, ..config() }).await;
    for half in ["", "GET", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "] {
        let mut stream = served.send(half).await;
        let answer = read_to_end(&mut stream).await;
        assert!(!answer.contains(" 200 "), "{answer}");
    }
    // One that rests after its answer is closed as well.
    let request = format!("GET /api/v1/status HTTP/1.1\r\nHost: a\r\n{BEARER}\r\n");
    let mut resting = served.send(request).await;
    assert!(read_to_end(&mut resting).await.contains(" 200 "));
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let body_time = Duration::from_millis(300);
    let served = Served::new(Config { body_time, ..config() }).await;
    let half = "POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\ntoken=";
    let mut stream = served.send(half).await;
    assert!(read_to_end(&mut stream).await.starts_with("HTTP/1.1 408"));
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_limited_and_the_token_gets_through() {
    let served = Served::new(Config { connections: 16, ..config() }).await;
    let mut idle = Vec::new();
    for _ in 0..40 {
        idle.push(served.send("GET / HT").await);
    }
    assert_eq!(served.ask("GET /api/v1/status", BEARER, "").await.status(), 200);
    // The first were closed for those who came later; the last is there still.
    assert_eq!(read_to_end(&mut idle[0]).await, "");
    let mut byte = [0];
    let last = idle.last_mut().unwrap().read(&mut byte);
    assert!(tokio::time::timeout(Duration::from_millis(200), last).await.is_err());
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_does_not_last_for_ever() {
    let times = Config {
        connection_time: Duration::from_millis(300),
        answer_time: Duration::from_secs(2),
        ..config()
    };
    let served = Served::new(times).await;
    let mut stream = served.send("GET / HTTP/1.1\r\nHost: a\r\n").await;
    read_to_end(&mut stream).await;
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_whatever_clients_do() {
    let served = Served::new(config()).await;
    let asks = format!("GET /script.js HTTP/1.1\r\nHost: a\r\n{BEARER}\r\n");
    let mut held = Vec::new();
    for bytes in [
        "",
        "GET / HT",
        "POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\ntoken=",
        "POST /api/v1/extract HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer right-token\r\n\
         Transfer-Encoding: chunked\r\n\r\n5\r\n<p>ab\r\n",
        &asks,
    ] {
        held.push(served.send(bytes).await);
    }
    // It asks for much and reads nothing, until it cannot even ask any more.
    let mut greedy = TcpStream::connect(served.address).await.unwrap();
    let greedy = tokio::spawn(async move {
        let _ = greedy.write_all(asks.repeat(20_000).as_bytes()).await;
        tokio::time::sleep(PATIENCE).await;
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let took = served.end().await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    greedy.abort();
}
