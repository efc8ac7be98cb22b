//! `dehusk eval` from end to end, over a corpus that each test writes itself.
#![cfg(feature = "lab")]

// Shared with the tests of the other verbs, which use all of it.
#[allow(dead_code)]
#[path = "command/support.rs"]
mod support;

use serde_json::{Value, json};
use support::{Folder, Run, dehusk, gzip};

/// Gold texts, with the address of each page and when it was fetched.
const GOLDS: [(&str, &str, &str); 4] = [
    (
        "bread",
        "2020-01-03",
        "On bread\nBread is flour, water and time; of the three, time is what no baker can buy.\nA dough that had a night to rise needs little yeast and keeps for a week.",
    ),
    (
        "tea",
        "2020-01-01",
        "Tea is the second most drunk thing in the world, after water.\nGreen tea is not left to wither; black tea is.",
    ),
    (
        "straße",
        "2020-01-02",
        "Die Straße nach Süden ist lang_und_leer: 300 km ohne Stadt.\n日本の道は短い。",
    ),
    ("short", "2020-01-04", "Two words"),
];

/// What another program made of them.
const TEXTS: [(&str, &str); 4] = [
    (
        "bread",
        "Home | Recipes\nBread is flour, water and time; of the three, time is what no baker can buy.\nSubscribe now",
    ),
    (
        "tea",
        "Green tea is not left to wither; black tea is.\nTea is the second most drunk thing in the world, after water.",
    ),
    ("straße", "Die straße nach süden ist lang und leer: 300 km ohne Dorf. 日本の道は長い。"),
    ("short", ""),
];

/// A folder with the corpus `tiny` in `corpora`.
struct Bench(Folder);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(Folder::new());
        let mut lines = String::new();
        for (id, date, gold) in GOLDS {
            let mut record = json!({
                "id": id, "url": format!("https://{id}.example/page"), "host": format!("{id}.example"),
                "date": date, "lang": "en", "type": "article", "gold": gold,
            });
            if id == "bread" {
                record["with"] = json!(["time is what no  baker can buy", "keeps for a week"]);
                record["without"] = json!(["Subscribe", "Cookies"]);
                record["title"] = json!("On bread");
                record["author"] = json!("By Ann Baker");
                record["published"] = json!("2019-12-31");
                let blocks: Vec<Value> = gold.lines().map(|line| json!([line, 2])).collect();
                record["blocks"] = json!(blocks);
            }
            lines += &format!("{record}\n");
            bench.0.file(&format!("corpora/tiny/html/{id}.html.gz"), gzip(page(gold).as_bytes()));
        }
        bench.0.file("corpora/tiny/pages.jsonl", lines);
        bench
    }

    /// Runs a verb that reads the corpora.
    fn on_corpora(&self, verb: &str, more: &[&str]) -> Run {
        self.eval(verb, &[&["--corpora", &self.0.path("corpora")], more].concat())
    }

    /// Runs a verb on what a run left.
    fn eval(&self, verb: &str, more: &[&str]) -> Run {
        dehusk(&[&["eval", verb], more].concat())
    }

    fn run(&self, more: &[&str]) -> Run {
        self.on_corpora("run", &[&["--out", &self.0.path("out")], more].concat())
    }

    fn table(&self, more: &[&str]) -> Run {
        self.eval("table", &[&["--out", &self.0.path("out")], more].concat())
    }

    /// Writes another program's texts; gives the argument that joins them.
    fn texts(&self, texts: &[(&str, &str)]) -> String {
        let line = |(id, text): &(&str, &str)| format!("{}\n", json!({"id": id, "text": text}));
        self.0.file("other/tiny.jsonl", texts.iter().map(line).collect::<String>());
        format!("other={}", self.0.path("other"))
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path(name)).unwrap()
    }
}

fn page(gold: &str) -> String {
    let paragraphs: String = gold.lines().map(|line| format!("<p>{line}</p>\n")).collect();
    format!(
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>On bread</title>\
         <meta name=author content='Ann Baker'><meta property='article:published_time' content='2019-12-31T08:00:00Z'>\
         </head><body><nav><a href=/>Home</a> <a href=/r>Recipes</a></nav><article>{paragraphs}</article>\
         <footer>Subscribe now</footer></body></html>"
    )
}

