//! Extractors that another one asks.

use dehusk_extract::{BuildError, Document, Extractor, Registry, Selection};
use std::fmt;
use std::sync::Arc;

/// Named extractors of a registry. They answer once a document, however many ask them.
#[derive(Clone, Default)]
pub struct Members(Vec<(Box<str>, Arc<dyn Extractor>)>);

impl Members {
    /// The members of these names; `asker` is who wants them.
    pub fn of(
        asker: &'static str,
        names: &[&'static str],
        registry: &Registry,
    ) -> Result<Members, BuildError> {
        let member = |&name: &&'static str| {
            let missing = || BuildError::Member { name: asker.into(), member: name.into() };
            let entry = registry.find(name).ok_or_else(missing)?;
            Ok((name.into(), entry.build(registry)?))
        };
        names.iter().map(member).collect::<Result<_, _>>().map(Members)
    }

    /// The members with these extractors.
    pub(crate) fn from_pairs(pairs: Vec<(Box<str>, Arc<dyn Extractor>)>) -> Members {
        Members(pairs)
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// What one of them answers.
    pub fn answer(&self, index: usize, document: &Document) -> Option<Arc<Selection>> {
        self.0.get(index).map(|(name, member)| document.answer(name, &**member))
    }

    /// What each of them answers.
    pub fn answers(&self, document: &Document) -> impl Iterator<Item = Arc<Selection>> {
        self.0.iter().map(|(name, member)| document.answer(name, &**member))
    }

    /// Who keeps each block of a document, the first one's vote the lowest bit.
    pub fn votes(&self, document: &Document) -> Vec<u16> {
        let mut votes = vec![0; document.blocks().len()];
        for (bit, selection) in self.answers(document).enumerate() {
            for (block, vote) in votes.iter_mut().enumerate() {
                *vote |= u16::from(selection.keeps_block(document, block)) << bit;
            }
        }
        votes
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
