//! Stores that earlier versions wrote are read, and go on.
//!
//! `tests/data/store-N.sqlite` was written by the version N of the tables and formats and is never written
//! again. A new version gets a file of its own: `cargo test -p dehusk-site --test compat -- --ignored`.

#![cfg(feature = "store")]

use dehusk_extract::Document;
use dehusk_page::Page;
use dehusk_site::store::{SiteStore, StoreOptions};
use dehusk_site::{Keys, Observation};
use std::path::{Path, PathBuf};

/// The version that the current program writes.
const CURRENT: u32 = 1;

fn data(version: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/store-{version}.sqlite"))
}

/// A page of one of two sites: a menu, a line of its section, and words of its own.
fn page(number: u32) -> Observation {
    let (host, section) =
        (["ferry.example", "harbour.example"][number as usize % 2], number / 2 % 3);
    let url = format!("https://www.{host}/section-{section}/{number}?from=feed");
    let html = format!(
        "<div class=menu>The menu of {host}</div><p>{}<p>{}",
        ["Sport", "Culture", "Weather"][section as usize],
        ["one", "two", "three", "four", "five", "six"]
            .map(|w| w.repeat(number as usize + 1))
            .join(" ")
    );
    let document = Document::new(Page::parse(html)).with_url(&url);
    let key = Keys::default().key(&url, None).expect("a key");
    Observation::of(key, 1000 + i64::from(number), &document)
}

fn open(path: &Path) -> SiteStore {
    SiteStore::open(path, StoreOptions::default()).expect("a store that opens")
}

#[test]
#[ignore = "writes the file of a new version"]
fn write() {
    let path = data(CURRENT);
    assert!(!path.exists(), "{} is there already; old files are never changed", path.display());
    let mut store = open(&path);
    (0..10).for_each(|number| store.observe(&page(number)).expect("kept"));
    // A site that was written as a whole, with a log after it.
    let memory = store.memory("ferry.example").expect("read").expect("a site").clone();
    store.import("ferry.example", memory).expect("kept");
    store.observe(&page(10)).expect("kept");
}

#[test]
fn old_stores_are_read_and_go_on() {
    for version in 1..=CURRENT {
        let path =
            std::env::temp_dir().join(format!("dehusk-compat-{}.sqlite", std::process::id()));
        std::fs::copy(data(version), &path).expect("the file of the version");
        let mut store = open(&path);
        let sites = store.sites().expect("sites");
        let told: Vec<(&str, u64)> =
            sites.iter().map(|s| (s.domain.as_str(), s.observed)).collect();
        assert_eq!(told, [("ferry.example", 6), ("harbour.example", 5)], "version {version}");
        let hint = store.hint(&page(12)).expect("a hint");
        // All 6 pages have the menu, pages 0 and 6 the section of page 12, none its words.
        let seen: Vec<u32> = hint.blocks.iter().map(|block| block.seen).collect();
        assert_eq!((hint.pages, seen), (6, vec![6, 2, 0]), "version {version}");
        store.observe(&page(12)).expect("kept");
        assert_eq!(store.hint(&page(14)).expect("a hint").pages, 7);
        drop(store);
        assert_eq!(open(&path).hint(&page(14)).expect("a hint").pages, 7);
        for name in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{name}", path.display()));
        }
    }
}
