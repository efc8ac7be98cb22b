//! How far the nearest ancestor of each kind is.
//!
//! A container's distances are its parent's plus one, except for what it is itself: 0. So they are
//! propagated from the root downward, each in constant time, and a block has those of its container.

use super::export::places;
use super::families::{Family, FamilyDistances};
use super::names::NameList;
use crate::containers::Containers;
use crate::table::Table;
use dehusk_page::Page;
use dehusk_page::name::{self, Name};

/// The distance of an ancestor that there is not, or that is this far away.
pub const NO_ANCESTOR: u8 = u8::MAX;

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
        TagDistances([NO_ANCESTOR; 32])
    }
}

impl Default for FamilyDistances {
    fn default() -> Self {
        FamilyDistances([NO_ANCESTOR; 20])
    }
}

/// What stands around a block.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// How far the nearest ancestors of each tag are.
    pub tags: TagDistances,
    /// How far the nearest ancestors with names of each family are.
    pub families: FamilyDistances,
}

impl Distances {
    /// Those of a child that is this tag and is named by these families.
    fn of_child(&self, tag: Option<Tag>, mut families: u32) -> Distances {
        let mut own = self.clone();
        own.tags.0.iter_mut().for_each(|d| *d = d.saturating_add(1));
        own.families.0.iter_mut().for_each(|d| *d = d.saturating_add(1));
        if let Some(tag) = tag {
            own.tags.0[tag as usize] = 0;
        }
        while families != 0 {
            own.families.0[families.trailing_zeros() as usize] = 0;
            families &= families - 1;
        }
        own
    }
}

/// Distances that differ for which there is room at once.
const EXPECTED: usize = 64;

/// The distances of all containers. Children of one element that are alike in tag and families share theirs: they are
/// kept once, which is what a page of many small elements is mostly made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct DistanceList {
    distinct: Vec<Distances>,
    of_container: Vec<u32>,
}

impl DistanceList {
    /// `names` say what each container is.
    pub fn of(page: &Page, containers: &Containers, names: &NameList) -> DistanceList {
        let above_all = Distances::default();
        let mut list = DistanceList::default();
        list.of_container.reserve_exact(containers.list().len());
        list.distinct.reserve(EXPECTED);
        let mut known = Table::<u32>::with_capacity(64);
        for (at, container) in containers.list().iter().enumerate() {
            let families = names.get(at).families;
            let parent = container.parent.map(|parent| list.of_container[parent as usize]);
            let tag = Tag::of(page.name(container.node));
            let key = key(parent, tag, families);
            let number = match known.get(key) {
                Some(&number) => number,
                None => {
                    let above = parent.map_or(&above_all, |parent| &list.distinct[parent as usize]);
                    let number = list.distinct.len() as u32;
                    list.distinct.push(above.of_child(tag, families));
                    known.entry(key).into_iter().for_each(|entry| *entry = number);
                    number
                }
            };
            list.of_container.push(number);
        }
        list
    }

    /// The distances of a container.
    #[inline]
    pub fn get(&self, container: usize) -> &Distances {
        &self.distinct[self.number(container)]
    }

    /// The place of a container's distances in [`DistanceList::distinct`].
    #[inline]
    pub fn number(&self, container: usize) -> usize {
        self.of_container[container] as usize
    }

    /// Those that differ.
    pub fn distinct(&self) -> &[Distances] {
        &self.distinct
    }
}

/// All that the distances of a container follow from, so that no two that differ have the same key: those of its
/// parent, its tag in six bits and its families in twenty.
fn key(parent: Option<u32>, tag: Option<Tag>, families: u32) -> u64 {
    const { assert!(Tag::ALL.len() < 1 << 6 && Family::ALL.len() <= 20) };
    let tag = tag.map_or(0, |tag| tag as u64 + 1);
    parent.map_or(u64::MAX, |parent| u64::from(parent) << 26 | tag << 20 | u64::from(families))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blocks;

    #[test]
    fn distances_count_from_the_container_upward() {
        let page = Page::parse(
            "<article class=post><div id=comments><span><p>one</p></span></div><p class=post>two",
        );
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let all = DistanceList::of(&page, &containers, &NameList::of(&page, &containers));
        let of = |block| all.get(containers.of_block(block));
        let first = of(0);
        assert_eq!(first.tags.get(Tag::P), 0);
        assert_eq!(first.tags.get(Tag::Div), 2);
        assert_eq!(first.tags.get(Tag::Article), 3);
        assert_eq!(first.tags.get(Tag::Nav), NO_ANCESTOR);
        assert_eq!(first.families.get(Family::Comment), 2);
        assert_eq!(first.families.get(Family::Post), 3);
        let second = of(1);
        assert_eq!(second.families.get(Family::Post), 0);
        assert_eq!(second.families.get(Family::Comment), NO_ANCESTOR);
        assert_eq!(second.tags.get(Tag::Article), 1);
    }
}
