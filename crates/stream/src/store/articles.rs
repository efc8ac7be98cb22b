//! Articles: a row each, their records in the segments.

use super::expire::{history_of_key, history_of_text};
use super::pages::KeptPage;
use super::segments::Place;
use super::segments::entry::{ArticleEntry, Entry};
use super::{Batch, Reader, StoreError, replay};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;

/// The hash of an article's text.
pub type TextHash = [u8; 16];

/// An article that is to be kept.
#[derive(Clone, Debug)]
pub struct NewArticle {
    /// Its URL key.
    pub key: String,
    /// The registered domain.
    pub site: String,
    /// The feed it came by.
    pub feed: i64,
    /// Where the page was.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
    /// When it was published, in seconds.
    pub published: Option<i64>,
    /// When the page was fetched.
    pub fetched: i64,
    /// How sure the extractor is.
    pub confidence: Option<f64>,
    /// Words of its text.
    pub words: i64,
    /// Its language.
    pub language: Option<String>,
    /// Documents of the site that were known.
    pub support: i64,
    /// The hash of its text.
    pub text_hash: TextHash,
    /// The record as sinks get it: one line of JSON.
    pub record: Vec<u8>,
    /// The page it was made from, if pages are kept.
    pub page: Option<KeptPage>,
}

impl NewArticle {
    /// What the segments say of it.
    fn entry(&self, seq: i64) -> ArticleEntry {
        ArticleEntry {
            seq,
            key: self.key.clone(),
            site: self.site.clone(),
            feed: self.feed,
            url: self.url.clone(),
            title: self.title.clone(),
            published: self.published,
            fetched: self.fetched,
            confidence: self.confidence,
            words: self.words,
            language: self.language.clone(),
            support: self.support,
            text_hash: format!("{:032x}", u128::from_be_bytes(self.text_hash)),
        }
    }
}

/// An article as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArticleRow {
    /// Its number, in the order of arrival.
    pub seq: i64,
    /// Its URL key.
    pub key: String,
    /// The registered domain.
    pub site: String,
    /// The feed it came by.
    pub feed: i64,
    /// Where the page was.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
    /// When it was published, in seconds.
    pub published: Option<i64>,
    /// When the page was fetched, in milliseconds.
    pub fetched: i64,
    /// How sure the extractor is.
    pub confidence: Option<f64>,
    /// Words of its text.
    pub words: i64,
    /// Its language.
    pub language: Option<String>,
    /// Documents of the site that were known.
    pub support: i64,
    #[serde(skip)]
    pub(super) place: Place,
}

pub(super) const COLUMNS: &str = "seq, key, site, feed, url, title, published, fetched, confidence, words, language, \
                       support, segment, frame, start, bytes";

impl ArticleRow {
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<ArticleRow> {
        Ok(ArticleRow {
            seq: row.get(0)?,
            key: row.get(1)?,
            site: row.get(2)?,
            feed: row.get(3)?,
            url: row.get(4)?,
            title: row.get(5)?,
            published: row.get(6)?,
            fetched: row.get(7)?,
            confidence: row.get(8)?,
            words: row.get(9)?,
            language: row.get(10)?,
            support: row.get(11)?,
            place: Place {
                segment: row.get(12)?,
                frame: row.get::<_, i64>(13)?.cast_unsigned(),
                start: row.get(14)?,
                bytes: row.get(15)?,
            },
        })
    }

    /// Whether the segments say the same of it. Fractions are compared as far as their digits are kept.
    pub(super) fn is(&self, entry: &ArticleEntry) -> bool {
        let sure = |confidence: Option<f64>| confidence.map(|sure| (sure * 1e9) as i64);
        (self.seq, &self.key, &self.site, self.feed, &self.url, &self.title)
            == (entry.seq, &entry.key, &entry.site, entry.feed, &entry.url, &entry.title)
            && (self.published, self.fetched, self.words, &self.language, self.support)
                == (entry.published, entry.fetched, entry.words, &entry.language, entry.support)
            && sure(self.confidence).unwrap_or(-9).abs_diff(sure(entry.confidence).unwrap_or(-9))
                < 2
    }
}

