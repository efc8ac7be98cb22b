//! What each element means for the content: one table, so that the walk never compares a name twice.

use dehusk_page::{Name, name};

/// The part an element plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Cuts text and has no other meaning; also every element we do not know.
    Container,
    /// Neither cuts nor means anything.
    Inline,
    /// Never content, whatever was kept in it.
    Skip,
    /// Never content either, but seen: it parts the words on its two sides.
    Control,
    /// Content only where it is kept, and otherwise a control.
    Button,
    Paragraph,
    Heading(u8),
    List {
        ordered: bool,
    },
    Item,
    Quote,
    Pre,
    Table,
    Row,
    Cell {
        header: bool,
    },
    Caption,
    Figure,
    FigureCaption,
    Definitions,
    Term,
    Description,
    Rule,
    Break,
    Image,
    Picture,
    Video,
    Audio,
    Frame,
    Math,
    Noscript,
    Emphasis,
    /// A title, a reference or a name.
    Cite,
    Strong,
    Strike,
    Sub,
    Sup,
    Code,
    Link,
    /// A line of verse, known by its class.
    Line,
    /// `q`, which browsers show between quotation marks.
    Quotation,
    /// The reading above a word.
    Reading,
    /// A parenthesis for browsers that cannot show readings; we write our own.
    Parenthesis,
}

impl Role {
    pub fn of(name: Name) -> Role {
        ROLES.get(name.number() as usize).copied().unwrap_or(Role::Container)
    }

    /// Whether the element may be one of those around the notes of a page.
    pub fn holds_notes(self) -> bool {
        matches!(
            self,
            Role::Container
                | Role::List { .. }
                | Role::Item
                | Role::Definitions
                | Role::Table
                | Role::Row
                | Role::Paragraph
        )
    }

    /// Whether the element stands in a line of text.
    pub fn is_inline(self) -> bool {
        use Role::*;
        matches!(
            self,
            Inline
                | Skip
                | Control
                | Button
                | Break
                | Image
                | Picture
                | Math
                | Emphasis
                | Cite
                | Strong
                | Strike
                | Sub
                | Sup
                | Code
                | Link
                | Quotation
                | Reading
                | Parenthesis
        )
    }
}

static ROLES: [Role; name::KNOWN] = roles();

const fn roles() -> [Role; name::KNOWN] {
    let mut table = [Role::Container; name::KNOWN];
    let mut row = 0;
    while row < TABLE.len() {
        let (role, names) = TABLE[row];
        let mut column = 0;
        while column < names.len() {
            table[names[column].number() as usize] = role;
            column += 1;
        }
        row += 1;
    }
    table
}

const TABLE: &[(Role, &[Name])] = &[
    (
        Role::Inline,
        &[
            name::ABBR,
            name::ACRONYM,
            name::AREA,
            name::BDI,
            name::BDO,
            name::BIG,
            name::BLINK,
            name::DATA,
            name::FONT,
            name::INS,
            name::LABEL,
            name::MAP,
            name::MARK,
            name::NOBR,
            name::OUTPUT,
            name::RB,
            name::RUBY,
            name::SLOT,
            name::SMALL,
            name::SOURCE,
            name::SPAN,
            name::TIME,
            name::TRACK,
            name::U,
            name::WBR,
        ],
    ),
    (
        Role::Skip,
        &[
            name::BASE,
            name::BASEFONT,
            name::BGSOUND,
            name::DATALIST,
            name::HEAD,
            name::LINK,
            name::META,
            name::NOEMBED,
            name::NOFRAMES,
            name::PARAM,
            name::SCRIPT,
            name::STYLE,
            name::SVG,
            name::TEMPLATE,
            name::TITLE,
        ],
    ),
    (
        Role::Control,
        &[
            name::APPLET,
            name::CANVAS,
            name::INPUT,
            name::KEYGEN,
            name::METER,
            name::OPTGROUP,
            name::OPTION,
            name::PROGRESS,
            name::SELECT,
            name::TEXTAREA,
        ],
    ),
    (Role::Button, &[name::BUTTON]),
    (Role::Paragraph, &[name::P]),
    (Role::Heading(1), &[name::H1]),
    (Role::Heading(2), &[name::H2]),
    (Role::Heading(3), &[name::H3]),
    (Role::Heading(4), &[name::H4]),
    (Role::Heading(5), &[name::H5]),
    (Role::Heading(6), &[name::H6]),
    (Role::List { ordered: true }, &[name::OL]),
    (Role::List { ordered: false }, &[name::UL, name::MENU, name::DIR]),
    (Role::Item, &[name::LI]),
    (Role::Quote, &[name::BLOCKQUOTE]),
    (Role::Pre, &[name::PRE, name::LISTING, name::XMP, name::PLAINTEXT]),
    (Role::Table, &[name::TABLE]),
    (Role::Row, &[name::TR]),
    (Role::Cell { header: false }, &[name::TD]),
    (Role::Cell { header: true }, &[name::TH]),
    (Role::Caption, &[name::CAPTION]),
    (Role::Figure, &[name::FIGURE]),
    (Role::FigureCaption, &[name::FIGCAPTION]),
    (Role::Definitions, &[name::DL]),
    (Role::Term, &[name::DT]),
    (Role::Description, &[name::DD]),
    (Role::Rule, &[name::HR]),
    (Role::Break, &[name::BR]),
    (Role::Image, &[name::IMG]),
    (Role::Picture, &[name::PICTURE]),
    (Role::Video, &[name::VIDEO]),
    (Role::Audio, &[name::AUDIO]),
    (Role::Frame, &[name::IFRAME, name::EMBED, name::OBJECT]),
    (Role::Math, &[name::MATH]),
    (Role::Noscript, &[name::NOSCRIPT]),
    (Role::Emphasis, &[name::EM, name::I, name::DFN, name::VAR]),
    (Role::Cite, &[name::CITE]),
    (Role::Strong, &[name::STRONG, name::B]),
    (Role::Strike, &[name::DEL, name::S, name::STRIKE]),
    (Role::Sub, &[name::SUB]),
    (Role::Sup, &[name::SUP]),
    (Role::Code, &[name::CODE, name::KBD, name::SAMP, name::TT]),
    (Role::Link, &[name::A]),
    (Role::Quotation, &[name::Q]),
    (Role::Reading, &[name::RT, name::RTC]),
    (Role::Parenthesis, &[name::RP]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_elements_cut() {
        let page = dehusk_page::Page::parse("<p>a<x-box>b</x-box>");
        let id = page.descendants(page.root()).find(|&n| page.tag(n) == "x-box").unwrap();
        assert_eq!(Role::of(page.name(id)), Role::Container);
    }

    #[test]
    fn known_elements_have_their_role() {
        assert_eq!(Role::of(name::H3), Role::Heading(3));
        assert_eq!(Role::of(name::DIV), Role::Container);
        assert!(Role::of(name::SPAN).is_inline());
        assert!(!Role::of(name::TD).is_inline());
    }
}
