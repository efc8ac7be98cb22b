//! Sinks on a disk that fails or loses its power at any call: nothing is lost, and nothing is there twice.

use super::testing::*;
use super::*;
use crate::files::Files;
use crate::files::faults::{Fault, FaultyDisk};
use crate::testing::Folder;
use std::path::Path;

/// Articles that are delivered, and how many at once.
const ARTICLES: i64 = 10;
const AT_ONCE: i64 = 3;
const STRANGERS: [&str; 2] = ["a-2.jsonl", "notes.md"];

/// A kind of sink, and how to see what it has.
#[derive(Clone, Copy)]
struct Kind {
    sink: fn(&Path, Files) -> Box<dyn Sink>,
    numbers: fn(&Path) -> Vec<i64>,
}

const KINDS: [Kind; 3] = [
    Kind {
        // Full after each two batches.
        sink: |root, files| Box::new(JsonLines::new(root.join("a.jsonl"), 1000).with_files(files)),
        numbers: |root| {
            let names = ["a.jsonl", "a-3.jsonl", "a-4.jsonl"].map(|name| root.join(name));
            names.iter().flat_map(|path| numbers_in_lines(path)).collect()
        },
    },
    Kind {
        sink: |root, files| Box::new(MarkdownFolder::new(root.join("a")).with_files(files)),
        numbers: |root| numbers_in_markdown(&root.join("a")),
    },
    Kind {
        sink: |root, files| Box::new(ParquetFolder::new(root.join("a")).with_files(files)),
        numbers: |root| numbers_in_parquet(&root.join("a")),
    },
];

fn next(position: Option<&Position>) -> Vec<Delivery> {
    let first = position.map_or(1, |position| position.seq + 1);
    deliveries(first..=ARTICLES.min(first + AT_ONCE - 1))
}

/// Delivers what is left, as the stage does: the position is noted after each step.
fn go_on(sink: &mut dyn Sink, noted: &mut Option<Position>) -> Result<(), SinkError> {
    *noted = Some(open_for(sink, STORE, noted.as_ref(), &next(noted.as_ref()))?);
    loop {
        let batch = next(noted.as_ref());
        if batch.is_empty() {
            return Ok(());
        }
        *noted = Some(try_deliver(sink, &batch)?);
    }
}

/// Makes a folder with files of somebody else, one of them under a name that a sink would take.
fn make(root: &Path) {
    std::fs::create_dir(root).unwrap();
    STRANGERS.iter().for_each(|name| std::fs::write(root.join(name), "mine").unwrap());
}

/// All articles are there once, and what is somebody else's is as it was.
fn check(kind: &Kind, root: &Path, about: &str) {
    let expected: Vec<i64> = (1..=ARTICLES).collect();
    assert_eq!((kind.numbers)(root), expected, "{about}");
    for name in STRANGERS {
        assert_eq!(std::fs::read(root.join(name)).unwrap(), b"mine", "{about}");
    }
}

/// Calls that a run without a fault makes.
fn calls(kind: &Kind, folder: &Path) -> u64 {
    make(folder);
    let disk = FaultyDisk::new(folder, folder, Fault::None, 0);
    go_on((kind.sink)(folder, disk.files()).as_mut(), &mut None).unwrap();
    disk.calls()
}

#[test]
fn after_a_crash_at_any_call_everything_is_there_once() {
    let folder = Folder::new();
    let real = folder.path().canonicalize().unwrap();
    for (number, kind) in KINDS.iter().enumerate() {
        let calls = calls(kind, &real.join(format!("{number}-whole")));
        assert!(calls > 10);
        for (call, seed) in (0..calls).flat_map(|call| (0..4).map(move |seed| (call, seed))) {
            for fault in [Fault::CrashBefore(call), Fault::CrashAfter(call)] {
                let name = format!("{number}-{fault:?}-{seed}");
                let (root, image) = (real.join(&name), real.join(format!("{name}-image")));
                make(&root);
                let disk = FaultyDisk::new(&root, &image, fault, seed);
                let mut noted = None;
                let crashed = go_on((kind.sink)(&root, disk.files()).as_mut(), &mut noted);
                assert!(crashed.is_err() && disk.crashed(), "{name}");
                // A disk without a fault, which does not wait for the real one.
                let disk = FaultyDisk::new(&image, &image, Fault::None, 0);
                let again = go_on((kind.sink)(&image, disk.files()).as_mut(), &mut noted);
                again.unwrap_or_else(|error| panic!("{name}: {error}"));
                check(kind, &image, &name);
            }
        }
    }
}

/// All kinds, SQLite among them, which has its own way with files.
fn all_kinds() -> Vec<Kind> {
    let sqlite = Kind {
        sink: |root, files| Box::new(SqliteFile::new(root.join("a.sqlite")).with_files(files)),
        numbers: |root| numbers_in_sqlite(&root.join("a.sqlite")),
    };
    KINDS.into_iter().chain([sqlite]).collect()
}

/// What was there is gone because somebody wanted it to be; what comes after is not.
#[test]
fn what_comes_after_a_place_was_removed_or_moved_is_not_lost_with_it() {
    let folder = Folder::new();
    let real = folder.path().canonicalize().unwrap();
    for (number, kind) in all_kinds().iter().enumerate() {
        for moved in [false, true] {
            let root = real.join(format!("{number}-{moved}"));
            std::fs::create_dir(&root).unwrap();
            let mut sink = (kind.sink)(&root, Files::default());
            let position = open_new(sink.as_mut()).unwrap();
            let noted = Some(try_deliver(sink.as_mut(), &deliveries(1..4)).unwrap());
            assert_ne!(noted, Some(position));
            let place = std::fs::read_dir(&root).unwrap().flatten();
            for entry in place.filter(|entry| entry.file_name().to_string_lossy().starts_with("a"))
            {
                match moved {
                    true => std::fs::rename(entry.path(), root.join("elsewhere")).unwrap(),
                    false if entry.path().is_dir() => {
                        std::fs::remove_dir_all(entry.path()).unwrap();
                    }
                    false => std::fs::remove_file(entry.path()).unwrap(),
                }
            }
            let told = try_deliver(sink.as_mut(), &deliveries(4..6)).unwrap_err().to_string();
            assert!(told.contains("moved or removed"), "{number}: {told}");
            open_for(sink.as_mut(), STORE, noted.as_ref(), &deliveries(4..6)).unwrap();
            try_deliver(sink.as_mut(), &deliveries(4..6)).unwrap();
            assert_eq!((kind.numbers)(&root), [4, 5], "{number} {moved}");
        }
    }
}

#[test]
fn after_a_failure_of_any_call_everything_is_there_once() {
    let folder = Folder::new();
    let real = folder.path().canonicalize().unwrap();
    for (number, kind) in KINDS.iter().enumerate() {
        let calls = calls(kind, &real.join(format!("{number}-whole")));
        for (call, seed) in (0..calls).flat_map(|call| [(call, 0), (call, 1)]) {
            let name = format!("{number}-{call}-{seed}");
            let root = real.join(&name);
            make(&root);
            let disk = FaultyDisk::new(&root, &root, Fault::FailOnce(call), seed);
            let (mut noted, mut sink) = (None, (kind.sink)(&root, disk.files()));
            assert!(go_on(sink.as_mut(), &mut noted).is_err(), "{name}");
            let again = go_on(sink.as_mut(), &mut noted);
            again.unwrap_or_else(|error| panic!("{name}: {error}"));
            check(kind, &root, &name);
        }
    }
}
