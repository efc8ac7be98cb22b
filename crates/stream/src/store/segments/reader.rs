//! Reads texts.

use super::entry::{self, ArticleEntry, Entry};
use super::frame::Segment;
use super::{Place, path};
use crate::store::{Damage, StoreError};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Segments that are held open at once.
const OPEN: usize = 32;

/// Reads texts.
#[derive(Debug)]
pub struct SegmentReader {
    directory: PathBuf,
    files: Mutex<OpenSegments>,
}

/// A frame by its segment and offset.
type Frame = ((u32, u64), Arc<Vec<u8>>);

#[derive(Debug, Default)]
struct OpenSegments {
    open: HashMap<u32, Arc<Segment>>,
    /// The frame read last, because its neighbours are asked for next.
    last: Option<Frame>,
}

impl SegmentReader {
    /// A reader of the segments of a directory.
    pub fn new(directory: &Path) -> SegmentReader {
        SegmentReader { directory: directory.into(), files: Mutex::default() }
    }

    /// The text at a place, and what its entry says of the article unless the segment is an old one.
    pub fn text(&self, place: Place) -> Result<(Vec<u8>, Option<ArticleEntry>), StoreError> {
        let (content, checked) = self.frame(place.segment, place.frame)?;
        let start = place.start as usize;
        if !checked {
            let text = content.get(start..start + place.bytes as usize);
            let text = text.ok_or_else(|| self.damage(place, "there is no text here"))?;
            return Ok((text.to_vec(), None));
        }
        match entry::read(&content, start) {
            Some((Entry::Article(article), body, _)) => Ok((body.to_vec(), Some(article))),
            // The frame is as it was written: whoever named the place is wrong.
            _ => Err(StoreError::DatabaseDamaged(
                self.damage(place, "there is no article here").to_string(),
            )),
        }
    }

    /// Damage at a place.
    pub fn damage(&self, place: Place, what: &str) -> Damage {
        Damage::at(&path(&self.directory, place.segment), place.frame, what)
    }

    fn frame(&self, segment: u32, offset: u64) -> Result<(Arc<Vec<u8>>, bool), StoreError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match files.open.get(&segment) {
            Some(file) => file.clone(),
            None => {
                if files.open.len() >= OPEN {
                    files.open.clear();
                }
                let file = Arc::new(Segment::open(&path(&self.directory, segment))?);
                files.open.insert(segment, file.clone());
                file
            }
        };
        if let Some((at, content)) = &files.last
            && *at == (segment, offset)
        {
            return Ok((content.clone(), file.checked));
        }
        let content = Arc::new(file.frame(offset)?.0);
        files.last = Some(((segment, offset), content.clone()));
        Ok((content, file.checked))
    }
}
