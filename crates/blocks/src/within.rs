//! What kinds of elements a block stands in.

use std::ops::BitOr;

/// Kinds of elements a block stands in, at any height.
///
/// ```
/// use dehusk_blocks::{Blocks, Within};
/// let page = dehusk_page::Page::parse("<nav><ul><li>Home</ul></nav>");
/// let within = Blocks::of(&page).block(0).within;
/// assert!(within.has(Within::NAV) && within.has(Within::LIST_ITEM));
/// assert!(!within.any(Within::HEADING | Within::PRE));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Within(u16);

impl Within {
    /// Nothing of the kind.
    pub const NONE: Within = Within(0);
    /// `h1` to `h6`, `summary`, and buttons named as headings of an accordion.
    pub const HEADING: Within = Within(1);
    /// `pre`: its line ends are kept.
    pub const PRE: Within = Within(1 << 1);
    /// `li`, `dt`, `dd`.
    pub const LIST_ITEM: Within = Within(1 << 2);
    /// `td`, `th`.
    pub const CELL: Within = Within(1 << 3);
    /// `blockquote`.
    pub const QUOTE: Within = Within(1 << 4);
    /// `figcaption`, `caption`.
    pub const CAPTION: Within = Within(1 << 5);
    /// `figure`.
    pub const FIGURE: Within = Within(1 << 6);
    /// `article`.
    pub const ARTICLE: Within = Within(1 << 7);
    /// `main`.
    pub const MAIN: Within = Within(1 << 8);
    /// `nav`.
    pub const NAV: Within = Within(1 << 9);
    /// `aside`.
    pub const ASIDE: Within = Within(1 << 10);
    /// `header`.
    pub const HEADER: Within = Within(1 << 11);
    /// `footer`.
    pub const FOOTER: Within = Within(1 << 12);
    /// `form`.
    pub const FORM: Within = Within(1 << 13);

    /// Whether all of `kinds` are there.
    pub fn has(self, kinds: Within) -> bool {
        self.0 & kinds.0 == kinds.0
    }

    /// Whether any of `kinds` is there.
    pub fn any(self, kinds: Within) -> bool {
        self.0 & kinds.0 != 0
    }
}

impl BitOr for Within {
    type Output = Within;
    fn bitor(self, other: Within) -> Within {
        Within(self.0 | other.0)
    }
}
