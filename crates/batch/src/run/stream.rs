//! A run whose rows go to a stream as lines of JSON, such as standard output. Nothing is kept of it.

use super::error::RunError;
use super::job::Job;
use super::pipeline::{Pipeline, UnitSink};
use super::progress::{Board, Cancel, Status};
use super::tally::{Failure, Tally};
use super::unit::{self, Chunks, Position};
use super::worker::{Done, Worker};
use super::{Summary, failure, told};
use crate::output::{JsonLinesWriter, Packing, WriteError};
use std::io::Write;
use std::sync::Mutex;

/// What all units write to, one after the other.
struct Target<W: Write> {
    lines: JsonLinesWriter<W>,
    tally: Tally,
}

/// Does a job, and writes its rows as lines of JSON to `out`. `failed` gets what failed.
pub fn stream(
    job: &Job,
    out: impl Write + Send,
    cancel: &Cancel,
    failed: impl FnMut(Failure) + Send,
    progress: impl FnMut(&Status),
) -> Result<Summary, RunError> {
    if job.inputs.is_empty() {
        return Err(RunError::NoInput);
    }
    if !job.is_direct() {
        return Err(RunError::NoStream);
    }
    let board = Board::new();
    let lines = JsonLinesWriter::new(out, &job.columns, Packing::None).map_err(write_error)?;
    let target = Mutex::new(Target { lines, tally: Tally::default() });
    let failed = Mutex::new(failed);
    let unreadable = told(&board, progress, || {
        let units = unit::units(&job.inputs, job.unit_bytes);
        let sizes: Option<Vec<u64>> = job.inputs.iter().map(|input| input.size).collect();
        board.begin("extracting", sizes.map(|sizes| sizes.iter().sum()));
        let worker = Worker::new(job);
        // One unit at a time keeps the order.
        let pipeline =
            Pipeline { worker: &worker, board: &board, cancel, jobs: job.jobs, at_once: 1 };
        pipeline.run(&units, |unit| {
            let chunks = Chunks::new(unit, &job.read, &board.meter, Position::default());
            Ok(Some((Lines { target: &target, failed: &failed }, chunks)))
        })
    })?;
    let mut target = target.into_inner().unwrap_or_else(|broken| broken.into_inner());
    target.lines.flush().map_err(write_error)?;
    Ok(Summary {
        tally: target.tally,
        same: None,
        shards: 0,
        unreadable: unreadable.into_iter().map(failure).collect(),
        cancelled: cancel.is_cancelled(),
    })
}

struct Lines<'t, W: Write, F> {
    target: &'t Mutex<Target<W>>,
    failed: &'t Mutex<F>,
}

impl<W: Write, F: FnMut(Failure)> UnitSink for Lines<'_, W, F> {
    fn take(&mut self, done: Done) -> Result<(), RunError> {
        let mut target = self.target.lock().unwrap_or_else(|broken| broken.into_inner());
        target.tally.add(&done.tally);
        if done.rows.num_rows() > 0 {
            target.lines.write(&done.rows).map_err(WriteError::from)?;
            target.lines.flush().map_err(write_error)?;
        }
        let mut failed = self.failed.lock().unwrap_or_else(|broken| broken.into_inner());
        done.failures.into_iter().for_each(&mut *failed);
        Ok(())
    }

    fn finish(self) -> Result<(), RunError> {
        Ok(())
    }
}

fn write_error(source: std::io::Error) -> RunError {
    RunError::Write(WriteError::Io { name: "the output".into(), source })
}
