//! A web server on loopback that answers as badly as a test wants it to.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A server; it ends with the process.
pub struct Server {
    port: u16,
    connections: Arc<AtomicUsize>,
    last_request: Arc<Mutex<String>>,
}

impl Server {
    /// A server that gives the path of each request and its stream to `answer`.
    pub fn new(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Server { port, connections: Arc::default(), last_request: Arc::default() };
        let (connections, last) = (server.connections.clone(), server.last_request.clone());
        let answer = Arc::new(answer);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                connections.fetch_add(1, Ordering::SeqCst);
                let (answer, last) = (answer.clone(), last.clone());
                std::thread::spawn(move || serve(stream, &*answer, &last));
            }
        });
        server
    }

    /// A server that sends the same response for every path.
    pub fn fixed(response: impl Into<Vec<u8>>) -> Server {
        let response = response.into();
        Server::new(move |_, stream| drop(stream.write_all(&response)))
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// How many connections there were.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// The last request, head only.
    pub fn last_request(&self) -> String {
        self.last_request.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, answer: &dyn Fn(&str, &mut TcpStream), last: &Mutex<String>) {
    let Ok(copy) = stream.try_clone() else { return };
    let head: Vec<_> =
        BufReader::new(copy).lines().map_while(Result::ok).take_while(|l| !l.is_empty()).collect();
    let path = head.first().and_then(|l| l.split(' ').nth(1)).unwrap_or_default().to_string();
    *last.lock().unwrap() = head.join("\n");
    answer(&path, &mut stream);
}

/// A response with a body, after which the server hangs up.
pub fn response(status: &str, headers: &[&str], body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut out =
        format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    headers.iter().for_each(|h| out.push_str(&format!("{h}\r\n")));
    out.push_str("\r\n");
    [out.as_bytes(), body].concat()
}

/// A page.
pub fn html(body: impl AsRef<[u8]>) -> Vec<u8> {
    response("200 OK", &["Content-Type: text/html; charset=utf-8"], body)
}

/// A redirect.
pub fn redirect(status: &str, location: &str) -> Vec<u8> {
    response(status, &[&format!("Location: {location}")], "")
}
