//! Reading on through the tokens of a text: every part of a date is read by a few small steps.

use super::months::{self, Month};
use super::tokens::{Kind, Token};

/// Words that may stand between the parts of a date.
#[rustfmt::skip]
const FILLERS: &[&str] = &[
    "of", "de", "del", "di", "d", "the", "den", "der", "er", "th", "st", "nd", "rd", "º", "ª", "a", "г", "р", "ano",
    "do", "dia", "m", "gada", "жылғы", "жылы", "жыл", "nam", "พ", "ศ", "ปี", "ที่", "سال", "ماه", "م",
];

/// A place in the tokens. Reading gives what is there and the place after it, or nothing.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub tokens: &'t [Token],
    pub at: usize,
    /// The language the text is in, where the page says so.
    pub language: Option<&'t str>,
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

    /// The name of a month. It may have two words, dots inside, a second name after a slash, the Hebrew `in`
    /// before it, or be a number after the Vietnamese word for it.
    pub fn month(self) -> Option<(Month, Cursor<'t>)> {
        let (word, after) = self.word()?;
        if matches!(word, "thang" | "thg") {
            let (number, after) = after.number(1, 2)?;
            return Some((Month { number, is_jalali: false }, after));
        }
        let named = |name: &str| months::named(name, self.language);
        let unprefixed = || word.strip_prefix('ב').and_then(named);
        let (month, after) = match named(word).or_else(unprefixed) {
            Some(month) => (month, after),
            None => self.long_month(word, after)?,
        };
        let second =
            after.mark("/").and_then(|(_, c)| c.word()).filter(|(w, _)| named(w).is_some());
        Some((month, second.map_or(after, |(_, c)| c)))
    }

    /// A month of two words, or of two letters with a dot between.
    fn long_month(self, word: &str, after: Cursor<'t>) -> Option<(Month, Cursor<'t>)> {
        if word.is_ascii() && !matches!(word, "mean" | "deireadh") {
            return None;
        }
        let dotted = after.mark(".").map(|(_, c)| c);
        let (second, end) = dotted.unwrap_or(after).word()?;
        let joint = if dotted.is_some() { "" } else { "_" };
        months::named(&format!("{word}{joint}{second}"), self.language).map(|month| (month, end))
    }

    pub fn is_one_of(self, words: &[&str]) -> Option<Cursor<'t>> {
        self.word().filter(|(w, _)| words.contains(w)).map(|(_, after)| after)
    }

    /// Past marks and small words that may stand inside of a date.
    pub fn past_fillers(mut self) -> Cursor<'t> {
        for _ in 0..4 {
            match self.mark(".,،'’-/").map(|(_, c)| c).or_else(|| self.is_one_of(FILLERS)) {
                Some(after) => self = after,
                None => break,
            }
        }
        self
    }
}
