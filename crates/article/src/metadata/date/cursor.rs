//! Reading on through the tokens of a text: every part of a date is read by a few small steps.

use super::months;
use super::tokens::{Kind, Token};

/// Words that may stand between the parts of a date.
const FILLERS: &[&str] = &[
    "of", "de", "del", "di", "the", "den", "der", "er", "th", "st", "nd", "rd", "º", "ª", "a", "г",
    "año", "do",
];

/// A place in the tokens. Reading gives what is there and the place after it, or nothing.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub tokens: &'t [Token],
    pub at: usize,
}

impl<'t> Cursor<'t> {
    pub fn kind(&self) -> Option<&'t Kind> {
        self.tokens.get(self.at).map(|t| &t.kind)
    }

    pub fn spaced(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|t| t.spaced)
    }

    pub fn step(self) -> Cursor<'t> {
        Cursor { at: self.at + 1, ..self }
    }

    /// A number of `least` to `most` digits.
    pub fn number(self, least: u8, most: u8) -> Option<(u32, Cursor<'t>)> {
        match self.kind()? {
            Kind::Number(value, digits) if (least..=most).contains(digits) => {
                Some((*value, self.step()))
            }
            _ => None,
        }
    }

    /// A year of four digits that is not part of a longer number.
    pub fn year(self) -> Option<(u32, Cursor<'t>)> {
        let (year, after) = self.number(4, 4)?;
        (1000..=2999).contains(&year).then_some((year, after))
    }

    pub fn mark(self, marks: &str) -> Option<(char, Cursor<'t>)> {
        match self.kind()? {
            Kind::Mark(c) if marks.contains(*c) => Some((*c, self.step())),
            _ => None,
        }
    }

    pub fn word(self) -> Option<(&'t str, Cursor<'t>)> {
        match self.kind()? {
            Kind::Word(word) => Some((word, self.step())),
            _ => None,
        }
    }

    pub fn month(self) -> Option<(u32, Cursor<'t>)> {
        let (word, after) = self.word()?;
        months::number(word).map(|m| (m, after))
    }

    pub fn is_one_of(self, words: &[&str]) -> Option<Cursor<'t>> {
        self.word().filter(|(w, _)| words.contains(w)).map(|(_, after)| after)
    }

    /// Past marks and small words that may stand inside of a date.
    pub fn past_fillers(mut self) -> Cursor<'t> {
        for _ in 0..3 {
            match self.mark(".,'’-/").map(|(_, c)| c).or_else(|| self.is_one_of(FILLERS)) {
                Some(after) => self = after,
                None => break,
            }
        }
        self
    }
}
