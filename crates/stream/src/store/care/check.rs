//! What is damaged in a store. Nothing is changed.

use super::rows::{self, Beside, Seen};
use super::{Progress, Stretch, stretches, texts_bytes};
use crate::store::open::database;
use crate::store::segments::entry::{self, Entry};
use crate::store::segments::frame::Segment;
use crate::store::segments::{self, End, Place};
use crate::store::{Damage, Reader, StoreError, meta, schema};
use dehusk_site::store::APPLICATION;
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Articles whose texts are as they were written.
    pub articles: u64,
    /// Bytes of the texts.
    pub bytes: u64,
    /// Everything that is damaged, each with its file and, where it is known, its article.
    pub damaged: Vec<String>,
    /// Segments from before there were checksums, in which altered letters cannot be noticed.
    pub unchecked: Vec<PathBuf>,
}

/// Goes through a whole store.
pub fn check(directory: &Path, progress: Progress<'_>) -> Result<Checked, StoreError> {
    let mut found = Checked { bytes: texts_bytes(directory)?, ..Checked::default() };
    let reader = match Reader::open(directory) {
        Ok(reader) => Some(reader),
        Err(error @ (StoreError::NoStore(_) | StoreError::Newer(_))) => return Err(error),
        Err(error) => {
            found.damaged.push(error.to_string());
            None
        }
    };
    let intact = reader.filter(|reader| match check_database(&reader.connection, directory) {
        Ok(wrong) => {
            let trusted = wrong.is_empty();
            found.damaged.extend(wrong);
            trusted
        }
        Err(error) => {
            found.damaged.push(error.to_string());
            false
        }
    });
    match walk(directory, intact.as_ref(), found.clone(), progress) {
        // SQLite finds its pages in order where a value in one of them is none that can be read.
        Err(error @ (StoreError::DatabaseDamaged(_) | StoreError::Site(_))) => {
            found.damaged.push(error.to_string());
            walk(directory, None, found, progress)
        }
        done => done,
    }
}

/// Goes through the texts, and through the rows if the database can be trusted.
fn walk(
    directory: &Path,
    reader: Option<&Reader>,
    found: Checked,
    progress: Progress<'_>,
) -> Result<Checked, StoreError> {
    let mut walk = Walk { reader, seen: Seen::default(), found, done: 0 };
    for number in segments::list(directory)? {
        walk.segment(directory, number, progress)?;
    }
    if let Some(reader) = reader {
        walk.found.damaged.extend(walk.seen.astray());
        walk.found.damaged.extend(rows::unseen(reader, &walk.seen)?);
        walk.found.damaged.extend(rows::damaged_sites(reader)?);
    }
    Ok(walk.found)
}

/// What SQLite itself finds, and whether the files are as long as is noted.
fn check_database(connection: &Connection, directory: &Path) -> Result<Vec<String>, StoreError> {
    let path = database(directory);
    let mut header = [0; 20];
    let file = std::fs::File::open(&path)?;
    crate::files::read_exact_at(&file, &mut header, 0)?;
    let application: i64 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    // Later formats of SQLite are only read, and other programs' files not at all.
    if header[18..].iter().any(|format| *format > 2) || application != APPLICATION {
        return Ok(vec![format!("{} is damaged: its first bytes", path.display())]);
    }
    let mut statement = connection.prepare("PRAGMA integrity_check(20)")?;
    let told = statement.query_map([], |row| row.get::<_, String>(0))?;
    let told = told.collect::<Result<Vec<_>, _>>()?;
    let wrong = told.into_iter().filter(|line| line != "ok");
    let mut wrong: Vec<String> =
        wrong.map(|line| format!("{} is damaged: {line}", path.display())).collect();
    let End { segment, length } = segments::end(connection)?;
    let last = segments::path(directory, segment);
    let there = std::fs::metadata(&last).map_or(0, |file| file.len());
    if there < length {
        wrong.push(format!("{} has {there} bytes of {length}", last.display()));
    }
    if schema::version(connection)? == Some(schema::VERSION) {
        wrong.extend(rows::damaged_positions(connection)?);
    }
    Ok(wrong)
}

struct Walk<'r> {
    reader: Option<&'r Reader>,
    seen: Seen,
    found: Checked,
    done: u64,
}

