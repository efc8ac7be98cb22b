//! The store and every kind of sink on one disk that fails or loses its power at any call: nothing that was
//! acknowledged is lost, nothing is there twice, and nothing of anybody else's is touched.
//!
//! A run of 200 articles makes about 1,100 calls. A sample of them is tried here;
//! `DEHUSK_FAULTS=all cargo test --release -p dehusk-stream --lib one_disk` tries every one.

use super::*;
use crate::files::Files;
use crate::files::faults::{Fault, FaultyDisk};
use crate::sink::testing::{
    numbers_in_lines, numbers_in_markdown, numbers_in_parquet, numbers_in_sqlite,
};
use crate::sink::{JsonLines, MarkdownFolder, ParquetFolder, SqliteFile};
use crate::store::NewArticle;
use crate::testing::Folder;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

const ARTICLES: i64 = 200;
/// Articles of a transaction.
const AT_ONCE: i64 = 25;
/// Files of somebody else, some of them under names that a sink would take.
const STRANGERS: [&str; 4] = ["a-2.jsonl", "notes.md", "a.sqlite.bak", "data/.mine"];

/// An article as the extraction makes it, in a record that is not all alike.
fn article(number: i64) -> NewArticle {
    let key = format!("http://a.example/{number}");
    let text = (0..40).map(|n| format!("word{}", (n * n + 7) * (number + 3)));
    let text = text.collect::<Vec<_>>().join(" ");
    let record = serde_json::json!({
        "key": key, "site": "a.example", "request_url": key, "response_url": key,
        "feed": "http://a.example/feed", "feed_title": null, "item_title": format!("Title {number}"),
        "item_published": null, "fetched": "2026-01-01T00:00:00Z", "site_support": 0,
        "same_text_as": null, "article": { "text": text, "markdown": text },
    });
    NewArticle {
        url: key.clone(),
        key,
        site: "a.example".into(),
        feed: 1,
        title: Some(format!("Title {number}")),
        published: None,
        fetched: 1_767_225_600_000,
        confidence: Some(0.5),
        words: 40,
        language: None,
        support: 0,
        text_hash: u128::from(number.cast_unsigned()).to_be_bytes(),
        record: record.to_string().into_bytes(),
        page: None,
    }
}

/// A hook: it takes articles one by one, and what it has outlives us.
struct Hook(Arc<Mutex<Vec<i64>>>);

impl Sink for Hook {
    fn name(&self) -> String {
        "hook".into()
    }

    fn open(&mut self, _: &Opening<'_>) -> Result<String, SinkError> {
        Ok(String::new())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        self.0.lock().unwrap().extend(batch.iter().map(|delivery| delivery.seq));
        Ok(Taken::all(batch))
    }
}

/// Everything that one program has on one disk.
struct Machine {
    root: PathBuf,
    files: Files,
    hook: Arc<Mutex<Vec<i64>>>,
}

impl Machine {
    fn sinks(&self) -> Vec<Box<dyn Sink>> {
        let (at, files) = (|name: &str| self.root.join(name), || self.files.clone());
        vec![
            // Full after every few batches.
            Box::new(JsonLines::new(at("a.jsonl"), 20_000).with_files(files())),
            Box::new(MarkdownFolder::new(at("markdown")).with_files(files())),
            Box::new(ParquetFolder::new(at("parquet")).with_files(files())),
            Box::new(SqliteFile::new(at("a.sqlite")).with_files(files())),
            Box::new(Hook(self.hook.clone())),
        ]
    }

    /// Goes on until all articles are everywhere, as the threads of a stream do, but one after the other. Tells the
    /// last article that the store has acknowledged.
    fn run(&self, acknowledged: &mut i64) -> Result<(), StreamError> {
        let data = self.root.join("data");
        let mut store = Store::open_on(self.files.clone(), &data)?;
        assert!(store.newest()? >= *acknowledged, "{} are lost", *acknowledged - store.newest()?);
        let mut outlets = Outlet::open_all(&mut store, &data, self.sinks())?;
        let store = Arc::new(Mutex::new(store));
        let stage = stage(store.clone(), outlets.len());
        loop {
            let newest = store.lock().unwrap().newest()?;
            let last = newest == ARTICLES;
            for (number, outlet) in outlets.iter_mut().enumerate() {
                outlet.round(&stage, number, last || newest % (4 * AT_ONCE) == 0)?;
            }
            if last {
                return Ok(());
            }
            let next = newest + 1..=(newest + AT_ONCE).min(ARTICLES);
            store.lock().unwrap().batch(|batch| {
                next.clone().try_for_each(|n| batch.add_article(&article(n), 0).map(drop))
            })?;
            *acknowledged = *next.end();
        }
    }

