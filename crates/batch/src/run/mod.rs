//! A run from its beginning to its end.

mod again;
mod error;
mod job;
mod notes;
mod pipeline;
mod progress;
mod remember;
mod rows;
mod seen;
mod shards;
mod staged;
mod stream;
mod tally;
mod unit;
mod work_folder;
mod worker;

pub use error::RunError;
pub use job::{Job, Memory};
pub use progress::{Cancel, Status};
pub(crate) use remember::lesson;
pub use rows::{InputRows, RowsError};
pub use stream::stream;
pub use tally::{Failure, Tally};

use crate::duplicates::SameCounts;
use crate::read::Input;
use crate::read::warc::Damage;
use notes::{Finished, Notes, RunNote};
use pipeline::Pipeline;
use progress::Board;
use shards::{Form, Target, UnitShards};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;
use unit::Chunks;
use work_folder::WorkFolder;
use worker::Worker;

/// How often progress is told.
const TELL: Duration = Duration::from_millis(200);
/// The copy of standard input, for what has to be read twice.
const STDIN_COPY: &str = "stdin";
/// Threads that extract for each that reads.
const EXTRACT_PER_READER: usize = 4;

/// What a run has done.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// What became of what was read, over all runs that it was resumed from.
    pub tally: Tally,
    /// Documents that say the same, if they were looked for.
    pub same: Option<SameCounts>,
    /// Files or folders that were written.
    pub shards: usize,
    /// Inputs that could not be read to their ends, though they may be another time; what they hold is not written.
    pub unreadable: Vec<Failure>,
    /// Whether it was ended before its time.
    pub cancelled: bool,
}

impl Summary {
    /// Whether everything was read and written.
    pub fn is_complete(&self) -> bool {
        !self.cancelled && self.unreadable.is_empty()
    }
}

/// Does a job. `progress` is told how it is going, from the thread that called this.
pub fn run(job: &Job, cancel: &Cancel, progress: impl FnMut(&Status)) -> Result<Summary, RunError> {
    if job.inputs.is_empty() {
        return Err(RunError::NoInput);
    }
    let note = RunNote::of(job);
    let work = WorkFolder::open(job)?;
    let notes = Mutex::new(Notes::open(&job.place, &note, job.resume)?);
    let board = Board::new();
    let run = Run { job, note: &note, work: work.path(), notes: &notes, board: &board, cancel };
    let ended = told(&board, progress, || run.all())?;
    let notes = notes.into_inner().unwrap_or_else(|broken| broken.into_inner());
    let summary = Summary {
        tally: ended.finished.tally.clone(),
        same: ended.finished.same,
        shards: notes.shards.values().filter(|shard| shard.name.is_some()).count(),
        unreadable: ended.unreadable.into_iter().map(failure).collect(),
        cancelled: cancel.is_cancelled(),
    };
    if summary.is_complete() {
        if notes.complete.is_none() {
            let failures = ended.failures.iter().chain(notes.failures());
            notes.complete(job, &ended.finished, failures)?;
        }
        work.clear()?;
    }
    Ok(summary)
}

/// A run under way.
struct Run<'r> {
    job: &'r Job,
    note: &'r RunNote,
    work: &'r Path,
    notes: &'r Mutex<Notes>,
    board: &'r Board,
    cancel: &'r Cancel,
}

/// How far a run came.
#[derive(Default)]
struct Ended {
    finished: Finished,
    /// What failed in earlier stages.
    failures: Vec<Failure>,
    unreadable: Vec<Damage>,
}

impl Run<'_> {
    fn all(&self) -> Result<Ended, RunError> {
        if let Some(finished) = locked(self.notes).complete.clone() {
            return Ok(Ended { finished, ..Ended::default() });
        }
        match self.job.is_direct() {
            true => self.direct(),
            false => self.staged(),
        }
    }

    /// Writes rows as they are made.
    fn direct(&self) -> Result<Ended, RunError> {
        let unreadable = self.extract(&self.corpus())?;
        let finished = Finished { tally: locked(self.notes).tally(), same: None };
        Ok(Ended { finished, failures: Vec::new(), unreadable })
    }

    /// Where the rows that were asked for go.
    fn corpus(&self) -> Target<'_> {
        let job = self.job;
        Target {
            place: &job.place,
            notes: self.notes,
            work: self.work,
            columns: &job.columns,
            form: Form::Corpus { format: job.format, row_group_bytes: job.row_group_bytes },
            shard_bytes: job.shard_bytes,
        }
    }

    /// Extracts all pages; what could not be read to its end.
    fn extract(&self, target: &Target<'_>) -> Result<Vec<Damage>, RunError> {
        let job = self.job;
        let copy = self.work.join(STDIN_COPY);
        let inputs: Vec<Input> = match job.memory {
            Some(_) => job.inputs.iter().map(|input| input.keeping(&copy)).collect(),
            None => job.inputs.clone(),
        };
        let units = unit::units(&inputs, job.unit_bytes);
        let sizes: Option<Vec<u64>> = job.inputs.iter().map(|input| input.size).collect();
        self.board.begin("extracting", sizes.map(|sizes| sizes.iter().sum()));
        let worker = Worker::new(job);
        let pipeline = self.pipeline(&worker);
        pipeline.run(&units, |unit| {
            let opened = UnitShards::open(target, unit.number);
            let chunks = |from| Chunks::new(unit, &job.read, &self.board.meter, from);
            Ok(opened.map(|(shards, from)| (shards, chunks(from))))
        })
    }
}

impl<'r> Run<'r> {
    fn pipeline<'p>(&'p self, worker: &'p Worker) -> Pipeline<'p> {
        let jobs = self.job.jobs;
        let at_once = 1 + jobs / EXTRACT_PER_READER;
        Pipeline { worker, board: self.board, cancel: self.cancel, jobs, at_once }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

fn failure(damage: Damage) -> Failure {
    let Damage { file, offset, what, .. } = damage;
    Failure { file: file.to_string(), offset, url: None, error: what }
}

/// Does something in a thread of its own, and tells how it is going from this one.
fn told<T: Send>(
    board: &Board,
    mut progress: impl FnMut(&Status),
    work: impl FnOnce() -> Result<T, RunError> + Send,
) -> Result<T, RunError> {
    thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        let work = move || {
            let result = work();
            drop(done);
            result
        };
        let thread = thread::Builder::new().name("run".into()).spawn_scoped(scope, work);
        let thread = thread.map_err(RunError::Thread)?;
        while waiting.recv_timeout(TELL) == Err(RecvTimeoutError::Timeout) {
            progress(&board.status());
        }
        let result = thread.join().unwrap_or(Err(RunError::Crashed));
        progress(&board.status());
        result
    })
}
