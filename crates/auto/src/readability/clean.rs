//! Cleans the article: what is in it and still not content.
//!
//! Steps of the reference that only change the markup of the result, such as renaming headings or
//! flattening nested `div`, have no place here: the answer is which texts and media are content.

use super::conditional::{Judge, Rules};
use super::pictures::names_late_picture;
use super::stats::{Source, Stats};
use super::tables::mark_data_tables;
use super::traits::Traits;
use super::tree::{Id, Tree};
use super::walk::{Step, Tour};
use super::why::{Log, Why};
use dehusk_page::{Name, Page, name};

/// An element with "share" in its name and as much text is more than buttons.
const SHARE_TEXT: u32 = 500;

/// What cleaning needs to know beside the tree.
pub(super) struct Cleaning<'a> {
    pub source: Source<'a>,
    pub rules: Rules,
    /// Whether elements are dropped for what they hold.
    pub conditionally: bool,
}

impl Cleaning<'_> {
    /// Drops what is not content below the article. Afterwards the measures are up to date.
    pub fn clean(&self, tree: &mut Tree, stats: &mut Stats, article: Id, log: &mut Log) {
        let present = Present::below(tree, article);
        if present.has(name::TABLE) {
            mark_data_tables(tree, self.source.page, article);
        }
        if present.has(name::FIGURE) {
            add_late_pictures(tree, self.source.page, article);
        }
        let judged = present.of(&[name::FORM, name::FIELDSET]);
        self.conditionally(tree, stats, article, &judged, log);
        let never = [name::OBJECT, name::EMBED, name::FOOTER, name::LINK, name::ASIDE];
        if !present.of(&never).is_empty() {
            drop_elements(tree, article, log, |tree, id| is_one_of(tree, id, &never));
        }
        if present.share {
            self.drop_share_buttons(tree, stats, article, log);
        }
        let never = [name::IFRAME, name::INPUT, name::TEXTAREA, name::SELECT, name::BUTTON];
        if present.bad_heading || !present.of(&never).is_empty() {
            drop_elements(tree, article, log, |tree, id| {
                is_one_of(tree, id, &never).or_else(|| self.is_bad_heading(tree, id))
            });
        }
        let judged = present.of(&[name::TABLE, name::UL, name::DIV]);
        if !self.conditionally(tree, stats, article, &judged, log) {
            stats.measure(&self.source, tree, article);
        }
        drop_empty_paragraphs(tree, stats, article, log);
    }

    /// Judges the elements of some names by what they hold. Whether there are any names: then the measures are
    /// up to date.
    fn conditionally(
        &self,
        tree: &mut Tree,
        stats: &mut Stats,
        article: Id,
        names: &[Name],
        log: &mut Log,
    ) -> bool {
        if !self.conditionally {
            return false;
        }
        let judge = Judge { source: self.source, rules: self.rules };
        names.iter().for_each(|&name| judge.clean(tree, stats, article, name, log));
        !names.is_empty()
    }

    /// The parts the article was joined from stay, whatever their names.
    fn drop_share_buttons(&self, tree: &mut Tree, stats: &mut Stats, article: Id, log: &mut Log) {
        let named = |tree: &Tree, id| tree.traits(id).has(Traits::SHARE);
        stats.measure(&self.source, tree, article);
        drop_elements(tree, article, log, |tree, id| {
            let short =
                stats.of(tree, id).text.units < SHARE_TEXT && tree.parent(id) != Some(article);
            (named(tree, id) && short).then_some(Why::ShareButtons)
        });
    }

    fn is_bad_heading(&self, tree: &Tree, id: Id) -> Option<Why> {
        (self.rules.weigh_names && has_bad_heading_name(tree, id)).then_some(Why::BadName)
    }
}

fn has_bad_heading_name(tree: &Tree, id: Id) -> bool {
    matches!(tree.name(id), name::H1 | name::H2) && tree.traits(id).weight() < 0.0
}

