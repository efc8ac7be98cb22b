//! Old articles go when somebody said so, and are named before.

use crate::support::*;
use dehusk_stream::files::faults::{Fault, FaultyDisk};
use dehusk_stream::store::{Keep, Position, Reader, Store};
use std::time::Duration;

const ARTICLES: i64 = 50;

fn keys(directory: &std::path::Path) -> Vec<i64> {
    deliver(directory).unwrap().0.into_keys().collect()
}

#[test]
fn the_newest_are_kept_and_what_goes_is_said_before() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, ARTICLES, 7);
    let mut store = Store::open(&directory).unwrap();
    store.set_retention(Keep::Newest(20), vec![]);
    let mut said = String::new();
    let told = |line: &str| {
        said = line.to_string();
        assert_eq!(keys(&directory).len(), 50, "nothing is deleted before it is said");
    };
    assert_eq!(store.expire(0, told).unwrap(), 30);
    assert!(said.starts_with("30 articles") && said.contains("20 are kept"), "{said}");
    assert_eq!(store.expire(0, |_| panic!("nothing is left to say")).unwrap(), 0);
    assert!(keys(&directory).into_iter().eq(31..=50));
    add(&mut store, 51..=52, 1);
    drop(store);
    assert!(keys(&directory).into_iter().eq(31..=52));
    assert_eq!(Reader::open(&directory).unwrap().article_count().unwrap(), 22);
    assert_eq!(check(&directory).unwrap().damaged, [] as [&str; 0]);
    std::fs::remove_file(directory.join("dehusk.sqlite")).unwrap();
    repair(&directory).unwrap();
    assert!(keys(&directory).into_iter().eq(31..=52), "what was deleted does not come back");
}

#[test]
fn what_was_too_old_to_be_kept_is_known_when_it_comes_again() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, ARTICLES, 7);
    let mut store = Store::open(&directory).unwrap();
    store.set_retention(Keep::Newest(20), vec![]);
    assert_eq!(store.expire(0, |_| ()).unwrap(), 30);
    let old = article(3);
    let comes_again = |store: &mut Store| store.batch(|batch| batch.add_article(&old, 0)).unwrap();
    assert!(!comes_again(&mut store), "it would be delivered twice");
    let knows = |key: &str| Reader::open(&directory).unwrap().knows_key(key).unwrap();
    assert!(knows(&old.key) && knows(&article(50).key) && !knows(&article(51).key));
    let had =
        |site: &str| Reader::open(&directory).unwrap().had_text(&old.text_hash, site).unwrap();
    assert!(had(&old.site) && !had("elsewhere.example"));
    drop(store);
    std::fs::remove_file(directory.join("dehusk.sqlite")).unwrap();
    repair(&directory).unwrap();
    assert!(!comes_again(&mut Store::open(&directory).unwrap()), "a repair has forgotten it");
}

#[test]
fn articles_go_by_their_age_but_not_before_the_sinks_have_them() {
    let folder = Folder::new();
    let directory = folder.join("d");
    filled(&directory, ARTICLES, 7);
    let mut store = Store::open(&directory).unwrap();
    // Article n was fetched n hours after the first moment.
    let now = article(40).fetched;
    store.set_retention(Keep::For(Duration::from_secs(3600 * 10)), vec!["sink".into()]);
    assert_eq!(store.expire(now, |_| ()).unwrap(), 25, "the sink has so many");
    let position = Position { seq: ARTICLES, state: String::new() };
    store.batch(|batch| batch.set_position("sink", &position)).unwrap();
    assert_eq!(store.expire(now, |_| ()).unwrap(), 4);
    assert!(keys(&directory).into_iter().eq(30..=50));
}

#[test]
fn segments_without_articles_go_and_a_crash_between_leaves_nothing_wrong() {
    let folder = Folder::new();
    let sound = folder.join("sound");
    filled(&sound, ARTICLES, 7);
    // Every opening begins a segment after a repair.
    for first in [51, 61, 71] {
        repair(&sound).unwrap();
        add(&mut Store::open(&sound).unwrap(), first..=first + 9, 5);
    }
    let expire = |directory: &std::path::Path, fault| {
        let disk = FaultyDisk::new(directory, &folder.join("image"), fault, 3);
        let mut store = Store::open_on(disk.files(), directory)?;
        store.set_retention(Keep::Newest(15), vec![]);
        store.expire(0, |_| ()).map(|_| disk.calls())
    };
    let directory = folder.join("d");
    copy_folder(&sound, &directory);
    let segments = || files(&directory.join("texts")).len();
    assert_eq!(segments(), 4);
    let calls = expire(&directory, Fault::None).unwrap();
    assert_eq!(segments(), 2);
    assert!(keys(&directory).into_iter().eq(66..=80));
    for at in 0..calls {
        for name in ["image", "hit"] {
            let _ = std::fs::remove_dir_all(folder.join(name));
        }
        copy_folder(&sound, &folder.join("hit"));
        assert!(expire(&folder.join("hit"), Fault::CrashBefore(at)).is_err());
        let image = folder.join("image");
        drop(Store::open(&image).unwrap());
        let left = keys(&image);
        assert!(left.ends_with(&(66..=80).collect::<Vec<_>>()), "call {at}: {left:?}");
        assert!(left.len() == 80 || left.len() == 15, "call {at}: {}", left.len());
        assert_eq!(check(&image).unwrap().damaged, [] as [&str; 0], "call {at}");
    }
}
