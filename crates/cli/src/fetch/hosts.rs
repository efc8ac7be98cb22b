//! Turns at a host: many pages of one site are fetched a few at a time, however many threads there are.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Requests to one host that may run at once: polite, and no slower for lists of many sites.
const AT_ONCE: usize = 2;

/// Who is being asked.
#[derive(Debug, Default)]
pub struct Hosts {
    busy: Mutex<HashMap<String, usize>>,
    left: Condvar,
}

impl Hosts {
    /// Waits until a host may be asked. Nobody holds a turn while waiting for another, so all get theirs.
    pub fn turn(&self, host: &str) -> Turn<'_> {
        let is_full = |busy: &mut HashMap<String, usize>| {
            busy.get(host).is_some_and(|&requests| requests >= AT_ONCE)
        };
        let mut busy =
            self.left.wait_while(self.lock(), is_full).unwrap_or_else(PoisonError::into_inner);
        *busy.entry(host.into()).or_default() += 1;
        Turn { hosts: self, host: host.into() }
    }

    /// A thread that crashed leaves the numbers as they were: they still hold.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to ask a host, given back when it is dropped.
#[derive(Debug)]
pub struct Turn<'h> {
    hosts: &'h Hosts,
    host: String,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut busy = self.hosts.lock();
        if let Some(requests) = busy.get_mut(&self.host) {
            *requests -= 1;
            if *requests == 0 {
                busy.remove(&self.host);
            }
        }
        drop(busy);
        self.hosts.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn no_host_is_asked_more_than_twice_at_once_and_all_get_their_turn() {
        let hosts = Hosts::default();
        let (now, most, done) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let _turn = hosts.turn("a.example");
                    most.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
                    thread::sleep(Duration::from_millis(5));
                    now.fetch_sub(1, SeqCst);
                    done.fetch_add(1, SeqCst);
                });
            }
        });
        assert_eq!((most.into_inner(), done.into_inner()), (AT_ONCE, 8));
        assert!(hosts.lock().is_empty());
    }

    #[test]
    fn other_hosts_do_not_wait() {
        let hosts = Hosts::default();
        let _turns = [hosts.turn("a.example"), hosts.turn("a.example")];
        hosts.turn("b.example");
    }
}
