//! What lies below each element: lengths and counts that all steps ask for.
//!
//! One tour from the leaves up fills a table for a whole subtree. A step that drops elements on the way
//! passes a judge: it sees an element when all below it has been judged, and what it drops is not counted
//! by the elements around. So a step costs one tour however often it drops.

use super::measure::Text;
use super::tags::{is_block, is_heading, is_textish};
use super::traits::Traits;
use super::tree::{Id, Tree};
use dehusk_page::{Page, name};

/// What lies below one element, itself not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Below {
    pub text: Text,
    /// Length of the texts of links, nested ones again.
    pub links: u32,
    /// The same for links into the page itself.
    pub inner_links: u32,
    /// Length of the texts of `ul` and `ol`, nested ones again.
    pub lists: u32,
    /// Length of the texts of headings.
    pub headings: u32,
    pub paragraphs: u32,
    pub pictures: u32,
    pub items: u32,
    pub inputs: u32,
    /// `object`, `embed` and `iframe`.
    pub embeds: u32,
    /// `br` and `hr`.
    pub breaks: u32,
    pub holds: Holds,
}

/// Whether certain elements are below an element at all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Holds {
    pub block: bool,
    pub player: bool,
    pub data_table: bool,
    /// An element for text that has some.
    pub text_in_place: bool,
}

impl Below {
    /// The share of the text that is in links; links into the page count three tenths.
    pub fn link_density(&self) -> f64 {
        if self.text.inner == 0 {
            return 0.0;
        }
        (f64::from(self.links) + f64::from(self.inner_links) * 0.3) / f64::from(self.text.inner)
    }

    /// The share of the text that is in headings.
    pub fn heading_density(&self) -> f64 {
        if self.text.inner == 0 {
            return 0.0;
        }
        f64::from(self.headings) / f64::from(self.text.inner)
    }

    /// Counts a child element and what is below it.
    fn absorb(&mut self, child: &Below, tree: &Tree, id: Id) {
        self.text.append(&child.text);
        add(&mut self.links, child.links);
        add(&mut self.inner_links, child.inner_links);
        add(&mut self.lists, child.lists);
        add(&mut self.headings, child.headings);
        self.paragraphs += child.paragraphs;
        self.pictures += child.pictures;
        self.items += child.items;
        self.inputs += child.inputs;
        self.embeds += child.embeds;
        self.breaks += child.breaks;
        self.holds.absorb(child.holds);
        self.count(child.text.inner, tree, id);
    }

    fn count(&mut self, inner: u32, tree: &Tree, id: Id) {
        let element = tree.name(id);
        match element {
            name::A => {
                let inside = tree.traits(id).has(Traits::INTO_PAGE);
                add(if inside { &mut self.inner_links } else { &mut self.links }, inner);
            }
            name::UL | name::OL => add(&mut self.lists, inner),
            name::P => self.paragraphs += 1,
            name::IMG => self.pictures += 1,
            name::LI => self.items += 1,
            name::INPUT => self.inputs += 1,
            name::BR | name::HR => self.breaks += 1,
            name::OBJECT | name::EMBED | name::IFRAME => {
                self.embeds += 1;
                self.holds.player |= tree.traits(id).has(Traits::PLAYER);
            }
            name::TABLE => self.holds.data_table |= tree.traits(id).has(Traits::DATA_TABLE),
            heading if is_heading(heading) => add(&mut self.headings, inner),
            _ => {}
        }
        self.holds.block |= is_block(tree.tag(id));
        self.holds.text_in_place |= inner > 0 && is_textish(element);
    }
}

/// Adds a length. Nested elements count their text again, so the sum may grow beyond any page.
fn add(sum: &mut u32, length: u32) {
    *sum = sum.saturating_add(length);
}

impl Holds {
    fn absorb(&mut self, child: Holds) {
        self.block |= child.block;
        self.player |= child.player;
        self.data_table |= child.data_table;
        self.text_in_place |= child.text_in_place;
    }
}

/// The numbers of all nodes of a tree, as far as they were measured.
#[derive(Clone, Debug, Default)]
pub(super) struct Stats {
    below: Vec<Below>,
}

/// What is below nodes that were never measured.
static NOTHING: Below = Below {
    text: Text { units: 0, lead: 0, trail: 0, inner: 0, latin_commas: 0, commas: 0 },
    links: 0,
    inner_links: 0,
    lists: 0,
    headings: 0,
    paragraphs: 0,
    pictures: 0,
    items: 0,
    inputs: 0,
    embeds: 0,
    breaks: 0,
    holds: Holds { block: false, player: false, data_table: false, text_in_place: false },
};

