//! The tree builder: what every token means where it stands.
//!
//! The insertion modes of the standard are functions in [`modes`]; each handles one kind of token in one
//! mode and tells whether the token is done or has to be looked at again in the mode it has set.

mod adoption;
mod flags;
mod foreign;
mod formatting;
mod modes;
mod quirks;
mod selected;
mod stack;
mod tree;

use super::store::Store;
use super::token::{Content, DoctypeToken, Sink, Tag};
use crate::deadline::Deadline;
use crate::limits::{Limits, cost};
use crate::name::{self, Name};
use crate::page::{Attribute, DoctypeParts, Kind, NIL, Node, Quirks, Span};
use flags::{FOREIGN, HTML_POINT, TEXT_POINT};
use formatting::Active;
use modes::{Flow, Merged, Mode};
use stack::Open;

/// Why parsing stopped before the end of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    Memory,
    Nodes,
    Time,
}

pub(super) struct Builder<'s> {
    pub store: Store<'s>,
    pub nodes: Vec<Node>,
    pub quirks: Quirks,
    pub doctype: Option<DoctypeParts>,
    pub stopped: Option<Stopped>,
    /// Elements that became siblings because they lay too deep.
    pub flattened: usize,
    stack: Vec<Open>,
    /// Elements that gave their place on a full stack to the one above.
    waiting: Vec<Open>,
    /// Open HTML elements of every name.
    counts: Vec<u32>,
    formatting: Vec<Active>,
    mode: Mode,
    /// The mode to return to after raw text.
    original_mode: Mode,
    template_modes: Vec<Mode>,
    /// How the source goes on after the current start tag.
    content: Content,
    head: u32,
    form: u32,
    context: Option<Context>,
    fostering: bool,
    frameset_ok: bool,
    /// A line feed right after `<pre>` is not content.
    skip_line_feed: bool,
    /// Attributes that further `html` and `body` tags add to the first ones.
    merged: [Merged; 2],
    /// The `selectedcontent` elements, in the order they came.
    selected_contents: Vec<u32>,
    max_attributes: usize,
    max_depth: usize,
    max_nodes: usize,
    /// Bytes of memory that the page may cost beyond those of its source.
    memory: usize,
    /// Nodes from which on [`Builder::look_around`] has to be asked.
    alarm: usize,
    until_clock: u32,
    deadline: Deadline,
}

/// The element whose content a fragment is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    name: Name,
    is_html: bool,
}

