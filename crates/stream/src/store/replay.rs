//! The segments as a log: what they hold is brought into the database.
//!
//! A frame that lies behind the end that the database has noted was written for a transaction of which the
//! database knows nothing: the program was cut short before the commit, or the commit was lost with the end
//! of SQLite's own log. Either way the frame is whole and its articles are true, so they are taken in. With
//! an empty database the same makes all of it again.

use super::segments::entry::{self, ArticleEntry, Entry, FeedEntry};
use super::segments::frame::{Identity, Segment};
use super::segments::{self, End, Place};
use super::{StoreError, TextHash, meta, sinks};
use rusqlite::{Transaction, params};
use std::path::Path;

/// Takes in what lies behind the noted end; the end as it is then.
pub fn roll_forward(
    transaction: &Transaction<'_>,
    directory: &Path,
    identity: &Identity,
    noted: End,
) -> Result<End, StoreError> {
    let mut end = noted;
    for number in segments::list(directory)? {
        if number < noted.segment {
            continue;
        }
        let segment = Segment::open(&segments::path(directory, number))?;
        if segment.identity.is_some_and(|other| other != *identity) {
            // Neither is it taken in, nor is anything written behind it that would go with it one day.
            let what = "this is a file of another store".into();
            return Err(StoreError::Unsound { file: segment.path().into(), what });
        }
        let begun = number == noted.segment && noted.length > 0;
        if !segment.checked && !begun {
            // The beginning of a segment that was never synchronised. It is begun again when its turn comes.
            continue;
        }
        if begun && segment.length() < noted.length {
            let what = format!("{} bytes are there of {} noted", segment.length(), noted.length);
            return Err(StoreError::Unsound { file: segment.path().into(), what });
        }
        if !segment.checked {
            // A segment from before there were checksums is not written to any more.
            end = end.max_of(End { segment: number + 1, length: 0 });
            continue;
        }
        let from = if number == noted.segment { noted.length } else { 0 }.max(segment.first());
        end = end
            .max_of(End { segment: number, length: take_in(transaction, &segment, number, from)? });
    }
    Ok(end)
}

impl End {
    fn max_of(self, other: End) -> End {
        if (other.segment, other.length) > (self.segment, self.length) { other } else { self }
    }
}

/// Takes in the frames from an offset on; where the last good one ends, or 0 if there is none in the segment.
fn take_in(
    transaction: &Transaction<'_>,
    segment: &Segment,
    number: u32,
    from: u64,
) -> Result<u64, StoreError> {
    let mut at = from;
    while at < segment.length() {
        match segment.frame(at) {
            Ok((content, next)) => {
                apply_frame(transaction, &content, number, at)?;
                at = next;
            }
            Err(StoreError::Damaged(damage)) => {
                // A frame that was not finished is the last one. One with others behind it was whole once.
                if segment.next_good(at + 1)?.is_some() {
                    let file = segment.path().into();
                    return Err(StoreError::Unsound { file, what: damage.what });
                }
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(if at == segment.first() && from == segment.first() { 0 } else { at })
}

/// Brings the entries of a frame into the database.
pub fn apply_frame(
    transaction: &Transaction<'_>,
    content: &[u8],
    segment: u32,
    frame: u64,
) -> Result<(), StoreError> {
    for (start, entry, body) in entry::all(content) {
        let place = Place::of(segment, frame, start, body.len());
        match entry {
            Entry::Article(article) => {
                insert_article(transaction, &article, place)?;
            }
            Entry::Feed(feed) => insert_feed(transaction, &feed)?,
            Entry::Position { sink, seq, state } => {
                sinks::write(transaction, &sink, seq, &state)?;
            }
            Entry::Done(hashes) => {
                let sql = "INSERT OR IGNORE INTO history VALUES (?1)";
                let mut keep = transaction.prepare_cached(sql)?;
                hashes.iter().try_for_each(|hash| keep.execute([hash]).map(drop))?;
            }
            Entry::Expired(seq) => {
                transaction.execute("DELETE FROM articles WHERE seq <= ?1", [seq])?;
                meta::set(transaction, meta::EXPIRED, seq)?;
            }
        }
    }
    Ok(())
}

/// The row of an article; whether it was not there yet.
pub fn insert_article(
    transaction: &Transaction<'_>,
    article: &ArticleEntry,
    place: Place,
) -> Result<bool, StoreError> {
    let sql = "INSERT OR IGNORE INTO articles(seq, key, site, feed, url, title, published, fetched, confidence,
               words, language, support, text_hash, segment, frame, start, bytes)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)";
    // Of two articles of a key the earlier one was deleted for its age, though the note of it may be damaged.
    let earlier = "DELETE FROM articles WHERE key = ?1 AND seq < ?2";
    transaction.prepare_cached(earlier)?.execute((&article.key, article.seq))?;
    let hash = u128::from_str_radix(&article.text_hash, 16).unwrap_or_default();
    let hash: TextHash = hash.to_be_bytes();
    let added = transaction.prepare_cached(sql)?.execute(params![
        article.seq,
        article.key,
        article.site,
        article.feed,
        article.url,
        article.title,
        article.published,
        article.fetched,
        article.confidence,
        article.words,
        article.language,
        article.support,
        hash,
        place.segment,
        place.frame.cast_signed(),
        place.start,
        place.bytes,
    ])?;
    Ok(added > 0)
}

/// The row of a feed, as it was last noted.
pub fn insert_feed(transaction: &Transaction<'_>, feed: &FeedEntry) -> Result<(), StoreError> {
    let sql = "INSERT INTO feeds(id, url, address, title, folder, interval, due, wanted)
               VALUES (?1, ?2, ?2, ?3, ?4, ?5, 0, ?6)
               ON CONFLICT DO UPDATE SET wanted = ?6, folder = coalesce(?4, folder)";
    /// An hour: the schedule finds out by itself.
    const INTERVAL: i64 = 3_600_000;
    let row = (feed.id, &feed.url, &feed.title, &feed.folder, INTERVAL, feed.wanted);
    transaction.prepare_cached(sql)?.execute(row)?;
    Ok(())
}
