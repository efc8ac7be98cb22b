//! Attempts at the article, each with one rule less than the one before.

use super::breaks::breaks_to_paragraphs;
use super::build::{Working, build};
use super::candidate::choose;
use super::clean::Cleaning;
use super::conditional::Rules;
use super::join::{Joining, join};
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

/// One attempt's article.
pub(super) struct Article {
    tree: Tree,
    root: Id,
    length: u32,
    log: Log,
}

/// The page after what can hardly be content was taken out of it.
#[derive(Clone)]
struct Pruned {
    tree: Tree,
    to_score: Vec<Id>,
    /// Measures of what is left.
    stats: Stats,
    log: Log,
}

/// A page prepared for attempts.
pub(super) struct Attempts<'a> {
    page: &'a Page,
    options: &'a Options,
    working: Working,
    title: Vocabulary,
    author: Author,
    /// What is left without the rule that drops the unlikely, and whether the author was known before: all
    /// attempts but the first begin with it.
    lenient: Option<(Pruned, bool)>,
}

impl<'a> Attempts<'a> {
    /// Prepares a page; none if it has no body.
    pub fn new(document: &'a Document, options: &'a Options) -> Option<Attempts<'a>> {
        let (page, mut working) = (document.page(), build(document)?);
        let changed = breaks_to_paragraphs(&mut working.tree, &working.texts, &working.breaks);
        // A font says nothing about structure.
        working.fonts.iter().for_each(|&font| working.tree.set_tag(font, name::SPAN));
        if changed {
            working.measure(page);
        }
        let head = metadata::read(page, &working.landmarks);
        let (title, author) = (Vocabulary::of(&head.title), Author { known: head.has_author });
        Some(Attempts { page, options, working, title, author, lenient: None })
    }

    /// The first article that is long enough, or else the longest; none if all are empty.
    pub fn best(mut self) -> Option<Article> {
        let mut longest: Option<Article> = None;
        for rigour in RIGOURS {
            let article = self.attempt(rigour);
            let enough = article.length >= self.options.char_threshold;
            if enough || longest.as_ref().is_none_or(|l| article.length > l.length) {
                longest = Some(article);
            }
            if enough {
                break;
            }
        }
        longest.filter(|article| article.length > 0)
    }

    fn attempt(&mut self, rigour: Rigour) -> Article {
        let Pruned { mut tree, to_score, mut stats, mut log } = match rigour.drop_unlikely {
            true => self.prune(true),
            false => self.prune_leniently(),
        };
        let (stats, source) = (&mut stats, self.source());
        let mut scores = Scores::new(&tree, rigour.weigh_names);
        let candidates = score(&tree, stats, &to_score, &mut scores);
        let count = self.options.top_candidates;
        let top = choose(&mut tree, self.working.body, &candidates, &mut scores, count);

        let joining = Joining { source, stats, scores: &scores, top };
        let root = join(&mut tree, &joining, &mut log);
        let rules = Rules {
            weigh_names: rigour.weigh_names,
            link_density_modifier: self.options.link_density_modifier,
        };
        let cleaning = Cleaning { source, rules, conditionally: rigour.clean_conditionally };
        cleaning.clean(&mut tree, stats, root, &mut log);
        let length = stats.of(&tree, root).text.inner;
        Article { tree, root, length, log }
    }

    fn source(&self) -> Source<'_> {
        Source { page: self.page, texts: &self.working.texts }
    }

    fn prune(&mut self, drop_unlikely: bool) -> Pruned {
        let (mut log, mut stats) = (Log::default(), self.working.take_stats(self.page));
        let mut tree = self.working.tree.fork();
        let source = Source { page: self.page, texts: &self.working.texts };
        let pruning = Pruning { source, stats: &stats, title: &self.title, drop_unlikely };
        let to_score = prune(&mut tree, self.working.html, &pruning, &mut self.author, &mut log);
        stats.measure(&source, &mut tree, self.working.html);
        Pruned { tree, to_score, stats, log }
    }

    /// The same result as from the page again: only a line with the author, once found, changes it.
    fn prune_leniently(&mut self) -> Pruned {
        let known = self.author.known;
        match &self.lenient {
            Some((pruned, before)) if *before == known => pruned.clone(),
            _ => {
                let pruned = self.prune(false);
                self.lenient = Some((pruned.clone(), known));
                pruned
            }
        }
    }
}

impl Article {
    /// What was decided about which part of the page.
    pub fn into_log(self) -> Log {
        self.log
    }

    /// The texts and media of the article.
    pub fn leaves(&self, page: &Page) -> NodeSet {
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
