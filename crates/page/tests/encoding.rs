//! The encoding tests of html5lib-tests, from the folder in `DEHUSK_HTML5LIB`.
//!
//! They state what the standard's algorithm answers: the declared encoding if there is one, else the
//! detected one. `decode` follows it in all but one of them, whose bytes refute what they declare.
//! `scripted/` is left out: it needs a page that runs scripts.

use dehusk_page::{Hints, decode};
use std::fs;
use std::path::{Path, PathBuf};

/// Declares EUC-JP and is UTF-8: the standard obeys, `decode` reads the text.
const REFUTED: &str = "test-yahoo-jp.dat";

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("DEHUSK_HTML5LIB").map(|f| PathBuf::from(f).join("encoding"));
    if folder.is_none() {
        eprintln!(
            "SKIPPED: set DEHUSK_HTML5LIB to the html5lib-tests folder to run its encoding tests"
        );
    }
    folder
}

fn split_once<'a>(bytes: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = bytes.windows(separator.len()).position(|w| w == separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

/// The data and the encoding of every test of a file.
fn cases(file: &[u8]) -> Vec<(Vec<u8>, String)> {
    let mut cases = Vec::new();
    let (_, mut rest) = split_once(file, b"#data\n").expect("a file of tests");
    while !rest.is_empty() {
        let (data, after) = split_once(rest, b"\n#encoding\n").expect("an encoding for every test");
        let (label, next) = split_once(after, b"#data\n").unwrap_or((after, b""));
        cases.push((data.to_vec(), String::from_utf8_lossy(label).trim().to_ascii_lowercase()));
        rest = next;
    }
    cases
}

fn check(path: &Path) -> usize {
    let cases = cases(&fs::read(path).expect("a readable file"));
    for (data, expected) in &cases {
        let encoded = decode(data, &Hints::new()).encoded;
        let standard = encoded.declared.unwrap_or(encoded.encoding);
        let shown = format!("{}: {}", path.display(), String::from_utf8_lossy(data));
        assert_eq!(&standard.to_ascii_lowercase(), expected, "{shown}");
        assert_eq!(encoded.encoding != standard, path.ends_with(REFUTED), "{shown}");
    }
    cases.len()
}

#[test]
fn html5lib_encoding_tests_pass() {
    let Some(folder) = folder() else { return };
    let counts = ["tests1.dat", "tests2.dat", REFUTED].map(|file| check(&folder.join(file)));
    let all: usize = counts.iter().sum();
    println!("{all} encoding tests passed");
    assert!(all >= 80, "too few tests were read: {counts:?}");
}

#[test]
fn html5lib_detection_test_passes() {
    let Some(folder) = folder() else { return };
    let bytes = fs::read(folder.join("chardet/test_big5.txt")).expect("a readable file");
    let encoded = decode(bytes, &Hints::new()).encoded;
    assert_eq!((encoded.encoding, encoded.had_errors), ("Big5", false));
}
