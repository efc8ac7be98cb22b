//! How far the nearest ancestor of each kind is.
//!
//! A container's distances are its parent's plus one, except for what it is itself: 0. So they are
//! propagated from the root downward, each in constant time, and a block has those of its container.

use super::export::places;
use super::families::{FamilyDistances, FamilyFinder, Named};
use crate::containers::Containers;
use dehusk_page::Page;
use dehusk_page::name::{self, Name};

/// No such ancestor, or one this far.
pub const FAR: u8 = u8::MAX;

places! {
    /// A tag whose distance is measured.
    pub enum Tag in
    /// Distances to the nearest element of each [`Tag`], from a block's container upward: 0 is the
    /// container itself, 255 is none.
    TagDistances of 32 {
        /// `article`
        Article = "article",
        /// `main`
        Main = "main",
        /// `nav`
        Nav = "nav",
        /// `header`
        Header = "header",
        /// `footer`
        Footer = "footer",
        /// `aside`
        Aside = "aside",
        /// `ul`
        Ul = "ul",
        /// `ol`
        Ol = "ol",
        /// `table`
        Table = "table",
        /// `form`
        Form = "form",
        /// `figure`
        Figure = "figure",
        /// `blockquote`
        Blockquote = "blockquote",
        /// `section`
        Section = "section",
        /// `td`
        Td = "td",
        /// `li`
        Li = "li",
        /// `dl`
        Dl = "dl",
        /// `pre`
        Pre = "pre",
        /// `details`
        Details = "details",
        /// `menu`
        Menu = "menu",
        /// `h1`
        H1 = "h1",
        /// `h2`
        H2 = "h2",
        /// `h3`
        H3 = "h3",
        /// `h4`
        H4 = "h4",
        /// `h5`
        H5 = "h5",
        /// `h6`
        H6 = "h6",
        /// `p`
        P = "p",
        /// `div`
        Div = "div",
        /// `a`
        A = "a",
    }
}

impl Tag {
    fn of(tag: Name) -> Option<Tag> {
        Some(match tag {
            name::ARTICLE => Tag::Article,
            name::MAIN => Tag::Main,
            name::NAV => Tag::Nav,
            name::HEADER => Tag::Header,
            name::FOOTER => Tag::Footer,
            name::ASIDE => Tag::Aside,
            name::UL => Tag::Ul,
            name::OL => Tag::Ol,
            name::TABLE => Tag::Table,
            name::FORM => Tag::Form,
            name::FIGURE => Tag::Figure,
            name::BLOCKQUOTE => Tag::Blockquote,
            name::SECTION => Tag::Section,
            name::TD => Tag::Td,
            name::LI => Tag::Li,
            name::DL => Tag::Dl,
            name::PRE => Tag::Pre,
            name::DETAILS => Tag::Details,
            name::MENU => Tag::Menu,
            name::H1 => Tag::H1,
            name::H2 => Tag::H2,
            name::H3 => Tag::H3,
            name::H4 => Tag::H4,
            name::H5 => Tag::H5,
            name::H6 => Tag::H6,
            name::P => Tag::P,
            name::DIV => Tag::Div,
            name::A => Tag::A,
            _ => return None,
        })
    }
}

impl Default for TagDistances {
    fn default() -> Self {
        TagDistances([FAR; 32])
    }
}

impl Default for FamilyDistances {
    fn default() -> Self {
        FamilyDistances([FAR; 20])
    }
}

/// The distances of one container.
#[derive(Clone, Debug, Default)]
pub(crate) struct Distances {
    pub tags: TagDistances,
    pub families: FamilyDistances,
}

impl Distances {
    /// Those of a child that is nothing of interest.
    fn one_further(&self) -> Distances {
        let mut further = self.clone();
        further.tags.0.iter_mut().for_each(|d| *d = d.saturating_add(1));
        further.families.0.iter_mut().for_each(|d| *d = d.saturating_add(1));
        further
    }
}

/// The distances of every container. `named` says what each is.
pub(crate) fn distances(page: &Page, containers: &Containers, named: &[Named]) -> Vec<Distances> {
    let mut all: Vec<Distances> = Vec::with_capacity(containers.list().len());
    for (container, named) in containers.list().iter().zip(named) {
        let above = container.parent.and_then(|p| all.get(p as usize));
        let mut own = above.map(Distances::one_further).unwrap_or_default();
        if let Some(tag) = Tag::of(page.name(container.node)) {
            own.tags.0[tag as usize] = 0;
        }
        let mut families = named.families;
        while families != 0 {
            own.families.0[families.trailing_zeros() as usize] = 0;
            families &= families - 1;
        }
        all.push(own);
    }
    all
}

/// What the attributes of every container say it is.
pub(crate) fn names(page: &Page, containers: &Containers) -> Vec<Named> {
    let mut finder = FamilyFinder::new();
    containers.list().iter().map(|container| finder.find(page, container.node)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::families::Family;
    use super::*;
    use crate::Blocks;

    #[test]
    fn distances_count_from_the_container_upward() {
        let page = Page::parse(
            "<article class=post><div id=comments><span><p>one</p></span></div><p class=post>two",
        );
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let all = distances(&page, &containers, &names(&page, &containers));
        let of = |block| &all[containers.of_block(block)];
        let first = of(0);
        assert_eq!(first.tags.get(Tag::P), 0);
        assert_eq!(first.tags.get(Tag::Div), 2);
        assert_eq!(first.tags.get(Tag::Article), 3);
        assert_eq!(first.tags.get(Tag::Nav), FAR);
        assert_eq!(first.families.get(Family::Comment), 2);
        assert_eq!(first.families.get(Family::Post), 3);
        let second = of(1);
        assert_eq!(second.families.get(Family::Post), 0);
        assert_eq!(second.families.get(Family::Comment), FAR);
        assert_eq!(second.tags.get(Tag::Article), 1);
    }
}
