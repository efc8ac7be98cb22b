//! How long the default extractor with a memory needs after a site has changed its looks.
//!
//! Made-up sites get another design at a known document. What counts is the mean over sites by the number of
//! documents since, beside the level before and beside what the extractor says of each page alone: a new
//! design may be easier or harder by itself.

use crate::measures::lcs;
use crate::run::Models;
use crate::tokens::Vocabulary;
use dehusk::Article;
use dehusk::extractor::{Document, Extractor, Page};
use dehusk_site::{Keys, Memories, Retention};
use dehusk_synth::Web;
use std::sync::Arc;

/// Documents before the redesign that make the level before, and documents of a step after it.
pub const STEP: usize = 5;
const BEFORE: usize = 20;

/// The F1 of pages, in the mean over sites.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// With a memory.
    pub memory: f64,
    /// By each page alone.
    pub alone: f64,
}

/// What was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovery {
    /// The level of the last documents before the redesign.
    pub before: Level,
    /// The levels of each [`STEP`] documents after it.
    pub after: Vec<Level>,
    /// Times that memories noticed a change.
    pub noticed: u32,
}

impl Recovery {
    /// Plays the first `documents` of each of the first `sites`, which change their looks at `redesign`.
    pub fn measure(
        web: &Web,
        sites: u64,
        documents: u64,
        redesign: u64,
        models: &Models,
        mut step: impl FnMut(),
    ) -> Recovery {
        let (from, redesign) = (redesign.saturating_sub(BEFORE as u64), redesign as usize);
        let mut levels = vec![Level::default(); documents as usize];
        let mut noticed = 0;
        for site in 0..sites {
            let mut play = Play::new(web, site, models);
            for number in 0..documents {
                let level = play.page(number, number >= from);
                let sum = &mut levels[number as usize];
                sum.memory += level.memory / sites as f64;
                sum.alone += level.alone / sites as f64;
                step();
            }
            noticed += play.changes();
        }
        let (before, after) = levels.split_at(redesign.min(levels.len()));
        let before = mean(before.get(from as usize..).unwrap_or_default());
        Recovery { before, after: after.chunks_exact(STEP).map(mean).collect(), noticed }
    }

    /// After how many documents the level with a memory is no more than `within` below that before, and
    /// stays there in the mean of what follows; none if it never is.
    pub fn documents(&self, within: f64) -> Option<usize> {
        let back = |steps: &[Level]| mean(steps).memory >= self.before.memory - within;
        let is_back = |at: &usize| back(&self.after[*at..=*at]) && back(&self.after[*at..]);
        (0..self.after.len()).find(is_back).map(|steps| steps * STEP)
    }
}

fn mean(levels: &[Level]) -> Level {
    let count = levels.len().max(1) as f64;
    Level {
        memory: levels.iter().map(|level| level.memory).sum::<f64>() / count,
        alone: levels.iter().map(|level| level.alone).sum::<f64>() / count,
    }
}

/// One site, played from its first document on.
struct Play<'p> {
    site: dehusk_synth::Site,
    models: &'p Models,
    keys: Keys,
    memories: Memories,
    domain: String,
}

impl<'p> Play<'p> {
    fn new(web: &Web, site: u64, models: &'p Models) -> Play<'p> {
        let memories = Memories::new(Retention::default());
        let site = web.site(site);
        Play { site, models, keys: Keys::default(), memories, domain: String::new() }
    }

    /// Plays a page; its F1 is only looked at where it counts.
    fn page(&mut self, number: u64, counts: bool) -> Level {
        let page = self.site.page(number);
        let Ok(key) = self.keys.key(&page.url, Some(&page.title)) else { return Level::default() };
        self.domain = key.domain().to_string();
        let document = || Document::new(Page::parse(page.html.as_str())).with_url(&page.url);
        let auto = self.models.auto(&super::record(&page));
        let (known, selection) = self.memories.extract(&auto, key, page.time, document());
        if !counts {
            return Level::default();
        }
        let gold = page.gold();
        let grade = |document: Document, selection| {
            let text = Article::new(Arc::new(document), selection, "auto").text();
            let mut vocabulary = Vocabulary::default();
            lcs(&vocabulary.encode(&gold), &vocabulary.encode(&text)).f1
        };
        let alone = document();
        let by_page = auto.extract(&alone);
        Level { memory: grade(known, selection), alone: grade(alone, by_page) }
    }

    fn changes(&mut self) -> u32 {
        let memory = self.memories.site_mut(&self.domain);
        memory.branches().iter().map(|branch| branch.changes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recovery(after: &[f64]) -> Recovery {
        let level = |&memory: &f64| Level { memory, alone: 0.5 };
        Recovery { before: level(&0.9), after: after.iter().map(level).collect(), noticed: 1 }
    }

    #[test]
    fn back_is_back_for_good() {
        assert_eq!(recovery(&[0.8, 0.85, 0.895, 0.9]).documents(0.01), Some(2 * STEP));
        assert_eq!(recovery(&[0.95, 0.9]).documents(0.01), Some(0));
        assert_eq!(recovery(&[0.95, 0.7, 0.7]).documents(0.01), None);
        assert_eq!(recovery(&[]).documents(0.01), None);
    }

    #[test]
    fn a_redesign_is_played_and_noticed() {
        let web = Web::new(3).with_redesign_at(Some(25));
        let mut steps = 0;
        let found = Recovery::measure(&web, 1, 40, 25, &Models::Shipped, || steps += 1);
        assert_eq!((steps, found.after.len(), found.noticed), (40, 3, 1));
        assert!(found.before.memory > 0.5 && found.after[2].memory > 0.5, "{found:?}");
    }
}
