//! Several places at once, each with every article once.

use crate::support::*;
use dehusk_stream::sink::{MarkdownFolder, ParquetFolder, Sink, SqliteFile, Webhook};
use dehusk_synth::loopback::{Asked, Reply};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

#[tokio::test(flavor = "multi_thread")]
async fn every_sink_gets_every_article() {
    let hooked = Arc::new(Mutex::new(Vec::<(String, String)>::new()));
    let kept = hooked.clone();
    let hook = web(move |asked: &Asked| {
        let mut hooked = kept.lock().unwrap();
        let key = asked.header("idempotency-key").unwrap_or_default().to_string();
        let record = dehusk_stream::Record::read(&asked.body).unwrap();
        hooked.push((key, record.key));
        // The first request fails: the hook is tried again.
        if hooked.len() == 1 { Reply::status(500) } else { Reply::status(204) }
    })
    .await;
    let (web, folder) = (web(good_site).await, Folder::new());
    let address = format!("http://{}/hook", hook.address());
    let (markdown, parquet, sqlite) =
        (folder.join("markdown"), folder.join("parquet"), folder.join("articles.sqlite"));
    let sinks: Vec<Box<dyn Sink>> = vec![
        Box::new(MarkdownFolder::new(&markdown)),
        Box::new(ParquetFolder::new(&parquet)),
        Box::new(SqliteFile::new(&sqlite)),
        Box::new(Webhook::new(&address, "test").unwrap()),
    ];
    let feeds = ["http://good.example/feed"];
    let outcome = once_with(&web, &folder, &feeds, settings(), sinks).await;
    assert_eq!(outcome.keys(), good_keys());
    assert_eq!(outcome.count("sink_failed"), 1);

    let files: Vec<_> = std::fs::read_dir(markdown.join("good.example")).unwrap().collect();
    assert_eq!(files.len(), 3);
    let text = std::fs::read_to_string(files[0].as_ref().unwrap().path()).unwrap();
    assert!(
        text.starts_with("---\ntitle: \"the matter of ") && text.contains("\nconfidence: 0."),
        "{text}"
    );

    let database = rusqlite::Connection::open(&sqlite).unwrap();
    let rows: i64 = database
        .query_row("SELECT count(*) FROM articles WHERE text LIKE '%paragraph%'", [], |r| r.get(0))
        .unwrap();
    assert_eq!(rows, 3);

    let files: Vec<_> = std::fs::read_dir(&parquet).unwrap().flatten().collect();
    assert_eq!(files.len(), 1);

    let hooked = hooked.lock().unwrap();
    let keys: BTreeSet<&String> = hooked.iter().map(|(key, _)| key).collect();
    assert_eq!((hooked.len(), keys.len()), (4, 3), "one came twice, under the same key");
}
