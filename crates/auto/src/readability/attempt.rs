//! Attempts at the article, each with one rule less than the one before.

use super::breaks::breaks_to_paragraphs;
use super::build::{Working, build};
use super::candidate::choose;
use super::clean::Cleaning;
use super::conditional::Rules;
use super::join::{Joining, join};
use super::measure::Text;
use super::metadata;
use super::options::Options;
use super::prune::{Author, Pruning, prune};
use super::score::{Scores, score};
use super::stats::{Source, Stats};
use super::title::Vocabulary;
use super::tree::{Id, Sort, Tree};
use super::walk::{Step, Tour};
use super::why::Log;
use dehusk_extract::{Document, NodeSet};
use dehusk_page::{Page, name};

/// Which rules are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rigour {
    drop_unlikely: bool,
    weigh_names: bool,
    clean_conditionally: bool,
}

/// The attempts, strictest first.
const RIGOURS: [Rigour; 4] = [
    Rigour { drop_unlikely: true, weigh_names: true, clean_conditionally: true },
    Rigour { drop_unlikely: false, weigh_names: true, clean_conditionally: true },
    Rigour { drop_unlikely: false, weigh_names: false, clean_conditionally: true },
    Rigour { drop_unlikely: false, weigh_names: false, clean_conditionally: false },
];

/// The article of the best attempt.
pub(super) struct Article {
    /// Its texts and media.
    pub kept: NodeSet,
    /// What was decided about which part of the page.
    pub log: Log,
    length: u32,
}

/// One attempt's article, with the tree it was found in.
struct Found {
    tree: Tree,
    root: Id,
    length: u32,
    log: Log,
}

/// A page prepared for attempts.
pub(super) struct Attempts<'a> {
    document: &'a Document,
    options: &'a Options,
    /// The working tree for the next attempt. An attempt uses it up, and the next one builds another: few pages need
    /// one, and a copy that is kept for them would double what large pages take.
    working: Option<Working>,
    /// What is left of the page without the rule that drops the unlikely, and whether the author was known before:
    /// all attempts but the first begin with it. Not kept of large pages.
    lenient: Option<(Pruned, bool)>,
    title: Vocabulary,
    author: Author,
}

/// Nodes of a page up to which what attempts share is kept for the next one.
const MAX_NODES_KEPT: usize = 100_000;

/// The page after what can hardly be content was taken out of it.
#[derive(Clone)]
struct Pruned {
    tree: Tree,
    texts: Vec<Text>,
    /// Measures of what is left.
    stats: Stats,
    body: Id,
    to_score: Vec<Id>,
    log: Log,
}

impl<'a> Attempts<'a> {
    /// Prepares a page; none if it has no body.
    pub fn new(document: &'a Document, options: &'a Options) -> Option<Attempts<'a>> {
        let working = prepared(document)?;
        let head = metadata::read(document.page(), &working.landmarks);
        let (title, author) = (Vocabulary::of(&head.title), Author { known: head.has_author });
        Some(Attempts { document, options, working: Some(working), lenient: None, title, author })
    }

    /// The first article that is long enough, or else the longest; none if all are empty.
    pub fn best(mut self) -> Option<Article> {
        let mut longest: Option<Article> = None;
        for rigour in RIGOURS {
            let found = self.attempt(rigour)?;
            let enough = found.length >= self.options.char_threshold;
            if enough || longest.as_ref().is_none_or(|l| found.length > l.length) {
                let kept = found.leaves(self.document.page());
                longest = Some(Article { kept, log: found.log, length: found.length });
            }
            if enough || self.document.page().deadline().is_over() {
                break;
            }
        }
        longest.filter(|article| article.length > 0)
    }

    fn attempt(&mut self, rigour: Rigour) -> Option<Found> {
        let pruned = match rigour.drop_unlikely {
            true => self.pruned(true),
            false => self.pruned_leniently(),
        };
        let Pruned { mut tree, texts, mut stats, body, to_score, mut log } = pruned?;
        let source = Source { page: self.document.page(), texts: &texts };
        let mut scores = Scores::new(&tree, rigour.weigh_names);
        let candidates = score(&tree, &stats, &to_score, &mut scores);
        let count = self.options.top_candidates;
        let top = choose(&mut tree, body, &candidates, &mut scores, count);

        let joining = Joining { source, stats: &stats, scores: &scores, top };
        let root = join(&mut tree, &joining, &mut log);
        let rules = Rules {
            weigh_names: rigour.weigh_names,
            link_density_modifier: self.options.link_density_modifier,
        };
        let cleaning = Cleaning { source, rules, conditionally: rigour.clean_conditionally };
        cleaning.clean(&mut tree, &mut stats, root, &mut log);
        let length = stats.of(&tree, root).text.inner;
        Some(Found { tree, root, length, log })
    }

    fn pruned(&mut self, drop_unlikely: bool) -> Option<Pruned> {
        let working = self.working.take().or_else(|| prepared(self.document))?;
        let Working { mut tree, texts, mut stats, html, body, .. } = working;
        let source = Source { page: self.document.page(), texts: &texts };
        let mut log = Log::default();
        let pruning = Pruning { source, stats: &stats, title: &self.title, drop_unlikely };
        let to_score = prune(&mut tree, html, &pruning, &mut self.author, &mut log);
        stats.measure(&source, &mut tree, html);
        Some(Pruned { tree, texts, stats, body, to_score, log })
    }

    /// The page without the rule that drops the unlikely. From the page again it would be the same: only a line with
    /// the author, once found, changes it.
    fn pruned_leniently(&mut self) -> Option<Pruned> {
        let known = self.author.known;
        if let Some((pruned, before)) = &self.lenient
            && *before == known
        {
            return Some(pruned.clone());
        }
        let pruned = self.pruned(false)?;
        if self.document.page().len() <= MAX_NODES_KEPT {
            self.lenient = Some((pruned.clone(), known));
        }
        Some(pruned)
    }
}

/// The working tree of a page, with what is done to it before any attempt.
fn prepared(document: &Document) -> Option<Working> {
    let mut working = build(document)?;
    let changed = breaks_to_paragraphs(&mut working.tree, &working.texts, &working.breaks);
    // A font says nothing about structure.
    working.fonts.iter().for_each(|&font| working.tree.set_tag(font, name::SPAN));
    if changed {
        working.measure(document.page());
    }
    Some(working)
}

impl Found {
    /// The texts and media of the article.
    fn leaves(&self, page: &Page) -> NodeSet {
        let tree = &self.tree;
        let mut kept = NodeSet::new(page.len());
        let mut tour = Tour::of(self.root);
        while let Some(step) = tour.next(tree) {
            let Step::Enter(id) = step else { continue };
            if tree.sort(id) == Sort::Text || is_media(tree, id) {
                tree.origin(id).into_iter().for_each(|origin| kept.insert(origin));
            }
        }
        kept
    }
}

fn is_media(tree: &Tree, id: Id) -> bool {
    matches!(
        tree.tag(id),
        name::IMG | name::VIDEO | name::AUDIO | name::IFRAME | name::EMBED | name::OBJECT
    )
}
