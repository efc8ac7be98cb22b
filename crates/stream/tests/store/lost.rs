//! Files that are gone: nothing that is left is touched, and a repair finds everything that can be read.

use crate::support::*;
use dehusk_stream::store::{Reader, Store, StoreError};
use std::fs;
use std::path::Path;

const ARTICLES: i64 = 60;

fn without_database(directory: &Path) {
    filled(directory, ARTICLES, 7);
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(directory.join(format!("dehusk.sqlite{end}")));
    }
}

#[test]
fn losing_the_database_never_wipes_the_texts() {
    let folder = Folder::new();
    let directory = folder.join("d");
    without_database(&directory);
    let segment = directory.join("texts/000000.seg");
    let before = fs::read(&segment).unwrap();
    for (empty, told) in [(false, "gone"), (true, "empty")] {
        if empty {
            fs::write(directory.join("dehusk.sqlite"), "").unwrap();
        }
        let error = Store::open(&directory).unwrap_err();
        assert!(matches!(error, StoreError::DatabaseGone(_)), "{told}: {error}");
        assert!(error.to_string().contains("dehusk store repair"), "{error}");
        assert!(Reader::open(&directory).is_err());
        assert_eq!(fs::read(&segment).unwrap(), before, "{told}");
    }
}

#[test]
fn a_repair_makes_the_lost_database_again_from_the_texts() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, ARTICLES, 7);
    let identity = Reader::open(&directory).unwrap().identity().unwrap();
    // The last digit of a fraction may be another after it was written as text.
    let rows = |directory: &Path| {
        let mut rows = Reader::open(directory).unwrap().articles_after(0, 1000).unwrap();
        rows.iter_mut()
            .for_each(|row| row.confidence = row.confidence.map(|sure| (sure * 1e6).round()));
        rows
    };
    let before = rows(&directory);
    fs::remove_dir_all(&directory).unwrap();
    without_database(&directory);
    let repaired = repair(&directory).unwrap();
    assert_eq!((repaired.articles, repaired.lost.len()), (ARTICLES, 0));
    let reader = Reader::open(&directory).unwrap();
    assert_ne!(reader.identity().unwrap(), identity, "each store has its own");
    assert_eq!(rows(&directory), before);
    assert_eq!(reader.position("sink").unwrap().unwrap().seq, ARTICLES / 2);
    let feeds = reader.feeds().unwrap();
    assert_eq!((feeds.len(), feeds[0].url.as_str()), (1, "http://a.example/feed"));
    drop(reader);
    let mut store = Store::open(&directory).unwrap();
    add(&mut store, ARTICLES + 1..=ARTICLES + 5, 2);
    drop(store);
    let (got, _) = deliver(&directory).unwrap();
    assert!(got.keys().copied().eq(1..=ARTICLES + 5));
    assert_unaltered(&got, "after the repair");
    assert_eq!(check(&directory).unwrap().damaged, [] as [&str; 0]);
}

#[test]
fn a_segment_of_another_store_is_neither_taken_in_nor_written_to() {
    let folder = Folder::new();
    let (ours, other) = (folder.join("ours"), folder.join("other"));
    filled(&ours, 10, 2);
    filled(&other, 4, 2);
    let stray = ours.join("texts/000001.seg");
    fs::copy(other.join("texts/000000.seg"), &stray).unwrap();
    let before = fs::read(&stray).unwrap();
    let told = Store::open(&ours).unwrap_err().to_string();
    assert!(told.contains("000001.seg") && told.contains("another store"), "{told}");
    assert_eq!(fs::read(&stray).unwrap(), before);
    // The texts of another store in place of our own are no better.
    let swapped = folder.join("swapped");
    copy_folder(&ours, &swapped);
    fs::remove_file(swapped.join("texts/000001.seg")).unwrap();
    fs::copy(&stray, swapped.join("texts/000000.seg")).unwrap();
    assert!(matches!(Store::open(&swapped).unwrap_err(), StoreError::Unsound { .. }));
    let repaired = repair(&ours).unwrap();
    assert_eq!((repaired.articles, repaired.lost), (10, vec![]));
    let mut store = Store::open(&ours).unwrap();
    add(&mut store, 11..=12, 2);
    drop(store);
    assert!(deliver(&ours).unwrap().0.keys().copied().eq(1..=12));
    assert_eq!(check(&ours).unwrap().damaged, [] as [&str; 0]);
}

#[test]
fn a_text_that_is_there_twice_is_no_damage() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, 10, 2);
    let segment = directory.join("texts/000000.seg");
    let bytes = fs::read(&segment).unwrap();
    fs::write(&segment, [&bytes[..], &bytes[32..]].concat()).unwrap();
    let mut store = Store::open(&directory).unwrap();
    add(&mut store, 11..=12, 2);
    drop(store);
    let found = check(&directory).unwrap();
    assert_eq!((found.articles, found.damaged), (12, vec![]));
    repair(&directory).unwrap();
    let found = check(&directory).unwrap();
    assert_eq!((found.articles, found.damaged), (12, vec![]));
    let (got, _) = deliver(&directory).unwrap();
    assert!(got.keys().copied().eq(1..=12));
    assert_unaltered(&got, "with texts that are there twice");
}

