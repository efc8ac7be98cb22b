//! The newest pages as they were fetched, so that somebody who wonders about an article can see what it was
//! made from without asking its site again. Their number is bounded; the oldest go first.

use super::{Batch, Reader, StoreError};
use crate::fetch::Fetched;
use rusqlite::OptionalExtension;

/// Larger pages are not kept.
const MAX_BYTES: usize = 1 << 20;
/// Pages are looked at seldom and go soon: little time, not little room.
const LEVEL: i32 = 1;

/// A page as it was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPage {
    /// Where it came from.
    pub url: String,
    /// What it was sent as.
    pub content_type: Option<String>,
    /// How the bytes are compressed.
    pub content_encoding: Option<String>,
    /// The page.
    pub bytes: Vec<u8>,
}

impl KeptPage {
    /// A page to keep, compressed if it is not; none if it is too large.
    pub(crate) fn of(fetched: &Fetched) -> Option<KeptPage> {
        let (content_encoding, bytes) = match &fetched.content_encoding {
            Some(encoding) => (encoding.clone(), fetched.bytes.clone()),
            None => ("zstd".to_string(), zstd::bulk::compress(&fetched.bytes, LEVEL).ok()?),
        };
        (bytes.len() <= MAX_BYTES).then(|| KeptPage {
            url: fetched.url.to_string(),
            content_type: fetched.content_type.clone(),
            content_encoding: Some(content_encoding),
            bytes,
        })
    }
}

impl Batch<'_> {
    /// Keeps the page of an article, and of all no more than the newest `most`.
    pub(super) fn keep_page(
        &mut self,
        article: i64,
        page: &KeptPage,
        most: usize,
    ) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO pages VALUES (?1, ?2, ?3, ?4, ?5)";
        let KeptPage { url, content_type, content_encoding, bytes } = page;
        let row = (article, url, content_type, content_encoding, bytes);
        self.connection.prepare_cached(sql)?.execute(row)?;
        let oldest = article.saturating_sub(i64::try_from(most).unwrap_or(i64::MAX));
        let sql = "DELETE FROM pages WHERE article <= ?1";
        self.connection.prepare_cached(sql)?.execute([oldest])?;
        Ok(())
    }
}

impl Reader {
    /// The page of an article, if it is still kept.
    pub fn page(&self, article: i64) -> Result<Option<KeptPage>, StoreError> {
        let sql = "SELECT url, content_type, content_encoding, bytes FROM pages WHERE article = ?1";
        let row = self.connection.prepare_cached(sql)?.query_row([article], |row| {
            Ok(KeptPage {
                url: row.get(0)?,
                content_type: row.get(1)?,
                content_encoding: row.get(2)?,
                bytes: row.get(3)?,
            })
        });
        Ok(row.optional()?)
    }
}
