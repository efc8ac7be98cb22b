//! What a site memory is told of a document: enough to learn from, and nothing of its text.
//!
//! An observation can be written and read, so that a store can keep a log of them and play it again.

use crate::codec::{DecodeError, Reader, Writer};
use crate::{BlockHash, Normalizer, PageShapes, Shape, UrlKey};
use dehusk_extract::{Document, Selection};

const MAGIC: &[u8; 4] = b"dhOb";
const VERSION: u8 = 1;
/// Addresses with a longer query teach nothing about parameters.
const MOST_ADDRESS: usize = 2048;
/// Steps of a probability that are told apart.
const STEPS: f32 = 250.0;

/// A block of a document as a memory sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenBlock {
    /// The hash of its text.
    pub hash: BlockHash,
    /// The shape of its place.
    pub shape: Shape,
    /// Its words.
    pub words: u32,
    /// How likely it is content, judged by its page alone; none where nobody judged.
    pub content: Option<f32>,
}

/// A document of a stream, as a memory sees it.
///
/// ```
/// use dehusk_extract::Document;
/// use dehusk_site::{Keys, Observation};
/// let document = Document::new(dehusk_page::Page::parse("<p>One<p>Two"));
/// let key = Keys::default().key("https://a.example/1?from=feed", None)?;
/// let seen = Observation::of(key, 17, &document).judged(&[0.9, 0.1]);
/// assert_eq!(Observation::decode(&seen.encode()), Ok(seen));
/// # Ok::<_, dehusk_site::KeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    key: UrlKey,
    time: i64,
    address: Option<String>,
    blocks: Vec<SeenBlock>,
    /// What the shapes look like to a person, in the order of the shapes.
    described: Vec<(Shape, String)>,
}

impl Observation {
    /// A document that was seen at `time`, in seconds since any fixed moment. Short blocks that differ by a
    /// name or a date are one.
    pub fn of(key: UrlKey, time: i64, document: &Document) -> Observation {
        Observation::with(&mut Normalizer::masking(), key, time, document)
    }

    /// What is seen of a document, with a normalizer of one's own.
    pub fn with(
        normalizer: &mut Normalizer,
        key: UrlKey,
        time: i64,
        document: &Document,
    ) -> Observation {
        let texts = document.blocks();
        let PageShapes { blocks, described } = PageShapes::of(document);
        let seen = |(index, shape): (usize, Shape)| SeenBlock {
            hash: normalizer.hash(texts.text(index)),
            shape,
            words: texts.block(index).words,
            content: None,
        };
        let blocks = blocks.into_iter().enumerate().map(seen).collect();
        let seen = Observation { key, time, address: None, blocks, described };
        match document.url() {
            Some(url) => seen.with_address(url),
            None => seen,
        }
    }

    /// From blocks that are made up or come from elsewhere.
    pub fn from_blocks(key: UrlKey, time: i64, blocks: Vec<SeenBlock>) -> Observation {
        Observation { key, time, address: None, blocks, described: Vec::new() }
    }

    /// With the address that answered, from which a site's rules are learned.
    pub fn with_address(mut self, address: &str) -> Observation {
        let teaches = address.contains('?') && address.len() <= MOST_ADDRESS;
        self.address = teaches.then(|| address.to_string());
        self
    }

    /// With how likely each block is content, judged by the page alone. A judgement that a memory had a
    /// part in would teach it what it said itself.
    pub fn judged(mut self, probabilities: &[f32]) -> Observation {
        for (block, &probability) in self.blocks.iter_mut().zip(probabilities) {
            let step = (probability.clamp(0.0, 1.0) * STEPS).round();
            block.content = Some(step / STEPS).filter(|p| p.is_finite());
        }
        self
    }