#[test]
fn a_store_that_cannot_be_made_is_named() {
    let folder = Folder::new();
    let file = folder.join("notes.txt");
    fs::write(&file, "mine").unwrap();
    for place in [file.clone(), file.join("d")] {
        let told = Store::open(&place).unwrap_err().to_string();
        assert!(told.contains("notes.txt") && told.contains("--data"), "{told}");
    }
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}

#[test]
fn a_repair_keeps_who_the_store_is() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, 3, 1);
    let identity = Reader::open(&directory).unwrap().identity().unwrap();
    fs::remove_file(directory.join("dehusk.sqlite")).unwrap();
    repair(&directory).unwrap();
    assert_eq!(Reader::open(&directory).unwrap().identity().unwrap(), identity);
}

#[test]
fn commits_that_are_lost_with_the_log_of_sqlite_are_found_in_the_texts() {
    let folder = Folder::new();
    let (live, directory) = (folder.join("live"), folder.join("d"));
    let mut store = Store::open(&live).unwrap();
    add(&mut store, 1..=ARTICLES, 7);
    copy_folder(&live, &directory);
    // The database itself is as it was when it was made, if no checkpoint has come yet.
    fs::write(directory.join("dehusk.sqlite-wal"), "").unwrap();
    fs::remove_file(directory.join("dehusk.sqlite-shm")).unwrap();
    match Store::open(&directory) {
        Ok(_) => {}
        Err(StoreError::DatabaseGone(_)) => drop(repair(&directory).unwrap()),
        Err(error) => panic!("{error}"),
    }
    let (got, _) = deliver(&directory).unwrap();
    assert!(got.keys().copied().eq(1..=ARTICLES), "{:?}", got.keys());
}

#[test]
fn reading_only_reads() {
    let folder = Folder::new();
    let directory = folder.join("d");
    assert!(matches!(Reader::open(&directory), Err(StoreError::NoStore(_))));
    assert!(!directory.exists(), "looking makes no store");
    filled(&directory, ARTICLES, 7);
    let texts = |directory: &Path| -> Vec<Vec<u8>> {
        let named = |end: &str| fs::read(directory.join(end)).unwrap();
        vec![named("dehusk.sqlite"), named("texts/000000.seg")]
    };
    let before = texts(&directory);
    assert_eq!(deliver(&directory).unwrap().0.len() as i64, ARTICLES);
    check(&directory).unwrap();
    assert_eq!(texts(&directory), before);
}

#[cfg(unix)]
#[test]
fn nobody_else_may_look_into_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let directory = folder.join("d");
    fs::create_dir(&directory).unwrap();
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
    drop(Store::open(&directory).unwrap());
    assert_eq!(fs::metadata(&directory).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_folder_of_somebody_else_becomes_no_store_and_stays_as_it_is() {
    let folder = Folder::new();
    let directory = folder.join("d");
    fs::create_dir(&directory).unwrap();
    for (name, text) in [("lock", "mine"), ("search.sqlite", "mine too"), ("notes.txt", "and this")]
    {
        fs::write(directory.join(name), text).unwrap();
    }
    #[cfg(unix)]
    let mode = || {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(&directory).unwrap().permissions().mode()
    };
    #[cfg(unix)]
    let before = mode();
    let error = Store::open(&directory).unwrap_err();
    assert!(matches!(error, StoreError::NotAStore(_)), "{error}");
    assert!(error.to_string().contains("--data"), "{error}");
    assert_eq!(files(&directory).len(), 3, "nothing was made in it");
    #[cfg(unix)]
    assert_eq!(mode(), before, "nobody is shut out");
    // A store takes its lock on whatever has the name.
    fs::remove_file(directory.join("notes.txt")).unwrap();
    assert!(Store::open(&directory).is_err(), "no index of ours comes before its store");
    fs::remove_file(directory.join("search.sqlite")).unwrap();
    drop(Store::open(&directory).unwrap());
    assert_eq!(fs::read_to_string(directory.join("lock")).unwrap(), "mine");
}

#[test]
fn a_key_that_the_texts_have_twice_is_the_later_article() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, ARTICLES, 7);
    // Of what was too old to be kept earlier versions knew nothing any more, and took it in again.
    let database = rusqlite::Connection::open(directory.join("dehusk.sqlite")).unwrap();
    database.execute("DELETE FROM articles WHERE seq = 3", []).unwrap();
    drop(database);
    let mut store = Store::open(&directory).unwrap();
    assert!(store.batch(|batch| batch.add_article(&article(3), 0)).unwrap());
    drop(store);
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(directory.join(format!("dehusk.sqlite{end}")));
    }
    assert_eq!(repair(&directory).unwrap().articles, ARTICLES);
    assert_eq!(check(&directory).unwrap().damaged, [] as [&str; 0]);
    let there: Vec<i64> = Reader::open(&directory)
        .unwrap()
        .articles_after(0, 1000)
        .unwrap()
        .iter()
        .map(|row| row.seq)
        .collect();
    assert!(!there.contains(&3) && there.contains(&(ARTICLES + 1)), "{there:?}");
}
