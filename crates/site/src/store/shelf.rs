//! Site memories within somebody's transactions.

use super::error::StoreError;
use super::resident::Residents;
use super::tables::{self, Row};
use crate::{DecodeError, Observation, Retention, SiteMemory};
use dehusk_extract::{Extractor, SiteHint};
use rusqlite::{Connection, Transaction};
use std::path::PathBuf;
use twox_hash::XxHash3_64;

/// A log shorter than this is never worth writing the whole memory.
pub(super) const LEAST_LOG: usize = 32 << 10;
/// The memory is written when its log has more than one in so many of its bytes, so that each byte of a
/// log costs a bounded number of bytes of memory, whatever the size of the site.
pub(super) const LOG_SHARE: usize = 2;

/// Holds the site memories that are in use, and keeps them right with a database that it does not own.
///
/// Whoever owns the database begins and ends transactions. A transaction that is rolled back needs no word
/// to the shelf: what it holds is compared with the database whenever it is used.
///
/// ```
/// use dehusk_extract::Document;
/// use dehusk_site::store::SiteShelf;
/// use dehusk_site::{Keys, Observation, Retention};
/// let mut database = rusqlite::Connection::open_in_memory()?;
/// let mut shelf = SiteShelf::new(Retention::default(), 64 << 20);
/// let document = Document::new(dehusk_page::Page::parse("<p>About us<p>News"));
/// let seen = Observation::of(Keys::default().key("https://a.example/1", None)?, 0, &document);
/// let transaction = database.transaction()?;
/// SiteShelf::create(&transaction)?;
/// shelf.observe(&transaction, &seen)?;
/// // … what else has to change with it …
/// transaction.commit()?;
/// assert_eq!(shelf.hint(&database, &seen)?.pages, 0, "a page is no earlier page of itself");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SiteShelf {
    residents: Residents,
    retention: Retention,
    budget: usize,
    damaged: Vec<String>,
}

impl SiteShelf {
    /// Holds no more than `budget` bytes of memories; sites that are new remember as told.
    pub fn new(retention: Retention, budget: usize) -> SiteShelf {
        SiteShelf { residents: Residents::default(), retention, budget, damaged: Vec::new() }
    }

    /// Makes the tables in a database, or checks those that are there.
    pub fn create(transaction: &Transaction<'_>) -> Result<(), StoreError> {
        tables::create(transaction)
    }

