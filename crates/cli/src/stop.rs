//! When a long run ends: on Ctrl-C, when the system asks for it, or after a time.

#[cfg(feature = "stream")]
use std::time::Duration;
#[cfg(feature = "stream")]
use tokio::sync::oneshot;

/// What shells give a process that was interrupted.
const INTERRUPTED: i32 = 130;

/// Calls this at the first signal. At the second the whole process ends, whatever it is doing: signals are heard on a
/// thread of their own, which nothing that the run does can hold up.
pub fn on_signal(first: impl FnOnce() + Send + 'static) {
    let listener = std::thread::Builder::new().name("signals".into());
    // Without the thread nobody catches signals, and the first one ends the process.
    let _ = listener.spawn(move || listen(first));
}

/// Ends when the user wants it to.
#[cfg(feature = "stream")]
pub async fn stop_signal(after: Option<Duration>) {
    let (tell, asked) = oneshot::channel();
    // A stream that has ended already does not want to know.
    on_signal(move || {
        let _ = tell.send(());
    });
    let asked = async {
        if asked.await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    match after {
        Some(time) => tokio::select! {
            () = asked => {}
            () = tokio::time::sleep(time) => {}
        },
        None => asked.await,
    }
}

/// Tells of the first signal and ends the process at the second.
fn listen(first: impl FnOnce()) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return;
    };
    let mut first = Some(first);
    runtime.block_on(hear(|| match first.take() {
        Some(first) => first(),
        None => std::process::exit(INTERRUPTED),
    }));
}

/// Hears every Ctrl-C and every wish of the system that the process ends.
#[cfg(unix)]
async fn hear(mut on_signal: impl FnMut()) {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return;
    };
    loop {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        on_signal();
    }
}

/// Hears every Ctrl-C, and that the window is closed or the machine shuts down.
#[cfg(windows)]
async fn hear(mut on_signal: impl FnMut()) {
    use tokio::signal::windows::{ctrl_c, ctrl_close, ctrl_shutdown};
    let (Ok(mut interrupt), Ok(mut close), Ok(mut shutdown)) =
        (ctrl_c(), ctrl_close(), ctrl_shutdown())
    else {
        return;
    };
    loop {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
        on_signal();
    }
}

/// Elsewhere nothing but Ctrl-C is known.
#[cfg(not(any(unix, windows)))]
async fn hear(mut on_signal: impl FnMut()) {
    while tokio::signal::ctrl_c().await.is_ok() {
        on_signal();
    }
}
