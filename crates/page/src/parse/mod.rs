//! The parser: the HTML standard's tokenizer and tree construction, with scripting off.
//!
//! Bytes go in once, from left to right. The tokenizer hands every token straight to the tree builder,
//! which fills the arena of the page; text and attribute values are spans of the source unless something
//! in them had to be decoded.

mod build;
mod bytes;
mod charref;
mod doctype;
mod entities;
mod finish;
mod input;
mod markup;
mod raw;
pub mod record;
mod store;
mod tag;
pub(crate) mod token;
mod tokenizer;

pub(crate) use finish::set_ends;

use crate::deadline::Deadline;
use crate::limits::{Limits, Warning};
use crate::name;
use crate::page::Page;
use build::{Builder, Stopped};
use store::Store;
use token::Content;
use tokenizer::Tokenizer;

/// Parses a whole document.
pub(crate) fn document(html: String, limits: &Limits, deadline: Deadline) -> Page {
    parse(html, None, limits, deadline)
}

/// Parses the content of an element.
pub(crate) fn fragment(html: String, context: &str, limits: &Limits) -> Page {
    parse(html, Some(context), limits, limits.deadline())
}

fn parse(html: String, context: Option<&str>, limits: &Limits, deadline: Deadline) -> Page {
    let mut warnings = Vec::new();
    let source = input::prepare(html, limits, &mut warnings);
    let bytes = source.as_bytes();
    let mut builder = Builder::new(bytes, limits, deadline);
    let content = context.map_or(Content::Data, |context| builder.in_context(context));
    let mut tokenizer = Tokenizer::new(bytes, builder, limits.max_attributes);
    if context.is_none() && bytes.starts_with("\u{feff}".as_bytes()) {
        tokenizer.position = 3;
    }
    tokenizer.run_content(content, name::NONE);
    tokenizer.run();
    tokenizer.sink.finish();
    report(&tokenizer, &mut warnings);
    let Builder { store, mut nodes, quirks, doctype, .. } = tokenizer.sink;
    finish::finish(&mut nodes);
    nodes.shrink_to_fit();
    let Store { mut attributes, names, mut side, .. } = store;
    attributes.shrink_to_fit();
    side.shrink_to_fit();
    // Pieces of text are whole characters, so this is UTF-8.
    let side = String::from_utf8(side).unwrap_or_default();
    let encoded = None;
    Page { source, side, nodes, attributes, names, doctype, quirks, warnings, encoded, deadline }
}

/// Says what the limits have cost.
fn report(tokenizer: &Tokenizer<'_, Builder<'_>>, warnings: &mut Vec<Warning>) {
    let builder = &tokenizer.sink;
    let unread = tokenizer.source.len() - tokenizer.position;
    let unread_for = |reason| if builder.stopped == Some(reason) { unread } else { 0 };
    let mut warn = |count: usize, warning: fn(usize) -> Warning| {
        if count > 0 {
            warning(count).note(warnings);
        }
    };
    warn(unread_for(Stopped::Memory), Warning::MemoryCut);
    warn(unread_for(Stopped::Nodes), Warning::NodesCut);
    warn(unread_for(Stopped::Time), Warning::TimeUp);
    warn(builder.flattened, Warning::DepthFlattened);
    warn(tokenizer.dropped_attributes, Warning::AttributesDropped);
    warn(builder.store.lost_names, Warning::NamesMerged);
    warn(builder.store.lost_bytes, Warning::TextLost);
}