/// What is in the article before it is cleaned: most steps have nothing to do on most pages.
struct Present {
    /// A bit for each known name, by its number.
    names: [u64; name::KNOWN.div_ceil(64)],
    share: bool,
    bad_heading: bool,
}

impl Present {
    fn below(tree: &Tree, article: Id) -> Present {
        let mut present =
            Present { names: [0; name::KNOWN.div_ceil(64)], share: false, bad_heading: false };
        for id in tree.elements_below(article) {
            let (word, bit) = place(tree.name(id));
            present.names.get_mut(word).into_iter().for_each(|names| *names |= bit);
            present.share |= tree.traits(id).has(Traits::SHARE);
            present.bad_heading |= has_bad_heading_name(tree, id);
        }
        present
    }

    fn has(&self, name: Name) -> bool {
        let (word, bit) = place(name);
        self.names.get(word).is_some_and(|names| names & bit != 0)
    }

    /// Those of some names that are there, in the order given.
    fn of(&self, names: &[Name]) -> Vec<Name> {
        names.iter().copied().filter(|&name| self.has(name)).collect()
    }
}

fn place(name: Name) -> (usize, u64) {
    let number = usize::from(name.number());
    (number / 64, 1 << (number % 64))
}

/// Drops the elements below the article that a judge has something against, outer ones first.
fn drop_elements(
    tree: &mut Tree,
    article: Id,
    log: &mut Log,
    against: impl Fn(&Tree, Id) -> Option<Why>,
) {
    let mut next = tree.next_element(article, article);
    while let Some(id) = next {
        match against(tree, id) {
            Some(why) => {
                log.note(tree, id, why);
                next = tree.next_after(id, article);
                tree.detach(id);
            }
            None => next = tree.next_element(id, article),
        }
    }
}

fn is_one_of(tree: &Tree, id: Id, names: &[Name]) -> Option<Why> {
    let drop = names.contains(&tree.name(id)) && !tree.traits(id).has(Traits::PLAYER);
    drop.then_some(Why::NeverContent)
}

/// Gives a `figure` the picture that a script would have put into it.
fn add_late_pictures(tree: &mut Tree, page: &Page, article: Id) {
    for figure in figures_without_picture(tree, article) {
        let other = |n| !matches!(n, name::SRC | name::SRCSET | name::ALT);
        let late = tree.origin(figure).is_some_and(|origin| {
            page.attrs(origin).any(|(n, value)| other(n) && names_late_picture(value))
        });
        if late {
            let picture = tree.create(name::IMG, tree.origin(figure));
            tree.append(figure, picture);
        }
    }
}

fn figures_without_picture(tree: &Tree, article: Id) -> Vec<Id> {
    let mut found = Vec::new();
    // For each open figure whether a picture was seen in it.
    let mut open: Vec<bool> = Vec::new();
    let mut tour = Tour::of(article);
    while let Some(step) = tour.next(tree) {
        match step {
            Step::Enter(id) if tree.tag(id) == name::FIGURE => open.push(false),
            Step::Enter(id) if matches!(tree.name(id), name::IMG | name::PICTURE) => {
                open.last_mut().into_iter().for_each(|seen| *seen = true);
            }
            Step::Leave(id) if tree.tag(id) == name::FIGURE => {
                let seen = open.pop().unwrap_or(false);
                open.last_mut().into_iter().for_each(|around| *around |= seen);
                found.extend((!seen).then_some(id));
            }
            Step::Enter(_) | Step::Leave(_) => {}
        }
    }
    found
}

/// Paragraphs without text and without pictures or players.
fn drop_empty_paragraphs(tree: &mut Tree, stats: &Stats, article: Id, log: &mut Log) {
    drop_elements(tree, article, log, |tree, id| {
        let below = stats.of(tree, id);
        let empty = below.pictures == 0 && below.embeds == 0 && below.text.is_blank();
        (tree.name(id) == name::P && empty).then_some(Why::EmptyParagraph)
    });
}
