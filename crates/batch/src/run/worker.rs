//! Chunks to rows: what every thread that extracts does.

use super::again::item_number;
use super::error::RunError;
use super::job::Job;
use super::locked;
use super::remember::Remembered;
use super::seen::{Look, Seen, count};
use super::tally::{Failure, Tally};
use super::unit::{Chunk, Position};
use crate::choice::Condition;
use crate::columns::ITEM;
use crate::extraction::{Extraction, Outcome};
use crate::page::{Html, PageRef};
use arrow::array::{ArrayRef, Int64Array, RecordBatch};
use arrow::compute::{filter_record_batch, interleave_record_batch};
use arrow::datatypes::Field;
use dehusk_site::store::SiteStore;
use std::sync::{Arc, Mutex};
use twox_hash::XxHash3_64;

/// Pages from this size on are extracted one at a time: what they take is a multiple of it.
const HEAVY: usize = 4 << 20;

/// What a chunk became.
#[derive(Debug)]
pub(crate) struct Done {
    pub number: u64,
    /// Bytes of the chunk, which no longer take room.
    pub bytes: usize,
    pub rows: RecordBatch,
    pub tally: Tally,
    pub failures: Vec<Failure>,
    pub end: Position,
}

/// How pages become rows, for all threads.
#[derive(Debug)]
pub(crate) struct Worker {
    look: Look,
    extraction: Extraction,
    condition: Option<Condition>,
    sample: Option<f64>,
    /// Whether rows say where their pages stood.
    numbers_items: bool,
    /// Memories of sites, for pages that are worked on a second time, and those that no thread uses just now.
    remembered: Option<Remembered>,
    memories: Mutex<Vec<SiteStore>>,
    heavy: Mutex<()>,
}

impl Worker {
    /// For pages that are worked on for the first time.
    pub fn new(job: &Job) -> Worker {
        let columns = job.all_columns();
        let condition = job.condition.clone().filter(|_| job.memory.is_none());
        Worker {
            look: Look { columns: job.read.columns.clone(), any_status: job.any_status },
            extraction: Extraction::new(job.options.clone(), columns).with_keys(job.keys.clone()),
            condition,
            sample: job.sample,
            numbers_items: job.memory.is_some(),
            remembered: None,
            memories: Mutex::default(),
            heavy: Mutex::default(),
        }
    }

    /// For pages that are worked on a second time, with what is known of their sites.
    pub fn with_memory(job: &Job, remembered: Remembered) -> Worker {
        let condition = job.condition.clone();
        Worker { condition, remembered: Some(remembered), ..Worker::new(job) }
    }

    /// Extracts the pages of a chunk and keeps the rows that are wanted.
    pub fn work(&self, mut chunk: Chunk) -> Result<Done, RunError> {
        let (mut tally, mut failures) = (Tally::default(), Vec::new());
        let rows = match chunk.rows.take() {
            None => self.first(&chunk, &mut tally, &mut failures)?,
            Some((rows, again)) => self.again(&chunk, rows, &again, &mut tally, &mut failures)?,
        };
        let rows = self.choose(rows, &mut tally)?;
        tally.rows = rows.num_rows() as u64;
        let Chunk { number, bytes, end, .. } = chunk;
        Ok(Done { number, bytes, rows, tally, failures, end })
    }

    fn first(
        &self,
        chunk: &Chunk,
        tally: &mut Tally,
        failures: &mut Vec<Failure>,
    ) -> Result<RecordBatch, RunError> {
        for (kind, count) in &chunk.skipped {
            tally.leave_out(format!("record {kind}"), *count);
        }
        let mut builder = self.extraction.columns().builder(chunk.items.len());
        let mut numbers = Vec::new();
        for (item, number) in chunk.items.iter().zip(chunk.first..) {
            let outcome = self.look.work_on(item, tally, failures, |seen| {
                let row = |page: &PageRef<'_>| self.extraction.row(page, &mut builder);
                self.is_sampled(seen).then(|| self.extract(seen, row))
            });
            if outcome == Some(Outcome::Row) {
                numbers.push(item_number(chunk.input, number));
            }
        }
        let rows = builder.finish().map_err(RunError::Rows)?;
        match self.numbers_items {
            true => with_columns(&rows, &[(ITEM, Arc::new(Int64Array::from(numbers)))]),
            false => Ok(rows),
        }
    }

