//! What boilerplate costs a search: pages are indexed with and without it, and queries whose answers people judged are
//! asked of both.
//!
//! The experiment of section 6 of Kohlschütter, Fankhauser and Nejdl ("Boilerplate Detection using Shallow Text
//! Features", WSDM 2010): only blocks with enough words, or dense enough, are indexed, from everything to hardly
//! anything; beside it stands what BTE takes for the content. Collections come in the form of TREC ([`trec`]) or of our
//! corpora, or are made up ([`made_up`]). Ranking is BM25, by the crate of that name; a collection is held in memory.

pub mod made_up;
mod rank;
mod scores;
mod sweep;
pub mod trec;

pub use scores::{Judgements, RankScores};
pub use sweep::{Policy, Swept, policies, sweep};

use dehusk::Limits;
use dehusk::extractor::{Document, NamedExtractor, Page, named};
use dehusk_page::Hints;
use dehusk_suite::classic_learned::shallow::Atoms;

/// Something that people looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Its number.
    pub id: String,
    /// What was typed.
    pub query: String,
}

/// A page as it is indexed.
#[derive(Clone, Debug, Default)]
pub struct Indexed {
    /// Its name in the judgements.
    pub id: String,
    /// Its text blocks, those of the paper.
    pub blocks: Vec<Piece>,
    /// What BTE takes for its content.
    pub bte: String,
}

/// A text block.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// Its words.
    pub words: f32,
    /// Its tokens a line.
    pub density: f32,
    /// Its text.
    pub text: String,
}

/// Reads pages for an index.
#[derive(Debug)]
pub struct Reader {
    bte: NamedExtractor,
}

impl Reader {
    /// A reader.
    pub fn new() -> Result<Reader, dehusk::Error> {
        Ok(Reader { bte: named("bte")? })
    }

    /// A page from its bytes; none where it can not be read.
    pub fn read(&self, id: &str, bytes: &[u8]) -> Option<Indexed> {
        let page = Page::from_bytes(bytes, &Hints::default(), &Limits::default()).ok()?;
        let document = Document::new(page);
        let page = document.page();
        let atoms = Atoms::of(page);
        let piece = |atom| {
            let texts = atoms.nodes(atom).iter().map(|&node| page.text(node));
            let text = texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
            Piece { words: atom.measures.words, density: atom.measures.text_density, text }
        };
        let blocks = atoms.list().iter().map(piece).collect();
        let kept = self.bte.extractor().extract(&document);
        let bte =
            kept.text_nodes().iter().map(|node| page.text(node)).collect::<Vec<_>>().join(" ");
        Some(Indexed { id: id.into(), blocks, bte })
    }
}
