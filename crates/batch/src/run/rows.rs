//! An input to rows on one thread: for those who spread inputs over threads or machines by themselves.

use super::seen::Look;
use super::tally::{Failure, Tally};
use super::unit::size;
use crate::columns::BatchBuilder;
use crate::extraction::{Extraction, Outcome};
use crate::read::warc::Damage;
use crate::read::{Input, Item, Items, Meter, ReadError, ReadOptions};
use arrow::array::RecordBatch;
use arrow::error::ArrowError;

/// Bytes of pages that make a batch, and their number.
const BATCH_BYTES: usize = 16 << 20;
const BATCH_ITEMS: usize = 256;

/// The rows of an input, read and made as they are asked for. They are those of a run over it.
///
/// ```
/// use dehusk_batch::read::{ReadOptions, expand};
/// use dehusk_batch::{Columns, Extraction};
/// # let folder = tempfile::tempdir()?;
/// # let page = "<p>The ferry came in late, as it had all week, and nobody on the quay was surprised by it.";
/// # let file = folder.path().join("pages.jsonl").display().to_string();
/// # std::fs::write(&file, serde_json::json!({ "html": page, "url": "https://ferry.example/" }).to_string())?;
/// let extraction = Extraction::new(dehusk::Options::new(), Columns::parse("url,text")?);
/// for input in expand(&[file])? {
///     let mut rows = extraction.input(&input, &ReadOptions::default(), false)?;
///     for batch in rows.by_ref() {
///         assert_eq!(batch?.num_rows(), 1);
///     }
///     assert_eq!((rows.tally().rows, rows.failures().len()), (1, 0));
/// }
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct InputRows {
    items: Box<dyn Items>,
    look: Look,
    extraction: Extraction,
    tally: Tally,
    failures: Vec<Failure>,
    ended: bool,
}

/// Why there are no more rows.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// The rows do not fit into a batch.
    #[error(transparent)]
    Rows(#[from] ArrowError),
    /// The input can not be read to its end, though it may be another time.
    #[error(transparent)]
    Unreadable(Damage),
}

impl Extraction {
    /// The rows of an input.
    pub fn input(
        &self,
        input: &Input,
        options: &ReadOptions,
        any_status: bool,
    ) -> Result<InputRows, ReadError> {
        Ok(InputRows {
            items: input.items(options, &Meter::default())?,
            look: Look { columns: options.columns.clone(), any_status },
            extraction: self.clone(),
            tally: Tally::default(),
            failures: Vec::new(),
            ended: false,
        })
    }
}

impl InputRows {
    /// What became of what was read so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What could not be read or extracted so far.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Fills a batch.
    fn fill(&mut self, builder: &mut BatchBuilder) -> Result<u64, RowsError> {
        let (mut bytes, mut items, mut rows) = (0, 0, 0);
        while bytes < BATCH_BYTES && items < BATCH_ITEMS {
            let Some(item) = self.items.next() else {
                self.ended = true;
                break;
            };
            if let Item::Damage(damage) = &item
                && damage.ends_input
            {
                self.ended = true;
                return Err(RowsError::Unreadable(damage.clone()));
            }
            (bytes, items) = (bytes + size(&item), items + 1);
            let work =
                |seen: &super::seen::Seen<'_>| Some(self.extraction.row(&seen.page(), builder));
            let outcome = self.look.work_on(&item, &mut self.tally, &mut self.failures, work);
            rows += u64::from(outcome == Some(Outcome::Row));
        }
        for (kind, count) in self.items.take_skipped() {
            self.tally.leave_out(format!("record {kind}"), count);
        }
        Ok(rows)
    }
}

impl Iterator for InputRows {
    type Item = Result<RecordBatch, RowsError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let mut builder = self.extraction.columns().builder(BATCH_ITEMS);
            match self.fill(&mut builder) {
                Ok(0) => {}
                Ok(rows) => {
                    self.tally.rows += rows;
                    return Some(builder.finish().map_err(RowsError::Rows));
                }
                Err(why) => return Some(Err(why)),
            }
        }
        None
    }
}

impl std::fmt::Debug for InputRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InputRows").field("tally", &self.tally).finish_non_exhaustive()
    }
}
