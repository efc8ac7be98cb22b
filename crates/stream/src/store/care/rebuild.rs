//! The database anew from the segments.

use super::{Progress, Stretch, salvage, stretches, texts_bytes};
use crate::record::Record;
use crate::store::segments::entry::{ArticleEntry, FeedEntry};
use crate::store::segments::frame::{Identity, Segment};
use crate::store::segments::{self, End, Place, SegmentReader};
use crate::store::{StoreError, meta, replay, schema};
use dehusk_site::store::SiteShelf;
use rusqlite::{Connection, OptionalExtension, Transaction};
use std::collections::BTreeMap;
use std::path::Path;
use twox_hash::XxHash3_128;

/// A number of an article further than this behind the last one was not given by us.
const FARTHEST: i64 = 10_000_000;

/// What came of it.
pub struct Rebuilt {
    pub articles: i64,
    pub lost: Vec<String>,
}

/// Makes a database in a file that is not there yet.
pub fn rebuild(
    path: &Path,
    directory: &Path,
    old: Option<&Connection>,
    identity: Identity,
    progress: Progress<'_>,
) -> Result<Rebuilt, StoreError> {
    let mut connection = Connection::open(path)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let transaction = connection.transaction()?;
    SiteShelf::create(&transaction)?;
    schema::create(&transaction)?;
    meta::set_identity(&transaction, identity)?;
    let total = texts_bytes(directory)?;
    let (mut done, mut last) = (0, None);
    for number in segments::list(directory)? {
        let segment = Segment::open(&segments::path(directory, number))?;
        match segment.checked {
            true => checked_segment(&transaction, &segment, number)?,
            false => old_segment(&transaction, &segment, number, old)?,
        }
        done += segment.length();
        progress(done, total);
        last = Some(number);
    }
    // Nothing is written behind what was mended.
    let end = End { segment: last.map_or(0, |last| last + 1), length: 0 };
    segments::set_end(&transaction, end)?;
    let mut lost = Vec::new();
    let mut known = BTreeMap::new();
    if let Some(old) = old {
        let sites = salvage::take_over(old, &transaction)?;
        lost.extend(sites.iter().map(|site| format!("the memory of the site {site}")));
        known.extend(salvage::articles(old));
    }
    name_feeds(&transaction, directory)?;
    lost.extend(note_lost(&transaction, &known)?);
    let count = "SELECT count(*) FROM articles";
    let articles = transaction.query_row(count, [], |row| row.get(0))?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(Rebuilt { articles, lost })
}

fn checked_segment(
    transaction: &Transaction<'_>,
    segment: &Segment,
    number: u32,
) -> Result<(), StoreError> {
    for stretch in stretches(segment) {
        if let Stretch::Good(at, content, _) = stretch? {
            replay::apply_frame(transaction, &content, number, at)?;
        }
    }
    Ok(())
}

