//! The connections: how many there are, how long each may take, and how they end.
//!
//! Anybody can open a connection and say nothing, and before its first request nobody can tell a friend from a
//! stranger. So connections whose requests have not shown that they may enter can be closed at any time: when
//! there are too many of them, the oldest goes. A friend who has just come has its time to ask; those who sit
//! and wait lose their places first.

use crate::app::{App, routes};
use crate::config::Config;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tower_service::Service;

/// Bytes of a request's head.
const MAX_HEAD: usize = 64 << 10;
/// Pause after a connection could not be accepted: most likely there are no file handles left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `stop` is done; then the requests that are being answered get a short time to end.
pub async fn serve(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let app = Arc::new(app);
    let router = routes(app.clone());
    let connections = Arc::new(Connections::new(app.config.connections));
    let (stopping, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
            Some(_) = tasks.join_next() => continue,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let connection = Arc::new(connections.open(peer.ip()));
        let (router, app, stopped) = (router.clone(), app.clone(), stopped.clone());
        tasks.spawn(async move { talk(stream, connection, router, &app.config, stopped).await });
    }
    drop(listener);
    stopping.send_replace(true);
    let all = async { while tasks.join_next().await.is_some() {} };
    // Whoever is not done by then is cut off, when `tasks` goes.
    let _ = tokio::time::timeout(app.config.shutdown_time, all).await;
    Ok(())
}

/// Answers what comes over one connection. Whatever ends it, there is nobody left to tell.
async fn talk(
    stream: TcpStream,
    connection: Arc<Connection>,
    router: Router,
    config: &Config,
    mut stopped: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let visit = connection.clone();
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(visit.clone());
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(config.header_time).max_buf_size(MAX_HEAD);
    let mut talk = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let grace = tokio::select! {
        _ = talk.as_mut() => return,
        () = connection.closed.notified() => return,
        _ = stopped.wait_for(|stop| *stop) => config.shutdown_time,
        () = tokio::time::sleep(config.connection_time) => config.answer_time,
    };
    talk.as_mut().graceful_shutdown();
    tokio::select! {
        _ = talk => {}
        () = connection.closed.notified() => {}
        () = tokio::time::sleep(grace) => {}
    }
}

/// All connections.
#[derive(Debug)]
struct Connections {
    max_unproven: usize,
    max_proven: usize,
    open: Mutex<Open>,
}

/// The connections that are open: the unproven ones by their number, so that the oldest is the first.
#[derive(Debug, Default)]
struct Open {
    next: u64,
    unproven: BTreeMap<u64, Arc<Notify>>,
    proven: usize,
}

/// One connection.
#[derive(Debug)]
pub struct Connection {
    /// Who is at its other end.
    pub peer: IpAddr,
    number: u64,
    closed: Arc<Notify>,
    proven: AtomicBool,
    all: Arc<Connections>,
}

impl Connections {
    fn new(most: usize) -> Connections {
        let max_proven = (most / 4).max(1);
        let max_unproven = most.saturating_sub(max_proven).max(1);
        Connections { max_unproven, max_proven, open: Mutex::default() }
    }

    /// Takes a new connection in, and has the oldest unproven one closed if there are too many.
    fn open(self: &Arc<Self>, peer: IpAddr) -> Connection {
        let closed = Arc::new(Notify::new());
        let mut open = self.lock();
        let number = open.next;
        open.next += 1;
        open.unproven.insert(number, closed.clone());
        if open.unproven.len() > self.max_unproven
            && let Some((_, oldest)) = open.unproven.pop_first()
        {
            oldest.notify_one();
        }
        Connection { peer, number, closed, proven: AtomicBool::new(false), all: self.clone() }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// A request has shown that it may enter, so that this connection is not closed for others to come in;
    /// once the places of such connections are taken it stays as it was.
    pub fn prove(&self) {
        if self.proven.load(Ordering::SeqCst) {
            return;
        }
        let mut open = self.all.lock();
        if open.proven < self.all.max_proven && open.unproven.remove(&self.number).is_some() {
            open.proven += 1;
            self.proven.store(true, Ordering::SeqCst);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = self.all.lock();
        open.unproven.remove(&self.number);
        if self.proven.load(Ordering::SeqCst) {
            open.proven -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[tokio::test]
    async fn the_oldest_stranger_makes_room_and_friends_stay() {
        let all = Arc::new(Connections::new(8));
        let open = || all.open(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let is_closed = |connection: &Connection| {
            let closed = connection.closed.clone();
            async move {
                tokio::time::timeout(Duration::from_millis(20), closed.notified()).await.is_ok()
            }
        };
        let friends: Vec<Connection> = (0..3).map(|_| open()).collect();
        friends.iter().for_each(Connection::prove);
        // Two of eight places are for friends; the third is one of the six others.
        let strangers: Vec<Connection> = (0..6).map(|_| open()).collect();
        assert!(!is_closed(&friends[0]).await && !is_closed(&friends[1]).await);
        assert!(is_closed(&friends[2]).await);
        let another = open();
        assert!(is_closed(&strangers[0]).await);
        assert!(!is_closed(&strangers[1]).await && !is_closed(&another).await);
        drop((friends, strangers, another));
        let left = all.lock();
        assert_eq!((left.proven, left.unproven.len()), (0, 0));
    }
}
