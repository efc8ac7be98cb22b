//! The text of a chosen element: its paragraphs, lists, headings, quotes and tables, and what hangs on them.
//!
//! Text that stands loose in a container is kept where it follows a line break, an emphasised word or a block;
//! text at a container's beginning is not, unless paragraphs are so few that containers count as such.

use super::prune::is_list;
use super::tree::Tree;
use dehusk_extract::NodeSet;
use dehusk_page::{Name, NodeId, Page, name};

/// A piece of content.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The element it comes from.
    pub of: Name,
    /// Characters of its texts.
    pub chars: u32,
    /// Its texts, blank ones too.
    texts: u32,
    /// Of these, those that are not blank, and the first of them.
    filled: u32,
    first: Option<NodeId>,
}

/// Pieces and their texts, each with the number of its piece.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    list: Vec<Piece>,
    texts: Vec<(usize, NodeId)>,
}

impl Pieces {
    fn begin(&mut self, of: Name) -> usize {
        self.list.push(Piece { of, chars: 0, texts: 0, filled: 0, first: None });
        self.list.len() - 1
    }

    fn push(&mut self, number: usize, text: NodeId, chars: u32) {
        let piece = &mut self.list[number];
        piece.texts += 1;
        if chars > 0 {
            piece.first.get_or_insert(text);
            piece.filled += 1;
            piece.chars += chars;
        }
        self.texts.push((number, text));
    }

    /// The pieces, of which those of buttons are none.
    pub fn iter<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = &'p Piece> {
        self.list.iter().filter(|piece| !is_name_of_a_button(page, piece))
    }

    /// Leaves out headings at the end: they head nothing. Answers how many pieces are left.
    pub fn drop_trailing(&mut self, page: &Page) -> usize {
        let is_left = |piece: &Piece| !is_name_of_a_button(page, piece) && !is_heading(piece.of);
        let left = self.list.iter().rposition(is_left).map_or(0, |last| last + 1);
        self.list.truncate(left);
        self.texts.retain(|&(number, _)| number < left);
        self.iter(page).count()
    }

    /// The texts of the pieces.
    pub fn texts(&self, page: &Page) -> NodeSet {
        let keeps: Vec<bool> =
            self.list.iter().map(|piece| !is_name_of_a_button(page, piece)).collect();
        let mut texts = NodeSet::new(page.len());
        texts.extend(self.texts.iter().filter(|(number, _)| keeps[*number]).map(|&(_, text)| text));
        texts
    }

    /// Adds other pieces behind these.
    pub fn extend(&mut self, more: Pieces) {
        let before = self.list.len();
        self.list.extend(more.list);
        self.texts.extend(more.texts.into_iter().map(|(number, text)| (before + number, text)));
    }
}

/// Which elements are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Everything that makes up a text.
    Text { with_divs: bool },
    /// Only whole paragraphs, quotes, code and tables, wherever they are.
    Wild,
}

/// What an element is to the text in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Its text is content.
    Block,
    /// Its text is content, and text after it too.
    Emphasis,
    Break,
    /// Its text belongs to what is around it.
    Inline,
    Container,
}

fn role(tag: Name) -> Role {
    match tag {
        name::P
        | name::H1
        | name::H2
        | name::H3
        | name::H4
        | name::H5
        | name::H6
        | name::BLOCKQUOTE
        | name::PRE
        | name::Q
        | name::CODE
        | name::TABLE
        | name::SUMMARY => Role::Block,
        tag if is_list(tag) => Role::Block,
        name::B
        | name::STRONG
        | name::I
        | name::EM
        | name::U
        | name::KBD
        | name::SAMP
        | name::TT
        | name::VAR
        | name::SUB
        | name::SUP
        | name::DEL
        | name::S
        | name::STRIKE => Role::Emphasis,
        name::BR | name::HR => Role::Break,
        name::DIV
        | name::SECTION
        | name::ARTICLE
        | name::MAIN
        | name::HEADER
        | name::DETAILS
        | name::CENTER
        | name::BODY
        | name::FORM
        | name::FIGURE
        | name::TD
        | name::TH
        | name::TR
        | name::LI
        | name::DD
        | name::DT => Role::Container,
        _ => Role::Inline,
    }
}

/// How text is taken at a point of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It belongs to the piece of that number.
    Piece(usize),
    /// It is loose and makes a piece of its own.
    Loose,
    /// It is not taken.
    Lost,
}

/// An open element: where it ends, and how text goes on after it.
struct Open {
    end: NodeId,
    then: State,
}

/// The pieces below an element.
pub(super) fn collect(tree: &Tree<'_>, root: NodeId, wanted: Wanted) -> Pieces {
    collect_until(tree, root, wanted, |_| false)
}