    /// Judges some pages anew; `again` has the row of each.
    fn again(
        &self,
        chunk: &Chunk,
        rows: RecordBatch,
        again: &[usize],
        tally: &mut Tally,
        failures: &mut Vec<Failure>,
    ) -> Result<RecordBatch, RunError> {
        let Some(remembered) = self.remembered.as_ref().filter(|_| !again.is_empty()) else {
            return Ok(rows);
        };
        let unused = locked(&self.memories).pop();
        let mut memories = unused.map_or_else(|| remembered.store(), Ok)?;
        let mut builder = self.extraction.columns().builder(again.len());
        // Where each row comes from: as it was, or as it is now.
        let mut sources: Vec<Option<(usize, usize)>> =
            (0..rows.num_rows()).map(|row| Some((0, row))).collect();
        let mut made = 0;
        for (item, row) in chunk.items.iter().zip(again) {
            let Ok(seen) = self.look.at(item) else { continue };
            let outcome = self.extract(&seen, |page| {
                self.extraction.row_remembered(page, &mut builder, &mut memories)
            });
            sources[*row] = (outcome == Outcome::Row).then_some((1, made));
            made += usize::from(outcome == Outcome::Row);
            count(&outcome, &seen, tally, failures);
        }
        locked(&self.memories).push(memories);
        let anew = builder.finish().map_err(RunError::Rows)?;
        let order: Vec<(usize, usize)> = sources.into_iter().flatten().collect();
        interleave_record_batch(&[&rows, &anew], &order).map_err(RunError::Rows)
    }

    /// Does something with a page, but one large page at a time.
    fn extract(&self, seen: &Seen<'_>, work: impl FnOnce(&PageRef<'_>) -> Outcome) -> Outcome {
        let page = seen.page();
        let size = match page.html {
            Html::Bytes(bytes) => bytes.len(),
            Html::Text(text) | Html::Plain(text) => text.len(),
        };
        // A page that crashed leaves nothing behind in the lock.
        let _alone = (size >= HEAVY).then(|| locked(&self.heavy));
        work(&page)
    }

    fn is_sampled(&self, seen: &Seen<'_>) -> bool {
        let Some(share) = self.sample else { return true };
        let hash = XxHash3_64::oneshot(seen.page().id.as_bytes());
        (hash >> 11) as f64 / (1u64 << 53) as f64 <= share
    }

    fn choose(&self, rows: RecordBatch, tally: &mut Tally) -> Result<RecordBatch, RunError> {
        let Some(condition) = &self.condition else { return Ok(rows) };
        let (kept, left_out) = condition.apply(&rows).map_err(RunError::Rows)?;
        for (part, count) in condition.parts().zip(left_out) {
            tally.leave_out(format!("not {part}"), count);
        }
        filter_record_batch(&rows, &kept).map_err(RunError::Rows)
    }
}

/// Rows with other arrays in the place of some columns.
pub(crate) fn with_columns(
    rows: &RecordBatch,
    columns: &[(&str, ArrayRef)],
) -> Result<RecordBatch, RunError> {
    let schema = rows.schema();
    let fields = schema.fields().iter().zip(rows.columns());
    let array = |(field, array): (&Arc<Field>, &ArrayRef)| {
        let other = columns.iter().find(|(name, _)| name == field.name());
        other.map_or_else(|| array.clone(), |(_, array)| array.clone())
    };
    let arrays = fields.map(array).collect();
    RecordBatch::try_new(schema, arrays).map_err(RunError::Rows)
}
