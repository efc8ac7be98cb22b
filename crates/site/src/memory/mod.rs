//! All that is remembered of one site, and what it says of a new page.
//!
//! Documents change a memory in one way only, [`SiteMemory::observe`], and what it does depends on nothing
//! but the memory and the observation: a log of observations that is played again gives the same memory.

mod shapes;

use crate::code::{DecodeError, Reader, Writer};
use crate::{Observation, Retention, UrlTree};
use dehusk_extract::{BlockHint, SiteHint};
use shapes::Shapes;

const MAGIC: &[u8; 4] = b"dhSi";
const VERSION: u8 = 1;

/// What is remembered of one site.
///
/// ```
/// use dehusk_extract::Document;
/// use dehusk_site::{Keys, Observation, Retention, SiteMemory};
/// let mut memory = SiteMemory::new(Retention::default());
/// for page in ["one", "two"] {
///     let document = Document::new(dehusk_page::Page::parse(format!("<p>About us<p>{page}")));
///     let key = Keys::default().key(&format!("https://a.example/{page}"), None)?;
///     let seen = Observation::of(key, 0, &document);
///     let hint = memory.hint(&seen);
///     assert_eq!(hint.pages, u32::from(page == "two"));
///     memory.observe(&seen);
/// }
/// let again = SiteMemory::decode(&memory.encode()).unwrap();
/// assert_eq!(again.encode(), memory.encode());
/// # Ok::<_, dehusk_site::KeyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SiteMemory {
    tree: UrlTree,
    shapes: Shapes,
}

impl SiteMemory {
    /// Nothing yet; documents will be kept as told.
    pub fn new(retention: Retention) -> SiteMemory {
        SiteMemory { tree: UrlTree::new(retention), ..SiteMemory::default() }
    }

    /// Learns from a document. The same key again takes the place of the earlier document.
    pub fn observe(&mut self, seen: &Observation) {
        let hashes = seen.hashes();
        self.shapes.learn(seen.blocks());
        self.tree.insert(seen.key(), seen.time(), &hashes);
    }

    /// What the site has shown so far, for a document that was not observed yet.
    pub fn hint(&self, seen: &Observation) -> SiteHint {
        let again = self.tree.has(seen.key(), seen.blocks());
        let blocks = seen.blocks().iter().enumerate().map(|(index, block)| BlockHint {
            seen: self.tree.total(block.hash).saturating_sub(again[index].into()),
            shape: self.shapes.prior(block.shape),
        });
        SiteHint { pages: self.documents_but(seen), blocks: blocks.collect() }
    }

    /// The tree of the site's addresses.
    pub fn tree(&self) -> &UrlTree {
        &self.tree
    }

    /// The same, to ask it for counts, which it keeps where they are asked for.
    pub fn tree_mut(&mut self) -> &mut UrlTree {
        &mut self.tree
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.tree.heap_bytes() + self.shapes.heap_bytes()
    }

    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::new(MAGIC, VERSION);
        self.tree.write(&mut out);
        self.shapes.write(&mut out);
        out.finish()
    }

    /// From bytes.
    pub fn decode(bytes: &[u8]) -> Result<SiteMemory, DecodeError> {
        let mut from = Reader::new(bytes, MAGIC, VERSION)?;
        let memory =
            SiteMemory { tree: UrlTree::read(&mut from)?, shapes: Shapes::read(&mut from)? };
        from.finish()?;
        Ok(memory)
    }

    /// Documents, without the one that has the same key.
    fn documents_but(&self, seen: &Observation) -> u32 {
        let known = self.tree.contains(seen.key());
        (self.tree.len() - usize::from(known)) as u32
    }
}