    /// What each sink has.
    fn numbers(&self) -> BTreeMap<&'static str, Vec<i64>> {
        let lines = (1..100).flat_map(|number| {
            let end = if number == 1 { String::new() } else { format!("-{number}") };
            let name = format!("a{end}.jsonl");
            let path = self.root.join(&name);
            if STRANGERS.contains(&name.as_str()) { Vec::new() } else { numbers_in_lines(&path) }
        });
        let mut hook = self.hook.lock().unwrap().clone();
        // It is told twice of what a crash left open, by the same key.
        hook.sort_unstable();
        hook.dedup();
        BTreeMap::from([
            ("lines", lines.collect()),
            ("markdown", numbers_in_markdown(&self.root.join("markdown"))),
            ("parquet", numbers_in_parquet(&self.root.join("parquet"))),
            ("sqlite", numbers_in_sqlite(&self.root.join("a.sqlite"))),
            ("hook", hook),
        ])
    }

    /// Everything is everywhere once, and what is somebody else's is as it was.
    fn check(&self, told: &str) {
        let all: Vec<i64> = (1..=ARTICLES).collect();
        for (sink, numbers) in self.numbers() {
            assert_eq!(numbers, all, "{told}: {sink}");
        }
        let reader = Reader::open(&self.root.join("data")).unwrap();
        let rows = reader.articles_after(0, 1000).unwrap();
        assert!(rows.iter().map(|row| row.seq).eq(1..=ARTICLES), "{told}");
        for row in rows {
            assert_eq!(reader.record(&row).unwrap(), article(row.seq).record, "{told}");
        }
        for name in STRANGERS {
            assert_eq!(std::fs::read(self.root.join(name)).unwrap(), b"mine", "{told}: {name}");
        }
    }
}

fn stage(store: Arc<Mutex<Store>>, sinks: usize) -> Deliver {
    let notes = move |progress: SinkProgress| {
        let mut store = store.lock().unwrap();
        let noted = store.batch(|batch| {
            batch.set_position(&progress.sink, &progress.position)?;
            batch.got_again(&progress.sink, progress.again)?;
            batch.set_aside(&progress.sink, &progress.set_aside, 0)
        });
        noted.ok()
    };
    Deliver {
        notes: Arc::new(notes),
        outbox: Arc::new(Outbox::new(0, vec![0; sinks]).0),
        counts: Arc::default(),
        say: Arc::new(|_: &str| ()),
        ending: Ending::new().0,
        clock: Clock::default(),
    }
}

/// Makes a folder with files of somebody else in it.
fn make(root: &Path) {
    std::fs::create_dir_all(root.join("data")).unwrap();
    STRANGERS.iter().for_each(|name| std::fs::write(root.join(name), "mine").unwrap());
}

fn machine(root: &Path, disk: &Arc<FaultyDisk>, hook: &Arc<Mutex<Vec<i64>>>) -> Machine {
    Machine { root: root.into(), files: disk.files(), hook: hook.clone() }
}

/// One run with a fault, and another after it that finds what it left.
fn try_fault(folder: &Path, fault: Fault, seed: u64) {
    let told = format!("{fault:?}, seed {seed}");
    let (root, image) = (folder.join("disk"), folder.join("image"));
    for old in [&root, &image] {
        let _ = std::fs::remove_dir_all(old);
    }
    make(&root);
    let (hook, mut acknowledged) = (Arc::default(), 0);
    let disk = FaultyDisk::new(&root, &image, fault, seed);
    let ended = machine(&root, &disk, &hook).run(&mut acknowledged);
    // What fails while the store is closed is not missed.
    assert!(ended.is_err() || acknowledged == ARTICLES, "{told}");
    if disk.crashed() {
        std::fs::remove_dir_all(&root).unwrap();
        std::fs::rename(&image, &root).unwrap();
    }
    let sound = FaultyDisk::new(&root, &image, Fault::None, 0);
    let after = machine(&root, &sound, &hook);
    let again = after.run(&mut acknowledged);
    again.unwrap_or_else(|error| panic!("{told}: {error}"));
    after.check(&told);
}

