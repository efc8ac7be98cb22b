//! What became of what was read, in numbers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts of a run, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Records, rows, lines and pages that were read, requests and the like aside.
    pub read: u64,
    /// Rows that were written.
    pub rows: u64,
    /// What was left out, by reason.
    pub left_out: BTreeMap<String, u64>,
    /// What failed, by kind; each has a line of its own among the failures.
    pub failed: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Tally) {
        self.read += other.read;
        self.rows += other.rows;
        for (mine, theirs) in
            [(&mut self.left_out, &other.left_out), (&mut self.failed, &other.failed)]
        {
            for (reason, count) in theirs {
                *mine.entry(reason.clone()).or_default() += count;
            }
        }
    }

    /// One more that was left out.
    pub fn leave_out(&mut self, reason: impl Into<String>, count: u64) {
        if count > 0 {
            *self.left_out.entry(reason.into()).or_default() += count;
        }
    }

    /// One more that failed.
    pub fn fail(&mut self, kind: &str) {
        *self.failed.entry(kind.into()).or_default() += 1;
    }

    /// All that was left out.
    pub fn all_left_out(&self) -> u64 {
        self.left_out.values().sum()
    }

    /// All that failed.
    pub fn all_failed(&self) -> u64 {
        self.failed.values().sum()
    }
}

/// Something that failed: a line of the side file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The input.
    pub file: String,
    /// Where in it.
    pub offset: u64,
    /// The address, where it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub url: Option<String>,
    /// What went wrong.
    pub error: String,
}
