//! What algorithms find out of a document, each under a type of its own.
//!
//! Running many extractors over one page should cost one reading of the page. The core cannot know what they will want
//! to share, so the document holds values of any type: each is made when it is first asked for and stays until the
//! document goes.

use crate::Document;
use std::any::{Any, TypeId};
use std::fmt;
use std::sync::OnceLock;

/// Something that is found out of a document once and shared by all who ask for it.
///
/// ```
/// use dehusk_extract::{Derived, Document};
///
/// struct Exclamations(usize);
///
/// impl Derived for Exclamations {
///     fn derive(document: &Document) -> Exclamations {
///         Exclamations(document.blocks().texts().filter(|text| text.ends_with('!')).count())
///     }
/// }
///
/// let document = Document::new(dehusk_page::Page::parse("<p>Buy now!<p>The ferry was late."));
/// assert_eq!(document.derived::<Exclamations>().0, 1);
/// ```
pub trait Derived: Send + Sync + 'static {
    /// Finds it out.
    fn derive(document: &Document) -> Self;
}

/// The values of a document: a list that only grows, so that what it gave out stays where it is. A page has a dozen of
/// them at most, and walking there costs less than a lock and a hash.
#[derive(Default)]
pub(crate) struct Cache {
    first: OnceLock<Box<Slot>>,
}

struct Slot {
    id: TypeId,
    /// A `OnceLock` of the type: two threads that ask at once wait for one answer instead of making two.
    value: Box<dyn Any + Send + Sync>,
    next: OnceLock<Box<Slot>>,
}

impl Slot {
    fn of<T: Send + Sync + 'static>() -> Box<Slot> {
        let value = Box::new(OnceLock::<T>::new());
        Box::new(Slot { id: TypeId::of::<T>(), value, next: OnceLock::new() })
    }
}

impl Cache {
    /// The place of a type, made where it was not asked for before.
    pub fn place<T: Send + Sync + 'static>(&self) -> &OnceLock<T> {
        let mut link = &self.first;
        loop {
            let slot = link.get_or_init(Slot::of::<T>);
            if slot.id == TypeId::of::<T>()
                && let Some(place) = slot.value.downcast_ref()
            {
                return place;
            }
            link = &slot.next;
        }
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slots = std::iter::successors(self.first.get(), |slot| slot.next.get());
        write!(f, "Cache({} values)", slots.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static MADE: AtomicUsize = AtomicUsize::new(0);

    struct Slow(usize);

    impl Derived for Slow {
        fn derive(document: &Document) -> Slow {
            MADE.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(std::time::Duration::from_millis(5));
            Slow(document.blocks().len())
        }
    }

    /// Asks for another value while it is made.
    struct Nested(usize);

    impl Derived for Nested {
        fn derive(document: &Document) -> Nested {
            Nested(document.derived::<Slow>().0 + 1)
        }
    }

    #[test]
    fn threads_that_ask_at_once_share_one_value() {
        let document = Document::new(Page::parse("<p>One<p>Two"));
        let address = || std::ptr::from_ref(document.derived::<Slow>()).addr();
        let addresses: Vec<usize> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(address)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(addresses.windows(2).all(|pair| pair[0] == pair[1]));
        assert_eq!(MADE.load(Ordering::Relaxed), 1);
        assert_eq!(document.derived::<Nested>().0, 3);
        assert_eq!(format!("{:?}", document.cache()), "Cache(2 values)");
    }
}
