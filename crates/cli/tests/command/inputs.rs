//! Folders, lists and lines of pages as inputs, and what of their content is written.

use crate::support::*;
use serde_json::Value;

const DOCUMENT: &str = "<html lang=en><title>The quay</title><nav><p>Menu of the site</nav><main>\
    <h1>The quay</h1><p>The <a href=https://a.example/>ferry</a> was late again, by two hours and a half.</p>\
    <p><img src=https://a.example/p.jpg alt=Ferry></p><p class=ad>Buy a rope.</p></main>";

fn text_of(args: &[&str]) -> String {
    let args: Vec<&str> = ["-", "--extractor", "text"].iter().chain(args).copied().collect();
    let run = dehusk_with(&args, DOCUMENT.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

#[test]
fn a_folder_is_its_pages() {
    let folder = Folder::new();
    folder.file("site/a.html", page("The ferry was late"));
    folder.file("site/deep/b.htm", page("The train was late"));
    folder.file("site/style.css", "p {}");
    let run = dehusk(&["--jsonl", &folder.path("site")]);
    let lines: Vec<Value> = run.stdout.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!((run.code, lines.len()), (0, 2), "{}", run.stderr);
    assert!(lines[1]["input"].as_str().unwrap().ends_with("b.htm"));
    assert!(lines[1]["article"]["text"].as_str().unwrap().contains("The train was late"));
}

#[test]
fn lines_hold_pages_and_a_bad_one_stops_no_other() {
    let folder = Folder::new();
    let line = |url: &str| serde_json::json!({ "url": url, "html": page("The ferry was late") });
    let good = (line("https://a.example/1"), line("https://a.example/2"));
    folder.file("pages.jsonl", format!("{}\n{{\"url\": \"x\"}}\n{}\n", good.0, good.1));
    let run = dehusk(&["--jsonl", &folder.path("pages.jsonl")]);
    let lines: Vec<Value> = run.stdout.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!((run.code, lines.len()), (2, 3), "{}", run.stderr);
    assert_eq!(lines[0]["article"]["url"], "https://a.example/1");
    assert!(lines[1]["error"].as_str().unwrap().contains("this line is no page"));
    assert_eq!(lines[2]["article"]["url"], "https://a.example/2");

    let all = format!("{}\n{}\n", good.0, good.1);
    let piped = dehusk_with(&["--jsonl", "-"], all.as_bytes());
    assert_eq!((piped.code, piped.stdout.lines().count()), (0, 2), "{}", piped.stderr);
}

#[test]
fn a_list_names_inputs() {
    let folder = Folder::new();
    folder.file("a.html", page("The ferry was late"));
    folder.file("list.txt", format!("{}\n\n{}\n", folder.path("a.html"), folder.path("no.html")));
    let run = dehusk(&["--jsonl", "--files-from", &folder.path("list.txt")]);
    assert_eq!((run.code, run.stdout.lines().count()), (2, 2), "{}", run.stderr);
}

#[test]
fn a_crawl_goes_elsewhere() {
    let folder = Folder::new();
    let record = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
    folder.file("plain.warc", record);
    folder.file("packed.warc.gz", gzip(record.as_bytes()));
    for name in ["plain.warc", "packed.warc.gz"] {
        let run = dehusk(&[&folder.path(name)]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}");
        assert!(run.complaint().contains("use dehusk batch"), "{}", run.stderr);
    }
}

#[test]
fn what_is_not_wanted_is_left_out() {
    let markdown = text_of(&["-f", "md"]);
    assert!(markdown.contains("[ferry](https://a.example/)") && markdown.contains("![Ferry]"));
    assert!(text_of(&["-f", "md", "--no-links"]).contains("The ferry was late"));
    assert!(!text_of(&["-f", "html", "--no-images"]).contains("<img"));
    let chosen = text_of(&["--select", "main", "--remove", ".ad, h1"]);
    assert!(chosen.starts_with("The ferry") && !chosen.contains("rope"), "{chosen}");
    let front = text_of(&["-f", "md", "--front-matter"]);
    assert!(front.starts_with("---\ntitle: \"The quay\"\n"), "{front}");
    let narrow = text_of(&["--width", "20"]);
    assert!(narrow.lines().all(|line| line.chars().count() <= 20), "{narrow}");
}

#[test]
fn fields_are_chosen() {
    let json: Value =
        serde_json::from_str(&text_of(&["-f", "json", "--fields", "title,links"])).unwrap();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["schema_version", "title", "links"]);
    assert_eq!(json["links"][0]["url"], "https://a.example/");
    let run = dehusk(&[ARTICLE, "-f", "json", "--fields", "titel"]);
    assert!(run.code == 2 && run.stderr.contains("there is no field \"titel\""), "{}", run.stderr);
    let run = dehusk(&[ARTICLE, "--select", "p >"]);
    assert!(run.code == 2 && run.stderr.contains("is no CSS selector"), "{}", run.stderr);
}
