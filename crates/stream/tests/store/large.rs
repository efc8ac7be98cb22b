//! How long a large store takes to check: `cargo test --release -p dehusk-stream --test store large -- --ignored`.

use crate::support::*;
use dehusk_stream::store::{NewArticle, Store};
use std::time::{Duration, Instant};

const ARTICLES: i64 = 200_000;

#[test]
#[ignore = "makes a store of 200,000 articles"]
fn a_large_store_is_checked_in_less_than_a_minute() {
    let folder = Folder::new();
    let directory = folder.join("d");
    let mut store = Store::open(&directory).unwrap();
    let numbers: Vec<i64> = (1..=ARTICLES).collect();
    for some in numbers.chunks(500) {
        let add = |number: &i64| {
            // Eight texts each, since a page has more than a paragraph.
            let record = (0..8).flat_map(|part| record(number * 8 + part)).collect();
            NewArticle { record, ..article(*number) }
        };
        let articles: Vec<NewArticle> = some.iter().map(add).collect();
        let kept = store.batch(|batch| {
            articles.iter().try_for_each(|article| batch.add_article(article, 0).map(drop))
        });
        kept.unwrap();
    }
    drop(store);
    let start = Instant::now();
    let found = check(&directory).unwrap();
    let took = start.elapsed();
    println!("{} articles, {} MB: {took:?}", found.articles, found.bytes >> 20);
    assert_eq!((found.articles, found.damaged.len()), (ARTICLES as u64, 0));
    assert!(took < Duration::from_secs(60), "{took:?}");
}
