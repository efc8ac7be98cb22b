//! The power goes, or the disk fails, at every call that changes a file of a run of 200 articles.

use crate::support::*;
use dehusk_stream::files::faults::{Fault, FaultyDisk};
use dehusk_stream::store::{Position, Reader, Store, StoreError};
use std::path::Path;

const ARTICLES: i64 = 200;

/// Adds articles after those that are there; a sink takes them as they come. Tells what was acknowledged:
/// the last article, and the last position.
fn run(store: &mut Store, acknowledged: &mut (i64, i64)) -> Result<(), StoreError> {
    for first in (store.newest()? + 1..=ARTICLES).step_by(25) {
        let last = (first + 24).min(ARTICLES);
        store.batch(|batch| {
            (first..=last).try_for_each(|n| batch.add_article(&article(n), 0).map(drop))
        })?;
        acknowledged.0 = last;
        let position = Position { seq: last, state: last.to_string() };
        store.batch(|batch| batch.set_position("sink", &position))?;
        acknowledged.1 = last;
    }
    Ok(())
}

/// What has to hold of a store after a fault: what was acknowledged is there, once and unaltered; and it goes on.
fn assert_sound(directory: &Path, acknowledged: (i64, i64), told: &str) {
    if !directory.join("dehusk.sqlite").exists() {
        assert_eq!(acknowledged, (0, 0), "{told}");
        return;
    }
    let mut store = Store::open(directory).unwrap_or_else(|error| panic!("{told}: {error}"));
    let (got, damaged) = deliver(directory).unwrap_or_else(|error| panic!("{told}: {error}"));
    assert_eq!(damaged, 0, "{told}");
    assert_unaltered(&got, told);
    assert!(got.len() as i64 >= acknowledged.0, "{told}: {} of {}", got.len(), acknowledged.0);
    assert!(got.keys().copied().eq(1..=got.len() as i64), "{told}");
    let position = Reader::open(directory).unwrap().position("sink").unwrap().unwrap_or_default();
    assert!(position.seq >= acknowledged.1 && position.seq <= got.len() as i64, "{told}");
    run(&mut store, &mut (0, 0)).unwrap_or_else(|error| panic!("{told}: {error}"));
    drop(store);
    assert_eq!(deliver(directory).unwrap().0.len() as i64, ARTICLES, "{told}");
    assert_eq!(check(directory).unwrap().damaged, [] as [&str; 0], "{told}");
}

fn calls() -> u64 {
    let folder = Folder::new();
    let (root, image) = (folder.join("d"), folder.join("image"));
    let disk = FaultyDisk::new(&root, &image, Fault::None, 0);
    let mut store = Store::open_on(disk.files(), &root).unwrap();
    run(&mut store, &mut (0, 0)).unwrap();
    drop(store);
    disk.calls()
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled_when_the_power_goes_at_any_call() {
    let calls = calls();
    assert!(calls >= 20, "{calls}");
    for at in 0..calls {
        for (fault, seed) in [(Fault::CrashBefore(at), at), (Fault::CrashAfter(at), at + 1)] {
            let folder = Folder::new();
            let (root, image) = (folder.join("d"), folder.join("image"));
            std::fs::create_dir(&root).unwrap();
            std::fs::write(root.join(".mine"), "mine").unwrap();
            let disk = FaultyDisk::new(&root, &image, fault, seed);
            let mut acknowledged = (0, 0);
            let opened = Store::open_on(disk.files(), &root);
            let ended = opened.and_then(|mut store| run(&mut store, &mut acknowledged));
            assert!(disk.crashed(), "{fault:?}");
            // At the very end only what can wait is written, and nobody waits for it.
            assert!(ended.is_err() || acknowledged == (ARTICLES, ARTICLES), "{fault:?}");
            assert_sound(&image, acknowledged, &format!("{fault:?}"));
            assert_eq!(std::fs::read(image.join(".mine")).unwrap(), b"mine");
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled_when_the_disk_fails_at_any_call() {
    for at in 0..calls() {
        for (fault, seed) in
            [(Fault::FailOnce(at), 0), (Fault::FailOnce(at), 1), (Fault::FailFrom(at), 0)]
        {
            let folder = Folder::new();
            let root = folder.join("d");
            let disk = FaultyDisk::new(&root, &folder.join("image"), fault, seed);
            let mut acknowledged = (0, 0);
            if let Ok(mut store) = Store::open_on(disk.files(), &root) {
                // A program that goes on after a failure, as long as it is let.
                for _ in 0..3 {
                    let _ = run(&mut store, &mut acknowledged);
                }
            }
            assert_sound(&root, acknowledged, &format!("{fault:?} {seed}"));
        }
    }
}
