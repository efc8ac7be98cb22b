//! What a run notes of itself beside what it writes, so that it can go on after it was killed.
//!
//! A shard counts when its note is there, and the note is written behind the shard. What is there without a note is
//! written anew, and comes out the same.

use super::error::RunError;
use super::job::Job;
use super::tally::{Failure, Tally};
use super::unit::Position;
use crate::columns::SCHEMA_VERSION;
use crate::duplicates::SameCounts;
use crate::output::Place;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use twox_hash::XxHash3_128;

/// Where notes are, in the place of the run.
pub(crate) const NOTES: &str = "_dehusk";
const RUN: &str = "_dehusk/run.json";
const SHARDS: &str = "_dehusk/shards";
/// The list of all shards, written when the run is done.
pub(crate) const MANIFEST: &str = "manifest.json";
/// What failed, a line each, written when the run is done.
pub(crate) const FAILURES: &str = "failures.jsonl";

/// What a run was asked to do: where it goes on, it must be the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunNote {
    /// By name, so that what differs can be named.
    pub settings: BTreeMap<String, String>,
    pub inputs: Vec<InputNote>,
}

/// An input of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputNote {
    pub name: String,
    pub size: Option<u64>,
}

/// A shard that is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ShardNote {
    /// Its file or folder; none where no row was left.
    pub name: Option<String>,
    pub unit: usize,
    pub shard: usize,
    pub rows: u64,
    /// Bytes of its rows before they were packed.
    pub bytes: u64,
    /// How far its unit was read.
    pub end: Position,
    /// Whether its unit ends with it.
    pub last: bool,
    pub tally: Tally,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
}

impl RunNote {
    /// Of a job. How many threads do it, and how it is shown, is no part of it.
    pub fn of(job: &Job) -> RunNote {
        let hash = |text: String| format!("{:032x}", XxHash3_128::oneshot(text.as_bytes()));
        let condition = job.condition.iter().flat_map(|condition| condition.parts());
        let mut settings = BTreeMap::new();
        for (name, value) in [
            ("version", env!("CARGO_PKG_VERSION").to_string()),
            ("schema", SCHEMA_VERSION.to_string()),
            ("format", job.format.to_string()),
            ("columns", job.columns.names().collect::<Vec<_>>().join(",")),
            ("where", condition.collect::<Vec<_>>().join(" and ")),
            ("sample", job.sample.map_or("all".into(), |share| share.to_string())),
            ("options", hash(format!("{:?} {:?}", job.options, job.keys))),
            ("read", format!("{:?}", job.read)),
            ("any status", job.any_status.to_string()),
            ("duplicates", format!("{:?}", job.deduplication)),
            ("memory", format!("{:?}", job.memory)),
            ("shard size", job.shard_bytes.to_string()),
            ("row group size", job.row_group_bytes.to_string()),
            ("unit size", job.unit_bytes.to_string()),
        ] {
            settings.insert(name.to_string(), value);
        }
        let note =
            |input: &crate::read::Input| InputNote { name: input.name.clone(), size: input.size };
        RunNote { settings, inputs: job.inputs.iter().map(note).collect() }
    }

    /// A name that follows from all of it.
    pub fn name(&self) -> String {
        let all = serde_json::to_vec(self).unwrap_or_default();
        format!("{:032x}", XxHash3_128::oneshot(&all))
    }

    /// The first thing that another run was told otherwise.
    fn differs(&self, other: &RunNote) -> Option<String> {
        let names = self.settings.keys().chain(other.settings.keys());
        let mut differing =
            names.filter(|name| self.settings.get(*name) != other.settings.get(*name));
        if let Some(name) = differing.next() {
            return Some(name.clone());
        }
        let pairs = self.inputs.iter().zip(&other.inputs);
        let input =
            pairs.filter(|(one, other)| one != other).map(|(one, _)| one.name.clone()).next();
        input.or((self.inputs.len() != other.inputs.len()).then(|| "its inputs".to_string()))
    }
}

/// What is known of a run in a place.
#[derive(Debug)]
pub(crate) struct Notes {
    place: Place,
    /// The shards that are there, by unit and number.
    pub shards: BTreeMap<(usize, usize), ShardNote>,
    /// What was counted, if everything is done.
    pub complete: Option<Finished>,
}

/// What was counted when everything was done: what is read back of the list of shards.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Finished {
    #[serde(flatten)]
    pub tally: Tally,
    /// Documents that say the same, if they were looked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub same: Option<SameCounts>,
}

