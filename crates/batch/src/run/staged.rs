//! Runs that need to know all rows before they write the first: what says the same is told then.
//!
//! Rows wait in files on this machine. Each stage can be ended at any moment and goes on where it was.

use super::again::Again;
use super::error::RunError;
use super::job::Memory;
use super::notes::{Finished, Notes};
use super::pipeline::UnitSink;
use super::remember::{Lessons, Remembered};
use super::shards::{Form, Target, UnitShards};
use super::tally::{Failure, Tally};
use super::unit::{self, Position};
use super::worker::{Done, Worker, with_columns};
use super::{Ended, Run, STDIN_COPY, locked};
use crate::Columns;
use crate::columns::{LESSON, PRINTS};
use crate::duplicates::{
    Deduplication, Group, Grouping, Groups, GroupsOfUnit, Index, IndexEntries, SameCounts,
    number_of,
};
use crate::output::{Place, WriteError, parts};
use crate::read::warc::Damage;
use arrow::array::{ArrayRef, AsArray, BooleanArray, Int64Array, RecordBatch, StringArray};
use arrow::compute::filter_record_batch;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Bytes of rows that make a part.
const PART: usize = 32 << 20;
/// Bytes of memory for sorting prints.
const BUDGET: usize = 384 << 20;

impl Run<'_> {
    /// Extracts into parts, finds what says the same, and writes.
    pub(super) fn staged(&self) -> Result<Ended, RunError> {
        let parts = self.work.join("parts");
        let (notes, unreadable) = self.extract_parts(&parts)?;
        let mut failures: Vec<Failure> = notes.failures().cloned().collect();
        let mut tally = Tally { rows: 0, ..notes.tally() };
        if !unreadable.is_empty() || self.cancel.is_cancelled() {
            let finished = Finished { tally, same: None };
            return Ok(Ended { finished, failures, unreadable });
        }
        let (parts, notes) = match &self.job.memory {
            None => (parts, notes),
            Some(memory) => {
                let remembered = self.learn(memory, &parts, &notes)?;
                let again = self.work.join("again");
                let (judged, unreadable) =
                    self.extract_again(&remembered, &again, &parts, &notes)?;
                tally.add(&Tally { rows: 0, ..judged.tally() });
                if !unreadable.is_empty() || self.cancel.is_cancelled() {
                    let finished = Finished { tally, same: None };
                    return Ok(Ended { finished, failures, unreadable });
                }
                failures.extend(judged.failures().cloned());
                (again, judged)
            }
        };
        let same = match &self.job.deduplication {
            Some(how) => Some(self.group(how, &parts, &notes)?),
            None => None,
        };
        self.write(&parts, &notes)?;
        if let Some(how) = &self.job.deduplication
            && let Some(folder) = &how.index
            && !self.cancel.is_cancelled()
        {
            self.index(folder, &parts, &notes)?;
        }
        if let Some(Memory::File(file)) = &self.job.memory
            && !self.cancel.is_cancelled()
        {
            Remembered::open(&self.memory_file())?.keep(file)?;
        }
        tally.add(&locked(self.notes).tally());
        Ok(Ended { finished: Finished { tally, same }, failures, unreadable })
    }

    fn extract_parts(&self, parts: &Path) -> Result<(Notes, Vec<Damage>), RunError> {
        let place = Place::Folder(parts.to_path_buf());
        let notes = Mutex::new(Notes::open(&place, self.note, true)?);
        let columns = self.job.all_columns();
        let target = self.parts_target(&place, &notes, &columns);
        let unreadable = self.extract(&target)?;
        Ok((notes.into_inner().unwrap_or_else(|broken| broken.into_inner()), unreadable))
    }

    fn memory_file(&self) -> PathBuf {
        self.work.join("memory.sqlite")
    }

    /// Learns what the pages show of their sites.
    fn learn(&self, memory: &Memory, parts: &Path, notes: &Notes) -> Result<Remembered, RunError> {
        let file = self.memory_file();
        if !file.is_file() {
            self.board.begin("learning sites", None);
            let mut lessons = Lessons::new(&self.work.join("spill"));
            each_cell(parts, notes, LESSON, |unit, row, lesson| {
                lessons.push(unit, row, lesson).map_err(RunError::Compare)
            })?;
            let known = match memory {
                Memory::OfRun => None,
                Memory::File(file) => Some(file.as_path()),
            };
            lessons.learn(known, &file)?;
        }
        Remembered::open(&file)
    }

    /// Judges the pages of sites that have shown enough anew.
    fn extract_again(
        &self,
        remembered: &Remembered,
        again: &Path,
        parts: &Path,
        notes: &Notes,
    ) -> Result<(Notes, Vec<Damage>), RunError> {
        self.board.begin("judging anew", None);
        let place = Place::Folder(again.to_path_buf());
        let judged = Mutex::new(Notes::open(&place, self.note, true)?);
        let columns = self.job.all_columns();
        let target = self.parts_target(&place, &judged, &columns);
        let copy = self.work.join(STDIN_COPY);
        let inputs: Vec<_> = self.job.inputs.iter().map(|input| input.kept(&copy)).collect();
        let units = unit::units(&inputs, self.job.unit_bytes);
        let worker = Worker::with_memory(self.job, remembered.clone());
        let unreadable = self.pipeline(&worker).run(&units, |unit| {
            let opened = UnitShards::open(&target, unit.number);
            Ok(opened.map(|(shards, from)| {
                let source = Again {
                    unit,
                    options: &self.job.read,
                    meter: self.board.meter.clone(),
                    remembered,
                    batches: batches(parts, notes, unit.number, None),
                    from,
                    open: None,
                    at: Position::default(),
                    unreadable: None,
                };
                (shards, source)
            }))
        })?;
        Ok((judged.into_inner().unwrap_or_else(|broken| broken.into_inner()), unreadable))
    }

    fn parts_target<'t>(
        &'t self,
        place: &'t Place,
        notes: &'t Mutex<Notes>,
        columns: &'t Columns,
    ) -> Target<'t> {
        let (work, form, shard_bytes) = (self.work, Form::Parts, PART);
        Target { place, notes, work, columns, form, shard_bytes }
    }

    /// Finds what says the same.
    fn group(
        &self,
        how: &Deduplication,
        parts: &Path,
        notes: &Notes,
    ) -> Result<SameCounts, RunError> {
        let counts_file = self.work.join("same.json");
        let groups_file = self.groups_file();
        if Groups::open(&groups_file).is_some()
            && let Ok(bytes) = std::fs::read(&counts_file)
            && let Ok(counts) = serde_json::from_slice(&bytes)
        {
            return Ok(counts);
        }
        self.board.begin("comparing", None);
        let spill = self.work.join("spill");
        let index = match &how.index {
            Some(folder) => {
                Some(Index::open(folder, &self.note.name()).map_err(RunError::Compare)?)
            }
            None => None,
        };
        let mut grouping = Grouping::new(&spill, BUDGET, how.by);
        each_cell(parts, notes, PRINTS, |unit, row, prints| {
            grouping.push(number_of(unit, row), prints).map_err(RunError::Compare)
        })?;
        let (_, counts) =
            grouping.finish(index.as_ref(), &groups_file).map_err(RunError::Compare)?;
        let bytes = serde_json::to_vec(&counts)
            .map_err(|why| RunError::Compare(std::io::Error::other(why)))?;
        crate::output::replace(&counts_file, &bytes).map_err(WriteError::at(&counts_file))?;
        Ok(counts)
    }

    /// Adds the prints of what was written to those of earlier runs.
    fn index(&self, folder: &Path, parts: &Path, notes: &Notes) -> Result<(), RunError> {
        self.board.begin("indexing", None);
        let mut entries = IndexEntries::new(&self.work.join("spill"), BUDGET);
        let groups = Groups::open(&self.groups_file());
        let mut of_unit = None;
        each_cell(parts, notes, PRINTS, |unit, _, prints| {
            let mut add = || {
                if let Some(groups) = &groups {
                    of_unit = groups.next_of(of_unit.take(), unit)?;
                }
                let group = of_unit.as_mut().map(GroupsOfUnit::next_row).transpose()?.flatten();
                let is_first = group.is_none_or(|group| group.tag.is_none());
                if is_first { entries.push(prints) } else { Ok(()) }
            };
            add().map_err(RunError::Compare)
        })?;
        entries.write(folder, &self.note.name()).map_err(RunError::Compare)
    }

    fn groups_file(&self) -> PathBuf {
        self.work.join("groups")
    }

    /// Writes the rows of all parts, a unit at a time on every processor.
    fn write(&self, parts: &Path, notes: &Notes) -> Result<(), RunError> {
        self.board.begin("writing", None);
        let target = self.corpus();
        let units = units_of(notes);
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.job.jobs.min(units.len()) {
                let work = || {
                    while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if locked(&failed).is_some() || self.cancel.is_cancelled() {
                            return;
                        }
                        if let Err(error) = self.write_unit(*unit, parts, notes, &target) {
                            locked(&failed).get_or_insert(error);
                        }
                    }
                };
                let thread = thread::Builder::new().name("write".into());
                thread.spawn_scoped(scope, work).map_err(RunError::Thread)?;
            }
            Ok::<(), RunError>(())
        })?;
        let failed = failed.into_inner().unwrap_or_else(|broken| broken.into_inner());
        failed.map_or(Ok(()), Err)
    }

    fn write_unit(
        &self,
        unit: usize,
        parts: &Path,
        notes: &Notes,
        target: &Target<'_>,
    ) -> Result<(), RunError> {
        let Some((mut shards, from)) = UnitShards::open(target, unit) else { return Ok(()) };
        let groups = Groups::open(&self.groups_file()).map(|groups| groups.of_unit(unit));
        let mut groups = groups.transpose().map_err(RunError::Compare)?;
        let keep = self.job.deduplication.as_ref().is_some_and(|how| how.keep);
        let mut end = Position::default();
        for batch in batches(parts, notes, unit, None) {
            if self.cancel.is_cancelled() {
                return Ok(());
            }
            let mut tally = Tally::default();
            let mut rows = batch?;
            if let Some(groups) = &mut groups {
                rows = marked(&rows, groups, keep, &mut tally)?;
            }
            end.items += 1;
            if end.items <= from.items {
                continue;
            }
            tally.rows = rows.num_rows() as u64;
            self.board.add(&tally);
            let done = Done { number: end.items, bytes: 0, rows, tally, failures: Vec::new(), end };
            shards.take(done)?;
        }
        shards.finish()
    }
}

