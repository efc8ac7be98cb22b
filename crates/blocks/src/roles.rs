//! What an element does to the text around it.

use crate::left_out::Reason;
use crate::within::Within;
use dehusk_page::name::{self, Name};

/// What an element does to the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its text is a block, or several, of its own.
    Block(Within),
    /// Its text belongs to the block around it.
    Inline,
    /// `a`: inline, and its words are link words.
    Link,
    /// `b` and `strong`: inline, and its characters are strong.
    Strong,
    /// `br`: a line break, two of them a boundary.
    Break,
    /// In no block, and as if it were not there.
    Absent(Reason),
    /// In no block, but seen: it parts the words on its two sides.
    Gap(Reason),
}

/// The role of an HTML element. Elements HTML does not know are block-level: pages use them to lay out
/// their parts, although style sheets have to say so.
#[inline]
pub(crate) fn role(tag: Name) -> Role {
    ROLES.get(tag.number() as usize).copied().unwrap_or(Role::Block(Within::NONE))
}

static ROLES: [Role; name::KNOWN] = roles();

const fn roles() -> [Role; name::KNOWN] {
    let mut table = [Role::Block(Within::NONE); name::KNOWN];
    let mut i = 0;
    while i < INLINE.len() {
        table[INLINE[i].number() as usize] = Role::Inline;
        i += 1;
    }
    let mut i = 0;
    while i < OTHERS.len() {
        table[OTHERS[i].0.number() as usize] = OTHERS[i].1;
        i += 1;
    }
    table
}

const INLINE: &[Name] = &[
    name::ABBR,
    name::ACRONYM,
    name::BDI,
    name::BDO,
    name::BIG,
    name::BLINK,
    name::CITE,
    name::CODE,
    name::DATA,
    name::DEL,
    name::DFN,
    name::EM,
    name::FONT,
    name::I,
    name::IMG,
    name::INS,
    name::KBD,
    name::LABEL,
    name::MAP,
    name::AREA,
    name::MARK,
    name::NOBR,
    name::OUTPUT,
    name::PICTURE,
    name::SOURCE,
    name::TRACK,
    name::Q,
    name::RB,
    name::RP,
    name::RT,
    name::RTC,
    name::RUBY,
    name::S,
    name::SAMP,
    name::SLOT,
    name::SMALL,
    name::SPAN,
    name::STRIKE,
    name::SUB,
    name::SUP,
    name::TIME,
    name::TT,
    name::U,
    name::VAR,
    name::WBR,
    name::MATH,
    name::MI,
    name::MO,
    name::MN,
    name::MS,
    name::MTEXT,
    name::MGLYPH,
    name::MALIGNMARK,
];

const OTHERS: &[(Name, Role)] = &[
    (name::A, Role::Link),
    (name::B, Role::Strong),
    (name::STRONG, Role::Strong),
    (name::BR, Role::Break),
    (name::H1, Role::Block(Within::HEADING)),
    (name::H2, Role::Block(Within::HEADING)),
    (name::H3, Role::Block(Within::HEADING)),
    (name::H4, Role::Block(Within::HEADING)),
    (name::H5, Role::Block(Within::HEADING)),
    (name::H6, Role::Block(Within::HEADING)),
    (name::SUMMARY, Role::Block(Within::HEADING)),
    (name::PRE, Role::Block(Within::PRE)),
    (name::LISTING, Role::Block(Within::PRE)),
    (name::XMP, Role::Block(Within::PRE)),
    (name::PLAINTEXT, Role::Block(Within::PRE)),
    (name::LI, Role::Block(Within::LIST_ITEM)),
    (name::DT, Role::Block(Within::LIST_ITEM)),
    (name::DD, Role::Block(Within::LIST_ITEM)),
    (name::TD, Role::Block(Within::CELL)),
    (name::TH, Role::Block(Within::CELL)),
    (name::BLOCKQUOTE, Role::Block(Within::QUOTE)),
    (name::FIGCAPTION, Role::Block(Within::CAPTION)),
    (name::CAPTION, Role::Block(Within::CAPTION)),
    (name::FIGURE, Role::Block(Within::FIGURE)),
    (name::ARTICLE, Role::Block(Within::ARTICLE)),
    (name::MAIN, Role::Block(Within::MAIN)),
    (name::NAV, Role::Block(Within::NAV)),
    (name::ASIDE, Role::Block(Within::ASIDE)),
    (name::HEADER, Role::Block(Within::HEADER)),
    (name::FOOTER, Role::Block(Within::FOOTER)),
    (name::FORM, Role::Block(Within::FORM)),
    (name::SCRIPT, Role::Absent(Reason::Code)),
    (name::STYLE, Role::Absent(Reason::Code)),
    (name::TEMPLATE, Role::Absent(Reason::Template)),
    (name::NOSCRIPT, Role::Absent(Reason::Noscript)),
    (name::NOFRAMES, Role::Absent(Reason::Noscript)),
    (name::NOEMBED, Role::Absent(Reason::Noscript)),
    (name::HEAD, Role::Absent(Reason::Hidden)),
    (name::TITLE, Role::Absent(Reason::Hidden)),
    (name::META, Role::Absent(Reason::Hidden)),
    (name::LINK, Role::Absent(Reason::Hidden)),
    (name::BASE, Role::Absent(Reason::Hidden)),
    (name::BASEFONT, Role::Absent(Reason::Hidden)),
    (name::BGSOUND, Role::Absent(Reason::Hidden)),
    (name::PARAM, Role::Absent(Reason::Hidden)),
    (name::DATALIST, Role::Absent(Reason::Hidden)),
    (name::BUTTON, Role::Gap(Reason::Control)),
    (name::SELECT, Role::Gap(Reason::Control)),
    (name::OPTION, Role::Gap(Reason::Control)),
    (name::OPTGROUP, Role::Gap(Reason::Control)),
    (name::TEXTAREA, Role::Gap(Reason::Control)),
    (name::INPUT, Role::Gap(Reason::Control)),
    (name::KEYGEN, Role::Gap(Reason::Control)),
    (name::METER, Role::Gap(Reason::Fallback)),
    (name::PROGRESS, Role::Gap(Reason::Fallback)),
    (name::IFRAME, Role::Gap(Reason::Fallback)),
    (name::OBJECT, Role::Gap(Reason::Fallback)),
    (name::EMBED, Role::Gap(Reason::Fallback)),
    (name::APPLET, Role::Gap(Reason::Fallback)),
    (name::CANVAS, Role::Gap(Reason::Fallback)),
    (name::AUDIO, Role::Gap(Reason::Fallback)),
    (name::VIDEO, Role::Gap(Reason::Fallback)),
    (name::SVG, Role::Absent(Reason::Graphic)),
    (name::ANNOTATION, Role::Absent(Reason::Graphic)),
    (name::ANNOTATION_XML, Role::Absent(Reason::Graphic)),
];
