//! Training from pages to a model that is used: few made-up pages and few trees.

use crate::support::{Folder, dehusk};

/// A folder with two corpora of made-up sites.
fn corpora() -> Folder {
    let folder = Folder::new();
    for (name, seed) in [("north", "1"), ("south", "2")] {
        let to = folder.path(&format!("corpora/{name}"));
        let size = ["--sites", "4", "--documents", "3", "--seed", seed];
        let made = dehusk(&[&["eval", "synth", to.as_str()], &size[..]].concat());
        assert_eq!(made.code, 0, "{}", made.stderr);
    }
    folder
}

const PAGE: &str = "<title>Ferry</title><nav><a href=/>Home</a> <a href=/a>Archive</a></nav>\
    <article><h1>Ferry</h1><p>The ferry to the island was late again, by an hour and a half this \
    time, and nobody on the pier was surprised.</p></article>";

#[test]
fn a_model_of_ones_own_is_trained_told_of_and_used() {
    let folder = corpora();
    let (from, parts) = (folder.path("corpora"), folder.path("parts"));
    let (model, answers) = (folder.path("my.model"), folder.path("answers"));
    let train = |more: &[&str]| {
        let few = ["train", "auto", "--corpora", &from, "--trees", "2"];
        dehusk(&[&few[..], more].concat())
    };
    let trained =
        train(&["--folds", "3", "--out", &model, "--parts", &parts, "--answers", &answers]);
    assert_eq!(trained.code, 0, "{}", trained.stderr);
    assert!(trained.stdout.contains("north") && trained.stdout.contains("mean lcs"));
    for file in ["parts/without-0.model", "parts/without-2.model", "answers/south.jsonl"] {
        assert!(std::fs::metadata(folder.path(file)).is_ok_and(|f| f.len() > 0), "{file}");
    }
    let page = folder.path("page.html");
    std::fs::write(&page, PAGE).expect("a page");
    let used = dehusk(&["--model", &model, &page]);
    assert_eq!(used.code, 0, "{}", used.stderr);

    let by_corpus = train(&["--by-corpus", "--parts", &parts]);
    assert_eq!(by_corpus.code, 0, "{}", by_corpus.stderr);
    let without = folder.path("parts/without-south.model");
    let judged = dehusk(&["--model", &without, "-f", "json", &page]);
    assert_eq!(judged.code, 0, "{}", judged.stderr);
}

#[test]
fn what_features_are_worth_is_told_by_group() {
    let folder = corpora();
    let from = folder.path("corpora");
    let told = dehusk(&["train", "auto", "--corpora", &from, "--folds", "3", "--ablation"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let groups: Vec<&str> = told.stdout.lines().filter(|l| l.starts_with("without ")).collect();
    assert!(groups.len() > 5 && groups.iter().all(|g| g.contains('.')), "{}", told.stdout);
}

#[test]
fn a_folder_without_corpora_is_told() {
    let folder = Folder::new();
    let told = dehusk(&["train", "auto", "--corpora", &folder.path("nothing")]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.contains("nothing"), "{}", told.stderr);
}
