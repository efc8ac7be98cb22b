//! `dehusk batch`: archives and tables in, corpora out, whatever happens on the way.

use crate::support::{ARTICLE, Folder, Run, command, dehusk, dehusk_with, gzip, page};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// A record of an archive.
fn record(kind: &str, number: usize, block: &str) -> Vec<u8> {
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n\
         WARC-Target-URI: https://ferry.example/news/{number}\r\nWARC-Date: 2026-11-18T00:00:00Z\r\n\
         Content-Type: application/http; msgtype={kind}\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

fn response(number: usize, html: &str) -> Vec<u8> {
    record("response", number, &format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}"))
}

/// A page that is about something of its own.
fn story(number: usize) -> String {
    page(&format!(
        "Story {number} tells of the ferry {} and its {} passengers",
        number * 7,
        number * 13
    ))
}

/// An archive of so many pages, each packed by itself.
fn archive(pages: usize) -> Vec<u8> {
    let mut bytes = gzip(&record("request", 9999, "GET / HTTP/1.1\r\n\r\n"));
    (0..pages).for_each(|number| bytes.extend(gzip(&response(number, &story(number)))));
    bytes
}

fn lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The files of a corpus by name, notes of the run aside.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![Path::new(folder).to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_string();
            match path.is_dir() {
                true if name != "_dehusk" => folders.push(path),
                true => {}
                false => drop(files.insert(name, fs::read(&path).unwrap())),
            }
        }
    }
    files
}

