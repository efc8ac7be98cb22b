//! The articles of a store, for those who look for them.

use super::requests::Search;
use dehusk_server::{SearchError, StoreSearch};
use dehusk_stream::Record;
use dehusk_stream::store::ArticleRow;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Articles that a search gives, unless asked for otherwise, and at most.
const FOUND: u32 = 10;
const MAX_FOUND: u32 = 100;
/// Characters of a text that are shown of each.
const BEGINNING: usize = 300;

/// The articles of a store.
pub struct Library(Mutex<StoreSearch>);

impl Library {
    /// Opens the store in a folder.
    pub fn open(directory: &Path) -> Result<Library, SearchError> {
        Ok(Library(Mutex::new(StoreSearch::open(directory)?)))
    }

    /// Articles with the words of a query, best first, or the newest.
    pub fn search(&self, wanted: &Search) -> Result<Value, SearchError> {
        let mut store = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let limit = wanted.limit.unwrap_or(FOUND).clamp(1, MAX_FOUND);
        let rows = match wanted.query.trim() {
            "" => store.newest(limit)?,
            query => store.find(query, limit)?,
        };
        let shown = rows.iter().map(|row| shown(&store, row)).collect::<Result<Vec<_>, _>>()?;
        Ok(json!({ "articles": shown }))
    }

    /// An article in full, as Markdown below what is known of it; none if there is no such number.
    pub fn article(&self, number: i64) -> Result<Option<String>, SearchError> {
        let store = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(row) = store.article(number)? else { return Ok(None) };
        let record = store.record(&row)?;
        let title = record.title().unwrap_or("Untitled");
        let published = record.value("published").or(record.item_published.as_deref());
        let published = published.map_or(String::new(), |day| format!("Published: {day}\n"));
        let (url, fetched) = (&record.response_url, &record.fetched);
        let about = format!("{title}\n{url}\n{published}Fetched: {fetched}\n\n");
        Ok(Some(about + record.markdown()))
    }
}

fn shown(store: &StoreSearch, row: &ArticleRow) -> Result<Value, SearchError> {
    let record = store.record(row)?;
    Ok(json!({
        "number": row.seq,
        "title": row.title,
        "url": row.url,
        "site": row.site,
        "published": record.value("published").or(record.item_published.as_deref()),
        "fetched": record.fetched,
        "language": row.language,
        "words": row.words,
        "beginning": beginning(&record),
    }))
}

fn beginning(record: &Record) -> String {
    let text = record.text();
    match text.char_indices().nth(BEGINNING) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.into(),
    }
}
