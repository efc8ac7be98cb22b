//! All that is remembered of one site, and what it says of a new page.
//!
//! Documents change a memory in one way only, [`SiteMemory::observe`], and what it does depends on nothing
//! but the memory and the observation: a log of observations that is played again gives the same memory.

mod branches;
mod copies;
mod page;
mod parameters;
mod paths;
mod print;
mod shapes;

pub use branches::Branch;
#[cfg(feature = "rules")]
pub use parameters::LearnedRule;
pub use parameters::Parameter;
pub(crate) use parameters::form;

use crate::codec::{DecodeError, Reader, Writer};
use crate::tree::Spot;
use crate::{Observation, Retention, SeenBlock, UrlKey, UrlTree};
use branches::Branches;
use dehusk_extract::{BlockHint, Extractor, ShapeHint, SiteHint};
use page::PageLesson;
use parameters::Parameters;
use print::Print;
use shapes::Shapes;
use std::borrow::Cow;

const MAGIC: &[u8; 4] = b"dhSi";
const VERSION: u8 = 1;
/// The share of its words that a copy has from one other document.
const COPY_SHARE: f32 = 0.8;
/// Documents that make a part of a site one that has its own furniture.
const SECTION: u32 = 5;

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
    branches: Branches,
    shapes: Shapes,
    parameters: Parameters,
}

/// What a site's places of one shape held, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownShape<'m> {
    /// The host.
    pub host: &'m str,
    /// The end of the path of elements.
    pub path: String,
    /// How often it was there, and how often content.
    pub hint: ShapeHint,
}

impl SiteMemory {
    /// Nothing yet; documents will be kept as told.
    pub fn new(retention: Retention) -> SiteMemory {
        SiteMemory { tree: UrlTree::new(retention), ..SiteMemory::default() }
    }

    /// Learns from a document. The same key again takes the place of the earlier document.
    pub fn observe(&mut self, seen: &Observation) {
        let hint = self.hint(seen);
        self.observe_after(&hint, seen);
    }

    /// Learns from a document after [`SiteMemory::hint`] was asked about it and nothing was observed since: what
    /// it said need not be looked up again.
    pub fn observe_after(&mut self, hint: &SiteHint, seen: &Observation) {
        self.learn_shapes(seen, hint);
        if let Some(address) = seen.address() {
            let fresh =
                seen.blocks().iter().zip(&hint.blocks).filter(|(_, h)| !page::repeats(h, hint));
            self.parameters.learn(address, Print::of(fresh.map(|(block, _)| block)));
        }
        let key = self.whole_key(seen);
        if let Cow::Owned(key) = &key
            && !self.tree.contains(key)
        {
            // It was kept by less of its address before it was known what names it.
            self.tree.remove(seen.key());
        }
        self.tree.insert(&key, seen.time(), &seen.hashes());
    }

    /// What the site has shown so far, for a document that was not observed yet, or is seen again.
    pub fn hint(&mut self, seen: &Observation) -> SiteHint {
        let found = self.tree.find(&seen.hashes());
        let spot = self.spot(seen);
        let section = self.tree.earlier(spot, &found, SECTION);
        let site = match section.is_whole_site {
            true => section.clone(),
            false => self.tree.earlier(spot, &found, 0),
        };
        let branch = self.branches.find(seen.key().host());
        // What stood there before the last redesign tells nothing of the pages since.
        let changed = branch.and_then(|id| self.branches.get(id)).filter(|b| b.changes > 0);
        let since = changed.map_or(u32::MAX, |branch| branch.pages);
        let (pages, section_pages) = (site.pages, section.pages.min(since));
        let shape = |block: &SeenBlock| Some(self.shapes.get(branch?, block.shape)?.hint());
        let shapes: Vec<Option<ShapeHint>> = seen.blocks().iter().map(shape).collect();
        let copies = copies::find(seen.blocks(), &shapes).into_iter();
        let counts = site.counts.into_iter().zip(section.counts);
        let blocks = counts.zip(shapes).zip(copies).map(|(((seen, in_section), shape), copy)| {
            BlockHint { seen, section_seen: in_section.min(section_pages), copy, shape }
        });
        let blocks = blocks.collect();
        SiteHint { pages, section_pages, blocks, counted: None }
    }

