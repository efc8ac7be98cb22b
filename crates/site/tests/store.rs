//! The store: what it gives back, what it holds in memory, and how it refuses.

#![cfg(feature = "store")]

mod support;

use dehusk_extract::SiteHint;
use dehusk_site::store::{SiteShelf, SiteStore, StoreError, StoreOptions};
use dehusk_site::{Observation, Retention, SiteMemory};
use dehusk_synth::Web;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{observation, observation_of};

/// A place for a store, which goes away with its test.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("dehusk-store-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Place(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("sites.sqlite")
    }

    fn open(&self) -> SiteStore {
        SiteStore::open(&self.file(), options()).expect("a store")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn options() -> StoreOptions {
    StoreOptions::default().with_retention(Retention::default().with_most(30))
}

fn new_memory() -> SiteMemory {
    SiteMemory::new(Retention::default().with_most(30))
}

fn stream(count: u64) -> Vec<Observation> {
    let web = Web::new(3).with_redesign_at(Some(20));
    (0..count).map(|number| observation(&web, 3, number)).collect()
}

/// What an uninterrupted run without a store knows.
fn memories(seen: &[Observation]) -> BTreeMap<String, SiteMemory> {
    let mut memories: BTreeMap<String, SiteMemory> = BTreeMap::new();
    for one in seen {
        memories.entry(one.key().domain().into()).or_insert_with(new_memory).observe(one);
    }
    memories
}

fn hint(seen: &[Observation], probe: &Observation) -> SiteHint {
    memories(seen).get_mut(probe.key().domain()).expect("a site").hint(probe)
}

/// Asserts that a store decides as an uninterrupted run does.
fn assert_same(store: &mut SiteStore, seen: &[Observation], probes: &[Observation]) {
    let mut memories = memories(seen);
    let names: Vec<String> = store.sites().expect("sites").into_iter().map(|s| s.domain).collect();
    assert_eq!(names, memories.keys().cloned().collect::<Vec<_>>());
    for probe in probes {
        let expected = memories.get_mut(probe.key().domain()).expect("a site").hint(probe);
        assert_eq!(store.hint(probe).expect("a hint"), expected);
    }
}

#[test]
fn a_store_decides_as_a_memory_that_was_never_written() {
    let place = Place::new();
    let seen = stream(150);
    let mut store = place.open();
    for (index, one) in seen.iter().enumerate() {
        store.observe(one).expect("kept");
        if index % 40 == 39 {
            drop(store);
            store = place.open();
        }
    }
    assert_same(&mut store, &seen, &stream(180)[140..]);
    let observed: u64 = store.sites().expect("sites").iter().map(|site| site.observed).sum();
    assert_eq!(observed, 150);
}

#[test]
fn documents_of_a_batch_come_together_or_not_at_all() {
    let place = Place::new();
    let seen = stream(60);
    let mut store = place.open();
    store.observe_all(&seen[..50]).expect("kept");
    let mut database = Connection::open(place.file()).expect("a database");
    let mut shelf = SiteShelf::new(Retention::default().with_most(30), 1 << 20);
    let transaction = database.transaction().expect("a transaction");
    seen[50..].iter().for_each(|one| shelf.observe(&transaction, one).expect("kept"));
    transaction.rollback().expect("rolled back");
    // The shelf holds what was rolled back, and notices.
    let expected = hint(&seen[..50], &seen[59]);
    assert_eq!(shelf.hint(&database, &seen[59]).expect("a hint"), expected);
    // Another process goes on; both see it.
    store.observe_all(&seen[50..]).expect("kept");
    let expected = hint(&seen, &seen[59]);
    assert_eq!(shelf.hint(&database, &seen[59]).expect("a hint"), expected);
    assert_same(&mut store, &seen, &seen[40..]);
}

#[test]
fn a_thousand_sites_stay_within_the_budget() {
    let place = Place::new();
    let budget = 200 << 10;
    let options = options().with_budget(budget);
    let mut store = SiteStore::open(&place.file(), options).expect("a store");
    let web = Web::new(9);
    let pages: Vec<Observation> =
        web.stream(1000).take(2000).map(|page| observation_of(&page)).collect();
    for batch in pages.chunks(100) {
        store.observe_all(batch).expect("kept");
        assert!(store.held_bytes() <= budget, "{}", store.held_bytes());
    }
    assert!(store.held_sites() < 1000 && store.held_sites() > 1, "{}", store.held_sites());
    let sites = store.sites().expect("sites");
    assert_eq!((sites.len(), sites.iter().all(|site| site.observed == 2)), (1000, true));
    let first = pages[0].key().domain();
    assert!(store.memory(first).expect("read").is_some_and(|m| !m.tree().is_empty()));
}

#[test]
fn sites_are_forgotten_and_imported() {
    let place = Place::new();
    let seen = stream(30);
    let mut store = place.open();
    store.observe_all(&seen).expect("kept");
    let domain = seen[0].key().domain().to_string();
    let memory = store.memory(&domain).expect("read").expect("a site").clone();
    assert!(store.forget(&domain).expect("forgotten"));
    assert!(!store.forget(&domain).expect("not there"));
    assert!(store.memory(&domain).expect("read").is_none());
    assert_eq!(store.hint(&seen[0]).expect("a hint").pages, 0);
    let bytes = memory.encode();
    store.import(&domain, SiteMemory::decode(&bytes).expect("a memory")).expect("kept");
    assert_same(&mut place.open(), &seen, &seen);
}

#[test]
fn a_full_disk_is_said_and_harms_nothing() {
    let place = Place::new();
    let kept = fill(&place.file(), options().with_most_bytes(Some(120 << 10)));
    // With more room it goes on.
    let (mut store, seen) = (place.open(), stream(kept as u64 + 4));
    store.observe(&seen[kept]).expect("kept");
    assert_same(&mut store, &seen[..=kept], &seen[kept..]);
}

/// `mount -t tmpfs -o size=1m tmpfs DIR`, then `DEHUSK_SMALL_DISK=DIR cargo test -p dehusk-site --test store
/// -- --ignored`.
#[test]
#[ignore = "needs a small disk"]
fn a_disk_that_is_really_full_is_said_too() {
    let Some(folder) = std::env::var_os("DEHUSK_SMALL_DISK") else { return };
    let path = Path::new(&folder).join("sites.sqlite");
    fill(&path, options());
    for name in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{name}", path.display()));
    }
}

