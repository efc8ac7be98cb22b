//! The sink stage: each sink reads the store from where it is, on a thread of its own. Its position moves
//! when it has the articles, so a sink that fails or a program that ends delivers them the next time.

use super::Say;
use super::commands::{Command, StoreQueue};
use super::ending::Ending;
use super::outbox::Outbox;
use crate::counts::{Counter, Counts, Stage};
use crate::sink::{Delivery, Sink};
use crate::store::{ArticleRow, Position, Reader, StoreError};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Articles handed over at once.
const BATCH: u32 = 256;
/// The wait after the first failure; it doubles up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What the thread of a sink needs besides the sink.
#[derive(Clone)]
pub struct Deliver {
    /// The folder of the store, which each thread reads for itself.
    pub directory: PathBuf,
    /// Where positions are kept.
    pub store: StoreQueue,
    /// Knows what there is to deliver, and how far each sink is.
    pub outbox: Arc<Outbox>,
    /// What is counted.
    pub counts: Arc<Counts>,
    /// Tells the user that a sink failed.
    pub say: Say,
    /// Ends the run if the store cannot be read.
    pub ending: Ending,
}

/// Delivers until the end. `number` is the sink's place among all.
pub fn run(stage: &Deliver, mut sink: Box<dyn Sink>, number: usize, wake: &Receiver<()>) {
    let name = sink.name();
    let mut work = || -> Result<(), StoreError> {
        let reader = Reader::open(&stage.directory)?;
        let kept = reader.position(&name)?;
        if let Err(error) = sink.open(&kept) {
            return Err(StoreError::Sink(error.to_string()));
        }
        let handed_over = sink.has(&kept).min(kept.seq);
        let mut at = Progress { name: name.clone(), number, handed_over, kept };
        loop {
            // Asked before delivering: what is kept before the end is asked for is still delivered.
            let last_round = stage.outbox.is_ending();
            deliver_all(stage, sink.as_mut(), &reader, &mut at, last_round)?;
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
        stage.ending.fail(error);
    }
}

/// Delivers all there is; a sink that fails is tried again until the program ends.
fn deliver_all(
    stage: &Deliver,
    sink: &mut dyn Sink,
    reader: &Reader,
    at: &mut Progress,
    last_round: bool,
) -> Result<(), StoreError> {
    let mut wait = FIRST_WAIT;
    loop {
        let batch = batch(reader, at.handed_over)?;
        let last = batch.last().map(|delivery| delivery.seq);
        let result = match last {
            Some(_) => stage.counts.time(Stage::Sink, || sink.deliver(&batch)),
            None if last_round => sink.flush(),
            None => return Ok(()),
        };
        match result {
            Ok(state) => {
                at.handed_over = last.unwrap_or(at.handed_over);
                stage.counts.add(Counter::Delivered, batch.len() as u64);
                if let Some(state) = state
                    && !at.keep(stage, state)
                {
                    return Ok(());
                }
                if last.is_none() {
                    return Ok(());
                }
                wait = FIRST_WAIT;
            }
            Err(error) => {
                stage.counts.one(Counter::SinkFailed);
                (stage.say)(&format!("{}: {error}", at.name));
                if stage.outbox.is_ending() {
                    return Ok(());
                }
                std::thread::sleep(wait);
                wait = (wait * 2).min(LONGEST_WAIT);
                if let Err(error) = sink.open(&at.kept) {
                    (stage.say)(&format!("{}: {error}", at.name));
                }
                at.handed_over = sink.has(&at.kept).min(at.kept.seq);
            }
        }
    }
}

fn batch(reader: &Reader, after: i64) -> Result<Vec<Delivery>, StoreError> {
    let rows = reader.articles_after(after, BATCH)?;
    let delivery = |row: ArticleRow| {
        let record = reader.record(&row)?;
        Ok(Delivery { seq: row.seq, key: row.key, title: row.title, record })
    };
    rows.into_iter().map(delivery).collect()
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
    fn keep(&mut self, stage: &Deliver, state: String) -> bool {
        self.kept = Position { seq: self.handed_over, state };
        let position = |reply| Command::Position(self.name.clone(), self.kept.clone(), reply);
        let noted = stage.store.ask_blocking(position).is_some();
        stage.outbox.delivered(self.number, self.kept.seq);
        noted
    }
}