    /// The sites of a database whose memories cannot be read any more.
    pub fn damaged(connection: &Connection) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        for site in tables::entries(connection)? {
            let Some(row) = tables::row(connection, &site.domain)? else { continue };
            match read(connection, &site.domain, &row) {
                Err(error) if error.is_damage() => found.push(site.domain),
                read => drop(read?),
            }
        }
        Ok(found)
    }

    /// The sites whose memories could not be read since this was asked last. They are taken for sites that
    /// were never seen, and their memories begin anew with the next document.
    pub fn take_damaged(&mut self) -> Vec<String> {
        std::mem::take(&mut self.damaged)
    }

    /// Learns from a document; it is kept when the transaction is.
    pub fn observe(
        &mut self,
        transaction: &Transaction<'_>,
        seen: &Observation,
    ) -> Result<(), StoreError> {
        let domain = seen.key().domain();
        let row = match self.load(transaction, domain)? {
            Some(row) => row,
            None => self.begin(transaction, domain)?,
        };
        let bytes = seen.encode();
        let row = Row {
            stamp: chain(row.stamp, &bytes),
            observed: row.observed.saturating_add(1),
            log_bytes: row.log_bytes.saturating_add(bytes.len() as i64),
            ..row
        };
        let Some(resident) = self.residents.get(domain) else { return Ok(()) };
        resident.memory.observe(seen);
        resident.stamp = row.stamp;
        let log = row.log_bytes as usize;
        if log > LEAST_LOG && log > resident.bytes() / LOG_SHARE {
            let memory = resident.memory.encode();
            tables::write(transaction, domain, row.stamp, row.observed, &memory)?;
        } else {
            tables::append(transaction, &row, &bytes)?;
        }
        self.residents.grown(domain);
        self.residents.fit(self.budget);
        Ok(())
    }

    /// What the site has shown so far, for a document that was not observed yet.
    pub fn hint(
        &mut self,
        connection: &Connection,
        seen: &Observation,
    ) -> Result<SiteHint, StoreError> {
        Ok(match self.memory(connection, seen.key().domain())? {
            Some(memory) => memory.hint(seen),
            None => SiteMemory::new(self.retention).hint(seen),
        })
    }

    /// The same, with what an extractor wants counted, if it does.
    pub fn hint_for(
        &mut self,
        connection: &Connection,
        extractor: &dyn Extractor,
        seen: &Observation,
    ) -> Result<SiteHint, StoreError> {
        Ok(match self.memory(connection, seen.key().domain())? {
            Some(memory) => memory.hint_for(extractor, seen),
            None => SiteMemory::new(self.retention).hint_for(extractor, seen),
        })
    }

    /// The memory of a site; none if it was never seen.
    pub fn memory(
        &mut self,
        connection: &Connection,
        domain: &str,
    ) -> Result<Option<&mut SiteMemory>, StoreError> {
        if self.load(connection, domain)?.is_none() {
            return Ok(None);
        }
        Ok(self.residents.get(domain).map(|resident| &mut resident.memory))
    }

    /// Puts a memory in the place of what is known of a site.
    pub fn import(
        &mut self,
        transaction: &Transaction<'_>,
        domain: &str,
        memory: SiteMemory,
    ) -> Result<(), StoreError> {
        let bytes = memory.encode();
        let (stamp, observed) = (chain(0, &bytes), memory.tree().len() as i64);
        tables::write(transaction, domain, stamp, observed, &bytes)?;
        self.residents.put(domain, memory, stamp);
        self.residents.fit(self.budget);
        Ok(())
    }

    /// Forgets a site; false if it was never seen.
    pub fn forget(
        &mut self,
        transaction: &Transaction<'_>,
        domain: &str,
    ) -> Result<bool, StoreError> {
        self.residents.drop(domain);
        let Some(row) = tables::row(transaction, domain)? else { return Ok(false) };
        tables::delete(transaction, row.id)?;
        Ok(true)
    }

    /// Bytes of the memories that are held.
    pub fn held_bytes(&self) -> usize {
        self.residents.bytes()
    }

    /// How many memories are held.
    pub fn held_sites(&self) -> usize {
        self.residents.len()
    }

    /// Sees to it that the memory of a site is held as the database has it.
    fn load(&mut self, connection: &Connection, domain: &str) -> Result<Option<Row>, StoreError> {
        let Some(row) = tables::row(connection, domain)? else {
            self.residents.drop(domain);
            return Ok(None);
        };
        if self.residents.stamp(domain) != Some(row.stamp) {
            let memory = match read(connection, domain, &row) {
                Err(error) if error.is_damage() => {
                    self.residents.drop(domain);
                    if !self.damaged.iter().any(|known| known == domain) {
                        self.damaged.push(domain.to_string());
                    }
                    return Ok(None);
                }
                read => read?,
            };
            self.residents.put(domain, memory, row.stamp);
            self.residents.fit(self.budget);
        }
        Ok(Some(row))
    }

    fn begin(&mut self, transaction: &Transaction<'_>, domain: &str) -> Result<Row, StoreError> {
        let memory = SiteMemory::new(self.retention);
        let bytes = memory.encode();
        let row = tables::write(transaction, domain, chain(0, &bytes), 0, &bytes)?;
        self.residents.put(domain, memory, row.stamp);
        Ok(row)
    }
}

/// The memory of a site from the database: the last whole one, then its log.
pub(super) fn read(
    connection: &Connection,
    domain: &str,
    row: &Row,
) -> Result<SiteMemory, StoreError> {
    let wrong = |source: DecodeError| StoreError::Site {
        path: PathBuf::new(),
        domain: domain.to_string(),
        source,
    };
    let mut memory = SiteMemory::decode(&tables::memory(connection, row.id)?).map_err(wrong)?;
    tables::log(connection, row.id, |bytes| {
        memory.observe(&Observation::decode(bytes).map_err(wrong)?);
        Ok(())
    })?;
    Ok(memory)
}

/// The stamp of a history after one more observation.
pub(super) fn chain(stamp: i64, bytes: &[u8]) -> i64 {
    XxHash3_64::oneshot_with_seed(stamp as u64, bytes) as i64
}
