//! How much the lists of an article's JSON may hold.
//!
//! A page of half a megabyte can have so many links, or blocks so deep, that saying of each where it leads or stands
//! takes hundreds of megabytes. What a page may cost holds for its JSON too, so the lists share an allowance; what does
//! not fit is left out, and a warning says so.

use dehusk_page::Deadline;
use serde::Serialize;
use std::borrow::Cow;
use std::io;

/// Bytes that all lists of one article come to when they are written.
const MOST: usize = 16 << 20;
/// Bytes that an item comes to beyond what is written of it.
const ITEM: usize = 64;

/// What the lists of one article may still hold, and until when they may be made.
pub struct Allowance {
    left: usize,
    deadline: Deadline,
    is_cut: bool,
}

impl Allowance {
    /// The whole of it.
    pub fn new(deadline: Deadline) -> Allowance {
        Allowance { left: MOST, deadline, is_cut: false }
    }

    /// Whether something was left out.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether there is room and time for one more item.
    fn has_room_for(&mut self, item: &impl Serialize) -> bool {
        let bytes = ITEM + written(item);
        let fits = bytes <= self.left && !self.deadline.is_over();
        match fits {
            true => self.left -= bytes,
            // Nothing shorter that comes later takes the place of what was left out.
            false => (self.left, self.is_cut) = (0, true),
        }
        fits
    }

    /// As many of the items, from the first on, as there is room for. Those behind are not made.
    pub fn of<T: Serialize>(&mut self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        items.into_iter().take_while(|item| self.has_room_for(item)).collect()
    }

    /// The same of items that are there already.
    pub fn of_slice<'a, T: Serialize + Clone>(&mut self, items: &'a [T]) -> Cow<'a, [T]> {
        let number = items.iter().take_while(|item| self.has_room_for(item)).count();
        Cow::Borrowed(&items[..number])
    }
}

/// Bytes of a value as JSON.
fn written(value: &impl Serialize) -> usize {
    let mut count = Count(0);
    // Nothing in it can fail to be written: all keys are text.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out_with_all_behind_it() {
        let mut allowance = Allowance::new(Deadline::default());
        let long = "a".repeat(5 << 20);
        assert_eq!(allowance.of(["short", &long, "short"]).len(), 3);
        assert!(!allowance.is_cut());
        assert_eq!(
            *allowance.of_slice(&[long.clone(), long.clone(), long, "short".into()]),
            ["a".repeat(5 << 20), "a".repeat(5 << 20)]
        );
        assert!(allowance.is_cut() && allowance.of(["short"]).is_empty());
        assert_eq!(written(&"é\n"), 6);
    }
}
