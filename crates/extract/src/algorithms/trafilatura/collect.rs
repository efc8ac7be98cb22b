//! The text of a chosen element: its paragraphs, lists, headings, quotes and tables, and what hangs on them.
//!
//! Text that stands loose in a container is kept where it follows a line break, an emphasised word or a block;
//! text at a container's beginning is not, unless paragraphs are so few that containers count as such.

use super::prune::is_list;
use super::tree::Tree;
use dehusk_page::{Name, NodeId, name};

/// A piece of content.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The element it comes from.
    pub of: Name,
    pub texts: Vec<NodeId>,
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
pub(super) fn collect(tree: &Tree<'_>, root: NodeId, wanted: Wanted) -> Vec<Piece> {
    let page = tree.page;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut state = if wanted == Wanted::Wild { State::Lost } else { State::Loose };
    for node in tree.live(root).skip(1) {
        while let Some(closed) = open.pop_if(|o| o.end <= node) {
            state = closed.then;
        }
        if page.is_text(node) {
            let blank = page.text(node).trim_start().is_empty();
            match state {
                State::Piece(number) => pieces[number].texts.push(node),
                State::Loose if !blank => {
                    pieces.push(Piece { of: name::P, texts: vec![node] });
                    state = State::Piece(pieces.len() - 1);
                }
                _ => {}
            }
            continue;
        }
        let next = enter(tree, node, state, wanted, &mut pieces);
        if let Some((inside, then)) = next {
            open.push(Open { end: page.end(node), then });
            state = inside;
        }
    }
    pieces.retain(|piece| !is_name_of_a_button(tree, piece));
    pieces
}

/// How text is taken inside an element and after it; none if it changes nothing.
fn enter(
    tree: &Tree<'_>,
    node: NodeId,
    state: State,
    wanted: Wanted,
    pieces: &mut Vec<Piece>,
) -> Option<(State, State)> {
    let tag = tree.page.name(node);
    let wild = wanted == Wanted::Wild;
    match (role(tag), state) {
        // A list in a table is dropped, what else is in a piece belongs to it.
        (Role::Block, State::Piece(number)) if is_list(tag) && pieces[number].of == name::TABLE => {
            Some((State::Lost, state))
        }
        (Role::Block, State::Piece(number)) if is_block_piece(pieces[number].of) => None,
        (Role::Block, _) if wild && (is_list(tag) || is_heading(tag)) => None,
        (Role::Block, _) => {
            pieces.push(Piece { of: tag, texts: Vec::new() });
            let after = if wild { State::Lost } else { State::Loose };
            Some((State::Piece(pieces.len() - 1), after))
        }
        (Role::Emphasis, State::Lost) if !wild => {
            pieces.push(Piece { of: name::B, texts: Vec::new() });
            let piece = State::Piece(pieces.len() - 1);
            Some((piece, piece))
        }
        (Role::Break, State::Lost) if !wild => Some((State::Lost, State::Loose)),
        (Role::Break, State::Piece(number))
            if pieces[number].of == name::P && is_loose(&pieces[number]) =>
        {
            None
        }
        (Role::Container, State::Piece(number)) if is_block_piece(pieces[number].of) => None,
        (Role::Container, _) if !wild => {
            let whole = matches!(wanted, Wanted::Text { with_divs: true })
                && tag == name::DIV
                && begins_with_text(tree, node);
            if whole {
                pieces.push(Piece { of: name::DIV, texts: Vec::new() });
                return Some((State::Piece(pieces.len() - 1), State::Lost));
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
    piece.texts.len() <= 1
}

fn is_heading(tag: Name) -> bool {
    matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 | name::SUMMARY)
}

/// Whether a heading stands alone at the end; such a one heads nothing.
pub(super) fn is_trailing(piece: &Piece) -> bool {
    is_heading(piece.of)
}

/// Whether there is text in an element before its first element that is not inline.
fn begins_with_text(tree: &Tree<'_>, node: NodeId) -> bool {
    for inner in tree.live(node).skip(1) {
        if tree.page.is_text(inner) {
            if !tree.page.text(inner).trim_start().is_empty() {
                return true;
            }
        } else if role(tree.page.name(inner)) != Role::Inline {
            return false;
        }
    }
    false
}

/// Names of services that stand alone on buttons.
fn is_name_of_a_button(tree: &Tree<'_>, piece: &Piece) -> bool {
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
    let mut filled =
        piece.texts.iter().map(|&t| tree.page.text(t).trim()).filter(|t| !t.is_empty());
    match (filled.next(), filled.next()) {
        (None, _) => true,
        (Some(text), None) => {
            let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
            text.len() < 20 && NAMES.contains(&text.to_lowercase().as_str())
        }
        _ => false,
    }
}
