//! What failed: a line of JSON for each in the file of `--failures`, as it happens, and the names at the end of a run.

use super::WatchError;
use crate::terminal;
use dehusk_stream::Failures;
use dehusk_stream::feed::shown_address;
use dehusk_stream::store::{FailedPage, FailedWanted, Reader};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Feeds, and pages, that are named at the end; of the others only their number is told.
const MAX_LISTED: usize = 10;

/// Failures that are added to the end of a file, which is made if needed. What is in it stays.
pub fn to_file(path: &Path) -> Result<Failures, WatchError> {
    let at = |source| WatchError::Failures { path: path.into(), source };
    let file = File::options().create(true).append(true).open(path).map_err(at)?;
    let (name, told) = (path.display().to_string(), AtomicBool::new(false));
    Ok(Failures::told_to(move |failure| {
        let Ok(mut line) = serde_json::to_vec(failure) else { return };
        line.push(b'\n');
        // One call a line, so that no line is torn by another program's.
        if let Err(error) = (&file).write_all(&line)
            && !told.swap(true, Ordering::Relaxed)
        {
            terminal::say(&format!("--failures {name}: {error}; the run goes on"));
        }
    }))
}

/// Names the feeds that could not be read and the pages that failed since a time, the first of each.
pub fn tell(data: &Path, since: i64, has_file: bool) -> Result<(), WatchError> {
    let reader = Reader::open(data)?;
    let feeds = reader.feeds()?;
    let feeds = feeds.iter().filter_map(|feed| Some((&feed.url, feed.error.as_ref()?)));
    let feeds: Vec<String> =
        feeds.map(|(url, error)| format!("{}: {error}", shown_address(url))).collect();
    list(&feeds, "feed", has_file);
    let wanted = FailedWanted { since, ..FailedWanted::default() };
    let pages = reader.failed_pages(&wanted, u32::MAX)?;
    list(&pages.iter().map(page).collect::<Vec<_>>(), "page", has_file);
    Ok(())
}

fn page(page: &FailedPage) -> String {
    let next = if page.given_up { "given up" } else { "tried again later" };
    format!("{}: {} ({next})", shown_address(&page.url), page.reason)
}

fn list(lines: &[String], what: &str, has_file: bool) {
    lines.iter().take(MAX_LISTED).for_each(|line| terminal::say(line));
    let more = lines.len().saturating_sub(MAX_LISTED);
    let all = if has_file { "" } else { ": --failures FILE names them all" };
    match more {
        0 => {}
        1 => terminal::say(&format!("… and 1 {what} more{all}")),
        _ => terminal::say(&format!("… and {more} {what}s more{all}")),
    }
}
