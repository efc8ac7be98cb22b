//! How a run is shown: a bar where someone can see it, a line now and then where not, and what it came to.

use crate::terminal::{self, counted};
use dehusk_batch::{Failure, Status, Summary};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(60);
/// Reasons and failures that are told; of the others only their number.
const LISTED: usize = 12;

/// What is shown while a run goes on.
pub struct Shown {
    bar: ProgressBar,
    is_terminal: bool,
    told: Mutex<Instant>,
}

impl Shown {
    /// Shows a run. Where its rows scroll over the same terminal they are progress enough.
    pub fn new(rows_on_stdout: bool) -> Shown {
        let scrolls = rows_on_stdout && std::io::stdout().is_terminal();
        let is_terminal = std::io::stderr().is_terminal();
        let bar = match is_terminal && !scrolls {
            true => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
            false => ProgressBar::hidden(),
        };
        Shown { bar, is_terminal, told: Mutex::new(Instant::now()) }
    }

    /// Shows how it is going.
    pub fn progress(&self, status: &Status) {
        if !self.is_terminal {
            if let Ok(mut told) = self.told.lock()
                && told.elapsed() >= LINE
            {
                *told = Instant::now();
                terminal::say(&line(status));
            }
            return;
        }
        let template = match status.all_bytes {
            Some(all) => {
                self.bar.set_length(all.max(status.bytes));
                "{prefix} {wide_bar} {msg}"
            }
            None => "{prefix} {spinner} {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_prefix(status.stage);
        self.bar.set_position(status.bytes);
        self.bar.set_message(figures(status));
    }

    /// Tells of a failure at once, for runs that keep no list of them.
    pub fn failure(&self, failure: &Failure) {
        let Failure { file, offset, error, .. } = failure;
        self.bar.suspend(|| terminal::say(&format!("{file}, {offset}: {error}")));
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn line(status: &Status) -> String {
    format!("{}: {}", status.stage, figures(status))
}

/// Bytes, rate, time left, rows. A stage that reads none of the input has rows alone.
fn figures(status: &Status) -> String {
    let (rows, pages) = (counted(status.tally.rows, "row"), counted(status.tally.read, "page"));
    let rows = match status.tally.all_failed() {
        0 => format!("{rows} of {pages}"),
        failed => format!("{rows} of {pages}, {} failed", HumanCount(failed)),
    };
    if status.bytes == 0 && status.all_bytes.is_none() {
        return rows;
    }
    let seconds = status.elapsed.as_secs_f64().max(0.001);
    let rate = status.bytes as f64 / seconds;
    let mut text = format!("{}", HumanBytes(status.bytes));
    if let Some(all) = status.all_bytes {
        text.push_str(&format!(" of {}", HumanBytes(all)));
    }
    text.push_str(&format!(", {}/s", HumanBytes(rate as u64)));
    if let Some(left) = status.all_bytes.and_then(|all| all.checked_sub(status.bytes))
        && rate > 0.0
        && status.bytes > 0
    {
        text.push_str(&format!(", {} left", time(left as f64 / rate)));
    }
    format!("{text}, {rows}")
}

fn time(seconds: f64) -> String {
    let seconds = seconds as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m}:{s:02} min"),
        (h, m, _) => format!("{h}:{m:02} h"),
    }
}

/// Says what a run came to.
pub fn summary(summary: &Summary, place: Option<&str>) {
    let mut said = String::new();
    let tally = &summary.tally;
    let (rows, pages) = (counted(tally.rows, "row"), counted(tally.read, "page"));
    let files = match (place, summary.shards) {
        (Some(place), shards) => format!(" in {} in {place}", counted(shards as u64, "file")),
        (None, _) => String::new(),
    };
    said.push_str(&format!("{rows} of {pages}{files}\n"));
    if let Some(same) = &summary.same {
        said.push_str(&format!(
            "of {} documents were there before, by the address {}, normal {}, key {}, the same text {}, nearly {}\n",
            HumanCount(same.documents),
            HumanCount(same.address),
            HumanCount(same.normal),
            HumanCount(same.key),
            HumanCount(same.text),
            HumanCount(same.near),
        ));
    }
    for (name, counts) in [("left out", &tally.left_out), ("failed", &tally.failed)] {
        let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
        counts.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), (*reason).clone()));
        for (reason, count) in counts.iter().take(LISTED) {
            said.push_str(&format!("{:>12} {name}: {reason}\n", HumanCount(**count).to_string()));
        }
        let others: u64 = counts.iter().skip(LISTED).map(|(_, count)| **count).sum();
        if others > 0 {
            said.push_str(&format!(
                "{:>12} {name} for other reasons\n",
                HumanCount(others).to_string()
            ));
        }
    }
    if tally.all_failed() > 0
        && let Some(place) = place
    {
        said.push_str(&format!("{place}/failures.jsonl says what failed\n"));
    }
    for failure in summary.unreadable.iter().take(LISTED) {
        said.push_str(&format!("{}, {}: {}\n", failure.file, failure.offset, failure.error));
    }
    if !summary.is_complete() && place.is_some() {
        said.push_str("not everything was read: run it again with --resume\n");
    }
    let said: String =
        said.lines().map(|line| terminal::printable(line).into_owned() + "\n").collect();
    let _ = std::io::stderr().write_all(said.as_bytes());
}
