//! A site's memory in the hands of the one who learns, away from the one who writes.
//!
//! A program that extracts in one thread and writes in another would have to hold every memory twice: once
//! to judge by, and once to know what to write. Here the learner holds it alone and says with each document
//! what the database has to keep of it: its observation, or now and then the whole memory.

use super::error::StoreError;
use super::shelf::{LEAST_LOG, LOG_SHARE, chain, read};
use super::tables::{self, Row};
use crate::{Observation, Retention, SiteMemory};
use rusqlite::{Connection, Transaction};

/// A memory is measured again when it has grown by one in so many of its documents: measuring takes time for
/// each of them.
const GROWTH: usize = 16;

/// The memory of a site, held by the only one who learns for the site.
///
/// ```
/// use dehusk_extract::Document;
/// use dehusk_site::store::{Learner, SiteShelf};
/// use dehusk_site::{Keys, Observation, Retention};
/// let mut database = rusqlite::Connection::open_in_memory()?;
/// let transaction = database.transaction()?;
/// SiteShelf::create(&transaction)?;
/// let mut learner = Learner::open(&transaction, "a.example", Retention::default())?;
/// let document = Document::new(dehusk_page::Page::parse("<p>About us<p>News"));
/// let seen = Observation::of(Keys::default().key("https://a.example/1", None)?, 0, &document);
/// // In one thread …
/// let lesson = learner.learn(&seen);
/// // … and in another.
/// lesson.keep(&transaction)?;
/// let again = Learner::open(&transaction, "a.example", Retention::default())?;
/// assert_eq!(again.memory().tree().len(), 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Learner {
    memory: SiteMemory,
    /// Bytes of the log; none while the database has nothing of the site.
    log_bytes: Option<usize>,
    bytes: usize,
    unmeasured: usize,
    damaged: bool,
}

/// What the database has to keep of a document that a memory has learned from.
#[derive(Clone, Debug)]
pub struct Lesson {
    domain: String,
    observation: Vec<u8>,
    /// The memory with this document in it, where the log has become too long or there was none.
    memory: Option<Vec<u8>>,
}

impl Learner {
    /// Takes up the memory of a site where the database has left it; a site that is new remembers as told.
    pub fn open(
        connection: &Connection,
        domain: &str,
        retention: Retention,
    ) -> Result<Learner, StoreError> {
        let row = tables::row(connection, domain)?;
        let read = row.map(|row| read(connection, domain, &row));
        let damaged = matches!(&read, Some(Err(error)) if error.is_damage());
        // A memory that is damaged is put in its place as a whole by the first lesson.
        let row = row.filter(|_| !damaged);
        let memory = match read.filter(|_| !damaged) {
            Some(read) => read?,
            None => SiteMemory::new(retention),
        };
        let log_bytes = row.map(|row| row.log_bytes as usize);
        let mut learner = Learner { memory, log_bytes, bytes: 0, unmeasured: 0, damaged };
        learner.measure();
        Ok(learner)
    }

    /// Whether what the database had of the site could not be read, so that it is learned anew.
    pub fn was_damaged(&self) -> bool {
        self.damaged
    }

    /// What it knows.
    pub fn memory(&self) -> &SiteMemory {
        &self.memory
    }

    /// The memory, to ask for hints, whose counts are kept where they are asked for.
    pub fn memory_mut(&mut self) -> &mut SiteMemory {
        &mut self.memory
    }

    /// Bytes it takes, as they were measured last.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Learns from a document. What it gives has to be kept, in the order of learning.
    pub fn learn(&mut self, seen: &Observation) -> Lesson {
        self.memory.observe(seen);
        self.unmeasured = self.unmeasured.saturating_sub(1);
        if self.unmeasured == 0 {
            self.measure();
        }
        let observation = seen.encode();
        let log = self.log_bytes.map(|bytes| bytes + observation.len());
        let fits = log.filter(|&log| log <= LEAST_LOG || log <= self.bytes / LOG_SHARE);
        self.log_bytes = Some(fits.unwrap_or_default());
        let memory = fits.is_none().then(|| self.memory.encode());
        Lesson { domain: seen.key().domain().to_string(), observation, memory }
    }

    fn measure(&mut self) {
        self.bytes = self.memory.heap_bytes();
        self.unmeasured = self.memory.tree().len() / GROWTH + 1;
    }
}

