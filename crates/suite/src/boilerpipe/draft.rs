//! The working list that the filters change.
//!
//! boilerpipe's text blocks grow together and fall away while its filters run. Here the text that the page
//! was cut into stays where it is, as atoms; a text block is a range of atoms with sums over them. So fusing
//! two blocks moves no text, and every atom can tell in the end what became of it and why.

use super::words::Counts;
use dehusk_extract::{Document, Reason};
use dehusk_page::{NodeId, Page};
use std::ops::Range;
use std::sync::OnceLock;

/// A text node in an atom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub node: NodeId,
    /// Whether a tag before it parts it from the text before as white space does.
    pub space_before: bool,
}

/// Text that no block-level tag interrupts.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub pieces: Range<u32>,
    pub counts: Counts,
}

/// A run of atoms that the filters see as one.
#[derive(Clone, Debug)]
pub(super) struct TextBlock {
    /// The atoms from its first to its last. Those that were removed in between are not its own.
    pub atoms: Range<u32>,
    pub counts: Counts,
    /// How many block-level tags are open around it.
    pub tag_level: u32,
    pub content: bool,
    /// It is the page's title.
    pub title: bool,
    /// It says that the article is over.
    pub ends_text: bool,
    /// It was content before something larger was preferred.
    pub might_be_content: bool,
    /// It is what was preferred.
    pub very_likely_content: bool,
    /// It is in a heading of the first three levels.
    pub heading: bool,
    /// It is in a list item.
    pub list_item: bool,
}

impl TextBlock {
    /// Share of words in links.
    pub fn link_density(&self) -> f64 {
        match self.counts.words {
            0 => 0.0,
            words => f64::from(self.counts.link_words) / f64::from(words),
        }
    }

    /// Words a full line.
    pub fn text_density(&self) -> f64 {
        f64::from(self.counts.wrapped_words) / f64::from(self.counts.wrapped_lines.max(1))
    }

    /// Atoms between this block and a later one.
    pub fn distance_to(&self, later: &TextBlock) -> u32 {
        later.atoms.start.saturating_sub(self.atoms.end)
    }

    /// Makes this block and a later one into one, which is content if either was.
    fn absorb(&mut self, later: &TextBlock) {
        let (sum, more) = (&mut self.counts, &later.counts);
        sum.words += more.words;
        sum.link_words += more.link_words;
        sum.wrapped_words += more.wrapped_words;
        sum.wrapped_lines =
            if sum.wrapped_words == 0 { 1 } else { sum.wrapped_lines + more.wrapped_lines };
        self.atoms.end = later.atoms.end;
        self.tag_level = self.tag_level.min(later.tag_level);
        self.content |= later.content;
        self.title |= later.title;
        self.ends_text |= later.ends_text;
        self.might_be_content |= later.might_be_content;
        self.very_likely_content |= later.very_likely_content;
        self.heading |= later.heading;
        self.list_item |= later.list_item;
    }
}

/// The page as boilerpipe sees it: its title and its text blocks.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(super) title: Option<String>,
    pub(super) pieces: Vec<Piece>,
    pub(super) atoms: Vec<Atom>,
    pub(super) blocks: Vec<TextBlock>,
    /// Which atoms say that the article is over.
    pub(super) endings: OnceLock<Vec<bool>>,
    /// What the steps of the article extractor left.
    pub(super) article: OnceLock<State>,
}

/// What the filters have made of the parts of a page.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub blocks: Vec<TextBlock>,
    /// Of each atom, whether a filter took its block off the list.
    pub removed: Vec<bool>,
}

impl Parts {
    /// The parts of a page that has no text yet.
    pub(super) fn empty(page: &Page) -> Parts {
        // About one node in four is a text that counts, and two such make an atom.
        Parts {
            title: None,
            pieces: Vec::with_capacity(page.len() / 4),
            atoms: Vec::with_capacity(page.len() / 8),
            blocks: Vec::with_capacity(page.len() / 8),
            endings: OnceLock::new(),
            article: OnceLock::new(),
        }
    }

    /// The nodes of its texts, in document order.
    pub(crate) fn texts(&self) -> impl Iterator<Item = NodeId> {
        self.pieces.iter().map(|piece| piece.node)
    }

    /// The parts as they are before any filter.
    pub(super) fn state(&self) -> State {
        State { blocks: self.blocks.clone(), removed: vec![false; self.atoms.len()] }
    }
}

/// The parts of a page while filters work on them.
#[derive(Debug)]
pub(super) struct Draft<'p> {
    pub page: &'p Page,
    /// What else is known of the page, where there is such.
    pub document: Option<&'p Document>,
    pub parts: &'p Parts,
    pub title: Option<&'p str>,
    pub pieces: &'p [Piece],
    pub atoms: &'p [Atom],
    pub blocks: Vec<TextBlock>,
    /// Of each atom, whether a filter took its block off the list.
    pub removed: Vec<bool>,
    /// What was said about each atom last, where somebody wants to know.
    pub reasons: Option<Vec<Reason>>,
}

