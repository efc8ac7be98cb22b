use super::super::testing::*;
use super::*;
use crate::store::Position;
use crate::testing::Folder;

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn sink(path: &Path) -> JsonLines {
    JsonLines::new(path, FULL)
}

fn refusal(sink: &mut JsonLines, position: Option<&Position>) -> String {
    open_for(sink, STORE, position, &deliveries(1..9)).unwrap_err().to_string()
}

#[test]
fn files_that_dehusk_did_not_write_stay_as_they_are() {
    let folder = Folder::new();
    let paths = ["notes.jsonl", "notes-2.jsonl", "notes-3.jsonl"].map(|n| folder.path().join(n));
    for path in &paths {
        std::fs::write(path, "mine\n").unwrap();
    }
    let refused = refusal(&mut sink(&paths[0]), None);
    assert!(refused.contains("notes.jsonl was not written") && refused.contains("--append"));
    for path in &paths {
        assert_eq!(text(path), "mine\n");
    }
    // Appended to and full after the first batch: the names that are taken are passed over.
    let mut sink = JsonLines::new(&paths[0], 10).with_append(true);
    open_new(&mut sink).unwrap();
    deliver(&mut sink, &deliveries(1..3));
    let position = deliver(&mut sink, &deliveries(3..4));
    assert!(position.state.starts_with("4 "), "{}", position.state);
    assert!(text(&paths[0]).starts_with("mine\n{"));
    assert_eq!((text(&paths[1]), text(&paths[2])), ("mine\n".into(), "mine\n".into()));
    assert_eq!(numbers_in_lines(&folder.path().join("notes-4.jsonl")), [3]);
}

#[test]
fn lines_that_were_not_acknowledged_are_written_once() {
    let folder = Folder::new();
    let path = folder.path().join("out.jsonl");
    let mut first = sink(&path);
    let begun = open_new(&mut first).unwrap();
    let position = deliver(&mut first, &deliveries(1..4));
    first.deliver(&deliveries(4..6)).unwrap();
    drop(first);
    let next = deliveries(4..9);
    let mut again = sink(&path);
    open_for(&mut again, STORE, Some(&position), &next).unwrap();
    deliver(&mut again, &next);
    assert_eq!(numbers_in_lines(&path), (1..9).collect::<Vec<_>>());
    drop(again);
    // A crash in the middle of the first line of all, with a hole where bytes never came to the disk.
    let mut torn = lines_of(&deliveries(1..4));
    torn.truncate(100);
    torn[50..].fill(0);
    std::fs::write(&path, &torn).unwrap();
    let mut again = sink(&path);
    open_for(&mut again, STORE, Some(&begun), &deliveries(1..9)).unwrap();
    deliver(&mut again, &deliveries(1..9));
    assert_eq!(numbers_in_lines(&path), (1..9).collect::<Vec<_>>());
}

#[test]
fn a_file_that_changed_since_is_refused_or_added_to() {
    let folder = Folder::new();
    let path = folder.path().join("out.jsonl");
    let mut first = sink(&path);
    open_new(&mut first).unwrap();
    let position = deliver(&mut first, &deliveries(1..4));
    drop(first);
    let written = text(&path);
    let edited = written.replace("a.example", "b.example");
    for (now, why) in [
        (format!("{written}a line of mine\n"), "somebody else"),
        (edited, "not as it was left"),
        (written[..20].to_string(), "shorter"),
    ] {
        std::fs::write(&path, &now).unwrap();
        let refused = refusal(&mut sink(&path), Some(&position));
        assert!(refused.contains(why) && refused.contains("--append"), "{refused}");
        assert_eq!(text(&path), now);
        let mut appending = sink(&path).with_append(true);
        open_for(&mut appending, STORE, Some(&position), &deliveries(4..5)).unwrap();
        deliver(&mut appending, &deliveries(4..5));
        let after = text(&path);
        let rest = after.strip_prefix(now.trim_end_matches('\n')).unwrap();
        assert_eq!(rest.as_bytes()[1..], lines_of(&deliveries(4..5)));
    }
}

#[test]
fn a_line_that_somebody_adds_meanwhile_is_kept() {
    let folder = Folder::new();
    let path = folder.path().join("out.jsonl");
    let mut sink = sink(&path);
    open_new(&mut sink).unwrap();
    let position = deliver(&mut sink, &deliveries(1..4));
    let more = format!("{}mine\n", text(&path));
    std::fs::write(&path, &more).unwrap();
    assert!(sink.deliver(&deliveries(4..5)).is_err());
    assert!(refusal(&mut sink, Some(&position)).contains("somebody else"));
    assert_eq!(text(&path), more);
}

#[test]
fn two_stores_do_not_write_one_file_at_once() {
    let folder = Folder::new();
    let path = folder.path().join("out.jsonl");
    let mut first = sink(&path);
    open_new(&mut first).unwrap();
    let refused = refusal(&mut sink(&path), None);
    assert!(refused.contains("in use by another dehusk"), "{refused}");
    deliver(&mut first, &deliveries(1..4));
    let refused = refusal(&mut sink(&path).with_append(true), None);
    assert!(refused.contains("in use by another dehusk"), "{refused}");
}

#[test]
fn a_file_that_somebody_took_away_begins_anew() {
    let folder = Folder::new();
    let path = folder.path().join("out.jsonl");
    let mut first = sink(&path);
    open_new(&mut first).unwrap();
    let position = deliver(&mut first, &deliveries(1..4));
    drop(first);
    std::fs::remove_file(&path).unwrap();
    let mut again = sink(&path);
    open_for(&mut again, STORE, Some(&position), &deliveries(4..6)).unwrap();
    deliver(&mut again, &deliveries(4..6));
    assert_eq!(numbers_in_lines(&path), [4, 5]);
}

#[test]
fn full_files_are_followed_by_the_next() {
    let folder = Folder::new();
    let path = folder.path().join("out.jsonl");
    let second = folder.path().join("out-2.jsonl");
    let mut first = JsonLines::new(&path, 10);
    open_new(&mut first).unwrap();
    let position = deliver(&mut first, &deliveries(1..3));
    deliver(&mut first, &deliveries(3..4));
    assert_eq!((numbers_in_lines(&path), numbers_in_lines(&second)), (vec![1, 2], vec![3]));
    drop(first);
    // The second file was never acknowledged: it is written again, not followed by a third.
    let mut again = JsonLines::new(&path, 10);
    open_for(&mut again, STORE, Some(&position), &deliveries(3..5)).unwrap();
    let position = deliver(&mut again, &deliveries(3..5));
    assert_eq!((numbers_in_lines(&path), numbers_in_lines(&second)), (vec![1, 2], vec![3, 4]));
    assert!(position.state.starts_with("2 "), "{}", position.state);
}
