//! Looking after a store: what is damaged in it, and making it whole again.

mod check;
mod rebuild;
mod repair;
mod rows;
mod salvage;

pub use check::{Checked, check};
pub use repair::{Repaired, repair};

use super::StoreError;
use super::segments::{self, frame::Segment};
use std::path::Path;

/// Told how many bytes of the texts were gone through, and how many there are.
pub type Progress<'p> = &'p mut dyn FnMut(u64, u64);

/// Bytes of all segments.
fn texts_bytes(directory: &Path) -> Result<u64, StoreError> {
    let numbers = segments::list(directory)?;
    let lengths = numbers.into_iter().map(|number| segments::path(directory, number));
    Ok(lengths.map(|path| std::fs::metadata(path).map_or(0, |file| file.len())).sum())
}

/// A stretch of a segment.
enum Stretch {
    /// A frame that can be read: where it is, its content, and where it ends.
    Good(u64, Vec<u8>, u64),
    /// Something that cannot, up to the next frame that can or the end.
    Bad(Box<super::Damage>, u64),
}

/// Goes through a segment, whatever is wrong with it.
fn stretches(segment: &Segment) -> impl Iterator<Item = Result<Stretch, StoreError>> + '_ {
    let mut at = segment.first();
    std::iter::from_fn(move || {
        if at >= segment.length() {
            return None;
        }
        let start = at;
        Some(match segment.frame(start) {
            Ok((content, next)) => {
                at = next;
                Ok(Stretch::Good(start, content, next))
            }
            Err(StoreError::Damaged(damage)) => segment.next_good(start + 1).map(|good| {
                at = good.unwrap_or(segment.length());
                Stretch::Bad(damage, at)
            }),
            Err(error) => {
                at = segment.length();
                Err(error)
            }
        })
    })
}
