//! What lies below each element: lengths and counts that all steps ask for.
//!
//! One tour from the leaves up fills a table for a whole subtree. A step that drops elements on the way
//! passes a judge: it sees an element when all below it has been judged, and what it drops is not counted
//! by the elements around. So a step costs one tour however often it drops.

use super::measure::Text;
use super::tags::{is_block, is_heading, is_textish};
use super::traits::Traits;
use super::tree::{Id, Sort, Tree, push};
use dehusk_page::{Name, Page, name};

/// What lies below one element, itself not counted: one line of the processor's cache.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
pub(super) struct Below {
    pub text: Text,
    /// Length of the texts of links, nested ones again.
    pub links: u32,
    /// Length of the texts of links that lead into the page itself.
    pub inner_links: u32,
    /// Length of the texts of `ul` and `ol`, nested ones again.
    pub lists: u32,
    /// Length of the texts of headings.
    pub headings: u32,
    pub paragraphs: u32,
    pub pictures: u32,
    pub items: u32,
    /// `br` and `hr`.
    pub breaks: u32,
    pub inputs: u16,
    /// `object`, `embed` and `iframe`.
    pub embeds: u16,
    holds: u8,
}

/// Whether certain elements are below an element at all, in bits.
pub(super) mod holds {
    /// Any at all.
    pub const ELEMENTS: u8 = 1;
    pub const BLOCK: u8 = 1 << 1;
    pub const PLAYER: u8 = 1 << 2;
    pub const DATA_TABLE: u8 = 1 << 3;
    /// An element for text that has some.
    pub const TEXT_IN_PLACE: u8 = 1 << 4;
}

impl Below {
    pub fn holds(&self, what: u8) -> bool {
        self.holds & what != 0
    }

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
    #[inline]
    fn absorb(&mut self, child: &Below, element: Counted) {
        self.text.append(&child.text);
        // Half of all elements have nothing but text in them.
        if child.holds(holds::ELEMENTS) {
            self.absorb_counts(child);
        }
        self.count(child.text.inner, element);
    }

    fn absorb_counts(&mut self, child: &Below) {
        add(&mut self.links, child.links);
        add(&mut self.inner_links, child.inner_links);
        add(&mut self.lists, child.lists);
        add(&mut self.headings, child.headings);
        self.paragraphs += child.paragraphs;
        self.pictures += child.pictures;
        self.items += child.items;
        self.inputs = self.inputs.saturating_add(child.inputs);
        self.embeds = self.embeds.saturating_add(child.embeds);
        self.breaks += child.breaks;
        self.holds |= child.holds;
    }

    /// Counts a child element for itself.
    #[inline]
    fn count(&mut self, inner: u32, Counted { name, is_html, traits }: Counted) {
        match name {
            name::A => {
                let inside = traits.has(Traits::INTO_PAGE);
                add(if inside { &mut self.inner_links } else { &mut self.links }, inner);
            }
            name::UL | name::OL => add(&mut self.lists, inner),
            name::P => self.paragraphs += 1,
            name::IMG => self.pictures += 1,
            name::LI => self.items += 1,
            name::INPUT => self.inputs = self.inputs.saturating_add(1),
            name::BR | name::HR => self.breaks += 1,
            name::OBJECT | name::EMBED | name::IFRAME => {
                self.embeds = self.embeds.saturating_add(1);
                self.note(holds::PLAYER, traits.has(Traits::PLAYER));
            }
            name::TABLE => self.note(holds::DATA_TABLE, traits.has(Traits::DATA_TABLE)),
            heading if is_heading(heading) => add(&mut self.headings, inner),
            _ => {}
        }
        self.note(holds::ELEMENTS, true);
        self.note(holds::BLOCK, is_html && is_block(name));
        self.note(holds::TEXT_IN_PLACE, inner > 0 && is_textish(name));
    }

    fn note(&mut self, what: u8, is_there: bool) {
        self.holds |= what * u8::from(is_there);
    }
}

/// What counts of an element for those around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    pub name: Name,
    pub is_html: bool,
    pub traits: Traits,
}

impl Counted {
    fn of(tree: &Tree, id: Id) -> Counted {
        let is_html = tree.sort(id) == Sort::Html;
        Counted { name: tree.name(id), is_html, traits: tree.traits(id) }
    }

    /// Measures a tree whose `font` have yet to become `span`.
    pub fn before_renaming(tree: &Tree, id: Id) -> Counted {
        let counted = Counted::of(tree, id);
        match counted.name {
            name::FONT => Counted { name: name::SPAN, is_html: true, ..counted },
            _ => counted,
        }
    }
}

/// Adds a length. Nested elements count their text again, so the sum may grow beyond any page.
fn add(sum: &mut u32, length: u32) {
    *sum = sum.saturating_add(length);
}

/// The numbers of all elements of a tree, as far as they were measured.
#[derive(Clone, Debug, Default)]
pub(super) struct Stats {
    below: Vec<Below>,
}

