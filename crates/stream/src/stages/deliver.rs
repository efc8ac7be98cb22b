//! The sink stage: each sink reads the store from where it is, on a thread of its own. Its position moves
//! when it has the articles, so a sink that fails or a program that ends delivers them the next time.

use super::commit::Command;
use super::engine::Shared;
use crate::sink::{Delivery, Sink};
use crate::store::{ArticleRow, Position, Reader, StoreError};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Articles handed over at once.
const BATCH: u32 = 256;
/// The wait after the first failure; it doubles up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Delivers until the end. `number` is the sink's place among all.
pub fn run(shared: &Arc<Shared>, mut sink: Box<dyn Sink>, number: usize, wake: &Receiver<()>) {
    let name = sink.name();
    let mut work = || -> Result<(), StoreError> {
        let reader = Reader::open(&shared.directory)?;
        let kept = reader.position(&name)?.unwrap_or_default();
        if let Err(error) = sink.open(&kept) {
            return Err(StoreError::Sink(error.to_string()));
        }
        let handed_over = sink.has(&kept).min(kept.seq);
        let mut at = Progress { name: name.clone(), number, handed_over, kept };
        loop {
            // Asked before delivering: what is kept before the end is asked for is still delivered.
            let last_round = shared.ending.load(Ordering::SeqCst);
            deliver_all(shared, sink.as_mut(), &reader, &mut at, last_round)?;
            if last_round {
                return Ok(());
            }
            if wake.recv_timeout(Duration::from_millis(500)) == Err(RecvTimeoutError::Disconnected)
            {
                return Ok(());
            }
        }
    };
    if let Err(error) = work() {
        shared.fail(error);
    }
}

/// Delivers all there is; a sink that fails is tried again until the program ends.
fn deliver_all(
    shared: &Arc<Shared>,
    sink: &mut dyn Sink,
    reader: &Reader,
    at: &mut Progress,
    last_round: bool,
) -> Result<(), StoreError> {
    let mut wait = FIRST_WAIT;
    loop {
        let (batch, last) = batch(shared, reader, at.handed_over)?;
        let result = match last {
            Some(_) => shared.counts.time("sink", || sink.deliver(&batch)),
            None if last_round => sink.flush(),
            None => return Ok(()),
        };
        match result {
            Ok(state) => {
                at.handed_over = last.unwrap_or(at.handed_over);
                shared.counts.add("delivered", batch.len() as u64);
                if let Some(state) = state
                    && !at.keep(shared, state)
                {
                    return Ok(());
                }
                if last.is_none() {
                    return Ok(());
                }
                wait = FIRST_WAIT;
            }
            Err(error) => {
                shared.counts.one("sink_failed");
                shared.say(&format!("{}: {error}", at.name));
                if shared.ending.load(Ordering::SeqCst) {
                    return Ok(());
                }
                std::thread::sleep(wait);
                wait = (wait * 2).min(LONGEST_WAIT);
                if let Err(error) = sink.open(&at.kept) {
                    shared.say(&format!("{}: {error}", at.name));
                }
                at.handed_over = sink.has(&at.kept).min(at.kept.seq);
            }
        }
    }
}

/// The next articles and the number of the last; those that are damaged are named and left out.
fn batch(
    shared: &Shared,
    reader: &Reader,
    after: i64,
) -> Result<(Vec<Delivery>, Option<i64>), StoreError> {
    let found = reader.deliverable(after, BATCH)?;
    for damage in &found.damaged {
        shared.counts.one("article_damaged");
        shared.say(&damage.to_string());
    }
    let delivery = |(row, record): (ArticleRow, Vec<u8>)| Delivery {
        seq: row.seq,
        key: row.key,
        title: row.title,
        record,
    };
    Ok((found.articles.into_iter().map(delivery).collect(), found.last))
}

/// How far a sink is: what it was handed, and what it is known to have.
struct Progress {
    name: String,
    number: usize,
    handed_over: i64,
    kept: Position,
}

impl Progress {
    /// Notes that the sink has what it was handed; whether the store took note.
    fn keep(&mut self, shared: &Shared, state: String) -> bool {
        self.kept = Position { seq: self.handed_over, state };
        let (reply, kept) = oneshot::channel();
        let command = Command::Position(self.name.clone(), self.kept.clone(), reply);
        let noted = shared.commits.blocking_send(command).is_ok() && kept.blocking_recv().is_ok();
        shared.delivered(self.number, self.kept.seq);
        noted
    }
}