impl Lesson {
    /// Keeps it; it is there when the transaction is.
    pub fn keep(&self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        let row = tables::row(transaction, &self.domain)?;
        let stamp = chain(row.map_or(0, |row| row.stamp), &self.observation);
        let observed = row.map_or(0, |row| row.observed).saturating_add(1);
        match (&self.memory, row) {
            (Some(memory), _) => {
                tables::write(transaction, &self.domain, stamp, observed, memory)?;
            }
            (None, Some(row)) => {
                let log_bytes = row.log_bytes.saturating_add(self.observation.len() as i64);
                let row = Row { stamp, observed, log_bytes, ..row };
                tables::append(transaction, &row, &self.observation)?;
            }
            // Somebody made the store forget the site: what was learned since is learned again.
            (None, None) => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Keys;
    use crate::store::SiteShelf;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    fn seen(number: usize) -> Observation {
        let own: String = (0..40).map(|n| format!("<p>Paragraph {n} of page {number}")).collect();
        let html = format!("<p>Home<p>About us{own}");
        let url = format!("http://a.example/{number}");
        let key = Keys::default().key(&url, None).unwrap();
        Observation::of(key, number as i64, &Document::new(Page::parse(html)).with_url(&url))
    }

    #[test]
    fn what_is_kept_is_what_was_learned_whenever_it_is_taken_up() {
        let mut database = Connection::open_in_memory().unwrap();
        let transaction = database.transaction().unwrap();
        SiteShelf::create(&transaction).unwrap();
        let open = || Learner::open(&transaction, "a.example", Retention::default()).unwrap();
        let (mut learner, mut whole) = (open(), 0);
        for number in 0..300 {
            let lesson = learner.learn(&seen(number));
            whole += usize::from(lesson.memory.is_some());
            lesson.keep(&transaction).unwrap();
            if number % 61 == 0 {
                assert_eq!(open().memory().encode(), learner.memory().encode());
            }
        }
        assert!((2..60).contains(&whole), "written whole {whole} times");
        let mut shelf = SiteShelf::new(Retention::default(), 0);
        let shelved = shelf.memory(&transaction, "a.example").unwrap().unwrap().encode();
        assert_eq!(shelved, learner.memory().encode());
        let row = tables::row(&transaction, "a.example").unwrap().unwrap();
        assert_eq!(row.observed, 300);
    }

    #[test]
    fn a_damaged_memory_is_noticed_and_learned_anew() {
        let mut database = Connection::open_in_memory().unwrap();
        let transaction = database.transaction().unwrap();
        SiteShelf::create(&transaction).unwrap();
        let open = || Learner::open(&transaction, "a.example", Retention::default()).unwrap();
        let mut learner = open();
        (0..3).for_each(|n| learner.learn(&seen(n)).keep(&transaction).unwrap());
        assert_eq!(SiteShelf::damaged(&transaction).unwrap(), [] as [&str; 0]);
        for part in [
            "UPDATE site SET memory = substr(memory, 1, 40) || x'00' || substr(memory, 42)",
            "UPDATE site_log SET observation = x'00' WHERE number = (SELECT max(number) FROM site_log)",
        ] {
            assert_eq!(transaction.execute(part, []).unwrap(), 1, "{part}");
            assert_eq!(SiteShelf::damaged(&transaction).unwrap(), ["a.example"], "{part}");
            let mut shelf = SiteShelf::new(Retention::default(), 0);
            assert!(shelf.memory(&transaction, "a.example").unwrap().is_none());
            assert_eq!(shelf.take_damaged(), ["a.example"]);
            let mut learner = open();
            assert!(learner.was_damaged() && learner.memory().tree().is_empty());
            (0..3).for_each(|n| learner.learn(&seen(n)).keep(&transaction).unwrap());
            assert_eq!((open().was_damaged(), open().memory().tree().len()), (false, 3));
        }
    }

    #[test]
    fn a_site_that_was_forgotten_meanwhile_is_no_error() {
        let mut database = Connection::open_in_memory().unwrap();
        let transaction = database.transaction().unwrap();
        SiteShelf::create(&transaction).unwrap();
        let mut learner = Learner::open(&transaction, "a.example", Retention::default()).unwrap();
        learner.learn(&seen(1)).keep(&transaction).unwrap();
        SiteShelf::new(Retention::default(), 0).forget(&transaction, "a.example").unwrap();
        learner.learn(&seen(2)).keep(&transaction).unwrap();
    }
}
