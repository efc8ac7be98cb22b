//! The papers' experiments by one command, on made-up pages.

use crate::support::{Folder, Run, dehusk};
use std::fs;

/// A folder with a corpus of made-up sites.
fn corpora() -> Folder {
    let folder = Folder::new();
    let to = folder.path("corpora/north");
    let made = dehusk(&["eval", "synth", &to, "--sites", "2", "--documents", "10"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    folder
}

fn reproduce(folder: &Folder, more: &[&str]) -> Run {
    let (corpora, out) = (folder.path("corpora"), folder.path("out"));
    let always = ["--corpora", corpora.as_str(), "--out", out.as_str()];
    dehusk(&[&["eval", "reproduce"], more, &always[..]].concat())
}

#[test]
fn a_table_is_found_once_and_written_for_all() {
    let folder = corpora();
    let first = reproduce(&folder, &["own", "corpora"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stdout.contains("north (20)") && first.stdout.contains("readability"));
    assert!(first.stdout.contains("(took "), "{}", first.stdout);
    let second = reproduce(&folder, &["dehusk", "corpora"]);
    assert_eq!(second.code, 0, "{}", second.stderr);
    assert!(second.stdout.contains("(kept; took "), "{}", second.stdout);
    let page = fs::read_to_string(folder.path("out/reproduce.html")).expect("a page");
    assert!(page.contains("id=\"own-corpora\"") && page.contains("All extractors on all corpora"));
    let text = fs::read_to_string(folder.path("out/reproduce.md")).expect("Markdown");
    assert!(text.contains("### own corpora") && text.contains("| own cost |"), "{text}");
}

#[test]
fn the_list_says_what_runs_and_what_can_not() {
    let folder = corpora();
    let list = reproduce(&folder, &["--list"]);
    assert_eq!(list.code, 0, "{}", list.stderr);
    let line = |item: &str| {
        let found = list.stdout.lines().find(|line| line.trim_start().starts_with(item));
        found.unwrap_or_else(|| panic!("no {item} in {}", list.stdout)).to_string()
    };
    assert!(line("corpora ").contains("runs here"));
    assert!(line("sites ").contains("can not"));
    assert!(list.stdout.contains("not among the corpora: daniel, portal"), "{}", list.stdout);
    assert!(fs::metadata(folder.path("out")).is_err(), "nothing was run");
}

#[test]
fn what_there_is_not_is_told_with_what_there_is() {
    let folder = corpora();
    let paper = reproduce(&folder, &["005"]);
    assert_eq!(paper.code, 2);
    assert!(paper.complaint().contains("001 (shallow-text)"), "{}", paper.stderr);
    let item = reproduce(&folder, &["own", "figure-99"]);
    assert_eq!(item.code, 2);
    assert!(item.complaint().contains("complexity, years"), "{}", item.stderr);
    let alone = reproduce(&folder, &["own", "sites"]);
    assert_eq!(alone.code, 1, "nothing was found: {}", alone.stdout);
}