impl Notes {
    /// Takes up the run in a place if that is allowed, or begins one.
    pub fn open(place: &Place, run: &RunNote, resume: bool) -> Result<Notes, RunError> {
        match read::<RunNote>(place, RUN)? {
            None => {
                // A folder of our own may be there already, for the lock in it.
                if place.names("")?.iter().any(|name| name.split('/').next() != Some(NOTES)) {
                    return Err(RunError::Occupied(place.to_string()));
                }
                write(place, RUN, run)?;
                Ok(Notes { place: place.clone(), shards: BTreeMap::new(), complete: None })
            }
            Some(_) if !resume => Err(RunError::RunThere(place.to_string())),
            Some(there) => match there.differs(run) {
                Some(differs) => Err(RunError::OtherRun { place: place.to_string(), differs }),
                None => Notes::read(place.clone()),
            },
        }
    }

    fn read(place: Place) -> Result<Notes, RunError> {
        let mut shards = BTreeMap::new();
        for name in place.names(SHARDS)? {
            if !name.ends_with(".json") {
                continue;
            }
            if let Some(note) = read::<ShardNote>(&place, &format!("{SHARDS}/{name}"))? {
                shards.insert((note.unit, note.shard), note);
            }
        }
        let complete = read::<Finished>(&place, MANIFEST)?;
        Ok(Notes { place, shards, complete })
    }

    /// The shards of a unit, in their order.
    pub fn of_unit(&self, unit: usize) -> impl Iterator<Item = &ShardNote> {
        self.shards.range((unit, 0)..(unit + 1, 0)).map(|(_, note)| note)
    }

    /// What was counted up to the last shards.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.shards.values().for_each(|shard| tally.add(&shard.tally));
        tally
    }

    /// What failed, in order.
    pub fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.shards.values().flat_map(|shard| &shard.failures)
    }
}

/// Notes a shard, which is there.
pub(crate) fn note_shard(place: &Place, note: &ShardNote) -> Result<(), RunError> {
    let name = format!("{SHARDS}/{}.json", shard_name(note.unit, note.shard));
    write(place, &name, note)
}

/// The name of a shard without its ending.
pub(crate) fn shard_name(unit: usize, shard: usize) -> String {
    format!("{unit:05}-{shard:05}")
}

/// The list of all shards with what was counted, for readers.
#[derive(Debug, Serialize)]
struct Manifest<'n> {
    schema: u32,
    dehusk: &'static str,
    #[serde(flatten)]
    run: RunNote,
    columns: Vec<ManifestColumn>,
    #[serde(flatten)]
    finished: &'n Finished,
    files: Vec<ManifestFile<'n>>,
}

#[derive(Debug, Serialize)]
struct ManifestColumn {
    name: &'static str,
    r#type: String,
    about: &'static str,
}

#[derive(Debug, Serialize)]
struct ManifestFile<'n> {
    name: &'n str,
    rows: u64,
    bytes: u64,
}

impl Notes {
    /// Ends a run: writes the list of its shards and what failed.
    pub fn complete<'f>(
        &self,
        job: &Job,
        finished: &Finished,
        failures: impl Iterator<Item = &'f Failure>,
    ) -> Result<(), RunError> {
        let mut lines = Vec::new();
        for failure in failures {
            serde_json::to_writer(&mut lines, failure).map_err(|why| unclear(FAILURES, &why))?;
            lines.push(b'\n');
        }
        if !lines.is_empty() {
            self.place.write(FAILURES, &lines)?;
        }
        let chosen = crate::columns::all().iter().filter(|column| job.columns.has(column.name));
        let manifest = Manifest {
            schema: SCHEMA_VERSION,
            dehusk: env!("CARGO_PKG_VERSION"),
            run: RunNote::of(job),
            columns: chosen
                .map(|column| ManifestColumn {
                    name: column.name,
                    r#type: column.kind.data_type().to_string(),
                    about: column.about,
                })
                .collect(),
            finished,
            files: self
                .shards
                .values()
                .filter_map(|shard| {
                    let name = shard.name.as_deref()?;
                    Some(ManifestFile { name, rows: shard.rows, bytes: shard.bytes })
                })
                .collect(),
        };
        write(&self.place, MANIFEST, &manifest)
    }
}

fn unclear(name: &str, why: &dyn std::fmt::Display) -> RunError {
    RunError::Notes { name: name.into(), why: why.to_string() }
}

fn read<T: DeserializeOwned>(place: &Place, name: &str) -> Result<Option<T>, RunError> {
    let Some(bytes) = place.read(name)? else { return Ok(None) };
    let read = serde_json::from_slice(&bytes);
    read.map(Some).map_err(|why| unclear(&place.name_of(name), &why))
}

fn write(place: &Place, name: &str, value: &impl Serialize) -> Result<(), RunError> {
    let bytes = serde_json::to_vec_pretty(value).map_err(|why| unclear(name, &why))?;
    place.write(name, &bytes)?;
    Ok(())
}