impl<'s> Builder<'s> {
    pub fn new(source: &'s [u8], limits: &Limits, deadline: Deadline) -> Builder<'s> {
        let mut nodes = Vec::with_capacity(source.len() / 96 + 16);
        nodes.push(Node::new(Kind::Document, name::NONE, 0, 0));
        Builder {
            store: Store::new(source),
            nodes,
            quirks: Quirks::No,
            doctype: None,
            stopped: None,
            flattened: 0,
            stack: Vec::with_capacity(64),
            waiting: Vec::new(),
            counts: vec![0; name::KNOWN],
            formatting: Vec::new(),
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            content: Content::Data,
            head: NIL,
            form: NIL,
            context: None,
            fostering: false,
            frameset_ok: true,
            skip_line_feed: false,
            merged: [Merged::default(), Merged::default()],
            selected_contents: Vec::new(),
            max_attributes: limits.max_attributes,
            max_depth: limits.max_depth.max(2),
            max_nodes: limits.max_nodes.min(MOST_NODES),
            memory: limits.memory_beside(source.len()),
            alarm: 0,
            until_clock: CLOCK_TOKENS,
            deadline,
        }
    }

    /// Makes the builder one for the content of an element, and tells how that content is read.
    pub fn in_context(&mut self, context: &str) -> Content {
        let (namespace, text) = match context.split_once(' ') {
            Some(("svg", name)) => (flags::SVG_ELEMENT, name),
            Some(("math", name)) => (flags::MATHML_ELEMENT, name),
            _ => (0, context),
        };
        let name = self.store.intern(text.as_bytes(), None);
        let is_html = namespace == 0;
        let mut root = Open::html(0, name::HTML);
        if !is_html {
            root.flags |= namespace | stack::foreign_flags(namespace, name, false);
        }
        self.push(root);
        self.context = Some(Context { name, is_html });
        if is_html && name == name::TEMPLATE {
            self.template_modes.push(Mode::InTemplate);
        }
        if is_html && name == name::FORM {
            self.form = 0;
        }
        self.reset_mode();
        if is_html { content_of(name) } else { Content::Data }
    }

    /// The attributes of a start tag.
    fn attributes(&self, tag: &Tag) -> &[Attribute] {
        let range = tag.first as usize..(tag.first + tag.count) as usize;
        self.store.attributes.get(range).unwrap_or_default()
    }

    /// The value of an attribute of a start tag.
    fn value(&self, tag: &Tag, name: Name) -> Option<&[u8]> {
        let attribute = self.attributes(tag).iter().find(|attribute| attribute.name == name)?;
        Some(self.store.bytes(attribute.value))
    }

    fn tag_has(&self, tag: &Tag, names: &[Name]) -> bool {
        self.attributes(tag).iter().any(|attribute| names.contains(&attribute.name))
    }

    /// Grows the arena in step with the source, and sees to the limits.
    #[cold]
    fn look_around(&mut self, position: usize) -> bool {
        if self.nodes.len() >= self.max_nodes {
            self.stopped = Some(Stopped::Nodes);
            return false;
        }
        let affordable = self.affordable_nodes();
        if self.nodes.len() >= affordable {
            self.stopped = Some(Stopped::Memory);
            return false;
        }
        if self.until_clock == 0 {
            self.until_clock = CLOCK_TOKENS;
            if self.deadline.is_over() {
                self.stopped = Some(Stopped::Time);
                return false;
            }
        }
        if self.nodes.len() + SLACK >= self.nodes.capacity() {
            let rest = self.store.source.len().saturating_sub(position) as u64;
            let used = self.nodes.len() as u64;
            let expected = used * rest / position.max(1) as u64;
            let least = used / 8 + 2 * SLACK as u64;
            let most = used + 4 * SLACK as u64;
            self.nodes.reserve_exact(expected.clamp(least, most.max(least)) as usize);
        }
        self.alarm = (self.nodes.capacity() - SLACK).min(self.max_nodes).min(affordable);
        true
    }

    /// Nodes that there is memory for beside the attributes and the decoded text so far. Both are few beside what may
    /// still come between two looks.
    fn affordable_nodes(&self) -> usize {
        let attributes = self.store.attributes.len() * cost::ATTRIBUTE;
        let decoded = self.store.side.len() * cost::BYTE;
        self.memory.saturating_sub(attributes + decoded) / cost::NODE
    }
}

/// How the content of an HTML element is read.
fn content_of(name: Name) -> Content {
    match name {
        name::TITLE | name::TEXTAREA => Content::Rcdata,
        name::STYLE | name::XMP | name::IFRAME | name::NOEMBED | name::NOFRAMES => Content::Rawtext,
        name::SCRIPT => Content::Script,
        name::PLAINTEXT => Content::Plaintext,
        _ => Content::Data,
    }
}

/// So that ids fit 32 bits, whatever the limits say.
const MOST_NODES: usize = 1 << 30;
/// Tokens between two looks at the clock.
const CLOCK_TOKENS: u32 = 512;
/// Nodes a single token may add before the arena is looked at again.
const SLACK: usize = 8;

impl<'s> Sink<'s> for Builder<'s> {
    #[inline]
    fn store(&mut self) -> &mut Store<'s> {
        &mut self.store
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag) -> Content {
        self.skip_line_feed = false;
        self.content = Content::Data;
        if !self.is_foreign_start(tag.name) || self.start_foreign(tag) {
            while self.start_by_mode(tag) == Flow::Again {}
        }
        self.content
    }

    #[inline]
    fn end_tag(&mut self, name: Name) {
        self.skip_line_feed = false;
        if !self.top().is(FOREIGN) || self.end_foreign(name) {
            while self.end_by_mode(name) == Flow::Again {}
        }
    }

    #[inline]
    fn text(&mut self, text: Span) {
        let text = if self.skip_line_feed { self.after_line_feed(text) } else { text };
        if text.len == 0 {
            return;
        }
        let top = self.top();
        if top.is(FOREIGN) && !top.is(HTML_POINT | TEXT_POINT) {
            self.text_foreign(text);
        } else {
            self.text_by_mode(text);
        }
    }

    fn comment(&mut self, text: Span) {
        self.skip_line_feed = false;
        if self.top().is(FOREIGN) {
            self.insert_comment(text);
        } else {
            self.comment_by_mode(text);
        }
    }

    fn doctype(&mut self, doctype: &DoctypeToken) {
        self.skip_line_feed = false;
        self.doctype_by_mode(doctype);
    }

    fn allows_cdata(&self) -> bool {
        self.top().is(FOREIGN)
    }

    #[inline]
    fn goes_on(&mut self, position: usize) -> bool {
        self.until_clock -= 1;
        if self.nodes.len() >= self.alarm || self.until_clock == 0 {
            return self.look_around(position);
        }
        true
    }
}