impl Batch<'_> {
    /// Keeps an article unless there is or was one of its key, and no more than `pages` pages of articles.
    pub fn add_article(&mut self, article: &NewArticle, pages: usize) -> Result<bool, StoreError> {
        if knows_key(self.connection, &article.key)? {
            return Ok(false);
        }
        let seq = self.next_seq()?;
        let entry = article.entry(seq);
        let place = self.segments.add(&Entry::Article(entry.clone()), &article.record)?;
        replay::insert_article(self.connection, &entry, place)?;
        if let Some(page) = &article.page {
            self.keep_page(seq, page, pages)?;
        }
        Ok(true)
    }

    /// Numbers are never given twice, whatever was deleted.
    fn next_seq(&self) -> Result<i64, StoreError> {
        let sql = "SELECT seq FROM sqlite_sequence WHERE name = 'articles'";
        let last =
            self.connection.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?;
        Ok(last.unwrap_or(0).max(0_i64).saturating_add(1))
    }
}

fn knows_key(connection: &Connection, key: &str) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM articles WHERE key = ?1
               UNION ALL SELECT 1 FROM history WHERE hash = ?2";
    Ok(connection.prepare_cached(sql)?.exists((key, history_of_key(key)))?)
}

/// Which articles are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted<'w> {
    /// Only of this site.
    pub site: Option<&'w str>,
    /// Only of this feed.
    pub feed: Option<i64>,
    /// Only those before this number.
    pub before: Option<i64>,
}

impl Reader {
    /// Whether there is an article of a key, or was one that was too old to be kept.
    pub fn knows_key(&self, key: &str) -> Result<bool, StoreError> {
        knows_key(&self.connection, key)
    }

    /// Whether an article of a site had this text that was too old to be kept.
    pub fn had_text(&self, hash: &TextHash, site: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM history WHERE hash = ?1";
        Ok(self.connection.prepare_cached(sql)?.exists([history_of_text(hash, site)])?)
    }

    /// Articles of the same text: key and site of the first on the site, or else of the first anywhere.
    pub fn same_text(
        &self,
        hash: &TextHash,
        site: &str,
    ) -> Result<Option<(String, String)>, StoreError> {
        let sql =
            "SELECT key, site FROM articles WHERE text_hash = ?1 ORDER BY site <> ?2, seq LIMIT 1";
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement.query_row((hash, site), |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// Articles of a site with a title, the newest first, a few of them.
    pub fn articles_titled(
        &self,
        site: &str,
        title: Option<&str>,
    ) -> Result<Vec<ArticleRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM articles WHERE site = ?1 AND title IS ?2 ORDER BY seq DESC LIMIT 8"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map((site, title), ArticleRow::read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Articles after a number, in order.
    pub fn articles_after(&self, seq: i64, limit: u32) -> Result<Vec<ArticleRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM articles WHERE seq > ?1 ORDER BY seq LIMIT ?2");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map((seq, limit), ArticleRow::read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The newest articles first.
    pub fn newest(&self, wanted: &Wanted<'_>, limit: u32) -> Result<Vec<ArticleRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM articles WHERE seq < coalesce(?1, 9223372036854775807)
             AND (?2 IS NULL OR site = ?2) AND (?3 IS NULL OR feed = ?3) ORDER BY seq DESC LIMIT ?4"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement
            .query_map((wanted.before, wanted.site, wanted.feed, limit), ArticleRow::read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// An article by its number.
    pub fn article(&self, seq: i64) -> Result<Option<ArticleRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM articles WHERE seq = ?1");
        let row = self.connection.prepare_cached(&sql)?.query_row([seq], ArticleRow::read);
        Ok(row.optional()?)
    }

    /// How many articles there are: from the oldest to the newest none is missing but by damage.
    pub fn article_count(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce((SELECT max(seq) FROM articles) - (SELECT min(seq) FROM articles) + 1, 0)";
        Ok(self.connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
    }

    /// Sites with articles: their number and mean confidence, most articles first.
    pub fn sites(&self, limit: u32) -> Result<Vec<(String, i64, Option<f64>)>, StoreError> {
        let sql = "SELECT site, count(*), avg(confidence) FROM articles GROUP BY site ORDER BY 2 DESC, 1 LIMIT ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows =
            statement.query_map([limit], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
