//! What pages do today, each as a folder of `tests/today`: what its text must have (`keeps.txt`) and what it must not
//! (`drops.txt`), a phrase a line. How the rest is judged is the model's matter.

use std::fs;
use std::path::{Path, PathBuf};

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/today");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

fn lines(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(String::from).collect()
}

/// What is wrong with the answer for a page.
fn faults(folder: &Path) -> Vec<String> {
    let html = fs::read(folder.join("page.html")).unwrap();
    let text = dehusk::extract_bytes(&html).unwrap().text();
    // A line break in a table or a list parts no phrase.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = folder.file_name().unwrap().to_string_lossy();
    let missing = lines(&folder.join("keeps.txt"));
    let missing = missing.into_iter().filter(|phrase| !text.contains(phrase.as_str()));
    let wrong = lines(&folder.join("drops.txt"));
    let wrong = wrong.into_iter().filter(|phrase| text.contains(phrase.as_str()));
    let missing = missing.map(|phrase| format!("{name} lacks: {phrase}"));
    missing.chain(wrong.map(|phrase| format!("{name} has: {phrase}"))).collect()
}

#[test]
fn pages_of_today_are_read() {
    let folders = folders();
    assert!(folders.len() > 20, "only {} pages", folders.len());
    let faults: Vec<String> = folders.iter().flat_map(|folder| faults(folder)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