/// The batches of a unit's parts, in their order.
fn batches<'n>(
    parts: &'n Path,
    notes: &'n Notes,
    unit: usize,
    names: Option<&'n [&'n str]>,
) -> impl Iterator<Item = Result<RecordBatch, RunError>> + Send + 'n {
    let files = notes.of_unit(unit).filter_map(|note| note.name.as_deref());
    files.flat_map(move |name| match parts::read(&parts.join(name), names) {
        Ok(batches) => {
            let batches = batches.map(|batch| batch.map_err(RunError::Rows));
            Box::new(batches) as Box<dyn Iterator<Item = Result<RecordBatch, RunError>> + Send>
        }
        Err(error) => Box::new(std::iter::once(Err(RunError::Write(error)))),
    })
}

/// Tells a cell of every row, with the row's unit and its number there.
fn each_cell(
    parts: &Path,
    notes: &Notes,
    column: &str,
    mut tell: impl FnMut(usize, u64, &[u8]) -> Result<(), RunError>,
) -> Result<(), RunError> {
    for unit in units_of(notes) {
        let mut row = 0;
        for batch in batches(parts, notes, unit, Some(&[column])) {
            let batch = batch?;
            let cells = batch.columns().first().and_then(|column| column.as_binary_opt::<i32>());
            for cell in cells.into_iter().flatten() {
                tell(unit, row, cell.unwrap_or_default())?;
                row += 1;
            }
        }
    }
    Ok(())
}

