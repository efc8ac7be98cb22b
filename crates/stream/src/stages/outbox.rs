//! What the store has and how far each sink is.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Where the store stage says that there is something new, and the sinks how far they are.
#[derive(Debug)]
pub struct Outbox {
    newest: AtomicI64,
    ending: AtomicBool,
    sinks: Vec<(AtomicI64, SyncSender<()>)>,
}

impl Outbox {
    /// The outbox of a store whose newest article has a number, with sinks at these positions; and what wakes
    /// each of the sinks.
    pub fn new(newest: i64, positions: Vec<i64>) -> (Outbox, Vec<Receiver<()>>) {
        let sink = |at| {
            let (wake, woken) = sync_channel(1);
            ((AtomicI64::new(at), wake), woken)
        };
        let (sinks, woken) = positions.into_iter().map(sink).unzip();
        let (newest, ending) = (AtomicI64::new(newest), AtomicBool::new(false));
        (Outbox { newest, ending, sinks }, woken)
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
        if let Some((position, _)) = self.sinks.get(sink) {
            position.store(seq, Ordering::Relaxed);
        }
    }

    /// How many articles the slowest sink lacks.
    pub fn lag(&self) -> usize {
        let newest = self.newest.load(Ordering::Relaxed);
        let slowest = self.sinks.iter().map(|(at, _)| at.load(Ordering::Relaxed)).min();
        slowest.map_or(0, |seq| usize::try_from(newest - seq).unwrap_or_default())
    }

    fn wake(&self) {
        for (_, wake) in &self.sinks {
            // A sink that is awake already need not be told twice.
            let _ = wake.try_send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
