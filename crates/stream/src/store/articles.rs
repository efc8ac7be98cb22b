//! Articles: a row each, their records in the segments.

use super::pages::KeptPage;
use super::segments::Place;
use super::{Batch, Reader, StoreError};
use rusqlite::{OptionalExtension, Row, params};
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
    place: Place,
}

const COLUMNS: &str = "seq, key, site, feed, url, title, published, fetched, confidence, words, language, \
                       support, segment, frame, start, bytes";

impl ArticleRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<ArticleRow> {
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
}

impl Batch<'_> {
    /// Keeps an article unless there is one of its key, and no more than `pages` pages of articles.
    pub fn add_article(&mut self, article: &NewArticle, pages: usize) -> Result<bool, StoreError> {
        let known = "SELECT 1 FROM articles WHERE key = ?1";
        if self.connection.prepare_cached(known)?.exists([&article.key])? {
            return Ok(false);
        }
        let place = self.segments.add(&article.record)?;
        let sql = "INSERT INTO articles(key, site, feed, url, title, published, fetched, confidence, words, language,
                   support, text_hash, segment, frame, start, bytes)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
        self.connection.prepare_cached(sql)?.execute(params![
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
            article.text_hash,
            place.segment,
            place.frame.cast_signed(),
            place.start,
            place.bytes,
        ])?;
        if let Some(page) = &article.page {
            self.keep_page(self.connection.last_insert_rowid(), page, pages)?;
        }
        Ok(true)
    }
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
    /// Whether there is an article of a key.
    pub fn has_article(&self, key: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM articles WHERE key = ?1";
        Ok(self.connection.prepare_cached(sql)?.exists([key])?)
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

    /// The record of an article: one line of JSON.
    pub fn record(&self, article: &ArticleRow) -> Result<Vec<u8>, StoreError> {
        self.segments.text(article.place)
    }

    /// How many articles there are: none is ever taken out, so the number of the last one.
    pub fn article_count(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(seq), 0) FROM articles";
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
