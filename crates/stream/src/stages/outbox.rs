//! What the store has and how far each sink is.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Where the store stage says that there is something new, and the sinks how far they are.
#[derive(Debug)]
pub struct Outbox {
    newest: AtomicI64,
    ending: AtomicBool,
    sinks: Vec<SinkState>,
    /// Sinks that somebody reads from.
    open: AtomicUsize,
}

/// What the others know of a sink.
#[derive(Debug)]
struct SinkState {
    /// The last article it has.
    position: AtomicI64,
    /// Whether nobody waits for it, since it failed.
    let_go: AtomicBool,
    wake: SyncSender<()>,
}

impl Outbox {
    /// The outbox of a store whose newest article has a number, with sinks at these positions; and what wakes
    /// each of the sinks.
    pub fn new(newest: i64, positions: Vec<i64>) -> (Outbox, Vec<Receiver<()>>) {
        let sink = |at| {
            let (wake, woken) = sync_channel(1);
            let (position, let_go) = (AtomicI64::new(at), AtomicBool::new(false));
            (SinkState { position, let_go, wake }, woken)
        };
        let open = AtomicUsize::new(positions.len());
        let (sinks, woken) = positions.into_iter().map(sink).unzip();
        let (newest, ending) = (AtomicI64::new(newest), AtomicBool::new(false));
        (Outbox { newest, ending, sinks, open }, woken)
    }

    /// Tells the sinks that the store has everything up to an article.
    pub fn announce(&self, newest: i64) {
        self.newest.fetch_max(newest, Ordering::Relaxed);
        self.wake();
    }

    /// Nothing new comes any more: sinks deliver what there is, then end.
    pub fn end(&self) {
        self.ending.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Whether nothing new comes any more.
    pub fn is_ending(&self) -> bool {
        self.ending.load(Ordering::SeqCst)
    }

    /// A sink has everything up to an article.
    pub fn delivered(&self, sink: usize, seq: i64) {
        if let Some(sink) = self.sinks.get(sink) {
            sink.position.store(seq, Ordering::Relaxed);
        }
    }

    /// A sink fails: nobody waits for it until it has caught up.
    pub fn let_go(&self, sink: usize) {
        self.set_let_go(sink, true);
    }

    /// A sink has everything there is.
    pub fn caught_up(&self, sink: usize) {
        self.set_let_go(sink, false);
    }

    fn set_let_go(&self, sink: usize, let_go: bool) {
        if let Some(sink) = self.sinks.get(sink) {
            sink.let_go.store(let_go, Ordering::Relaxed);
        }
    }

    /// Nobody reads from a sink any more; whether it was the last one.
    pub fn close(&self, sink: usize) -> bool {
        self.let_go(sink);
        self.open.fetch_sub(1, Ordering::SeqCst) == 1
    }

    /// How many articles the slowest sink lacks.
    pub fn lag(&self) -> usize {
        self.most_lacking(self.sinks.iter())
    }

    /// How many articles a sink lacks.
    pub fn lag_of(&self, sink: usize) -> usize {
        self.most_lacking(self.sinks.get(sink).into_iter())
    }

    /// How many articles the slowest of the sinks lacks that the feeds wait for.
    pub fn lag_that_holds(&self) -> usize {
        self.most_lacking(self.sinks.iter().filter(|sink| !sink.let_go.load(Ordering::Relaxed)))
    }

    fn most_lacking<'s>(&self, sinks: impl Iterator<Item = &'s SinkState>) -> usize {
        let newest = self.newest.load(Ordering::Relaxed);
        let slowest = sinks.map(|sink| sink.position.load(Ordering::Relaxed)).min();
        slowest.map_or(0, |seq| usize::try_from(newest - seq).unwrap_or_default())
    }

    fn wake(&self) {
        for SinkState { wake, .. } in &self.sinks {
            // A sink that is awake already need not be told twice.
            let _ = wake.try_send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sink_that_fails_holds_nobody_until_it_has_caught_up() {
        let (outbox, _woken) = Outbox::new(10, vec![10, 7]);
        assert_eq!(outbox.lag_that_holds(), 3);
        outbox.let_go(1);
        assert_eq!((outbox.lag(), outbox.lag_of(1), outbox.lag_that_holds()), (3, 3, 0));
        outbox.delivered(1, 8);
        assert_eq!((outbox.lag(), outbox.lag_that_holds()), (2, 0));
        outbox.caught_up(1);
        assert_eq!(outbox.lag_that_holds(), 2);
        assert!(!outbox.close(1) && outbox.close(0));
    }

    #[test]
    fn the_slowest_sink_counts() {
        let (outbox, woken) = Outbox::new(10, vec![10, 7]);
        assert_eq!(outbox.lag(), 3);
        outbox.delivered(1, 10);
        assert_eq!(outbox.lag(), 0);
        outbox.announce(12);
        outbox.announce(12);
        assert_eq!(outbox.lag(), 2);
        assert!(woken.iter().all(|wake| wake.try_recv().is_ok() && wake.try_recv().is_err()));
        assert_eq!(Outbox::new(5, Vec::new()).0.lag(), 0, "without sinks nothing waits");
    }
}
