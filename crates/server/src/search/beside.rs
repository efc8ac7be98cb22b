//! The search for a program beside the server, or without one: the index is brought up to date first. It is never thrown
//! away here, since a server may have it open.

use super::{SearchIndex, find, open, path, position};
use dehusk_stream::Record;
use dehusk_stream::sink::Delivery;
use dehusk_stream::store::{ArticleRow, Reader, StoreError, Wanted};
use std::path::{Path, PathBuf};

/// Articles that are taken into the index at once.
const AT_ONCE: u32 = 200;

/// Why nothing can be searched.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The index.
    #[error("{0}: {1}: once this file is deleted, the index is made anew")]
    Index(PathBuf, #[source] rusqlite::Error),
    /// The record of an article.
    #[error("article {0} cannot be read: run `dehusk store check`")]
    Record(i64),
}

/// The articles of a store, to look for.
#[derive(Debug)]
pub struct StoreSearch {
    reader: Reader,
    index: SearchIndex,
    directory: PathBuf,
}

impl StoreSearch {
    /// Opens the store in a folder, and its index, which is made if there is none.
    pub fn open(directory: &Path) -> Result<StoreSearch, SearchError> {
        let reader = Reader::open(directory)?;
        let mut index = SearchIndex::new(directory);
        let failed = |error| SearchError::Index(path(directory), error);
        index.connection = Some(open(&path(directory)).map_err(failed)?);
        Ok(StoreSearch { reader, index, directory: directory.into() })
    }

    /// Articles with all words of a query, best first. The last word may be a beginning.
    pub fn find(&mut self, query: &str, limit: u32) -> Result<Vec<ArticleRow>, SearchError> {
        self.catch_up()?;
        let file = path(&self.directory);
        let numbers =
            find(&file, query, limit).map_err(|error| SearchError::Index(file.clone(), error))?;
        let rows = numbers.into_iter().filter_map(|seq| self.reader.article(seq).transpose());
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The newest articles first.
    pub fn newest(&self, limit: u32) -> Result<Vec<ArticleRow>, SearchError> {
        Ok(self.reader.newest(&Wanted::default(), limit)?)
    }

    /// An article by its number.
    pub fn article(&self, seq: i64) -> Result<Option<ArticleRow>, SearchError> {
        Ok(self.reader.article(seq)?)
    }

    /// What is kept of an article.
    pub fn record(&self, row: &ArticleRow) -> Result<Record, SearchError> {
        Record::read(&self.reader.record(row)?).ok_or(SearchError::Record(row.seq))
    }

    /// Takes in what has come since. Where somebody else does the same, each article is taken in once all the same.
    fn catch_up(&mut self) -> Result<(), SearchError> {
        let failed = |error| SearchError::Index(path(&self.directory), error);
        let connection = self.index.connection.as_ref();
        let had = connection.map_or(Ok(0), position).map_err(failed)?;
        let mut after = had;
        loop {
            let next = self.reader.deliverable(after, AT_ONCE)?;
            let Some(last) = next.last else { return Ok(()) };
            let delivery = |(row, record): (ArticleRow, Vec<u8>)| Delivery {
                seq: row.seq,
                key: row.key,
                title: row.title,
                record,
            };
            let batch: Vec<Delivery> = next.articles.into_iter().map(delivery).collect();
            self.index.add(&batch).map_err(failed)?;
            after = last;
        }
    }
}
