//! The working list that the filters change.
//!
//! boilerpipe's text blocks grow together and fall away while its filters run. Here the text that the page
//! was cut into stays where it is, as atoms; a text block is a range of atoms with sums over them. So fusing
//! two blocks moves no text, and every atom can tell in the end what became of it and why.

use super::words::Counts;
use crate::{Document, Reason};
use dehusk_page::{NodeId, Page};
use std::ops::Range;

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
    /// Whether a filter took its block off the list.
    pub removed: bool,
    /// What was said about it last.
    pub reason: Reason,
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
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub(super) title: Option<String>,
    pub(super) pieces: Vec<Piece>,
    pub(super) atoms: Vec<Atom>,
    pub(super) blocks: Vec<TextBlock>,
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
        }
    }
}

/// The parts of a page while filters work on them.
#[derive(Debug)]
pub(super) struct Draft<'p> {
    pub page: &'p Page,
    /// What else is known of the page, where there is such.
    pub document: Option<&'p Document>,
    pub title: Option<String>,
    pub pieces: Vec<Piece>,
    pub atoms: Vec<Atom>,
    pub blocks: Vec<TextBlock>,
}

impl<'p> Draft<'p> {
    /// A draft of what was read of a page.
    pub fn new(page: &'p Page, parts: Parts) -> Draft<'p> {
        let Parts { title, pieces, atoms, blocks } = parts;
        Draft { page, document: None, title, pieces, atoms, blocks }
    }

    /// The pieces of an atom.
    pub fn pieces_of(&self, atom: &Atom) -> &[Piece] {
        self.pieces.get(atom.pieces.start as usize..atom.pieces.end as usize).unwrap_or_default()
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
        if let Some(block) = self.blocks.get(block) {
            explain(&mut self.atoms, &block.atoms, &reason);
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
                explain(&mut self.atoms, changed, &Reason::from(reason));
                earlier.absorb(later);
            } else {
                last += 1;
                self.blocks.swap(last, next);
            }
        }
        self.blocks.truncate(last + 1);
    }

    /// Takes blocks off the list.
    pub fn remove(&mut self, is_removed: impl Fn(&TextBlock) -> bool) {
        for block in self.blocks.iter().filter(|b| is_removed(b)) {
            for atom in &mut self.atoms[block.atoms.start as usize..block.atoms.end as usize] {
                atom.removed = true;
            }
        }
        self.blocks.retain(|b| !is_removed(b));
    }
}

fn explain(atoms: &mut [Atom], range: &Range<u32>, reason: &Reason) {
    let atoms = atoms.get_mut(range.start as usize..range.end as usize).unwrap_or_default();
    atoms.iter_mut().filter(|a| !a.removed).for_each(|a| a.reason = reason.clone());
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