/// What is below elements that were never measured.
const NOTHING: Below = Below {
    text: Text { units: 0, lead: 0, trail: 0, inner: 0, latin_commas: 0, commas: 0 },
    links: 0,
    inner_links: 0,
    lists: 0,
    headings: 0,
    paragraphs: 0,
    pictures: 0,
    items: 0,
    breaks: 0,
    inputs: 0,
    embeds: 0,
    holds: 0,
};

impl Stats {
    /// For a page of so many elements.
    pub fn with_capacity(elements: usize) -> Stats {
        Stats { below: Vec::with_capacity(elements) }
    }

    /// What is below an element.
    pub fn of(&self, tree: &Tree, element: Id) -> &Below {
        self.below.get(tree.number(element)).unwrap_or(&NOTHING)
    }

    /// Room for one more element, the last that was made.
    pub fn add(&mut self) {
        push(&mut self.below, NOTHING);
    }

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
        self.begin(tree, root);
        let (mut around, mut next) = (root, tree.first_child(root));
        loop {
            match next {
                Some(id) if tree.is_element(id) => {
                    self.begin(tree, id);
                    (around, next) = (id, tree.first_child(id));
                }
                Some(id) => {
                    if let Some(text) = tree.text(id, source.texts) {
                        self.add_text(tree, around, text);
                    }
                    next = tree.next_sibling(id);
                }
                // All below `around` is known.
                None => {
                    let Some(parent) = tree.parent(around).filter(|_| around != root) else {
                        break;
                    };
                    next = tree.next_sibling(around);
                    if drop(tree, around, self.of(tree, around)) {
                        tree.detach(around);
                    } else {
                        self.pass_up(tree, around, parent, Counted::of(tree, around));
                    }
                    around = parent;
                }
            }
        }
    }

    /// Begins to measure an element.
    #[inline]
    fn begin(&mut self, tree: &Tree, element: Id) {
        if let Some(below) = self.below.get_mut(tree.number(element)) {
            *below = NOTHING;
        }
    }

    /// Counts a text for the element around it.
    #[inline]
    pub fn add_text(&mut self, tree: &Tree, around: Id, text: &Text) {
        if let Some(below) = self.below.get_mut(tree.number(around)) {
            below.text.append(text);
        }
    }

    /// Counts an element and what is below it for the one around.
    #[inline]
    pub fn pass_up(&mut self, tree: &Tree, id: Id, parent: Id, counted: Counted) {
        let both = self.below.get_disjoint_mut([tree.number(parent), tree.number(id)]);
        if let Ok([around, child]) = both {
            around.absorb(child, counted);
        }
    }

    /// For all elements there are.
    fn make_room(&mut self, tree: &Tree) {
        self.below.reserve_exact(tree.elements().saturating_sub(self.below.len()));
        self.below.resize(tree.elements().max(self.below.len()), NOTHING);
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
    use dehusk_extract::Document;

    fn measured(html: &str) -> (Document, Working, Stats) {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let mut working = build(&document).unwrap();
        let mut stats = Stats::default();
        let source = Source { page: document.page(), texts: &working.texts };
        stats.measure(&source, &mut working.tree, working.html);
        (document, working, stats)
    }

    #[test]
    fn lengths_and_counts_come_from_all_below() {
        let (_, working, stats) = measured(
            "<p>one <a href=x>two</a> <a href='#y'>three</a></p><ul><li>a<li>b</ul><h2>head</h2><br><hr>",
        );
        let below = stats.of(&working.tree, working.body);
        assert_eq!(below.text.inner, "one two three".len() as u32 + 2 + 4);
        assert_eq!((below.links, below.inner_links), (3, 5));
        assert_eq!((below.lists, below.items, below.headings), (2, 2, 4));
        assert_eq!((below.paragraphs, below.breaks, below.pictures), (1, 2, 0));
        assert!(
            below.holds(holds::BLOCK)
                && below.holds(holds::TEXT_IN_PLACE)
                && !below.holds(holds::DATA_TABLE)
        );
        assert_eq!(below.link_density(), (3.0 + 1.5) / 19.0);
    }

    #[test]
    fn an_element_does_not_count_itself() {
        let (_, working, stats) = measured("<p><img src=x></p>");
        let p = working.tree.first_child(working.body).unwrap();
        assert_eq!(
            (stats.of(&working.tree, p).paragraphs, stats.of(&working.tree, p).pictures),
            (0, 1)
        );
        assert_eq!(stats.of(&working.tree, p).link_density(), 0.0);
    }

    #[test]
    fn what_is_dropped_is_not_counted_around() {
        let (document, mut working, mut stats) = measured("<div>aa<b>bbb</b><i>c</i></div>");
        let source = Source { page: document.page(), texts: &working.texts };
        stats.judge(&source, &mut working.tree, working.body, |tree, id, below| {
            tree.name(id) == name::B && below.text.inner == 3
        });
        assert_eq!(stats.of(&working.tree, working.body).text.inner, 3);
    }
}
