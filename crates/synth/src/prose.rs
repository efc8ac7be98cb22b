//! Sentences, paragraphs, headlines and names out of a language's words.
//!
//! An article has a subject: some of the language's content words and a few invented names come back in it
//! again and again. That keeps articles apart from each other, though all draw on the same lists.

use crate::chance::Chance;
use crate::language::Language;

/// Writes on one subject.
#[derive(Clone, Debug)]
pub struct Prose {
    language: &'static Language,
    chance: Chance,
    subject: Vec<&'static str>,
    names: Vec<String>,
}

impl Prose {
    /// A writer with a subject of its own.
    pub fn new(language: &'static Language, mut chance: Chance) -> Prose {
        let subject = (0..12).filter_map(|_| chance.pick(&language.content).copied()).collect();
        let mut prose = Prose { language, chance, subject, names: Vec::new() };
        prose.names = (0..4).map(|_| prose.place()).collect();
        prose
    }

    /// The chance behind the words, for choices beside them.
    pub fn chance(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// An invented name of a place.
    pub fn place(&mut self) -> String {
        let count = self.chance.between(2, 3);
        let name: String = (0..count)
            .filter_map(|_| self.chance.pick(&self.language.syllables).copied())
            .collect();
        capital(&name)
    }

    /// An invented name of a person.
    pub fn person(&mut self) -> String {
        let given = self.chance.pick(&self.language.given).copied().unwrap_or_default();
        if self.language.is_spaced() { format!("{given} {}", self.place()) } else { given.into() }
    }

    /// Some words as they stand in a sentence.
    pub fn words(&mut self, count: usize) -> String {
        let mut out = String::new();
        for index in 0..count {
            if index > 0 && self.language.is_spaced() {
                out.push(' ');
            }
            self.word(&mut out);
            let comma = index > 1 && index + 3 < count && self.chance.percent(8);
            if comma {
                out.push_str(if self.language.is_spaced() { "," } else { "，" });
            }
        }
        out
    }

    fn word(&mut self, out: &mut String) {
        let word = match self.chance.below(100) {
            0..=44 => self.chance.pick_word(&self.language.function),
            45..=69 => self.chance.pick(&self.subject).copied().unwrap_or_default(),
            70..=91 => self.chance.pick(&self.language.content).copied().unwrap_or_default(),
            92..=96 => self.chance.pick(&self.names).map_or("", String::as_str),
            _ => return out.push_str(&self.chance.between(2, 4000).to_string()),
        };
        out.push_str(word);
    }

    /// A sentence.
    pub fn sentence(&mut self) -> String {
        let count = self.chance.between(6, 24);
        let end = match (self.language.is_spaced(), self.chance.below(20)) {
            (true, 0) => "?",
            (true, 1) => "!",
            (true, _) => ".",
            (false, 0) => "？",
            (false, _) => "。",
        };
        capital(&self.words(count)) + end
    }

    /// Sentences as one paragraph.
    pub fn paragraph(&mut self, sentences: usize) -> String {
        let all: Vec<String> = (0..sentences).map(|_| self.sentence()).collect();
        all.join(if self.language.is_spaced() { " " } else { "" })
    }

    /// A headline.
    pub fn headline(&mut self) -> String {
        let count = self.chance.between(5, 10);
        capital(&self.words(count))
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn paragraphs_differ_in_every_language() {
        for language in Language::all() {
            let mut seen = HashSet::new();
            for number in 0..300 {
                let mut prose = Prose::new(language, Chance::of(&[number]));
                let text = prose.paragraph(3);
                assert!(text.chars().count() > 30, "{text}");
                assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), text);
                assert!(seen.insert(text));
            }
        }
    }
}
