//! When a stream ends: on Ctrl-C, when the system asks for it, or after a time.

use std::time::Duration;

/// Ends when the user wants it to; at the second time the whole process does.
pub async fn stop_signal(after: Option<Duration>) {
    let asked = async {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = terminated() => {}
        }
        tokio::spawn(async {
            let _ = tokio::signal::ctrl_c().await;
            // What shells give a process that was interrupted.
            std::process::exit(130);
        });
    };
    match after {
        Some(time) => tokio::select! {
            () = asked => {}
            () = tokio::time::sleep(time) => {}
        },
        None => asked.await,
    }
}

/// Ends when the system asks the process to end.
#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    }
}

/// Ends when the system asks the process to end: its window is closed, or the machine shuts down.
#[cfg(windows)]
async fn terminated() {
    use tokio::signal::windows::{ctrl_close, ctrl_shutdown};
    match (ctrl_close(), ctrl_shutdown()) {
        (Ok(mut close), Ok(mut shutdown)) => tokio::select! {
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        },
        _ => std::future::pending().await,
    }
}

/// Elsewhere nothing but Ctrl-C is known.
#[cfg(not(any(unix, windows)))]
async fn terminated() {
    std::future::pending().await
}
