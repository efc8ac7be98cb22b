//! A small HTTP/1.1 server. It is written by hand because it has to be able to lie: about lengths, about
//! compression, about ever coming to an end.

use super::log::{Asked, Log};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

/// Bytes of a request that are read.
const MAX_REQUEST: usize = 4 << 20;

/// How a body is sent.
#[derive(Clone, Debug)]
pub enum Body {
    /// As it is.
    Whole(Vec<u8>),
    /// A byte at a time, with a pause after each.
    Slow(Vec<u8>, Duration),
    /// Again and again, without an end.
    Endless(Vec<u8>),
    /// With another length than it has.
    Misstated(Vec<u8>, usize),
    /// Never.
    Never,
}

/// What to answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// Headers besides the length.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Body,
}

impl Reply {
    /// A body of a type.
    pub fn new(content_type: &str, body: impl Into<Vec<u8>>) -> Reply {
        let headers = vec![("Content-Type".into(), content_type.into())];
        Reply { status: 200, headers, body: Body::Whole(body.into()) }
    }

    /// A page.
    pub fn html(body: impl Into<Vec<u8>>) -> Reply {
        Reply::new("text/html; charset=utf-8", body)
    }

    /// Nothing but a status.
    pub fn status(status: u16) -> Reply {
        Reply { status, headers: Vec::new(), body: Body::Whole(Vec::new()) }
    }

    /// A redirect.
    pub fn redirect(status: u16, location: &str) -> Reply {
        Reply::status(status).with("Location", location)
    }

    /// Adds a header.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Reply {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sends this body instead.
    pub fn sending(mut self, body: Body) -> Reply {
        self.body = body;
        self
    }

    /// 304 for those who have this version already.
    pub fn versioned(self, asked: &Asked, tag: &str) -> Reply {
        if asked.header("if-none-match") == Some(tag) {
            return Reply::status(304).with("ETag", tag);
        }
        self.with("ETag", tag)
    }
}

/// A server on loopback that answers for every host.
#[derive(Debug)]
pub struct Web {
    address: SocketAddr,
    log: Arc<Log>,
    task: tokio::task::JoinHandle<()>,
}

impl Web {
    /// Serves what `answer` says until it is dropped.
    pub async fn serve(
        log: Log,
        answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static,
    ) -> std::io::Result<Web> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (address, log, answer) = (listener.local_addr()?, Arc::new(log), Arc::new(answer));
        let kept = log.clone();
        let accept = async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                let _ = stream.set_nodelay(true);
                let (answer, log) = (answer.clone(), log.clone());
                tokio::spawn(async move { connection(stream, &log, answer.as_ref()).await });
            }
        };
        Ok(Web { address, log: kept, task: tokio::spawn(accept) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it saw.
    pub fn log(&self) -> &Log {
        &self.log
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Answers the requests of one connection; anything with two ends can be one, TLS too.
pub async fn connection(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    log: &Log,
    answer: &(impl Fn(&Asked) -> Reply + ?Sized),
) {
    let mut stream = BufReader::new(stream);
    while let Some(asked) = request(&mut stream).await {
        let site = dehusk_site::registered_domain(&asked.host).to_string();
        log.begin(&site);
        let reply = answer(&asked);
        let status = reply.status;
        // A short answer is at the other end as soon as it is written, whenever this task goes on after that.
        let whole = matches!(reply.body, Body::Whole(_)).then(Instant::now);
        let sent = send(&mut stream, reply).await;
        log.end(&site, &asked, status, whole.unwrap_or_else(Instant::now));
        if sent.is_none() {
            return;
        }
    }
}

async fn request(stream: &mut (impl AsyncBufReadExt + Unpin)) -> Option<Asked> {
    let mut asked = Asked::default();
    let mut line = String::new();
    let mut read = 0;
    loop {
        line.clear();
        let bytes = stream.read_line(&mut line).await.ok()?;
        read += bytes;
        if bytes == 0 || read > MAX_REQUEST {
            return None;
        }
        let text = line.trim_end();
        if text.is_empty() {
            break;
        }
        if asked.method.is_empty() {
            let mut words = text.split(' ').map(str::to_string);
            (asked.method, asked.target) = (words.next()?, words.next()?);
        } else if let Some((name, value)) = text.split_once(':') {
            asked.headers.insert(name.to_ascii_lowercase(), value.trim().into());
        }
    }
    let host = asked.header("host").unwrap_or_default();
    asked.host = host.rsplit_once(':').map_or(host, |(name, _)| name).to_string();
    let length = asked.header("content-length").and_then(|n| n.parse().ok()).unwrap_or(0usize);
    asked.body = vec![0; length.min(MAX_REQUEST)];
    stream.read_exact(&mut asked.body).await.ok()?;
    Some(asked)
}

/// Sends an answer; none if the connection is of no more use.
async fn send(stream: &mut (impl AsyncRead + AsyncWrite + Unpin), reply: Reply) -> Option<()> {
    let length = match &reply.body {
        Body::Whole(bytes) | Body::Slow(bytes, _) => Some(bytes.len()),
        Body::Misstated(_, length) => Some(*length),
        Body::Endless(_) | Body::Never => None,
    };
    let mut head = format!("HTTP/1.1 {} X\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some(length) = length {
        head.push_str(&format!("Content-Length: {length}\r\n"));
    }
    head.push_str("\r\n");
    let mut bytes = head.into_bytes();
    match reply.body {
        Body::Whole(body) => {
            bytes.extend_from_slice(&body);
            stream.write_all(&bytes).await.ok()?;
            stream.flush().await.ok()
        }
        Body::Slow(body, pause) => {
            stream.write_all(&bytes).await.ok()?;
            for byte in body {
                stream.write_all(&[byte]).await.ok()?;
                stream.flush().await.ok()?;
                tokio::time::sleep(pause).await;
            }
            Some(())
        }
        Body::Endless(body) => {
            stream.write_all(&bytes).await.ok()?;
            loop {
                stream.write_all(&body).await.ok()?;
            }
        }
        Body::Misstated(body, _) => {
            bytes.extend_from_slice(&body);
            let _ = stream.write_all(&bytes).await;
            let _ = stream.shutdown().await;
            None
        }
        Body::Never => {
            // Who holds on to a connection that the client has given up takes a handle for each.
            let mut unread = [0; 1024];
            while stream.read(&mut unread).await.is_ok_and(|bytes| bytes > 0) {}
            None
        }
    }
}
