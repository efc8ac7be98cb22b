//! The walk over the kept part of a page.
//!
//! It goes through the page in document order and steps over whatever holds no kept leaf. Ids stand in
//! document order, so "holds a kept leaf" is one comparison with the next kept id, and there is no
//! recursion: what ends where is a stack of frames. Notes are walked last, each by itself.

mod enter;
mod inline;

use super::companions::with_companions;
use super::flow::Flow;
use super::formula::Delimiters;
use super::link::Base;
use super::notes::{At, Notes};
use super::role::Role;
use super::tongue::Tongue;
use super::{Block, Loss, Sink};
use super::{fold, hollow, image, style, table};
use crate::Rendering;
use dehusk_extract::NodeSet;
use dehusk_page::{Deadline, Kind, NodeId, Page};
use std::collections::HashSet;
use std::ops::Range;

/// What happens at the end of an element.
#[derive(Clone, Debug)]
enum Close {
    /// Text is cut.
    Cut,
    /// The words of a heading are kept apart.
    Space,
    /// A line of verse ends.
    Line,
    /// A format ends.
    Format(NodeId),
    /// A mark is written.
    Mark(&'static str),
    /// Blocks are left down to a depth.
    Block(usize),
    /// An item ends, but a list may follow that belongs to it.
    Item(usize),
    /// A list ends, and its numbering.
    List(usize),
    /// Language and direction are what they were.
    Tongue(Tongue),
    /// Line ends are white space again.
    Lines,
}

#[derive(Clone, Debug)]
struct Frame {
    end: NodeId,
    close: Close,
    /// The kind of leaf to go back to.
    leaf: Block,
}

struct Walk<'a, 's, S: Sink> {
    page: &'a Page,
    kept: &'a NodeSet,
    base: &'a Base,
    wanted: Rendering,
    notes: &'a Notes,
    flow: Flow<'s, S>,
    frames: Vec<Frame>,
    /// The number of the next item, for each open list.
    numbers: Vec<Option<i64>>,
    /// The pictures that were told of, by what they show.
    images: HashSet<String>,
    /// The heading that a link around it and more is about, and where the link leads.
    card: Option<(NodeId, String)>,
    /// The title of the remark that was entered last, and its kind.
    callout_title: Option<NodeId>,
    callout_kind: &'static str,
    /// The note that is told.
    in_note: Option<usize>,
    /// How many open elements keep line ends.
    keeps_lines: usize,
    /// How the page writes formulas in its text.
    tex: &'a Delimiters,
    deadline: Deadline,
    steps: usize,
}

/// Nodes that are visited between two looks at the clock.
const STEPS_A_LOOK: usize = 256;

/// Tells a sink the content of a page: the leaves in `kept` and what holds them, as far as they are wanted.
pub(crate) fn walk<S: Sink>(
    page: &Page,
    kept: &NodeSet,
    base: &Base,
    wanted: Rendering,
    sink: &mut S,
) {
    let (with_companions, headings) = with_companions(page, kept);
    let kept = with_companions.as_ref().unwrap_or(kept);
    let notes = Notes::find(page, kept);
    let with_notes = notes.with_texts(page, kept);
    let kept = with_notes.as_ref().unwrap_or(kept);
    let without_hollow = hollow::without(page, kept, &headings, &notes);
    let kept = without_hollow.as_ref().unwrap_or(kept);
    let outer = if S::RICH { Tongue::of_content(page, kept) } else { Tongue::default() };
    let tex = Delimiters::of(page);
    let mut walk = Walk::new(page, kept, base, (&notes, &tex), Flow::new(sink).in_tongue(outer));
    walk.wanted = wanted;
    walk.run(NodeId::ROOT..NodeId::from_index(page.len()));
    walk.tell_notes();
}

/// Tells a sink the kept leaves among some siblings, without regard to what is around them. Who tells many parts of a
/// page finds out only once how it writes formulas, for which all of it may be looked at.
pub(crate) fn tell_part<S: Sink>(
    page: &Page,
    kept: &NodeSet,
    base: &Base,
    tex: &Delimiters,
    nodes: Range<NodeId>,
    sink: &mut S,
) {
    let notes = Notes::default();
    let mut walk = Walk::new(page, kept, base, (&notes, tex), Flow::new(sink));
    walk.run(nodes);
    walk.flow.leave_to(0);
}

impl<'a, 's, S: Sink> Walk<'a, 's, S> {
    fn new(
        page: &'a Page,
        kept: &'a NodeSet,
        base: &'a Base,
        (notes, tex): (&'a Notes, &'a Delimiters),
        flow: Flow<'s, S>,
    ) -> Self {
        Walk {
            page,
            kept,
            base,
            wanted: Rendering::default(),
            notes,
            flow,
            frames: Vec::new(),
            numbers: Vec::new(),
            images: HashSet::new(),
            card: None,
            callout_title: None,
            callout_kind: "",
            in_note: None,
            keeps_lines: 0,
            tex,
            deadline: page.deadline().renewed(),
            steps: 0,
        }
    }