impl<'p> Draft<'p> {
    /// A draft of what was read of a page and what filters have made of it.
    pub fn new(page: &'p Page, parts: &'p Parts, state: State) -> Draft<'p> {
        let (title, pieces, atoms) = (parts.title.as_deref(), &parts.pieces[..], &parts.atoms[..]);
        let State { blocks, removed } = state;
        Draft { page, document: None, parts, title, pieces, atoms, blocks, removed, reasons: None }
    }

    /// What the filters have made of it.
    pub fn into_state(self) -> State {
        State { blocks: self.blocks, removed: self.removed }
    }

    /// The pieces of an atom.
    pub fn pieces_of(&self, atom: &Atom) -> &'p [Piece] {
        self.pieces.get(atom.pieces.start as usize..atom.pieces.end as usize).unwrap_or_default()
    }

    /// The first text of the atom of a number.
    pub fn first_text(&self, atom: u32) -> Option<NodeId> {
        self.pieces_of(self.atoms.get(atom as usize)?).first().map(|piece| piece.node)
    }

    /// The last one.
    pub fn last_text(&self, atom: u32) -> Option<NodeId> {
        self.pieces_of(self.atoms.get(atom as usize)?).last().map(|piece| piece.node)
    }

    /// The text of an atom; `buffer` holds it if it has to be put together.
    pub fn text<'t>(&'t self, atom: usize, buffer: &'t mut String) -> &'t str {
        match self.atoms.get(atom).map(|a| self.pieces_of(a)).unwrap_or_default() {
            [only] => trim(self.page.text(only.node)),
            pieces => {
                buffer.clear();
                pieces.iter().for_each(|piece| self.write_piece(piece, buffer));
                buffer.trim_end()
            }
        }
    }

    fn write_piece(&self, piece: &Piece, text: &mut String) {
        let raw = self.page.text(piece.node);
        if piece.space_before || raw.starts_with(char::is_whitespace) {
            part(text);
        }
        text.push_str(trim(raw));
        if raw.ends_with(char::is_whitespace) {
            part(text);
        }
    }

    /// The index of the atom of a block that is a single one.
    pub fn single_atom(block: &TextBlock) -> Option<usize> {
        (block.atoms.len() == 1).then_some(block.atoms.start as usize)
    }

    /// Notes why the atoms of a block are what they are now.
    pub fn explain(&mut self, block: usize, reason: Reason) {
        if let (Some(reasons), Some(block)) = (&mut self.reasons, self.blocks.get(block)) {
            explain(reasons, &self.removed, &block.atoms, &reason);
        }
    }

    /// Sets whether a block is content; says why if that is new.
    pub fn decide(&mut self, block: usize, content: bool, reason: impl Into<Reason>) {
        let Some(found) = self.blocks.get_mut(block) else { return };
        if std::mem::replace(&mut found.content, content) != content {
            self.explain(block, reason.into());
        }
    }

    /// Goes through the blocks and makes each one with the last before it that is left where `fuse` says so.
    pub fn fuse(
        &mut self,
        reason: &'static str,
        mut fuse: impl FnMut(&TextBlock, &TextBlock) -> bool,
    ) {
        let mut last = 0;
        for next in 1..self.blocks.len() {
            let (before, from) = self.blocks.split_at_mut(next);
            let (earlier, later) = (&mut before[last], &mut from[0]);
            if fuse(earlier, later) {
                let changed = match (earlier.content, later.content) {
                    (false, true) => &earlier.atoms,
                    (true, false) => &later.atoms,
                    _ => &(0..0),
                };
                if let Some(reasons) = &mut self.reasons {
                    explain(reasons, &self.removed, changed, &Reason::from(reason));
                }
                earlier.absorb(later);
            } else {
                last += 1;
                self.blocks.swap(last, next);
            }
        }
        self.blocks.truncate(last + 1);
    }

    /// Takes blocks off the list.
    pub fn remove(&mut self, mut is_removed: impl FnMut(&TextBlock) -> bool) {
        let removed = &mut self.removed;
        self.blocks.retain(|block| {
            let goes = is_removed(block);
            if goes {
                let atoms = block.atoms.start as usize..block.atoms.end as usize;
                removed.get_mut(atoms).unwrap_or_default().fill(true);
            }
            !goes
        });
    }
}

fn explain(reasons: &mut [Reason], removed: &[bool], atoms: &Range<u32>, reason: &Reason) {
    let atoms = atoms.start as usize..atoms.end as usize;
    let reasons = reasons.get_mut(atoms.clone()).unwrap_or_default().iter_mut();
    let removed = removed.get(atoms).unwrap_or_default();
    for (place, _) in reasons.zip(removed).filter(|(_, removed)| !**removed) {
        *place = reason.clone();
    }
}

/// [`str::trim`], quicker where the white space is ASCII.
fn trim(text: &str) -> &str {
    text.trim_ascii().trim()
}

/// Ends a word.
fn part(text: &mut String) {
    if !text.is_empty() && !text.ends_with(char::is_whitespace) {
        text.push(' ');
    }
}