/// An old segment does not say where the next frame is when one is damaged; the old database does.
fn old_segment(
    transaction: &Transaction<'_>,
    segment: &Segment,
    number: u32,
    old: Option<&Connection>,
) -> Result<(), StoreError> {
    let mut at = 0;
    while at < segment.length() {
        match segment.frame(at) {
            Ok((content, next)) => {
                old_frame(transaction, &content, number, at, old)?;
                at = next;
            }
            Err(StoreError::Damaged(_)) => {
                let sql = "SELECT min(frame) FROM articles WHERE segment = ?1 AND frame > ?2";
                let next = old.and_then(|old| {
                    old.query_row(sql, (number, at.cast_signed()), |row| row.get(0)).ok().flatten()
                });
                let Some(next) = next.map(i64::cast_unsigned) else { return Ok(()) };
                at = next;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The records of an old frame stand one behind the other.
fn old_frame(
    transaction: &Transaction<'_>,
    content: &[u8],
    segment: u32,
    frame: u64,
    old: Option<&Connection>,
) -> Result<(), StoreError> {
    let mut records = serde_json::Deserializer::from_slice(content).into_iter::<Record>();
    let mut start = 0;
    while let Some(Ok(record)) = records.next() {
        let end = records.byte_offset();
        let place = Place::of(segment, frame, start, end - start);
        let sql = "SELECT seq FROM articles WHERE key = ?1";
        let known = old.and_then(|old| old.query_row(sql, [&record.key], |row| row.get(0)).ok());
        let next = "SELECT coalesce(max(seq), 0) + 1 FROM articles";
        let seq = match known {
            Some(seq) => seq,
            None => transaction.query_row(next, [], |row| row.get(0))?,
        };
        let feed = feed_of(transaction, &record)?;
        replay::insert_article(transaction, &entry_of(&record, seq, feed), place)?;
        start = end;
    }
    Ok(())
}

fn entry_of(record: &Record, seq: i64, feed: i64) -> ArticleEntry {
    let time = |text: &str| text.parse::<jiff::Timestamp>().ok();
    let text = record.text();
    ArticleEntry {
        seq,
        key: record.key.clone(),
        site: record.site.clone(),
        feed,
        url: record.response_url.clone(),
        title: record.title().map(str::to_string),
        published: record.item_published.as_deref().and_then(time).map(|at| at.as_second()),
        fetched: time(&record.fetched).map_or(0, |at| at.as_millisecond()),
        confidence: record.confidence(),
        words: i64::try_from(text.split_whitespace().count()).unwrap_or(i64::MAX),
        language: record.value("detected_language").map(str::to_string),
        support: record.site_support,
        text_hash: format!("{:032x}", XxHash3_128::oneshot(text.as_bytes())),
    }
}

/// The feed that a record names.
fn feed_of(transaction: &Transaction<'_>, record: &Record) -> Result<i64, StoreError> {
    let sql = "SELECT id FROM feeds WHERE url = ?1";
    let known = transaction.prepare_cached(sql)?.query_row([&record.feed], |row| row.get(0));
    if let Some(known) = known.optional()? {
        return Ok(known);
    }
    let next = "SELECT coalesce(max(id), 0) + 1 FROM feeds";
    let id = transaction.query_row(next, [], |row| row.get(0))?;
    let (url, title) = (record.feed.clone(), record.feed_title.clone());
    replay::insert_feed(transaction, &FeedEntry { id, url, title, folder: None, wanted: true })?;
    Ok(id)
}

/// Feeds of which only their articles speak are taken up again.
fn name_feeds(transaction: &Transaction<'_>, directory: &Path) -> Result<(), StoreError> {
    let sql = "SELECT feed, segment, frame, start, bytes FROM articles
               WHERE feed NOT IN (SELECT id FROM feeds) GROUP BY feed";
    let mut select = transaction.prepare(sql)?;
    let unnamed = select.query_map([], |row| {
        let (segment, start, bytes) = (row.get(1)?, row.get(3)?, row.get(4)?);
        let frame = row.get::<_, i64>(2)?.cast_unsigned();
        Ok((row.get(0)?, Place { segment, frame, start, bytes }))
    })?;
    let texts = SegmentReader::new(directory);
    for unnamed in unnamed.collect::<Result<Vec<(i64, Place)>, _>>()? {
        let (id, place) = unnamed;
        if let Some(Record { feed: url, feed_title: title, .. }) =
            Record::read(&texts.text(place)?.0)
        {
            let feed = FeedEntry { id, url, title, folder: None, wanted: true };
            replay::insert_feed(transaction, &feed)?;
        }
    }
    Ok(())
}

/// Notes the numbers that are missing, so that they are not looked for any more, and names them.
fn note_lost(
    transaction: &Transaction<'_>,
    known: &BTreeMap<i64, String>,
) -> Result<Vec<String>, StoreError> {
    let mut select = transaction.prepare("SELECT seq FROM articles ORDER BY seq")?;
    let there = select.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    let sql = "SELECT coalesce(max(seq), 0) FROM sinks";
    let delivered: i64 = transaction.query_row(sql, [], |row| row.get(0))?;
    let newest = there.last().copied().unwrap_or_default();
    let near = |seq: &i64| *seq <= newest.saturating_add(FARTHEST);
    let given = known.keys().copied().chain([newest, delivered]).filter(near).max();
    let given = given.unwrap_or_default();
    let mut names = Vec::new();
    let mut next = meta::get(transaction, meta::EXPIRED)? + 1;
    for seq in there.into_iter().chain([given + 1]) {
        if seq > next {
            transaction.execute("INSERT INTO lost VALUES (?1, ?2)", (next, seq - 1))?;
            let named = known.range(next..seq).map(|(seq, key)| format!("article {seq} ({key})"));
            let before = names.len();
            names.extend(named);
            if names.len() == before {
                names.push(format!("articles {next} to {}", seq - 1));
            }
        }
        next = next.max(seq + 1);
    }
    // Numbers that sinks have got are not given again.
    transaction.execute("DELETE FROM sqlite_sequence WHERE name = 'articles'", [])?;
    transaction.execute("INSERT INTO sqlite_sequence VALUES ('articles', ?1)", [given])?;
    Ok(names)
}