/// The units that have parts.
fn units_of(notes: &Notes) -> Vec<usize> {
    let mut units: Vec<usize> = notes.shards.keys().map(|(unit, _)| *unit).collect();
    units.dedup();
    units
}

/// The rows with what is known of those that say the same, without the later ones unless they are kept.
fn marked(
    rows: &RecordBatch,
    groups: &mut GroupsOfUnit,
    keep: bool,
    tally: &mut Tally,
) -> Result<RecordBatch, RunError> {
    let groups: Vec<Option<Group>> = (0..rows.num_rows())
        .map(|_| groups.next_row())
        .collect::<Result<_, _>>()
        .map_err(RunError::Compare)?;
    let same = |group: &Option<Group>| group.and_then(|group| group.tag).map(|tag| tag.name());
    let duplicate: StringArray = groups.iter().map(same).collect();
    let name: StringArray = groups.iter().map(|group| group.map(|group| group.name())).collect();
    let copies: Int64Array =
        groups.iter().map(|group| Some(group.map_or(1, |group| group.size as i64))).collect();
    let columns: [(&str, ArrayRef); 3] = [
        ("duplicate", Arc::new(duplicate)),
        ("group", Arc::new(name)),
        ("copies", Arc::new(copies)),
    ];
    let rows = with_columns(rows, &columns)?;
    if keep {
        return Ok(rows);
    }
    for reason in groups.iter().filter_map(same) {
        tally.leave_out(format!("duplicate by {reason}"), 1);
    }
    let kept: BooleanArray = groups.iter().map(|group| Some(same(group).is_none())).collect();
    filter_record_batch(&rows, &kept).map_err(RunError::Rows)
}