    /// With what an extractor judged of the page alone. One that says nothing of it, as those that know no sites do,
    /// leaves only the texts and their places to learn from.
    pub fn judged_by(self, selection: &Selection) -> Observation {
        match selection.probabilities_without_site() {
            Some(probabilities) => self.judged(probabilities),
            None => self,
        }
    }

    /// Which document it is.
    pub fn key(&self) -> &UrlKey {
        &self.key
    }

    /// When it was seen.
    pub fn time(&self) -> i64 {
        self.time
    }

    /// The address that answered, where it has a query.
    pub fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// Its blocks.
    pub fn blocks(&self) -> &[SeenBlock] {
        &self.blocks
    }

    /// What a shape of place looks like to a person; empty where that was not told.
    pub fn path(&self, shape: Shape) -> &str {
        let found = self.described.binary_search_by_key(&shape, |(shape, _)| *shape);
        found.ok().and_then(|at| self.described.get(at)).map_or("", |(_, path)| path)
    }

    /// The hashes of its blocks.
    pub fn hashes(&self) -> Vec<BlockHash> {
        self.blocks.iter().map(|block| block.hash).collect()
    }

    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::new(MAGIC, VERSION);
        self.key.write(&mut out);
        out.signed(self.time);
        out.text(self.address.as_deref().unwrap_or_default());
        out.number(self.blocks.len() as u64);
        for block in &self.blocks {
            out.raw(block.hash.bits(), 6);
            out.raw(block.shape.0.into(), 4);
            out.number(block.words.into());
            out.number(block.content.map_or(0, |p| 1 + (p * STEPS).round() as u64));
        }
        out.number(self.described.len() as u64);
        for (shape, path) in &self.described {
            out.raw(shape.0.into(), 4);
            out.text(path);
        }
        out.finish()
    }

    /// From bytes.
    pub fn decode(bytes: &[u8]) -> Result<Observation, DecodeError> {
        let mut from = Reader::new(bytes, MAGIC, VERSION)?;
        let (key, time) = (UrlKey::read(&mut from)?, from.signed()?);
        let address = Some(from.text()?).filter(|address| !address.is_empty());
        let count = from.count()?;
        let blocks = (0..count).map(|_| read_block(&mut from)).collect::<Result<_, _>>()?;
        let mut described = Vec::new();
        for _ in 0..from.count()? {
            described.push((Shape(from.raw(4)? as u32), from.text()?));
        }
        described.sort();
        from.finish()?;
        Ok(Observation { key, time, address, blocks, described })
    }
}

fn read_block(from: &mut Reader) -> Result<SeenBlock, DecodeError> {
    let hash = BlockHash::from_bits(from.raw(6)?);
    let shape = Shape(from.raw(4)? as u32);
    let words = from.below(1 << 31)? as u32;
    let judged = from.below(STEPS as usize + 2)?;
    let content = judged.checked_sub(1).map(|step| step as f32 / STEPS);
    Ok(SeenBlock { hash, shape, words, content })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Keys;
    use dehusk_page::Page;

    fn seen(url: &str) -> Observation {
        let document = Document::new(Page::parse("<p>One<p>Two<p>Three")).with_url(url);
        let key = Keys::default().key(url, None).unwrap();
        Observation::of(key, -5, &document).judged(&[0.333, f32::NAN])
    }

    #[test]
    fn what_is_written_is_read() {
        let one = seen("http://a.example/x?y=1");
        assert_eq!(one.address(), Some("http://a.example/x?y=1"));
        assert_eq!(one.blocks()[0].content, Some(83.0 / 250.0));
        assert_eq!((one.blocks()[1].content, one.blocks()[2].content), (None, None));
        assert_eq!(Observation::decode(&one.encode()), Ok(one));
        assert_eq!(seen("http://a.example/x").address(), None);
    }

    #[test]
    fn damage_is_an_error() {
        let bytes = seen("http://a.example/x").encode();
        (0..bytes.len()).for_each(|end| assert!(Observation::decode(&bytes[..end]).is_err()));
    }
}