#[test]
fn a_run_writes_texts_and_results_and_goes_on_where_it_was() {
    let bench = Bench::new();
    let run = bench.run(&["--extractor", "text", "--extractor", "readability", "--jobs", "2"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("lcs"), "{}", run.stdout);
    assert_eq!(bench.read("out/results.jsonl").lines().count(), 4);
    let texts = bench.read("out/text/tiny.jsonl");
    assert_eq!(texts.lines().count(), 4);

    // Were a page extracted again, the mark would go; were the cut-off line kept, its page would be lost.
    let marked = texts.replacen("Subscribe now", "a mark", 1);
    assert_ne!(marked, texts);
    let cut = marked.trim_end().len() - 10;
    bench.0.file("out/text/tiny.jsonl", &marked[..cut]);
    let again = bench.run(&["--extractor", "text", "--extractor", "readability"]);
    assert_eq!((again.code, again.stderr.as_str()), (0, ""));
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    assert_eq!(lines(&bench.read("out/text/tiny.jsonl")), lines(&marked));
    let before = bench.read("out/text/tiny.jsonl");
    assert_eq!(bench.run(&["--extractor", "text"]).code, 0);
    assert_eq!(bench.read("out/text/tiny.jsonl"), before);
}

/// A value of the CSV: measure, extractor, group.
fn value(csv: &str, measure: &str, extractor: &str, group: &str) -> Option<f64> {
    let key = format!("{measure},{extractor},{group},");
    csv.lines().find_map(|line| line.strip_prefix(&key)?.split(',').nth(1)?.parse().ok())
}

#[test]
fn measures_agree_with_values_computed_elsewhere() {
    let bench = Bench::new();
    let joined = bench.texts(&TEXTS);
    assert_eq!(bench.run(&["--extractor", "text", "--pred", &joined]).code, 0);
    let csv = bench.table(&["--measures", "all", "--by", "host", "--format", "csv"]).stdout;
    // Computed by another program, in another language, from the same texts.
    let expected = [
        ("bread.example", "lcs", 0.5925925925925927),
        ("bread.example", "lcs_p", 0.8),
        ("bread.example", "lcs_r", 0.47058823529411764),
        ("bread.example", "bow", 0.5925925925925927),
        ("bread.example", "sh4", 0.5416666666666667),
        ("bread.example", "snip", 0.5),
        ("tea.example", "lcs", 0.5454545454545454),
        ("tea.example", "bow", 1.0),
        ("tea.example", "sh4", 0.8421052631578948),
        ("straße.example", "lcs", 0.8947368421052632),
        ("straße.example", "sh4", 0.625),
        ("short.example", "lcs", 0.0),
        ("short.example", "sh4", 0.0),
        ("(all pages)", "lcs", 0.5081959950381003),
        ("(all pages)", "lcs_p", 0.5600478468899521),
        ("(all pages)", "lcs_r", 0.4776949057134816),
        ("(all pages)", "bow", 0.621832358674464),
        ("(all pages)", "sh4", 0.5594013096351731),
        ("(all pages)", "snip", 0.5),
    ];
    for (group, measure, wanted) in expected {
        let got = value(&csv, measure, "other", group).unwrap_or(f64::NAN);
        assert!((got - wanted).abs() < 1e-9, "{measure} on {group}: {got}, not {wanted}");
    }
}

#[test]
fn tables_in_three_formats_tell_the_same() {
    let bench = Bench::new();
    let joined = bench.texts(&TEXTS);
    bench.run(&["--extractor", "text", "--pred", &joined]);
    let text = bench.table(&["--measures", "lcs"]);
    assert_eq!(text.code, 0);
    let row = text.stdout.lines().find(|line| line.starts_with("other")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["other", "0.508", "0.508"]);
    let csv = bench.table(&["--measures", "lcs", "--format", "csv"]).stdout;
    let from_csv = value(&csv, "lcs", "other", "tiny").unwrap();
    let json = bench.table(&["--measures", "lcs", "--format", "json"]).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    let row = json[0]["rows"].as_array().unwrap().iter().find(|r| r["extractor"] == "other");
    assert_eq!(row.unwrap()["cells"][0]["value"], from_csv);

    let unknown = bench.table(&["--measures", "lsc"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.complaint().contains("there is no measure \"lsc\""));
}

#[test]
fn metadata_is_judged_beside_other_programs() {
    let bench = Bench::new();
    let line =
        json!({"id": "bread", "title": "On bread", "author": "Ann Baker; Bo", "published": null});
    bench.0.file("other/tiny.jsonl", format!("{line}\n"));
    let pred = format!("other={}", bench.0.path("other"));
    let faults = bench.0.path("faults.jsonl");
    let run = bench.on_corpora("metadata", &["--pred", &pred, "--faults", &faults, "-f", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let row = |field: &str, program: &str| {
        let rows = report["rows"].as_array().unwrap().iter();
        let mut rows = rows.filter(|r| r["field"] == field && r["program"] == program);
        rows.next().cloned().unwrap_or_default()
    };
    let counts = |field, program| {
        let row = row(field, program);
        ["right", "wrong", "missed", "invented"].map(|c| row["counts"][c].as_u64().unwrap())
    };
    // Only one page has a gold; the same values on the others are inventions.
    assert_eq!(counts("title", "dehusk"), [1, 0, 0, 3]);
    assert_eq!(counts("author", "dehusk"), [1, 0, 0, 3]);
    assert_eq!(counts("date", "dehusk"), [1, 0, 0, 3]);
    assert_eq!(counts("author", "other"), [0, 1, 0, 0]);
    assert!(row("date", "other").is_null(), "a program that never tells a date has no row");
    assert!(bench.read("faults.jsonl").contains("Ann Baker; Bo"));

    let nowhere = format!("gone={}", bench.0.path("gone"));
    let left_out = bench.on_corpora("metadata", &["--pred", &nowhere]);
    assert_eq!(left_out.code, 0);
    assert!(left_out.stderr.contains("gone says nothing about tiny"), "{}", left_out.stderr);
    assert!(left_out.stdout.starts_with("title"), "{}", left_out.stdout);
    assert_eq!(bench.on_corpora("metadata", &["--corpus", "none"]).code, 2);
}

#[test]
fn wrong_input_is_named_and_stops_nothing() {
    let bench = Bench::new();
    let mut lines = bench.read("corpora/tiny/pages.jsonl");
    lines += "{\"id\": \"tea\", \"gold\": \"again\"}\n";
    lines += "{\"id\": \"gone\", \"gold\": \"Without a page\"}\n";
    lines += "not a record\n";
    lines += "{\"id\": \"../out\", \"gold\": \"x\"}\n";
    bench.0.file("corpora/tiny/pages.jsonl", lines);
    bench.0.file("corpora/tiny/html/orphan.html.gz", gzip(b"<p>An orphan"));
    bench.0.file("corpora/empty/README", "nothing here");
    let joined = bench.texts(&TEXTS);
    let texts = bench.read("other/tiny.jsonl") + "{\"id\": \"unknown\", \"text\": \"?\"}\nbroken\n";
    bench.0.file("other/tiny.jsonl", texts);
    let run = bench.run(&["--extractor", "text", "--pred", &joined, "--pred", "none=nowhere"]);
    assert_eq!(run.code, 2, "the page that is missing is a failure");
    for part in [
        "empty/pages.jsonl: ",
        "pages.jsonl:5: the id \"tea\" stands here a second time; the first is used",
        "pages.jsonl:6: gold without a page: html/gone.html.gz is missing",
        "pages.jsonl:7: not a record",
        "pages.jsonl:8: \"../out\" is no usable id",
        "orphan.html.gz: a page without gold",
        "other/tiny.jsonl:6: not a prediction",
        "other/tiny.jsonl: a text for \"unknown\", which is no page of tiny",
        "nowhere/tiny.jsonl: none has no texts for tiny",
        "tiny/gone: text the page can not be read",
    ] {
        assert!(run.stderr.contains(part), "{part} is not in\n{}", run.stderr);
    }
    let csv = bench.table(&["--measures", "lcs", "--format", "csv"]).stdout;
    // The missing page counts as nothing extracted.
    let with_gone = value(&csv, "lcs", "other", "tiny").unwrap();
    assert!((with_gone - 4.0 * 0.5081959950381003 / 5.0).abs() < 1e-9, "{with_gone}");

    let missing = bench.run(&["--corpus", "tiny", "--corpus", "absent", "--extractor", "text"]);
    assert!(missing.stderr.contains("absent/pages.jsonl"), "{}", missing.stderr);
    assert!(missing.stdout.starts_with("lcs"), "{}", missing.stdout);
    let none = bench.run(&["--corpus", "absent"]);
    assert_eq!((none.code, none.stdout.as_str()), (2, ""));
    let typo = bench.run(&["--extractor", "txet"]);
    assert_eq!(typo.code, 2);
    assert!(typo.stderr.contains("did you mean \"text\"?"), "{}", typo.stderr);
}

#[test]
fn a_gate_names_what_fell_and_where() {
    let bench = Bench::new();
    let joined = bench.texts(&TEXTS);
    let (gate, out) = (bench.0.path("gate.toml"), bench.0.path("out"));
    let run = || bench.run(&["--extractor", "text", "--pred", &joined]);
    let check =
        |more: &[&str]| bench.on_corpora("gate", &[&[&*gate, "--out", &out], more].concat());
    run();
    assert_eq!(check(&["--pin"]).code, 0);
    let held = check(&[]);
    assert_eq!((held.code, held.stdout.as_str()), (0, "4 of 4 floors hold\n"));

    let mut worse = TEXTS;
    worse[1].1 = "Tea";
    bench.texts(&worse);
    run();
    let fell = check(&[]);
    assert_eq!(fell.code, 1);
    assert!(fell.stdout.contains("other lcs on tiny: "), "{}", fell.stdout);
    assert!(fell.stdout.contains("    tea: 0.5"), "{}", fell.stdout);
    assert!(fell.stdout.ends_with("3 of 4 floors hold\n"), "{}", fell.stdout);
    let refused = check(&["--pin"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("lower its floor with --lower"), "{}", refused.stderr);
    assert_eq!(check(&["--pin", "--lower"]).code, 0);
    assert_eq!(check(&[]).code, 0);

    let corpus = bench.read("corpora/tiny/pages.jsonl").replace("Two words", "Two other words");
    bench.0.file("corpora/tiny/pages.jsonl", corpus);
    assert!(check(&[]).stdout.contains("the corpus has changed"));
}

#[test]
fn extractors_of_sites_see_pages_in_time_order() {
    let bench = Bench::new();
    let one_site = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record["host"] = json!("www.paper.example");
        record["url"] =
            json!(format!("https://www.paper.example/{}", record["id"].as_str().unwrap()));
        format!("{record}\n")
    };
    let records: String = bench.read("corpora/tiny/pages.jsonl").lines().map(one_site).collect();
    bench.0.file("corpora/tiny/pages.jsonl", records);
    let both = ["--extractor", "url-tree-strict", "--extractor", "text"];
    let run = bench.run(&both);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let texts = bench.read("out/url-tree-strict/tiny.jsonl");
    let text = |id: &str| {
        let lines = texts.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let found = lines.into_iter().find(|line| line["id"] == id).unwrap();
        found["text"].as_str().unwrap().to_string()
    };
    // The first page of the site has to be taken as it is; on the later ones its furniture is known.
    assert!(text("tea").ends_with("Subscribe now"), "{}", text("tea"));
    for (id, _, gold) in GOLDS.iter().filter(|(id, ..)| *id != "tea") {
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(words(&text(id)), words(gold), "{id}");
    }

    // A text that is lost is made again from the whole site.
    let kept: String = texts.lines().skip(1).map(|line| format!("{line}\n")).collect();
    bench.0.file("out/url-tree-strict/tiny.jsonl", &kept);
    assert_eq!(bench.run(&both).code, 0);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&bench.read("out/url-tree-strict/tiny.jsonl")), sorted(&texts));

    let stream = bench.eval("stream", &["--out", &bench.0.path("out"), "--least", "4"]).stdout;
    let mean =
        |name: &str| stream.lines().any(|l| l.starts_with("(mean of domains)") && l.contains(name));
    assert!(mean("url-tree-strict") && mean("text"), "{stream}");
    let wrong = bench.run(&["--extractor", "url-tree-lax"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.complaint().contains("there is no extractor \"url-tree-lax\": did you mean"));
}

#[test]
fn streams_and_analyses_read_a_run() {
    let bench = Bench::new();
    let joined = bench.texts(&TEXTS);
    bench.run(&["--extractor", "text", "--pred", &joined]);
    let out = bench.0.path("out");
    let points = bench.eval("stream", &["--out", &out, "--csv"]);
    assert_eq!(points.code, 0);
    // In time order: tea, straße, bread, short.
    let averages: Vec<&str> =
        points.stdout.lines().filter_map(|line| line.strip_prefix("(all),other,")).collect();
    assert_eq!(averages, ["1,0.5455", "2,0.7201", "3,0.6776", "4,0.5082"]);
    assert!(bench.eval("stream", &["--out", &out]).stdout.contains("(all)"));

    let analysis =
        bench.eval("analyse", &["--out", &out, "--extractor", "text", "--against", "other"]);
    assert_eq!(analysis.code, 0);
    for part in ["Rank correlation", "Where text is furthest below the best", "text against other"]
    {
        assert!(analysis.stdout.contains(part), "{part} is not in\n{}", analysis.stdout);
    }
    let features = bench.on_corpora("features", &[]);
    assert_eq!(features.code, 0, "{}", features.stderr);
    assert!(features.stdout.starts_with("Information gain on "), "{}", features.stdout);
    let nothing = bench.eval("stream", &["--out", &bench.0.path("nowhere")]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.complaint().contains("make it with `dehusk eval run --out DIR`"));
}

#[test]
fn an_original_is_imported_and_run() {
    let bench = Bench::new();
    let original = [
        ("input/a.example_01.html", page("One two three four five.")),
        (
            "GoldStandard/a.example_01.txt",
            "URL: http://a.example/1\n<p>One two three four five.".into(),
        ),
        ("input/a.example_02.html", page("Six.")),
    ];
    for (name, content) in original {
        bench.0.file(&format!("original/{name}"), content);
    }
    let (from, to) = (bench.0.path("original"), bench.0.path("corpora/portal"));
    let imported = bench.eval("import", &["cleanportaleval", &from, &to]);
    assert_eq!((imported.code, imported.stdout.as_str()), (2, &*format!("1 pages in {to}\n")));
    assert!(imported.complaint().ends_with("a.example_02.html: a page without gold"));
    let again = bench.eval("import", &["cleanportaleval", &from, &to]);
    assert_eq!(again.code, 2);
    assert!(again.complaint().contains("is there already"));
    assert!(bench.eval("import", &["cleanevil", &from, &to]).complaint().contains("cleaneval"));

    assert_eq!(bench.run(&["--corpus", "portal", "--extractor", "text"]).code, 0);
    let csv = bench.table(&["--measures", "lcs_r", "--format", "csv"]).stdout;
    assert_eq!(value(&csv, "lcs_r", "text", "portal"), Some(1.0));
}

#[test]
fn speeds_are_given_for_each_step_and_extractor() {
    let bench = Bench::new();
    let two = ["--extractor", "text", "--extractor", "readability", "--rounds", "1"];
    let run = bench.on_corpora("speed", &[&two[..], &["--format", "json"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let speeds: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&speeds["pages"], &speeds["rounds"]), (&json!(4), &json!(1)));
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap().into()).collect()
    };
    assert_eq!(names(&speeds["steps"]), ["decode", "parse", "segment"]);
    assert_eq!(names(&speeds["extractors"]), ["text", "readability"]);
    for extractor in speeds["extractors"].as_array().unwrap() {
        let (alone, whole) = (&extractor["seconds"], &extractor["whole"]["seconds"]);
        assert!(0.0 < alone.as_f64().unwrap() && alone.as_f64() < whole.as_f64(), "{extractor}");
    }
    let text = bench.on_corpora("speed", &[&two[..], &["--pages", "2"]].concat());
    assert!(text.stdout.starts_with("2 pages, "), "{}", text.stdout);
    assert_eq!(text.stdout.lines().last().unwrap().split_whitespace().count(), 5);
}

#[test]
fn a_stream_is_made_up_and_run_by_every_kind_of_extractor() {
    let bench = Bench::new();
    let told = bench.eval("synth", &["--sites", "2", "--documents", "3"]);
    assert_eq!(told.code, 0);
    assert!(told.stdout.starts_with("6 documents of 2 sites"), "{}", told.stdout);
    let to = bench.0.path("made/synth");
    std::fs::create_dir_all(bench.0.path("made")).expect("a folder");
    let size = ["--sites", "2", "--documents", "8", "--redesign-at", "4", "--seed", "5"];
    let made = bench.eval("synth", &[&[to.as_str()], &size[..]].concat());
    assert_eq!(made.code, 0, "{}", made.complaint());
    assert_eq!(bench.eval("synth", &[&to]).code, 2, "nothing is written over");
    let wrong = bench.eval("synth", &["--redesign-at", "3", "--no-redesign"]);
    assert_eq!(wrong.code, 2);
    let corpora = bench.0.path("made");
    let out = bench.0.path("made-out");
    let run = bench.eval(
        "run",
        &["--corpora", &corpora, "--out", &out, "--extractor", "sst", "--extractor", "conex"],
    );
    assert_eq!(run.code, 0, "{}", run.complaint());
    let stream = bench.eval("stream", &["--out", &out, "--least", "5"]);
    assert!(stream.stdout.contains("sst") && stream.stdout.contains("conex"), "{}", stream.stdout);
}
