//! Places for articles: what is a person's stays as it is, and everything arrives once.

use crate::support::*;
use crate::watch::World;
use dehusk_stream::Record;
use dehusk_synth::loopback::{Log, Reply, Web};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Text by key of a file of JSON lines; fails if a key is there twice.
fn lines(path: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut articles = BTreeMap::new();
    for line in text.lines() {
        let record = Record::read(line.as_bytes()).unwrap();
        let text = record.text().to_string();
        assert!(articles.insert(record.key.clone(), text).is_none(), "{} is doubled", record.key);
    }
    articles
}

/// The keys in a folder of Markdown files, sorted.
fn markdown_keys(folder: &str) -> Vec<String> {
    let mut keys = Vec::new();
    for site in std::fs::read_dir(folder).unwrap().flatten().filter(|e| e.path().is_dir()) {
        for file in std::fs::read_dir(site.path()).unwrap().flatten() {
            if file.path().extension().is_some_and(|ending| ending == "md") {
                let text = std::fs::read_to_string(file.path()).unwrap();
                let key = text.lines().find_map(|line| line.strip_prefix("key: ")).unwrap();
                keys.push(serde_json::from_str(key).unwrap());
            }
        }
    }
    keys.sort();
    keys
}

/// The keys in an SQLite file, sorted.
fn sqlite_keys(path: &str) -> Vec<String> {
    let database = rusqlite::Connection::open(path).unwrap();
    let mut statement = database.prepare("SELECT key FROM articles ORDER BY key").unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

/// The keys in a folder of Parquet files, sorted.
fn parquet_keys(folder: &str) -> Vec<String> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let mut keys = Vec::new();
    for file in std::fs::read_dir(folder).unwrap().flatten() {
        if file.path().extension().is_some_and(|ending| ending == "parquet") {
            let reader =
                SerializedFileReader::new(std::fs::File::open(file.path()).unwrap()).unwrap();
            let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
            keys.extend(rows.map(|row| row.get_string(0).unwrap().clone()));
        }
    }
    keys.sort();
    keys
}

