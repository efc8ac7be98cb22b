//! What the standard says about whole groups of tags, a bit a group, a word a tag.

use crate::name::*;

/// Ends the search for an open element that the rules want nearby.
pub(super) const SCOPE: u32 = 1;
/// Ends that search when a list item is wanted.
pub(super) const LIST_SCOPE: u32 = 1 << 1;
/// Ends that search when a paragraph is wanted.
pub(super) const BUTTON_SCOPE: u32 = 1 << 2;
/// Ends that search when a part of a table is wanted.
pub(super) const TABLE_SCOPE: u32 = 1 << 3;
/// The "special" category.
pub(super) const SPECIAL: u32 = 1 << 4;
/// Its end tag may be left out.
pub(super) const IMPLIED_END: u32 = 1 << 5;
/// Its end tag may be left out at the end of a template.
pub(super) const IMPLIED_END_THOROUGH: u32 = 1 << 6;
/// Belongs to the list of active formatting elements.
pub(super) const FORMATTING: u32 = 1 << 7;
/// `h1` to `h6`.
pub(super) const HEADING: u32 = 1 << 8;
/// `table`, `tbody`, `tfoot`, `thead`, `tr`: text in them is misplaced.
pub(super) const TABLE_PART: u32 = 1 << 9;
/// `tbody`, `tfoot`, `thead`.
pub(super) const TABLE_BODY: u32 = 1 << 10;
/// `td`, `th`.
pub(super) const CELL: u32 = 1 << 11;
/// Leaves foreign content.
pub(super) const BREAKOUT: u32 = 1 << 12;
/// Ends the search for a list item that a new one closes.
pub(super) const ITEM_BARRIER: u32 = 1 << 13;
/// An HTML template; children go to its content.
pub(super) const TEMPLATE_ELEMENT: u32 = 1 << 14;

/// An element of SVG.
pub(super) const SVG_ELEMENT: u32 = 1 << 20;
/// An element of MathML.
pub(super) const MATHML_ELEMENT: u32 = 1 << 21;
/// An element of either.
pub(super) const FOREIGN: u32 = SVG_ELEMENT | MATHML_ELEMENT;
/// A foreign element that holds HTML.
pub(super) const HTML_POINT: u32 = 1 << 22;
/// A MathML element that holds text, and most of HTML.
pub(super) const TEXT_POINT: u32 = 1 << 23;
/// `annotation-xml`, which may hold `svg`.
pub(super) const ANNOTATION_POINT: u32 = 1 << 24;

static FLAGS: [u32; KNOWN] = flags();

/// The groups of an HTML element.
#[inline]
pub(super) fn of(name: Name) -> u32 {
    FLAGS.get(name.index()).copied().unwrap_or(0)
}

const fn mark(mut flags: [u32; KNOWN], names: &[Name], bits: u32) -> [u32; KNOWN] {
    let mut at = 0;
    while at < names.len() {
        flags[names[at].index()] |= bits;
        at += 1;
    }
    flags
}

const fn flags() -> [u32; KNOWN] {
    let mut flags = [0; KNOWN];
    let scope = [APPLET, CAPTION, HTML, TABLE, TD, TH, MARQUEE, OBJECT, SELECT, TEMPLATE];
    flags = mark(flags, &scope, SCOPE | LIST_SCOPE | BUTTON_SCOPE);
    flags = mark(flags, &[OL, UL], LIST_SCOPE);
    flags = mark(flags, &[BUTTON], BUTTON_SCOPE);
    flags = mark(flags, &[HTML, TABLE, TEMPLATE], TABLE_SCOPE);
    flags = mark(flags, &SPECIALS, SPECIAL | ITEM_BARRIER);
    flags[ADDRESS.index()] &= !ITEM_BARRIER;
    flags[DIV.index()] &= !ITEM_BARRIER;
    flags[P.index()] &= !ITEM_BARRIER;
    let implied = [DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC];
    flags = mark(flags, &implied, IMPLIED_END | IMPLIED_END_THOROUGH);
    let thorough = [CAPTION, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR];
    flags = mark(flags, &thorough, IMPLIED_END_THOROUGH);
    let formatting = [A, B, BIG, CODE, EM, FONT, I, NOBR, S, SMALL, STRIKE, STRONG, TT, U];
    flags = mark(flags, &formatting, FORMATTING);
    flags = mark(flags, &[H1, H2, H3, H4, H5, H6], HEADING);
    flags = mark(flags, &[TABLE, TBODY, TFOOT, THEAD, TR], TABLE_PART);
    flags = mark(flags, &[TBODY, TFOOT, THEAD], TABLE_BODY);
    flags = mark(flags, &[TD, TH], CELL);
    flags = mark(flags, &BREAKOUTS, BREAKOUT);
    mark(flags, &[TEMPLATE], TEMPLATE_ELEMENT)
}

#[rustfmt::skip]
const SPECIALS: [Name; 83] = [
    ADDRESS, APPLET, AREA, ARTICLE, ASIDE, BASE, BASEFONT, BGSOUND, BLOCKQUOTE, BODY, BR, BUTTON,
    CAPTION, CENTER, COL, COLGROUP, DD, DETAILS, DIR, DIV, DL, DT, EMBED, FIELDSET, FIGCAPTION,
    FIGURE, FOOTER, FORM, FRAME, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML,
    IFRAME, IMG, INPUT, KEYGEN, LI, LINK, LISTING, MAIN, MARQUEE, MENU, META, NAV, NOEMBED,
    NOFRAMES, NOSCRIPT, OBJECT, OL, P, PARAM, PLAINTEXT, PRE, SCRIPT, SEARCH, SECTION, SELECT,
    SOURCE, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TITLE, TR,
    TRACK, UL, WBR, XMP,
];

#[rustfmt::skip]
const BREAKOUTS: [Name; 44] = [
    B, BIG, BLOCKQUOTE, BODY, BR, CENTER, CODE, DD, DIV, DL, DT, EM, EMBED, H1, H2, H3, H4, H5, H6,
    HEAD, HR, I, IMG, LI, LISTING, MENU, META, NOBR, OL, P, PRE, RUBY, S, SMALL, SPAN, STRONG,
    STRIKE, SUB, SUP, TABLE, TT, U, UL, VAR,
];
