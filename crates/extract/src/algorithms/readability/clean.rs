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
        mark_data_tables(tree, self.source.page, article);
        add_late_pictures(tree, self.source.page, article);
        self.conditionally(tree, stats, article, &[name::FORM, name::FIELDSET], log);
        let never = [name::OBJECT, name::EMBED, name::FOOTER, name::LINK, name::ASIDE];
        drop_elements(tree, article, log, |tree, id| is_one_of(tree, id, &never));
        self.drop_share_buttons(tree, stats, article, log);
        let never = [name::IFRAME, name::INPUT, name::TEXTAREA, name::SELECT, name::BUTTON];
        drop_elements(tree, article, log, |tree, id| {
            is_one_of(tree, id, &never).or_else(|| self.is_bad_heading(tree, id))
        });
        if !self.conditionally(tree, stats, article, &[name::TABLE, name::UL, name::DIV], log) {
            stats.measure(&self.source, tree, article);
        }
        drop_empty_paragraphs(tree, stats, article, log);
    }

    /// Judges the elements of some names by what they hold. Whether there were any: then the measures are
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
        let present = names_below(tree, article, names);
        let judge = Judge { source: self.source, rules: self.rules };
        present.iter().for_each(|&name| judge.clean(tree, stats, article, name, log));
        !present.is_empty()
    }

    /// The parts the article was joined from stay, whatever their names.
    fn drop_share_buttons(&self, tree: &mut Tree, stats: &mut Stats, article: Id, log: &mut Log) {
        let named = |tree: &Tree, id| tree.traits(id).has(Traits::SHARE);
        if !tree.elements_below(article).any(|e| named(tree, e)) {
            return;
        }
        stats.measure(&self.source, tree, article);
        drop_elements(tree, article, log, |tree, id| {
            let short = stats[id].text.units < SHARE_TEXT && tree.parent(id) != Some(article);
            (named(tree, id) && short).then_some(Why::ShareButtons)
        });
    }

    fn is_bad_heading(&self, tree: &Tree, id: Id) -> Option<Why> {
        let bad = self.rules.weigh_names
            && matches!(tree.name(id), name::H1 | name::H2)
            && tree.traits(id).weight() < 0.0;
        bad.then_some(Why::BadName)
    }
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

/// Those of the names that are in use, in the order given.
fn names_below(tree: &Tree, article: Id, names: &[Name]) -> Vec<Name> {
    let mut present = vec![false; names.len()];
    for element in tree.elements_below(article) {
        let place = names.iter().position(|&n| n == tree.name(element));
        place.into_iter().for_each(|place| present[place] = true);
    }
    names.iter().zip(present).filter(|&(_, present)| present).map(|(&name, _)| name).collect()
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
        let below = &stats[id];
        let empty = below.pictures + below.embeds == 0 && below.text.is_blank();
        (tree.name(id) == name::P && empty).then_some(Why::EmptyParagraph)
    });
}