impl Walk<'_> {
    fn segment(
        &mut self,
        directory: &Path,
        number: u32,
        progress: Progress<'_>,
    ) -> Result<(), StoreError> {
        let segment = Segment::open(&segments::path(directory, number))?;
        match segment.checked {
            true => self.frames(&segment, number, progress)?,
            false if self.is_not_begun(number)? => {}
            false => {
                self.found.unchecked.push(segment.path().into());
                self.old_rows(number)?;
            }
        }
        self.done += segment.length();
        progress(self.done, self.found.bytes);
        Ok(())
    }

    fn frames(
        &mut self,
        segment: &Segment,
        number: u32,
        progress: Progress<'_>,
    ) -> Result<(), StoreError> {
        self.header(segment)?;
        for stretch in stretches(segment) {
            match stretch? {
                Stretch::Good(at, content, next) => {
                    self.frame(&content, number, at)?;
                    progress(self.done + next, self.found.bytes);
                }
                Stretch::Bad(damage, next) => self.bad(*damage, number, next, segment)?,
            }
        }
        Ok(())
    }

    /// Whether a segment was begun by somebody who was cut short at once.
    fn is_not_begun(&self, number: u32) -> Result<bool, StoreError> {
        let Some(reader) = self.reader else { return Ok(false) };
        let end = segments::end(&reader.connection)?;
        Ok((number, 0) >= (end.segment, end.length))
    }

    fn header(&mut self, segment: &Segment) -> Result<(), StoreError> {
        let path = segment.path().display();
        match (segment.identity, self.reader) {
            (None, _) if segment.length() > 0 => {
                self.found.damaged.push(format!("{path}: its beginning is damaged"));
            }
            (Some(identity), Some(reader)) if meta::identity(&reader.connection)? != identity => {
                self.found.damaged.push(format!("{path}: this is a file of another store"));
            }
            _ => {}
        }
        Ok(())
    }

    fn frame(&mut self, content: &[u8], segment: u32, at: u64) -> Result<(), StoreError> {
        // What is not committed yet has no rows, and gets them when the store is opened the next time.
        let end = self.reader.map(|reader| segments::end(&reader.connection)).transpose()?;
        let committed = end.is_none_or(|end| (segment, at) < (end.segment, end.length));
        for (start, entry, body) in entry::all(content) {
            let Entry::Article(article) = entry else { continue };
            let place = Place::of(segment, at, start, body.len());
            let beside = match self.reader.filter(|_| committed) {
                Some(reader) => rows::beside(reader, &article, place)?,
                None => Beside::Same,
            };
            match beside {
                Beside::Elsewhere => {
                    self.seen.add_elsewhere(&article);
                    continue;
                }
                Beside::Wrong(what) => self.found.damaged.push(what),
                Beside::Same => {}
            }
            self.found.articles += u64::from(self.seen.add(article.seq));
        }
        Ok(())
    }

    /// Something that cannot be read: what was never finished is not damage.
    fn bad(
        &mut self,
        damage: Damage,
        number: u32,
        next: u64,
        segment: &Segment,
    ) -> Result<(), StoreError> {
        let Some(reader) = self.reader else {
            self.found.damaged.push(damage.to_string());
            return Ok(());
        };
        let end = segments::end(&reader.connection)?;
        let unfinished =
            next == segment.length() && (number, damage.offset) >= (end.segment, end.length);
        if unfinished {
            return Ok(());
        }
        let articles = rows::articles_in(reader, number, damage.offset, next)?;
        for (seq, _) in &articles {
            self.seen.add(*seq);
        }
        if articles.is_empty() {
            self.found.damaged.push(damage.to_string());
        }
        for article in articles {
            let damage = Damage { article: Some(article), ..damage.clone() };
            self.found.damaged.push(damage.to_string());
        }
        Ok(())
    }

    /// The texts of an old segment, found by their rows.
    fn old_rows(&mut self, number: u32) -> Result<(), StoreError> {
        let Some(reader) = self.reader else { return Ok(()) };
        for row in rows::of_segment(reader, number)? {
            self.seen.add(row.seq);
            match reader.record(&row) {
                Ok(_) => self.found.articles += 1,
                Err(StoreError::Damaged(damage)) => self.found.damaged.push(damage.to_string()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
