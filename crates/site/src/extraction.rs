//! The one way a page is extracted with what its site has shown before.
//!
//! Who holds a memory differs: a stream's thread, a file, a map. What happens to a page between the memory's hint and
//! the lesson it gives does not, and stands here.

use crate::Observation;
use dehusk_extract::{Document, Extractor, Selection, SiteHint};

/// A page that was extracted with a hint of its site.
#[derive(Debug)]
pub struct Remembered {
    /// The page, with the hint.
    pub document: Document,
    /// What is content.
    pub selection: Selection,
    /// What the memory is to learn from it.
    pub lesson: Observation,
}

/// Extracts a document with what the memory of its site says of it.
///
/// ```
/// use dehusk_auto::Auto;
/// use dehusk_extract::Document;
/// use dehusk_site::{Keys, Observation, Retention, SiteMemory, extract};
/// let document = Document::new(dehusk_page::Page::parse("<p>The ferry was late again, as it had been all week."));
/// let key = Keys::default().key("https://ferry.example/late", None)?;
/// let mut memory = SiteMemory::new(Retention::default());
/// let seen = Observation::of(key, 0, &document);
/// let hint = memory.hint(&seen);
/// let remembered = extract(&Auto::default(), document, seen, hint);
/// memory.observe(&remembered.lesson);
/// assert!(remembered.selection.keeps_block(&remembered.document, 0));
/// # Ok::<_, dehusk_site::KeyError>(())
/// ```
pub fn extract(
    extractor: &dyn Extractor,
    document: Document,
    seen: Observation,
    hint: SiteHint,
) -> Remembered {
    let document = document.with_hint(hint);
    let selection = extractor.extract(&document);
    let lesson = seen.judged_by(&selection);
    Remembered { document, selection, lesson }
}
