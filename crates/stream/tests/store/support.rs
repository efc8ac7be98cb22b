//! Stores with articles in them, and what can be read of them.

use dehusk_stream::store::{Deliverable, NewArticle, Position, Reader, Store, StoreError};
use dehusk_stream::{feed::Source, store};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that goes away with its test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("dehusk-s-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The record of an article: a text that no two have in common and that does not compress to nothing.
pub fn record(number: i64) -> Vec<u8> {
    let words: Vec<String> =
        (0..60).map(|n| format!("word{}", (n * n + 7) * (number + 3))).collect();
    let value = serde_json::json!({
        "key": key(number), "site": "a.example", "request_url": "", "response_url": "http://a.example/",
        "feed": "http://a.example/feed", "feed_title": null, "item_title": format!("Title {number}"),
        "item_published": null, "fetched": "2026-01-01T00:00:00Z", "site_support": 0,
        "same_text_as": null, "article": { "text": words.join(" ") },
    });
    value.to_string().into_bytes()
}

pub fn key(number: i64) -> String {
    format!("a.example/{number}")
}

pub fn article(number: i64) -> NewArticle {
    NewArticle {
        key: key(number),
        site: "a.example".into(),
        feed: 1,
        url: format!("http://a.example/{number}"),
        title: Some(format!("Title {number}")),
        published: Some(1_700_000_000 + number),
        fetched: 1_767_225_600_000 + number * 3_600_000,
        confidence: Some(0.1 + number as f64 / 997.0),
        words: 60,
        language: Some("en".into()),
        support: 3,
        text_hash: [number as u8; 16],
        record: record(number),
        page: None,
    }
}

/// Adds articles, in transactions of so many.
pub fn add(store: &mut Store, numbers: std::ops::RangeInclusive<i64>, each: usize) {
    let numbers: Vec<i64> = numbers.collect();
    for some in numbers.chunks(each) {
        store
            .batch(|batch| {
                some.iter().try_for_each(|n| batch.add_article(&article(*n), 0).map(drop))
            })
            .unwrap();
    }
}

/// A store with a feed, articles, and a sink that has the first half.
pub fn filled(directory: &Path, articles: i64, each: usize) {
    let mut store = Store::open(directory).unwrap();
    let source =
        Source { url: "http://a.example/feed".into(), title: Some("A".into()), folder: None };
    store.batch(|batch| batch.add_feed(&source, 1, 1)).unwrap();
    add(&mut store, 1..=articles, each);
    let half = Position { seq: articles / 2, state: "half".into() };
    store.batch(|batch| batch.set_position("sink", &half)).unwrap();
}

/// Everything a sink would get, in the way the stream asks for it; and how many are damaged.
pub fn deliver(directory: &Path) -> Result<(BTreeMap<i64, Vec<u8>>, usize), StoreError> {
    let reader = Reader::open(directory)?;
    let (mut got, mut damaged, mut after) = (BTreeMap::new(), 0, 0);
    loop {
        let Deliverable { articles, damaged: bad, last } = reader.deliverable(after, 64)?;
        damaged += bad.len();
        for (row, record) in articles {
            assert!(got.insert(row.seq, record).is_none(), "article {} came twice", row.seq);
        }
        match last {
            Some(last) => after = last,
            None => return Ok((got, damaged)),
        }
    }
}

/// Fails if any text is not exactly what was written under its number.
pub fn assert_unaltered(got: &BTreeMap<i64, Vec<u8>>, told: &str) {
    for (seq, text) in got {
        assert!(*text == record(*seq), "{told}: the text of article {seq} was altered");
    }
}

pub fn check(directory: &Path) -> Result<store::Checked, StoreError> {
    store::check(directory, &mut |_, _| ())
}

pub fn repair(directory: &Path) -> Result<store::Repaired, StoreError> {
    store::repair(directory, &mut |_, _| ())
}

pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy_folder(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// All files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => all.extend(files(&entry.path())),
            false => all.push(entry.path()),
        }
    }
    all.sort();
    all
}
