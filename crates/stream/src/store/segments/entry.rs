//! What a frame holds: articles with everything their rows in the database say, and notes of what else would
//! be missed if the database were lost. With them the database can be made again.

use super::super::StoreError;
use serde::{Deserialize, Serialize};

/// What an entry is. The record of an article follows it as its body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Entry {
    /// An article.
    Article(ArticleEntry),
    /// A feed: its number and what the reader has said of it.
    Feed(FeedEntry),
    /// How far a sink is.
    Position {
        /// The sink's name.
        sink: String,
        /// The last article it has.
        seq: i64,
        /// What it needs to go on.
        state: String,
    },
    /// Items that are over and done with, by what history keeps of their hash.
    Done(Vec<i64>),
    /// All articles up to this number were deleted because they were old.
    Expired(i64),
}

/// An article as its row has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArticleEntry {
    pub seq: i64,
    pub key: String,
    pub site: String,
    pub feed: i64,
    pub url: String,
    pub title: Option<String>,
    pub published: Option<i64>,
    pub fetched: i64,
    pub confidence: Option<f64>,
    pub words: i64,
    pub language: Option<String>,
    pub support: i64,
    /// The hash of its text in hexadecimal digits.
    pub text_hash: String,
}

/// A feed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeedEntry {
    pub id: i64,
    pub url: String,
    pub title: Option<String>,
    pub folder: Option<String>,
    pub wanted: bool,
}

/// Bytes before the entry itself: its length and that of its body.
const LENGTHS: usize = 8;

/// Adds an entry to the content of a frame.
pub fn write(content: &mut Vec<u8>, entry: &Entry, body: &[u8]) -> Result<(), StoreError> {
    let head = serde_json::to_vec(entry).map_err(std::io::Error::other)?;
    for length in [head.len(), body.len()] {
        content.extend(u32::try_from(length).map_err(std::io::Error::other)?.to_le_bytes());
    }
    content.extend(head);
    content.extend(body);
    Ok(())
}

/// The entry at a place in the content of a frame, its body, and where the next one begins.
pub fn read(content: &[u8], start: usize) -> Option<(Entry, &[u8], usize)> {
    let rest = content.get(start..)?;
    let length = |at: usize| Some(u32::from_le_bytes(*rest.get(at..)?.first_chunk()?) as usize);
    let (head, body) = (length(0)?, length(4)?);
    let (head_end, body_end) = (LENGTHS.checked_add(head)?, LENGTHS + head + body);
    let entry = serde_json::from_slice(rest.get(LENGTHS..head_end)?).ok()?;
    Some((entry, rest.get(head_end..body_end)?, start + body_end))
}

/// All entries of a frame with the place where each begins.
pub fn all(content: &[u8]) -> impl Iterator<Item = (usize, Entry, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let (entry, body, next) = read(content, start)?;
        at = next;
        Some((start, entry, body))
    })
}
