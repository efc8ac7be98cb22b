//! `dehusk store`: what is damaged is named, and made whole again.

use crate::support::*;
use std::path::Path;

/// A store that an earlier version wrote, with twelve articles.
fn store(folder: &Folder) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../stream/tests/data/store-2");
    for name in ["dehusk.sqlite", "texts/000000.seg"] {
        folder.file(&format!("d/{name}"), std::fs::read(data.join(name)).unwrap());
    }
    folder.path("d")
}

#[test]
fn a_store_without_its_database_is_refused_by_all_and_repaired() {
    let folder = Folder::new();
    let data = store(&folder);
    let texts = std::fs::read(folder.path("d/texts/000000.seg")).unwrap();
    std::fs::remove_file(folder.path("d/dehusk.sqlite")).unwrap();
    for what in ["--opml", "--once"] {
        let run = dehusk(&["watch", what, "--data", &data]);
        assert_eq!(run.code, 2, "{what}");
        assert!(run.complaint().contains("dehusk store repair"), "{}", run.stderr);
        assert_eq!(std::fs::read(folder.path("d/texts/000000.seg")).unwrap(), texts);
    }
    let check = dehusk(&["store", "check", &data]);
    assert_eq!(check.code, 1);
    assert!(check.stdout.contains("dehusk.sqlite is gone"), "{}", check.stdout);
    let repair = dehusk(&["store", "repair", &data]);
    assert_eq!(repair.code, 0, "{}", repair.stderr);
    assert!(repair.stdout.contains("12 articles kept"), "{}", repair.stdout);
    let check = dehusk(&["store", "check", &data]);
    assert_eq!(check.code, 0, "{}", check.stdout);
    assert!(check.stdout.contains("without checksums"), "{}", check.stdout);
    assert!(check.stdout.contains("12 articles"), "{}", check.stdout);
    let opml = dehusk(&["watch", "--opml", "--data", &data]);
    assert_eq!((opml.code, opml.stdout.matches("xmlUrl=").count()), (0, 1), "{}", opml.stderr);
}

#[test]
fn where_there_is_no_store_none_is_made() {
    let folder = Folder::new();
    let nowhere = folder.path("nowhere");
    for verb in ["check", "repair", "set-aside", "redeliver"] {
        let run = dehusk(&["store", verb, &nowhere]);
        assert_eq!(run.code, 2);
        assert!(run.complaint().contains("there is no store"), "{}", run.stderr);
    }
    let run = dehusk(&["watch", "--opml", "--data", &nowhere]);
    assert_eq!(run.code, 2);
    assert!(!Path::new(&nowhere).exists());
}

#[test]
fn how_long_articles_are_kept_is_checked_before_anything_is_done() {
    let folder = Folder::new();
    let data = folder.path("data");
    let run =
        dehusk(&["watch", "--data", &data, "--keep-articles", "a while", "http://a.example/"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("12h, 90d or 8w"), "{}", run.stderr);
    assert!(!Path::new(&data).exists());
}
