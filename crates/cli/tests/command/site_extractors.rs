//! Extractors that go by a site: with a memory of its earlier pages, or with several pages in one go.

use crate::support::{Folder, dehusk, dehusk_with};
use crate::watch::World;
use std::process::Stdio;

const SIX: [&str; 6] = ["sst", "rtdm-td", "iwptd", "rbm-td", "temex", "conex"];

/// The stories of a site, each within the same menu and foot.
fn stories() -> [(&'static str, String); 3] {
    let page = |heading: &str, text: &str| {
        format!(
            "<div id=menu><a href=/>Home</a><a href=/a>About us</a></div><h1>{heading}</h1>\
             <div id=text>{text}</div><div id=foot>All rights reserved.</div>"
        )
    };
    [
        ("all night", page("Snow fell", "<p>Snow fell all night.<p>It was cold.")),
        ("ice broke", page("It thawed", "<p>The ice broke at last.")),
        (
            "river rose",
            page("Flood", "<p>The river rose quickly.<p>Cellars were wet.<p>Boats came."),
        ),
    ]
}

#[test]
fn a_url_tree_goes_by_what_its_memory_has_counted() {
    let folder = Folder::new();
    for name in [
        "url-tree-strict",
        "url-tree-support-3",
        "url-tree-domain",
        "url-tree-relaxed-500",
        "url-tree-strict-masked",
    ] {
        let memory = folder.path(&format!("{name}.db"));
        let extract = |n: usize| {
            let (own, html) = &stories()[n % 3];
            let url = format!("https://www.harbour.example/story?id={n}");
            let html = html.replace("</h1>", &format!(" {}</h1>", "x".repeat(n)));
            let html = html.replace("<p>", &format!("<p>{} ", "y".repeat(n + 1)));
            let args = ["-e", name, "--memory", &memory, "--url", &url, "-"];
            let run = dehusk_with(&args, html.as_bytes());
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name} {n}");
            assert!(run.stdout.contains(own), "{name} {n}: {}", run.stdout);
            run.stdout
        };
        assert!(extract(0).contains("About us"), "{name}: nothing is known of the first page");
        let last = (1..6).fold(String::new(), |_, n| extract(n));
        assert!(!last.contains("About us") && !last.contains("rights"), "{name}: {last}");
        let known = dehusk(&["site", "show", "harbour.example", "--memory", &memory]).stdout;
        // No rule says what `id` is, and it names the pages.
        assert!(known.contains("www.harbour.example: 6 pages"), "{known}");
    }
}

#[test]
fn extractors_that_compare_pages_get_all_of_a_site() {
    let folder = Folder::new();
    let files: Vec<String> =
        stories().iter().map(|(own, html)| folder.file(&format!("{own}.html"), html)).collect();
    for name in SIX {
        let mut args = vec!["-e", name, "--jsonl", "-f", "text"];
        args.extend(files.iter().map(String::as_str));
        let run = dehusk(&args);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name}");
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(lines.len(), 3, "{name}: {}", run.stdout);
        for (line, (own, _)) in lines.iter().zip(stories()) {
            assert!(line.contains(own), "{name}: {line}");
        }
        assert!(
            !lines[2].contains("About us") && !lines[2].contains("rights"),
            "{name}: {}",
            lines[2]
        );
    }
    let explained = dehusk(&["-e", "rbm-td", "--explain", &files[0], &files[1]]);
    assert!(explained.stdout.contains("in the template of the site"), "{}", explained.stdout);
}

#[test]
fn pages_of_other_sites_are_not_compared() {
    let folder = Folder::new();
    let line = |url: &str, html: &str| serde_json::json!({"url": url, "html": html}).to_string();
    let stories = stories();
    let lines = [
        line("https://a.example/1", &stories[0].1),
        line("https://b.example/1", &stories[1].1),
        line("https://www.a.example/2", &stories[2].1),
    ];
    let file = folder.file("pages.jsonl", lines.join("\n"));
    let run = dehusk(&["-e", "rbm-td", "--jsonl", "-f", "text", &file]);
    assert_eq!(run.code, 2);
    assert!(run.stdout.contains("the only one of b.example: give more of them"), "{}", run.stdout);
    assert!(
        run.stdout.contains("river rose") && !run.stdout.contains("About us"),
        "{}",
        run.stdout
    );
}

#[test]
fn what_is_missing_is_named() {
    let folder = Folder::new();
    let (one, memory) = (folder.file("one.html", &stories()[0].1), folder.path("sites.db"));
    let (feeds, data) = (folder.file("feeds.txt", "http://127.0.0.1:9/feed"), folder.path("data"));
    for (args, part) in [
        (&["-e", "url-tree-strict", &one][..], "--memory FILE"),
        (&["-e", "sst", &one], "sst one.html two.html three.html"),
        (&["-e", "sst", "--memory", &memory, &one, &one], "leave it or --extractor sst out"),
        (&["-e", "text", "--memory", &memory, &one], "leave it or --extractor text out"),
        (&["-e", "url-tree-lax", &one], "did you mean"),
        (&["-e", "em:2of(text,sst)", &one], "there is no extractor"),
        (
            &["watch", "--once", "--allow-private", "--data", &data, "-e", "sst", &feeds],
            "several of them",
        ),
    ] {
        let run = dehusk(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.stdout);
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn they_are_listed_and_completed() {
    let list = dehusk(&["--list"]).stdout;
    let completions = dehusk(&["completions", "bash"]).stdout;
    for name in
        SIX.into_iter().chain(["url-tree-strict", "url-tree-support-100", "url-tree-relaxed-500"])
    {
        assert!(list.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}: {list}");
        assert!(completions.contains(name), "{name}");
    }
    assert!(list.contains("needs: several pages of the site in one go"), "{list}");
}

#[test]
fn a_stream_is_extracted_by_a_url_tree() {
    let world = World::new(2, 30);
    let texts = |name: &str| {
        let to = world.folder.path(&format!("{name}.jsonl"));
        let mut command = world.watch_to(&format!("{name}-data"), &[&to]);
        command.args(["--delay", "0", "--extractor", name]).stderr(Stdio::piped());
        let run = command.output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let lines = std::fs::read_to_string(to).unwrap();
        lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()).collect()
    };
    let (all, tree): (Vec<_>, Vec<_>) = (texts("text"), texts("url-tree-strict"));
    let text = |record: &serde_json::Value| record["article"]["text"].as_str().unwrap().len();
    assert!(tree.len() > 40, "{}", tree.len());
    let mean =
        |records: &[serde_json::Value]| records.iter().map(text).sum::<usize>() / records.len();
    // Menus, boxes and feet are half of these pages.
    assert!(mean(&tree) < mean(&all) * 4 / 5, "{} of {}", mean(&tree), mean(&all));
    assert_eq!(tree[0]["article"]["extractor"], "url-tree-strict");
}
