//! Footnotes and end notes as data.

use crate::content::{self, Code, Formula, Label, Sink};
use serde::{Deserialize, Serialize};

/// A note that the content refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Note {
    /// Its name, as references in the text and in Markdown have it.
    pub label: String,
    /// What it says; blocks in it stand on lines of their own.
    pub text: String,
}

/// Gathers the notes of the content.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    notes: Vec<Note>,
    inside: bool,
    new_line: bool,
}

impl Notes {
    pub fn finish(self) -> Vec<Note> {
        self.notes
    }

    fn push(&mut self, text: &str) {
        let Some(note) = self.notes.last_mut().filter(|_| self.inside) else { return };
        if std::mem::take(&mut self.new_line) && !note.text.is_empty() {
            note.text.push('\n');
        }
        note.text.push_str(text);
    }
}

impl Sink for Notes {
    const RICH: bool = false;

    fn start(&mut self, block: &content::Block) {
        self.new_line = true;
        if let content::Block::Note { label } = block {
            self.notes.push(Note { label: label.as_str().into(), text: String::new() });
            self.inside = true;
        }
    }

    fn end(&mut self, block: &content::Block) {
        if let content::Block::Note { .. } = block {
            self.inside = false;
        }
    }

    fn text(&mut self, text: &str) {
        self.push(text);
    }

    fn line_break(&mut self) {
        self.new_line = true;
    }

    fn code(&mut self, code: &Code) {
        self.new_line = true;
        self.push(&code.text);
    }

    fn formula(&mut self, formula: &Formula) {
        self.push(formula.tex.as_ref().unwrap_or(&formula.text));
    }

    fn reference(&mut self, label: Label) {
        self.push(&format!("[{}]", label.as_str()));
    }
}