fn calls(folder: &Path) -> u64 {
    let root = folder.join("whole");
    make(&root);
    let disk = FaultyDisk::new(&root, &root, Fault::None, 0);
    let whole = machine(&root, &disk, &Arc::default());
    whole.run(&mut 0).unwrap();
    whole.check("no fault");
    disk.calls()
}

#[test]
fn store_and_sinks_on_one_disk_that_fails_at_any_call_lose_and_double_nothing() {
    let folder = Folder::in_memory();
    let folder = folder.path().canonicalize().unwrap();
    let calls = calls(&folder);
    assert!(calls > 1000, "{calls}");
    println!("{calls} calls");
    let all = std::env::var("DEHUSK_FAULTS").is_ok_and(|faults| faults == "all");
    // The first calls and the last ones are made once, the others again and again.
    let step = if all { 1 } else { 151 };
    let tried = (0..calls).filter(|n| n % step == 0 || (!all && (*n < 8 || n + 4 > calls)));
    for at in tried {
        let faults = [
            (Fault::CrashBefore(at), at),
            (Fault::CrashAfter(at), at + 1),
            (Fault::FailOnce(at), 0),
            (Fault::FailOnce(at), 1),
            (Fault::FailFrom(at), 0),
        ];
        faults.into_iter().for_each(|(fault, seed)| try_fault(&folder, fault, seed));
    }
}

/// A hook whose address is wrong: it answers 404 to everything.
struct Wrong {
    hook: Hook,
    wrong: Arc<Mutex<bool>>,
}

impl Sink for Wrong {
    fn name(&self) -> String {
        self.hook.name()
    }

    fn open(&mut self, from: &Opening<'_>) -> Result<String, SinkError> {
        self.hook.open(from)
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        if !*self.wrong.lock().unwrap() {
            return self.hook.deliver(batch);
        }
        let aside = |delivery: &Delivery| SetAside { seq: delivery.seq, reason: "404".into() };
        Ok(Taken { set_aside: batch.iter().map(aside).collect(), ..Taken::all(batch) })
    }
}

#[test]
fn what_was_set_aside_is_delivered_again_when_somebody_asks_for_it() {
    let folder = Folder::new();
    let (got, wrong) = (Arc::<Mutex<Vec<i64>>>::default(), Arc::new(Mutex::new(true)));
    let data = folder.path().join("data");
    let run = |articles: std::ops::RangeInclusive<i64>, again: bool| {
        let mut store = Store::open(&data).unwrap();
        if again {
            assert_eq!(store.batch(|batch| batch.deliver_again("hook")).unwrap(), 30);
        }
        let sink = Wrong { hook: Hook(got.clone()), wrong: wrong.clone() };
        let mut outlets = Outlet::open_all(&mut store, &data, vec![Box::new(sink)]).unwrap();
        let added = store.batch(|batch| {
            articles.clone().try_for_each(|n| batch.add_article(&article(n), 0).map(drop))
        });
        added.unwrap();
        let stage = stage(Arc::new(Mutex::new(store)), 1);
        outlets[0].round(&stage, 0, true).unwrap();
    };
    run(1..=30, false);
    assert_eq!(got.lock().unwrap().len(), 0);
    *wrong.lock().unwrap() = false;
    run(31..=40, false);
    assert!(got.lock().unwrap().iter().copied().eq(31..=40), "nothing comes again unasked");
    run(41..=45, true);
    let all = got.lock().unwrap().clone();
    assert!(all.iter().copied().eq((31..=40).chain(1..=30).chain(41..=45)), "{all:?}");
    let reader = Reader::open(&data).unwrap();
    assert_eq!(reader.again("hook").unwrap(), [] as [i64; 0]);
    assert_eq!(reader.set_aside("hook", 9).unwrap(), []);
}
