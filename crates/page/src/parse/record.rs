//! The tokens of a source, written down: for tests of the tokenizer only.

use super::input;
use super::store::Store;
pub use super::token::Content;
use super::token::{DoctypeToken, Sink, Tag};
use super::tokenizer::Tokenizer;
use crate::limits::Limits;
use crate::name::{self, Name};
use crate::page::Span;

/// A token in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `<!DOCTYPE …>`; `correct` is false if it forces quirks mode.
    Doctype {
        /// Its name.
        name: Option<String>,
        /// Its public identifier.
        public: Option<String>,
        /// Its system identifier.
        system: Option<String>,
        /// Whether it was well-formed.
        correct: bool,
    },
    /// A start tag: name, attributes, whether it closes itself.
    Start(String, Vec<(String, String)>, bool),
    /// An end tag.
    End(String),
    /// A comment.
    Comment(String),
    /// A run of text.
    Text(String),
}

/// Tokenizes a text, starting in the given state as if `last_tag` had been the last start tag.
pub fn tokens(html: &str, content: Content, last_tag: &str) -> Vec<Token> {
    let source = input::prepare(html.into(), &Limits::default(), &mut Vec::new());
    let mut recorder = Recorder { store: Store::new(source.as_bytes()), tokens: Vec::new() };
    let last_tag = match last_tag {
        "" => name::NONE,
        text => recorder.store.intern(text.as_bytes(), None),
    };
    let mut tokenizer = Tokenizer::new(source.as_bytes(), recorder, usize::MAX);
    tokenizer.run_content(content, last_tag);
    tokenizer.run();
    tokenizer.sink.tokens
}

struct Recorder<'s> {
    store: Store<'s>,
    tokens: Vec<Token>,
}

impl Recorder<'_> {
    fn string(&self, span: Span) -> String {
        String::from_utf8_lossy(self.store.bytes(span)).into_owned()
    }

    fn name(&self, name: Name) -> String {
        String::from_utf8_lossy(self.store.name_text(name)).into_owned()
    }
}

impl<'s> Sink<'s> for Recorder<'s> {
    fn store(&mut self) -> &mut Store<'s> {
        &mut self.store
    }

    fn start_tag(&mut self, tag: &Tag) -> Content {
        let attributes = &self.store.attributes[tag.first as usize..][..tag.count as usize];
        let attributes = attributes.iter().map(|a| (self.name(a.name), self.string(a.value)));
        let token = Token::Start(self.name(tag.name), attributes.collect(), tag.self_closing);
        self.tokens.push(token);
        Content::Data
    }

    fn end_tag(&mut self, name: Name) {
        self.tokens.push(Token::End(self.name(name)));
    }

    fn text(&mut self, text: Span) {
        let text = self.string(text);
        match self.tokens.last_mut() {
            Some(Token::Text(before)) => before.push_str(&text),
            _ => self.tokens.push(Token::Text(text)),
        }
    }

    fn comment(&mut self, text: Span) {
        self.tokens.push(Token::Comment(self.string(text)));
    }

    fn doctype(&mut self, doctype: &DoctypeToken) {
        let string = |span: Option<Span>| span.map(|span| self.string(span));
        self.tokens.push(Token::Doctype {
            name: string(doctype.name),
            public: string(doctype.public),
            system: string(doctype.system),
            correct: !doctype.force_quirks,
        });
    }

    fn allows_cdata(&self) -> bool {
        false
    }

    fn goes_on(&mut self, _: usize) -> bool {
        true
    }
}
