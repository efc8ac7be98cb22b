//! The rows of a unit as shards, each noted when it is there.

use super::error::RunError;
use super::notes::{Notes, ShardNote, note_shard, shard_name};
use super::pipeline::UnitSink;
use super::tally::{Failure, Tally};
use super::unit::Position;
use super::worker::Done;
use crate::Columns;
use crate::output::parts::PartsShard;
use crate::output::{self, OutputFormat, Place, Shard, row_bytes};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Where shards go, and how they are written.
pub(crate) struct Target<'r> {
    pub place: &'r Place,
    pub notes: &'r Mutex<Notes>,
    /// Where they are until they are whole.
    pub work: &'r Path,
    pub columns: &'r Columns,
    pub form: Form,
    pub shard_bytes: usize,
}

/// How shards are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// For the user.
    Corpus { format: OutputFormat, row_group_bytes: usize },
    /// For a later stage, with a batch for every chunk, empty ones too.
    Parts,
}

/// Writes the shards of a unit.
pub(crate) struct UnitShards<'r> {
    target: &'r Target<'r>,
    unit: usize,
    shard: usize,
    open: Option<Open>,
    /// What was counted since the last shard.
    tally: Tally,
    failures: Vec<Failure>,
    end: Position,
}

/// The shard that is being written.
struct Open {
    writer: Box<dyn Shard>,
    path: PathBuf,
    rows: u64,
    bytes: u64,
}

impl<'r> UnitShards<'r> {
    /// The shards of a unit that are still to be written, and where to read on; none if all are there.
    pub fn open(target: &'r Target<'r>, unit: usize) -> Option<(UnitShards<'r>, Position)> {
        let known = target.notes.lock().unwrap_or_else(|broken| broken.into_inner());
        let last = known.of_unit(unit).last();
        if last.is_some_and(|note| note.last) {
            return None;
        }
        let end = last.map_or(Position::default(), |note| note.end);
        let shard = last.map_or(0, |note| note.shard + 1);
        let (tally, failures) = (Tally::default(), Vec::new());
        Some((UnitShards { target, unit, shard, open: None, tally, failures, end }, end))
    }

    fn reach(&mut self) -> Result<&mut Open, RunError> {
        if self.open.is_none() {
            let Target { work, columns, form, .. } = *self.target;
            let path = work.join(self.file_name());
            let writer = match form {
                Form::Corpus { format, row_group_bytes } => {
                    output::begin(format, &path, columns, row_group_bytes)?
                }
                Form::Parts => Box::new(PartsShard::create(&path, columns)?),
            };
            self.open = Some(Open { writer, path, rows: 0, bytes: 0 });
        }
        self.open.as_mut().ok_or(RunError::Crashed)
    }

    fn file_name(&self) -> String {
        let name = shard_name(self.unit, self.shard);
        let ending = match self.target.form {
            Form::Corpus { format, .. } => format.ending(),
            Form::Parts => Some("arrow"),
        };
        ending.map_or(name.clone(), |ending| format!("{name}.{ending}"))
    }

    /// Puts the shard in its place and notes it.
    fn commit(&mut self, last: bool) -> Result<(), RunError> {
        let name = self.file_name();
        let (mut rows, mut bytes) = (0, 0);
        let open = self.open.take();
        let is_there = open.is_some();
        if let Some(open) = open {
            (rows, bytes) = (open.rows, open.bytes);
            open.writer.finish()?;
            self.target.place.publish(&open.path, &name)?;
        }
        let note = ShardNote {
            name: is_there.then_some(name),
            unit: self.unit,
            shard: self.shard,
            rows,
            bytes,
            end: self.end,
            last,
            tally: std::mem::take(&mut self.tally),
            failures: std::mem::take(&mut self.failures),
        };
        note_shard(self.target.place, &note)?;
        let mut notes = self.target.notes.lock().unwrap_or_else(|broken| broken.into_inner());
        notes.shards.insert((self.unit, self.shard), note);
        self.shard += 1;
        Ok(())
    }
}

impl UnitSink for UnitShards<'_> {
    fn take(&mut self, done: Done) -> Result<(), RunError> {
        self.tally.add(&done.tally);
        self.failures.extend(done.failures);
        self.end = done.end;
        if done.rows.num_rows() == 0 && self.target.form != Form::Parts {
            return Ok(());
        }
        let shard_bytes = self.target.shard_bytes as u64;
        let open = self.reach()?;
        open.writer.write(&done.rows)?;
        open.rows += done.rows.num_rows() as u64;
        open.bytes += row_bytes(&done.rows) as u64;
        match open.bytes >= shard_bytes {
            true => self.commit(false),
            false => Ok(()),
        }
    }

    fn finish(mut self) -> Result<(), RunError> {
        self.commit(true)
    }
}
