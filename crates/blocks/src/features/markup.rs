//! What a page is written in: how many elements of which kinds, and what it tells machines.
//!
//! A page of 2005 is made of tables and fonts, one of today of sections, drawings and scripts, and what a text looks
//! like in them differs. So models may ask how a page was made.

use super::export::exported;
use dehusk_page::{Name, name};

exported! {
    /// Shares of a page's elements, and what its head has.
    pub struct Markup {
        /// Elements.
        pub elements: u32,
        /// `div` by elements.
        pub div: f32,
        /// `span` by elements.
        pub span: f32,
        /// `p` by elements.
        pub paragraph: f32,
        /// `a` by elements.
        pub link: f32,
        /// `li` by elements.
        pub item: f32,
        /// `td` by elements.
        pub cell: f32,
        /// `font`, `center` and `b` by elements.
        pub old: f32,
        /// `br` by elements.
        pub line_break: f32,
        /// `img` by elements.
        pub picture: f32,
        /// `svg` by elements.
        pub drawing: f32,
        /// `script` by elements.
        pub script: f32,
        /// `article`, `section`, `main`, `figure`, `header`, `footer`, `nav`, `aside`, `time` by elements.
        pub section: f32,
        /// `button`, `input`, `select`, `textarea` by elements.
        pub control: f32,
        /// `meta` elements.
        pub metas: u32,
        /// `link` elements.
        pub links: u32,
        /// A `viewport` is set: the page knows of telephones.
        pub viewport: bool,
        /// Scripts of structured data.
        pub structured: u32,
    }
}

/// Counts the elements of a page by name.
#[derive(Debug)]
pub(super) struct Census {
    counts: [u32; name::KNOWN],
    elements: u32,
    pub viewport: bool,
    pub structured: u32,
}

impl Default for Census {
    fn default() -> Census {
        Census { counts: [0; name::KNOWN], elements: 0, viewport: false, structured: 0 }
    }
}

impl Census {
    pub fn add(&mut self, tag: Name) {
        self.elements += 1;
        if let Some(count) = self.counts.get_mut(tag.number() as usize) {
            *count += 1;
        }
    }

    pub fn markup(&self) -> Markup {
        let count = |tag: Name| self.counts[tag.number() as usize];
        let share = |tags: &[Name]| {
            tags.iter().map(|&tag| count(tag)).sum::<u32>() as f32 / self.elements.max(1) as f32
        };
        Markup {
            elements: self.elements,
            div: share(&[name::DIV]),
            span: share(&[name::SPAN]),
            paragraph: share(&[name::P]),
            link: share(&[name::A]),
            item: share(&[name::LI]),
            cell: share(&[name::TD]),
            old: share(&[name::FONT, name::CENTER, name::B]),
            line_break: share(&[name::BR]),
            picture: share(&[name::IMG]),
            drawing: share(&[name::SVG]),
            script: share(&[name::SCRIPT]),
            section: share(&SECTIONS),
            control: share(&[name::BUTTON, name::INPUT, name::SELECT, name::TEXTAREA]),
            metas: count(name::META),
            links: count(name::LINK),
            viewport: self.viewport,
            structured: self.structured,
        }
    }
}

/// Elements of HTML 5 that say what a part of a page is.
const SECTIONS: [Name; 9] = [
    name::ARTICLE,
    name::SECTION,
    name::MAIN,
    name::FIGURE,
    name::HEADER,
    name::FOOTER,
    name::NAV,
    name::ASIDE,
    name::TIME,
];

super::row!(Markup);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_counted_by_name() {
        let mut census = Census::default();
        [name::DIV, name::P, name::P, name::FONT].into_iter().for_each(|tag| census.add(tag));
        let markup = census.markup();
        assert_eq!((markup.elements, markup.paragraph, markup.old), (4, 0.5, 0.25));
        assert_eq!(Census::default().markup().div, 0.0);
    }
}
