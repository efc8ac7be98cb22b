//! Articles that a sink would not take are delivered to it again when somebody says so: a hook that answers 404
//! while its address is wrong has all of them set aside.

use super::{Batch, Deliverable, Reader, StoreError};

/// Articles that are to be delivered to a sink again.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS again(
    sink TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (sink, seq)
) WITHOUT ROWID;";

impl Batch<'_> {
    /// Has everything delivered again that was set aside for a sink; how many articles that are.
    pub fn deliver_again(&mut self, sink: &str) -> Result<usize, StoreError> {
        let sql = "INSERT OR IGNORE INTO again SELECT sink, seq FROM set_aside WHERE sink = ?1";
        let number = self.connection.prepare_cached(sql)?.execute([sink])?;
        let sql = "DELETE FROM set_aside WHERE sink = ?1";
        self.connection.prepare_cached(sql)?.execute([sink])?;
        Ok(number)
    }

    /// A sink got everything again up to an article.
    pub fn got_again(&mut self, sink: &str, last: i64) -> Result<(), StoreError> {
        if last > 0 {
            let sql = "DELETE FROM again WHERE sink = ?1 AND seq <= ?2";
            self.connection.prepare_cached(sql)?.execute((sink, last))?;
        }
        Ok(())
    }
}

impl Reader {
    /// The numbers of the articles that are to be delivered to a sink again, in their order.
    pub fn again(&self, sink: &str) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT seq FROM again WHERE sink = ?1 ORDER BY seq";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([sink], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The sinks that did not take some articles, and how many of them.
    pub fn sinks_with_set_aside(&self) -> Result<Vec<(String, u32)>, StoreError> {
        let sql = "SELECT sink, count(*) FROM set_aside GROUP BY sink ORDER BY sink";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// These articles with their records. One that is damaged is told apart, and one that is not there any more is
    /// passed over.
    pub fn deliverable_of(&self, numbers: &[i64]) -> Result<Deliverable, StoreError> {
        let mut found = Deliverable::default();
        for seq in numbers {
            found.last = Some(*seq);
            let Some(row) = self.article(*seq)? else { continue };
            match self.record(&row) {
                Ok(record) => found.articles.push((row, record)),
                Err(StoreError::Damaged(damage)) => found.damaged.push(*damage),
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SetAside, Store};
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn what_was_set_aside_comes_again_once() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let aside = |seq| SetAside { seq, reason: "the hook answered 404".into() };
        store
            .batch(|batch| {
                batch.set_aside("hook", &[aside(3), aside(5), aside(9)], 1)?;
                batch.set_aside("other", &[aside(3)], 1)
            })
            .unwrap();
        let reader = Reader::open(folder.path()).unwrap();
        let sinks = [("hook".to_string(), 3), ("other".to_string(), 1)];
        assert_eq!(reader.sinks_with_set_aside().unwrap(), sinks);
        assert_eq!(store.batch(|batch| batch.deliver_again("hook")).unwrap(), 3);
        assert_eq!(reader.again("hook").unwrap(), [3, 5, 9]);
        assert_eq!(reader.sinks_with_set_aside().unwrap().len(), 1);
        store.batch(|batch| batch.got_again("hook", 5)).unwrap();
        assert_eq!(reader.again("hook").unwrap(), [9]);
        assert_eq!(store.batch(|batch| batch.deliver_again("hook")).unwrap(), 0);
    }
}