/// Whether the paragraphs below an element, wherever they are, have so many characters.
pub(super) fn has_paragraphs(tree: &Tree<'_>, root: NodeId, least: u32) -> bool {
    let (mut complete, mut chars) = (0, 0);
    let mut count = |pieces: &Pieces, end: usize| {
        let new = pieces.list.get(complete..end).unwrap_or_default().iter();
        let paragraphs = new.filter(|p| p.of == name::P && !is_name_of_a_button(tree.page, p));
        chars += paragraphs.map(|piece| piece.chars).sum::<u32>();
        complete = end;
        chars >= least
    };
    // Of whole paragraphs, one is complete when the next begins.
    let pieces = collect_until(tree, root, Wanted::Wild, |pieces| {
        count(pieces, pieces.list.len().saturating_sub(1))
    });
    count(&pieces, pieces.list.len())
}

/// The pieces below an element, up to where they are enough: that is asked when one begins.
fn collect_until(
    tree: &Tree<'_>,
    root: NodeId,
    wanted: Wanted,
    mut enough: impl FnMut(&Pieces) -> bool,
) -> Pieces {
    let page = tree.page;
    let mut pieces = Pieces::default();
    let mut open: Vec<Open> = Vec::new();
    let mut state = if wanted == Wanted::Wild { State::Lost } else { State::Loose };
    for node in tree.live(root).skip(1) {
        while let Some(closed) = open.pop_if(|o| o.end <= node) {
            state = closed.then;
        }
        if page.is_text(node) {
            let chars = tree.facts.chars(node);
            if state == State::Loose && chars > 0 {
                state = State::Piece(pieces.begin(name::P));
            }
            if let State::Piece(number) = state {
                pieces.push(number, node, chars);
            }
            continue;
        }
        let next = enter(tree, node, state, wanted, &mut pieces);
        if let Some((inside, then)) = next {
            if inside != state && enough(&pieces) {
                break;
            }
            open.push(Open { end: page.end(node), then });
            state = inside;
        }
    }
    pieces
}

/// How text is taken inside an element and after it; none if it changes nothing.
fn enter(
    tree: &Tree<'_>,
    node: NodeId,
    state: State,
    wanted: Wanted,
    pieces: &mut Pieces,
) -> Option<(State, State)> {
    let tag = tree.page.name(node);
    let wild = wanted == Wanted::Wild;
    match (role(tag), state) {
        // A list in a table is dropped, what else is in a piece belongs to it.
        (Role::Block, State::Piece(number))
            if is_list(tag) && pieces.list[number].of == name::TABLE =>
        {
            Some((State::Lost, state))
        }
        (Role::Block, State::Piece(number)) if is_block_piece(pieces.list[number].of) => None,
        (Role::Block, _) if wild && (is_list(tag) || is_heading(tag)) => None,
        (Role::Block, _) => {
            let after = if wild { State::Lost } else { State::Loose };
            Some((State::Piece(pieces.begin(tag)), after))
        }
        (Role::Emphasis, State::Lost) if !wild => {
            let piece = State::Piece(pieces.begin(name::B));
            Some((piece, piece))
        }
        (Role::Break, State::Lost) if !wild => Some((State::Lost, State::Loose)),
        (Role::Break, State::Piece(number))
            if pieces.list[number].of == name::P && is_loose(&pieces.list[number]) =>
        {
            None
        }
        (Role::Container, State::Piece(number)) if is_block_piece(pieces.list[number].of) => None,
        (Role::Container, _) if !wild => {
            let whole = matches!(wanted, Wanted::Text { with_divs: true })
                && tag == name::DIV
                && begins_with_text(tree, node);
            if whole {
                return Some((State::Piece(pieces.begin(name::DIV)), State::Lost));
            }
            Some((State::Lost, State::Lost))
        }
        _ => None,
    }
}

/// Pieces that hold whatever is inside of their element.
fn is_block_piece(tag: Name) -> bool {
    tag != name::B
}

fn is_loose(piece: &Piece) -> bool {
    piece.texts <= 1
}

fn is_heading(tag: Name) -> bool {
    matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 | name::SUMMARY)
}

/// Whether there is text in an element before its first element that is not inline.
fn begins_with_text(tree: &Tree<'_>, node: NodeId) -> bool {
    for inner in tree.live(node).skip(1) {
        if tree.page.is_text(inner) {
            if tree.facts.chars(inner) > 0 {
                return true;
            }
        } else if role(tree.page.name(inner)) != Role::Inline {
            return false;
        }
    }
    false
}

/// Names of services that stand alone on buttons.
fn is_name_of_a_button(page: &Page, piece: &Piece) -> bool {
    const NAMES: &[&str] = &[
        "drucken",
        "e-mail",
        "email",
        "facebook",
        "flipboard",
        "google",
        "instagram",
        "linkedin",
        "mail",
        "pdf",
        "pinterest",
        "pocket",
        "print",
        "qq",
        "reddit",
        "twitter",
        "wechat",
        "weibo",
        "whatsapp",
        "xing",
        "mehr zum thema",
        "mehr zum thema:",
    ];
    match piece.first {
        None => true,
        Some(text) if piece.filled == 1 => {
            let text = page.text(text).trim();
            let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
            text.len() < 20 && NAMES.contains(&text.to_lowercase().as_str())
        }
        _ => false,
    }
}