impl std::ops::Index<Id> for Stats {
    type Output = Below;
    fn index(&self, id: Id) -> &Below {
        self.below.get(id.index()).unwrap_or(&NOTHING)
    }
}

impl Stats {
    /// Measures everything below `root`.
    pub fn measure(&mut self, source: &Source, tree: &mut Tree, root: Id) {
        self.judge(source, tree, root, |_, _, _| false);
    }

    /// Measures everything below `root` while `drop` takes elements out: it is asked for each element but
    /// the root, after all below it.
    pub fn judge(
        &mut self,
        source: &Source,
        tree: &mut Tree,
        root: Id,
        mut drop: impl FnMut(&Tree, Id, &Below) -> bool,
    ) {
        self.make_room(tree);
        self.below[root.index()] = Below::default();
        let (mut around, mut next) = (root, tree.first_child(root));
        loop {
            match next {
                Some(id) if tree.is_element(id) => {
                    self.below[id.index()] = Below::default();
                    (around, next) = (id, tree.first_child(id));
                }
                Some(id) => {
                    if let Some(text) = tree.text(id, source.texts) {
                        self.below[around.index()].text.append(text);
                    }
                    next = tree.next_sibling(id);
                }
                // All below `around` is known.
                None => {
                    let Some(parent) = tree.parent(around).filter(|_| around != root) else {
                        break;
                    };
                    next = tree.next_sibling(around);
                    if drop(tree, around, &self.below[around.index()]) {
                        tree.detach(around);
                    } else {
                        self.pass_up(tree, around, parent);
                    }
                    around = parent;
                }
            }
        }
    }

    /// For all nodes there are, and for those that pruning will make.
    fn make_room(&mut self, tree: &Tree) {
        if self.below.is_empty() {
            self.below.reserve_exact(tree.len() + tree.len() / 4);
        }
        self.below.resize(tree.len().max(self.below.len()), Below::default());
    }

    fn pass_up(&mut self, tree: &Tree, id: Id, parent: Id) {
        let both = self.below.get_disjoint_mut([parent.index(), id.index()]);
        if let Ok([around, child]) = both {
            around.absorb(child, tree, id);
        }
    }
}

/// Where measures come from.
#[derive(Clone, Copy)]
pub(super) struct Source<'p> {
    pub page: &'p Page,
    pub texts: &'p [Text],
}

#[cfg(test)]
mod tests {
    use super::super::build::{Working, build};
    use super::*;

    fn measured(html: &str) -> (Page, Working, Stats) {
        let page = Page::parse(format!("<body>{html}"));
        let mut working = build(&page).unwrap();
        let mut stats = Stats::default();
        let source = Source { page: &page, texts: &working.texts };
        stats.measure(&source, &mut working.tree, working.html);
        (page, working, stats)
    }

    #[test]
    fn lengths_and_counts_come_from_all_below() {
        let (_, working, stats) = measured(
            "<p>one <a href=x>two</a> <a href='#y'>three</a></p><ul><li>a<li>b</ul><h2>head</h2><br><hr>",
        );
        let below = stats[working.body];
        assert_eq!(below.text.inner, "one two three".len() as u32 + 2 + 4);
        assert_eq!((below.links, below.inner_links), (3, 5));
        assert_eq!((below.lists, below.items, below.headings), (2, 2, 4));
        assert_eq!((below.paragraphs, below.breaks, below.pictures), (1, 2, 0));
        assert!(below.holds.block && below.holds.text_in_place && !below.holds.data_table);
        assert_eq!(below.link_density(), (3.0 + 1.5) / 19.0);
    }

    #[test]
    fn an_element_does_not_count_itself() {
        let (_, working, stats) = measured("<p><img src=x></p>");
        let p = working.tree.first_child(working.body).unwrap();
        assert_eq!((stats[p].paragraphs, stats[p].pictures), (0, 1));
        assert_eq!(stats[p].link_density(), 0.0);
    }

    #[test]
    fn what_is_dropped_is_not_counted_around() {
        let (page, mut working, mut stats) = measured("<div>aa<b>bbb</b><i>c</i></div>");
        let source = Source { page: &page, texts: &working.texts };
        stats.judge(&source, &mut working.tree, working.body, |tree, id, below| {
            tree.name(id) == name::B && below.text.inner == 3
        });
        assert_eq!(stats[working.body].text.inner, 3);
    }
}
