//! Searches with and without boilerplate, in collections that are made up and that a user has.

use crate::support::{Folder, Run, dehusk};

/// The P@10 of a row.
fn precision(run: &Run, row: &str) -> f64 {
    let line = run.stdout.lines().find(|line| line.starts_with(row));
    let line = line.unwrap_or_else(|| panic!("no {row} in {}", run.stdout));
    line[row.len()..].split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn a_made_up_collection_is_searched() {
    let run = dehusk(&["eval", "retrieval", "--sites", "3", "--documents", "40"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("120 documents, "), "{}", run.stdout);
    assert!(precision(&run, "all text") > 0.1);
    assert!(precision(&run, "blocks of 100 words and more") < precision(&run, "all text"));
    assert_eq!(run.stdout.lines().count(), 2 + 2 + 20 + 27);
}

#[test]
fn a_collection_in_the_form_of_trec_is_searched() {
    let folder = Folder::new();
    let text = "The ferry came in late, as it had all week, and nobody on the quay was surprised.";
    let other =
        "Fog lay over the islands for three days, and no ship left the harbour for the north.";
    let document = |name: &str, body: &str| {
        format!(
            "<DOC>\n<DOCNO>{name}</DOCNO>\n<DOCHDR>\nhttp://a.example/\n</DOCHDR>\n<p>{body}</p>\n</DOC>\n"
        )
    };
    let misleading = format!("{other}</p><p>Ferry, ferry, ferry");
    folder.file("pages/one", document("D-1", text) + &document("D-2", &misleading));
    folder.file("topics", "<top>\n<num> Number: 7\n<title> ferry\n</top>\n");
    folder.file("qrels", "7 0 D-1 1\n7 0 D-2 0\n");
    let [pages, topics, qrels] = ["pages", "topics", "qrels"].map(|name| folder.path(name));
    let asked = ["eval", "retrieval", "--collection", &pages, "--topics", &topics, "--judgements"];
    let run = dehusk(&[&asked[..], &[qrels.as_str()]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("2 documents, 1 topics"), "{}", run.stdout);
    let ndcg = |row: &str| {
        let line = run.stdout.lines().find(|line| line.starts_with(row)).unwrap();
        line.split_whitespace().last().unwrap().parse::<f64>().unwrap()
    };
    assert!(ndcg("all text") < 1.0 && ndcg("blocks of 4 words") == 1.0, "{}", run.stdout);

    folder.file("qrels", "7 0 D-1\n");
    let run = dehusk(&[&asked[..], &[qrels.as_str()]].concat());
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("qrels:1: give a topic"), "{}", run.stderr);
    let run = dehusk(&["eval", "retrieval", "--collection", &pages]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--topics"), "{}", run.stderr);
}
