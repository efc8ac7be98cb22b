//! Articles that a sink would not take and that are to be delivered to it again.

use super::deliver::{BATCH, Next};
use crate::store::{Reader, StoreError};

/// What a sink gets again: the numbers of the articles, in their order.
#[derive(Debug, Default)]
pub struct Again(Vec<i64>);

impl Again {
    /// What a sink of this name gets again. Nobody else adds to it while a stream runs.
    pub fn of(reader: &Reader, sink: &str) -> Result<Again, StoreError> {
        Ok(Again(reader.again(sink)?))
    }

    /// The first of them; none if there are none. Those that were deleted meanwhile are passed over.
    pub fn next(&self, reader: &Reader) -> Result<Option<Next>, StoreError> {
        let first = &self.0[..self.0.len().min(BATCH as usize)];
        Ok(Next::of(reader.deliverable_of(first)?))
    }

    /// All up to an article are done with.
    pub fn through(&mut self, last: i64) {
        self.0.retain(|seq| *seq > last);
    }
}
