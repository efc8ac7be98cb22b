//! Memory that requests share: each takes its part before it begins, and gives it back when its work has
//! really ended, even if nobody waits for the answer any more.

use crate::error::ServeError;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes are counted in these, because a permit holds no more than 32 bits.
const UNIT: usize = 1024;
/// How long a request waits for its part.
const PATIENCE: Duration = Duration::from_secs(2);
/// Bytes of memory that a byte of a page may come to while it is extracted, and the least and the most that is
/// set aside for a page. A compressed one is taken for one of the length that pages of its size come to.
const PAGE_FACTOR: usize = 64;
const UNPACKED_FACTOR: usize = 16;
const LEAST_PAGE: usize = 16 << 20;
const LARGEST_PAGE: usize = 512 << 20;

/// A number of bytes that is shared.
#[derive(Debug)]
pub struct Budget {
    units: Arc<Semaphore>,
    all: usize,
}

impl Budget {
    /// A budget of so many bytes.
    pub fn new(bytes: usize) -> Budget {
        let all = (bytes / UNIT).clamp(1, u32::MAX as usize);
        Budget { units: Arc::new(Semaphore::new(all)), all }
    }

    /// A part of it, as soon as it is free; what exceeds the whole gets the whole. Those who come first are
    /// served first, so that a large part is not overtaken for ever by small ones.
    pub async fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit, ServeError> {
        let wanted = bytes.div_ceil(UNIT).min(self.all);
        let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
        let part = self.units.clone().acquire_many_owned(wanted);
        match tokio::time::timeout(PATIENCE, part).await {
            Ok(Ok(part)) => Ok(part),
            _ => Err(ServeError::Busy("the requests before this one need all memory: try again")),
        }
    }
}

/// What the extraction of a page may take.
pub fn page_memory(body: &[u8], compressed: bool) -> usize {
    const GZIP: &[u8] = &[0x1f, 0x8b];
    const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
    let packed = compressed || body.starts_with(GZIP) || body.starts_with(ZSTD);
    let factor = if packed { PAGE_FACTOR * UNPACKED_FACTOR } else { PAGE_FACTOR };
    body.len().saturating_mul(factor).clamp(LEAST_PAGE, LARGEST_PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_beyond_the_budget_wait_and_are_then_sent_away() {
        let budget = Budget::new(10 << 20);
        let large = budget.take(8 << 20).await.expect("there is room");
        let small = budget.take(2 << 20).await.expect("there is room for this too");
        assert!(matches!(budget.take(1 << 20).await, Err(ServeError::Busy(_))));
        drop(large);
        drop(budget.take(1 << 20).await.expect("there is room again"));
        drop(small);
        drop(budget.take(usize::MAX).await.expect("no more than everything is asked for"));
    }

    #[test]
    fn a_compressed_page_is_taken_for_a_longer_one() {
        assert_eq!(page_memory(&[b'a'; 1_000_000], false), 64_000_000);
        assert_eq!(page_memory(b"<p>", false), LEAST_PAGE);
        let packed = [&[0x1f, 0x8b], [8; 99_998].as_slice()].concat();
        assert_eq!(page_memory(&packed, false), 102_400_000);
        assert_eq!(page_memory(&[b'a'; 100_000], true), 102_400_000);
        assert_eq!(page_memory(&[b'a'; 1_000_000], true), LARGEST_PAGE);
    }
}
