//! Files and standard input, right and wrong.

use crate::support::*;
use std::io::Read;
use std::process::Stdio;

#[test]
fn standard_input_is_read_by_name_and_by_default() {
    let html = page("Read from the pipe");
    for args in [&["-"][..], &[], &["extract", "-"]] {
        let run = dehusk_with(args, html.as_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
        assert!(run.stdout.contains("Read from the pipe"), "{args:?}");
    }
}

/// What is wrong with an input is said in one line, with what to do; nothing is on standard output.
#[track_caller]
fn wrong(input: &str, what: &str, advice: &str) {
    let run = dehusk(&[input]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    let line = run.complaint();
    assert!(line.starts_with(&format!("dehusk: {input}: ")), "{line}");
    assert!(line.contains(what) && line.contains(advice), "{line}");
}

#[test]
fn missing_files() {
    wrong("missing.html", "no such file", "check the path");
    wrong("example.com/story", "no such file", "https://example.com/story");
}

#[test]
fn empty_files() {
    let folder = Folder::new();
    wrong(&folder.file("empty.html", ""), "empty", "give an HTML page");
    let run = dehusk_with(&["-"], b"");
    assert!(run.complaint().starts_with("dehusk: standard input: "), "{}", run.stderr);
    assert_eq!(run.code, 2);
}

#[test]
fn pictures_and_documents() {
    let folder = Folder::new();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";
    wrong(&folder.file("photo.html", png), "PNG", "HTML");
    wrong(&folder.file("paper.html", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), "PDF", "HTML");
    wrong(&folder.file("archive.html", b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0"), "ZIP", "HTML");
}

#[cfg(unix)]
#[test]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.file("secret.html", page("Secret"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read everything.
    if std::fs::read(&path).is_err() {
        wrong(&path, "may not be read", "permissions");
    }
}

#[test]
fn one_wrong_input_stops_no_other() {
    let folder = Folder::new();
    let first = folder.file("first.html", page("The first page"));
    let last = folder.file("last.html", page("The last page"));
    let run = dehusk(&[&first, "missing.html", &last]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("missing.html"));
    let first_at = run.stdout.find("The first page").unwrap();
    let last_at = run.stdout.find("The last page").unwrap();
    assert!(first_at < last_at);
    assert!(run.stdout.starts_with(&format!("==> {first} <==\n")), "{}", run.stdout);
    assert!(run.stdout.contains(&format!("\n\n==> {last} <==\n")), "{}", run.stdout);
}

#[test]
fn nothing_found_is_not_an_error() {
    let folder = Folder::new();
    let path = folder.file("blank.html", "<!DOCTYPE html><title></title><body><script>1</script>");
    let run = dehusk(&[&path]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
    assert!(run.complaint().contains("no content was found"));
    let full = folder.file("full.html", page("Something"));
    assert_eq!(dehusk(&[&path, &full]).code, 0);
}

#[test]
fn long_inputs_are_cut_with_a_warning() {
    let run = dehusk_with(&["--max-bytes", "1K", "-"], page("A long page").repeat(50).as_bytes());
    assert_eq!(run.code, 0);
    assert!(
        run.complaint().contains("warning: only the first 1024 bytes were read"),
        "{}",
        run.stderr
    );
    assert!(run.stdout.len() <= 1024);
}

#[test]
fn encodings_can_be_told() {
    let html = page("Привет мир").replace("Привет мир", "\u{1}");
    let mut bytes = Vec::new();
    for byte in html.bytes() {
        // "Привет мир" in KOI8-R.
        if byte == 1 {
            bytes.extend(b"\xf0\xd2\xc9\xd7\xc5\xd4 \xcd\xc9\xd2")
        } else {
            bytes.push(byte)
        }
    }
    let run = dehusk_with(&["--charset", "koi8-r", "-"], &bytes);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("Привет мир"), "{}", run.stdout);
}

#[test]
fn compressed_files_are_unpacked() {
    let folder = Folder::new();
    let path = folder.file("page.html.gz", gzip(page("Packed on disk").as_bytes()));
    let run = dehusk(&[&path]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Packed on disk"));
}

#[test]
fn many_inputs_keep_their_order() {
    let folder = Folder::new();
    let paths: Vec<_> = (0..40)
        .map(|n| {
            folder.file(&format!("{n}.html"), page(&format!("Page number {n}")).repeat(40 - n))
        })
        .collect();
    let mut args = vec!["--jobs", "7"];
    args.extend(paths.iter().map(String::as_str));
    let run = dehusk(&args);
    let headings: Vec<_> = run.stdout.lines().filter(|l| l.starts_with("==> ")).collect();
    let expected: Vec<_> = paths.iter().map(|p| format!("==> {p} <==")).collect();
    assert_eq!(headings, expected);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    let path = folder.file("long.html", page("A very long page").repeat(500));
    let mut child =
        command().args([&path; 30]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 100]).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
