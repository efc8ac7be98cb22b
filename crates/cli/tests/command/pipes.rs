//! Commands whose reader goes away, as `head` does: they end quietly, whatever they were writing.

use crate::support::{ARTICLE, command, dehusk_with, page};
use std::process::Stdio;

/// Runs the command with nobody to read what it writes.
#[track_caller]
fn unread(args: &[&str]) {
    let mut command = command();
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
}

#[test]
fn text_for_programs_is_as_the_page_has_it() {
    let html = page("Left \u{202E}right\u{202C} left");
    let run = dehusk_with(&["-"], html.as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains('\u{202E}'), "{}", run.stdout);
}

#[test]
fn what_nobody_reads_is_no_error() {
    unread(&["--help"]);
    unread(&["--list"]);
    unread(&["man"]);
    unread(&["completions", "bash"]);
    unread(&[ARTICLE]);
    unread(&["--jsonl", ARTICLE]);
    unread(&["--explain", ARTICLE]);
}

#[cfg(feature = "lab")]
#[test]
fn figures_that_nobody_reads_are_no_error() {
    unread(&["eval", "synth", "--sites", "1", "--documents", "20"]);
    unread(&["eval", "redesign", "--sites", "1", "--documents", "20"]);
}

#[cfg(feature = "stream")]
#[test]
fn feeds_that_nobody_reads_are_no_error() {
    let folder = crate::support::Folder::new();
    let data = folder.path("data");
    // A feed that nobody answers for: what matters is that there is a store then.
    crate::support::dehusk(&["watch", "--once", "--data", &data, "http://127.0.0.1:9/feed"]);
    unread(&["watch", "--opml", "--data", &data]);
}
