//! Stores that earlier versions wrote are read, and go on.
//!
//! `tests/data/store-2` was written by version 2: its texts have no checksums. It is never written again.

use crate::support::*;
use dehusk_stream::store::{NewArticle, Reader, Store};
use std::fs;
use std::path::Path;

fn old_store(directory: &Path) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/store-2");
    copy_folder(&data, directory);
}

fn titles(directory: &Path) -> Vec<String> {
    let (got, damaged) = deliver(directory).unwrap();
    assert_eq!(damaged, 0);
    let title = |record: &Vec<u8>| {
        let value: serde_json::Value = serde_json::from_slice(record).unwrap();
        value["item_title"].as_str().unwrap_or_default().to_string()
    };
    got.values().map(title).collect()
}

#[test]
fn a_store_without_checksums_is_read_and_goes_on_with_them() {
    let folder = Folder::new();
    let directory = folder.join("d");
    old_store(&directory);
    let before = fs::read(directory.join("texts/000000.seg")).unwrap();
    let mut store = Store::open(&directory).unwrap();
    let old = titles(&directory);
    assert_eq!(old.len(), 12);
    let new = NewArticle { key: "new".into(), ..article(13) };
    assert!(store.batch(|batch| batch.add_article(&new, 0)).unwrap());
    drop(store);
    assert_eq!(titles(&directory).len(), 13);
    assert_eq!(fs::read(directory.join("texts/000000.seg")).unwrap(), before, "it is not touched");
    let found = check(&directory).unwrap();
    assert_eq!((found.damaged.len(), found.unchecked.len(), found.articles), (0, 1, 13));
}

#[test]
fn a_lost_database_of_an_old_store_is_made_again() {
    let folder = Folder::new();
    let directory = folder.join("d");
    old_store(&directory);
    drop(Store::open(&directory).unwrap());
    let old = titles(&directory);
    let rows = Reader::open(&directory).unwrap().articles_after(0, 100).unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(directory.join(format!("dehusk.sqlite{end}")));
    }
    assert_eq!(repair(&directory).unwrap().articles, 12);
    assert_eq!(titles(&directory), old);
    let reader = Reader::open(&directory).unwrap();
    let again = reader.articles_after(0, 100).unwrap();
    for (row, again) in rows.iter().zip(&again) {
        assert_eq!((row.seq, &row.key, &row.url), (again.seq, &again.key, &again.url));
        assert_eq!((&row.title, row.fetched), (&again.title, again.fetched));
        assert_eq!((row.published, row.words), (again.published, again.words));
    }
    assert_eq!(reader.feeds().unwrap().len(), 1);
}