/// Runs a command to its end; its code and what it said.
fn run(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Killed 50 times. `DEHUSK_KILLS=1000 cargo test -p dehusk-cli --test command killed` is the long run.
#[test]
fn killed_at_any_moment_nothing_is_lost_and_nothing_is_there_twice() {
    let kills = std::env::var("DEHUSK_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(50u64);
    let world = World::new(6, 40 + kills);
    let path = |name: &str| world.folder.path(name);
    let (code, told) =
        run(world.watch_to("plain-data", &[&path("plain.jsonl")]).args(["--delay", "0"]));
    assert_eq!(code, 0, "{told}");
    let plain = lines(&path("plain.jsonl"));
    // Not every document is an article of its own: some come again, some share a key.
    assert!(plain.len() > 60, "{}", plain.len());
    let places = ["killed.jsonl", "killed-markdown", "killed.sqlite", "killed.parquet"].map(path);
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    for kill in 0..kills {
        let mut command = world.watch_to("killed-data", &places);
        let mut child = command.args(["--delay", "0.05"]).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(60 + kill * 97 % 600));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let (code, told) = run(world.watch_to("killed-data", &places).args(["--delay", "0"]));
    assert!(code < 2, "{told}");
    // Articles are compared by their keys: in what order a site's feeds are visited differs between a run that is
    // killed and one that is not, and with it what the site's memory knew of a page.
    let keys: Vec<String> = plain.into_keys().collect();
    assert_eq!(lines(places[0]).into_keys().collect::<Vec<_>>(), keys);
    assert_eq!(markdown_keys(places[1]), keys);
    assert_eq!(sqlite_keys(places[2]), keys);
    assert_eq!(parquet_keys(places[3]), keys);
}

#[test]
fn files_that_dehusk_did_not_write_stay_as_they_are() {
    let world = World::new(2, 6);
    let names = ["notes.jsonl", "notes-2.jsonl", "notes-3.jsonl"];
    let paths = names.map(|name| world.folder.file(name, "my notes\n"));
    let (code, told) = run(world.watch_to("data", &[&paths[0]]).args(["--delay", "0"]));
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("notes.jsonl was not written by") && told.contains("--append"), "{told}");
    for path in &paths {
        assert_eq!(std::fs::read_to_string(path).unwrap(), "my notes\n");
    }
    let (code, told) = run(world.watch_to("data", &[&paths[0]]).args(["--delay", "0", "--append"]));
    assert_eq!(code, 0, "{told}");
    let text = std::fs::read_to_string(&paths[0]).unwrap();
    assert!(text.starts_with("my notes\n{") && text.lines().count() > 3);
    for path in &paths[1..] {
        assert_eq!(std::fs::read_to_string(path).unwrap(), "my notes\n");
    }
}

#[test]
fn the_same_store_from_another_folder_cuts_no_file_there() {
    let world = World::new(2, 6);
    let strangers =
        world.folder.file("there/out.jsonl", "a long line that is a stranger's\n".repeat(9));
    std::fs::create_dir(world.folder.path("here")).unwrap();
    let mut here = world.watch_to("data", &["out.jsonl"]);
    let (code, told) = run(here.args(["--delay", "0"]).current_dir(world.folder.path("here")));
    assert_eq!(code, 0, "{told}");
    let written = lines(&world.folder.path("here/out.jsonl"));
    assert!(written.len() > 3);
    let mut there = world.watch_to("data", &["out.jsonl"]);
    let (code, told) = run(there.args(["--delay", "0"]).current_dir(world.folder.path("there")));
    assert_eq!(code, 2, "{told}");
    assert!(std::fs::read_to_string(strangers).unwrap().ends_with("stranger's\n"));
    // By another name it is the same place, and nothing is written again.
    let mut again = world.watch_to("data", &["../here/out.jsonl"]);
    let (code, told) = run(again.args(["--delay", "0"]).current_dir(world.folder.path("there")));
    assert_eq!(code, 1, "{told}");
    assert_eq!(lines(&world.folder.path("here/out.jsonl")), written);
}

#[test]
fn a_second_data_folder_is_kept_out_of_a_place() {
    let world = World::new(2, 6);
    let places = ["a.jsonl", "articles", "a.sqlite", "a.parquet"].map(|n| world.folder.path(n));
    let all: Vec<&str> = places.iter().map(String::as_str).collect();
    let (code, told) = run(world.watch_to("first", &all).args(["--delay", "0"]));
    assert_eq!(code, 0, "{told}");
    let keys: Vec<String> = lines(&places[0]).into_keys().collect();
    for place in &all {
        let (code, told) = run(world.watch_to("second", &[place]).args(["--delay", "0"]));
        assert_eq!(code, 2, "{told}");
        assert!(told.contains("data folder") && told.contains("--append"), "{told}");
    }
    assert_eq!(lines(&places[0]).into_keys().collect::<Vec<_>>(), keys);
    assert_eq!(markdown_keys(&places[1]), keys);
    assert_eq!(sqlite_keys(&places[2]), keys);
    assert_eq!(parquet_keys(&places[3]), keys);
}

#[test]
fn a_round_whose_delivery_failed_says_so_and_tells_no_secret() {
    let world = World::new(1, 4);
    // Nobody listens there.
    let hook = "http://me:password@127.0.0.1:1/hidden-path?token=hidden-token";
    let (code, told) = run(world.watch_to("data", &[hook]).args(["--delay", "0"]));
    assert_eq!(code, 2, "{told}");
    assert!(
        told.contains("webhook:http://127.0.0.1:1/… (")
            && told.contains(" still lacks 4 articles ("),
        "{told}"
    );
    assert!(!told.contains("password") && !told.contains("hidden"), "{told}");
}

#[test]
fn a_place_of_no_kind_is_refused() {
    let folder = Folder::new();
    let data = folder.path("data");
    let contact = ["--contact", "reader@quay.net"];
    let place = ["--data", &data, "--to", "foo:bar", "http://a.example/"];
    let run = dehusk(&[&["watch", "--once"], &contact[..], &place[..]].concat());
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("no kind \"foo\"") && run.stderr.contains("sqlite:"));
    assert!(!Path::new("foo:bar").exists());
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let world = World::new(1, 6);
    let mut command = world.watch_to("data", &["-"]);
    let mut child = command.args(["--delay", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(child.wait().unwrap().code().is_some_and(|code| code < 2), "{told}");
    assert!(!told.contains("ipe") && !told.contains("panicked"), "{told}");
}

#[test]
fn what_is_said_to_nobody_ends_no_run() {
    let world = World::new(1, 6);
    let mut command = world.watch_to("data", &[&world.folder.path("out.jsonl")]);
    let mut child = command.args(["--delay", "0"]).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_a_run_that_would_go_on_for_ever() {
    let world = World::new(1, 6);
    let mut once = world.watch_to("data", &["-"]);
    let mut command = command();
    command.args(once.args(["--delay", "0"]).get_args().filter(|arg| *arg != "--once"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    for _ in 0..600 {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{status:?}");
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("it goes on");
}

/// A hook that will not have every third article until it is mended, and the keys that were posted to it.
struct Hook {
    web: Web,
    posted: Arc<Mutex<Vec<String>>>,
    is_mended: Arc<AtomicBool>,
    _runtime: tokio::runtime::Runtime,
}

impl Hook {
    fn new() -> Hook {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let (posted, is_mended) =
            (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (noted, mended) = (posted.clone(), is_mended.clone());
        let serve = Web::serve(Log::default(), move |asked| {
            let mut noted = noted.lock().unwrap();
            noted.push(Record::read(&asked.body).unwrap().key);
            let is_refused = noted.len() % 3 == 1 && !mended.load(Ordering::SeqCst);
            Reply::status(if is_refused { 422 } else { 204 })
        });
        let web = runtime.block_on(serve).unwrap();
        Hook { web, posted, is_mended, _runtime: runtime }
    }

    /// Its address, with a secret in it.
    fn address(&self) -> String {
        format!("http://{}/hook?token=hidden-token", self.web.address())
    }

    /// What was posted since this was asked last.
    fn posted(&self) -> Vec<String> {
        std::mem::take(&mut self.posted.lock().unwrap())
    }
}

#[test]
fn what_a_hook_would_not_take_is_listed_and_comes_again_by_command_only() {
    let (world, hook) = (World::new(1, 7), Hook::new());
    let data = world.folder.path("data");
    let round = || run(world.watch_to("data", &[&hook.address()]).args(["--delay", "0"]));
    let (code, told) = round();
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("dehusk store redeliver") && !told.contains("hidden-token"), "{told}");
    let refused: Vec<String> = hook.posted().into_iter().step_by(3).collect();
    assert!(refused.len() > 1, "{refused:?}");
    let listed = dehusk(&["store", "set-aside", &data]);
    assert_eq!(
        (listed.code, listed.stdout.lines().count()),
        (0, refused.len()),
        "{}",
        listed.stdout
    );
    assert!(listed.stdout.lines().all(|line| line.ends_with("the hook answered 422")));
    assert!(!listed.stdout.contains("hidden-token"), "{}", listed.stdout);
    // To look is not to ask for it.
    round();
    assert_eq!(hook.posted(), [] as [&str; 0]);

    hook.is_mended.store(true, Ordering::SeqCst);
    let asked = dehusk(&["store", "redeliver", &data]);
    assert_eq!((asked.code, asked.stdout.lines().count()), (0, 1), "{}", asked.stderr);
    assert!(
        asked.stdout.contains(&format!("delivers {} articles again", refused.len())),
        "{}",
        asked.stdout
    );
    let (code, told) = round();
    assert!(code < 2, "{told}");
    assert_eq!(hook.posted(), refused);
    for verb in ["set-aside", "redeliver"] {
        let nothing = dehusk(&["store", verb, &data]);
        assert_eq!((nothing.code, nothing.stdout.as_str()), (0, "nothing is set aside\n"));
    }
    round();
    assert_eq!(hook.posted(), [] as [&str; 0]);
}
