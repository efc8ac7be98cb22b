//! Bits that flip and files that are cut, anywhere in a store: no altered text is delivered, nothing crashes,
//! and what is not damaged is delivered, after a repair if the database is what was hit.
//!
//! A few hundred of them are tried here. `DEHUSK_FLIPS=10000 cargo test --release -p dehusk-stream --test store
//! anywhere` tries that many.

use crate::support::*;
use dehusk_stream::store::{Store, StoreError};
use std::fs;
use std::path::Path;

const ARTICLES: i64 = 120;

/// Numbers that are as good as random and the same in every run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        // Knuth's linear congruential generator; its upper bits are the good ones.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }
}

fn flips() -> u64 {
    std::env::var("DEHUSK_FLIPS").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// A store as a crash leaves it: with the log of SQLite still beside it.
fn store_with_log(directory: &Path, folder: &Folder) {
    let live = folder.join("live");
    filled(&live, ARTICLES - 20, 5);
    let mut store = Store::open(&live).unwrap();
    add(&mut store, ARTICLES - 19..=ARTICLES, 5);
    copy_folder(&live, directory);
}

/// Damages a file; says how.
fn damage(file: &Path, draw: &mut Draw) -> String {
    let mut bytes = fs::read(file).unwrap();
    let at = draw.below(bytes.len() as u64) as usize;
    let told = match draw.below(8) {
        0 => {
            bytes.truncate(at);
            format!("cut at {at}")
        }
        _ => {
            let bit = draw.below(8);
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at} flipped")
        }
    };
    fs::write(file, bytes).unwrap();
    format!("{}: {told}", file.file_name().unwrap().display())
}

/// Articles that a store may have lost: those of one frame, or all behind a cut.
fn assert_survives(directory: &Path, text_was_hit: bool, told: &str) {
    if let Ok((got, _)) = deliver(directory) {
        assert_unaltered(&got, told);
    }
    let opened = Store::open(directory).map(drop);
    let whole = match (&opened, deliver(directory)) {
        (Ok(()), Ok((got, damaged))) => {
            assert_unaltered(&got, told);
            assert_eq!(got.len() as i64 + damaged as i64, ARTICLES, "{told}: some are not named");
            damaged == 0
        }
        _ => false,
    };
    if whole {
        return;
    }
    let found = check(directory).unwrap_or_else(|error| panic!("{told}: {error}"));
    assert!(!found.damaged.is_empty(), "{told}: check finds nothing, open says {opened:?}");
    let repaired = repair(directory).unwrap_or_else(|error| panic!("{told}: {error}"));
    let (got, damaged) = deliver(directory).unwrap_or_else(|error| panic!("{told}: {error}"));
    assert_unaltered(&got, told);
    assert_eq!(damaged, 0, "{told}");
    assert_eq!(repaired.articles, got.len() as i64, "{told}");
    if !text_was_hit {
        assert_eq!(got.len() as i64, ARTICLES, "{told}: only the database was hit");
    }
    let after = check(directory).unwrap();
    assert_eq!(after.damaged, [] as [&str; 0], "{told}");
    Store::open(directory).unwrap_or_else(|error| panic!("{told}: {error}"));
}

#[test]
fn flips_and_cuts_anywhere_deliver_no_altered_text_and_lose_nothing_else() {
    let folder = Folder::new();
    let sound = folder.join("sound");
    store_with_log(&sound, &folder);
    let mut draw = Draw(7);
    for number in 0..flips() {
        let hit = folder.join("hit");
        let _ = fs::remove_dir_all(&hit);
        copy_folder(&sound, &hit);
        let all = files(&hit);
        // The index of SQLite's log is made again by every process that finds nobody else there.
        let all: Vec<_> = all.iter().filter(|f| fs::metadata(f).unwrap().len() > 0).collect();
        let file = all[draw.below(all.len() as u64) as usize];
        let told = format!("{number}, {}", damage(file, &mut draw));
        assert_survives(&hit, file.extension().is_some_and(|end| end == "seg"), &told);
    }
}

#[test]
fn a_damaged_text_is_named_and_all_others_are_delivered() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, ARTICLES, 5);
    let segment = directory.join("texts/000000.seg");
    let mut bytes = fs::read(&segment).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&segment, bytes).unwrap();
    let (got, damaged) = deliver(&directory).unwrap();
    assert_eq!((got.len(), damaged), (ARTICLES as usize - 5, 5));
    assert_unaltered(&got, "one bit");
    let found = check(&directory).unwrap();
    assert_eq!(found.damaged.len(), 5);
    for line in &found.damaged {
        assert!(line.contains("000000.seg") && line.contains("a.example/"), "{line}");
    }
    let repaired = repair(&directory).unwrap();
    assert_eq!((repaired.articles, repaired.lost.len()), (ARTICLES - 5, 5));
    assert!(repaired.aside.is_some_and(|aside| aside.join("000000.seg").exists()));
    assert_eq!(check(&directory).unwrap().damaged, [] as [&str; 0]);
}

#[test]
fn a_row_that_was_altered_is_not_believed() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, ARTICLES, 5);
    for change in [
        "UPDATE articles SET title = 'Another' WHERE seq = 9",
        "UPDATE articles SET start = 0, frame = (SELECT frame FROM articles WHERE seq = 30) WHERE seq = 9",
        "ALTER TABLE articles RENAME COLUMN published TO publishee",
        "UPDATE articles SET start = start + 1 WHERE seq = 9",
        "UPDATE articles SET title = CAST(x'ff41' AS TEXT) WHERE seq = 9",
        "DELETE FROM articles WHERE seq = 9",
        "UPDATE sinks SET seq = seq + 8",
    ] {
        let hit = folder.join("hit");
        let _ = fs::remove_dir_all(&hit);
        copy_folder(&directory, &hit);
        let database = rusqlite::Connection::open(hit.join("dehusk.sqlite")).unwrap();
        database.execute(change, []).unwrap();
        drop(database);
        let reader = dehusk_stream::store::Reader::open(&hit).unwrap();
        let position = reader.position("sink");
        let noticed = [deliver(&hit).err(), position.err()].into_iter().flatten().next();
        assert!(matches!(noticed, Some(StoreError::DatabaseDamaged(_))), "{change}: {noticed:?}");
        assert!(!check(&hit).unwrap().damaged.is_empty(), "{change}");
        drop(reader);
        repair(&hit).unwrap();
        assert_eq!(deliver(&hit).unwrap().0.len() as i64, ARTICLES, "{change}");
        let reader = dehusk_stream::store::Reader::open(&hit).unwrap();
        let position = reader.position("sink").unwrap().unwrap();
        assert_eq!((position.seq, position.state.as_str()), (ARTICLES / 2, "half"), "{change}");
    }
}