    /// Tells the content of whole siblings.
    fn run(&mut self, nodes: Range<NodeId>) {
        let mut here = nodes.start;
        let mut leaf = self.kept.first_in(nodes.clone());
        while let Some(next_leaf) = leaf {
            self.steps += 1;
            if self.steps.is_multiple_of(STEPS_A_LOOK) && self.deadline.is_over() {
                self.flow.sink.loss(Loss::Time);
                break;
            }
            self.leave_until(here);
            here = self.visit(here, next_leaf);
            if next_leaf < here {
                leaf = self.kept.first_in(here..nodes.end);
            }
        }
        self.leave_until(nodes.end);
    }

    /// Tells the notes, after everything else.
    fn tell_notes(&mut self) {
        self.flow.leave_to(0);
        if self.notes.is_empty() {
            return;
        }
        let all = self.flow.enter(Block::Notes);
        for (number, note) in self.notes.list().iter().enumerate() {
            let one = self.flow.enter(Block::Note { label: note.label });
            self.in_note = Some(number);
            self.run(note.nodes.clone());
            self.flow.leave_to(one);
        }
        self.flow.leave_to(all);
    }

    /// Visits a node; the answer is the node to go on with.
    fn visit(&mut self, id: NodeId, next_leaf: NodeId) -> NodeId {
        let after = NodeId::from_index(id.index() + 1);
        if !self.notes.is_empty()
            && let Some(next) = self.visit_note(id, after)
        {
            return next;
        }
        match self.page.kind(id) {
            Kind::Element if next_leaf < self.page.end(id) => self.enter(id, after),
            Kind::Element => {
                self.step_over(id);
                self.page.end(id)
            }
            Kind::Text => self.text(id, id == next_leaf),
            Kind::Document => after,
            Kind::Doctype | Kind::Comment | Kind::Fragment => self.page.end(id),
        }
    }

    /// Visits a part of a note or a reference to one.
    fn visit_note(&mut self, id: NodeId, after: NodeId) -> Option<NodeId> {
        if let Some(number) = self.notes.beginning(id).filter(|&n| self.in_note != Some(n)) {
            if !Role::of(self.page.name(id)).is_inline() {
                self.flow.cut();
            }
            return self.notes.list().get(number).map(|note| note.nodes.end);
        }
        match self.notes.at(id)? {
            At::Nothing => {
                if self.page.is_element(id) && !Role::of(self.page.name(id)).is_inline() {
                    self.flow.cut();
                }
            }
            At::Space => self.flow.space(),
            At::Wrapper => return Some(after),
            At::Reference(number) | At::Aside(number) => self.reference(id, number),
        }
        Some(self.page.end(id))
    }

    fn leave_until(&mut self, here: NodeId) {
        while let Some(frame) = self.frames.pop_if(|f| f.end <= here) {
            match frame.close {
                Close::Cut => self.flow.cut(),
                Close::Space => self.flow.space(),
                Close::Line => self.flow.line(),
                Close::Format(node) => self.flow.leave_format(node),
                Close::Mark(mark) => self.flow.text(mark),
                Close::Block(depth) => self.flow.leave_to(depth),
                Close::Item(depth) => self.flow.linger(depth),
                Close::List(depth) => {
                    self.numbers.pop();
                    self.flow.leave_to(depth);
                }
                Close::Tongue(tongue) => {
                    self.flow.set_tongue(tongue);
                }
                Close::Lines => self.keeps_lines -= 1,
            }
            if self.flow.leaf() != frame.leaf {
                self.flow.set_leaf(frame.leaf);
            }
        }
    }

    fn push(&mut self, id: NodeId, close: Close) {
        let frame = Frame { end: self.page.end(id), close, leaf: self.flow.leaf() };
        self.frames.push(frame);
    }

    /// An element without kept leaves.
    fn step_over(&mut self, id: NodeId) {
        let role = Role::of(self.page.name(id));
        match role {
            Role::Break => self.flow.line_break(),
            Role::Rule => self.flow.rule(),
            Role::Image => self.emoji(id),
            Role::Cell { .. } if matches!(self.flow.holder(), Some(Block::Row { .. })) => {
                let cell = table::cell(self.page, id);
                self.flow.empty_cell(cell);
            }
            Role::Item => {
                self.count_item(id);
                self.cut();
            }
            Role::Control | Role::Button | Role::Video | Role::Audio | Role::Frame => {
                self.flow.space()
            }
            role if role.is_inline() || style::is_hidden(self.page, id) => {}
            _ => self.cut(),
        }
    }

    fn cut(&mut self) {
        match self.flow.leaf() {
            leaf if leaf.is_line() => self.flow.space(),
            _ => self.flow.cut(),
        }
    }

    /// A text; the answer is the node to go on with.
    fn text(&mut self, id: NodeId, kept: bool) -> NodeId {
        let after = NodeId::from_index(id.index() + 1);
        let text = self.notes.cut(id, self.page.text(id));
        match kept {
            true if self.keeps_lines > 0 => self.flow.lines(text),
            true if self.flow.holder() == Some(Block::FigureCaption) => {
                self.flow.part_sentences(text);
                return self.text_with_formulas(id, text);
            }
            true => return self.text_with_formulas(id, text),
            false if fold::is_blank(text) => self.flow.space(),
            false => {}
        }
        after
    }

    /// A drawn letter in a line of kept text, which no extractor takes for a picture.
    fn emoji(&mut self, id: NodeId) {
        if self.flow.is_in_line()
            && let Some(emoji) = image::emoji(self.page, id)
        {
            self.drawn(emoji);
        }
    }
}
