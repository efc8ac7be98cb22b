//! Pages that wait for their next try.

use crate::store::ItemRow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Pages by the time they are due.
#[derive(Debug, Default)]
pub struct Resting {
    times: BinaryHeap<Reverse<(i64, i64)>>,
    pages: HashMap<i64, ItemRow>,
}

impl Resting {
    /// A page rests until it is due.
    pub fn add(&mut self, item: ItemRow) {
        self.times.push(Reverse((item.due, item.id)));
        self.pages.insert(item.id, item);
    }

    /// Takes out the pages that are due.
    pub fn take_due(&mut self, now: i64) -> Vec<ItemRow> {
        let mut due = Vec::new();
        while self.next().is_some_and(|at| at <= now) {
            let Some(Reverse((_, id))) = self.times.pop() else { break };
            due.extend(self.pages.remove(&id));
        }
        due
    }

    /// Pages that are due later come at this time.
    pub fn no_later_than(&mut self, latest: i64) {
        let sooner = |Reverse((at, id)): Reverse<(i64, i64)>| Reverse((at.min(latest), id));
        self.times = std::mem::take(&mut self.times).into_iter().map(sooner).collect();
    }

    /// When the first page is due.
    pub fn next(&self) -> Option<i64> {
        self.times.peek().map(|Reverse((at, _))| *at)
    }

    /// How many pages rest.
    pub fn len(&self) -> usize {
        self.pages.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_rest_until_they_are_due() {
        let item = |id, due| ItemRow {
            id,
            feed: 1,
            url: String::new(),
            title: None,
            published: None,
            tries: 0,
            due,
        };
        let mut resting = Resting::default();
        resting.add(item(1, 500));
        resting.add(item(2, 100));
        assert_eq!(resting.next(), Some(100));
        assert_eq!(resting.take_due(99), []);
        assert_eq!(resting.take_due(100).len(), 1);
        assert_eq!((resting.len(), resting.next()), (1, Some(500)));
        resting.add(item(3, i64::MAX));
        resting.no_later_than(600);
        assert_eq!(resting.take_due(600).len(), 2);
    }
}
