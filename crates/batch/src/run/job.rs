//! What a run is to do.

use crate::Columns;
use crate::choice::Condition;
use crate::columns::{ITEM, LESSON, PRINTS};
use crate::duplicates::Deduplication;
use crate::output::{OutputFormat, Place};
use crate::read::{Input, ReadOptions};
use dehusk::Options;
use dehusk_site::Keys;
use std::path::PathBuf;

/// Bytes of rows that make a shard, before they are packed.
const SHARD: usize = 256 << 20;
/// Bytes of rows that make a row group.
const ROW_GROUP: usize = 64 << 20;
/// Bytes of inputs that are one unit of work. A larger input is one by itself.
const UNIT: u64 = 1 << 30;

/// What is remembered of sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    /// What the pages of the run show.
    OfRun,
    /// That, and what is in a file, which learns from the run when it is done.
    File(PathBuf),
}

/// A run: what is read, what is made of it, and where that goes.
///
/// ```no_run
/// use dehusk_batch::{Cancel, Columns, Condition, Job, Place, read, run};
/// let inputs = read::expand(&["crawl.warc.gz".into()])?;
/// let job = Job::new(inputs, Place::parse("corpus")?)
///     .with_columns(Columns::parse("url,title,text")?)
///     .with_condition(Condition::parse("lang = 'en' and words >= 50")?);
/// let summary = run(&job, &Cancel::default(), |status| eprintln!("{} rows", status.tally.rows))?;
/// assert_eq!(summary.tally.all_failed(), 0);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Job {
    pub(crate) inputs: Vec<Input>,
    pub(crate) place: Place,
    pub(crate) format: OutputFormat,
    pub(crate) columns: Columns,
    pub(crate) condition: Option<Condition>,
    pub(crate) sample: Option<f64>,
    pub(crate) deduplication: Option<Deduplication>,
    pub(crate) memory: Option<Memory>,
    pub(crate) options: Options,
    pub(crate) read: ReadOptions,
    pub(crate) any_status: bool,
    pub(crate) keys: Keys,
    pub(crate) jobs: usize,
    pub(crate) shard_bytes: usize,
    pub(crate) row_group_bytes: usize,
    pub(crate) unit_bytes: u64,
    pub(crate) resume: bool,
    pub(crate) work: Option<PathBuf>,
}

impl Job {
    /// All pages of the inputs, with the usual columns, as Parquet in a place.
    pub fn new(inputs: Vec<Input>, place: Place) -> Job {
        Job {
            inputs,
            place,
            format: OutputFormat::default(),
            columns: Columns::default(),
            condition: None,
            sample: None,
            deduplication: None,
            memory: None,
            options: Options::new(),
            read: ReadOptions::default(),
            any_status: false,
            keys: Keys::default(),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            shard_bytes: SHARD,
            row_group_bytes: ROW_GROUP,
            unit_bytes: UNIT,
            resume: false,
            work: None,
        }
    }

    /// How it is written.
    pub fn with_format(mut self, format: OutputFormat) -> Job {
        self.format = format;
        self
    }

    /// The columns.
    pub fn with_columns(mut self, columns: Columns) -> Job {
        self.columns = columns;
        self
    }

    /// Which rows are kept.
    pub fn with_condition(mut self, condition: impl Into<Option<Condition>>) -> Job {
        self.condition = condition.into();
        self
    }

    /// The share of pages that is looked at, from 0 to 1: always the same ones, told by their identities.
    pub fn with_sample(mut self, share: impl Into<Option<f64>>) -> Job {
        self.sample = share.into();
        self
    }

    /// What is done about documents that say the same. Rows are written when all are known.
    pub fn with_deduplication(mut self, how: impl Into<Option<Deduplication>>) -> Job {
        self.deduplication = how.into();
        self
    }

    /// Whether pages of a site share what they show. All pages are extracted first, and those of sites that have shown
    /// enough a second time.
    pub fn with_memory(mut self, memory: impl Into<Option<Memory>>) -> Job {
        self.memory = memory.into();
        self
    }

    /// How pages are extracted.
    pub fn with_options(mut self, options: Options) -> Job {
        self.options = options;
        self
    }

    /// How inputs are read.
    pub fn with_read(mut self, read: ReadOptions) -> Job {
        self.read = read;
        self
    }

    /// Whether answers that are no success are pages too.
    pub fn with_any_status(mut self, any_status: bool) -> Job {
        self.any_status = any_status;
        self
    }

    /// The rules of what names a document.
    pub fn with_keys(mut self, keys: Keys) -> Job {
        self.keys = keys;
        self
    }

    /// Threads that extract; as many as there are processors unless told. What is written does not depend on it.
    pub fn with_jobs(mut self, jobs: usize) -> Job {
        self.jobs = jobs.max(1);
        self
    }

    /// Bytes of rows that make a shard, before they are packed. 256 MB unless told.
    pub fn with_shard_bytes(mut self, bytes: usize) -> Job {
        self.shard_bytes = bytes.max(1);
        self
    }

    /// Bytes of rows that make a row group of Parquet, before they are packed. 64 MB unless told.
    pub fn with_row_group_bytes(mut self, bytes: usize) -> Job {
        self.row_group_bytes = bytes.max(1);
        self
    }

    /// Bytes of inputs that are worked on as one; shards do not reach beyond. 1 GB unless told.
    pub fn with_unit_bytes(mut self, bytes: u64) -> Job {
        self.unit_bytes = bytes.max(1);
        self
    }

    /// Whether to go on with a run that is there. Where there is none, one begins.
    pub fn with_resume(mut self, resume: bool) -> Job {
        self.resume = resume;
        self
    }

    /// A folder on this machine for what is on its way. It is in the place itself unless told, and for places elsewhere
    /// among the system's temporary files.
    pub fn with_work(mut self, folder: impl Into<Option<PathBuf>>) -> Job {
        self.work = folder.into();
        self
    }

    /// The columns that are worked out: those that are written and those that are asked.
    pub(crate) fn all_columns(&self) -> Columns {
        let asked = self.condition.iter().flat_map(Condition::columns);
        let columns = self.columns.clone().with(asked).with(self.format.needs());
        let columns = match self.deduplication {
            Some(_) => columns.with_hidden(&[PRINTS]),
            None => columns,
        };
        match self.memory {
            Some(_) => columns.with(["offset"]).with_hidden(&[LESSON, ITEM]),
            None => columns,
        }
    }

    /// Whether rows can be written before all are known.
    pub(crate) fn is_direct(&self) -> bool {
        self.deduplication.is_none() && self.memory.is_none()
    }
}