/// Inserts until there is no room, and checks what is there; how many documents were kept.
fn fill(path: &Path, options: StoreOptions) -> usize {
    let mut store = SiteStore::open(path, options).expect("a store");
    let (web, mut seen) = (Web::new(3).with_redesign_at(Some(20)), Vec::new());
    let error = loop {
        seen.push(observation(&web, 3, seen.len() as u64));
        if let Err(error) = store.observe(&seen[seen.len() - 1]) {
            break error;
        }
        assert!(seen.len() < 5000, "the disk is too large");
    };
    let kept = seen.len() - 1;
    assert!(matches!(&error, StoreError::Full { path: p } if p == path), "{error}");
    assert!(kept > 10, "{kept}");
    assert_same(&mut store, &seen[..kept], &seen[kept - 3..]);
    drop(store);
    assert_same(&mut SiteStore::open(path, options).expect("a store"), &seen[..kept], &seen);
    kept
}

fn open_error(path: &Path) -> StoreError {
    SiteStore::open(path, StoreOptions::default()).expect_err("no store to open")
}

#[test]
fn what_is_no_store_or_a_newer_one_is_refused_and_left_alone() {
    let place = Place::new();
    drop(place.open());
    let database = Connection::open(place.file()).expect("a database");
    database.execute("UPDATE store_part SET version = 7", []).expect("changed");
    drop(database);
    let error = open_error(&place.file());
    assert!(matches!(error, StoreError::Newer { found: 7, known: 1, .. }), "{error}");

    let text = place.0.join("text");
    std::fs::write(&text, "not a database, but long enough to be looked at ".repeat(50)).unwrap();
    assert!(matches!(open_error(&text), StoreError::NotAStore { .. }));

    let other = place.0.join("other.sqlite");
    let database = Connection::open(&other).expect("a database");
    database.execute("CREATE TABLE recipe (name TEXT)", []).expect("made");
    drop(database);
    assert!(matches!(open_error(&other), StoreError::NotAStore { .. }));
    let missing = place.0.join("no/such/folder/sites.sqlite");
    assert!(matches!(open_error(&missing), StoreError::Database { .. }));
}

#[test]
fn damage_of_one_site_is_named_and_the_others_are_read() {
    let place = Place::new();
    let seen = stream(30);
    place.open().observe_all(&seen).expect("kept");
    let domain = seen[0].key().domain();
    let database = Connection::open(place.file()).expect("a database");
    let damage = "UPDATE site SET memory = x'64685369' WHERE domain = ?1";
    assert_eq!(database.execute(damage, [domain]).expect("changed"), 1);
    let mut store = place.open();
    assert!(store.memory(domain).expect("the others can be used").is_none());
    assert_eq!(store.take_damaged(), [domain]);
    assert!(store.memory(seen[1].key().domain()).expect("read").is_some());
    assert!(store.forget(domain).expect("forgotten"));
}
