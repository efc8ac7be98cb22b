//! The rows of the database beside what the segments say.

use crate::store::articles::COLUMNS;
use crate::store::segments::Place;
use crate::store::segments::entry::ArticleEntry;
use crate::store::{ArticleRow, Reader, StoreError, meta, schema, sinks};
use dehusk_site::store::SiteShelf;
use rusqlite::Connection;
use std::collections::{BTreeMap, HashSet};

/// The numbers of articles that were met in the segments.
#[derive(Debug, Default)]
pub struct Seen {
    all: HashSet<i64>,
    /// Those that were met where their rows do not have them, with their keys.
    elsewhere: BTreeMap<i64, String>,
}

impl Seen {
    /// An article was met; whether it was for the first time.
    pub fn add(&mut self, seq: i64) -> bool {
        self.all.insert(seq)
    }

    /// An article was met where its row does not have it: a copy, or the row is wrong.
    pub fn add_elsewhere(&mut self, article: &ArticleEntry) {
        self.elsewhere.insert(article.seq, article.key.clone());
    }

    /// The rows that lead to no text though there is one.
    pub fn astray(&mut self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (seq, key) in std::mem::take(&mut self.elsewhere) {
            if self.add(seq) {
                wrong.push(wrong_row(seq, &key));
            }
        }
        wrong
    }
}

fn wrong_row(seq: i64, key: &str) -> String {
    format!("the database is damaged: the row of article {seq} ({key})")
}

/// The row of an article beside what is in the segments.
#[derive(Debug, PartialEq, Eq)]
pub enum Beside {
    /// It says the same.
    Same,
    /// It has the article at another place.
    Elsewhere,
    /// Something is wrong.
    Wrong(String),
}

/// Whether a later article has the key of one that is not there any more.
fn came_again(reader: &Reader, article: &ArticleEntry) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM articles WHERE key = ?1 AND seq > ?2";
    Ok(reader.connection.prepare_cached(sql)?.exists((&article.key, article.seq))?)
}

/// Whether the row of an article is as the segments have it.
pub fn beside(reader: &Reader, article: &ArticleEntry, place: Place) -> Result<Beside, StoreError> {
    let ArticleEntry { seq, key, .. } = article;
    let expired = meta::get(&reader.connection, meta::EXPIRED)?;
    Ok(match reader.article(*seq)? {
        Some(row) if row.is(article) && row.place == place => Beside::Same,
        Some(row) if row.is(article) => Beside::Elsewhere,
        Some(_) => Beside::Wrong(wrong_row(*seq, key)),
        None if *seq <= expired || came_again(reader, article)? => Beside::Same,
        None => Beside::Wrong(format!("the database is damaged: article {seq} ({key}) is missing")),
    })
}

/// Rows whose texts were met nowhere, and numbers of which there are no rows.
pub fn unseen(reader: &Reader, seen: &Seen) -> Result<Vec<String>, StoreError> {
    let mut wrong = Vec::new();
    let current = schema::version(&reader.connection)? == Some(schema::VERSION);
    let sql = "SELECT seq, key, segment FROM articles ORDER BY seq";
    let mut statement = reader.connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut before = 0;
    while let Some(row) = rows.next()? {
        let (seq, key, segment): (i64, String, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if seq != before + 1
            && current
            && let Err(gap) = reader.explain_gap(before + 1, seq - 1)
        {
            wrong.push(gap.to_string());
        }
        before = seq;
        if !seen.all.contains(&seq) {
            wrong
                .push(format!("texts/{segment:06}.seg: the text of article {seq} ({key}) is gone"));
        }
    }
    let given = reader.last_given()?;
    if given > before
        && current
        && let Err(gap) = reader.explain_gap(before + 1, given)
    {
        wrong.push(gap.to_string());
    }
    Ok(wrong)
}

/// Numbers and keys of the articles that the database has in a part of a segment.
pub fn articles_in(
    reader: &Reader,
    segment: u32,
    from: u64,
    to: u64,
) -> Result<Vec<(i64, String)>, StoreError> {
    let sql = "SELECT seq, key FROM articles WHERE segment = ?1 AND frame >= ?2 AND frame < ?3";
    let mut statement = reader.connection.prepare_cached(sql)?;
    let range = (segment, from.cast_signed(), to.cast_signed());
    let rows = statement.query_map(range, |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The rows of a segment.
pub fn of_segment(reader: &Reader, segment: u32) -> Result<Vec<ArticleRow>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM articles WHERE segment = ?1 ORDER BY seq");
    let mut statement = reader.connection.prepare(&sql)?;
    let rows = statement.query_map([segment], ArticleRow::read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Sinks of which it is not known how far they are.
pub fn damaged_positions(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare("SELECT name FROM sinks")?;
    let names = statement.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    let mut wrong = Vec::new();
    for name in names {
        if sinks::read(connection, &name)?.is_none_or(|(_, right)| !right) {
            wrong.push(format!("the database is damaged: how far {name} is was altered"));
        }
    }
    Ok(wrong)
}

/// Sites whose memories cannot be read.
pub fn damaged_sites(reader: &Reader) -> Result<Vec<String>, StoreError> {
    let damaged = SiteShelf::damaged(&reader.connection)?;
    let told = |site: String| format!("the memory of the site {site} is damaged and starts anew");
    Ok(damaged.into_iter().map(told).collect())
}