#[test]
fn an_archive_becomes_lines_of_json() {
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", archive(3));
    let run = dehusk(&["batch", &file]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows = lines(&run);
    assert_eq!(rows.len(), 3);
    for (number, row) in rows.iter().enumerate() {
        let html = folder.file("page.html", story(number));
        let url = format!("https://ferry.example/news/{number}");
        let alone = dehusk(&[&html, "--url", &url]);
        assert_eq!(row["text"].as_str().unwrap(), alone.stdout.trim_end(), "as the page alone");
        assert_eq!(
            (row["url"].as_str(), row["site"].as_str()),
            (Some(&*url), Some("ferry.example"))
        );
        assert_eq!(
            (row["id"].as_str().unwrap(), row["record"].as_str().unwrap()),
            (&*format!("urn:uuid:{number}"), "response")
        );
        assert_eq!((row["status"].as_i64(), row["lang"].as_str()), (Some(200), Some("en")));
        assert!(row["confidence"].as_f64().unwrap() > 0.0 && row["words"].as_i64().unwrap() > 50);
    }
    assert!(run.stderr.contains("1 left out: record request"), "{}", run.stderr);
}

#[test]
fn a_corpus_is_parquet_with_a_manifest() {
    let folder = Folder::new();
    let (file, out) = (folder.file("a.warc.gz", archive(150)), folder.path("corpus"));
    let run = dehusk(&[
        "batch",
        &file,
        "--out",
        &out,
        "--shard-size",
        "20K",
        "--columns",
        "id,url,text,words",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let manifest: Value =
        serde_json::from_slice(&fs::read(format!("{out}/manifest.json")).unwrap()).unwrap();
    assert_eq!((manifest["schema"].as_i64(), manifest["rows"].as_i64()), (Some(1), Some(150)));
    let shards = manifest["files"].as_array().unwrap();
    assert!(shards.len() > 1);
    let mut ids = Vec::new();
    for shard in shards {
        let file = fs::File::open(format!("{out}/{}", shard["name"].as_str().unwrap())).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        for row in reader.get_row_iter(None).unwrap() {
            ids.push(row.unwrap().get_string(0).unwrap().clone());
        }
    }
    let expected: Vec<String> = (0..150).map(|number| format!("urn:uuid:{number}")).collect();
    assert_eq!(ids, expected, "in order");
}

#[test]
fn the_number_of_threads_does_not_show() {
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", archive(250));
    let corpora = ["1", "2", "7"].map(|jobs| {
        let out = folder.path(jobs);
        let run = dehusk(&[
            "batch",
            &file,
            "--out",
            &out,
            "--jobs",
            jobs,
            "--shard-size",
            "30K",
            "--dedup",
            "near",
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        files(&out)
    });
    assert!(corpora[0].len() > 3);
    assert!(corpora[0] == corpora[1] && corpora[1] == corpora[2]);
}

#[test]
fn every_format_has_every_page() {
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", archive(5));
    for format in ["jsonl", "jsonl.gz", "jsonl.zst", "warc", "warc.gz"] {
        let out = folder.path(format);
        let run = dehusk(&["batch", &file, "--out", &out, "--format", format]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let again = format!("{out}/00000-00000.{format}");
        let read = match format.starts_with("warc") {
            true => dehusk(&["batch", &again]),
            false => dehusk(&["batch", &again, "--html-column", "text"]),
        };
        let rows = lines(&read);
        assert_eq!(rows.len(), 5, "{format}: {}", read.stderr);
        if format.starts_with("warc") {
            assert_eq!(rows[0]["record"], "conversion");
            let text = rows[3]["text"].as_str().unwrap();
            assert!(text.contains("Story 3 tells"), "{text}");
        }
    }
    let out = folder.path("markdown");
    let run = dehusk(&["batch", &file, "--out", &out, "--format", "markdown"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let pages: Vec<_> = files(&out).into_iter().filter(|(name, _)| name.ends_with(".md")).collect();
    assert_eq!(pages.len(), 5);
    assert_eq!(pages[0].0, "00000-00000/000001-a-page.md");
    let text = String::from_utf8(pages[0].1.clone()).unwrap();
    assert!(text.starts_with("---\ntitle: \"A page\"\nurl: \"https://"), "{text}");
}

#[test]
fn rows_are_chosen_and_the_others_counted() {
    let folder = Folder::new();
    let mut bytes = archive(4);
    bytes.extend(gzip(&response(4, &fs::read_to_string(ARTICLE).unwrap())));
    bytes.extend(gzip(&record("response", 5, "HTTP/1.1 404 Not Found\r\n\r\n<p>Gone.")));
    bytes.extend(gzip(&record(
        "response",
        6,
        "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\u{89}PNG\r\n\u{1a}\n\0\0",
    )));
    bytes.extend(gzip(&record("revisit", 7, "HTTP/1.1 200 OK\r\n\r\n")));
    let file = folder.file("a.warc.gz", bytes);
    let run = dehusk(&["batch", &file, "--where", "title != \"A page\" and words > 100"]);
    assert_eq!((run.code, lines(&run).len()), (0, 1), "{}", run.stderr);
    for part in [
        "4 left out: not title <> \"A page\"",
        "1 left out: status 404",
        "1 left out: record revisit",
        "left out: no page",
    ] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
    let run = dehusk(&["batch", &file, "--preset", "fineweb"]);
    assert!(matches!(run.code, 0 | 1), "{}", run.stderr);
    let none = dehusk(&["batch", &file, "--where", "words > 1000000"]);
    assert_eq!((none.code, none.stdout.as_str()), (1, ""));
}

#[test]
fn a_damaged_record_is_named_and_stops_no_other() {
    let folder = Folder::new();
    let mut frames: Vec<Vec<u8>> = (0..5).map(|n| gzip(&response(n, &story(n)))).collect();
    let middle = frames[2].len() / 2;
    frames[2][middle..middle + 6].fill(0xff);
    let offset: usize = frames[..2].iter().map(Vec::len).sum();
    let (file, out) = (folder.file("a.warc.gz", frames.concat()), folder.path("corpus"));
    let run = dehusk(&["batch", &file, "--out", &out]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let manifest: Value =
        serde_json::from_slice(&fs::read(format!("{out}/manifest.json")).unwrap()).unwrap();
    assert!(manifest["rows"].as_i64().unwrap() >= 4);
    let failures = fs::read_to_string(format!("{out}/failures.jsonl")).unwrap();
    let failure: Value = serde_json::from_str(failures.lines().next().unwrap()).unwrap();
    assert_eq!(
        (failure["file"].as_str(), failure["offset"].as_u64()),
        (Some(&*file), Some(offset as u64))
    );
}

#[test]
fn tables_and_folders_are_read() {
    let folder = Folder::new();
    let row = |number: usize| {
        let row = serde_json::json!({ "content": story(number), "link": format!("https://a.example/{number}"), "id": number });
        row.to_string() + "\n"
    };
    let jsonl: String =
        (0..3).map(row).collect::<String>() + "not json\n{\"link\":\"https://a.example/\"}\n";
    let packed = folder.file("in/rows.jsonl.gz", gzip(jsonl.as_bytes()));
    let columns = ["--html-column", "content", "--url-column", "link"];
    let run = dehusk(&[&["batch", &packed][..], &columns].concat());
    assert_eq!(run.code, 2, "a line is no JSON: {}", run.stderr);
    let rows = lines(&run);
    assert_eq!(rows.len(), 3);
    assert_eq!(
        (rows[2]["id"].as_str(), rows[2]["url"].as_str()),
        (Some("2"), Some("https://a.example/2"))
    );
    assert!(run.stderr.contains("1 left out: no content in the row"), "{}", run.stderr);
    // The corpus that comes out can be read again as a table.
    let out = folder.path("out");
    assert_eq!(dehusk(&["batch", ARTICLE, "--out", &out, "--columns", "url,text,id"]).code, 0);
    let again = dehusk(&["batch", &format!("{out}/00000-00000.parquet"), "--html-column", "text"]);
    assert_eq!((again.code, lines(&again).len()), (0, 1), "{}", again.stderr);
    let wrong = dehusk(&["batch", &format!("{out}/00000-00000.parquet")]);
    assert!(
        wrong.code == 2
            && wrong.stderr.contains("there is no column \"html\"; it has id, url, text"),
        "{}",
        wrong.stderr
    );
    folder.file("in/deep/page.html", story(7));
    let all = dehusk(&[&["batch", &folder.path("in")][..], &columns].concat());
    assert_eq!(lines(&all).len(), 4, "{}", all.stderr);
    let list =
        folder.file("list.txt", format!("# inputs\n{packed}\n{}\n", folder.path("in/deep/*.html")));
    let listed = dehusk(&[&["batch", "--from", &list][..], &columns].concat());
    assert_eq!(lines(&listed).len(), 4, "{}", listed.stderr);
    let piped = dehusk_with(&["batch", "-"], &archive(2));
    assert_eq!(lines(&piped).len(), 2, "{}", piped.stderr);
}

#[test]
fn pages_that_say_the_same_are_written_once() {
    let folder = Folder::new();
    let near = story(1).replacen("until it is long enough", "until it was long enough", 1);
    let mut bytes = archive(4);
    bytes.extend(gzip(&response(2, &story(9))));
    bytes.extend(gzip(&response(10, &story(3))));
    bytes.extend(gzip(&response(11, &near)));
    let file = folder.file("a.warc.gz", &bytes);
    let corpus = |name: &str, more: &[&str]| {
        let out = folder.path(name);
        let run =
            dehusk(&[&["batch", &file, "--out", &out, "--format", "jsonl"][..], more].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = fs::read_to_string(format!("{out}/00000-00000.jsonl")).unwrap_or_default();
        let rows: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (rows, run.stderr)
    };
    assert_eq!(corpus("key", &["--dedup", "key"]).0.len(), 6);
    assert_eq!(corpus("text", &["--dedup", "text"]).0.len(), 5);
    let (rows, said) = corpus("near", &["--dedup", "near"]);
    assert_eq!(rows.len(), 4, "{said}");
    for part in [
        "1 left out: duplicate by key",
        "1 left out: duplicate by text",
        "1 left out: duplicate by near",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (all, _) = corpus("all", &["--dedup", "near", "--keep-duplicates"]);
    assert_eq!(all.len(), 7);
    let told: Vec<Option<&str>> = all.iter().map(|row| row["duplicate"].as_str()).collect();
    assert_eq!(told, [None, None, None, None, Some("key"), Some("text"), Some("near")]);
    assert_eq!(all[1]["group"], all[6]["group"]);
    assert_eq!((all[0]["copies"].as_i64(), all[1]["copies"].as_i64()), (Some(1), Some(2)));
    // A second run with another archive knows what the first has written.
    let seen = folder.path("seen");
    assert_eq!(corpus("first", &["--dedup", "near", "--seen", &seen]).0.len(), 4);
    let next = folder.file(
        "b.warc.gz",
        [gzip(&response(20, &story(2))), gzip(&response(21, &story(21)))].concat(),
    );
    let out = folder.path("second");
    let run = dehusk(&[
        "batch", &next, "--out", &out, "--format", "jsonl", "--dedup", "near", "--seen", &seen,
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = fs::read_to_string(format!("{out}/00000-00000.jsonl")).unwrap();
    assert!(text.lines().count() == 1 && text.contains("Story 21"), "{text}");
}

#[test]
fn pages_of_a_site_share_what_they_show() {
    let web = dehusk_synth::Web::new(5).with_duplicates(0);
    let page = |site: u64, number: u64| {
        let page = web.site(site).page(number);
        let block = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{}",
            page.html
        );
        let head = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{site}-{number}>\r\nWARC-Target-URI: {}\r\n\
             WARC-Date: 2026-11-18T00:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
            page.url,
            block.len()
        );
        gzip(format!("{head}{block}\r\n\r\n").as_bytes())
    };
    // One site with many pages, and one with few.
    let mut bytes: Vec<u8> = (0..30).flat_map(|number| page(1, number)).collect();
    bytes.extend((0..3).flat_map(|number| page(2, number)));
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", &bytes);
    let corpus = |name: &str, input: &str, more: &[&str]| {
        let out = folder.path(name);
        let args =
            [&["batch", input, "--out", &out, "--columns", "id,text,offset"][..], more].concat();
        let run = dehusk_with(&args, &bytes);
        assert_eq!(run.code, 0, "{}", run.stderr);
        files(&out).remove("00000-00000.parquet").unwrap()
    };
    let alone = corpus("alone", &file, &[]);
    let memory = corpus("auto", &file, &["--memory", "auto"]);
    assert_ne!(alone, memory, "what a site shows changes answers");
    assert_eq!(memory, corpus("jobs", &file, &["--memory", "auto", "--jobs", "5"]));
    // A pipe can be read once, so a copy is kept as long as it is needed; only names differ.
    let piped = corpus("pipe", "-", &["--memory", "auto"]);
    assert_eq!(piped, memory);
    let store = folder.path("sites.db");
    assert_eq!(
        corpus("file", &file, &["--memory", &store]),
        memory,
        "a new file knows nothing more"
    );
    let known = dehusk(&["site", "list", "--memory", &store]);
    assert!(known.stdout.lines().count() >= 2, "{}{}", known.stdout, known.stderr);
}

#[test]
fn a_run_that_was_killed_goes_on_to_the_same_files() {
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", archive(400));
    let kills: usize = std::env::var("DEHUSK_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    for more in [&[][..], &["--dedup", "near", "--memory", "auto"]] {
        let name = format!("run{}", more.len());
        let out = |name: &str| folder.path(name);
        let whole = out(&format!("{name}-whole"));
        let args = |out: &str, resume: bool| -> Vec<String> {
            let mut args = vec!["batch", &file, "--out", out, "--shard-size", "60K", "--jobs", "2"];
            args.extend(more);
            if resume {
                args.push("--resume");
            }
            args.into_iter().map(str::to_string).collect()
        };
        let start = std::time::Instant::now();
        let status = command().args(args(&whole, false)).stderr(Stdio::null()).status().unwrap();
        assert!(status.success());
        let took = start.elapsed();
        let killed = out(&format!("{name}-killed"));
        let mut random = 7u64;
        for kill in 0..kills {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mut child =
                command().args(args(&killed, true)).stderr(Stdio::null()).spawn().unwrap();
            let share = (random >> 40) as f64 / (1u64 << 24) as f64;
            std::thread::sleep(took.mul_f64(share * 0.6) + Duration::from_millis(kill as u64 % 3));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let status = command().args(args(&killed, true)).stderr(Stdio::null()).status().unwrap();
        assert!(status.success());
        let (whole, killed) = (files(&whole), files(&killed));
        assert_eq!(whole.keys().collect::<Vec<_>>(), killed.keys().collect::<Vec<_>>());
        assert!(whole == killed, "other bytes");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_cleanly() {
    let folder = Folder::new();
    let (file, out) = (folder.file("a.warc.gz", archive(600)), folder.path("corpus"));
    let args = ["batch", &file, "--out", &out, "--shard-size", "50K", "--jobs", "1"];
    let mut child = command().args(args).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let kill = std::process::Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
    assert!(kill.unwrap().success());
    let status = child.wait().unwrap();
    // It may have been done before.
    if status.code() != Some(0) {
        assert_eq!(status.code(), Some(2));
        assert!(!Path::new(&format!("{out}/manifest.json")).exists());
    }
    let resumed = dehusk(&[&args[..], &["--resume"]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(Path::new(&format!("{out}/manifest.json")).exists());
    assert!(!Path::new(&format!("{out}/_dehusk/work")).exists());
}

#[test]
fn what_is_not_its_own_is_not_touched() {
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", archive(2));
    folder.file("mine/notes.txt", "mine");
    let mine = folder.path("mine");
    let no_folder = dehusk(&["batch", &file, "--out", &file]);
    assert_eq!(no_folder.code, 2);
    assert!(
        no_folder.complaint().contains("is a file: give a folder"),
        "{}",
        no_folder.complaint()
    );
    let refused = dehusk(&["batch", &file, "--out", &mine]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.complaint().contains("holds files that are not of a run"),
        "{}",
        refused.stderr
    );
    assert_eq!(files(&mine).len(), 1);
    let out = folder.path("corpus");
    assert_eq!(dehusk(&["batch", &file, "--out", &out]).code, 0);
    let before = files(&out);
    let again = dehusk(&["batch", &file, "--out", &out]);
    assert!(again.code == 2 && again.complaint().contains("add --resume"), "{}", again.stderr);
    let other = dehusk(&["batch", &file, "--out", &out, "--resume", "--where", "words > 5"]);
    assert!(other.code == 2 && other.complaint().contains("differs in where"), "{}", other.stderr);
    let done = dehusk(&["batch", &file, "--out", &out, "--resume"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(files(&out) == before);
}

#[test]
fn wrong_arguments_are_named() {
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", archive(1));
    let empty = folder.file("empty.warc.gz", "");
    let binary = folder.file("b.warc.gz", b"\x7fELF\0\0\0\0\0\0");
    for (args, code, part) in [
        (&["batch"][..], 2, "no input"),
        (&["batch", "no/such.warc"], 2, "there is no file of this name"),
        (&["batch", "no/*.warc"], 2, "matches nothing"),
        (&["batch", &file, "--columns", "txet"], 2, "did you mean \"text\"?"),
        (&["batch", &file, "--where", "words >"], 2, "can not be read"),
        (&["batch", &file, "--where", "wrods > 3"], 2, "did you mean \"words\"?"),
        (&["batch", &file, "--preset", "pile"], 2, "choose from gopher, c4, fineweb"),
        (&["batch", &file, "--sample", "0%"], 2, "such as 1% or 0.01"),
        (&["batch", &file, "--out", "x", "--format", "csv"], 2, "choose from parquet"),
        (&["batch", &file, "--dedup", "near"], 2, "--out"),
        (
            &["batch", &file, "--extractor", "text", "--memory", "auto", "--out", "x"],
            2,
            "leave it or --extractor text out",
        ),
        (
            &["batch", &file, "--extractor", "url-tree-strict", "--memory", "auto", "--out", "x"],
            2,
            "a batch does not keep their order",
        ),
        (&["batch", "ftp://a.example/x.warc"], 2, "use s3://, https:// or http://"),
        (&["batch", "http://127.0.0.1:9/x.warc.gz"], 2, "127.0.0.1"),
        (&["batch", &empty], 1, "0 rows"),
        (&["batch", &binary], 2, "this is no archive"),
    ] {
        let run = dehusk(args);
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_sample_is_always_the_same() {
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", archive(200));
    let ids = |sample: &str| -> Vec<String> {
        let run = dehusk(&["batch", &file, "--sample", sample, "--columns", "id"]);
        lines(&run).iter().map(|row| row["id"].as_str().unwrap().to_string()).collect()
    };
    let tenth = ids("10%");
    assert!((8..40).contains(&tenth.len()), "{}", tenth.len());
    assert_eq!(tenth, ids("0.1"));
    assert!(tenth.iter().all(|id| ids("50%").contains(id)));
}

#[test]
fn columns_are_listed() {
    let run = dehusk(&["batch", "--list-columns"]);
    assert_eq!(run.code, 0);
    for part in ["* text ", "  markdown ", "q_words ", "quality\n", "copies "] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let folder = Folder::new();
    let file = folder.file("a.warc.gz", archive(200));
    let mut child = command()
        .args(["batch", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