    /// The same, with what an extractor wants counted, if it does.
    pub fn hint_for(&mut self, extractor: &dyn Extractor, seen: &Observation) -> SiteHint {
        let hint = self.hint(seen);
        let Some(counting) = extractor.counting() else { return hint };
        let (spot, found) = (self.spot(seen), self.tree.find(&seen.hashes()));
        let counted = self.tree.counted(spot, seen.time(), &found, counting.least_support);
        SiteHint { counted: Some(counted), ..hint }
    }

    /// The tree of the site's addresses.
    pub fn tree(&self) -> &UrlTree {
        &self.tree
    }

    /// The same, to ask it for counts, which it keeps where they are asked for.
    pub fn tree_mut(&mut self) -> &mut UrlTree {
        &mut self.tree
    }

    /// The hosts of the site.
    pub fn branches(&self) -> &[Branch] {
        self.branches.list()
    }

    /// What places of each shape held, by host, those that were seen most often first.
    pub fn shapes(&self) -> Vec<ShownShape<'_>> {
        let list = self.shapes.list().into_iter();
        let shown = list.filter_map(|record| {
            let host = &self.branches.get(record.branch())?.host;
            Some(ShownShape { host, path: self.shapes.path(&record), hint: record.hint() })
        });
        shown.collect()
    }

    /// What was seen of the parameters of the site's addresses.
    pub fn parameters(&self) -> &[Parameter] {
        self.parameters.known()
    }

    /// Whether a document that was not observed yet may be a copy of one that was: nearly all words of its
    /// content stand in that one, what several documents have left aside. The same article comes under several
    /// addresses, and what is extracted of it may differ. It is told by blocks, in which numbers do not count, and
    /// from one block on, as a short article or one without spaces between words may have no more: whoever drops
    /// a document for it has to compare the texts.
    pub fn may_be_copy(&self, seen: &Observation) -> bool {
        let blocks = seen.blocks().iter();
        let content = blocks.filter(|block| block.content.is_none_or(|content| content >= 0.5));
        let (known, words) = self.tree.most_of_one(content.map(|block| (block.hash, block.words)));
        words > 0 && known as f32 >= COPY_SHARE * words as f32
    }

    /// Whether a parameter of addresses of a form is known to say nothing of the document, for
    /// [`Keys::careful_key`](crate::Keys::careful_key).
    pub fn says_nothing(&self, form: &str, name: &str) -> bool {
        let mut known = self.parameters.known().iter();
        known.any(|p| p.name == name && p.form == form && p.says_nothing())
    }

    /// The rules that these suggest.
    #[cfg(feature = "rules")]
    pub fn rules(&self) -> Vec<LearnedRule> {
        LearnedRule::of(self.parameters.known())
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let learned = self.shapes.heap_bytes() + self.branches.heap_bytes();
        self.tree.heap_bytes() + learned + self.parameters.heap_bytes()
    }

    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::new(MAGIC, VERSION);
        self.tree.write(&mut out);
        self.branches.write(&mut out);
        self.shapes.write(&mut out);
        self.parameters.write(&mut out);
        out.finish()
    }

    /// From bytes.
    pub fn decode(bytes: &[u8]) -> Result<SiteMemory, DecodeError> {
        let mut from = Reader::new(bytes, MAGIC, VERSION)?;
        let memory = SiteMemory {
            tree: UrlTree::read(&mut from)?,
            branches: Branches::read(&mut from)?,
            shapes: Shapes::read(&mut from)?,
            parameters: Parameters::read(&mut from)?,
        };
        from.finish()?;
        Ok(memory)
    }

    /// The key of a document with the parameters that the site has shown to name documents, also where no
    /// rule keeps them: else all documents of `story?id=…` would be one.
    fn whole_key<'k>(&self, seen: &'k Observation) -> Cow<'k, UrlKey> {
        let naming = seen.address().map(|address| self.parameters.naming(address));
        let whole = naming.and_then(|parameters| seen.key().with_parameters(&parameters));
        whole.map_or(Cow::Borrowed(seen.key()), Cow::Owned)
    }

    /// Where a document stands in the tree, or would stand. It may be kept by less of its address, from before
    /// it was known what names it.
    fn spot(&self, seen: &Observation) -> Spot {
        match self.whole_key(seen) {
            Cow::Borrowed(key) => self.tree.spot(key),
            Cow::Owned(key) => {
                let (whole, plain) = (self.tree.spot(&key), self.tree.spot(seen.key()));
                if !whole.is_known() && plain.is_known() { plain } else { whole }
            }
        }
    }

    /// Learns what a page held where, and whether its branch still looks as it did.
    fn learn_shapes(&mut self, seen: &Observation, hint: &SiteHint) {
        let lesson = PageLesson::of(seen, hint);
        let id = self.branches.reach(seen.key().host());
        let agreement = lesson.agreement(|shape| self.shapes.get(id, shape).map(|r| r.hint()));
        let Some(branch) = self.branches.get_mut(id) else { return };
        let changed = branch.judge(agreement);
        let page = branch.seen;
        for (shape, content) in lesson.contents() {
            self.shapes.learn(id, shape, page, content, seen.path(shape));
        }
        if let Some(pages) = changed {
            self.shapes.start_anew(id, page.saturating_sub(pages), pages);
        }
        self.shapes.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockHash, Keys, Shape};

    /// Page `n` of a template: a menu that is always the same, and a text of its own.
    fn page(n: u64, template: u32) -> Observation {
        let block = |bits: u64, shape: u32, words: u32, content: f32| SeenBlock {
            hash: BlockHash::from_bits(bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16),
            shape: Shape(template * 100 + shape),
            words,
            content: Some(content),
        };
        let menu = (0..5).map(|i| block(u64::from(template) << 20 | i, 1, 3, 0.1));
        let text = (0..8).map(|i| block(1 << 40 | n << 8 | i, 2, 40, 0.9));
        let key = Keys::default().key(&format!("http://www.a.example/{n}?id={n}&ref=x"), None);
        Observation::from_blocks(key.unwrap(), n as i64, menu.chain(text).collect())
            .with_address(&format!("http://www.a.example/page?id={n}&ref=x"))
    }

    #[test]
    fn a_site_becomes_known() {
        let mut memory = SiteMemory::new(Retention::default());
        assert_eq!(memory.hint(&page(0, 1)).pages, 0);
        (0..20).for_each(|n| memory.observe(&page(n, 1)));
        let hint = memory.hint(&page(20, 1));
        assert_eq!((hint.pages, hint.section_pages), (20, 20));
        assert_eq!((hint.blocks[0].seen, hint.blocks[7].seen), (20, 0));
        let content = |at: usize| hint.blocks[at].shape.unwrap().content;
        assert!(content(0) < 0.1 && content(7) > 0.85);
        // A page that is seen again is compared with the others only.
        let again = memory.hint(&page(3, 1));
        assert_eq!((again.pages, again.blocks[0].seen, again.blocks[7].seen), (19, 19, 0));
        assert_eq!(memory.rules()[0].keep(), ["id"]);
    }

    #[test]
    fn documents_that_a_parameter_names_are_kept_apart() {
        let mut memory = SiteMemory::new(Retention::default());
        let by_parameter = |n: u64| {
            let key = Keys::default().key(&format!("http://www.a.example/page?id={n}"), None);
            let blocks = page(n, 1).blocks().to_vec();
            let seen = Observation::from_blocks(key.unwrap(), n as i64, blocks);
            seen.with_address(&format!("http://www.a.example/page?id={n}&ref=x"))
        };
        (0..20).for_each(|n| memory.observe(&by_parameter(n)));
        // The first ones took each other's place; then it was known that they are not the same.
        let known = memory.tree().len();
        assert!((17..20).contains(&known), "{known}");
        assert_eq!(memory.hint(&by_parameter(20)).blocks[0].seen, known as u32);
        memory.observe(&by_parameter(19));
        assert_eq!(memory.tree().len(), known, "seen again");
    }

    #[test]
    fn a_redesign_is_noticed_and_the_branch_starts_anew() {
        let mut memory = SiteMemory::new(Retention::default());
        (0..40).for_each(|n| memory.observe(&page(n, 1)));
        assert_eq!(memory.branches()[0].changes, 0);
        (40..46).for_each(|n| memory.observe(&page(n, 2)));
        assert_eq!((memory.branches()[0].changes, memory.branches()[0].pages), (1, 6));
        let hint = memory.hint(&page(46, 2));
        assert_eq!((hint.section_pages, hint.blocks[0].section_seen), (6, 6));
        assert_eq!(hint.blocks[7].shape.unwrap().pages, 6);
        assert!(memory.hint(&page(47, 1)).blocks[0].shape.is_none(), "forgotten");
    }

    #[test]
    fn a_memory_that_was_written_goes_on_as_before() {
        let mut memory = SiteMemory::new(Retention::default().with_most(30));
        (0..50).for_each(|n| memory.observe(&page(n, 1 + n as u32 / 30)));
        let mut copy = SiteMemory::decode(&memory.encode()).unwrap();
        for n in 40..80 {
            let seen = page(n, 2);
            assert_eq!(copy.hint(&seen), memory.hint(&seen));
            copy.observe(&seen);
            memory.observe(&seen);
        }
        assert_eq!(copy.encode(), memory.encode());
        assert!(memory.heap_bytes() > 1000);
    }

    #[test]
    fn a_copy_is_told_from_another_document() {
        let block = |bits: u64, words: u32, content: f32| SeenBlock {
            hash: BlockHash::from_bits(bits),
            shape: Shape(1),
            words,
            content: Some(content),
        };
        let seen = |url: &str, bits: &[u64]| {
            let text = bits.iter().map(|&bits| block(bits, 20, 0.9));
            let blocks = [block(1, 30, 0.1)].into_iter().chain(text).collect();
            Observation::from_blocks(Keys::default().key(url, None).unwrap(), 0, blocks)
        };
        let mut memory = SiteMemory::default();
        memory.observe(&seen("http://a.example/1", &[11, 12, 13, 14, 15]));
        memory.observe(&seen("http://a.example/2", &[21, 22, 23, 24, 25]));
        let may_be_copy = |bits: &[u64]| memory.may_be_copy(&seen("http://a.example/3", bits));
        assert!(may_be_copy(&[11, 12, 13, 14, 16]));
        assert!(may_be_copy(&[11]), "a part of it");
        assert!(!may_be_copy(&[11, 12, 13, 31, 32]), "an update says more");
        assert!(!may_be_copy(&[11, 12, 23, 24, 25]), "of two");
        assert!(!may_be_copy(&[]), "nothing is a copy of nothing");
    }

    #[test]
    fn damage_is_an_error() {
        let mut memory = SiteMemory::default();
        (0..3).for_each(|n| memory.observe(&page(n, 1)));
        let bytes = memory.encode();
        (0..bytes.len()).for_each(|end| assert!(SiteMemory::decode(&bytes[..end]).is_err()));
        let mut newer = bytes.clone();
        newer[4] = 9;
        assert_eq!(
            SiteMemory::decode(&newer).err(),
            Some(DecodeError::Newer { found: 9, known: VERSION })
        );
    }
}
