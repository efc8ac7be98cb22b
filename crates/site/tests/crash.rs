//! Killed at any moment, a store holds every document it acknowledged and decides as if nothing had been.
//!
//! The test starts itself as a child that inserts and acknowledges, kills it with SIGKILL after a while,
//! and compares the store with an uninterrupted run. `DEHUSK_KILLS=200 cargo test -p dehusk-site --test
//! crash` does so 200 times; 20 times unless told.

#![cfg(all(feature = "store", unix))]

mod support;

use dehusk_site::store::{SiteStore, StoreOptions};
use dehusk_site::{Observation, Retention, SiteMemory};
use dehusk_synth::Web;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::observation;

const SITES: u64 = 4;
const PLACE: &str = "DEHUSK_CRASH_STORE";
/// Documents at most: the child waits there to be killed.
const MOST: u64 = 4000;

fn web() -> Web {
    Web::new(21).with_redesign_at(Some(60)).with_duplicates(20)
}

/// Few documents a site and little memory: eviction, resting and writing whole memories happen all the time.
fn open(path: &Path) -> SiteStore {
    let retention = Retention::default().with_most(25);
    let options = StoreOptions::default().with_retention(retention).with_budget(64 << 10);
    SiteStore::open(path, options).expect("a store that opens")
}

fn observed(store: &SiteStore) -> u64 {
    store.sites().expect("sites").iter().map(|site| site.observed).sum()
}

/// What the child does: goes on where the store is, and says after each batch how far it is.
#[test]
#[ignore = "is started and killed by the other test"]
fn child() {
    let Some(path) = std::env::var_os(PLACE) else { return };
    let mut store = open(Path::new(&path));
    let mut next = observed(&store);
    let mut out = std::io::stdout();
    while next < MOST {
        let batch: Vec<Observation> =
            (next..next + 1 + next % 3).map(|number| observation(&web(), SITES, number)).collect();
        store.observe_all(&batch).expect("kept");
        next += batch.len() as u64;
        writeln!(out, "\nacknowledged {next}").expect("the parent reads");
        out.flush().expect("the parent reads");
    }
    std::thread::sleep(Duration::from_secs(600));
}

/// Runs the child, kills it after some acknowledgements and a moment more; the last one it gave.
fn run_and_kill(path: &Path, acknowledgements: u64, more: Duration) -> u64 {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "child", "--ignored", "--nocapture"])
        .env(PLACE, path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a child");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut last = 0;
    let mut read = |count: u64| {
        let told = lines.by_ref().map_while(Result::ok).filter_map(|line| {
            line.strip_prefix("acknowledged ").and_then(|number| number.parse::<u64>().ok())
        });
        told.take(count as usize).for_each(|number| last = number);
    };
    read(acknowledgements);
    std::thread::sleep(more);
    child.kill().expect("killed");
    child.wait().expect("gone");
    read(u64::MAX);
    last
}

#[test]
fn killed_at_any_moment_nothing_acknowledged_is_lost() {
    let kills = std::env::var("DEHUSK_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(20u64);
    let folder = std::env::temp_dir().join(format!("dehusk-crash-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("sites.sqlite");
    let mut memories: BTreeMap<String, SiteMemory> = BTreeMap::new();
    let (mut done, mut chance) = (0, std::process::id().into());
    for kill in 0..kills {
        let acknowledgements = random(&mut chance) % 8;
        let more = Duration::from_micros(random(&mut chance) % 20_000);
        let acknowledged = run_and_kill(&path, acknowledgements, more);
        let mut store = open(&path);
        let kept = observed(&store);
        assert!(kept >= acknowledged.max(done), "{kept} of {acknowledged} after kill {kill}");
        for number in done..kept {
            let seen = observation(&web(), SITES, number);
            let memory = memories.entry(seen.key().domain().into());
            let retention = Retention::default().with_most(25);
            memory.or_insert_with(|| SiteMemory::new(retention)).observe(&seen);
        }
        done = kept;
        // What comes next is judged as in an uninterrupted run.
        for probe in (kept..kept + SITES).map(|number| observation(&web(), SITES, number)) {
            let expected = match memories.get_mut(probe.key().domain()) {
                Some(memory) => memory.hint(&probe),
                None => continue,
            };
            assert_eq!(store.hint(&probe).expect("a hint"), expected, "after kill {kill}");
        }
    }
    println!("{kills} kills, {done} documents");
    assert!(done > kills, "the child did nothing: {done} documents");
    std::fs::remove_dir_all(&folder).expect("cleaned");
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) ^ *state >> 50
}
