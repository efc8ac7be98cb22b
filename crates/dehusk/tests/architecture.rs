//! What ARCHITECTURE.md shows compiles: it is the example, line by line. What docs/trust.md names is there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn the_extractor_in_the_architecture_is_the_example() {
    let example = include_str!("../examples/own_extractor.rs");
    let architecture = include_str!("../../../ARCHITECTURE.md");
    let start = example.find("struct Sentences;").expect("the example");
    let end = example.find("fn main()").expect("its main function");
    let shown = example[start..end].trim();
    assert!(
        architecture.contains(shown),
        "ARCHITECTURE.md shows another extractor than the example"
    );
}

/// Every source file below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_test_that_is_said_to_keep_a_promise_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["crates", "bench/tests"] {
        sources(&root.join(folder), &mut files);
    }
    let mut tests = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source file");
        // A test has its attribute within the lines before it.
        for piece in text.split("test").skip(1) {
            let name = piece.split_once("fn ").and_then(|(_, rest)| rest.split_once("()"));
            tests.extend(name.map(|(name, _)| name.to_string()));
        }
    }
    let table = include_str!("../../../docs/trust.md");
    let cells = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").nth(1));
    let named: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() > 80, "{} names: the table is written in another way", named.len());
    let missing: Vec<&str> = named.into_iter().filter(|name| !tests.contains(*name)).collect();
    assert_eq!(missing, [] as [&str; 0], "docs/trust.md names tests that are not there");
}
